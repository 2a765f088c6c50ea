/* Everything that the server writes into the audit log has words in both languages. */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { AUDIT } from "../../i18n/desk";
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

  test("words within the text of an entry are said in Japanese, too", () => {
    const japanese: Say = ([, words], values = {}) =>
      words.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
    const say = (kind: string, text: string) => entryWords({ kind, text }, japanese);
    expect(say("annul", "match 12: 停電のため")).toBe("対戦を無効にしました: 対戦 12(停電のため)");
    expect(say("rerun", "match 12")).toBe("対戦をやり直しました: 対戦 12");
    expect(say("class", "24 accounts")).toBe("クラスのアカウントを作りました: 24 人分");
    expect(say("role", "ken: organiser")).toBe("役割を変更しました: ken を主催者に");
    expect(say("forfeit", "cup: player 7")).toBe("不戦敗にしました: cup の選手 7");
    expect(say("disturbed", "match 3, side 1, player 9: late 2 times")).not.toMatch(/match|side|late/);
    expect(say("signup", "the first organiser")).not.toMatch(/first/);
    expect(say("remove", "ken")).toBe("アカウント ken を削除しました");
  });
});
