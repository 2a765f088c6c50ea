import type { Match } from "./api";

/** What a visitor tried out, and perhaps left, is nothing for an audience: it never leads a page. */
export const isForAudience = ({ players }: Match) => players.every(({ kind }) => kind !== "person");
