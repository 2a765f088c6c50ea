/* The download page, in both languages. */
import type { Words } from "../viewer/view";

export const DOWNLOAD = {
  title: ["Download", "ダウンロード"],
  ofGame: ["Starter kits as zip files, and the program", "スターターキット（zip）とプログラム"],
  lead: [
    "Everything needed to write a player at home: the program, starter kits in nine languages, and a client for playing here from home.",
    "手元でプレイヤーを作るのに必要なものです。対戦プログラム、9 言語のスターターキット、自宅から対戦するクライアントがあります。",
  ],
  program: ["The program", "対戦プログラム"],
  programText: [
    "It is the referee, the viewer and this site in one. On Debian 12, in the folder of its sources, two commands do everything:",
    "審判、ビューアー、このサイトが 1 つになったプログラムです。Debian 12 では、ソースのフォルダーで次の 2 つのコマンドを実行します。",
  ],
  size: ["{n} kB", "{n} kB"],
  kits: ["Starter kits", "スターターキット"],
  kitsText: [
    "Each plays a whole game already. Unpack it, build it, and let it play:",
    "どのキットもそのまま 1 試合を戦えます。展開して、ビルドして、対戦します。",
  ],
  game: ["Game", "ゲーム"],
  noKits: ["This site has no starter kits.", "このサイトにはスターターキットがありません。"],
  home: ["Play here from home", "自宅から対戦"],
  homeText: [
    "Your program stays on your machine and may be written in any language. This client needs Python 3 and nothing else. Keep a token of your account page in the file token.txt.",
    "プログラムは自分の PC で動くので、言語の制限はありません。必要なのは Python 3 だけです。アカウントのページで作ったトークンを token.txt に保存してください。",
  ],
  commands: ["Commands", "コマンド"],
  languages: ["Languages on this site", "このサイトの言語"],
  languagesText: [
    "Programs that are sent in are built with these versions.",
    "提出されたプログラムは次の版でビルドされます。",
  ],
} as const satisfies Record<string, Words>;
