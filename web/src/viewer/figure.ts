/*
 * figure — pictures for the rules: positions that the game's own view draws, as SVG, when the pages are built.
 *
 * games/X/figures.ts exports what its RULES.md shows: for each name some panels side by side. A panel is a scene, that is a
 * frame (or the way from one to the next, at `t`), and the part of the drawing that is shown. The turns behind the panels are
 * played with `taisen sim` by a test, so a figure cannot show what the rules would not do.
 */
import type { Marks } from "./marks";
import { FONT } from "./paint";
import { paletteOf } from "./palette";
import { drawSvg, type Rect } from "./svg_pen";
import type { Camera, GameView, Say, Scene } from "./view";

export interface Panel<F> {
  /** A frame, or the seed of a game whose start is shown. */
  now?: F;
  seed?: string;
  next?: F;
  t?: number;
  shows?: string[];
  camera?: Camera;
  /** Only what this side sees. */
  eyes?: 0 | 1;
  /** The part that is shown, of a drawing of the figure's `width` and `height`. */
  part: Rect;
}

export interface Figure<F> {
  /** The size of the drawing that panels are parts of. */
  width: number;
  height: number;
  panels: Panel<F>[];
}

/** By name, as RULES.md calls them. */
/* eslint-disable-next-line @typescript-eslint/no-explicit-any -- figures of different games have no better type */
export type Figures<F = any> = Record<string, Figure<F>>;

const GAP = 16;
const NO_MARKS: Marks = { cells: [], lines: [], notes: [], plots: [] };

/** The first frame of a game. */
export type Start<F> = (seed: string) => F;

function sceneOf<F>(view: GameView<F>, panel: Panel<F>, start: Start<F>, say: Say): Scene<F, unknown> {
  const { next = null, t = 0, shows = [], eyes = null, camera = { x: 50, y: 50, zoom: 1 } } = panel;
  const now = panel.now ?? start(panel.seed ?? "0");
  return {
    ...{ now, next, t, say, camera, eyes },
    memory: view.recall?.(now, null, null) ?? null,
    names: ["", ""],
    marks: [NO_MARKS, NO_MARKS],
    shows: (overlay) => shows.includes(overlay),
    palette: paletteOf(false),
  };
}

/** The figure as a file; `language` is 0 for English, 1 for Japanese. */
export function renderFigure<F>(
  view: GameView<F>,
  figure: Figure<F>,
  start: Start<F>,
  language: 0 | 1,
): string {
  const say: Say = (words, values = {}) =>
    words[language].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
  let left = 0;
  const panels = figure.panels.map((panel, i) => {
    const { x, y, width, height } = panel.part;
    const drawn = drawSvg(panel.part, `p${i}`, (pen) =>
      view.draw(pen, figure.width, figure.height, sceneOf(view, panel, start, say)),
    );
    const svg = `<svg x="${left}" width="${width}" height="${height}" viewBox="${x} ${y} ${width} ${height}">${drawn}</svg>`;
    left += width + GAP;
    return svg;
  });
  const width = left - GAP;
  const height = Math.max(...figure.panels.map((panel) => panel.part.height));
  const font = FONT.replace(/"/g, "'");
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${font}">` +
    `<rect width="${width}" height="${height}" fill="${paletteOf(false).paper}"/>${panels.join("")}</svg>\n`
  );
}
