/* Positions that RULES.md shows, drawn by view.ts when the pages are built. */
import type { Figures, Panel } from "$viewer/figure";
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

/** The lower left part of player 1's field, so many columns and rows. */
const part = (cols: number, rows: number) => ({
  x: field.x - field.u * 0.5,
  y: field.y + field.u * (SHOWN_ROWS - rows),
  width: field.u * (cols + (cols < COLS ? 0.5 : 1)),
  height: field.u * (rows + 0.5),
});

interface Turn {
  pack: number[][];
  cmd: string;
  now: Position;
  next: Position;
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

/** The turns behind the figures, for the test that plays them by the rules. */
export const turns: Turn[] = [...rotations, pairs, chain, skill, topped];

const size = { width: WIDTH, height: HEIGHT };
const BEAT = 850; // fall, show, vanish
const SHOWN = 540; // the pairs of a beat are in sight
const REST = 450; // the last fall, and a moment
const small = part(5, 4);

const figures: Figures<Frame> = {
  rotations: {
    ...size,
    panels: rotations.map((turn) => ({ now: after(turn), part: part(4, 2.5) })),
  },
  pairs: {
    ...size,
    panels: [
      { now: before(pairs), part: small },
      { ...during(pairs, SHOWN, BEAT + REST), part: small },
      { now: after(pairs), part: small },
    ],
  },
  chain: {
    ...size,
    panels: [
      ...[0, 1, 2].map((i) => ({
        ...during(chain, i * BEAT + SHOWN, 3 * BEAT + REST),
        part: small,
      })),
      { now: after(chain), part: small },
    ],
  },
  skill: {
    ...size,
    panels: [
      { now: before(skill), part: part(7, 4) },
      { ...during(skill, SHOWN, BEAT + REST), part: part(7, 4) },
      { now: after(skill), part: part(7, 4) },
    ],
  },
  topped: { ...size, panels: [{ now: after(topped), part: part(COLS, 19) }] },
};

export default figures;
