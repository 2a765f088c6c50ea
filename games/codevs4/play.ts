/*
 * CODE VS 4.0 by hand: units are chosen by a click or a box and sent somewhere by a click; they walk on from turn to
 * turn. Buildings go on making what they were told to make, as long as the money lasts.
 */
import { disc, faded, frame as outline, ring, type Pen } from "$viewer/paint";
import type { Scene, Words } from "$viewer/view";
import type {
  Choice,
  ChoiceGroup,
  Turn,
  GamePlay,
  Gesture,
  Spot,
} from "$play/play";
import {
  BASE,
  CASTLE,
  isArmy,
  isBuilding,
  mapOf,
  middle,
  seenBy,
  SIZE,
  TYPE_NAMES,
  unitSize,
  VILLAGE,
  WORKER,
  type Frame,
  type Memory,
  type Unit,
} from "./view";

type Cell = [y: number, x: number];

interface Draft {
  chosen: number[];
  /** Where units walk to, by id. */
  goals: Record<number, Cell>;
  /** What units make, by id: buildings again and again, workers once. */
  makes: Record<number, number>;
  /** The next click is a goal, whatever stands there. */
  isGoing: boolean;
  /** Two corners of the box that is being drawn, in pixels. */
  box: { from: [number, number]; to: [number, number] } | null;
}

type Here = Turn<Frame, Memory>;

const COSTS = [40, 20, 40, 60, 0, 100, 500]; // RULES 1.5
const MOST_MINERS = 5; // RULES 4.5
const EXPLORED = 30; // cells that a scout goes
const CLICK_PX = 6;

const SAYS = {
  choose: ["Choose", "選ぶ"],
  orders: ["Orders for the {n} chosen", "命令({n}体)"],
  make: ["Make", "生産"],
  idle: ["idle workers", "手の空いたワーカー"],
  army: ["all fighting units", "戦闘ユニット全部"],
  workers: ["all workers", "ワーカー全部"],
  castle: ["castle and villages", "城と村"],
  bases: ["bases", "拠点"],
  nobody: ["nobody", "選択解除"],
  go: ["go: click a place", "移動先をクリック"],
  mine: ["mine the nearest resource", "近くの資源を掘る"],
  explore: ["look around", "周りを探検"],
  stop: ["stop", "止まる"],
  stopMaking: ["make nothing", "生産をやめる"],
  first: [
    "Choose units: click one, draw a box, or use the buttons.",
    "ユニットを選びます。クリック、囲む、またはボタンで。",
  ],
  chosen: [
    "{n} chosen. Click a place to send them there.",
    "{n}体を選択中。行き先をクリックします。",
  ],
  building: [
    "{n} chosen. Say what they make; it goes on as long as the money lasts.",
    "{n}棟を選択中。作るものを選ぶと、資源のある限り続けます。",
  ],
  sum: [
    "{walk} on their way, {make} making something, money {money}.",
    "移動中{walk}体、生産中{make}、資源{money}。",
  ],
} as const satisfies Record<string, Words>;

const [ID, SIDE, Y, X, TYPE] = [0, 1, 2, 3, 5] as const;
const ownUnits = ({ frame, side }: Here) =>
  frame.units.filter((unit) => unit[SIDE] === side);
const far = (unit: Unit, [y, x]: Cell) =>
  Math.abs(unit[Y] - y) + Math.abs(unit[X] - x);

function chosenUnits(turn: Here, draft: Draft): Unit[] {
  const ids = new Set(draft.chosen);
  return ownUnits(turn).filter((unit) => ids.has(unit[ID]));
}

// ---- from turn to turn ----

/** Who is dead, has arrived, or has built is no longer on the list. */
function begin(turn: Here, before: Draft | null): Draft {
  const draft: Draft = {
    chosen: [],
    goals: {},
    makes: {},
    isGoing: false,
    box: null,
  };
  if (!before) return draft;
  const isChosen = new Set(before.chosen);
  for (const unit of ownUnits(turn)) {
    const [id] = unit;
    if (isChosen.has(id)) draft.chosen.push(id);
    const goal = before.goals[id];
    if (goal && far(unit, goal) > 0) draft.goals[id] = goal;
    if (before.makes[id] !== undefined && isBuilding(unit[TYPE]))
      draft.makes[id] = before.makes[id];
  }
  return draft;
}

/** The step towards a goal along the longer axis. */
function stepTo(unit: Unit, [y, x]: Cell): string | null {
  const [dy, dx] = [y - unit[Y], x - unit[X]];
  if (dy === 0 && dx === 0) return null;
  if (Math.abs(dy) > Math.abs(dx)) return dy < 0 ? "U" : "D";
  return dx < 0 ? "L" : "R";
}

function answer(turn: Here, draft: Draft): string {
  const lines: string[] = [];
  for (const unit of ownUnits(turn)) {
    const [id] = unit;
    const goal = draft.goals[id];
    const step = goal ? stepTo(unit, goal) : null;
    if (draft.makes[id] !== undefined) lines.push(`${id} ${draft.makes[id]}`);
    else if (step) lines.push(`${id} ${step}`);
  }
  return [lines.length, ...lines].join("\n") + "\n";
}

// ---- orders ----

function sendTo(
  turn: Here,
  draft: Draft,
  goalOf: (unit: Unit) => Cell | null,
): Draft {
  const goals = { ...draft.goals };
  const makes = { ...draft.makes };
  for (const unit of chosenUnits(turn, draft)) {
    if (isBuilding(unit[TYPE])) continue;
    const goal = goalOf(unit);
    delete makes[unit[ID]];
    if (goal) goals[unit[ID]] = goal;
    else delete goals[unit[ID]];
  }
  return { ...draft, goals, makes, isGoing: false };
}

/** Each worker goes to the nearest resource cell that is known and has room for it. */
function sendToMine(turn: Here, draft: Draft): Draft {
  const { resources } = seenBy(turn.frame, turn.memory, turn.side);
  const isSent = new Set(draft.chosen);
  const load = resources.map(
    (cell) =>
      ownUnits(turn).filter((unit) => {
        if (unit[TYPE] !== WORKER || isSent.has(unit[ID])) return false;
        return (
          far(unit, cell) === 0 ||
          String(draft.goals[unit[ID]]) === String(cell)
        );
      }).length,
  );
  return sendTo(turn, draft, (unit) => {
    if (unit[TYPE] !== WORKER) return null;
    const free = resources
      .map((_, i) => i)
      .filter((i) => load[i] < MOST_MINERS);
    const best = free.sort(
      (a, b) => far(unit, resources[a]) - far(unit, resources[b]),
    )[0];
    if (best === undefined) return draft.goals[unit[ID]] ?? null;
    load[best]++;
    return resources[best];
  });
}

/** In all directions at once, to see what is there. */
function sendOut(turn: Here, draft: Draft): Draft {
  const walkers = chosenUnits(turn, draft).filter(
    (unit) => !isBuilding(unit[TYPE]),
  );
  const onField = (n: number) => Math.min(SIZE - 1, Math.max(0, Math.round(n)));
  return sendTo(turn, draft, (unit) => {
    const angle = (2 * Math.PI * walkers.indexOf(unit)) / walkers.length;
    return [
      onField(unit[Y] + EXPLORED * Math.sin(angle)),
      onField(unit[X] + EXPLORED * Math.cos(angle)),
    ];
  });
}

const canMake = (type: number): number[] =>
  type === WORKER
    ? [VILLAGE, BASE]
    : type === BASE
      ? [1, 2, 3]
      : type === CASTLE || type === VILLAGE
        ? [WORKER]
        : [];

/** Buildings go on making it; of workers one builds, once. */
function make(turn: Here, draft: Draft, what: number | null): Draft {
  const makes = { ...draft.makes };
  for (const unit of chosenUnits(turn, draft)) {
    if (what === null) delete makes[unit[ID]];
    else if (canMake(unit[TYPE]).includes(what)) makes[unit[ID]] = what;
    else continue;
    if (what !== null && unit[TYPE] === WORKER) break;
  }
  return { ...draft, makes };
}

// ---- buttons ----

function groups(turn: Here, draft: Draft): ChoiceGroup<Draft>[] {
  const own = ownUnits(turn);
  const chosen = chosenUnits(turn, draft);
  const isIdle = (unit: Unit) =>
    unit[TYPE] === WORKER &&
    !draft.goals[unit[ID]] &&
    !turn.frame.resources.some((cell) => far(unit, cell) === 0);
  const pick = (
    key: string,
    words: Words,
    is: (unit: Unit) => boolean,
    hotkey: string,
  ): Choice<Draft> => {
    const ids = own.filter(is).map((unit) => unit[ID]);
    return {
      key,
      words,
      hotkey,
      note: String(ids.length),
      isOff: ids.length === 0,
      draft: { ...draft, chosen: ids, isGoing: false },
    };
  };
  const list: ChoiceGroup<Draft>[] = [
    {
      words: SAYS.choose,
      choices: [
        pick("idle", SAYS.idle, isIdle, "i"),
        pick("workers", SAYS.workers, (unit) => unit[TYPE] === WORKER, "w"),
        pick("army", SAYS.army, (unit) => isArmy(unit[TYPE]), "a"),
        pick(
          "castle",
          SAYS.castle,
          (unit) => unit[TYPE] === CASTLE || unit[TYPE] === VILLAGE,
          "c",
        ),
        pick("bases", SAYS.bases, (unit) => unit[TYPE] === BASE, "b"),
      ],
    },
  ];
  const hasWalkers = chosen.some((unit) => !isBuilding(unit[TYPE]));
  if (hasWalkers)
    list.push({
      words: ["Orders", "命令"],
      choices: [
        {
          key: "go",
          words: SAYS.go,
          hotkey: "g",
          isOn: draft.isGoing,
          draft: { ...draft, isGoing: !draft.isGoing },
        },
        {
          key: "mine",
          words: SAYS.mine,
          hotkey: "m",
          isOff: !chosen.some((unit) => unit[TYPE] === WORKER),
          draft: sendToMine(turn, draft),
        },
        {
          key: "explore",
          words: SAYS.explore,
          hotkey: "e",
          draft: sendOut(turn, draft),
        },
        {
          key: "stop",
          words: SAYS.stop,
          hotkey: "x",
          draft: sendTo(turn, draft, () => null),
        },
      ],
    });
  const makeable = [...new Set(chosen.flatMap((unit) => canMake(unit[TYPE])))];
  if (makeable.length > 0)
    list.push({
      words: SAYS.make,
      choices: [
        ...makeable.map((what): Choice<Draft> => ({
          key: `make-${what}`,
          words: TYPE_NAMES[what],
          note: String(COSTS[what]),
          hotkey: String(what === WORKER ? 9 : what),
          isOn: chosen.some((unit) => draft.makes[unit[ID]] === what),
          draft: make(turn, draft, what),
        })),
        {
          key: "make-nothing",
          words: SAYS.stopMaking,
          hotkey: "0",
          draft: make(turn, draft, null),
        },
      ],
    });
  return list;
}

// ---- the map ----

function cellAt({ x, y, width, height, camera }: Spot): Cell | null {
  const map = mapOf(width, height, camera);
  const cell: Cell = [
    Math.floor((y - map.top) / map.cell),
    Math.floor((x - map.left) / map.cell),
  ];
  const isInside =
    x >= map.x && x < map.x + map.side && y >= map.y && y < map.y + map.side;
  return isInside && cell.every((n) => n >= 0 && n < SIZE) ? cell : null;
}

function unitsIn(
  turn: Here,
  spot: Spot,
  box: NonNullable<Draft["box"]>,
): number[] {
  const map = mapOf(spot.width, spot.height, spot.camera);
  const [x0, x1] = [box.from[0], box.to[0]].sort((a, b) => a - b);
  const [y0, y1] = [box.from[1], box.to[1]].sort((a, b) => a - b);
  const inside = ownUnits(turn).filter((unit) => {
    const [x, y] = middle(map, unit[Y], unit[X]);
    return x >= x0 && x <= x1 && y >= y0 && y <= y1;
  });
  const walkers = inside.filter((unit) => !isBuilding(unit[TYPE]));
  return (walkers.length > 0 ? walkers : inside).map((unit) => unit[ID]);
}

/** The units whose picture is clicked: those who walk before buildings. */
function unitsAt(turn: Here, spot: Spot): number[] {
  const map = mapOf(spot.width, spot.height, spot.camera);
  const near = ownUnits(turn).filter((unit) => {
    const [x, y] = middle(map, unit[Y], unit[X]);
    return (
      Math.hypot(x - spot.x, y - spot.y) <=
      Math.max(8, unitSize(unit[TYPE], map.cell) * 0.6)
    );
  });
  const walkers = near.filter((unit) => !isBuilding(unit[TYPE]));
  return (walkers.length > 0 ? walkers : near).map((unit) => unit[ID]);
}

function click(turn: Here, draft: Draft, spot: Spot): Draft {
  const cell = cellAt(spot);
  const hit = unitsAt(turn, spot);
  const canWalk = chosenUnits(turn, draft).some(
    (unit) => !isBuilding(unit[TYPE]),
  );
  const isSame = hit.length > 0 && hit.every((id) => draft.chosen.includes(id));
  if (cell && canWalk && (draft.isGoing || hit.length === 0))
    return sendTo(turn, draft, () => cell);
  if (isSame) return { ...draft, chosen: [] };
  return hit.length > 0 ? { ...draft, chosen: hit } : draft;
}

function point(turn: Here, draft: Draft, gesture: Gesture, spot: Spot): Draft {
  const here: [number, number] = [spot.x, spot.y];
  if (gesture === "press" && cellAt(spot))
    return { ...draft, box: { from: here, to: here } };
  if (gesture === "drag" && draft.box)
    return { ...draft, box: { ...draft.box, to: here } };
  if (gesture !== "release" || !draft.box) return draft;
  const { from } = draft.box;
  const isClick = Math.hypot(spot.x - from[0], spot.y - from[1]) < CLICK_PX;
  const done = { ...draft, box: null };
  if (isClick) return click(turn, done, spot);
  return {
    ...done,
    chosen: unitsIn(turn, spot, { from, to: here }),
    isGoing: false,
  };
}

function tell(turn: Here, draft: Draft): string {
  const { say, frame, side } = turn;
  const chosen = chosenUnits(turn, draft);
  const sum = say(SAYS.sum, {
    walk: Object.keys(draft.goals).length,
    make: Object.keys(draft.makes).length,
    money: frame.money[side],
  });
  if (chosen.length === 0) return `${say(SAYS.first)} ${sum}`;
  const isWalking = chosen.some((unit) => !isBuilding(unit[TYPE]));
  return `${say(isWalking ? SAYS.chosen : SAYS.building, { n: chosen.length })} ${sum}`;
}

function draw(
  pen: Pen,
  width: number,
  height: number,
  scene: Scene<Frame, Memory>,
  turn: Here,
  draft: Draft,
): void {
  const map = mapOf(width, height, scene.camera);
  const { palette } = scene;
  const chosen = new Set(draft.chosen);
  pen.save();
  pen.beginPath();
  pen.roundRect(map.x, map.y, map.side, map.side, 12);
  pen.clip();
  for (const unit of ownUnits(turn)) {
    const [id] = unit;
    const [x, y] = middle(map, unit[Y], unit[X]);
    const goal = draft.goals[id];
    if (goal) {
      const [gx, gy] = middle(map, ...goal);
      faded(pen, chosen.has(id) ? 0.8 : 0.25, () => {
        pen.beginPath();
        pen.moveTo(x, y);
        pen.lineTo(gx, gy);
        pen.strokeStyle = palette.gold;
        pen.lineWidth = 2;
        pen.stroke();
        disc(pen, gx, gy, Math.max(3, map.cell * 0.3), palette.gold);
      });
    }
    if (chosen.has(id))
      ring(
        pen,
        x,
        y,
        Math.max(7, unitSize(unit[TYPE], map.cell) * 0.75),
        palette.gold,
        Math.max(2, map.cell * 0.12),
      );
  }
  if (draft.box) {
    const [[x0, y0], [x1, y1]] = [draft.box.from, draft.box.to];
    outline(
      pen,
      Math.min(x0, x1),
      Math.min(y0, y1),
      Math.abs(x1 - x0),
      Math.abs(y1 - y0),
      2,
      palette.gold,
      2,
    );
  }
  pen.restore();
}

const play: GamePlay<Frame, Memory, Draft> = {
  setups: [
    { words: ["one stage", "1ステージ"], setup: "stages=1" },
    { words: ["three stages", "3ステージ"], setup: "stages=3" },
  ],
  hints: [
    [
      "Choose the idle workers and let them look around; when a resource (green gem) is found, send them to mine it.",
      "まず手の空いたワーカーを選んで「周りを探検」。資源(緑の宝石)が見つかったら「資源を掘る」。",
    ],
    [
      "Let the castle make workers, a worker build a base (500), and the base make an army. Villages make workers far out.",
      "城でワーカーを増やし、拠点(500)を建て、軍隊を作ります。村は遠くでワーカーを作れます。",
    ],
    [
      "Click units or draw a box, then click a place: they walk there turn by turn. Wheel: zoom; right button or two fingers: move the map.",
      "ユニットをクリックか囲んで選び、行き先をクリック。ホイールで拡大、右ドラッグか2本指で地図を動かせます。",
    ],
    [
      "“Autoplay” plays turn after turn with these orders; the enemy castle is near the opposite corner.",
      "「自動で進める」で命令どおりにターンが進みます。敵の城は反対の隅の近くです。",
    ],
  ],
  isQuick: false,
  canRun: true,
  hasFog: true,
  begin,
  groups,
  point,
  answer,
  tell,
  draw,
};

export default play;
