/* Everything that the server writes into the audit log has words in both languages. */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { AUDIT } from "../../i18n/desk";
import { REFUSALS } from "../../i18n/refusals";
import { inJapanese } from "../../i18n/said";
import type { Say } from "../../viewer/view";
import { entryWords } from "./audit";

const ROOT = join(__dirname, "../../../..");

function sourcesOf(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return sourcesOf(path);
    return /(?<!_test)\.c$/.test(entry.name) ? [readFileSync(join(ROOT, path), "utf8")] : [];
  });
}

/** Kinds as the C sources write them, each in the call or the struct that makes an entry. */
const KINDS = [
  /(?:audited|audit_entry)[^;]*?\.kind =\s*([^,]+),/gs,
  /visitor_note\([^;]*?,\s*("[a-z-]+"),/gs,
  /change\(&c,\s*([^,]+),/gs,
];

describe("the audit log", () => {
  test("every kind of entry has words", () => {
    const sources = ["site", "league", "cli"].flatMap(sourcesOf);
    const calls = sources.flatMap((text) =>
      KINDS.flatMap((kind) => [...text.matchAll(kind)].map(([, what]) => what)),
    );
    const kinds = [
      ...new Set(calls.flatMap((call) => [...call.matchAll(/"([a-z-]+)"/g)].map(([, kind]) => kind))),
    ];
    expect(kinds.length).toBeGreaterThan(25);
    expect(kinds.filter((kind) => !AUDIT[kind])).toEqual([]);
  });

  test("every message within an entry has words", () => {
    const codes = ["site", "league"]
      .flatMap(sourcesOf)
      .flatMap((text) => [...text.matchAll(/"(audit-[a-z-]+): /g)].map(([, code]) => code));
    expect(codes.length).toBeGreaterThan(7);
    expect(codes.filter((code) => !REFUSALS[code])).toEqual([]);
    const said = { code: "audit-match-why", params: { match: 12, why: "停電のため" } };
    expect(inJapanese(said)).toBe("対戦 12（停電のため）");
  });

  test("a name within an entry stays as it is", () => {
    const say: Say = ([english], values = {}) =>
      english.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
    expect(entryWords({ kind: "remove", text: "ken" }, say)).toContain("ken");
  });
});
