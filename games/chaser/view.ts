/*
 * CHaser in the viewer: the field, who stands where, what each side has seen, and what it looks at.
 */
import {
  box,
  disc,
  eyes,
  faded,
  frame,
  glide,
  loudWords,
  mix,
  paintMarks,
  part,
  polygon,
  ring,
  sparks,
  words,
  type Pen,
} from "$viewer/paint";
import type { Palette } from "$viewer/palette";
import type { FilmEvent, GameView, Reading, Scene, Words } from "$viewer/view";

type Team = "cool" | "hot";
export type Cell = [x: number, y: number];

export interface Frame {
  turn: number;
  turns: number;
  turns_left: number;
  name: string;
  size: Cell;
  field: string[];
  cool: Cell;
  hot: Cell;
  items: [number, number];
  items_on_field: number;
  phase: string;
  actor: Team;
  last?: { team: Team; cmd: string };
  over: boolean;
  winner?: number;
  reason?: string;
}

/** What a side has seen so far: for each cell, row by row, what it held then (a letter of the field); 0: nothing. */
export interface Memory {
  seen: [Uint8Array, Uint8Array];
}

export const TEAMS: [Team, Team] = ["cool", "hot"];
export const STEPS: Record<string, Cell> = {
  u: [0, -1],
  r: [1, 0],
  d: [0, 1],
  l: [-1, 0],
};
export const BLOCK = "2";
const ITEM = "3";
const UNKNOWN = "?";

/** What the loser did or suffered, as it stands on the contest's screen: COOL WIN! [HOT 切断により]. */
const REASONS = {
  crushed: ["crushed by a block", "Putにより"],
  enclosed: ["walled in", "囲まれたことにより"],
  collision: ["ran into a block", "自滅（ブロックへ移動）により"],
  self_enclosed: ["walled itself in", "自滅（自分を囲む）により"],
  foul: ["broke the protocol", "通信エラーにより"],
  "foul: disconnected": ["disconnection", "切断により"],
  "foul: no answer": ["no answer", "無応答により"],
  "foul: getReady twice": ["GetReady twice", "GetReadyの連続により"],
  "foul: two commands": ["two commands in a row", "行動の連続により"],
  "foul: no #": ["no #", "#がないことにより"],
  "foul: unknown command": ["unknown command", "不正なコマンドにより"],
  items: ["by items", "アイテム数により"],
} as const satisfies Record<string, Words>;

/** The end in the words of the contest: who wins, and what the other one did. */
export function endOf(frame: Pick<Frame, "winner" | "reason">): {
  title: string;
  why: Words;
} {
  const why: Words = REASONS[frame.reason as keyof typeof REASONS] ?? ["", ""];
  if (frame.winner !== 0 && frame.winner !== 1) return { title: "DRAW", why };
  const [winner, loser] =
    frame.winner === 0 ? ["COOL", "HOT"] : ["HOT", "COOL"];
  const title = `${winner} WIN!`;
  if (frame.reason === "items")
    return { title, why: [`[${why[0]}]`, `[${why[1]}]`] };
  return { title, why: [`[${loser}: ${why[0]}]`, `[${loser} ${why[1]}]`] };
}

const SAYS = {
  item: ["item {n}", "アイテム{n}個目"],
  put: ["put", "プット"],
  left: ["turns left: {n}", "残り{n}ターン"],
  describe: [
    "{name} stands at column {x}, row {y}, with {items} items.",
    "{name}は{x}列{y}行、アイテム{items}個。",
  ],
  field: [
    "Field: columns from the left, rows from the top",
    "フィールド: 列は左から、行は上から",
  ],
  block: ["block", "ブロック"],
  prize: ["item", "アイテム"],
  unknown: ["not seen", "未確認"],
  rest: ["{n} items lie on the field.", "残りのアイテムは{n}個。"],
} as const satisfies Record<string, Words>;

const sideOf = (team: Team): 0 | 1 => (team === "cool" ? 0 : 1);

// ---- what an action shows ----

export function square([x, y]: Cell): Cell[] {
  const cells: Cell[] = [];
  for (let dy = -1; dy <= 1; dy++)
    for (let dx = -1; dx <= 1; dx++) cells.push([x + dx, y + dy]);
  return cells;
}

/** RULES 2.4, 2.5: the cells that the answer to a command tells; `from` is where its player stood, `to` where it stands. */
export function toldCells(command: string, from: Cell, to: Cell): Cell[] {
  const [dx, dy] = STEPS[command[1]] ?? [0, 0];
  if (command[0] === "l") return square([from[0] + 2 * dx, from[1] + 2 * dy]);
  if (command[0] === "s")
    return Array.from({ length: 9 }, (_, i): Cell => [
      from[0] + (i + 1) * dx,
      from[1] + (i + 1) * dy,
    ]);
  return square(to);
}

const hasActed = (before: Frame, after: Frame) =>
  after.last !== undefined && after.last.team === before.actor && !before.over;

function recall(
  after: Frame,
  before: Frame | null,
  memory: Memory | null,
): Memory {
  const [width, height] = after.size;
  if (!before || !memory)
    return {
      seen: [new Uint8Array(width * height), new Uint8Array(width * height)],
    };
  const side = sideOf(before.actor);
  const seen: [Uint8Array, Uint8Array] = [...memory.seen];
  seen[side] = seen[side].slice();
  const cells = square(before[before.actor]);
  if (hasActed(before, after))
    cells.push(
      ...toldCells(after.last!.cmd, before[before.actor], after[before.actor]),
    );
  for (const [x, y] of cells)
    if (x >= 0 && x < width && y >= 0 && y < height) {
      const cell =
        after.field[y][x] === UNKNOWN ? before.field[y][x] : after.field[y][x];
      if (cell !== UNKNOWN) seen[side][y * width + x] = cell.charCodeAt(0);
    }
  return { seen };
}

// ---- the drawing ----

export interface Place {
  x: number;
  y: number;
  u: number;
}

/** Where the field lies on a drawing of this size. */
export function placeOf(width: number, height: number, size: Cell): Place {
  const u = Math.min(width / (size[0] + 1), height / (size[1] + 2.1));
  return {
    x: (width - size[0] * u) / 2,
    y: (height - (size[1] + 2.1) * u) / 2 + 1.55 * u,
    u,
  };
}

const leftOf = (at: Place, [x, y]: Cell): [number, number] => [
  at.x + x * at.u,
  at.y + y * at.u,
];
export const middleOf = (at: Place, [x, y]: Cell): [number, number] => [
  at.x + (x + 0.5) * at.u,
  at.y + (y + 0.5) * at.u,
];

function paintFloor(
  pen: Pen,
  at: Place,
  frame_: Frame,
  palette: Palette,
): void {
  const [width, height] = frame_.size;
  const colours = palette.isDark
    ? ["#20342b", "#243b31"]
    : ["#dcefd8", "#d0e8cb"];
  box(
    pen,
    at.x - at.u * 0.35,
    at.y - at.u * 0.35,
    (width + 0.7) * at.u,
    (height + 0.7) * at.u,
    at.u * 0.5,
    palette.stoneDeep,
  );
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      pen.fillStyle = colours[(x + y) & 1];
      pen.fillRect(at.x + x * at.u, at.y + y * at.u, at.u + 0.5, at.u + 0.5);
    }
}

function paintBlock(
  pen: Pen,
  x: number,
  y: number,
  u: number,
  palette: Palette,
  size = 1,
): void {
  const inset = (u * (1 - size)) / 2 + u * 0.04;
  const side = u - 2 * inset;
  box(pen, x + inset, y + inset, side, side, side * 0.18, palette.stoneDeep);
  box(pen, x + inset, y + inset, side, side * 0.84, side * 0.18, palette.stone);
  faded(pen, 0.3, () =>
    box(
      pen,
      x + inset + side * 0.1,
      y + inset + side * 0.08,
      side * 0.8,
      side * 0.2,
      side * 0.1,
      "#fff",
    ),
  );
}

/** A cut gem. */
function paintItem(pen: Pen, x: number, y: number, u: number, size = 1): void {
  const [cx, cy, r] = [x + u / 2, y + u / 2, u * 0.36 * size];
  const top: [number, number][] = [
    [cx - r, cy - r * 0.25],
    [cx - r * 0.5, cy - r * 0.85],
    [cx + r * 0.5, cy - r * 0.85],
    [cx + r, cy - r * 0.25],
  ];
  polygon(pen, [...top, [cx, cy + r]], "#e08a00");
  polygon(pen, top, "#ffc93c");
  polygon(
    pen,
    [
      [cx - r * 0.42, cy - r * 0.25],
      [cx + r * 0.42, cy - r * 0.25],
      [cx, cy + r],
    ],
    "#ffb21a",
  );
  polygon(
    pen,
    [
      [cx - r * 0.2, cy - r * 0.75],
      [cx + r * 0.25, cy - r * 0.75],
      [cx, cy - r * 0.35],
    ],
    "#fff0b8",
  );
}

/** A round fellow that looks where it goes: Cool with drops of ice, Hot with a flame. */
function paintPlayer(
  pen: Pen,
  side: 0 | 1,
  x: number,
  y: number,
  u: number,
  look: Cell,
  palette: Palette,
): void {
  const body = palette.isDark
    ? ["#4d8df7", "#f2664a"][side]
    : palette.sides[side];
  faded(pen, 0.22, () => {
    pen.beginPath();
    pen.ellipse(x, y + u * 0.38, u * 0.34, u * 0.1, 0, 0, 2 * Math.PI);
    pen.fillStyle = "#000";
    pen.fill();
  });
  if (side === 1)
    polygon(
      pen,
      [
        [x - u * 0.2, y - u * 0.22],
        [x - u * 0.02, y - u * 0.58],
        [x + u * 0.06, y - u * 0.36],
        [x + u * 0.17, y - u * 0.5],
        [x + u * 0.24, y - u * 0.2],
      ],
      "#ffb02e",
    );
  else
    for (const dx of [-0.2, 0, 0.2])
      polygon(
        pen,
        [
          [x + u * (dx - 0.09), y - u * 0.28],
          [x + u * dx, y - u * (dx ? 0.46 : 0.56)],
          [x + u * (dx + 0.09), y - u * 0.28],
        ],
        "#a9dcff",
      );
  disc(pen, x, y, u * 0.42, body);
  faded(pen, 0.25, () =>
    disc(pen, x - u * 0.12, y - u * 0.15, u * 0.14, "#fff"),
  );
  eyes(
    pen,
    x + look[0] * u * 0.06,
    y - u * 0.03 + look[1] * u * 0.05,
    u * 0.32,
    look[0],
    look[1],
  );
  pen.beginPath();
  pen.arc(
    x + look[0] * u * 0.06,
    y + u * 0.1,
    u * 0.09,
    0.15 * Math.PI,
    0.85 * Math.PI,
  );
  pen.strokeStyle = "#fff";
  pen.lineWidth = u * 0.045;
  pen.lineCap = "round";
  pen.stroke();
}

function paintCells(
  pen: Pen,
  at: Place,
  now: Frame,
  next: Frame | null,
  t: number,
  palette: Palette,
): void {
  now.field.forEach((row, y) =>
    [...row].forEach((cell, x) => {
      const after = next?.field[y][x] ?? cell;
      const [px, py] = leftOf(at, [x, y]);
      const grows = part(t, 0.45, 0.8);
      if (cell === BLOCK) paintBlock(pen, px, py, at.u, palette);
      if (cell === ITEM && after === ITEM) paintItem(pen, px, py, at.u);
      if (cell === ITEM && after !== ITEM) {
        paintItem(
          pen,
          px,
          py - at.u * 0.5 * part(t, 0.3, 0.7),
          at.u,
          1 - part(t, 0.4, 0.75),
        );
        sparks(
          pen,
          px + at.u / 2,
          py + at.u / 2,
          at.u,
          part(t, 0.35, 0.9),
          "#ffc93c",
        );
      }
      if (cell !== BLOCK && after === BLOCK && grows > 0)
        paintBlock(pen, px, py, at.u, palette, glide(grows));
    }),
  );
}

export function paintTold(
  pen: Pen,
  at: Place,
  told: Cell[],
  side: 0 | 1,
  alpha: number,
  size: Cell,
  palette: Palette,
): void {
  // What lies beyond the edge of the board is told as blocks, but there is nothing to be seen.
  const cells = told.filter(
    ([x, y]) => x >= 0 && y >= 0 && x < size[0] && y < size[1],
  );
  if (cells.length === 0) return;
  faded(pen, alpha, () => {
    for (const [x, y] of cells) {
      faded(pen, 0.28, () =>
        box(
          pen,
          at.x + x * at.u,
          at.y + y * at.u,
          at.u,
          at.u,
          0,
          palette.sides[side],
        ),
      );
    }
    const xs = cells.map((c) => c[0]);
    const ys = cells.map((c) => c[1]);
    const [x0, y0] = leftOf(at, [Math.min(...xs), Math.min(...ys)]);
    const [x1, y1] = leftOf(at, [Math.max(...xs) + 1, Math.max(...ys) + 1]);
    frame(
      pen,
      x0,
      y0,
      x1 - x0,
      y1 - y0,
      at.u * 0.2,
      palette.sides[side],
      Math.max(2, at.u * 0.08),
    );
  });
}

function paintFog(
  pen: Pen,
  at: Place,
  scene: Scene<Frame, Memory>,
  side: 0 | 1,
): void {
  const [width, height] = scene.now.size;
  const [own, other] = scene.palette.isDark
    ? ["#0c0f16", "#0c0f16"]
    : ["#5b6472", "#5b6472"];
  faded(pen, 0.72, () => {
    pen.fillStyle = side === 0 ? own : other;
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++)
        if (!scene.memory.seen[side][y * width + x])
          pen.fillRect(
            at.x + x * at.u,
            at.y + y * at.u,
            at.u + 0.5,
            at.u + 0.5,
          );
  });
}

/** Small coloured corners: who has seen a cell. */
function paintSeen(pen: Pen, at: Place, scene: Scene<Frame, Memory>): void {
  const [width, height] = scene.now.size;
  for (const side of [0, 1] as const)
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        if (!scene.memory.seen[side][y * width + x]) continue;
        const [px, py] = leftOf(at, [x, y]);
        faded(pen, 0.75, () =>
          disc(
            pen,
            px + at.u * (side ? 0.88 : 0.12),
            py + at.u * 0.12,
            at.u * 0.07,
            scene.palette.sides[side],
          ),
        );
      }
}

// ---- with the eyes of one side ----

/** The field as a side knows it: what it is shown and what it saw last, "?" where it never looked. */
export function knownField(
  frame_: Frame,
  memory: Memory,
  side: 0 | 1,
): string[] {
  const [width] = frame_.size;
  return frame_.field.map((row, y) =>
    [...row]
      .map((cell, x) => {
        const seen = memory.seen[side][y * width + x];
        return cell === UNKNOWN && seen ? String.fromCharCode(seen) : cell;
      })
      .join(""),
  );
}

/** A scene with what the side remembers. */
function throughEyes(
  scene: Scene<Frame, Memory>,
  side: 0 | 1,
): Scene<Frame, Memory> {
  const { now, next, memory } = scene;
  const known = { ...now, field: knownField(now, memory, side) };
  if (!next) return { ...scene, now: known };
  const isOwn = hasActed(now, next) && sideOf(now.actor) === side;
  const later = isOwn ? recall(next, now, memory) : memory;
  const told = { ...next, field: knownField(next, later, side) };
  return { ...scene, now: known, next: told };
}

/** Who is not in sight stands nowhere. */
const isInSight = (frame_: Frame, team: Team) => frame_[team][0] >= 0;

function isHidden({ now, next, t }: Scene<Frame, Memory>, side: 0 | 1) {
  return !isInSight(next && t > 0.5 ? next : now, TEAMS[side]);
}

/** The field in words, as far as it is known. */
function boards({ now, memory, say, eyes: side }: Reading<Frame, Memory>) {
  const known = side === null ? now.field : knownField(now, memory, side);
  const shown = TEAMS.filter((team) => isInSight(now, team));
  const wordsOf = (letter: string, x: number, y: number) => {
    const who = shown.filter(
      (team) => now[team][0] === x && now[team][1] === y,
    );
    const what = {
      [BLOCK]: SAYS.block,
      [ITEM]: SAYS.prize,
      [UNKNOWN]: SAYS.unknown,
    }[letter];
    const names = who.map((team) => (team === "cool" ? "Cool" : "Hot"));
    return [...names, ...(what ? [say(what)] : [])].join(" ");
  };
  return [
    {
      title: say(SAYS.field),
      columns: [...known[0]].map((_, x) => String(x)),
      rows: known.map((row, y) => ({
        name: String(y),
        cells: [...row].map((letter, x) => wordsOf(letter, x, y)),
      })),
    },
  ];
}

function paintUnknown(pen: Pen, at: Place, frame_: Frame, palette: Palette) {
  pen.fillStyle = palette.isDark ? "#0c0f16" : "#5b6472";
  frame_.field.forEach((row, y) =>
    [...row].forEach((cell, x) => {
      if (cell === UNKNOWN)
        pen.fillRect(at.x + x * at.u, at.y + y * at.u, at.u + 0.5, at.u + 0.5);
    }),
  );
}

function lookOf(frame_: Frame, side: 0 | 1): Cell {
  return frame_.last?.team === TEAMS[side]
    ? (STEPS[frame_.last.cmd[1]] ?? [0, 0])
    : [0, 0];
}

function paintPlayers(pen: Pen, at: Place, scene: Scene<Frame, Memory>): void {
  const { now, next, t, palette } = scene;
  const walk = glide(part(t, 0.1, 0.5));
  for (const side of [0, 1] as const) {
    if (isHidden(scene, side)) continue;
    const seen = [now, next ?? now].filter((f) => isInSight(f, TEAMS[side]));
    const [from, to] = [seen[0], seen[seen.length - 1]].map(
      (f) => f[TEAMS[side]],
    );
    const hop =
      Math.sin(walk * Math.PI) *
      (from[0] !== to[0] || from[1] !== to[1] ? 0.16 : 0);
    const [x, y] = middleOf(at, [
      mix(from[0], to[0], walk),
      mix(from[1], to[1], walk),
    ]);
    const isActing = !now.over && sideOf(now.actor) === side;
    if (isActing) ring(pen, x, y, at.u * 0.47, palette.gold, at.u * 0.07);
    paintPlayer(
      pen,
      side,
      x,
      y - hop * at.u,
      at.u,
      lookOf(next && t > 0 ? next : now, side),
      palette,
    );
  }
}

function paintEnd(
  pen: Pen,
  at: Place,
  frame_: Frame,
  scene: Scene<Frame, Memory>,
): void {
  const loser =
    frame_.winner === 0 ? "hot" : frame_.winner === 1 ? "cool" : null;
  if (loser && frame_.reason !== "items") {
    const [x, y] = middleOf(at, frame_[loser]);
    ring(pen, x, y, at.u * 0.62, scene.palette.danger, at.u * 0.14);
  }
  const { title, why } = endOf(frame_);
  const size = Math.min(at.u * 1.3, (frame_.size[0] * at.u) / 14);
  const lines: [string, number][] = [
    [title, 1.3],
    [scene.say(why), 2.9],
  ];
  for (const [line, down] of lines)
    loudWords(
      pen,
      line,
      at.x + (frame_.size[0] * at.u) / 2,
      at.y + at.u * down,
      size,
      scene.palette.danger,
      scene.palette.card,
    );
}

function draw(
  pen: Pen,
  width: number,
  height: number,
  whole: Scene<Frame, Memory>,
): void {
  const scene = whole.eyes === null ? whole : throughEyes(whole, whole.eyes);
  const { now, next, t, palette } = scene;
  const at = placeOf(width, height, now.size);
  const { u } = at;
  const turnsLeft = (next && t > 0.6 ? next : now).turns_left;
  words(
    pen,
    scene.say(SAYS.left, { n: turnsLeft }),
    at.x,
    at.y - u * 0.95,
    u * 0.62,
    palette.soft,
    { align: "left", weight: 700 },
  );
  words(
    pen,
    now.name,
    at.x + now.size[0] * u,
    at.y - u * 0.95,
    u * 0.55,
    palette.soft,
    { align: "right", weight: 500, most: now.size[0] * u * 0.5 },
  );
  paintFloor(pen, at, now, palette);
  paintCells(pen, at, now, next, t, palette);
  if (scene.eyes !== null)
    paintUnknown(pen, at, next && t > 0.5 ? next : now, palette);
  const isSeen = scene.eyes === null || sideOf(now.actor) === scene.eyes;
  if (next && t > 0 && isSeen && hasActed(now, next)) {
    const side = sideOf(now.actor);
    const cells = toldCells(next.last!.cmd, now[now.actor], next[now.actor]);
    const isFar = "ls".includes(next.last!.cmd[0]);
    paintTold(
      pen,
      at,
      cells,
      side,
      (isFar ? 1 : 0.55) * Math.sin(part(t, 0.15, 1) * Math.PI),
      now.size,
      palette,
    );
  }
  if (scene.shows("seen")) paintSeen(pen, at, scene);
  for (const side of [0, 1] as const)
    if (scene.shows(`fog${side}`)) paintFog(pen, at, scene, side);
  paintPlayers(pen, at, scene);
  if (t === 0 && scene.eyes === null)
    for (const side of [0, 1] as const)
      paintMarks(
        pen,
        scene.marks[side],
        palette.sides[side],
        u,
        (row, col) => middleOf(at, [col, row]),
        palette,
      );
  const ended = next && t > 0.8 && next.over ? next : now.over ? now : null;
  if (ended) paintEnd(pen, at, ended, scene);
}

function eventsOf(before: Frame, after: Frame): FilmEvent[] {
  const events: FilmEvent[] = [];
  for (const side of [0, 1] as const)
    if (after.items[side] > before.items[side])
      events.push({
        side,
        weight: 1,
        words: SAYS.item,
        values: { n: after.items[side] },
      });
  if (hasActed(before, after) && after.last!.cmd[0] === "p")
    events.push({ side: sideOf(after.last!.team), weight: 2, words: SAYS.put });
  if (after.over && !before.over) {
    const { title, why } = endOf(after);
    events.push({
      side: after.winner === 1 ? 1 : 0,
      weight: 3,
      words: [`${title} ${why[0]}`, `${title} ${why[1]}`],
    });
  }
  return events;
}

const view: GameView<Frame, Memory> = {
  title: "CHaser",
  sides: [
    ["Cool", "Cool"],
    ["Hot", "Hot"],
  ],
  reasons: REASONS,
  measures: [{ words: ["items", "アイテム"], of: (f) => f.items }],
  overlays: [
    { key: "seen", words: ["explored cells", "見た範囲"], initial: false },
    { key: "fog0", words: ["Cool's view", "Coolの視界"], initial: false },
    { key: "fog1", words: ["Hot's view", "Hotの視界"], initial: false },
  ],
  shape: (_, f) => ({ width: f.size[0] + 1, height: f.size[1] + 2.1 }),
  isMoment: (f, before) => !before.over && (f.over || f.phase === "ready"),
  recall,
  events: eventsOf,
  duration: (_, after) => ("ls".includes(after.last?.cmd[0] ?? "") ? 620 : 480),
  draw,
  describe: (f, names, say) =>
    TEAMS.map((team, p) =>
      say(SAYS.describe, {
        name: names[p],
        x: f[team][0],
        y: f[team][1],
        items: f.items[p],
      }),
    ).join(" ") +
    " " +
    say(SAYS.rest, { n: f.items_on_field }),
  boards,
};

export default view;
