/*
 * CODE VS 5.0 by hand: two steps for each ninja, by clicks or arrow keys, and a jutsu where there is nin-power for it.
 */
import { disc, faded, frame as outline, ring, type Pen } from "$viewer/paint";
import type { Scene, Words } from "$viewer/view";
import { byKeys } from "$play/play";
import type {
  Choice,
  ChoiceGroup,
  Turn,
  GamePlay,
  Gesture,
  Side,
  Spot,
} from "$play/play";
import { JUTSU_NAMES, layoutOf, middle, paintNinja, type Frame } from "./view";
import {
  JUTSU,
  playTurn,
  same,
  type Cell,
  type Deed,
  type Field,
} from "./view_walk";

interface Draft {
  /** Which ninja walks next. */
  ninja: 0 | 1;
  walks: [string, string];
  jutsu: number | null;
  /** Where the jutsu goes; a ninja for the slash. */
  cell: Cell | null;
  target: 0 | 1;
}

type Here = Turn<Frame, null>;
type Letter = "U" | "L" | "D" | "R";

const [ROWS, COLS] = [17, 14];
const WAYS: { letter: Letter; words: Words; hotkey: string }[] = [
  { letter: "U", words: ["Up", "上"], hotkey: "ArrowUp" },
  { letter: "L", words: ["Left", "左"], hotkey: "ArrowLeft" },
  { letter: "D", words: ["Down", "下"], hotkey: "ArrowDown" },
  { letter: "R", words: ["Right", "右"], hotkey: "ArrowRight" },
];
const IDLE: Deed = {
  fault: null,
  jutsu: -1,
  paid: false,
  walks: ["", ""],
  sent: 0,
};
const ON_FOE = [JUTSU.foeRock, JUTSU.foeBolt, JUTSU.foeClone];

const SAYS = {
  walk: ["Steps of ninja {n}", "忍者{n}の移動"],
  jutsu: ["Jutsu (nin-power {n})", "忍術(忍力{n})"],
  which: ["Ninja", "忍者"],
  ninja: ["Ninja {n}", "忍者{n}"],
  stay: ["Stay", "待つ"],
  aim: [
    "Click the cell for the jutsu, on the {whose} field.",
    "忍術の対象マスを{whose}のフィールドでクリックします。",
  ],
  own: ["own", "自分"],
  foes: ["other", "相手"],
  steps: byKeys(
    [
      "Ninja {n}: {left} steps left. Click a marked cell, or use the arrow keys.",
      "忍者{n}:あと{left}歩。印のマスをクリックするか、矢印キーで。",
    ],
    [
      "Ninja {n}: {left} steps left. Tap a marked cell.",
      "忍者{n}:あと{left}歩。印のマスをタップ。",
    ],
  ),
  ready: ["Ready to be sent.", "送信できます。"],
  caught: [
    "Careful: a dog would catch a ninja there!",
    "注意:このままでは忍者が忍犬に捕まります!",
  ],
  souls: ["{n} souls taken.", "ニンジャソウルを{n}個取ります。"],
} as const satisfies Record<string, Words>;

const stepsOf = (draft: Draft) => (draft.jutsu === JUTSU.speed ? 3 : 2);
const needsCell = (jutsu: number | null) =>
  jutsu !== null && jutsu !== JUTSU.speed && jutsu !== JUTSU.slash;
const isAiming = (draft: Draft) => needsCell(draft.jutsu) && !draft.cell;
const isFull = (draft: Draft, ninja: 0 | 1) =>
  draft.walks[ninja].length >= stepsOf(draft);

function deedOf({ jutsu, cell, target, walks }: Draft): Deed {
  if (jutsu === null) return { ...IDLE, walks };
  return {
    ...IDLE,
    jutsu,
    paid: true,
    cell: cell ?? undefined,
    ninja: target,
    walks,
  };
}

const played = (field: Field, draft: Draft) =>
  playTurn(field, deedOf(draft), IDLE);

/** Where a ninja stands after the steps drafted so far. */
const standing = (field: Field, draft: Draft, ninja: 0 | 1): Cell =>
  played(field, draft).ninjas[ninja];

function withWalk(draft: Draft, ninja: 0 | 1, walk: string): Draft {
  const walks: [string, string] = [...draft.walks];
  walks[ninja] = walk;
  return { ...draft, walks };
}

/** One more step; then it is the other ninja's turn when this one has walked. */
function addStep(draft: Draft, letters: string): Draft {
  const { ninja } = draft;
  const next = withWalk(
    draft,
    ninja,
    (draft.walks[ninja] + letters).slice(0, stepsOf(draft)),
  );
  const other = (1 - ninja) as 0 | 1;
  return isFull(next, ninja) && !isFull(next, other)
    ? { ...next, ninja: other }
    : next;
}

interface Goal {
  cell: Cell;
  letters: string;
}

/** The cells that the ninja can still reach in this turn, each by the shortest way. */
function goals(field: Field, draft: Draft): Goal[] {
  const { ninja } = draft;
  const start = standing(field, draft, ninja);
  const found: Goal[] = [];
  let edge: string[] = [""];
  for (
    let left = stepsOf(draft) - draft.walks[ninja].length;
    left > 0;
    left--
  ) {
    const longer = edge.flatMap((walk) =>
      WAYS.map(({ letter }) => walk + letter),
    );
    edge = longer.filter((letters) => {
      const cell = standing(
        field,
        withWalk(draft, ninja, draft.walks[ninja] + letters),
        ninja,
      );
      const isNew =
        !same(cell, start) && !found.some((goal) => same(goal.cell, cell));
      if (isNew) found.push({ cell, letters });
      return isNew;
    });
  }
  return found;
}

function jutsuChoice(
  { frame, side }: Here,
  draft: Draft,
  jutsu: number,
): Choice<Draft> {
  const cost = frame.costs[jutsu];
  const isOn = draft.jutsu === jutsu;
  const rest = { ...draft, cell: null, walks: cutWalks(draft.walks, 2) };
  return {
    key: `jutsu-${jutsu}`,
    words: JUTSU_NAMES[jutsu],
    note: String(cost),
    hotkey: String(jutsu + 1),
    isOn,
    isOff: frame.fields[side].nin < cost,
    draft: isOn
      ? { ...rest, jutsu: null }
      : { ...rest, jutsu, walks: draft.walks },
  };
}

const cutWalks = (walks: [string, string], most: number): [string, string] => [
  walks[0].slice(0, most),
  walks[1].slice(0, most),
];

function groups(turn: Here, draft: Draft): ChoiceGroup<Draft>[] {
  const { ninja } = draft;
  const pick = (n: 0 | 1): Choice<Draft> => ({
    key: `ninja-${n}`,
    words: [`Ninja ${n + 1}`, `忍者${n + 1}`],
    note: `${draft.walks[n].length}/${stepsOf(draft)}`,
    isOn: ninja === n,
    hotkey: n === 0 ? "q" : "e",
    draft: {
      ...draft,
      ninja: n,
      target: draft.jutsu === JUTSU.slash ? n : draft.target,
    },
  });
  const step = ({
    letter,
    words,
    hotkey,
  }: (typeof WAYS)[number]): Choice<Draft> => ({
    key: `step-${letter}`,
    words,
    hotkey,
    isOff: isFull(draft, ninja),
    draft: addStep(draft, letter),
  });
  const stay: Choice<Draft> = {
    key: "stay",
    words: SAYS.stay,
    hotkey: "n",
    isOff: isFull(draft, ninja),
    draft: addStep(draft, "N"),
  };
  return [
    { words: SAYS.which, choices: [pick(0), pick(1), stay] },
    { words: ["Steps", "移動"], choices: WAYS.map(step), isCross: true },
    {
      words: ["Jutsu", "忍術"],
      choices: JUTSU_NAMES.map((_, jutsu) => jutsuChoice(turn, draft, jutsu)),
    },
  ];
}

function cellAt(spot: Spot, side: Side): Cell | null {
  const at = layoutOf(spot.width, spot.height).fields[side];
  const [row, col] = [
    Math.floor((spot.y - at.y) / at.u),
    Math.floor((spot.x - at.x) / at.u),
  ];
  return row >= 0 && row < ROWS && col >= 0 && col < COLS ? [row, col] : null;
}

const aimedSide = (side: Side, jutsu: number): Side =>
  ON_FOE.includes(jutsu) ? ((1 - side) as Side) : side;

function point(
  { frame, side }: Here,
  draft: Draft,
  gesture: Gesture,
  spot: Spot,
): Draft {
  if (gesture !== "press") return draft;
  if (draft.jutsu !== null && isAiming(draft)) {
    const cell = cellAt(spot, aimedSide(side, draft.jutsu));
    return cell ? { ...draft, cell } : draft;
  }
  const cell = cellAt(spot, side);
  if (!cell) return draft;
  const field = frame.fields[side];
  const goal = goals(field, draft).find((one) => same(one.cell, cell));
  if (goal) return addStep(draft, goal.letters);
  for (const n of [0, 1] as const)
    if (same(standing(field, draft, n), cell)) return { ...draft, ninja: n };
  return draft;
}

function answer(_: Here, draft: Draft): string | null {
  if (isAiming(draft)) return null;
  const walks = draft.walks.map((walk) => walk || "N").join("\n");
  if (draft.jutsu === null) return `2\n${walks}\n`;
  const where = draft.cell ? ` ${draft.cell[0]} ${draft.cell[1]}` : "";
  const whom = draft.jutsu === JUTSU.slash ? ` ${draft.target}` : "";
  return `3\n${draft.jutsu}${where}${whom}\n${walks}\n`;
}

function tell(turn: Here, draft: Draft): string {
  const { say, frame, side } = turn;
  if (draft.jutsu !== null && isAiming(draft))
    return say(SAYS.aim, {
      whose: say(aimedSide(side, draft.jutsu) === side ? SAYS.own : SAYS.foes),
    });
  const left = stepsOf(draft) - draft.walks[draft.ninja].length;
  if (left > 0) return say(SAYS.steps, { n: draft.ninja + 1, left });
  const after = turn.tryOut(answer(turn, draft) ?? "");
  const field = after?.fields[side];
  const isCaught = field?.ninjas.some((ninja) =>
    field.dogs.some(([, row, col]) => same([row, col], ninja)),
  );
  if (isCaught) return say(SAYS.caught);
  const souls = played(frame.fields[side], draft).steps.filter(
    (step) => step.soul,
  ).length;
  return (
    say(SAYS.ready) + (souls > 0 ? " " + say(SAYS.souls, { n: souls }) : "")
  );
}

function draw(
  pen: Pen,
  width: number,
  height: number,
  scene: Scene<Frame, null>,
  { frame, side }: Here,
  draft: Draft,
): void {
  const { fields } = layoutOf(width, height);
  const at = fields[side];
  const field = frame.fields[side];
  const { palette } = scene;
  const turn = played(field, draft);
  pen.lineCap = "round";
  for (const { from, to, ninja } of turn.steps) {
    pen.beginPath();
    pen.moveTo(...middle(at, from));
    pen.lineTo(...middle(at, to));
    pen.strokeStyle = ninja === 0 ? palette.sides[side] : palette.gold;
    pen.lineWidth = Math.max(3, at.u * 0.16);
    pen.stroke();
  }
  for (const n of [0, 1] as const) {
    if (draft.walks[n])
      faded(pen, 0.8, () =>
        paintNinja(
          pen,
          ...middle(at, turn.ninjas[n]),
          at.u * 0.86,
          n,
          palette.sides[side],
        ),
      );
  }
  ring(
    pen,
    ...middle(at, turn.ninjas[draft.ninja]),
    at.u * 0.52,
    palette.gold,
    Math.max(2, at.u * 0.09),
  );
  if (!isAiming(draft))
    for (const { cell } of goals(field, draft))
      faded(pen, 0.75, () =>
        disc(pen, ...middle(at, cell), at.u * 0.16, palette.gold),
      );
  if (draft.jutsu === null) return;
  const aimed = fields[aimedSide(side, draft.jutsu)];
  if (isAiming(draft))
    outline(
      pen,
      aimed.x,
      aimed.y,
      COLS * aimed.u,
      ROWS * aimed.u,
      aimed.u * 0.4,
      palette.gold,
      aimed.u * 0.2,
    );
  if (draft.cell)
    ring(
      pen,
      ...middle(aimed, draft.cell),
      aimed.u * 0.5,
      palette.danger,
      aimed.u * 0.14,
    );
}

const play: GamePlay<Frame, null, Draft> = {
  setups: [
    { words: ["a whole game: 300 turns", "通常(300ターン)"], setup: "" },
    {
      words: ["a short game: 60 turns", "短い対戦(60ターン)"],
      setup: "turns=60",
    },
    { words: ["a taste: 5 turns", "お試し(5ターン)"], setup: "turns=5" },
  ],
  hints: [
    byKeys(
      [
        "The ring shows which ninja walks. Click a dot, or use the arrow keys: two steps each.",
        "輪のついた忍者が動きます。点をクリックするか矢印キーで、それぞれ2歩です。",
      ],
      [
        "The ring shows which ninja walks. Tap a dot: two steps each.",
        "輪のついた忍者が動きます。点をタップして、それぞれ2歩です。",
      ],
    ),
    [
      "Take the blue souls: they give nin-power and send dogs to the other garden.",
      "青いニンジャソウルを取ると忍力が増え、相手のフィールドに忍犬を送れます。",
    ],
    [
      "At the end of the turn no dog may stand on a ninja. You are warned before you send.",
      "ターンの終わりに忍犬と重なると負け。送る前に注意が出ます。",
    ],
  ],
  isWhole: (draft) => isFull(draft, 0) && isFull(draft, 1) && !isAiming(draft),
  isQuick: false,
  idle: "2\nN\nN\n",
  begin: () => ({
    ninja: 0,
    walks: ["", ""],
    jutsu: null,
    cell: null,
    target: 0,
  }),
  groups,
  point,
  answer,
  tell,
  draw,
};

export default play;
