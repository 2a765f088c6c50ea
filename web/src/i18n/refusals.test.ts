/* Every sentence with which the server refuses something has Japanese words, with the same values. */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { REFUSALS } from "./refusals";
import { ruleInJapanese } from "./rules_said";
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
  for (const [literals] of text.matchAll(LITERALS)) {
    const whole = literals.replace(/"\s+"/g, "").slice(1, -1);
    const [, code, sentence] = /^([a-z]+(?:-[a-z]+)+): (.+)/.exec(whole) ?? [];
    if (code) found.push([code, valuesOf(sentence)]);
  }
  return found;
}

describe("refusals", () => {
  const sources = ["site", "league", "cli", "referee", "bots", "os"]
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
  const whole = (literals: string) => literals.replace(/"\s+"/g, "").slice(1, -1);
  const told = sourcesOf("games")
    .map((path) => readFileSync(join(ROOT, path), "utf8"))
    .flatMap((text) => [
      ...[...text.matchAll(/\.answer_form =\s*((?:"(?:[^"\\]|\\.)*"\s*)+)/g)].map(([, form]) =>
        whole(form.trim()),
      ),
      ...[...text.matchAll(/refuse\(r, (?:[^";]*\? )?("[^"]*")(?: : ("[^"]*"))?\)/g)].flatMap(([, ...both]) =>
        both.filter(Boolean).map(whole),
      ),
      ...[...text.matchAll(/\[FAULT_\w+\] = \{("[^"]*")/g)].map(([, fault]) => whole(fault)),
      ...[...text.matchAll(/text_str\(why, "(this game|the name is|a name|no random)([^"]*)"\)/g)].map(
        ([, begin, end]) => begin + end,
      ),
    ]);

  test("games say why", () => expect(told.length).toBeGreaterThan(15));

  test("each has Japanese words", () => {
    expect(told.filter((sentence) => ruleInJapanese(sentence) === sentence)).toEqual([]);
  });

  test("values are kept", () => {
    expect(ruleInJapanese("line 3: a row of more than 40 cells")).toBe("3 行目: 1 行のマスは 40 個までです");
    expect(ruleInJapanese("option turns must be a whole number from 1 to 5")).toBe(
      "turns は 1〜5 の整数です",
    );
  });

  test("a sentence within a sentence is Japanese, too, with its place", () => {
    const why = {
      code: "contest-setup",
      params: { phase: "決勝", why: "this game has no maps", file: "x", line: 4 },
    };
    expect(inJapanese({ code: "contest-unreadable", params: { why } })).toBe(
      "大会を読み込めません: 4 行目: [phase 決勝] の setup かマップに誤りがあります: このゲームにマップはありません",
    );
  });
});
