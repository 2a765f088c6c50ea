/* rounds — what a round of a contest is called. */
import type { Say } from "../../viewer/view";
import { LABELS, SHOW } from "../../i18n/show";

export interface Round {
  label: string | null;
  round: number;
  lower?: boolean;
}

/** The lower half of a double elimination begins with the second round. */
export function roundName({ label, round, lower }: Round, format: string, say: Say): string {
  if (label) return say(LABELS[label] ?? [label, label]);
  if (format !== "double-elimination") return say(SHOW.round, { n: round });
  return lower ? say(SHOW.lowerRound, { n: round - 1 }) : say(SHOW.upperRound, { n: round });
}
