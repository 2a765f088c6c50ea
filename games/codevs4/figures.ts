/* Positions that RULES.md shows, drawn by view.ts when the pages are built. */
import type { Figures } from "$viewer/figure";
import {
  ASSASSIN,
  BASE,
  CASTLE,
  FIGHTER,
  KNIGHT,
  mapOf,
  middle,
  SIZE,
  VILLAGE,
  WORKER,
  type Frame,
  type Unit,
} from "./view";

const [WIDTH, HEIGHT] = [720, 430];
const WHOLE = { x: SIZE / 2, y: SIZE / 2, zoom: 1 };
const NEAR = { x: 20, y: 20, zoom: 9 };

const frame = (units: Unit[], resources: Frame["resources"]): Frame => ({
  stage: 0,
  turn: 0,
  money: [0, 0],
  income: [10, 10],
  result: null,
  resources,
  units,
  stages: [],
  score: [0, 0],
  over: false,
});

const CASTLES: Unit[] = [
  [0, 0, 5, 5, 50000, CASTLE],
  [6, 1, 90, 90, 50000, CASTLE],
];

/** A worker, an enemy that it sees and may hit, one that it sees, and one that it does not. */
const sight = frame(
  [
    ...CASTLES,
    [1, 0, 20, 20, 2000, WORKER],
    [7, 1, 20, 22, 5000, KNIGHT],
    [8, 1, 18, 18, 5000, KNIGHT],
    [9, 1, 17, 23, 5000, KNIGHT],
  ],
  [[22, 19]],
);

const crowd = (id: number, n: number, y: number, x: number): Unit[] =>
  Array.from({ length: n }, (_, i): Unit => [id + i, 1, y, x, 2000, WORKER]);
const KNIGHTS: Unit = [1, 0, 20, 20, 5000, KNIGHT];
const battle = frame(
  [...CASTLES, KNIGHTS, ...crowd(7, 12, 20, 21), ...crowd(19, 2, 19, 20)],
  [],
);

/** Positions of the figures with the HP after the battle, for the test that plays them by the rules. */
export const battles = { sight, battle };

// ---- section 13 ----

export interface Turn {
  now: Frame;
  next: Frame;
  /** What the players order. */
  orders: [string[], string[]];
}

/** A turn: units that are the same afterwards are named once, `changed` has their places and HP after it. */
function turn(
  units: Unit[],
  changed: Unit[],
  more: Partial<Frame> & { paid?: [number, number] },
  orders: Turn["orders"],
  resources: Frame["resources"] = [],
): Turn {
  const { paid = [10, 10], ...then } = more;
  const now = { ...frame(units, resources), money: then.money ?? [0, 0] };
  const left = units.filter(([id]) => !changed.some((unit) => unit[0] === id));
  const alive = [...left, ...changed].filter(([, , , , hp]) => hp > 0);
  const next = frame(
    alive.sort((a, b) => a[0] - b[0]),
    resources,
  );
  return { now, next: { ...next, turn: 1, ...then, money: paid }, orders };
}

const FIRST: Unit[] = [
  [0, 0, 11, 3, 50000, CASTLE],
  ...[1, 2, 3, 4, 5].map((id): Unit => [id, 0, 11, 3, 2000, WORKER]),
  [6, 1, 99, 65, 50000, CASTLE],
];
const first = turn(
  FIRST,
  [
    [1, 0, 11, 4, 2000, WORKER],
    [2, 0, 12, 3, 2000, WORKER],
    [3, 0, 11, 2, 2000, WORKER],
    [4, 0, 10, 3, 2000, WORKER],
    [5, 0, 11, 4, 2000, WORKER],
  ],
  {},
  [["1 R", "2 D", "3 L", "4 U", "5 R", "0 0"], []],
);

const made = turn(
  [
    [0, 0, 10, 10, 50000, CASTLE],
    [1, 0, 20, 20, 2000, WORKER],
    [2, 0, 20, 20, 20000, VILLAGE],
    [3, 0, 30, 30, 20000, BASE],
    [6, 1, 90, 90, 50000, CASTLE],
    [7, 1, 20, 21, 2000, WORKER],
    [8, 1, 80, 80, 20000, BASE],
  ],
  [
    [1, 0, 20, 20, 1967, WORKER],
    [2, 0, 20, 20, 19967, VILLAGE],
    [7, 1, 20, 21, 1700, WORKER],
    [12, 0, 20, 20, 19967, VILLAGE],
    [13, 0, 30, 30, 5000, FIGHTER],
    [14, 1, 80, 80, 5000, ASSASSIN],
  ],
  { money: [150, 70], paid: [21, 20] },
  [
    ["1 5", "3 2", "2 0", "0 0", "12 R"],
    ["8 3", "8 1"],
  ],
  [[20, 20]],
);

const twelve = Array.from({ length: 12 }, (_, i) => 100 + i);
const fight = turn(
  [
    ...CASTLES,
    [20, 0, 50, 50, 5000, ASSASSIN],
    [21, 0, 50, 50, 5000, FIGHTER],
    [22, 0, 50, 51, 5000, KNIGHT],
    ...twelve.map((id): Unit => [id, 1, 51, 50, 2000, WORKER]),
    [120, 1, 50, 52, 5000, FIGHTER],
    [121, 1, 52, 51, 5000, KNIGHT],
  ],
  [
    [20, 0, 50, 50, 4538, ASSASSIN],
    [21, 0, 50, 50, 4438, FIGHTER],
    [22, 0, 50, 51, 3571, KNIGHT],
    ...twelve.map((id): Unit => [id, 1, 51, 50, 1857, WORKER]),
    [120, 1, 50, 52, 4849, FIGHTER],
    [121, 1, 52, 51, 4959, KNIGHT],
  ],
  { paid: [10, 15] },
  [[], []],
  [[51, 50]],
);

const ignored = turn(
  [
    [0, 0, 0, 40, 50000, CASTLE],
    [1, 0, 0, 50, 2000, WORKER],
    [2, 0, 30, 30, 5000, KNIGHT],
    [3, 0, 40, 40, 20000, BASE],
    [6, 1, 90, 90, 50000, CASTLE],
    [7, 1, 60, 60, 2000, WORKER],
  ],
  [
    [1, 0, 0, 51, 2000, WORKER],
    [2, 0, 31, 30, 5000, KNIGHT],
  ],
  { money: [1000, 0], paid: [1010, 10] },
  [
    "1 U/1 R/2 5/2 X/2 D/2 D/3 R/3 0/7 U/77 U/0 4/0 1/hello".split("/"),
    ["7 u"],
  ],
);

const fallen = turn(
  [
    [0, 0, 5, 5, 150, CASTLE],
    [6, 1, 90, 90, 50000, CASTLE],
    [30, 1, 5, 8, 5000, ASSASSIN],
  ],
  [
    [0, 0, 5, 5, -50, CASTLE],
    [30, 1, 5, 7, 4900, ASSASSIN],
  ],
  { result: "p2", stages: [[0, "p2", 1]] },
  [[], ["30 L"]],
);

/** The turns behind the figures, for the test that plays them by the rules. */
export const turns: Record<string, Turn> = {
  ...{ first, made, fight, ignored, fallen },
};

/** So many cells each way around a cell of the map. */
function around(reach: number, y = NEAR.y, x = NEAR.x) {
  const camera = { ...NEAR, y, x };
  const map = mapOf(WIDTH, HEIGHT, camera);
  const [left, top] = middle(map, y, x);
  const side = (2 * reach + 1) * map.cell;
  const part = { x: left - side / 2, y: top - side / 2 };
  return { camera, part: { ...part, width: side, height: side } };
}

/** A part of the map before and after a turn. */
const both = ({ now, next }: Turn, reach: number, y: number, x: number) => [
  { now, ...around(reach, y, x) },
  { now: next, ...around(reach, y, x) },
];

function wholeMap() {
  const { x, y, side } = mapOf(WIDTH, HEIGHT, WHOLE);
  return { x: x - 2, y: y - 2, width: side + 4, height: side + 4 };
}

const size = { width: WIDTH, height: HEIGHT };

const figures: Figures<Frame> = {
  start: { ...size, panels: [{ seed: "7", part: wholeMap() }] },
  sight: {
    ...size,
    panels: [
      { now: sight, ...around(5) },
      { now: sight, ...around(5), eyes: 0 },
    ],
  },
  battle: {
    ...size,
    panels: [{ now: battle, ...around(2), eyes: 0 }],
  },
  first: { ...size, panels: both(first, 2, 11, 3) },
  made: {
    ...size,
    panels: [...both(made, 2, 20, 20), ...both(made, 1, 30, 30)],
  },
  fight: { ...size, panels: both(fight, 2.5, 51, 51) },
  ignored: {
    ...size,
    panels: [...both(ignored, 1.5, 1, 50), ...both(ignored, 1.5, 30, 30)],
  },
  fallen: { ...size, panels: both(fallen, 2.5, 5, 6) },
};

export default figures;
