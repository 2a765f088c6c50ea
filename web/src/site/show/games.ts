/*
 * games — a contest as an audience follows it: its games in the order in which they are shown, and how players came
 * to where they are.
 */
import type { Pair } from "../../viewer/rules";
import type { Contest, ContestMatch, ContestPhase, Stage } from "../api";
import { isSolo } from "./rounds";

/** A game of the show, and what the card before it tells. */
export type ShowGame = NonNullable<Stage["next"]>;

/** Games of one contest that have a number, in their order. */
export function gamesOf(contest: Contest): ShowGame[] {
  const list = contest.phases.flatMap((phase) =>
    phase.matches.flatMap((match, fixture) =>
      match.games.map((_, game) => gameOf(phase, match, fixture, game)),
    ),
  );
  return list.filter(({ match }) => match > 0).sort((a, b) => a.match - b.match);
}

function gameOf(phase: ContestPhase, match: ContestMatch, fixture: number, game: number): ShowGame {
  const [a, b] = match.players.map((name) => name ?? "") as Pair<string>;
  const before = match.games.slice(0, game);
  const winsOf = (p: number) => before.filter(({ winner }) => winner === p).length;
  return {
    match: match.games[game]!.match,
    is_ready: true,
    phase: phase.name,
    format: phase.format,
    fixture,
    round: match.round,
    label: match.label,
    lower: match.lower ?? false,
    game: game + 1,
    games: match.games.length,
    players: [a, b],
    sides: game % 2 === 0 ? [a, b] : [b, a],
    wins: [winsOf(0), winsOf(1)],
  };
}

/** The game that `after` has more than `before`, with its key. */
export function gameAt(before: Contest, after: Contest): { game: ShowGame; key: string } | null {
  const keys = new Set(
    before.phases.flatMap(({ matches }) => matches.flatMap(({ games }) => games.map(({ key }) => key))),
  );
  for (const phase of after.phases)
    for (const [fixture, match] of phase.matches.entries())
      for (const [number, { key }] of match.games.entries())
        if (!keys.has(key)) return { game: { ...gameOf(phase, match, fixture, number), games: 1 }, key }; // how many there will be is not known
  return null;
}

export interface Met {
  other: string;
  /** Games won, and lost. */
  wins: [number, number];
  outcome: "won" | "lost" | "drawn";
}

/** Matches of a player that are over, without the last of two who meet now. */
export function roadOf(contest: Contest, player: string): Met[] {
  return contest.phases.flatMap(({ format, matches }) =>
    (isSolo(format) ? [] : matches)
      .filter((match) => match.over && !match.bye && match.players.includes(player) && match.players[1])
      .map((match): Met => {
        const me = match.players.indexOf(player);
        return {
          other: match.players[1 - me] ?? "",
          wins: [match.wins[me]!, match.wins[1 - me]!],
          outcome: match.winner === player ? "won" : match.winner ? "lost" : "drawn",
        };
      }),
  );
}

/** Players have a number for their colours: their place in the first phase. */
export function seedsOf(contest: Contest): Map<string, number> {
  const names = contest.league?.coming.map(({ name }) => name) ?? [];
  const others = contest.phases
    .flatMap(({ standings }) => standings.map(({ player }) => player ?? ""))
    .sort();
  return new Map([...new Set([...names, ...others])].map((name, i) => [name, i]));
}
