/*
 * CODE VS 5.0 in the viewer: two ninja gardens, the dogs after them, and the panels with nin-power and jutsu.
 */
import {
  box,
  disc,
  eyes,
  faded,
  frame,
  glide,
  loudWords,
  mix,
  paintMarks,
  part,
  polygon,
  ring,
  sparks,
  star,
  words,
  type Pen,
} from "$viewer/paint";
import type { Palette } from "$viewer/palette";
import type { FilmEvent, GameView, Say, Scene, Words } from "$viewer/view";
import {
  distances,
  dogOrder,
  JUTSU,
  playTurn,
  same,
  type Cell,
  type Deed,
  type Effect,
  type Field,
  type Step,
  type Turn,
} from "./view_walk";

export interface Frame {
  turn: number;
  turns: number;
  over: boolean;
  winner: number;
  reason: string | null;
  costs: number[];
  last: [Deed, Deed];
  fields: [Field, Field];
}

type Shown = Scene<Frame, null>;

const ROWS = 17;
const COLS = 14;
const JUTSU_MS = 520;
const STEP_MS = 135;
const DOGS_MS = 300;
const NEW_MS = 200;

export const JUTSU_NAMES: Words[] = [
  ["super speed", "超高速"],
  ["rock", "自落石"],
  ["rock on foe", "敵落石"],
  ["bolt", "自雷撃"],
  ["bolt on foe", "敵雷撃"],
  ["clone", "自分身"],
  ["clone on foe", "敵分身"],
  ["whirl slash", "回転斬"],
];

const SAYS = {
  nin: ["nin-power", "忍力"],
  dogs: ["dogs", "忍犬"],
  caught: ["CAUGHT!", "捕縛!"],
  caughtEvent: ["caught", "捕縛"],
  describe: [
    "{name}: nin-power {nin}, {dogs} dogs after the ninjas, the nearest {near} steps away.",
    "{name}: 忍力{nin}、忍犬{dogs}匹、最も近い犬まで{near}歩。",
  ],
  fieldOf: [
    "Field of {name}: columns from the left, rows from the top",
    "{name}のフィールド: 列は左から、行は上から",
  ],
  wall: ["wall", "壁"],
  stone: ["rock", "岩"],
  ninja: ["ninja {n}", "忍者{n}"],
  dog: ["dog", "忍犬"],
  soul: ["soul", "ニンジャソウル"],
} as const satisfies Record<string, Words>;

/** What is in a cell, in words. */
function cellWords(
  field: Field,
  letter: string,
  [row, col]: Cell,
  say: Say,
): string {
  const isHere = ([r, c]: readonly number[]) => r === row && c === col;
  const ground = { W: SAYS.wall, O: SAYS.stone }[letter];
  return [
    ...(ground ? [say(ground)] : []),
    ...field.ninjas.flatMap((at, n) =>
      isHere(at) ? [say(SAYS.ninja, { n })] : [],
    ),
    ...(field.dogs.some(([, ...at]) => isHere(at)) ? [say(SAYS.dog)] : []),
    ...(field.souls.some(isHere) ? [say(SAYS.soul)] : []),
  ].join(" ");
}

export interface Place {
  x: number;
  y: number;
  u: number;
}

export const middle = (at: Place, [row, col]: Cell): [number, number] => [
  at.x + (col + 0.5) * at.u,
  at.y + (row + 0.5) * at.u,
];
const between = (a: Cell, b: Cell, t: number): Cell => [
  mix(a[0], b[0], t),
  mix(a[1], b[1], t),
];

// ---- figures ----

export function paintNinja(
  pen: Pen,
  x: number,
  y: number,
  u: number,
  index: number,
  colour: string,
  look: Cell = [0, 0],
): void {
  const scarf = index === 0 ? colour : "#f2b632";
  faded(pen, 0.25, () => {
    pen.beginPath();
    pen.ellipse(x, y + u * 0.4, u * 0.34, u * 0.1, 0, 0, 2 * Math.PI);
    pen.fillStyle = "#000";
    pen.fill();
  });
  polygon(
    pen,
    [
      [x + u * 0.3, y - u * 0.16],
      [x + u * 0.56, y - u * 0.34],
      [x + u * 0.52, y - u * 0.02],
    ],
    scarf,
  );
  disc(pen, x, y, u * 0.44, "#7f86a0");
  disc(pen, x, y, u * 0.41, "#2c2f3d");
  box(pen, x - u * 0.34, y - u * 0.15, u * 0.68, u * 0.27, u * 0.13, "#f7d9b8");
  eyes(pen, x, y - u * 0.01, u * 0.27, look[1], look[0]);
  pen.beginPath();
  pen.arc(x, y, u * 0.41, Math.PI * 1.12, Math.PI * 1.88);
  pen.arc(x, y, u * 0.33, Math.PI * 1.8, Math.PI * 1.2, true);
  pen.closePath();
  pen.fillStyle = scarf;
  pen.fill();
}

const COATS = ["#a9703f", "#8a5a33", "#c58b52", "#74513a"];

function paintDog(pen: Pen, x: number, y: number, u: number, id: number): void {
  const coat = COATS[id % COATS.length];
  for (const side of [-1, 1])
    polygon(
      pen,
      [
        [x + side * u * 0.12, y - u * 0.26],
        [x + side * u * 0.38, y - u * 0.44],
        [x + side * u * 0.37, y - u * 0.06],
      ],
      "#5b3a22",
    );
  disc(pen, x, y, u * 0.34, coat);
  pen.beginPath();
  pen.ellipse(x, y + u * 0.15, u * 0.19, u * 0.15, 0, 0, 2 * Math.PI);
  pen.fillStyle = "#fbf1e2";
  pen.fill();
  disc(pen, x, y + u * 0.09, u * 0.065, "#241a14");
  for (const side of [-1, 1])
    disc(pen, x + side * u * 0.14, y - u * 0.07, u * 0.055, "#241a14");
}

function paintSoul(pen: Pen, x: number, y: number, u: number, size = 1): void {
  const r = u * 0.2 * size;
  faded(pen, 0.3, () => disc(pen, x, y, r * 1.9, "#57c7f5"));
  pen.beginPath();
  pen.moveTo(x - r, y + r * 0.2);
  pen.quadraticCurveTo(x - r * 0.7, y - r * 0.9, x + r * 0.3, y - r * 1.9);
  pen.quadraticCurveTo(x + r * 0.1, y - r * 0.8, x + r, y + r * 0.2);
  pen.arc(x, y + r * 0.2, r, 0, Math.PI);
  pen.closePath();
  pen.fillStyle = "#2aa7e0";
  pen.fill();
  disc(pen, x, y + r * 0.35, r * 0.5, "#dff6ff");
}

function paintRock(
  pen: Pen,
  x: number,
  y: number,
  u: number,
  palette: Palette,
): void {
  const [low, high] = palette.isDark
    ? ["#5a5f6d", "#7a8090"]
    : ["#857f75", "#a8a297"];
  polygon(
    pen,
    [
      [x - u * 0.46, y + u * 0.3],
      [x - u * 0.4, y - u * 0.16],
      [x - u * 0.12, y - u * 0.44],
      [x + u * 0.26, y - u * 0.4],
      [x + u * 0.46, y - u * 0.04],
      [x + u * 0.42, y + u * 0.36],
      [x, y + u * 0.46],
    ],
    low,
  );
  polygon(
    pen,
    [
      [x - u * 0.4, y - u * 0.16],
      [x - u * 0.12, y - u * 0.44],
      [x + u * 0.26, y - u * 0.4],
      [x + u * 0.34, y - u * 0.12],
      [x - u * 0.06, y + u * 0.06],
    ],
    high,
  );
}

function paintGround(pen: Pen, at: Place, palette: Palette, side: 0 | 1): void {
  const tiles = palette.isDark
    ? ["#2b2c33", "#303139"]
    : ["#f0e6cd", "#eadfc2"];
  box(
    pen,
    at.x,
    at.y,
    COLS * at.u,
    ROWS * at.u,
    at.u * 0.5,
    palette.isDark ? "#101218" : "#5b5246",
  );
  for (let row = 1; row < ROWS - 1; row++)
    for (let col = 1; col < COLS - 1; col++) {
      pen.fillStyle = tiles[(row + col) & 1];
      pen.fillRect(
        at.x + col * at.u,
        at.y + row * at.u,
        at.u + 0.5,
        at.u + 0.5,
      );
    }
  frame(
    pen,
    at.x + at.u * 0.5,
    at.y + at.u * 0.5,
    (COLS - 1) * at.u,
    (ROWS - 1) * at.u,
    at.u * 0.3,
    palette.sides[side],
    at.u * 0.2,
  );
}

// ---- the turn in time ----

const jutsuMs = (f: Frame) => (f.last.some((deed) => deed.paid) ? JUTSU_MS : 0);
const walkMs = (f: Frame) =>
  STEP_MS *
  Math.max(
    ...f.last.map((deed) =>
      deed.fault ? 0 : deed.walks[0].length + deed.walks[1].length,
    ),
  );
const turnMs = (f: Frame) => jutsuMs(f) + walkMs(f) + DOGS_MS + NEW_MS;

interface Motion {
  turn: Turn;
  next: Field;
  /** How far each part of the turn is. */
  jutsu: number;
  walkedMs: number;
  dogs: number;
  fresh: number;
}

function motionOf(scene: Shown, side: 0 | 1): Motion | null {
  const { now, next, t } = scene;
  if (!next || next.turn === now.turn) return null;
  const ms = t * turnMs(next);
  const walkFrom = jutsuMs(next);
  const dogsFrom = walkFrom + walkMs(next);
  return {
    turn: playTurn(now.fields[side], next.last[side], next.last[1 - side]),
    next: next.fields[side],
    jutsu: walkFrom ? part(ms, 0, walkFrom) : 1,
    walkedMs: ms - walkFrom,
    dogs: part(ms, dogsFrom, dogsFrom + DOGS_MS),
    fresh: part(ms, dogsFrom + DOGS_MS, dogsFrom + DOGS_MS + NEW_MS),
  };
}

/** How far a step is, of those that are walked one after the other. */
const stepPart = (motion: Motion, index: number) =>
  part(motion.walkedMs, index * STEP_MS, (index + 1) * STEP_MS);

function ninjaPlace(
  field: Field,
  motion: Motion | null,
  ninja: 0 | 1,
): { cell: Cell; look: Cell } {
  let cell: Cell = field.ninjas[ninja];
  let look: Cell = [0, 0];
  motion?.turn.steps.forEach((step, i) => {
    const done = stepPart(motion, i);
    if (step.ninja !== ninja || done === 0) return;
    cell = between(step.from, step.to, glide(done));
    look = [
      Math.sign(step.to[0] - step.from[0]),
      Math.sign(step.to[1] - step.from[1]),
    ];
  });
  return { cell, look };
}

function paintRocks(
  pen: Pen,
  at: Place,
  field: Field,
  motion: Motion | null,
  palette: Palette,
): void {
  const grid =
    motion && motion.jutsu >= 0.6
      ? motion.turn.grid
      : field.map.map((row) => [...row]);
  const rocks = new Map<string, Cell>();
  grid.forEach((row, r) =>
    row.forEach((what, c) => what === "O" && rocks.set(`${r},${c}`, [r, c])),
  );
  motion?.turn.steps.forEach((step, i) => {
    const done = stepPart(motion, i);
    if (!step.rock || done === 0) return;
    rocks.delete(String(step.rock.from));
    rocks.set(
      String(step.rock.to),
      between(step.rock.from, step.rock.to, glide(done)),
    );
  });
  for (const rock of rocks.values())
    paintRock(pen, ...middle(at, rock), at.u, palette);
}

function paintSouls(
  pen: Pen,
  at: Place,
  field: Field,
  motion: Motion | null,
): void {
  const steps: Step[] = motion?.turn.steps ?? [];
  for (const soul of field.souls) {
    const index = steps.findIndex((step) => step.soul && same(step.soul, soul));
    const taken = motion && index >= 0 ? stepPart(motion, index) : 0;
    const [x, y] = middle(at, soul);
    if (taken < 1) paintSoul(pen, x, y - at.u * 0.4 * taken, at.u, 1 - taken);
    if (taken > 0 && taken < 1) sparks(pen, x, y, at.u, taken, "#2aa7e0");
  }
  if (!motion || motion.fresh === 0) return;
  for (const soul of motion.next.souls)
    if (
      !field.souls.some((old) => same(old, soul)) ||
      steps.some((step) => step.soul && same(step.soul, soul))
    )
      paintSoul(pen, ...middle(at, soul), at.u, motion.fresh);
}

function paintDogs(
  pen: Pen,
  at: Place,
  field: Field,
  motion: Motion | null,
  scene: Shown,
): void {
  const later = new Map(
    motion?.next.dogs.map(([id, row, col]) => [id, [row, col] as Cell]),
  );
  const order = scene.shows("order") && !motion ? dogOrder(field) : null;
  for (const [id, row, col] of field.dogs) {
    const isSlashed = motion?.turn.slashed.has(id) ?? false;
    const cell =
      motion && !isSlashed
        ? between([row, col], later.get(id) ?? [row, col], glide(motion.dogs))
        : ([row, col] as Cell);
    const [x, y] = middle(at, cell);
    faded(pen, isSlashed ? 1 - (motion?.jutsu ?? 0) : 1, () =>
      paintDog(pen, x, y, at.u, id),
    );
    const note = scene.shows("ids")
      ? `#${id}`
      : order?.has(id)
        ? `${order.get(id)}`
        : "";
    if (note)
      loudWords(
        pen,
        note,
        x,
        y - at.u * 0.32,
        at.u * 0.34,
        scene.palette.ink,
        scene.palette.card,
      );
  }
  if (!motion || motion.fresh === 0) return;
  const known = new Set(field.dogs.map(([id]) => id));
  for (const [id, row, col] of motion.next.dogs)
    if (!known.has(id))
      faded(pen, motion.fresh, () =>
        paintDog(
          pen,
          ...middle(at, [row, col]),
          at.u * (0.4 + 0.6 * motion.fresh),
          id,
        ),
      );
}

function paintEffect(
  pen: Pen,
  at: Place,
  effect: Effect,
  t: number,
  side: 0 | 1,
  scene: Shown,
): void {
  const [x, y] = middle(at, effect.cell);
  const caster = scene.palette.sides[effect.isOwn ? side : 1 - side];
  faded(pen, effect.fizzled ? 0.5 : 1, () => {
    if (effect.kind === "rock")
      paintRock(pen, x, y - at.u * 4 * (1 - glide(t)), at.u, scene.palette);
    if (effect.kind === "bolt") {
      faded(pen, 1 - t * 0.6, () =>
        polygon(
          pen,
          [
            [x - at.u * 0.5, y - at.u * 3],
            [x + at.u * 0.25, y - at.u * 1.2],
            [x - at.u * 0.1, y - at.u * 1.1],
            [x + at.u * 0.1, y],
            [x - at.u * 0.4, y - at.u * 1.5],
            [x, y - at.u * 1.6],
          ],
          "#ffd23c",
        ),
      );
      sparks(pen, x, y, at.u * 1.2, t, "#ffd23c");
    }
    if (effect.kind === "clone")
      faded(pen, t * 0.75, () => paintNinja(pen, x, y, at.u, 0, caster));
    if (effect.kind === "slash")
      for (const r of [0.6, 1, 1.4])
        ring(
          pen,
          x,
          y,
          at.u * r * glide(t) * 1.1,
          caster,
          at.u * 0.22 * (1 - t),
        );
    if (effect.kind === "speed")
      star(pen, x, y, at.u * (0.5 + t * 0.6), 8, `${caster}66`, 0.45);
  });
  if (effect.kind !== "speed") ring(pen, x, y, at.u * 0.62, caster, at.u * 0.1);
}

function paintDistances(
  pen: Pen,
  at: Place,
  field: Field,
  palette: Palette,
): void {
  distances(field.map, field.ninjas).forEach((row, r) =>
    row.forEach((d, c) => {
      if (d < 0) return;
      const [x, y] = middle(at, [r, c]);
      faded(pen, Math.max(0, 0.34 - d * 0.022), () =>
        box(pen, x - at.u / 2, y - at.u / 2, at.u, at.u, 0, palette.danger),
      );
      words(
        pen,
        String(d),
        x + at.u * 0.28,
        y + at.u * 0.3,
        at.u * 0.32,
        palette.soft,
      );
    }),
  );
}

const caughtCells = (field: Field) =>
  field.ninjas.filter((ninja) =>
    field.dogs.some(([, row, col]) => same([row, col], ninja)),
  );

function paintField(pen: Pen, at: Place, side: 0 | 1, scene: Shown): void {
  const field = scene.now.fields[side];
  const motion = scene.t > 0 ? motionOf(scene, side) : null;
  const { palette } = scene;
  paintGround(pen, at, palette, side);
  if (scene.shows("distances") && !motion)
    paintDistances(pen, at, field, palette);
  paintSouls(pen, at, field, motion);
  paintRocks(pen, at, field, motion, palette);
  const clones =
    motion && motion.dogs < 1
      ? motion.turn.effects.filter((e) => e.kind === "clone" && !e.fizzled)
      : [];
  for (const clone of clones)
    faded(pen, 0.7 * motion!.jutsu, () =>
      paintNinja(pen, ...middle(at, clone.cell), at.u, 0, palette.soft),
    );
  for (const ninja of [0, 1] as const) {
    const { cell, look } = ninjaPlace(field, motion, ninja);
    paintNinja(
      pen,
      ...middle(at, cell),
      at.u,
      ninja,
      palette.sides[side],
      look,
    );
  }
  paintDogs(pen, at, field, motion, scene);
  if (motion && motion.jutsu < 1)
    for (const effect of motion.turn.effects)
      paintEffect(pen, at, effect, motion.jutsu, side, scene);
  if (!motion)
    paintMarks(
      pen,
      scene.marks[side],
      palette.sides[side],
      at.u,
      (row, col) => middle(at, [row, col]),
      palette,
    );
  if (!motion && scene.now.over) paintCaught(pen, at, field, scene);
}

function paintCaught(pen: Pen, at: Place, field: Field, scene: Shown): void {
  const caught = caughtCells(field);
  for (const cell of caught)
    ring(
      pen,
      ...middle(at, cell),
      at.u * 0.75,
      scene.palette.danger,
      at.u * 0.18,
    );
  if (caught.length > 0)
    loudWords(
      pen,
      scene.say(SAYS.caught),
      at.x + (COLS * at.u) / 2,
      at.y + at.u * 8.5,
      at.u * 1.7,
      scene.palette.danger,
      scene.palette.card,
    );
}

// ---- panels ----

/** A small picture for each jutsu. */
function paintJutsuIcon(
  pen: Pen,
  jutsu: number,
  x: number,
  y: number,
  u: number,
  palette: Palette,
): void {
  if (jutsu === JUTSU.speed) star(pen, x, y, u * 0.46, 8, palette.gold, 0.5);
  if (jutsu === JUTSU.myRock || jutsu === JUTSU.foeRock)
    paintRock(pen, x, y, u * 0.85, palette);
  if (jutsu === JUTSU.myBolt || jutsu === JUTSU.foeBolt)
    polygon(
      pen,
      [
        [x - u * 0.1, y - u * 0.46],
        [x + u * 0.26, y - u * 0.46],
        [x + u * 0.06, y - u * 0.08],
        [x + u * 0.28, y - u * 0.08],
        [x - u * 0.2, y + u * 0.48],
        [x - u * 0.03, y + u * 0.06],
        [x - u * 0.26, y + u * 0.06],
      ],
      palette.gold,
    );
  if (jutsu === JUTSU.myClone || jutsu === JUTSU.foeClone)
    paintNinja(pen, x, y, u * 0.8, 1, palette.soft);
  if (jutsu === JUTSU.slash)
    for (const r of [0.18, 0.32, 0.46])
      ring(pen, x, y, u * r, palette.good, u * 0.08);
}

function paintHead(
  pen: Pen,
  at: Place,
  width: number,
  field: Field,
  scene: Shown,
  side: 0 | 1,
): void {
  const { palette, say } = scene;
  const u = at.u;
  paintSoul(pen, at.x + u * 0.8, at.y + u * 0.95, u * 1.4);
  words(
    pen,
    String(field.nin),
    at.x + u * 1.7,
    at.y + u * 0.9,
    u * 1.25,
    palette.sides[side],
    { align: "left", weight: 800 },
  );
  words(
    pen,
    say(SAYS.nin),
    at.x + u * 0.3,
    at.y + u * 1.95,
    u * 0.55,
    palette.soft,
    { align: "left", weight: 500 },
  );
  paintDog(pen, at.x + width * 0.55 + u * 0.6, at.y + u * 0.9, u * 1.3, 0);
  words(
    pen,
    String(field.dogs.length),
    at.x + width * 0.55 + u * 1.4,
    at.y + u * 0.9,
    u * 1.25,
    palette.ink,
    { align: "left", weight: 800 },
  );
  words(
    pen,
    say(SAYS.dogs),
    at.x + width * 0.55 + u * 0.2,
    at.y + u * 1.95,
    u * 0.55,
    palette.soft,
    { align: "left", weight: 500 },
  );
}

function paintJutsu(
  pen: Pen,
  at: Place,
  width: number,
  jutsu: number,
  side: 0 | 1,
  scene: Shown,
): void {
  const { palette, now, next } = scene;
  const field = now.fields[side];
  const cost = now.costs[jutsu];
  const deed = next && scene.t > 0 ? next.last[side] : now.last[side];
  const isCast = deed.jutsu === jutsu && deed.paid;
  const u = at.u;
  if (isCast)
    box(pen, at.x, at.y, width, u * 1.16, u * 0.3, palette.sidesSoft[side]);
  if (isCast)
    frame(
      pen,
      at.x,
      at.y,
      width,
      u * 1.16,
      u * 0.3,
      palette.sides[side],
      u * 0.08,
    );
  faded(pen, field.nin >= cost || isCast ? 1 : 0.42, () => {
    const y = at.y + u * 0.58;
    paintJutsuIcon(pen, jutsu, at.x + u * 0.7, y, u * 0.9, palette);
    words(
      pen,
      scene.say(JUTSU_NAMES[jutsu]),
      at.x + u * 1.4,
      y,
      u * 0.58,
      palette.ink,
      { align: "left", weight: 600, most: width - u * 4.1 },
    );
    words(
      pen,
      String(cost),
      at.x + width - u * 1.75,
      y,
      u * 0.68,
      palette.ink,
      { align: "right", weight: 800 },
    );
    words(
      pen,
      `×${field.uses[jutsu]}`,
      at.x + width - u * 0.2,
      y,
      u * 0.58,
      field.uses[jutsu] ? palette.ink : palette.soft,
      { align: "right", weight: 500 },
    );
  });
}

function paintPanel(
  pen: Pen,
  at: Place,
  width: number,
  height: number,
  side: 0 | 1,
  scene: Shown,
): void {
  const u = at.u;
  box(pen, at.x, at.y, width, height, u * 0.5, scene.palette.card);
  paintHead(
    pen,
    { x: at.x + u * 0.2, y: at.y + u * 0.3, u },
    width,
    scene.now.fields[side],
    scene,
    side,
  );
  const columns = width > u * 11 ? 2 : 1;
  const cell = (width - u * 0.6) / columns;
  const rowHeight = columns === 1 ? u * 1.5 : u * 1.2;
  for (let jutsu = 0; jutsu < 8; jutsu++) {
    const x = at.x + u * 0.3 + cell * Math.floor(jutsu / (8 / columns));
    const y = at.y + u * 2.9 + rowHeight * (jutsu % (8 / columns));
    paintJutsu(pen, { x, y, u }, cell - u * 0.1, jutsu, side, scene);
  }
}

const WIDE = { width: 46.4, height: 17.4 };
const NARROW = { width: 28.8, height: 26 };

interface Layout {
  isNarrow: boolean;
  x: number;
  y: number;
  u: number;
  /** Where both fields lie. */
  fields: [Place, Place];
}

export function layoutOf(width: number, height: number): Layout {
  const isNarrow = width / height < 1.6;
  const shape = isNarrow ? NARROW : WIDE;
  const u = Math.min(width / shape.width, height / shape.height);
  const x = (width - shape.width * u) / 2;
  const y = (height - shape.height * u) / 2 + u * 0.2;
  const lefts = isNarrow ? [0.2, 14.6] : [9, 23.4];
  const place = (side: 0 | 1) => ({ x: x + lefts[side] * u, y, u });
  return { isNarrow, x, y, u, fields: [place(0), place(1)] };
}

function draw(pen: Pen, width: number, height: number, scene: Shown): void {
  const { isNarrow, x, y, u, fields } = layoutOf(width, height);
  const panels = isNarrow ? [0.2, 14.6] : [0.2, 37.7];
  for (const side of [0, 1] as const) {
    paintField(pen, fields[side], side, scene);
    const panel = {
      x: x + panels[side] * u,
      y: isNarrow ? y + 17.5 * u : y,
      u,
    };
    paintPanel(
      pen,
      panel,
      isNarrow ? 14 * u : 8.5 * u,
      isNarrow ? 8.1 * u : 15.4 * u,
      side,
      scene,
    );
  }
}

// ---- words ----

function eventsOf(before: Frame, after: Frame): FilmEvent[] {
  const events: FilmEvent[] = [];
  for (const side of [0, 1] as const) {
    const deed = after.last[side];
    if (after.turn > before.turn && deed.paid)
      events.push({ side, weight: 2, words: JUTSU_NAMES[deed.jutsu] });
    if (after.over && caughtCells(after.fields[side]).length > 0)
      events.push({ side, weight: 3, words: SAYS.caughtEvent });
    else if (after.turn > before.turn && deed.sent >= 3)
      events.push({
        side,
        weight: 1,
        words: [`${deed.sent} dogs sent`, `忍犬${deed.sent}匹`],
      });
  }
  return events;
}

function nearestDog(field: Field): string {
  const far = distances(field.map, field.ninjas);
  const all = field.dogs
    .map(([, row, col]) => far[row][col])
    .filter((d) => d >= 0);
  return all.length > 0 ? String(Math.min(...all)) : "–";
}

const view: GameView<Frame, null> = {
  title: "CODE VS 5.0",
  reasons: {
    caught: ["a ninja was caught", "忍者が捕縛された"],
    "both caught": ["ninjas of both were caught", "両者の忍者が捕縛された"],
    "turn limit": ["all turns played", "全ターン終了"],
    "time limit": ["time over", "時間切れ"],
    "protocol error": ["broke the protocol", "不正な出力"],
    "program ended": ["the program ended", "プログラム終了"],
    "both failed": ["both failed", "両者失格"],
  },
  measures: [
    {
      words: ["dogs on the field", "忍犬の数"],
      of: (f) => [f.fields[0].dogs.length, f.fields[1].dogs.length],
    },
    {
      words: ["nin-power", "忍力"],
      of: (f) => [f.fields[0].nin, f.fields[1].nin],
    },
    {
      words: ["dogs sent", "送った忍犬"],
      of: (f) => [f.fields[1].next_dog, f.fields[0].next_dog],
    },
  ],
  overlays: [
    { key: "distances", words: ["distances", "距離"], initial: false },
    {
      key: "order",
      words: ["order of the dogs", "忍犬の順番"],
      initial: false,
    },
    { key: "ids", words: ["ids of the dogs", "忍犬のID"], initial: false },
  ],
  shape: (isNarrow) => (isNarrow ? NARROW : WIDE),
  events: eventsOf,
  duration: (_, after) => turnMs(after),
  draw,
  describe: (f, names, say) =>
    f.fields
      .map((field, p) =>
        say(SAYS.describe, {
          name: names[p],
          nin: field.nin,
          dogs: field.dogs.length,
          near: nearestDog(field),
        }),
      )
      .join(" "),
  boards: ({ now: f, names, say }) =>
    f.fields.map((field, p) => ({
      title: say(SAYS.fieldOf, { name: names[p] }),
      columns: [...field.map[0]].map((_, col) => String(col)),
      rows: field.map.map((line, row) => ({
        name: String(row),
        cells: [...line].map((letter, col) =>
          cellWords(field, letter, [row, col], say),
        ),
      })),
    })),
};

export default view;
