/* How a film is told in words: the players' names, and how it ended. */
import type { Film } from "./film";
import type { Pair } from "./rules";
import type { Say } from "./view";
import { SAY } from "../i18n/viewer";

/** Both names, with the side before them where it matters. */
export function namesOf(film: Film, say: Say): Pair<string> {
  const { sides } = film.view;
  const nameOf = (p: 0 | 1) => {
    const seat = film.record.seats[p];
    return (sides ? `${say(sides[p])}: ` : "") + (seat.name || seat.spec);
  };
  return [nameOf(0), nameOf(1)];
}

/** Who has won, and why; of a film that is read to its end. */
export function verdictOf(film: Film, names: Pair<string>, say: Say): string {
  if (!film.reason) return say(SAY.cut);
  const why = say(film.view.reasons[film.reason] ?? [film.reason, film.reason]);
  return film.winner < 0 ? say(SAY.draw, { why }) : say(SAY.wins, { name: names[film.winner], why });
}
