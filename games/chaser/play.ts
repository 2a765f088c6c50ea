/*
 * CHaser by hand: an action and a direction, by arrow keys, buttons, or a click beside oneself. One sees no more than
 * a program is told.
 */
import { faded, frame as outline, type Pen } from "$viewer/paint";
import type { Scene, Words } from "$viewer/view";
import { byKeys } from "$play/play";
import type {
  Choice,
  ChoiceGroup,
  Turn,
  GamePlay,
  Gesture,
  Spot,
} from "$play/play";
import {
  BLOCK,
  knownField,
  paintTold,
  placeOf,
  STEPS,
  TEAMS,
  toldCells,
  type Cell,
  type Frame,
  type Memory,
} from "./view";

type Act = "w" | "l" | "s" | "p";
type Way = "u" | "l" | "d" | "r";

interface Draft {
  act: Act;
  way: Way | null;
}

type Here = Turn<Frame, Memory>;

const ACTS: { act: Act; words: Words; hotkey: string }[] = [
  { act: "w", words: ["Walk", "歩く"], hotkey: "w" },
  {
    act: "l",
    words: ["Look (3 × 3, two ahead)", "look(2歩先の3×3)"],
    hotkey: "l",
  },
  {
    act: "s",
    words: ["Search (9 straight on)", "search(直線9マス)"],
    hotkey: "s",
  },
  { act: "p", words: ["Put a block", "ブロックを置く"], hotkey: "p" },
];
const WAYS: { way: Way; words: Words; hotkey: string }[] = [
  { way: "u", words: ["Up", "上"], hotkey: "ArrowUp" },
  { way: "l", words: ["Left", "左"], hotkey: "ArrowLeft" },
  { way: "d", words: ["Down", "下"], hotkey: "ArrowDown" },
  { way: "r", words: ["Right", "右"], hotkey: "ArrowRight" },
];

const SAYS = {
  act: ["What", "行動"],
  way: ["Where", "方向"],
  choose: byKeys(
    [
      "Choose a direction: arrow keys, a button, or a click beside you.",
      "方向を選びます。矢印キー、ボタン、または隣のマスをクリック。",
    ],
    [
      "Choose a direction: tap a button, or a cell beside you.",
      "方向を選びます。ボタンか隣のマスをタップ。",
    ],
  ),
  block: [
    "Careful: a block is there. Walk into it, and you have lost.",
    "注意:そこはブロックです。進むと負けになります。",
  ],
  fine: ["{what}, {where}.", "{where}へ{what}。"],
} as const satisfies Record<string, Words>;

const wordsOf = <T extends { words: Words }>(
  list: T[],
  is: (item: T) => boolean,
): Words => list.find(is)?.words ?? ["", ""];

function ownCell({ frame, side }: Here): Cell {
  return frame[TEAMS[side]];
}

/** What the side believes to be in the cell that a way leads to. */
function ahead(turn: Here, way: Way): string {
  const [x, y] = ownCell(turn);
  const [dx, dy] = STEPS[way];
  return (
    knownField(turn.frame, turn.memory, turn.side)[y + dy]?.[x + dx] ?? BLOCK
  );
}

function groups(_: Here, draft: Draft): ChoiceGroup<Draft>[] {
  const acts = ACTS.map(({ act, words, hotkey }): Choice<Draft> => ({
    key: act,
    words,
    hotkey,
    isOn: draft.act === act,
    draft: { act, way: null },
  }));
  const ways = WAYS.map(({ way, words, hotkey }): Choice<Draft> => ({
    key: `way-${way}`,
    words,
    hotkey,
    isOn: draft.way === way,
    draft: { ...draft, way },
  }));
  return [
    { words: SAYS.act, choices: acts },
    { words: SAYS.way, choices: ways, isCross: true },
  ];
}

/** The way to the cell that is pointed at: the longer one of both axes. */
function wayTo(turn: Here, spot: Spot): Way | null {
  const at = placeOf(spot.width, spot.height, turn.frame.size);
  const [ox, oy] = ownCell(turn);
  const dx = Math.floor((spot.x - at.x) / at.u) - ox;
  const dy = Math.floor((spot.y - at.y) / at.u) - oy;
  if (dx === 0 && dy === 0) return null;
  if (Math.abs(dx) > Math.abs(dy)) return dx < 0 ? "l" : "r";
  return dy < 0 ? "u" : "d";
}

function point(turn: Here, draft: Draft, gesture: Gesture, spot: Spot): Draft {
  if (gesture !== "press") return draft;
  const way = wayTo(turn, spot);
  return way ? { ...draft, way } : draft;
}

function tell(turn: Here, draft: Draft): string {
  const { say } = turn;
  if (!draft.way) return say(SAYS.choose);
  if (draft.act === "w" && ahead(turn, draft.way) === BLOCK)
    return say(SAYS.block);
  const what = say(wordsOf(ACTS, ({ act }) => act === draft.act));
  return say(SAYS.fine, {
    what,
    where: say(wordsOf(WAYS, ({ way }) => way === draft.way)),
  });
}

function draw(
  pen: Pen,
  width: number,
  height: number,
  scene: Scene<Frame, Memory>,
  turn: Here,
  draft: Draft,
): void {
  const at = placeOf(width, height, turn.frame.size);
  const [x, y] = ownCell(turn);
  for (const { way } of WAYS) {
    const [dx, dy] = STEPS[way];
    const isChosen = way === draft.way;
    const isWarned = draft.act === "w" && ahead(turn, way) === BLOCK;
    faded(pen, isChosen ? 1 : isWarned ? 0.25 : 0.6, () =>
      outline(
        pen,
        at.x + (x + dx + 0.12) * at.u,
        at.y + (y + dy + 0.12) * at.u,
        at.u * 0.76,
        at.u * 0.76,
        at.u * 0.2,
        isWarned ? scene.palette.danger : scene.palette.gold,
        Math.max(2, at.u * (isChosen ? 0.14 : 0.07)),
      ),
    );
  }
  if (!draft.way || draft.act === "w" || draft.act === "p") return;
  const cells = toldCells(draft.act + draft.way, [x, y], [x, y]);
  paintTold(pen, at, cells, turn.side, 0.7, turn.frame.size, scene.palette);
}

const play: GamePlay<Frame, Memory, Draft> = {
  setups: [
    { words: ["100 turns, 15 × 17", "100ターン、15×17"], setup: "" },
    {
      words: ["30 turns, 9 × 9", "30ターン、9×9"],
      setup: "turns=30 width=9 height=9 blocks=8 items=15",
    },
    { words: ["a taste: 5 turns", "お試し(5ターン)"], setup: "turns=5" },
  ],
  hints: [
    byKeys(
      [
        "Arrow keys walk. The dark cells are those you have never seen.",
        "矢印キーで歩きます。暗いマスはまだ見ていない場所です。",
      ],
      [
        "Tap a cell beside you to walk. The dark cells are those you have never seen.",
        "隣のマスをタップして歩きます。暗いマスはまだ見ていない場所です。",
      ],
    ),
    byKeys(
      [
        "Choose look, search or put first (keys L, S, P), then the direction.",
        "look・search・putは先に選び(L・S・Pキー)、それから方向を選びます。",
      ],
      [
        "Choose look, search or put first, then the direction.",
        "look・search・putは先に選び、それから方向を選びます。",
      ],
    ),
    [
      "Each item you take leaves a block behind you: do not lock yourself in.",
      "アイテムを取ると元の場所がブロックになります。閉じ込められないように。",
    ],
  ],
  isWhole: ({ way }) => way !== null,
  isQuick: true,
  hasFog: true,
  isTurn: (frame) => frame.phase === "command",
  begin: () => ({ act: "w", way: null }),
  groups,
  point,
  answer: (_, { act, way }) => (way ? `${act}${way}\r\n` : null),
  tell,
  draw,
};

export default play;
