/* How a film is told in words: the players' names, how it ended, and what decided it. */
import type { Film } from "./film";
import type { Seat } from "./record";
import type { Pair } from "./rules";
import type { Say } from "./view";
import { SAY } from "../i18n/viewer";

/** A seat has the name of whom it plays for; only where nobody entered one, what the program calls itself. */
const nameOf = ({ who, name, spec }: Seat) => who || name || spec;

/** What the program calls itself, where that tells more than its name. */
export const printedBy = (seat: Seat) => (seat.who && seat.name !== seat.who ? seat.name : "");

export const plainNames = (seats: Pair<Seat>): Pair<string> => [nameOf(seats[0]), nameOf(seats[1])];

/** Both names, with the side before them where it matters. */
export function namesOf(film: Film, say: Say): Pair<string> {
  const { sides } = film.view;
  const [a, b] = plainNames(film.record.seats);
  return sides ? [`${say(sides[0])}: ${a}`, `${say(sides[1])}: ${b}`] : [a, b];
}

/** Who has won, and why; of a film that is read to its end. */
export function verdictOf(film: Film, names: Pair<string>, say: Say): string {
  if (!film.reason) return say(SAY.cut);
  const why = say(film.view.reasons[film.reason] ?? [film.reason, film.reason]);
  return film.winner < 0 ? say(SAY.draw, { why }) : say(SAY.wins, { name: names[film.winner], why });
}

/** What decided it, of a film that is read to its end; "" where there is nothing to tell. */
export function decisionOf(film: Film, names: Pair<string>, say: Say): string {
  if (!film.decision) return "";
  const { words, values } = film.decision;
  const told = Object.entries(values).map(([key, value]) => [
    key,
    typeof value === "number" ? value : say(value),
  ]);
  const isSame = names[0] === names[1];
  const called = names.map((name, p) => (isSame ? `${name} (${p + 1})` : name));
  const [first, second] = called;
  const { winner } = film;
  const players = winner < 0 ? {} : { winner: called[winner], loser: called[1 - winner] };
  return say(words, { first, second, ...players, ...Object.fromEntries(told) });
}
