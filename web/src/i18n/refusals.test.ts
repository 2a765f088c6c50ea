/* Every sentence with which the server refuses something has Japanese words, with the same values. */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { REFUSALS } from "./refusals";
import { inJapanese } from "./said";

const ROOT = join(__dirname, "../../..");
const LITERALS = /"(?:[^"\\]|\\.)*"(?:\s+"(?:[^"\\]|\\.)*")*/g;

function sourcesOf(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return sourcesOf(path);
    return /(?<!_test)\.c$/.test(entry.name) ? [path] : [];
  });
}

const valuesOf = (text: string) => [...text.matchAll(/\{(\w+)/g)].map(([, name]) => name).sort();

/** The codes in the C sources (os/message.h), each with the values of its sentences. */
function codesOf(text: string): [string, string[]][] {
  const found: [string, string[]][] = [];
  for (const [, code] of text.matchAll(/REFUSAL\("([a-z-]+)"/g)) found.push([code, []]);
  const plain = text.replaceAll(/'(?:[^'\\]|\\.)'/g, "0"); // '"' begins no text
  for (const [literals] of plain.matchAll(LITERALS)) {
    const whole = literals.replace(/"\s+"/g, "").slice(1, -1);
    const [, code, sentence] = /^([a-z]+(?:-[a-z]+)+): (.+)/.exec(whole) ?? [];
    if (code) found.push([code, valuesOf(sentence)]);
  }
  return found;
}

describe("refusals", () => {
  const sources = ["site", "league", "cli", "referee", "bots", "os", "games"]
    .flatMap(sourcesOf)
    .map((path) => readFileSync(join(ROOT, path), "utf8"));
  const codes = sources.flatMap(codesOf);

  test("the sources have codes", () => expect(codes.length).toBeGreaterThan(150));

  test("every code of the server has Japanese words, and no words are for nothing", () => {
    expect(Object.keys(REFUSALS).sort()).toEqual([...new Set(codes.map(([code]) => code))].sort());
  });

  test("the Japanese words have the values of the English ones, and no others", () => {
    const has = (code: string) => valuesOf(REFUSALS[code] ?? "");
    expect(codes.filter(([code, values]) => has(code).join() !== values.join())).toEqual([]);
  });

  test("nothing is refused without a code", () => {
    // What comes from elsewhere, with a code where that has one, is http_refuse_err.
    const bare = sources.flatMap((text) => [
      ...text.matchAll(/http_refuse\([^)";][^";]*"(?![a-z]+-[a-z-]+: ).*/g),
    ]);
    expect(bare.map(([call]) => call)).toEqual([]);
  });
});

describe("sentences of the rules", () => {
  test("none is said without a code", () => {
    const bare = sourcesOf("games")
      .map((path) => readFileSync(join(ROOT, path), "utf8"))
      .flatMap((text) => [
        ...text.matchAll(/text_str\(why, ".*/g),
        ...text.matchAll(/\.answer_form =\s*"(?!form-[a-z-]+: ).*/g),
      ]);
    expect(bare.map(([call]) => call)).toEqual([]);
  });

  test("one within a sentence is Japanese, too, with its place", () => {
    const cells = { code: "map-cells", params: { line: 3 } };
    const why = { code: "contest-setup", params: { phase: "決勝", why: cells, file: "x", line: 4 } };
    expect(inJapanese({ code: "contest-unreadable", params: { why } })).toBe(
      "大会を読み込めません: 4 行目: [phase 決勝] の setup かマップに誤りがあります: " +
        "3 行目: マスは 0、2、3 をコンマで区切って書いてください",
    );
  });
});
