/*
 * play — how a person plays a game in the browser: THE interface of games/X/play.ts, which exports one GamePlay
 * as its default.
 *
 * A move that is not sent yet is a draft: plain data that is never changed, only replaced. So taking something back
 * is to go to the draft before, and a play keeps nothing itself. What is drawn over the board and what is sent both
 * follow from the draft.
 */
import plays from "virtual:games/play";
import type { Gesture, Spot } from "$viewer/hand";
import type { Pen } from "$viewer/paint";
import type { Say, Scene, Words } from "$viewer/view";

export type Side = 0 | 1;
export type { Gesture, Spot };

/** What a person who is to move has before them. */
export interface Turn<F, M> {
  frame: F;
  memory: M;
  side: Side;
  say: Say;
  /** The state after this answer if the opponent did nothing much; null when the rules take it for none. */
  tryOut(answer: string): F | null;
}

/** A button: what the draft becomes when it is chosen. */
export interface Choice<D> {
  key: string;
  words: Words;
  values?: Record<string, string | number>;
  draft: D;
  /** A key of the keyboard, as the browser names it. */
  hotkey?: string;
  /** What it costs, or how many there are. */
  note?: string;
  isOn?: boolean;
  isOff?: boolean;
}

export interface ChoiceGroup<D> {
  words: Words;
  choices: Choice<D>[];
  /** Four directions, laid out as on a keyboard: up, left, down, right. */
  isCross?: boolean;
}

/* eslint-disable-next-line @typescript-eslint/no-explicit-any -- a list of plays of different games has no better type */
export interface GamePlay<F = any, M = any, D = any> {
  /** How a game can begin, the usual one first: options as of --setup. */
  setups: { words: Words; setup: string }[];
  /** What a beginner should know, step by step. */
  hints: Words[];
  /** Nothing is missing, and the person has shown that this is meant: it may be sent at once. Without it one sends by hand. */
  isWhole?(draft: D): boolean;
  /** Whole moves are sent at once, unless the person wishes otherwise. */
  isQuick: boolean;
  /** Turns can go on by themselves with the orders that stand. */
  canRun?: boolean;
  /** Only what the person's own side knows is shown. */
  hasFog?: boolean;
  /** What the opponent is taken to answer when a move is tried out; none: nothing is tried out. */
  idle?: string;
  /** Whether this state is one to think about; usually each in which one is asked. */
  isTurn?(frame: F): boolean;
  /** The draft at the start of a turn, given the one that was sent last. */
  begin(turn: Turn<F, M>, before: D | null): D;
  groups(turn: Turn<F, M>, draft: D): ChoiceGroup<D>[];
  /** Something on the board is pointed at; the same draft when that means nothing. */
  point(turn: Turn<F, M>, draft: D, gesture: Gesture, spot: Spot): D;
  /** What a program would print; null while the move is not complete. */
  answer(turn: Turn<F, M>, draft: D): string | null;
  /** What the draft would do, or what to do next: a sentence. */
  tell(turn: Turn<F, M>, draft: D): string;
  /** Draws the draft over the board. */
  draw(pen: Pen, width: number, height: number, scene: Scene<F, M>, turn: Turn<F, M>, draft: D): void;
}

export async function loadPlay(game: string): Promise<GamePlay | null> {
  return (await plays.get(game)?.()) ?? null;
}

/** A phone has no arrow keys, and is not told to use them: `others` are the words there. */
export function byKeys(keys: Words, others: Words): Words {
  const hasKeys =
    typeof matchMedia === "undefined" || matchMedia("(hover: hover) and (pointer: fine)").matches;
  return hasKeys ? keys : others;
}
