/*
 * CODE VS Reborn by hand: the pack hangs over the field; column and rotation are chosen, and one sees where it lands.
 */
import { faded, frame as outline, type Pen } from "$viewer/paint";
import type { Scene, Words } from "$viewer/view";
import type { ChoiceGroup, Turn, GamePlay, Gesture, Spot } from "$play/play";
import {
  blockX,
  blockY,
  fieldsOf,
  paintBlock,
  SHOWN_ROWS,
  SKILL,
  type Frame,
} from "./view";
import { COLS, rotate } from "./view_chain";

interface Draft {
  col: number;
  quarter: number;
  isSkill: boolean;
  /** The column was pointed at; a press on it then drops the pack. */
  isPointed: boolean;
  isDropped: boolean;
}

type Here = Turn<Frame, null>;

const LAST = COLS - 2;

const SAYS = {
  place: ["Column and rotation", "列と回転"],
  skillGroup: ["Skill", "スキル"],
  left: ["Left", "左へ"],
  right: ["Right", "右へ"],
  turnLeft: ["Turn left", "左回転"],
  turnRight: ["Turn right", "右回転"],
  skill: ["Blast all fives", "5を爆発"],
  nothing: [
    "Nothing vanishes. Build on it for a longer chain later.",
    "消えません。あとで長いチェインになるように積みましょう。",
  ],
  chain: ["A chain of {n}. Points: {points}.", "{n}チェイン、{points}点。"],
  blast: [
    "The blast removes {n} blocks. Points: {points}.",
    "爆発で{n}個消えます。{points}点。",
  ],
  dead: [
    "Careful: that tops out (above row 16), and you would lose.",
    "注意:デンジャーラインを超えて負けになります。",
  ],
} as const satisfies Record<string, Words>;

const within = (col: number) => Math.min(LAST, Math.max(0, col));

function commandOf(draft: Draft): string {
  return draft.isSkill ? "S\n" : `${draft.col} ${draft.quarter}\n`;
}

function groups({ frame, side }: Here, draft: Draft): ChoiceGroup<Draft>[] {
  const plain = { ...draft, isSkill: false, isPointed: false };
  const move = (by: number) => ({
    ...plain,
    col: within(draft.col + by),
  });
  const turn = (by: number) => ({
    ...plain,
    isPointed: draft.isPointed,
    quarter: (draft.quarter + by + 4) % 4,
  });
  const { gauge } = frame.players[side];
  return [
    {
      words: SAYS.place,
      choices: [
        { key: "left", words: SAYS.left, hotkey: "ArrowLeft", draft: move(-1) },
        {
          key: "right",
          words: SAYS.right,
          hotkey: "ArrowRight",
          draft: move(1),
        },
        {
          key: "turn-left",
          words: SAYS.turnLeft,
          hotkey: "ArrowDown",
          draft: turn(-1),
        },
        {
          key: "turn-right",
          words: SAYS.turnRight,
          hotkey: "ArrowUp",
          draft: turn(1),
        },
      ],
    },
    {
      words: SAYS.skillGroup,
      choices: [
        {
          key: "skill",
          words: SAYS.skill,
          hotkey: "s",
          note: `${gauge}/${SKILL}`,
          isOn: draft.isSkill,
          isOff: gauge < SKILL,
          draft: { ...draft, isSkill: !draft.isSkill },
        },
      ],
    },
  ];
}

function point(
  { side }: Here,
  draft: Draft,
  gesture: Gesture,
  spot: Spot,
): Draft {
  const at = fieldsOf(spot.width, spot.height)[side];
  const isInside = spot.x >= at.x && spot.x < at.x + COLS * at.u;
  if (!isInside || gesture === "release" || gesture === "leave") return draft;
  const col = within(Math.round((spot.x - at.x) / at.u) - 1);
  const isDropped = gesture === "press" && draft.isPointed && draft.col === col;
  return { ...draft, col, isSkill: false, isPointed: true, isDropped };
}

function tell(turn: Here, draft: Draft): string {
  const { say, side } = turn;
  const after = turn.tryOut(commandOf(draft))?.players[side];
  if (!after) return "";
  if (after.dead) return say(SAYS.dead);
  const points = after.gain ?? 0;
  if (after.blast) return say(SAYS.blast, { n: after.blast, points });
  if (!after.chain) return say(SAYS.nothing);
  return say(SAYS.chain, { n: after.chain, points });
}

/** The pack above its columns, and a shadow of it where it comes to lie. */
function draw(
  pen: Pen,
  width: number,
  height: number,
  scene: Scene<Frame, null>,
  { frame, side }: Here,
  draft: Draft,
): void {
  if (draft.isSkill) return;
  const at = fieldsOf(width, height)[side];
  const player = frame.players[side];
  const pack = rotate(frame.packs[0], draft.quarter);
  const top = SHOWN_ROWS - 1;
  for (const x of [0, 1]) {
    let row =
      player.cols[draft.col + x].length + (player.stock >= COLS ? 1 : 0);
    for (const y of [1, 0]) {
      const value = pack[y][x];
      if (!value) continue;
      const px = blockX(at, draft.col + x);
      paintBlock(pen, value, px, blockY(at, top - y), at.u);
      faded(pen, 0.45, () => paintBlock(pen, value, px, blockY(at, row), at.u));
      row++;
    }
  }
  outline(
    pen,
    blockX(at, draft.col),
    blockY(at, top),
    2 * at.u,
    2 * at.u,
    at.u * 0.25,
    scene.palette.gold,
    Math.max(2, at.u * 0.12),
  );
}

const play: GamePlay<Frame, null, Draft> = {
  setups: [
    {
      words: ["a short game: 50 turns", "短い対戦(50ターン)"],
      setup: "turns=50",
    },
    { words: ["a whole game: 500 turns", "通常(500ターン)"], setup: "" },
    { words: ["a taste: 10 turns", "お試し(10ターン)"], setup: "turns=10" },
  ],
  hints: [
    [
      "Point at a column of your field, or use ← and →; turn the pack with ↑ and ↓.",
      "自分の列を指すか←→で選び、↑↓で回転します。",
    ],
    [
      "The pale blocks show where the pack will lie. Numbers of one colour make ten together.",
      "薄いブロックが落ちる場所です。同じ色の数字は足すと10になります。",
    ],
    [
      "Drop it with a click on the column (on a phone a second tap), with Enter, or with the button.",
      "列をクリック(スマホでは2回目のタップ)、Enter、またはボタンで落とします。",
    ],
  ],
  isWhole: (draft) => draft.isDropped,
  isQuick: true,
  idle: "0 0\n",
  begin: (_, before) => ({
    col: before?.col ?? 4,
    quarter: 0,
    isSkill: false,
    isPointed: false,
    isDropped: false,
  }),
  groups,
  point,
  answer: (_, draft) => commandOf(draft),
  tell,
  draw,
};

export default play;
