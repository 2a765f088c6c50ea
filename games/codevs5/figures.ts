/* Positions that RULES.md shows, drawn by view.ts when the pages are built. */
import type { Figures } from "$viewer/figure";
import type { Rect } from "$viewer/svg_pen";
import { layoutOf, type Frame } from "./view";
import type { Cell, Deed, Field } from "./view_walk";

const [WIDTH, HEIGHT] = [1113.6, 417.6];
const [ROWS, COLS] = [17, 14];
const at = layoutOf(WIDTH, HEIGHT).fields[0];
const COSTS = [3, 3, 3, 3, 3, 3, 3, 10];

/**
 * The upper left corner of a field as text: W wall, O rock, 0 and 1 ninjas, a to z dogs (a has id 0), * a soul, _ floor. The
 * rest is floor within walls.
 */
function field(text: string, more: Partial<Field> = {}): Field {
  const lines = text.trim().split(/\s+/);
  const ninjas: Cell[] = [];
  const dogs: Field["dogs"] = [];
  const souls: Cell[] = [];
  const cell = (row: number, col: number): string => {
    if (row % (ROWS - 1) === 0 || col % (COLS - 1) === 0) return "W";
    const c = lines[row]?.[col] ?? "_";
    if (c === "O") return "O";
    if (c === "0" || c === "1") ninjas[Number(c)] = [row, col];
    if (c >= "a" && c <= "z") dogs.push([c.charCodeAt(0) - 97, row, col]);
    if (c === "*") souls.push([row, col]);
    return "_";
  };
  const map = Array.from({ length: ROWS }, (_, row) =>
    Array.from({ length: COLS }, (_, col) => cell(row, col)).join(""),
  );
  dogs.sort((a, b) => a[0] - b[0]);
  return {
    nin: 0,
    map,
    ninjas: [ninjas[0], ninjas[1]],
    dogs,
    souls,
    uses: [0, 0, 0, 0, 0, 0, 0, 0],
    next_dog: dogs.length,
    soul_goal: souls.length,
    ...more,
  };
}

const STILL: Deed = {
  fault: null,
  jutsu: -1,
  paid: false,
  walks: ["", ""],
  sent: 0,
};
const QUIET = field("W W0 W1");
const FAR: Cell = [15, 12];

const frame = (
  turn: number,
  shown: Field,
  deed: Partial<Deed> = {},
  other: Partial<Deed> = {},
): Frame => ({
  turn,
  turns: 300,
  over: false,
  winner: -1,
  reason: null,
  costs: COSTS,
  last: [
    { ...STILL, ...deed },
    { ...STILL, ...other },
  ],
  fields: [shown, QUIET],
});

export interface Turn {
  now: Field;
  next: Field;
  deed: Partial<Deed>;
  /** The other side, which is not shown, and what it does; without it a field like this one without dogs. */
  other?: { field: Field; cmd: string; deed?: Partial<Deed> };
}

const push: Turn = {
  now: field("WWWWWWW W0O__W W_____ W1Oa__ W_____"),
  next: field("WWWWWWW W__0O_ W__a__ W1O___ W_____"),
  deed: { walks: ["RR", "R"] },
};

const dogs: Turn = {
  now: field("WWWWWWWW W0_ab___ W_O_O___ W_Oc____ W_O_O___ W1______"),
  next: field("WWWWWWWW W0ab____ W_OcO___ W_O_____ W_O_O___ W1______"),
  deed: {},
};

const clone: Turn = {
  now: field("WWWWWWWW W0a_____ W_______ W____b__ W1______", { nin: 5 }),
  next: field("WWWWWWWW W0_a____ W____b__ W_______ W1______", {
    nin: 2,
    uses: [0, 0, 0, 0, 0, 1, 0, 0],
  }),
  deed: { jutsu: 5, paid: true, cell: [1, 5] },
};

const slash: Turn = {
  now: field("WWWWWWWW W_a_____ W_0b__d_ W_c_____ W1______", { nin: 12 }),
  next: field("WWWWWWWW W_______ W_0__d__ W_______ W1______", { nin: 2 }),
  deed: { jutsu: 7, paid: true, ninja: 0 },
};

const SUMMON = field(
  "WWWWWWWW W0__O___ W_O_O___ W___O___ WOO_O___ W1__O___ WOOOO___",
);

// ---- section 13 ----

/**
 * A small board within rocks: n ninjas, digits dogs, * a soul, # rock, . floor. A second ninja that it does not name stands between
 * rocks elsewhere, where no dog gets to it.
 */
function board(text: string, more: Partial<Field> = {}): Field {
  const lines = text.trim().split(/\s+/);
  let ninjas = 0;
  const letter = (c: string) => {
    if (c === "n") return String(ninjas++);
    if (c === "." || c === "*") return c.replace(".", "_");
    return c === "#" ? "O" : String.fromCharCode(97 + Number(c));
  };
  const rows = lines.map((line) => `W${[...line].map(letter).join("")}O`);
  const rim = "W" + "O".repeat(lines[0].length + 1);
  const empty = Array<string>(12 - rows.length).fill("W");
  const pocket = ninjas < 2 ? ["W___________O", "W__________O1"] : [];
  const made = field(["W", ...rows, rim, ...empty, ...pocket].join(" "));
  return { ...made, next_dog: 9, ...more };
}

/** A dog's step, and what is on the board after it; the ninjas stay where they are unless `deed` says otherwise. */
function moved(now: string, next: string, deed: Partial<Deed> = {}): Turn {
  const nin = deed.paid ? 3 : 0;
  const uses = [0, 0, 0, 0, 0, deed.paid ? 1 : 0, 0, 0];
  return { now: board(now, { nin }), next: board(next, { uses }), deed };
}

const up = moved("n.. .0. ...", "n0. ... ...");
const left = moved("... .0. n.n", "... 0.. n.n");
const eight: Turn = {
  now: board("12n 345 678"),
  next: board("312 645 .78", { ninjas: [[1, 3], FAR] }),
  deed: {},
};
const gap = moved("#0# 1.n #2#", "#.# 10n #2#");
const queue = moved("n.10.2", "n10.2.");
const cloned = (cell: Cell, ...walks: string[]): Partial<Deed> => ({
  ...{ jutsu: 5, paid: true, cell },
  walks: [walks[0] ?? "", ""],
});
const swap = moved(".... .n0. ....", "..0. ..n. ....", cloned([1, 4], "R"));
const jump = moved(".n0.", ".0.n", cloned([1, 1], "RR"));
const away = moved("n..0 #### ....", "n..0 #### ....", cloned([3, 1]));
const inRock = moved("n..0 #### ....", "n.0. #### ....", cloned([2, 1]));
const two: Turn = {
  ...moved("..0.... n......", ".0..... n......", cloned([1, 1])),
  other: {
    field: { ...QUIET, nin: 3 },
    cmd: "3\n6 1 7\n\n\n",
    deed: { jutsu: 6, paid: true, cell: [1, 7] },
  },
};

/** A dog sent by the other side appears: player 2 takes a soul. */
const summoned = (text: string, ...dog: Cell): Turn => ({
  now: board(text),
  next: board(text, { dogs: [[9, ...dog]], next_dog: 10 }),
  deed: {},
  other: { field: field("W W0* W1"), cmd: "2\nR\n\n" },
});
const OPEN = "n..... ...... ...... ...... ...... ......";
const summons = [
  summoned(OPEN, 6, 6),
  summoned("n....n ...... ...... ...... ...... ......", 6, 3),
  summoned("n..... ...... ...... ...... ...... .....n", 1, 6),
  summoned("n....# ....#. ...... ...... ...... .....n", 3, 4),
  summoned("n..... ...... ...### ###... ...... .....n", 2, 6),
  summoned("...... ...... ...#.. ..#n#. ...#.. ......", 4, 4),
  summoned("...... ...... ###### .n..n. ###### ......", 4, 1),
  summoned("...... .#.... .#n##. ..#n#. ..#.#. ..#...", 6, 2),
];
const four: Turn = {
  now: board(OPEN),
  deed: {},
  next: board(OPEN, {
    dogs: [
      [9, 6, 6],
      [10, 5, 6],
      [11, 6, 5],
      [12, 4, 6],
    ],
  }),
  other: {
    field: field("W Wabc W_0d W1", { nin: 10 }),
    cmd: "3\n7 0\n\n\n",
  },
};

/** The turns behind the figures, for the test that plays them by the rules. */
export const turns: Turn[] = [
  ...[push, dogs, clone, slash],
  ...[up, left, eight, gap, queue, swap, jump, away, inRock, two],
  ...[...summons, four],
];

const part = (cols: number, rows: number) => ({
  x: at.x,
  y: at.y,
  width: at.u * cols,
  height: at.u * rows,
});
const size = { width: WIDTH, height: HEIGHT };
const [JUTSU_MS, STEP_MS, DOGS_MS, NEW_MS] = [520, 135, 300, 200];
const before = (turn: Turn) => frame(0, turn.now);
const after = (turn: Turn) => frame(1, turn.next, turn.deed, turn.other?.deed);

/** On the way, when the ninjas have walked and the dogs have not. */
function walked(turn: Turn) {
  const steps = (turn.deed.walks ?? []).join("").length;
  const ms = (turn.deed.paid ? JUTSU_MS : 0) + STEP_MS * steps;
  const t = (ms + 1) / (ms + DOGS_MS + NEW_MS);
  return { now: before(turn), next: after(turn), t };
}

const cast = (turn: Turn, done: number) => ({
  now: before(turn),
  next: after(turn),
  t: (done * JUTSU_MS) / (JUTSU_MS + DOGS_MS + NEW_MS),
});

/** Each turn before and after. */
const both = (of: Turn[], at: Rect, shows: string[] = []) => ({
  ...size,
  panels: of.flatMap((turn) => [
    { now: before(turn), shows, part: at },
    { now: after(turn), shows, part: at },
  ]),
});

/** Each turn with its clone, when the ninjas have walked, and after. */
const clones = (of: Turn[], at: Rect) => ({
  ...size,
  panels: of.flatMap((turn) => [
    { now: before(turn), part: at },
    { ...walked(turn), part: at },
    { now: after(turn), part: at },
  ]),
});

/** Where the new dogs are, with the distances. */
const arrived = (of: Turn[], at: Rect, shows = ["distances"]) => ({
  ...size,
  panels: of.map((turn) => ({ now: after(turn), shows, part: at })),
});

const figures: Figures<Frame> = {
  field: {
    ...size,
    panels: [{ seed: "7", part: part(COLS, ROWS) }],
  },
  push: {
    ...size,
    panels: [
      { now: before(push), part: part(7, 5) },
      { ...walked(push), part: part(7, 5) },
    ],
  },
  dogs: {
    ...size,
    panels: [
      { now: before(dogs), shows: ["distances", "order"], part: part(8, 6.5) },
      { now: after(dogs), part: part(8, 6.5) },
    ],
  },
  clone: {
    ...size,
    panels: [
      { ...walked(clone), part: part(8, 5) },
      { now: after(clone), part: part(8, 5) },
    ],
  },
  slash: {
    ...size,
    panels: [
      { now: before(slash), part: part(8, 5) },
      { ...cast(slash, 0.55), part: part(8, 5) },
      { now: after(slash), part: part(8, 5) },
    ],
  },
  choice: both([up, left], part(5, 5)),
  eight: both([eight], part(5, 5), ["ids"]),
  gap: both([gap], part(5, 5), ["ids"]),
  queue: both([queue], part(8, 3), ["ids"]),
  swap: clones([swap], part(6, 5)),
  jump: clones([jump], part(6, 3)),
  reach: clones([away, inRock], part(6, 5)),
  two: clones([two], part(9, 4)),
  summons1: arrived(summons.slice(0, 4), part(8, 8)),
  summons2: arrived(summons.slice(4), part(8, 8)),
  four: arrived([four], part(8, 8), ["ids"]),
  summon: {
    ...size,
    panels: [{ now: frame(0, SUMMON), shows: ["distances"], part: part(8, 7) }],
  },
};

export default figures;
