/*
 * about — a game in a few words: THE interface of games/X/about.ts, which exports one About as its default.
 */
import abouts from "virtual:games/about";
import type { Words } from "./view";

export interface About {
  /** A small picture: the inside of an SVG of 48 x 48. */
  emblem: string;
  /** What it is, in one or two sentences. */
  blurb: Words;
  /** The rules in short. */
  rules: Words[];
}

export const aboutOf = (game: string): About | undefined => abouts.get(game);
