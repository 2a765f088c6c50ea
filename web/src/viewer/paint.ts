/*
 * paint — small helpers for drawing on a canvas, shared by all games.
 */
import type { Marks } from "./marks";
import type { Palette } from "./palette";

export type Pen = CanvasRenderingContext2D;

/** Taisen is the font of the site's pages (web/src/fonts); a viewer in one file has none. */
export const FONT = `Taisen, system-ui, "Hiragino Sans", "Noto Sans CJK JP", "Noto Sans JP", sans-serif`;

export const clamp = (n: number, least = 0, most = 1) => Math.min(most, Math.max(least, n));
export const mix = (a: number, b: number, t: number) => a + (b - a) * t;
/** How far t is on its way from a to b: 0 before, 1 behind. */
export const part = (t: number, a: number, b: number) =>
  b <= a ? (t >= b ? 1 : 0) : clamp((t - a) / (b - a));
/** Starts and ends gently. */
export const glide = (t: number) => t * t * (3 - 2 * t);
/** Falls faster and faster, and rebounds a little. */
export const drop = (t: number) =>
  t < 0.8 ? (t / 0.8) ** 2 : 1 - 0.06 * Math.sin(((t - 0.8) / 0.2) * Math.PI);

export function box(
  pen: Pen,
  x: number,
  y: number,
  w: number,
  h: number,
  radius: number,
  fill: string,
): void {
  if (w <= 0 || h <= 0) return;
  pen.beginPath();
  pen.roundRect(x, y, w, h, radius);
  pen.fillStyle = fill;
  pen.fill();
}

export function frame(
  pen: Pen,
  x: number,
  y: number,
  w: number,
  h: number,
  radius: number,
  stroke: string,
  width: number,
): void {
  if (w <= 0 || h <= 0) return;
  pen.beginPath();
  pen.roundRect(x, y, w, h, radius);
  pen.strokeStyle = stroke;
  pen.lineWidth = width;
  pen.stroke();
}

export function disc(pen: Pen, x: number, y: number, radius: number, fill: string): void {
  pen.beginPath();
  pen.arc(x, y, Math.max(0, radius), 0, 2 * Math.PI);
  pen.fillStyle = fill;
  pen.fill();
}

export function ring(pen: Pen, x: number, y: number, radius: number, stroke: string, width: number): void {
  pen.beginPath();
  pen.arc(x, y, Math.max(0, radius), 0, 2 * Math.PI);
  pen.strokeStyle = stroke;
  pen.lineWidth = width;
  pen.stroke();
}

export interface Lettering {
  align?: CanvasTextAlign;
  weight?: number;
  most?: number;
}

/** Words with their middle line at y; shortened by the browser when wider than `most`. */
export function words(
  pen: Pen,
  text: string,
  x: number,
  y: number,
  size: number,
  colour: string,
  how: Lettering = {},
): void {
  pen.font = `${how.weight ?? 600} ${size}px ${FONT}`;
  pen.textAlign = how.align ?? "center";
  pen.textBaseline = "middle";
  pen.fillStyle = colour;
  pen.fillText(text, x, y, how.most);
}

/** Words with a rim, readable on anything. */
export function loudWords(
  pen: Pen,
  text: string,
  x: number,
  y: number,
  size: number,
  colour: string,
  rim: string,
): void {
  pen.font = `800 ${size}px ${FONT}`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.lineJoin = "round";
  pen.lineWidth = size * 0.28;
  pen.strokeStyle = rim;
  pen.strokeText(text, x, y);
  pen.fillStyle = colour;
  pen.fillText(text, x, y);
}

export function polygon(pen: Pen, points: [number, number][], fill: string): void {
  pen.beginPath();
  points.forEach(([x, y], i) => (i ? pen.lineTo(x, y) : pen.moveTo(x, y)));
  pen.closePath();
  pen.fillStyle = fill;
  pen.fill();
}

export function star(
  pen: Pen,
  x: number,
  y: number,
  radius: number,
  tips: number,
  fill: string,
  inner = 0.5,
): void {
  const point = (i: number): [number, number] => {
    const r = i % 2 ? radius * inner : radius;
    const angle = (i * Math.PI) / tips - Math.PI / 2;
    return [x + r * Math.cos(angle), y + r * Math.sin(angle)];
  };
  polygon(
    pen,
    Array.from({ length: tips * 2 }, (_, i) => point(i)),
    fill,
  );
}

/** Two eyes that look in a direction. */
export function eyes(pen: Pen, x: number, y: number, size: number, dx = 0, dy = 0): void {
  for (const side of [-1, 1]) {
    disc(pen, x + side * size * 0.42, y, size * 0.3, "#fff");
    disc(pen, x + side * size * 0.42 + dx * size * 0.12, y + dy * size * 0.12, size * 0.16, "#1d1e26");
  }
}

/** Draws with another opacity and puts the pen back. */
export function faded(pen: Pen, alpha: number, draw: () => void): void {
  const before = pen.globalAlpha;
  pen.globalAlpha = before * clamp(alpha);
  draw();
  pen.globalAlpha = before;
}

/** Sparks that fly apart as t goes from 0 to 1. */
export function sparks(pen: Pen, x: number, y: number, reach: number, t: number, colour: string): void {
  faded(pen, 1 - t, () => {
    for (let i = 0; i < 8; i++) {
      const angle = (i * Math.PI) / 4 + 0.4;
      disc(
        pen,
        x + Math.cos(angle) * reach * t,
        y + Math.sin(angle) * reach * t,
        reach * 0.14 * (1 - t),
        colour,
      );
    }
  });
}

/** A bar that is filled to a part of its length. */
export function bar(
  pen: Pen,
  x: number,
  y: number,
  w: number,
  h: number,
  filled: number,
  fill: string,
  empty: string,
): void {
  const radius = Math.min(w, h) / 2;
  box(pen, x, y, w, h, radius, empty);
  if (filled <= 0) return;
  pen.save();
  pen.beginPath();
  pen.roundRect(x, y, w, h, radius);
  pen.clip();
  pen.fillStyle = fill;
  if (w >= h) pen.fillRect(x, y, w * clamp(filled), h);
  else pen.fillRect(x, y + h * (1 - clamp(filled)), w, h * clamp(filled));
  pen.restore();
}

/** The marks of a player; `centre` gives the middle of a cell. */
export function paintMarks(
  pen: Pen,
  marks: Marks,
  colour: string,
  cell: number,
  centre: (row: number, col: number) => [number, number],
  palette: Palette,
): void {
  pen.lineCap = "round";
  for (const { from, to } of marks.lines) {
    pen.beginPath();
    pen.moveTo(...centre(...from));
    pen.lineTo(...centre(...to));
    pen.strokeStyle = colour;
    pen.lineWidth = Math.max(2, cell * 0.12);
    pen.stroke();
  }
  for (const mark of marks.cells) {
    const [x, y] = centre(mark.row, mark.col);
    const ink = mark.colour || colour;
    frame(
      pen,
      x - cell * 0.46,
      y - cell * 0.46,
      cell * 0.92,
      cell * 0.92,
      cell * 0.2,
      ink,
      Math.max(2, cell * 0.11),
    );
    if (mark.text) loudWords(pen, mark.text, x, y, Math.max(9, cell * 0.42), palette.ink, palette.card);
  }
}
