// The games that this program has, as it says itself, for tests that look at each of them.
import { execFileSync } from "node:child_process";

const list = (taisen, ...words) =>
    execFileSync(taisen, [...words, "--json"], { encoding: "utf8" })
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line));

export const gamesOf = (taisen) =>
    list(taisen, "games").map(({ name }) => name);

/** Two bots made for the game, or else those that play every game, by name. */
export function botsOf(taisen, game) {
    const bots = list(taisen, "bots", game);
    const own = bots.filter((bot) => bot.game === game);
    const names = (own.length > 0 ? own : bots).map(({ name }) => name);
    return [names[0], names[1] ?? names[0]];
}

/** The options that make a match short. */
export function shortOf(taisen, game) {
    const found = list(taisen, "games").find(({ name }) => name === game);
    return found.short_setup ? ["--setup", found.short_setup] : [];
}

/** Seats and options of a match worth looking at, which is soon over. */
export const matchOf = (taisen, game) => [
    ...botsOf(taisen, game).map((name) => `bot:${name}`),
    ...shortOf(taisen, game),
];
