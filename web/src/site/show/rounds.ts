/* rounds — what a round of a contest is called. */
import type { Say } from "../../viewer/view";
import { FORMATS, LABELS, SHOW } from "../../i18n/show";

export interface Round {
  label: string | null;
  round: number;
  lower?: boolean;
}

/** Who plays alone, against a bot that is everybody's, is in no round and wins against nobody. */
export const isSolo = (format: string): boolean => format === "qualifier" || format === "campaign";

/** A name without what says where a bot comes from. */
export const plainName = (name: string): string => name.replace(/^bot:/, "");

/** The lower half of a double elimination begins with the second round. */
export function roundName({ label, round, lower }: Round, format: string, say: Say, phase = ""): string {
  if (isSolo(format) && !label) return phase || say(FORMATS[format]!);
  if (label) return say(LABELS[label] ?? [label, label]);
  if (format !== "double-elimination") return say(SHOW.round, { n: round });
  return lower ? say(SHOW.lowerRound, { n: round - 1 }) : say(SHOW.upperRound, { n: round });
}

/** Letters of the longest word: a line may break within Japanese, but not within such a word. */
export const longestWord = (name: string): number =>
  Math.max(1, ...name.split(/[\s\u2e80-\uffef]+/).map((word) => word.length));
