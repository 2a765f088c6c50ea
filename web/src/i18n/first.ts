/* The first page, in both languages. */
import type { Words } from "../viewer/view";

export const FIRST = {
  title: ["Write your first player", "はじめてのプレイヤーを書く"],
  lead: [
    "A starter kit plays a whole game as it is. Open one in the browser, or download it, change a line, and see it play.",
    "スターターキットはそのままで 1 試合を戦えます。ブラウザーで開くかダウンロードして 1 行変え、戦わせてみましょう。",
  ],
  game: ["Game", "ゲーム"],
  language: ["Language", "言語"],
  write: ["Write in the browser", "ブラウザーで書く"],
  download: ["Download the kit (zip)", "キットをダウンロード（zip）"],
  unpack: [
    "Or unpack the zip file and open the folder.",
    "または zip ファイルを展開して、フォルダーを開きます。",
  ],
  rules: ["Rules of the game", "ゲームのルール"],
  change: ["Change the player in any text editor.", "好きなテキストエディターでプレイヤーを書き換えます。"],
  guide: ["Guide for authors", "作者向けガイド"],
  send: [
    "Submit it here; the site builds it, checks it and lets it play. No terminal is needed.",
    "このサイトで提出します。ビルド、検査、対戦はサイトが行うので、ターミナルは不要です。",
  ],
  sendIn: ["My programs", "自分のプログラム"],
  terminal: ["Or try it on your own machine first", "先に手元の PC で試す場合"],
  learn: ["Rules and guides", "ルールとガイド"],
  allDocs: ["All documents", "ドキュメント一覧"],
} as const satisfies Record<string, Words>;

export const FOOT = {
  label: ["About this site", "このサイトについて"],
  version: ["Taisen {n}", "Taisen {n}"],
  source: ["Source", "ソース"],
  api: ["API", "API"],
  docs: ["Docs", "ドキュメント"],
  help: ["Help", "ヘルプ"],
} as const satisfies Record<string, Words>;
