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
  shortRules: ["", "日本語のあらましはゲームのページにあります。"],
} as const satisfies Record<string, Words>;
