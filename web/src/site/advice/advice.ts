/*
 * advice — what the master would have answered at a moment of a match.
 *
 * It plays the match along from its start, in the seat of a player, so that it knows what that player could know; with few
 * nodes up to the moment it is asked about, with many there. Nodes, not time: the answer is the same on every machine.
 */
import { answerBytes, type MatchRecord } from "../../viewer/record";
import type { Rules } from "../../viewer/rules";

export const MASTER = "master";
/** A second or two on an ordinary machine, whatever a node is in this game. */
const NODES: Record<string, number> = { reborn: 40_000, codevs5: 2_000 };
const NODES_ELSEWHERE = 500;
const EARLIER = 100; // of the nodes, one in so many for each turn before

export interface Question {
  record: Pick<MatchRecord, "setup" | "steps">;
  /** The number of the step, and who is asked there. */
  step: number;
  player: 0 | 1;
}

/** Its answer as a program would write it; null: this game has no master, or nobody is asked here. */
export function advise(bots: Rules, { record, step, player }: Question): string | null {
  const { setup, steps } = record;
  const nodes = NODES[setup.game] ?? NODES_ELSEWHERE;
  if (bots.open(setup) || !bots.sit(player, MASTER, setup.seed)) return null;
  for (const { replies, answers } of steps.slice(0, step)) {
    bots.think(Math.ceil(nodes / EARLIER));
    for (const p of [0, 1]) bots.answer(p, replies[p], answerBytes(answers[p]));
    bots.step();
  }
  return bots.think(nodes);
}
