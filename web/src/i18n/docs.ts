/* The documents, in both languages. */
import type { Words } from "../viewer/view";

export const DOCS = {
  title: ["Docs", "ドキュメント"],
  lead: ["Guides, rules and reference.", "ガイド、ルール、リファレンスです。"],
  onThisPage: ["On this page", "このページの内容"],
  all: ["All documents", "ドキュメント一覧"],
  begin: ["Getting started", "はじめに"],
  rules: ["Rules", "ルール"],
  host: ["Running a site", "運営"],
  inside: ["How it works", "しくみ"],
  englishOnly: ["", "この文書は英語版のみです。"],
  search: ["Search the documents", "ドキュメントを検索"],
  nothing: ["Nothing found", "見つかりませんでした"],
  hits: ["Passages found: {n}", "{n} 件見つかりました"],
  noIndex: ["The search could not be loaded.", "検索を読み込めませんでした。"],
} as const satisfies Record<string, Words>;
