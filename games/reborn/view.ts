/*
 * CODE VS Reborn in the viewer: two fields of falling numbers. Numbers that make ten together have the same
 * colour, so that one sees what will go.
 */
import {
  bar,
  box,
  drop,
  faded,
  frame,
  glide,
  loudWords,
  mix,
  paintMarks,
  part,
  ring,
  sparks,
  star,
  words,
} from "$viewer/paint";
import type { Pen } from "$viewer/paint";
import type { FilmEvent, GameView, Say, Scene, Words } from "$viewer/view";
import {
  chainBeats,
  COLS,
  OJAMA,
  readColumns,
  type Beat,
  type Block,
} from "./view_chain";

export interface Player {
  gauge: number;
  stock: number;
  score: number;
  cols: string[];
  chain?: number;
  blast?: number;
  gain?: number;
  attack?: number;
  dropped?: number;
  dead?: boolean;
  cmd?: string;
  error?: string;
}

export interface Frame {
  turn: number;
  turns: number;
  packs: number[][][];
  players: [Player, Player];
  over: boolean;
}

const ROWS = 16;
export const SHOWN_ROWS = 19; // with those that are above the danger line for a moment
export const SKILL = 80;
const GAUGE = 100;

const DROP_MS = 360;
const SHOW_MS = 300;
const VANISH_MS = 190;
const REST_MS = 90;

const SAYS = {
  next: ["NEXT", "NEXT"],
  gauge: ["gauge", "スキルゲージ"],
  ready: ["SKILL!", "スキル!"],
  chain: ["{n} chain", "{n}チェイン"],
  chainBig: ["{n} chain!", "{n}チェイン!"],
  blast: ["blast: {n} blocks", "爆発 {n}個"],
  blastBig: ["BLAST {n}", "爆発 {n}"],
  dead: ["topped out", "デンジャーライン超え"],
  error: ["no valid answer", "不正な出力"],
  describe: [
    "{name}: score {score}, gauge {gauge}, {stock} ojama waiting, highest column {height} of 16.",
    "{name}: スコア{score}、ゲージ{gauge}、お邪魔{stock}個、最高{height}段(16段まで)。",
  ],
  fieldOf: [
    "Field of {name}: columns from the left, rows from the bottom",
    "{name}のフィールド: 列は左から、段は下から",
  ],
  ojama: ["ojama", "お邪魔"],
  packNow: ["Next pack", "次のパック"],
  upper: ["above", "上"],
  lower: ["below", "下"],
} as const satisfies Record<string, Words>;

const blockWord = (value: number, say: Say): string =>
  value === OJAMA ? say(SAYS.ojama) : value === 0 ? "" : String(value);

const HUES: Record<number, string> = {
  1: "#e25583",
  2: "#9162d4",
  3: "#2f86de",
  4: "#279a63",
  5: "#f0b323",
};
const HUES_DEEP: Record<number, string> = {
  1: "#b32e5c",
  2: "#6a3fae",
  3: "#1c62ad",
  4: "#187447",
  5: "#f0b323",
};

function colourOf(value: number): string {
  return value > 5 ? HUES_DEEP[10 - value] : HUES[value];
}

// ---- blocks ----

export function paintBlock(
  pen: Pen,
  value: number,
  x: number,
  y: number,
  size: number,
): void {
  const gap = size * 0.04;
  const inner = size - 2 * gap;
  const radius = size * 0.22;
  if (value === OJAMA) return paintOjama(pen, x + gap, y + gap, inner, radius);
  const colour = colourOf(value);
  box(pen, x + gap, y + gap, inner, inner, radius, colour);
  faded(pen, 0.28, () =>
    box(
      pen,
      x + gap * 2.5,
      y + gap * 2,
      inner - gap * 3,
      inner * 0.36,
      radius * 0.8,
      "#fff",
    ),
  );
  if (value === 5)
    star(pen, x + size / 2, y + size * 0.53, size * 0.42, 5, "#fff3c4", 0.55);
  words(
    pen,
    String(value),
    x + size / 2,
    y + size * 0.54,
    size * 0.62,
    value === 5 ? "#6b4700" : "#fff",
    { weight: 800 },
  );
}

function paintOjama(
  pen: Pen,
  x: number,
  y: number,
  size: number,
  radius: number,
): void {
  box(pen, x, y, size, size, radius, "#7d8290");
  faded(pen, 0.2, () =>
    box(
      pen,
      x + size * 0.06,
      y + size * 0.05,
      size * 0.88,
      size * 0.3,
      radius * 0.8,
      "#fff",
    ),
  );
  pen.strokeStyle = "#4b4f5c";
  pen.lineWidth = size * 0.09;
  pen.lineCap = "round";
  pen.beginPath();
  for (const side of [-1, 1]) {
    pen.moveTo(x + size * (0.5 + side * 0.28), y + size * 0.36);
    pen.lineTo(x + size * (0.5 + side * 0.12), y + size * 0.45);
  }
  pen.moveTo(x + size * 0.36, y + size * 0.7);
  pen.quadraticCurveTo(
    x + size * 0.5,
    y + size * 0.6,
    x + size * 0.64,
    y + size * 0.7,
  );
  pen.stroke();
}

function paintPack(
  pen: Pen,
  pack: number[][],
  x: number,
  y: number,
  size: number,
): void {
  pack.forEach((row, r) =>
    row.forEach(
      (value, c) =>
        value && paintBlock(pen, value, x + c * size, y + r * size, size),
    ),
  );
}

// ---- a field ----

export interface Place {
  x: number;
  y: number;
  u: number;
}

export const blockX = (at: Place, col: number) => at.x + col * at.u;
export const blockY = (at: Place, row: number) =>
  at.y + (SHOWN_ROWS - 1 - row) * at.u;
const middle = (at: Place, block: Block): [number, number] => [
  blockX(at, block.col) + at.u / 2,
  blockY(at, block.row) + at.u / 2,
];

function paintField(
  pen: Pen,
  at: Place,
  scene: Scene<Frame, null>,
  side: 0 | 1,
): void {
  const { palette } = scene;
  const top = at.y + (SHOWN_ROWS - ROWS) * at.u;
  box(
    pen,
    at.x - at.u * 0.25,
    at.y - at.u * 0.1,
    at.u * (COLS + 0.5),
    at.u * (SHOWN_ROWS + 0.35),
    at.u * 0.4,
    palette.card,
  );
  faded(pen, 0.5, () =>
    box(
      pen,
      at.x,
      at.y,
      at.u * COLS,
      top - at.y,
      at.u * 0.2,
      palette.sidesSoft[1],
    ),
  );
  for (let col = 1; col < COLS; col++)
    faded(pen, 0.45, () => {
      pen.fillStyle = palette.line;
      pen.fillRect(at.x + col * at.u - 0.5, top, 1, ROWS * at.u);
    });
  frame(
    pen,
    at.x - at.u * 0.25,
    at.y - at.u * 0.1,
    at.u * (COLS + 0.5),
    at.u * (SHOWN_ROWS + 0.35),
    at.u * 0.4,
    palette.sides[side],
    Math.max(1.5, at.u * 0.09),
  );
  pen.setLineDash([at.u * 0.4, at.u * 0.25]);
  pen.beginPath();
  pen.moveTo(at.x, top);
  pen.lineTo(at.x + COLS * at.u, top);
  pen.strokeStyle = palette.danger;
  pen.lineWidth = Math.max(1.5, at.u * 0.1);
  pen.stroke();
  pen.setLineDash([]);
}

function paintStill(pen: Pen, at: Place, cols: string[]): void {
  for (const block of readColumns(cols).flat())
    paintBlock(
      pen,
      block.value,
      blockX(at, block.col),
      blockY(at, block.row),
      at.u,
    );
}

const beatMs = (beat: Beat) =>
  DROP_MS + (beat.gone.size > 0 ? SHOW_MS + VANISH_MS : 0);

function beatsOf(now: Frame, next: Frame, side: 0 | 1): Beat[] {
  const player = next.players[side];
  if (player.cmd === undefined || player.error || next.turn === now.turn)
    return [];
  return chainBeats(
    now.players[side].cols,
    now.packs[0],
    player.cmd,
    (player.dropped ?? 0) > 0,
  );
}

const sideMs = (beats: Beat[]) =>
  beats.reduce((sum, beat) => sum + beatMs(beat), REST_MS);

/** One beat at `ms` after its start: fall, show the pairs, vanish. */
function paintBeat(
  pen: Pen,
  at: Place,
  beat: Beat,
  ms: number,
  step: number,
  scene: Scene<Frame, null>,
): void {
  const fall = drop(part(ms, 0, DROP_MS));
  const show = part(ms, DROP_MS * 0.8, DROP_MS + SHOW_MS);
  const vanish = part(ms, DROP_MS + SHOW_MS, DROP_MS + SHOW_MS + VANISH_MS);
  for (const block of beat.blocks) {
    if (vanish > 0 && beat.gone.has(block)) continue;
    paintBlock(
      pen,
      block.value,
      blockX(at, block.col),
      blockY(at, mix(block.from, block.row, fall)),
      at.u,
    );
  }
  if (show > 0 && vanish < 1) paintPairs(pen, at, beat, show);
  if (vanish > 0) paintVanishing(pen, at, beat, vanish);
  if (beat.gone.size > 0 && show > 0)
    paintShout(pen, at, beat, step, part(ms, DROP_MS, beatMs(beat)), scene);
}

function paintPairs(pen: Pen, at: Place, beat: Beat, show: number): void {
  const pulse = 0.6 + 0.4 * Math.sin(show * Math.PI * 3);
  for (const block of beat.gone) {
    const [x, y] = middle(at, block);
    faded(pen, pulse, () =>
      frame(
        pen,
        x - at.u * 0.46,
        y - at.u * 0.46,
        at.u * 0.92,
        at.u * 0.92,
        at.u * 0.22,
        "#fff",
        at.u * 0.12,
      ),
    );
  }
  pen.lineCap = "round";
  for (const [a, b] of beat.pairs) {
    pen.beginPath();
    pen.moveTo(...middle(at, a));
    pen.lineTo(...middle(at, b));
    pen.strokeStyle = "#fff";
    pen.lineWidth = at.u * 0.16;
    pen.stroke();
  }
  for (const [a, b] of beat.pairs) paintSum(pen, at, a, b, show);
}

function paintSum(pen: Pen, at: Place, a: Block, b: Block, show: number): void {
  const [ax, ay] = middle(at, a);
  const [bx, by] = middle(at, b);
  faded(pen, show * 2, () =>
    loudWords(
      pen,
      `${a.value}+${b.value}`,
      (ax + bx) / 2,
      (ay + by) / 2,
      at.u * 0.42,
      "#3a2a00",
      "#ffe79a",
    ),
  );
}

function paintVanishing(pen: Pen, at: Place, beat: Beat, vanish: number): void {
  for (const block of beat.gone) {
    const [x, y] = middle(at, block);
    const size = at.u * (1 - glide(vanish));
    faded(pen, 1 - vanish, () =>
      paintBlock(pen, block.value, x - size / 2, y - size / 2, size),
    );
    sparks(pen, x, y, at.u * 0.9, vanish, beat.isBlast ? "#ff9d2e" : "#ffd65a");
    if (beat.isBlast && block.value === 5)
      ring(
        pen,
        x,
        y,
        at.u * 1.6 * vanish,
        "#ff9d2e",
        at.u * 0.2 * (1 - vanish),
      );
  }
}

function paintShout(
  pen: Pen,
  at: Place,
  beat: Beat,
  step: number,
  t: number,
  scene: Scene<Frame, null>,
): void {
  const text = beat.isBlast
    ? scene.say(SAYS.blastBig, { n: beat.gone.size })
    : scene.say(SAYS.chainBig, { n: step });
  const size = at.u * Math.min(2.2, 1.1 + 0.12 * step);
  const y = at.y + at.u * (4.2 - 1.2 * t);
  faded(pen, Math.min(1, (1 - t) * 3), () =>
    loudWords(
      pen,
      text,
      at.x + (COLS * at.u) / 2,
      y,
      size,
      beat.isBlast ? "#d84a00" : "#d12f5b",
      "#fff",
    ),
  );
}

function paintAction(
  pen: Pen,
  at: Place,
  beats: Beat[],
  ms: number,
  scene: Scene<Frame, null>,
): void {
  let step = 0;
  for (const beat of beats) {
    if (beat.gone.size > 0 && !beat.isBlast) step++;
    const isLast = beat === beats[beats.length - 1];
    if (ms < beatMs(beat) || isLast)
      return paintBeat(pen, at, beat, Math.min(ms, beatMs(beat)), step, scene);
    ms -= beatMs(beat);
  }
}

// ---- gauge and stock ----

function paintGauge(
  pen: Pen,
  at: Place,
  x: number,
  gauge: number,
  side: 0 | 1,
  scene: Scene<Frame, null>,
): void {
  const { palette, say } = scene;
  const height = at.u * ROWS;
  const top = at.y + at.u * (SHOWN_ROWS - ROWS);
  const isReady = gauge >= SKILL;
  bar(
    pen,
    x,
    top,
    at.u * 0.8,
    height,
    gauge / GAUGE,
    isReady ? palette.gold : palette.sides[side],
    palette.line,
  );
  const mark = top + height * (1 - SKILL / GAUGE);
  pen.fillStyle = palette.ink;
  pen.fillRect(x - at.u * 0.1, mark - 1, at.u, 2);
  words(
    pen,
    String(Math.round(gauge)),
    x + at.u * 0.4,
    top - at.u * 0.55,
    at.u * 0.62,
    isReady ? palette.gold : palette.soft,
  );
  if (!isReady) return;
  pen.save();
  pen.translate(x + at.u * 0.42, top + height * 0.55);
  pen.rotate(-Math.PI / 2);
  words(pen, say(SAYS.ready), 0, 0, at.u * 0.6, "#4a3200", { weight: 800 });
  pen.restore();
}

/** Ten ojama are a row that falls: a full stone each; the rest as small ones. */
function paintStock(
  pen: Pen,
  at: Place,
  stock: number,
  scene: Scene<Frame, null>,
): void {
  const y = at.y + at.u * (SHOWN_ROWS + 0.55);
  const size = at.u * 0.9;
  const whole = Math.floor(stock / 10);
  const shown = Math.min(7, whole);
  for (let i = 0; i < shown; i++)
    paintOjama(pen, at.x + i * size * 1.05, y, size, size * 0.25);
  for (let i = 0; i < stock % 10 && shown < 7; i++)
    paintOjama(
      pen,
      at.x + shown * size * 1.05 + i * size * 0.4,
      y + size * 0.55,
      size * 0.36,
      size * 0.1,
    );
  if (stock > 0)
    words(
      pen,
      `×${stock}`,
      at.x + COLS * at.u,
      y + size / 2,
      at.u * 0.8,
      stock >= 10 ? scene.palette.danger : scene.palette.soft,
      { align: "right", weight: 800 },
    );
}

// ---- the whole picture ----

function paintSide(
  pen: Pen,
  at: Place,
  gaugeX: number,
  side: 0 | 1,
  scene: Scene<Frame, null>,
  beats: Beat[],
  ms: number,
): void {
  const now = scene.now.players[side];
  const next = scene.next?.players[side] ?? now;
  const isEnding = scene.t > 0.97; // not earlier: it would tell how the turn goes out
  const told = isEnding ? next : now;
  paintField(pen, at, scene, side);
  if (beats.length > 0 && scene.t > 0) paintAction(pen, at, beats, ms, scene);
  else paintStill(pen, at, now.cols);
  paintGauge(pen, at, gaugeX, mix(now.gauge, next.gauge, scene.t), side, scene);
  paintStock(pen, at, told.stock, scene);
  const centre = (row: number, col: number): [number, number] => [
    at.x + (col + 0.5) * at.u,
    at.y + (SHOWN_ROWS - ROWS + row + 0.5) * at.u,
  ];
  if (scene.t === 0)
    paintMarks(
      pen,
      scene.marks[side],
      scene.palette.sides[side],
      at.u,
      centre,
      scene.palette,
    );
  if (told.dead || told.error) paintDefeat(pen, at, told, scene);
}

function paintDefeat(
  pen: Pen,
  at: Place,
  player: Player,
  scene: Scene<Frame, null>,
): void {
  faded(pen, 0.55, () =>
    box(
      pen,
      at.x,
      at.y,
      COLS * at.u,
      SHOWN_ROWS * at.u,
      at.u * 0.3,
      scene.palette.paper,
    ),
  );
  const text = scene.say(player.dead ? SAYS.dead : SAYS.error);
  loudWords(
    pen,
    text,
    at.x + (COLS * at.u) / 2,
    at.y + at.u * 9,
    at.u * 0.8,
    scene.palette.danger,
    scene.palette.card,
  );
}

function paintPacks(
  pen: Pen,
  x: number,
  y: number,
  u: number,
  count: number,
  isDown: boolean,
  scene: Scene<Frame, null>,
): void {
  const { palette } = scene;
  scene.now.packs.slice(0, count).forEach((pack, i) => {
    const size = i === 0 ? u : u * 0.72;
    const along = i === 0 ? 0 : u * 3.3 + (i - 1) * u * (isDown ? 2 : 1.9);
    const px = isDown ? x - size : x + along;
    const py = isDown ? y + along : y - size;
    if (i === 0)
      box(
        pen,
        px - u * 0.3,
        py - u * 0.3,
        2 * u + u * 0.6,
        2 * u + u * 0.6,
        u * 0.4,
        palette.card,
      );
    if (i === 0)
      frame(
        pen,
        px - u * 0.3,
        py - u * 0.3,
        2 * u + u * 0.6,
        2 * u + u * 0.6,
        u * 0.4,
        palette.gold,
        u * 0.1,
      );
    faded(pen, i === 0 && scene.t > 0.05 ? 0.25 : 1, () =>
      paintPack(pen, pack, px, py, size),
    );
  });
}

interface Layout {
  u: number;
  fields: [Place, Place];
  gauges: [number, number];
}

function wideLayout(width: number, height: number): Layout {
  const u = Math.min(width / 31, height / 21.2);
  const x = (width - 31 * u) / 2;
  const y = (height - 21.2 * u) / 2 + u * 0.3;
  return {
    u,
    fields: [
      { x: x + 2 * u, y, u },
      { x: x + 19 * u, y, u },
    ],
    gauges: [x + 0.5 * u, x + 29.7 * u],
  };
}

function narrowLayout(width: number, height: number): Layout {
  const u = Math.min(width / 23.6, height / 24.6);
  const x = (width - 23.6 * u) / 2;
  const y = (height - 24.6 * u) / 2 + u * 3.7;
  return {
    u,
    fields: [
      { x: x + 1.4 * u, y, u },
      { x: x + 12.2 * u, y, u },
    ],
    gauges: [x + 0.2 * u, x + 22.6 * u],
  };
}

const isTall = (width: number, height: number) => width / height < 1.15;

/** Where both fields lie on a drawing of this size. */
export function fieldsOf(width: number, height: number): [Place, Place] {
  const layout = isTall(width, height) ? narrowLayout : wideLayout;
  return layout(width, height).fields;
}

function draw(
  pen: Pen,
  width: number,
  height: number,
  scene: Scene<Frame, null>,
): void {
  const beats = ([0, 1] as const).map((side) =>
    scene.next ? beatsOf(scene.now, scene.next, side) : [],
  );
  const ms = scene.t * Math.max(...beats.map(sideMs));
  const isNarrow = isTall(width, height);
  const { u, fields, gauges } = (isNarrow ? narrowLayout : wideLayout)(
    width,
    height,
  );
  for (const side of [0, 1] as const)
    paintSide(pen, fields[side], gauges[side], side, scene, beats[side], ms);
  const top = fields[0].y;
  if (isNarrow)
    return paintPacks(
      pen,
      width / 2 - 8.6 * u,
      top - 1.9 * u,
      u,
      8,
      false,
      scene,
    );
  words(
    pen,
    scene.say(SAYS.next),
    width / 2,
    top + u * 0.5,
    u * 0.7,
    scene.palette.soft,
    { weight: 800 },
  );
  paintPacks(pen, width / 2, top + u * 1.6, u, 8, true, scene);
}

function eventsOf(before: Frame, after: Frame): FilmEvent[] {
  const events: FilmEvent[] = [];
  after.players.forEach((player, p) => {
    const side = p as 0 | 1;
    if (after.turn === before.turn) {
      if (player.error) events.push({ side, weight: 3, words: SAYS.error });
      return;
    }
    const chain = player.chain ?? 0;
    if (player.blast)
      events.push({
        side,
        weight: 3,
        words: SAYS.blast,
        values: { n: player.blast },
      });
    else if (chain >= 2)
      events.push({
        side,
        weight: chain >= 8 ? 3 : chain >= 4 ? 2 : 1,
        words: SAYS.chain,
        values: { n: chain },
      });
    if (player.dead) events.push({ side, weight: 3, words: SAYS.dead });
  });
  return events;
}

const highest = (player: Player) =>
  Math.max(...player.cols.map((col) => col.length));

const view: GameView<Frame, null> = {
  title: "CODE VS Reborn",
  reasons: {
    "topped out": ["topped out", "デンジャーライン超え"],
    "danger line": ["topped out", "デンジャーライン超え"], // in older records
    turns: ["all turns played", "全ターン終了"],
    time: ["time over", "時間切れ"],
    invalid: ["no valid answer", "不正な出力"],
    "time and invalid": [
      "time over, and no valid answer",
      "時間切れと不正な出力",
    ],
  },
  measures: [
    {
      words: ["score", "スコア"],
      of: (f) => [f.players[0].score, f.players[1].score],
    },
    {
      words: ["gauge", "ゲージ"],
      of: (f) => [f.players[0].gauge, f.players[1].gauge],
    },
    {
      words: ["ojama waiting", "お邪魔ストック"],
      of: (f) => [f.players[0].stock, f.players[1].stock],
    },
    {
      words: ["highest column", "最高段"],
      of: (f) => [highest(f.players[0]), highest(f.players[1])],
    },
  ],
  overlays: [],
  shape: (isNarrow) =>
    isNarrow ? { width: 23.6, height: 24.6 } : { width: 31, height: 21.2 },
  events: eventsOf,
  duration: (before, after) =>
    Math.max(
      ...([0, 1] as const).map((side) => sideMs(beatsOf(before, after, side))),
    ) || 400,
  draw,
  describe: (f, names, say) =>
    f.players
      .map((p, i) =>
        say(SAYS.describe, {
          name: names[i],
          score: p.score,
          gauge: p.gauge,
          stock: p.stock,
          height: highest(p),
        }),
      )
      .join(" "),
  boards: ({ now: f, names, say }) => [
    ...f.packs.slice(0, 1).map((pack) => ({
      title: say(SAYS.packNow),
      columns: ["0", "1"],
      rows: pack.map((row, i) => ({
        name: say(i === 0 ? SAYS.upper : SAYS.lower),
        cells: row.map((value) => blockWord(value, say)),
      })),
    })),
    ...f.players.map((p, i) => {
      const columns = readColumns(p.cols);
      return {
        title: say(SAYS.fieldOf, { name: names[i] }),
        columns: columns.map((_, col) => String(col)),
        rows: Array.from({ length: highest(p) }, (_, row) => ({
          name: String(row),
          cells: columns.map((column) =>
            blockWord(column[row]?.value ?? 0, say),
          ),
        })).reverse(),
      };
    }),
  ],
};

export default view;
