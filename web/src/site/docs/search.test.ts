import { describe, expect, test } from "vitest";
import { renderDocs } from "../../../docs";
import { gameNames, here, searchable } from "../../../vite.shared";
import { search, termsOf, type Passage } from "./search";

const passage = (slug: string, heading: string, text: string): Passage => ({
  ...{ slug, heading, text },
  title: "T",
  id: slug,
});
const slugs = (passages: Passage[], query: string) => search(passages, query).map((hit) => hit.passage.slug);

describe("a query", () => {
  test("is cut into words, and Japanese into pairs of letters", () => {
    expect(termsOf("SPRT, 忍犬移動 a")).toEqual({ words: ["sprt", "a"], runs: [["忍犬", "犬移", "移動"]] });
    expect(termsOf("岩 ＳＰＲＴ")).toEqual({ words: ["sprt"], runs: [["岩"]] });
    expect(search([passage("a", "b", "c")], " 、")).toEqual([]);
  });

  test("finds passages that have every word, those with it in the heading first", () => {
    const passages = [
      passage("text", "x", "a clock and a gauge"),
      passage("heading", "The gauge and its clock", "y"),
      passage("half", "clock", "z"),
    ];
    expect(slugs(passages, "clock gauge")).toEqual(["heading", "text"]);
    expect(slugs(passages, "CLO")).toHaveLength(3);
  });

  test("finds Japanese in spite of a particle, and not what only looks alike", () => {
    const passages = [
      passage("yes", "処理 3", "忍犬の移動は1頭ずつ"),
      passage("no", "岩", "忍者は岩を動かす"),
    ];
    expect(slugs(passages, "忍犬移動")).toEqual(["yes"]);
  });

  test("shows the place where it was found", () => {
    const [hit] = search([passage("a", "b", "x ".repeat(200) + "needle" + " y".repeat(200))], "needle");
    expect(hit.excerpt).toMatch(/^….*needle.*…$/);
  });
});

test("the documents answer what readers ask, in both languages", () => {
  const docs = renderDocs(here(".."), gameNames());
  const [en, ja] = (["en", "ja"] as const).map((language) => searchable(docs, language));
  expect(slugs(en, "danger line")).toContain("rules-reborn");
  expect(slugs(en, "flush")).toContain("players");
  expect(slugs(ja, "ニンジャソウルの配置")[0]).toBe("rules-codevs5");
  expect(slugs(ja, "デンジャーライン")).toContain("rules-reborn");
  expect(ja.some(({ slug }) => slug === "architecture")).toBe(true); // in English, where there is no other
});
