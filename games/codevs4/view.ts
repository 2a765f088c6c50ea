/*
 * CODE VS 4.0 in the viewer: the map of 100 x 100 cells with zoom and pan, what each side sees, where it fights,
 * and what each side has.
 */
import {
  bar,
  box,
  disc,
  faded,
  frame,
  glide,
  mix,
  paintMarks,
  part,
  polygon,
  words,
  type Pen,
} from "$viewer/paint";
import type { Palette } from "$viewer/palette";
import type { FilmEvent, GameView, Scene, Words } from "$viewer/view";

export type Unit = [
  id: number,
  side: 0 | 1,
  y: number,
  x: number,
  hp: number,
  type: number,
];
type Result = "p1" | "p2" | "draw";

export interface Frame {
  stage: number;
  turn: number;
  money: [number, number];
  income: [number, number];
  result: Result | null;
  resources: [y: number, x: number][];
  units: Unit[];
  stages: [stage: number, result: Result, turns: number][];
  score: [number, number];
  over: boolean;
}

/** Where units have lost HP in the last turns: cell number and heat; and the resource cells that each side has found. */
export interface Memory {
  heat: Map<number, number>;
  found: [Set<number>, Set<number>];
}

type Shown = Scene<Frame, Memory>;

export const SIZE = 100;
export const [WORKER, KNIGHT, FIGHTER, ASSASSIN, CASTLE, VILLAGE, BASE] = [
  0, 1, 2, 3, 4, 5, 6,
];
const FULL_HP = [2000, 5000, 5000, 5000, 50000, 20000, 20000];
const VIEW = [4, 4, 4, 4, 10, 10, 4]; // RULES 1.5
const TURN_MS = 240;
const RIM = 2; // cells around the field, for what stands at its edge

export const TYPE_NAMES: Words[] = [
  ["workers", "ワーカー"],
  ["knights", "ナイト"],
  ["fighters", "ファイター"],
  ["assassins", "アサシン"],
  ["castle", "城"],
  ["villages", "村"],
  ["bases", "拠点"],
];

const SAYS = {
  stageTurn: ["Stage {stage}, turn {turn}", "ステージ{stage} ターン{turn}"],
  money: ["money", "資源"],
  castle: ["castle", "城"],
  fallen: ["the castle falls", "城が落ちた"],
  drawn: ["stage drawn", "ステージ引き分け"],
  base: ["a base", "拠点"],
  village: ["a village", "村"],
  battle: ["{n} units fall", "{n}体が倒れた"],
  won: ["{name}", "{name}の勝ち"],
  draw: ["draw", "引き分け"],
  describe: [
    "{name}: {units} units, {army} of them fighters, money {money}, castle {hp} HP.",
    "{name}: {units}体(戦闘{army}体)、資源{money}、城の体力{hp}。",
  ],
  unitsOf: ["Units of {name}", "{name}のユニット"],
  number: ["number", "数"],
  row: ["row", "行"],
  column: ["column", "列"],
  hp: ["HP", "体力"],
} as const satisfies Record<string, Words>;

export const isArmy = (type: number) => type >= KNIGHT && type <= ASSASSIN;
export const isBuilding = (type: number) => type >= CASTLE;
const count = (f: Frame, side: number, is: (type: number) => boolean) =>
  f.units.reduce((n, u) => n + (u[1] === side && is(u[5]) ? 1 : 0), 0);
const castleHp = (f: Frame, side: number) =>
  f.units.find((u) => u[1] === side && u[5] === CASTLE)?.[4] ?? 0;
const both = (of: (side: number) => number): [number, number] => [of(0), of(1)];

/** Units of one kind in one cell, buildings first; the HP are those of all together. */
function groupsOf(f: Frame, side: number) {
  const groups = new Map<
    number,
    { type: number; row: number; column: number; hp: number; number: number }
  >();
  for (const [, owner, row, column, hp, type] of f.units) {
    if (owner !== side) continue;
    const key = (type * SIZE + row) * SIZE + column;
    const group = groups.get(key) ?? { type, row, column, hp: 0, number: 0 };
    group.hp += hp;
    group.number++;
    groups.set(key, group);
  }
  return [...groups.entries()].sort(([a], [b]) => b - a).map(([, g]) => g);
}

// ---- the map ----

export interface Map2 {
  x: number;
  y: number;
  side: number;
  /** Size of a cell, and where cell (0, 0) begins. */
  cell: number;
  left: number;
  top: number;
}

function mapAt(
  x: number,
  y: number,
  side: number,
  camera: Shown["camera"],
): Map2 {
  const cell = (side / (SIZE + 2 * RIM)) * camera.zoom;
  const half = side / 2;
  const margin = half / cell - RIM;
  const within = (n: number) => Math.min(SIZE - margin, Math.max(margin, n));
  return {
    x,
    y,
    side,
    cell,
    left: x + half - within(camera.x) * cell,
    top: y + half - within(camera.y) * cell,
  };
}

export const middle = (map: Map2, y: number, x: number): [number, number] => [
  map.left + (x + 0.5) * map.cell,
  map.top + (y + 0.5) * map.cell,
];

const sights = new WeakMap<Frame, [Uint8Array, Uint8Array]>();

/** RULES 7.2: the cells that each side sees. */
export function sightOf(f: Frame): [Uint8Array, Uint8Array] {
  const known = sights.get(f);
  if (known) return known;
  const sight: [Uint8Array, Uint8Array] = [
    new Uint8Array(SIZE * SIZE),
    new Uint8Array(SIZE * SIZE),
  ];
  const done = new Set<number>();
  for (const [, side, y, x, , type] of f.units) {
    const key = ((side * 16 + VIEW[type]) * SIZE + y) * SIZE + x;
    if (done.has(key)) continue;
    done.add(key);
    markSight(sight[side], y, x, VIEW[type]);
  }
  sights.set(f, sight);
  return sight;
}

function markSight(
  sight: Uint8Array,
  y: number,
  x: number,
  reach: number,
): void {
  for (
    let row = Math.max(0, y - reach);
    row <= Math.min(SIZE - 1, y + reach);
    row++
  ) {
    const wide = reach - Math.abs(row - y);
    sight.fill(
      1,
      row * SIZE + Math.max(0, x - wide),
      row * SIZE + Math.min(SIZE - 1, x + wide) + 1,
    );
  }
}

/** Fills the cells for which `is` holds, as one path of runs along the rows: no seams, and far fewer shapes than cells. */
function fillCells(pen: Pen, map: Map2, is: (cell: number) => boolean): void {
  pen.beginPath();
  for (let row = 0; row < SIZE; row++)
    for (let x = 0, from = -1; x <= SIZE; x++) {
      const holds = x < SIZE && is(row * SIZE + x);
      if (holds && from < 0) from = x;
      if (!holds && from >= 0) {
        pen.rect(
          map.left + from * map.cell,
          map.top + row * map.cell,
          (x - from) * map.cell,
          map.cell + 0.5,
        );
        from = -1;
      }
    }
  pen.fill();
}

function paintGround(pen: Pen, map: Map2, scene: Shown): void {
  const { palette } = scene;
  pen.fillStyle = palette.isDark ? "#191d18" : "#d9ddc2";
  pen.fillRect(map.x, map.y, map.side, map.side);
  const sight = sightOf(scene.now);
  pen.fillStyle = palette.isDark ? "#23291f" : "#e9ecd4";
  pen.fillRect(map.left, map.top, SIZE * map.cell, SIZE * map.cell);
  for (const side of [0, 1] as const)
    if (scene.eyes !== 1 - side)
      faded(pen, palette.isDark ? 0.34 : 0.26, () => {
        pen.fillStyle = palette.sides[side];
        fillCells(pen, map, (cell) => sight[side][cell] === 1);
      });
  paintGrid(pen, map, palette);
}

function paintGrid(pen: Pen, map: Map2, palette: Palette): void {
  const every = map.cell > 14 ? 1 : 10;
  pen.fillStyle = palette.isDark
    ? "rgb(255 255 255 / 7%)"
    : "rgb(60 60 20 / 9%)";
  for (let i = 0; i <= SIZE; i += every) {
    pen.fillRect(map.left + i * map.cell, map.top, 1, SIZE * map.cell);
    pen.fillRect(map.left, map.top + i * map.cell, SIZE * map.cell, 1);
  }
}

function paintFog(
  pen: Pen,
  map: Map2,
  scene: Shown,
  side: 0 | 1,
  density = 0.8,
): void {
  const sight = sightOf(scene.now)[side];
  faded(pen, density, () => {
    pen.fillStyle = scene.palette.isDark ? "#06080c" : "#4b5260";
    fillCells(pen, map, (cell) => sight[cell] === 0);
  });
}

function paintResources(pen: Pen, map: Map2, f: Frame): void {
  const u = Math.max(map.cell, 7);
  for (const [y, x] of f.resources) {
    const [cx, cy] = middle(map, y, x);
    polygon(
      pen,
      [
        [cx, cy - u * 0.75],
        [cx + u * 0.6, cy],
        [cx, cy + u * 0.75],
        [cx - u * 0.6, cy],
      ],
      "#1c9c86",
    );
    polygon(
      pen,
      [
        [cx, cy - u * 0.75],
        [cx + u * 0.25, cy - u * 0.05],
        [cx - u * 0.6, cy],
      ],
      "#6fe0c6",
    );
  }
}

function paintHeat(pen: Pen, map: Map2, memory: Memory): void {
  for (const [cell, heat] of memory.heat) {
    const [x, y] = middle(map, Math.floor(cell / SIZE), cell % SIZE);
    faded(pen, Math.min(0.5, heat / 2500), () =>
      disc(pen, x, y, map.cell * (1 + Math.min(2, heat / 3000)), "#ff7a1a"),
    );
  }
}

// ---- units ----

export function paintUnit(
  pen: Pen,
  type: number,
  x: number,
  y: number,
  u: number,
  colour: string,
  rim: string,
): void {
  const r = u * 0.5;
  pen.fillStyle = colour;
  if (type === WORKER) return disc(pen, x, y, r * 0.72, colour);
  if (type === KNIGHT)
    return polygon(
      pen,
      [
        [x - r * 0.85, y - r * 0.8],
        [x + r * 0.85, y - r * 0.8],
        [x + r * 0.75, y + r * 0.2],
        [x, y + r],
        [x - r * 0.75, y + r * 0.2],
      ],
      colour,
    );
  if (type === FIGHTER)
    return polygon(
      pen,
      [
        [x, y - r],
        [x + r * 0.95, y + r * 0.8],
        [x - r * 0.95, y + r * 0.8],
      ],
      colour,
    );
  if (type === ASSASSIN)
    return polygon(
      pen,
      [
        [x, y - r * 1.1],
        [x + r * 0.5, y],
        [x, y + r * 1.1],
        [x - r * 0.5, y],
      ],
      colour,
    );
  if (type === VILLAGE) {
    box(pen, x - r * 0.75, y - r * 0.1, r * 1.5, r, r * 0.1, colour);
    polygon(
      pen,
      [
        [x - r, y - r * 0.05],
        [x, y - r],
        [x + r, y - r * 0.05],
      ],
      colour,
    );
    return box(pen, x - r * 0.2, y + r * 0.3, r * 0.4, r * 0.6, r * 0.1, rim);
  }
  paintTower(pen, x, y, r, colour, rim, type === CASTLE);
}

function paintTower(
  pen: Pen,
  x: number,
  y: number,
  r: number,
  colour: string,
  rim: string,
  isCastle: boolean,
): void {
  box(pen, x - r * 0.85, y - r * 0.4, r * 1.7, r * 1.35, r * 0.1, colour);
  for (const dx of [-0.85, -0.25, 0.35])
    box(pen, x + r * dx, y - r * 0.75, r * 0.5, r * 0.5, r * 0.08, colour);
  box(pen, x - r * 0.25, y + r * 0.25, r * 0.5, r * 0.7, r * 0.2, rim);
  if (isCastle)
    polygon(
      pen,
      [
        [x, y - r * 1.7],
        [x + r * 0.8, y - r * 1.4],
        [x, y - r * 1.05],
      ],
      colour,
    );
  if (isCastle) box(pen, x - r * 0.05, y - r * 1.7, r * 0.12, r * 1.1, 0, rim);
}

interface Shape {
  unit: Unit;
  y: number;
  x: number;
  alpha: number;
  isHit: boolean;
}

/** The units as they stand on the way from one turn to the next. */
function shapesOf(scene: Shown): Shape[] {
  const { now, next, t } = scene;
  if (!next || next.stage !== now.stage || t === 0)
    return now.units.map((unit) => ({
      unit,
      y: unit[2],
      x: unit[3],
      alpha: 1,
      isHit: false,
    }));
  const later = new Map(next.units.map((unit) => [unit[0], unit]));
  const move = glide(part(t, 0, 0.6));
  const shapes = now.units.map((unit): Shape => {
    const to = later.get(unit[0]);
    const isHit = t > 0.6 && (!to || to[4] < unit[4]);
    return {
      unit,
      y: mix(unit[2], to?.[2] ?? unit[2], move),
      x: mix(unit[3], to?.[3] ?? unit[3], move),
      alpha: to ? 1 : 1 - part(t, 0.6, 1),
      isHit,
    };
  });
  const known = new Set(now.units.map((unit) => unit[0]));
  for (const unit of next.units)
    if (!known.has(unit[0]))
      shapes.push({ unit, y: unit[2], x: unit[3], alpha: t, isHit: false });
  return shapes;
}

const SIZES = [1, 1.25, 1.25, 1.25, 3.6, 2.2, 2.6];

export function unitSize(type: number, cell: number): number {
  return (
    Math.max(cell, 4.6) * (cell > 18 && !isBuilding(type) ? 0.62 : SIZES[type])
  );
}

function paintUnits(pen: Pen, map: Map2, scene: Shown): void {
  const { palette } = scene;
  const order = [VILLAGE, BASE, CASTLE, WORKER, KNIGHT, FIGHTER, ASSASSIN];
  const crowd = new Map<string, number>();
  for (const shape of shapesOf(scene).sort(
    (a, b) => order.indexOf(a.unit[5]) - order.indexOf(b.unit[5]),
  )) {
    const [, side, , , , type] = shape.unit;
    const [x, y] = middle(map, shape.y, shape.x);
    if (
      x < map.x - 40 ||
      y < map.y - 40 ||
      x > map.x + map.side + 40 ||
      y > map.y + map.side + 40
    )
      continue;
    const u = unitSize(type, map.cell);
    const nudge = (side ? 1 : -1) * map.cell * 0.12;
    const colour = shape.isHit ? "#fff2a8" : palette.sides[side];
    faded(pen, shape.alpha, () => {
      if (!isBuilding(type))
        paintUnit(pen, type, x + nudge, y, u * 1.3, palette.card, palette.card);
      paintUnit(
        pen,
        type,
        x + nudge,
        y,
        u,
        colour,
        palette.isDark ? "#0f1218" : "#ffffff",
      );
    });
    if (isBuilding(type))
      paintHp(
        pen,
        x,
        y - u * (type === CASTLE ? 1 : 0.72),
        u * 1.4,
        shape.unit,
        palette,
      );
    else if (scene.t === 0)
      crowd.set(
        `${side},${shape.unit[2]},${shape.unit[3]}`,
        (crowd.get(`${side},${shape.unit[2]},${shape.unit[3]}`) ?? 0) + 1,
      );
  }
  if (map.cell > 12) paintCrowds(pen, map, crowd, palette);
}

function paintHp(
  pen: Pen,
  x: number,
  y: number,
  width: number,
  unit: Unit,
  palette: Palette,
): void {
  const rest = unit[4] / FULL_HP[unit[5]];
  if (rest < 1)
    bar(
      pen,
      x - width / 2,
      y,
      width,
      Math.max(3, width * 0.14),
      rest,
      rest > 0.4 ? palette.good : palette.danger,
      palette.line,
    );
}

/** How many stand in a cell, where more than one do. */
function paintCrowds(
  pen: Pen,
  map: Map2,
  crowd: Map<string, number>,
  palette: Palette,
): void {
  for (const [key, n] of crowd) {
    if (n < 2) continue;
    const [side, y, x] = key.split(",").map(Number);
    const [cx, cy] = middle(map, y, x);
    const dx = (side ? 1 : -1) * map.cell * 0.3;
    box(
      pen,
      cx + dx - map.cell * 0.24,
      cy + map.cell * 0.12,
      map.cell * 0.48,
      map.cell * 0.34,
      map.cell * 0.1,
      palette.card,
    );
    words(
      pen,
      String(n),
      cx + dx,
      cy + map.cell * 0.3,
      map.cell * 0.3,
      palette.sides[side],
      { weight: 800 },
    );
  }
}

function paintMap(pen: Pen, map: Map2, scene: Shown): void {
  pen.save();
  pen.beginPath();
  pen.roundRect(map.x, map.y, map.side, map.side, 12);
  pen.clip();
  paintGround(pen, map, scene);
  if (scene.shows("heat")) paintHeat(pen, map, scene.memory);
  if (scene.eyes !== null) paintFog(pen, map, scene, scene.eyes, 0.5);
  paintResources(pen, map, scene.now);
  paintUnits(pen, map, scene);
  for (const side of [0, 1] as const) {
    if (scene.shows(`fog${side}`)) paintFog(pen, map, scene, side);
    if (scene.t === 0)
      paintMarks(
        pen,
        scene.marks[side],
        scene.palette.sides[side],
        Math.max(6, map.cell),
        (row, col) => middle(map, row, col),
        scene.palette,
      );
  }
  pen.restore();
  frame(pen, map.x, map.y, map.side, map.side, 12, scene.palette.line, 2);
  if (scene.camera.zoom > 1) paintOverview(pen, map, scene);
}

/** Where the part that is seen lies on the whole map. */
function paintOverview(pen: Pen, map: Map2, scene: Shown): void {
  const size = map.side * 0.16;
  const [x, y] = [map.x + map.side - size - 10, map.y + map.side - size - 10];
  const scale = size / (SIZE * map.cell);
  box(pen, x, y, size, size, 4, scene.palette.card);
  for (const unit of scene.now.units)
    disc(
      pen,
      x + ((unit[3] + 0.5) / SIZE) * size,
      y + ((unit[2] + 0.5) / SIZE) * size,
      isBuilding(unit[5]) ? 2 : 1,
      scene.palette.sides[unit[1]],
    );
  frame(
    pen,
    x + (map.x - map.left) * scale,
    y + (map.y - map.top) * scale,
    map.side * scale,
    map.side * scale,
    2,
    scene.palette.ink,
    1.5,
  );
}

// ---- panels ----

function paintPanel(
  pen: Pen,
  x: number,
  y: number,
  width: number,
  height: number,
  side: 0 | 1,
  scene: Shown,
  columns: number,
): void {
  const { palette, now, say } = scene;
  const rows = Math.ceil(8 / columns);
  const u = Math.min(height / (rows * 1.15 + 2.2), width / (columns * 6.4));
  box(pen, x, y, width, height, u * 0.5, palette.card);
  words(
    pen,
    `${now.money[side]}`,
    x + u * 0.7,
    y + u * 1.05,
    u * 1.15,
    palette.sides[side],
    { align: "left", weight: 800 },
  );
  words(
    pen,
    say(SAYS.money),
    x + width - u * 0.6,
    y + u * 1.05,
    u * 0.6,
    palette.soft,
    { align: "right", weight: 500 },
  );
  const cell = (width - u) / columns;
  TYPE_NAMES.forEach((name, type) => {
    if (type === CASTLE) return;
    const at = type > CASTLE ? type - 1 : type;
    const px = x + u * 0.6 + cell * Math.floor(at / Math.ceil(6 / columns));
    const py = y + u * 2.6 + (at % Math.ceil(6 / columns)) * u * 1.15;
    paintUnit(
      pen,
      type,
      px + u * 0.45,
      py,
      u * 0.8,
      palette.sides[side],
      palette.isDark ? "#0f1218" : "#ffffff",
    );
    words(
      pen,
      String(count(now, side, (t) => t === type)),
      px + u * 1.2,
      py,
      u * 0.72,
      palette.ink,
      { align: "left", weight: 800 },
    );
    words(pen, say(name), px + cell - u * 0.4, py, u * 0.55, palette.soft, {
      align: "right",
      weight: 500,
      most: cell - u * 3,
    });
  });
  const hp = castleHp(now, side);
  const py = y + height - u * 0.85;
  words(pen, say(SAYS.castle), x + u * 0.7, py, u * 0.58, palette.soft, {
    align: "left",
    weight: 500,
  });
  bar(
    pen,
    x + u * 2.8,
    py - u * 0.2,
    width - u * 3.5,
    u * 0.4,
    hp / FULL_HP[CASTLE],
    palette.sides[side],
    palette.line,
  );
}

const WIDE = { width: 172, height: 102 };
const NARROW = { width: 100, height: 137 };

interface Layout {
  isNarrow: boolean;
  x: number;
  y: number;
  u: number;
}

function layoutOf(width: number, height: number): Layout {
  const isNarrow = width / height < 1.2;
  const shape = isNarrow ? NARROW : WIDE;
  const u = Math.min(width / shape.width, height / shape.height);
  const x = (width - shape.width * u) / 2;
  const y = (height - shape.height * u) / 2 + u;
  return { isNarrow, x, y, u };
}

/** Where the map lies on a drawing of this size. */
export function mapOf(
  width: number,
  height: number,
  camera: Shown["camera"],
): Map2 {
  const { isNarrow, x, y, u } = layoutOf(width, height);
  return mapAt(isNarrow ? x : x + 36 * u, y, 100 * u, camera);
}

/** What of a frame a side may see: its own units, enemies in view, and resources that it has found. */
export function seenBy(f: Frame, memory: Memory, side: 0 | 1): Frame {
  const sight = sightOf(f)[side];
  const units = f.units.filter(
    (unit) => unit[1] === side || sight[unit[2] * SIZE + unit[3]] === 1,
  );
  const resources = [...memory.found[side]].map((cell): [number, number] => [
    Math.floor(cell / SIZE),
    cell % SIZE,
  ]);
  const seen = { ...f, units, resources };
  sights.set(seen, sightOf(f));
  return seen;
}

function throughEyes(scene: Shown, side: 0 | 1): Shown {
  const { now, next, memory } = scene;
  return {
    ...scene,
    now: seenBy(now, memory, side),
    next: next && seenBy(next, memory, side),
  };
}

function draw(pen: Pen, width: number, height: number, whole: Shown): void {
  const scene = whole.eyes === null ? whole : throughEyes(whole, whole.eyes);
  const { isNarrow, x, y, u } = layoutOf(width, height);
  paintMap(pen, mapOf(width, height, scene.camera), scene);
  for (const side of [0, 1] as const)
    if (scene.eyes === 1 - side) continue;
    else if (isNarrow)
      paintPanel(
        pen,
        x + side * 51 * u,
        y + 102 * u,
        49 * u,
        33 * u,
        side,
        scene,
        2,
      );
    else
      paintPanel(
        pen,
        x + (side ? 138 : 0) * u,
        y,
        34 * u,
        46 * u,
        side,
        scene,
        1,
      );
}

// ---- what happened ----

function recall(
  after: Frame,
  before: Frame | null,
  memory: Memory | null,
): Memory {
  const heat = new Map<number, number>();
  const isSameStage = before?.stage === after.stage;
  const found = findResources(
    after,
    isSameStage && memory ? memory.found : null,
  );
  if (!before || !memory || !isSameStage) return { heat, found };
  for (const [cell, n] of memory.heat) if (n > 60) heat.set(cell, n * 0.8);
  const later = new Map(after.units.map((unit) => [unit[0], unit[4]]));
  for (const [id, , y, x, hp] of before.units) {
    const loss = hp - (later.get(id) ?? 0);
    if (loss > 0) heat.set(y * SIZE + x, (heat.get(y * SIZE + x) ?? 0) + loss);
  }
  return { heat, found };
}

/** RULES 7.2: the resource cells found before, and those in view now. */
function findResources(
  f: Frame,
  before: Memory["found"] | null,
): Memory["found"] {
  const found: Memory["found"] = before ?? [new Set(), new Set()];
  const news: [number[], number[]] = [[], []];
  for (const [y, x] of f.resources) {
    const cell = y * SIZE + x;
    for (const side of [0, 1] as const) {
      if (found[side].has(cell)) continue;
      const isSeen = f.units.some(
        (unit) =>
          unit[1] === side &&
          Math.abs(unit[2] - y) + Math.abs(unit[3] - x) <= VIEW[unit[5]],
      );
      if (isSeen) news[side].push(cell);
    }
  }
  return [0, 1].map((side) =>
    news[side].length ? new Set([...found[side], ...news[side]]) : found[side],
  ) as Memory["found"];
}

function eventsOf(before: Frame, after: Frame): FilmEvent[] {
  const events: FilmEvent[] = [];
  if (after.stages.length > before.stages.length) {
    const [, result] = after.stages[after.stages.length - 1];
    events.push({
      side: result === "p2" ? 1 : 0,
      weight: 3,
      words: result === "draw" ? SAYS.drawn : SAYS.fallen,
    });
  }
  if (after.stage !== before.stage) return events;
  const living = new Set(after.units.map((unit) => unit[0]));
  for (const side of [0, 1] as const) {
    const more = (type: number) =>
      count(after, side, (t) => t === type) -
      count(before, side, (t) => t === type);
    if (more(BASE) > 0) events.push({ side, weight: 2, words: SAYS.base });
    if (more(VILLAGE) > 0)
      events.push({ side, weight: 1, words: SAYS.village });
    const fallen = before.units.filter(
      (unit) => unit[1] === side && !living.has(unit[0]),
    ).length;
    if (fallen >= 4)
      events.push({
        side,
        weight: fallen >= 12 ? 2 : 1,
        words: SAYS.battle,
        values: { n: fallen },
      });
  }
  return events;
}

const RESULT_SIDE: Record<Result, number> = { p1: 0, p2: 1, draw: -1 };

const view: GameView<Frame, Memory> = {
  title: "CODE VS 4.0",
  reasons: {
    stages: ["all stages played", "全ステージ終了"],
    time: ["time over", "時間切れ"],
    invalid: ["no valid answer", "不正な出力"],
    ended: ["the program ended", "プログラム終了"],
    "both at fault": ["both at fault", "両者失格"],
  },
  measures: [
    {
      words: ["fighting units", "戦闘ユニット"],
      of: (f) => both((side) => count(f, side, isArmy)),
    },
    {
      words: ["workers", "ワーカー"],
      of: (f) => both((side) => count(f, side, (t) => t === WORKER)),
    },
    { words: ["money", "資源"], of: (f) => f.money },
    {
      words: ["castle HP", "城の体力"],
      of: (f) => both((side) => castleHp(f, side)),
    },
  ],
  overlays: [
    { key: "heat", words: ["battles", "戦闘"], initial: true },
    {
      key: "fog0",
      words: ["only what player 1 sees", "プレイヤー1の視界"],
      initial: false,
    },
    {
      key: "fog1",
      words: ["only what player 2 sees", "プレイヤー2の視界"],
      initial: false,
    },
  ],
  hasCamera: true,
  shape: (isNarrow) => (isNarrow ? NARROW : WIDE),
  recall,
  events: eventsOf,
  duration: () => TURN_MS,
  draw,
  turnName: (f, say) => say(SAYS.stageTurn, { stage: f.stage, turn: f.turn }),
  describe: (f, names, say) =>
    [0, 1]
      .map((p) =>
        say(SAYS.describe, {
          name: names[p],
          units: count(f, p, () => true),
          army: count(f, p, isArmy),
          money: f.money[p],
          hp: castleHp(f, p),
        }),
      )
      .join(" "),
  boards: ({ now, memory, names, say, eyes }) =>
    [0, 1].map((side) => ({
      title: say(SAYS.unitsOf, { name: names[side] }),
      columns: [SAYS.number, SAYS.row, SAYS.column, SAYS.hp].map((w) => say(w)),
      rows: groupsOf(eyes === null ? now : seenBy(now, memory, eyes), side).map(
        ({ type, row, column, hp, number }) => ({
          name: say(TYPE_NAMES[type]),
          cells: [number, row, column, hp].map(String),
        }),
      ),
    })),
  table: (f, names, say) =>
    f.stages.length === 0
      ? null
      : {
          head: [
            ["stage", "ステージ"],
            ["won by", "結果"],
            ["turns", "ターン"],
          ],
          rows: f.stages.map(([stage, result, turns]) => [
            String(stage),
            result === "draw"
              ? say(SAYS.draw)
              : say(SAYS.won, { name: names[RESULT_SIDE[result]] }),
            String(turns),
          ]),
        },
};

export default view;
