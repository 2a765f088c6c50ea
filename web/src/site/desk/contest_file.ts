/* contest_file — the choices of the form as the file of a contest (docs/CONTEST.md). */
export interface Choices {
  name: string;
  game: string;
  seed: number;
  /** As a browser's field has them, in the organiser's time zone; "": none. */
  opens: string;
  closes: string;
  finalists: number;
  format: string;
  bestOf: number;
  hasThird: boolean;
  hasShow: boolean;
  code: string;
  /** The name of the phase. */
  finals: string;
}

/** A field's time as the file has it: in UTC, so that it means the same everywhere. */
export function stamp(local: string): string {
  const at = new Date(local);
  return Number.isNaN(at.getTime()) ? "" : `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

/** One line, whatever was pasted; a semicolon would begin a comment. */
const plain = (text: string) => text.replace(/[\r\n;[\]]+/g, " ").trim();

export function contestFile(c: Choices): string {
  const isBracket = c.format === "knockout" || c.format === "double-elimination";
  const lines = [
    "[contest]",
    `name = ${plain(c.name)}`,
    `game = ${c.game}`,
    `seed = ${c.seed}`,
    "",
    "[ladder]",
    c.opens !== "" && `opens = ${stamp(c.opens)}`,
    c.closes !== "" && `closes = ${stamp(c.closes)}`,
    `finalists = ${c.finalists}`,
    c.hasShow && "show = yes",
    plain(c.code) !== "" && `code = ${plain(c.code)}`,
    "",
    `[phase ${plain(c.finals)}]`,
    `format = ${c.format}`,
    isBracket ? `best-of = ${c.bestOf}` : `games = ${c.bestOf}`,
    c.format === "knockout" && `third-place = ${c.hasThird ? "yes" : "no"}`,
  ];
  return lines.filter((line) => line !== false).join("\n") + "\n";
}
