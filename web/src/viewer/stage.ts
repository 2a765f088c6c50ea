/*
 * stage — puts a position of the film on a canvas: the scene for the game's view, and posters with a head.
 */
import type { Film } from "./film";
import { box, words } from "./paint";
import type { Palette } from "./palette";
import type { Pair } from "./rules";
import type { Camera, Say, Scene } from "./view";

export interface Look {
  names: Pair<string>;
  say: Say;
  palette: Palette;
  camera: Camera;
  /** Through whose eyes one looks; null: one sees everything. */
  eyes: 0 | 1 | null;
  shows: (overlay: string) => boolean;
}

/* eslint-disable-next-line @typescript-eslint/no-explicit-any -- scenes of different games have no better type */
export type AnyScene = Scene<any, any>;

export function sceneOf(film: Film, position: number, look: Look): AnyScene {
  const at = Math.min(film.last, Math.floor(position));
  const t = position - at;
  return {
    ...look,
    now: film.frame(at),
    next: at < film.last && t > 0 ? film.frame(at + 1) : null,
    t,
    memory: film.memory(at),
    marks: [film.marks(at, 0), film.marks(at, 1)],
  };
}

export function paintFilm(
  pen: CanvasRenderingContext2D,
  width: number,
  height: number,
  film: Film,
  position: number,
  look: Look,
): void {
  pen.save();
  film.view.draw(pen, width, height, sceneOf(film, position, look));
  pen.restore();
}

export const POSTER_HEAD = 88;

/** The board with names, scores and the turn above it, on a ground of its own. */
export function paintPoster(
  pen: CanvasRenderingContext2D,
  width: number,
  height: number,
  film: Film,
  position: number,
  look: Look,
): void {
  const { palette, names, say } = look;
  const moment = film.moments[Math.floor(position)];
  const turn = film.view.turnName?.(film.frame(Math.floor(position)), say) ?? String(moment.turn);
  box(pen, 0, 0, width, height, 0, palette.paper);
  for (const p of [0, 1] as const) {
    const x = p === 0 ? 24 : width - 24;
    const align = p === 0 ? "left" : "right";
    words(pen, names[p], x, 30, 26, palette.sides[p], { align, weight: 800, most: width * 0.38 });
    words(pen, moment.scores[p].toLocaleString(), x, 64, 30, palette.ink, { align, weight: 800 });
  }
  words(pen, film.view.title, width / 2, 28, 20, palette.soft, { most: width * 0.22 });
  words(pen, turn, width / 2, 60, 24, palette.ink, { weight: 800, most: width * 0.22 });
  pen.save();
  pen.translate(0, POSTER_HEAD);
  paintFilm(pen, width, height - POSTER_HEAD, film, position, look);
  pen.restore();
}
