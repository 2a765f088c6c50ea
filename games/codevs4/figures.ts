/* Positions that RULES.md shows, drawn by view.ts when the pages are built. */
import type { Figures } from "$viewer/figure";
import {
  CASTLE,
  KNIGHT,
  mapOf,
  middle,
  SIZE,
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

/** So many cells each way around the middle of a map seen with `camera`. */
function around(reach: number) {
  const map = mapOf(WIDTH, HEIGHT, NEAR);
  const [x, y] = middle(map, NEAR.y, NEAR.x);
  const side = (2 * reach + 1) * map.cell;
  return { x: x - side / 2, y: y - side / 2, width: side, height: side };
}

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
      { now: sight, camera: NEAR, part: around(5) },
      { now: sight, camera: NEAR, eyes: 0, part: around(5) },
    ],
  },
  battle: {
    ...size,
    panels: [{ now: battle, camera: NEAR, eyes: 0, part: around(2) }],
  },
};

export default figures;
