/*
 * What can be seen of a turn on one field, for the drawing alone: jutsu, steps, pushed rocks, souls taken
 * (RULES 3, 4). The rules have played the turn already.
 */
export type Cell = [row: number, col: number];

export interface Deed {
  fault: string | null;
  jutsu: number;
  paid: boolean;
  ninja?: number;
  cell?: Cell;
  walks: [string, string];
  sent: number;
}

export interface Field {
  nin: number;
  map: string[];
  ninjas: [Cell, Cell];
  dogs: [id: number, row: number, col: number][];
  souls: Cell[];
  uses: number[];
  next_dog: number;
  soul_goal: number;
}

export const JUTSU = {
  speed: 0,
  myRock: 1,
  foeRock: 2,
  myBolt: 3,
  foeBolt: 4,
  myClone: 5,
  foeClone: 6,
  slash: 7,
};

export interface Effect {
  kind: "rock" | "bolt" | "clone" | "slash" | "speed";
  cell: Cell;
  /** Cast by the owner of the field. */
  isOwn: boolean;
  fizzled: boolean;
}

/** One step of one ninja; `rock` is the rock that it pushes, `soul` the one that it takes. */
export interface Step {
  ninja: 0 | 1;
  from: Cell;
  to: Cell;
  rock: { from: Cell; to: Cell } | null;
  soul: Cell | null;
}

export interface Turn {
  effects: Effect[];
  /** The field after the jutsu, before the walk. */
  grid: string[][];
  slashed: Set<number>;
  steps: Step[];
  ninjas: [Cell, Cell];
}

const STEPS: Record<string, Cell> = {
  U: [-1, 0],
  D: [1, 0],
  L: [0, -1],
  R: [0, 1],
  N: [0, 0],
};
const WALL = "W";
const ROCK = "O";
const FLOOR = "_";

export const same = (a: Cell, b: Cell) => a[0] === b[0] && a[1] === b[1];
const plus = (a: Cell, b: Cell): Cell => [a[0] + b[0], a[1] + b[1]];

class Board {
  grid: string[][];
  ninjas: [Cell, Cell];
  dogs: Field["dogs"];
  souls: Cell[];
  slashed = new Set<number>();

  constructor(field: Field) {
    this.grid = field.map.map((row) => [...row]);
    this.ninjas = [field.ninjas[0], field.ninjas[1]];
    this.dogs = field.dogs;
    this.souls = [...field.souls];
  }

  at = ([row, col]: Cell) => this.grid[row]?.[col] ?? WALL;
  hasDog = (cell: Cell) =>
    this.dogs.some(([, row, col]) => same([row, col], cell));
  hasNinja = (cell: Cell) => this.ninjas.some((ninja) => same(ninja, cell));
  hasSoul = (cell: Cell) => this.souls.some((soul) => same(soul, cell));

  put(cell: Cell, what: string): void {
    this.grid[cell[0]][cell[1]] = what;
  }

  /** RULES 3.5 */
  dropRock(cell: Cell): boolean {
    if (
      this.at(cell) !== FLOOR ||
      this.hasDog(cell) ||
      this.hasNinja(cell) ||
      this.hasSoul(cell)
    )
      return false;
    this.put(cell, ROCK);
    return true;
  }

  /** RULES 3.6 */
  strike(cell: Cell): boolean {
    if (this.at(cell) !== ROCK) return false;
    this.put(cell, FLOOR);
    return true;
  }

  /** RULES 3.8 */
  slash(ninja: Cell): void {
    const isNear = (row: number, col: number) =>
      Math.max(Math.abs(row - ninja[0]), Math.abs(col - ninja[1])) === 1;
    for (const [id, row, col] of this.dogs)
      if (isNear(row, col)) this.slashed.add(id);
    this.dogs = this.dogs.filter(([id]) => !this.slashed.has(id));
  }

  /** RULES 4 */
  walk(ninja: 0 | 1, letter: string): Step {
    const from = this.ninjas[ninja];
    const way = STEPS[letter] ?? [0, 0];
    let to = plus(from, way);
    let rock: Step["rock"] = null;
    if (this.at(to) === WALL) to = from;
    else if (this.at(to) === ROCK) {
      const behind = plus(to, way);
      const isFree =
        this.at(behind) === FLOOR &&
        !this.hasDog(behind) &&
        !this.hasNinja(behind);
      if (isFree) {
        this.put(to, FLOOR);
        this.put(behind, ROCK);
        rock = { from: to, to: behind };
      } else to = from;
    }
    this.ninjas[ninja] = to;
    const soul = this.souls.find((s) => same(s, to)) ?? null;
    this.souls = this.souls.filter((s) => s !== soul);
    return { ninja, from, to, rock, soul };
  }
}

/** What a player's jutsu does to this field; null when it is meant for the other one. */
function cast(board: Board, deed: Deed, isOwn: boolean): Effect | null {
  const cell = deed.cell ?? [0, 0];
  const effect = (kind: Effect["kind"], at: Cell, worked: boolean): Effect => ({
    kind,
    cell: at,
    isOwn,
    fizzled: !worked,
  });
  if (!deed.paid) return null;
  if (deed.jutsu === (isOwn ? JUTSU.myRock : JUTSU.foeRock))
    return effect("rock", cell, board.dropRock(cell));
  if (deed.jutsu === (isOwn ? JUTSU.myBolt : JUTSU.foeBolt))
    return effect("bolt", cell, board.strike(cell));
  if (deed.jutsu === (isOwn ? JUTSU.myClone : JUTSU.foeClone))
    return effect("clone", cell, board.at(cell) === FLOOR);
  if (!isOwn) return null;
  if (deed.jutsu === JUTSU.speed) return effect("speed", board.ninjas[0], true);
  const ninja = board.ninjas[deed.ninja ?? 0];
  board.slash(ninja);
  return effect("slash", ninja, true);
}

/** RULES 3.3: the opponent's jutsu first. */
export function playTurn(field: Field, own: Deed, foe: Deed): Turn {
  const board = new Board(field);
  const effects = [cast(board, foe, false), cast(board, own, true)].filter(
    (e): e is Effect => e !== null,
  );
  const grid = board.grid.map((row) => [...row]);
  const steps: Step[] = [];
  const most = own.paid && own.jutsu === JUTSU.speed ? 3 : 2;
  for (const ninja of [0, 1] as const)
    for (const letter of own.fault ? "" : own.walks[ninja].slice(0, most))
      steps.push(board.walk(ninja, letter));
  return { effects, grid, slashed: board.slashed, steps, ninjas: board.ninjas };
}

/** RULES 1.3: steps to the nearest of the targets; -1 where there is no way. */
export function distances(map: string[], targets: Cell[]): number[][] {
  const found = map.map((row) => [...row].map(() => -1));
  let edge = targets.filter(([row, col]) => map[row][col] === FLOOR);
  for (let d = 0; edge.length > 0; d++) {
    const next: Cell[] = [];
    for (const [row, col] of edge) {
      if (found[row][col] >= 0) continue;
      found[row][col] = d;
      for (const way of [STEPS.U, STEPS.D, STEPS.L, STEPS.R]) {
        const cell = plus([row, col], way);
        if (map[cell[0]]?.[cell[1]] === FLOOR && found[cell[0]][cell[1]] < 0)
          next.push(cell);
      }
    }
    edge = next;
  }
  return found;
}

/** RULES 5.3, 5.4: the place of each dog in the order in which they move. */
export function dogOrder(field: Field): Map<number, number> {
  const far = distances(field.map, field.ninjas);
  const sorted = field.dogs
    .map(([id, row, col]) => ({ id, d: far[row][col] }))
    .filter((dog) => dog.d >= 0)
    .sort((a, b) => a.d - b.d || a.id - b.id);
  return new Map(sorted.map((dog, i) => [dog.id, i + 1]));
}
