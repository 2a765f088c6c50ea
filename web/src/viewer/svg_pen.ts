/*
 * svg_pen — a pen that writes SVG: what a view draws on a canvas becomes a text.
 *
 * A view knows only the calls of a canvas (`Pen`). This class has those that views use and writes a shape for each, so
 * figures of the documents are drawn by the same code as the board on the screen. What lies outside the part that will be
 * seen is left out.
 */
import type { Pen } from "./paint";

export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

type Matrix = [number, number, number, number, number, number];
const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

interface State {
  fillStyle: string;
  strokeStyle: string;
  lineWidth: number;
  lineCap: string;
  lineJoin: string;
  globalAlpha: number;
  font: string;
  textAlign: string;
  dash: number[];
  matrix: Matrix;
  /** Groups that were opened since the state was saved: clips. */
  groups: number;
}

const short = (n: number) => String(Math.round(n * 10) / 10);
const escaped = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/"/g, "&quot;");
const ANCHORS: Record<string, string> = { left: "start", center: "middle", right: "end" };

class SvgPen {
  fillStyle = "#000";
  strokeStyle = "#000";
  lineWidth = 1;
  lineCap = "butt";
  lineJoin = "miter";
  globalAlpha = 1;
  font = "";
  textAlign = "left";
  textBaseline = "middle";

  readonly parts: string[] = [];
  private path = "";
  private points: [number, number][] = [];
  private dash: number[] = [];
  private matrix: Matrix = IDENTITY;
  private groups = 0;
  private clips = 0;
  private readonly saved: State[] = [];

  constructor(
    private readonly seen: Rect,
    private readonly name: string,
  ) {}

  // ---- state ----

  save(): void {
    const { fillStyle, strokeStyle, lineWidth, lineCap, lineJoin, globalAlpha, font, textAlign } = this;
    const { dash, matrix, groups } = this;
    this.saved.push({
      ...{ fillStyle, strokeStyle, lineWidth, lineCap, lineJoin, globalAlpha, font, textAlign },
      ...{ dash, matrix, groups },
    });
    this.groups = 0;
  }

  restore(): void {
    this.parts.push("</g>".repeat(this.groups));
    const state = this.saved.pop();
    if (state) Object.assign(this, state);
  }

  translate(x: number, y: number): void {
    this.turn([1, 0, 0, 1, x, y]);
  }

  rotate(angle: number): void {
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    this.turn([c, s, -s, c, 0, 0]);
  }

  setLineDash(dash: number[]): void {
    this.dash = dash;
  }

  private turn(by: Matrix): void {
    const [a, b, c, d, e, f] = this.matrix;
    this.matrix = [
      a * by[0] + c * by[1],
      b * by[0] + d * by[1],
      a * by[2] + c * by[3],
      b * by[2] + d * by[3],
      a * by[4] + c * by[5] + e,
      b * by[4] + d * by[5] + f,
    ];
  }

  // ---- paths ----

  beginPath(): void {
    this.path = "";
    this.points = [];
  }

  moveTo(x: number, y: number): void {
    this.add("M", [x, y]);
  }

  lineTo(x: number, y: number): void {
    this.add("L", [x, y]);
  }

  quadraticCurveTo(cx: number, cy: number, x: number, y: number): void {
    this.add("Q", [cx, cy], [x, y]);
  }

  closePath(): void {
    this.path += "Z";
  }

  rect(x: number, y: number, width: number, height: number): void {
    this.roundRect(x, y, width, height, 0);
  }

  roundRect(x: number, y: number, width: number, height: number, radius: number): void {
    const r = Math.min(radius, width / 2, height / 2);
    this.points.push([x, y], [x + width, y + height]);
    const corner = (dx: number, dy: number) =>
      r > 0 ? `a${short(r)} ${short(r)} 0 0 1 ${short(dx * r)} ${short(dy * r)}` : "";
    this.path +=
      `M${short(x + r)} ${short(y)}h${short(width - 2 * r)}${corner(1, 1)}v${short(height - 2 * r)}${corner(-1, 1)}` +
      `h${short(2 * r - width)}${corner(-1, -1)}v${short(2 * r - height)}${corner(1, -1)}z`;
  }

  arc(x: number, y: number, radius: number, from: number, to: number, isLeft = false): void {
    this.ellipse(x, y, radius, radius, 0, from, to, isLeft);
  }

  ellipse(
    x: number,
    y: number,
    rx: number,
    ry: number,
    turn: number,
    from: number,
    to: number,
    isLeft = false,
  ): void {
    this.points.push([x - rx, y - ry], [x + rx, y + ry]);
    const at = (angle: number): string =>
      `${short(x + rx * Math.cos(angle))} ${short(y + ry * Math.sin(angle))}`;
    const radii = `${short(rx)} ${short(ry)} ${short((turn * 180) / Math.PI)}`;
    const start = `${this.path === "" || this.path.endsWith("Z") ? "M" : "L"}${at(from)}`;
    const sweep = isLeft ? 0 : 1;
    if (Math.abs(to - from) >= 2 * Math.PI - 1e-9) {
      const half = `A${radii} 1 ${sweep} `;
      this.path += `M${at(from)}${half}${at(from + Math.PI)}${half}${at(from)}`;
      return;
    }
    const isLarge = Math.abs(to - from) > Math.PI ? 1 : 0;
    this.path += `${start}A${radii} ${isLarge} ${sweep} ${at(to)}`;
  }

  fill(): void {
    this.put(this.path, this.points, `fill="${this.fillStyle}"${this.alpha()}`);
  }

  stroke(): void {
    const ink = `fill="none" stroke="${this.strokeStyle}" stroke-width="${short(this.lineWidth)}"`;
    const dash = this.dash.length > 0 ? ` stroke-dasharray="${this.dash.map(short).join(" ")}"` : "";
    const cap = this.lineCap === "butt" ? "" : ` stroke-linecap="${this.lineCap}"`;
    this.put(this.path, this.points, `${ink}${dash}${cap}${this.alpha()}`);
  }

  fillRect(x: number, y: number, width: number, height: number): void {
    const [path, points] = [this.path, this.points];
    this.beginPath();
    this.rect(x, y, width, height);
    this.fill();
    [this.path, this.points] = [path, points];
  }

  clip(): void {
    const id = `${this.name}-${this.clips++}`;
    this.parts.push(`<clipPath id="${id}"><path d="${this.path}"/></clipPath><g clip-path="url(#${id})">`);
    this.groups++;
  }

  // ---- words ----

  measureText = (text: string) => ({ width: this.widthOf(text) });

  fillText(text: string, x: number, y: number, most = Infinity): void {
    this.letters(text, x, y, most, `fill="${this.fillStyle}"`);
  }

  strokeText(text: string, x: number, y: number, most = Infinity): void {
    const ink = `fill="none" stroke="${this.strokeStyle}" stroke-width="${short(this.lineWidth)}"`;
    this.letters(text, x, y, most, `${ink} stroke-linejoin="${this.lineJoin}"`);
  }

  private letters(text: string, x: number, y: number, most: number, ink: string): void {
    const [, weight, size] = /^(\d+) ([\d.]+)px/.exec(this.font) ?? ["", "400", "10"];
    const narrow =
      this.widthOf(text) > most ? ` textLength="${short(most)}" lengthAdjust="spacingAndGlyphs"` : "";
    const anchor = ANCHORS[this.textAlign] ?? "start";
    if (!this.isSeen([[x, y]], Number(size) * text.length)) return;
    this.parts.push(
      `<text x="${short(x)}" y="${short(y)}" font-weight="${weight}" font-size="${short(Number(size))}" text-anchor="${anchor}"` +
        ` dominant-baseline="central" ${ink}${narrow}${this.alpha()}${this.transform()}>${escaped(text)}</text>`,
    );
  }

  /** Nobody knows the reader's font; wide letters are about as wide as high. */
  private widthOf(text: string): number {
    const size = Number(/([\d.]+)px/.exec(this.font)?.[1] ?? 10);
    return [...text].reduce((sum, c) => sum + (c > "\u2e80" ? 1 : 0.58) * size, 0);
  }

  // ---- out ----

  private add(letter: string, ...points: [number, number][]): void {
    this.points.push(...points);
    this.path += letter + points.map(([x, y]) => `${short(x)} ${short(y)}`).join(" ");
  }

  private alpha(): string {
    return this.globalAlpha >= 1 ? "" : ` opacity="${Math.round(this.globalAlpha * 100) / 100}"`;
  }

  private transform(): string {
    return this.matrix === IDENTITY
      ? ""
      : ` transform="matrix(${this.matrix.map((n) => n.toFixed(3)).join(" ")})"`;
  }

  private isSeen(points: [number, number][], margin: number): boolean {
    const { x, y, width, height } = this.seen;
    const [a, b, c, d, e, f] = this.matrix;
    const xs = points.map((p) => a * p[0] + c * p[1] + e);
    const ys = points.map((p) => b * p[0] + d * p[1] + f);
    return (
      Math.max(...xs) + margin >= x &&
      Math.min(...xs) - margin <= x + width &&
      Math.max(...ys) + margin >= y &&
      Math.min(...ys) - margin <= y + height
    );
  }

  private put(path: string, points: [number, number][], ink: string): void {
    if (path === "" || this.globalAlpha <= 0 || !this.isSeen(points, this.lineWidth)) return;
    this.parts.push(`<path d="${path}" ${ink}${this.transform()}/>`);
  }
}

/** What `draw` draws, as the inside of an SVG; `name` is part of the ids in it. */
export function drawSvg(seen: Rect, name: string, draw: (pen: Pen) => void): string {
  const pen = new SvgPen(seen, name);
  draw(pen as unknown as Pen);
  return pen.parts.join("");
}
