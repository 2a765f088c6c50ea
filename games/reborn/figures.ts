/* Positions that RULES.md shows, drawn by view.ts when the pages are built. */
import type { Figures, Panel } from "$viewer/figure";
import type { Rect } from "$viewer/svg_pen";
import { fieldsOf, SHOWN_ROWS, type Frame } from "./view";

const [WIDTH, HEIGHT] = [744, 508.8];
const [field] = fieldsOf(WIDTH, HEIGHT);
const COLS = 10;

type Position = {
  cols: string[];
  gauge?: number;
  score?: number;
  [more: string]: unknown;
};

const columns = (cols: string[]) =>
  Array.from({ length: COLS }, (_, i) => cols[i] ?? "");

/** Player 1 is shown; player 2 has an empty field. */
function frame(turn: number, position: Position, pack: number[][]): Frame {
  const player = { gauge: 0, stock: 0, score: 0 };
  return {
    turn,
    turns: 500,
    packs: [pack],
    players: [
      { ...player, ...position, cols: columns(position.cols) },
      { ...player, cols: columns([]) },
    ],
    over: false,
  };
}

/** The lower part of player 1's field, so many columns and rows; the columns begin at the left, or at `from`. */
const part = (cols: number, rows: number, from = 0) => ({
  x: field.x + field.u * (from > 0 ? from : -0.5),
  y: field.y + field.u * (SHOWN_ROWS - rows),
  width: field.u * (cols + (cols < COLS && from === 0 ? 0.5 : 1)),
  height: field.u * (rows + 0.5),
});

interface Turn {
  pack: number[][];
  cmd: string;
  now: Position;
  next: Position;
  /** Player 2, who is not shown; without it an empty field. Its command is 0 0. */
  other?: Position;
}

const before = (turn: Turn): Frame => frame(0, turn.now, turn.pack);
const after = (turn: Turn): Frame =>
  frame(1, { dropped: 0, ...turn.next, cmd: turn.cmd }, turn.pack);

/** On the way through a turn, at `ms` of `all` milliseconds. */
const during = (
  turn: Turn,
  ms: number,
  all: number,
): Omit<Panel<Frame>, "part"> => ({
  now: before(turn),
  next: after(turn),
  t: ms / all,
});

const PACK = [
  [1, 2],
  [3, 4],
];
const turned = (r: number, left: string, right: string): Turn => ({
  pack: PACK,
  cmd: `1 ${r}`,
  now: { cols: [] },
  next: { cols: ["", left, right] },
});
const rotations = [
  turned(0, "31", "42"),
  turned(1, "43", "21"),
  turned(2, "24", "13"),
  turned(3, "12", "34"),
];

const pairs: Turn = {
  pack: [
    [2, 0],
    [6, 3],
  ],
  cmd: "1 0",
  now: { cols: ["138", "4", "X", "7"] },
  next: { cols: ["13", "", "X"], chain: 1, gauge: 8, score: 1 },
};

const chain: Turn = {
  pack: [
    [3, 0],
    [3, 6],
  ],
  cmd: "0 0",
  now: { cols: ["", "X", "742", "851", "9"] },
  next: { cols: ["33", "X", "7", "5"], chain: 3, gauge: 8, score: 4 },
};

const skill: Turn = {
  pack: [
    [1, 1],
    [1, 0],
  ],
  cmd: "S",
  now: { cols: ["", "", "1X4", "258", "X36", "1"], gauge: 80 },
  next: { cols: ["", "", "X", "", "X", "1"], blast: 7, score: 37 },
};

const tower = "12".repeat(8);
const topped: Turn = {
  pack: [
    [1, 0],
    [2, 1],
  ],
  cmd: "4 0",
  now: { cols: ["", "", "", "", tower] },
  next: { cols: ["", "", "", "", tower + "21", "1"], dead: true },
};

// ---- section 13 ----

const first: Turn = {
  pack: [
    [9, 8],
    [9, 2],
  ],
  cmd: "0 0",
  now: { cols: [] },
  next: { cols: ["99"], chain: 1, gauge: 8, score: 1 },
};

const halves = [
  ["2229", "35"],
  ["2223", "59"],
  ["22253", "9"],
  ["22295", "3"],
].map(([left, right], r): Turn => ({
  pack: [
    [9, 5],
    [0, 3],
  ],
  cmd: `3 ${r}`,
  now: { cols: ["", "", "", "222"] },
  next: { cols: ["", "", "", left, right] },
}));

const CHAIN = {
  pack: [
    [6, 3],
    [8, 0],
  ],
  cmd: "4 0",
};
const FIVE_STEPS = ["", "", "", "", "", "9411", "7238", "7"];
const five: Turn = {
  ...CHAIN,
  now: { cols: FIVE_STEPS, gauge: 96, score: 20 },
  next: { cols: ["", "", "", "", "8", "1"], chain: 5, gauge: 100, score: 29 },
};
const stopped: Turn = {
  ...CHAIN,
  now: { cols: FIVE_STEPS, gauge: 40, stock: 25, score: 20 },
  next: {
    cols: ["X", "X", "X", "X", "X8", "1X3", "7238X", "7X", "X", "X"],
    ...{ chain: 2, gauge: 48, stock: 14, score: 22, dropped: 10 },
  },
  other: { cols: ["4"], gauge: 96, score: 11 },
};

const blast: Turn = {
  pack: [
    [2, 8],
    [0, 7],
  ],
  cmd: "S",
  now: {
    cols: ["", "", "", "", "7", "1793", "6663", "5", "X"],
    ...{ gauge: 88, stock: 12, score: 50 },
  },
  next: {
    cols: ["X", "X", "X", "X", "X", "X", "6X", "X", "XX", "X"],
    ...{ chain: 3, blast: 3, gauge: 8, score: 83, dropped: 10 },
  },
  other: { cols: [], gauge: 92, stock: 3, score: 60 },
};

const saved: Turn = {
  pack: [
    [3, 0],
    [7, 8],
  ],
  cmd: "0 0",
  now: { cols: ["1".repeat(16)] },
  next: { cols: ["1".repeat(16), "8"], chain: 1, gauge: 8, score: 1 },
};
const lost: Turn = {
  pack: [
    [3, 0],
    [3, 8],
  ],
  cmd: "0 0",
  now: { cols: ["1".repeat(15)] },
  next: { cols: ["1".repeat(15) + "33", "8"], dead: true },
};

/** The turns behind the figures, for the test that plays them by the rules. */
export const turns: Turn[] = [
  ...[...rotations, pairs, chain, skill, topped],
  ...[first, ...halves, five, stopped, blast, saved, lost],
];

const size = { width: WIDTH, height: HEIGHT };
const BEAT = 850; // fall, show, vanish
const SHOWN = 540; // the pairs of a beat are in sight
const REST = 450; // the last fall, and a moment
const small = part(5, 4);
const top = { ...part(8, 19), height: field.u * 8 };

/** Every step of a chain at the moment its pairs are in sight, and what is left. */
const steps = (turn: Turn, count: number, at: Rect): Panel<Frame>[] => [
  ...Array.from({ length: count }, (_, i) => ({
    ...during(turn, i * BEAT + SHOWN, count * BEAT + REST),
    part: at,
  })),
  { now: after(turn), part: at },
];
const chained = (...how: Parameters<typeof steps>) => ({
  ...size,
  panels: steps(...how),
});

/** The same, with the field before the turn. */
const whole = (turn: Turn, count: number, at: Rect) => ({
  ...size,
  panels: [{ now: before(turn), part: at }, ...steps(turn, count, at)],
});

/** What comes of each of some turns. */
const outcomes = (of: Turn[], at: Rect): Panel<Frame>[] =>
  of.map((turn) => ({ now: after(turn), part: at }));

const figures: Figures<Frame> = {
  rotations: { ...size, panels: outcomes(rotations, part(4, 2.5)) },
  pairs: whole(pairs, 1, small),
  chain: chained(chain, 3, small),
  skill: whole(skill, 1, part(7, 4)),
  topped: { ...size, panels: outcomes([topped], part(COLS, 19)) },
  first: chained(first, 1, part(3, 2.5)),
  halves: {
    ...size,
    panels: [
      { now: before(halves[0]), part: part(3, 5.5, 2) },
      ...outcomes(halves, part(3, 5.5, 2)),
    ],
  },
  five: chained(five, 5, part(5, 5.5, 3)),
  stopped: whole(stopped, 2, part(6, 6.5, 3)),
  blast: whole(blast, 4, part(5, 5.5, 4)),
  line: {
    ...size,
    panels: [...steps(saved, 1, top), ...outcomes([lost], top)],
  },
};

export default figures;
