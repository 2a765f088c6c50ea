/*
 * view — what the viewer knows about a game: how it is drawn, measured and told. THE interface of
 * games/X/view.ts, which exports one GameView as its default.
 *
 * A view is pure: it gets frames (the JSON objects of game->frame) and draws what lies between two of them.
 * It keeps nothing itself; what it needs to know about earlier turns it gathers with `recall`.
 */
import type { Marks } from "./marks";
import type { Pair } from "./rules";
import type { Palette } from "./palette";

/** English and Japanese. */
export type Words = readonly [en: string, ja: string];
export type Say = (words: Words, values?: Record<string, string | number>) => string;

/** Something worth a mark on the seek bar. The higher the weight, the taller. */
export interface FilmEvent {
  side: 0 | 1;
  weight: 1 | 2 | 3;
  words: Words;
  values?: Record<string, string | number>;
}

/** A curve under the board: a value of each player. */
export interface Measure<F> {
  words: Words;
  of(frame: F): Pair<number>;
}

/** Something that the watcher can switch on and off. */
export interface Overlay {
  key: string;
  words: Words;
  initial: boolean;
}

/** Where the watcher looks: the point in the middle, in cells, and the zoom, 1 = all of the board. */
export interface Camera {
  x: number;
  y: number;
  zoom: number;
}

export interface Scene<F, M> {
  /** The frame shown, and the one that follows when the film is between the two. */
  now: F;
  next: F | null;
  /** How far the film is on its way to `next`: 0 to 1. */
  t: number;
  memory: M;
  names: Pair<string>;
  marks: Pair<Marks>;
  shows(overlay: string): boolean;
  palette: Palette;
  say: Say;
  camera: Camera;
  /** Only what this side knows may be shown; null: everything. */
  eyes: 0 | 1 | null;
}

export interface Table {
  head: Words[];
  rows: string[][];
}

/** What is read of a position rather than drawn; through the eyes of a side, only what it knows. */
export type Reading<F, M> = Pick<Scene<F, M>, "now" | "memory" | "names" | "say" | "eyes">;

/** A board, or what stands on it, as a table to be read cell by cell; a cell that holds nothing is empty. */
export interface TextBoard {
  title: string;
  columns: string[];
  rows: { name: string; cells: string[] }[];
}

/* eslint-disable-next-line @typescript-eslint/no-explicit-any -- a list of views of different games has no better type */
export interface GameView<F = any, M = any> {
  title: string;
  /** What the sides are called when it matters (Cool and Hot). */
  sides?: Pair<Words>;
  /** Translations of the rules' reasons. */
  reasons: Record<string, Words>;
  measures: Measure<F>[];
  overlays: Overlay[];
  /** Zoom and pan make sense. */
  hasCamera?: boolean;
  /** The shape it would like: width by height of the drawing, in a wide and in a narrow window. */
  shape(isNarrow: boolean, frame: F): { width: number; height: number };
  /** Whether the watcher should be able to stop at this state; usually everywhere. */
  isMoment?(frame: F, before: F): boolean;
  /** What is remembered at `frame`, given what was at the moment before (null at the start). */
  recall?(frame: F, before: F | null, memory: M | null): M;
  events(before: F, after: F): FilmEvent[];
  /** How long the way from one to the other takes at speed 1, in milliseconds. */
  duration(before: F, after: F): number;
  draw(pen: CanvasRenderingContext2D, width: number, height: number, scene: Scene<F, M>): void;
  /** The board in a sentence or two, for those who cannot see it. */
  describe(frame: F, names: Pair<string>, say: Say): string;
  /** The whole position, for those who read it rather than see it. */
  boards(reading: Reading<F, M>): TextBoard[];
  /** What the turn is called; usually "turn N". */
  turnName?(frame: F, say: Say): string;
  table?(frame: F, names: Pair<string>, say: Say): Table | null;
}
