/* Four in a Row by hand: a column is clicked, or chosen by its number. */
import { faded, type Pen } from "$viewer/paint";
import type { Scene, Words } from "$viewer/view";
import type { Turn, GamePlay, Gesture, Spot } from "$play/play";
import {
  COLS,
  heightOf,
  middleOf,
  paintStone,
  placeOf,
  ROWS,
  type Frame,
} from "./view";

/** The column pointed at, and whether it was chosen. */
interface Draft {
  col: number | null;
  isMeant: boolean;
}

type Here = Turn<Frame, null>;

const SAYS = {
  columns: ["Column", "列"],
  column: ["Column {n}", "{n}列"],
  choose: [
    "Click on a column, or press its number.",
    "列をクリックするか、数字キーを押してください。",
  ],
  ready: ["A stone into column {n}.", "{n}列に石を落とします。"],
} as const satisfies Record<string, Words>;

const isOpen = (turn: Here, col: number) => heightOf(turn.frame, col) < ROWS;

/** The column under a place on the board; null outside, and where it is full. */
function columnAt(turn: Here, spot: Spot): number | null {
  const { size, left } = placeOf(spot.width, spot.height);
  const col = Math.floor((spot.x - left) / size);
  return col >= 0 && col < COLS && isOpen(turn, col) ? col : null;
}

function point(turn: Here, draft: Draft, gesture: Gesture, spot: Spot): Draft {
  if (gesture === "leave") return { col: null, isMeant: false };
  const col = columnAt(turn, spot);
  const isMeant = gesture === "release" && col !== null;
  return col === draft.col && isMeant === draft.isMeant
    ? draft
    : { col, isMeant };
}

function draw(
  pen: Pen,
  width: number,
  height: number,
  scene: Scene<Frame, null>,
  turn: Here,
  { col }: Draft,
): void {
  if (col === null || !isOpen(turn, col)) return;
  const place = placeOf(width, height);
  const { x, y } = middleOf(place, [col, heightOf(turn.frame, col)]);
  faded(pen, 0.5, () => paintStone(pen, scene, turn.side, x, y, place.size));
}

const play: GamePlay<Frame, null, Draft> = {
  setups: [
    {
      words: ["two stones by lot", "くじの石2つ"],
      setup: "",
    },
    { words: ["an empty board", "空の盤"], setup: "opening=0" },
  ],
  hints: [
    [
      "Look at what your move makes possible one row above it.",
      "自分の手の一段上に、相手の手がどう届くかを見ましょう。",
    ],
    [
      "The middle column is part of most lines.",
      "まん中の列は多くの並びに関わります。",
    ],
  ],
  isWhole: ({ col, isMeant }) => col !== null && isMeant,
  isQuick: true,
  begin: () => ({ col: null, isMeant: false }),
  groups: (turn) => [
    {
      words: SAYS.columns,
      choices: Array.from({ length: COLS }, (_, col) => ({
        key: `column-${col}`,
        words: SAYS.column,
        values: { n: col },
        draft: { col, isMeant: true },
        hotkey: String(col),
        isOff: !isOpen(turn, col),
      })),
    },
  ],
  point,
  answer: (_, { col }) => (col === null ? null : `${col}\n`),
  tell: (turn, { col }) =>
    col === null ? turn.say(SAYS.choose) : turn.say(SAYS.ready, { n: col }),
  draw,
};

export default play;
