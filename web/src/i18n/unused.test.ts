import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const SOURCES = "src";
const WORDS = join(SOURCES, "i18n");

const sources = readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
  .filter((path) => /\.(ts|svelte)$/.test(path) && !/\.test\.ts$|openapi/.test(path))
  .map((path) => ({ path, text: readFileSync(join(SOURCES, path), "utf8") }));

/** The tables of a file of words, and their keys. */
function tablesOf(text: string): { table: string; keys: string[] }[] {
  return [...text.matchAll(/^export const (\w+)[^=\n]*= \{\n(.*?)^\}/gms)].map(([, table, body]) => ({
    table,
    keys: [...body.matchAll(/^ {2}"?([\w-]+)"?:/gm)].map(([, key]) => key),
  }));
}

/** What a table is called in a file: "" where it is not known there. */
function calledIn(text: string, file: string, table: string): string {
  const pattern = new RegExp(`import [^;]*?\\b${table}\\b(?: as (\\w+))?[^;]*?from "[^"]*/${file}";`);
  const found = pattern.exec(text);
  return found ? (found[1] ?? table) : "";
}

/** Whether some source names the key, or looks its table up by a key it has from elsewhere. */
function isUsed(file: string, table: string, key: string): boolean {
  return sources.some(({ path, text }) => {
    const called = path === join("i18n", `${file}.ts`) ? table : calledIn(text, file, table);
    if (!called) return false;
    return new RegExp(`\\b${called}(\\.${key}\\b|\\[)|Object\\.entries\\(${called}\\)`).test(text);
  });
}

test("every word of the pages is said somewhere", () => {
  const unused = readdirSync(WORDS)
    .filter((name) => /^\w+\.ts$/.test(name))
    .flatMap((name) => {
      const file = name.replace(".ts", "");
      const tables = tablesOf(readFileSync(join(WORDS, name), "utf8"));
      return tables.flatMap(({ table, keys }) =>
        keys.filter((key) => !isUsed(file, table, key)).map((key) => `${file}: ${table}.${key}`),
      );
    });
  expect(unused).toEqual([]);
});
