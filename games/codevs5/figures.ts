/* Positions that RULES.md shows, drawn by view.ts when the pages are built. */
import type { Figures } from "$viewer/figure";
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

const frame = (
  turn: number,
  shown: Field,
  deed: Partial<Deed> = {},
): Frame => ({
  turn,
  turns: 300,
  over: false,
  winner: -1,
  reason: null,
  costs: COSTS,
  last: [{ ...STILL, ...deed }, STILL],
  fields: [shown, QUIET],
});

export interface Turn {
  now: Field;
  next: Field;
  deed: Partial<Deed>;
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

/** The turns behind the figures, for the test that plays them by the rules. */
export const turns: Turn[] = [push, dogs, clone, slash];

const part = (cols: number, rows: number) => ({
  x: at.x,
  y: at.y,
  width: at.u * cols,
  height: at.u * rows,
});
const size = { width: WIDTH, height: HEIGHT };
const [JUTSU_MS, STEP_MS, DOGS_MS, NEW_MS] = [520, 135, 300, 200];
const before = (turn: Turn) => frame(0, turn.now);
const after = (turn: Turn) => frame(1, turn.next, turn.deed);

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
  summon: {
    ...size,
    panels: [{ now: frame(0, SUMMON), shows: ["distances"], part: part(8, 7) }],
  },
};

export default figures;
