/* Four in a Row in the viewer: an upright board, and stones that fall into it. */
import { box, disc, drop, mix, paintMarks, ring, words } from "$viewer/paint";
import type { Pen } from "$viewer/paint";
import type { FilmEvent, GameView, Scene, Words } from "$viewer/view";

type Cell = [col: number, row: number];

/** A frame as example_frame writes it: rows from the top, "." or the number of a player. */
export interface Frame {
  turn: number;
  next: 0 | 1;
  rows: string[];
  last?: Cell;
  line?: Cell[];
  over: boolean;
  winner?: number;
}

export const COLS = 7;
export const ROWS = 6;
const HEAD = 1; // room above the board, in cells, where a stone begins to fall

const SAYS = {
  line: ["four in a row", "4つ並んだ"],
  describe: [
    "{first} has {n} stones, {second} {m}. Columns from the left: {columns}.",
    "{first}は{n}個、{second}は{m}個。左の列から: {columns}。",
  ],
  empty: ["empty", "空"],
  board: [
    "Board: columns from the left, rows from the bottom",
    "盤面: 列は左から、段は下から",
  ],
} as const satisfies Record<string, Words>;

/** Where the board lies in a drawing of this size: the size of a cell, and its upper left corner. */
export function placeOf(width: number, height: number) {
  const size = Math.min(width / (COLS + 1), height / (ROWS + HEAD + 1));
  return {
    size,
    left: (width - COLS * size) / 2,
    top: (height - (ROWS + HEAD) * size) / 2 + HEAD * size,
  };
}

type Place = ReturnType<typeof placeOf>;

export const middleOf = ({ size, left, top }: Place, [col, row]: Cell) => ({
  x: left + (col + 0.5) * size,
  y: top + (ROWS - row - 0.5) * size,
});

/** The stone in a cell: a player's number, or null. */
export const stoneAt = (frame: Frame, [col, row]: Cell): 0 | 1 | null => {
  const letter = frame.rows[ROWS - 1 - row][col];
  return letter === "." ? null : (Number(letter) as 0 | 1);
};

export const heightOf = (frame: Frame, col: number): number =>
  frame.rows.filter((row) => row[col] !== ".").length;

export function paintStone(
  pen: Pen,
  { palette }: Scene<Frame, unknown>,
  side: 0 | 1,
  x: number,
  y: number,
  size: number,
): void {
  disc(pen, x, y, size * 0.4, palette.sides[side]);
  // Told apart without colours, too.
  if (side === 1) ring(pen, x, y, size * 0.22, palette.paper, size * 0.07);
}

function paintBoard(
  pen: Pen,
  place: Place,
  scene: Scene<Frame, unknown>,
): void {
  const { size, left, top } = place;
  const { palette, now } = scene;
  box(
    pen,
    left - size * 0.1,
    top - size * 0.1,
    (COLS + 0.2) * size,
    (ROWS + 0.2) * size,
    size * 0.2,
    palette.stoneDeep,
  );
  for (let col = 0; col < COLS; col++)
    for (let row = 0; row < ROWS; row++) {
      const { x, y } = middleOf(place, [col, row]);
      disc(pen, x, y, size * 0.42, palette.paper);
      const side = stoneAt(now, [col, row]);
      if (side !== null) paintStone(pen, scene, side, x, y, size);
    }
}

/** The stone on its way between two frames. */
function paintFalling(
  pen: Pen,
  place: Place,
  scene: Scene<Frame, unknown>,
): void {
  const { now, next, t } = scene;
  if (!next?.last || next.turn === now.turn) return;
  const { x, y } = middleOf(place, next.last);
  const from = place.top - (HEAD - 0.5) * place.size;
  paintStone(pen, scene, now.next, x, mix(from, y, drop(t)), place.size);
}

function draw(
  pen: CanvasRenderingContext2D,
  width: number,
  height: number,
  scene: Scene<Frame, unknown>,
): void {
  const place = placeOf(width, height);
  paintBoard(pen, place, scene);
  paintFalling(pen, place, scene);
  for (const cell of scene.now.line ?? []) {
    const { x, y } = middleOf(place, cell);
    ring(
      pen,
      x,
      y,
      place.size * 0.4,
      scene.palette.gold,
      Math.max(2, place.size * 0.08),
    );
  }
  // What programs ask to be marked: "row col" as in the rules.
  for (const side of [0, 1] as const)
    paintMarks(
      pen,
      scene.marks[side],
      scene.palette.sides[side],
      place.size,
      (row, col) => {
        const { x, y } = middleOf(place, [col, row]);
        return [x, y];
      },
      scene.palette,
    );
  for (let col = 0; col < COLS; col++)
    words(
      pen,
      String(col),
      place.left + (col + 0.5) * place.size,
      place.top + (ROWS + 0.3) * place.size,
      place.size * 0.22,
      scene.palette.soft,
    );
}

function events(before: Frame, after: Frame): FilmEvent[] {
  return after.line && !before.line
    ? [{ side: before.next, weight: 3, words: SAYS.line }]
    : [];
}

const stonesOf = (frame: Frame, side: 0 | 1) =>
  frame.rows.join("").split(String(side)).length - 1;

const view: GameView<Frame, null> = {
  title: "Four in a Row",
  reasons: {
    line: ["four in a row", "4つ並んだ"],
    "full board": ["the board is full", "盤が埋まった"],
    time: ["out of time", "時間切れ"],
    invalid: ["invalid answer", "不正な出力"],
    gone: ["the program ended", "プログラムが終了"],
  },
  measures: [],
  overlays: [],
  shape: () => ({ width: COLS + 1, height: ROWS + HEAD + 1 }),
  events,
  duration: () => 420,
  draw,
  describe: (frame, [first, second], say) =>
    say(SAYS.describe, {
      first,
      second,
      n: stonesOf(frame, 0),
      m: stonesOf(frame, 1),
      columns: Array.from({ length: COLS }, (_, col) =>
        frame.rows
          .map((row) => row[col])
          .filter((letter) => letter !== ".")
          .map((letter) => (letter === "0" ? "O" : "X"))
          .reverse()
          .join(""),
      )
        .map((column) => column || say(SAYS.empty))
        .join(", "),
    }),
  boards: ({ now: frame, names, say }) => [
    {
      title: say(SAYS.board),
      columns: Array.from({ length: COLS }, (_, col) => String(col)),
      rows: frame.rows.map((row, i) => ({
        name: String(ROWS - 1 - i),
        cells: [...row].map((letter) =>
          letter === "." ? "" : names[Number(letter)],
        ),
      })),
    },
  ],
};

export default view;
