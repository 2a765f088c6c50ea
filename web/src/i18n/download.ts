/* The download page, in both languages. */
import type { Words } from "../viewer/view";

export const DOWNLOAD = {
  title: ["Download", "ダウンロード"],
  ofGame: ["Starter kits as zip files, and the program", "スターターキット（zip）とプログラム"],
  lead: [
    "Everything you need to write a player on your own machine: the program, starter kits in nine languages, and a client to play here from home.",
    "手元でプレイヤーを作るのに必要なものです。対戦プログラム、9 言語のスターターキット、自宅から対戦するクライアントがあります。",
  ],
  program: ["The program", "対戦プログラム"],
  programText: [
    "Referee, viewer and this site in one program. On Debian 12, two commands in its source folder do everything:",
    "審判、ビューアー、このサイトが 1 つになったプログラムです。Debian 12 では、ソースのフォルダーで次の 2 つのコマンドを実行します。",
  ],
  size: ["{n} kB", "{n} kB"],
  kits: ["Starter kits", "スターターキット"],
  kitsText: [
    "Each one already plays a whole game. Unpack, build and run it:",
    "どのキットもそのまま 1 試合を戦えます。展開して、ビルドして、対戦します。",
  ],
  noKits: ["No starter kits on this site.", "このサイトにはスターターキットがありません。"],
  home: ["Play from home", "自宅から対戦"],
  homeText: [
    "Your program stays on your machine and can be written in any language. The client needs only Python 3. Save a token from your account page as token.txt.",
    "プログラムは自分の PC で動くので、言語の制限はありません。必要なのは Python 3 だけです。アカウントのページで作ったトークンを token.txt に保存してください。",
  ],
  commands: ["Commands", "コマンド"],
  languages: ["Languages on this site", "このサイトの言語"],
  languagesText: [
    "Submissions are built with these versions.",
    "提出されたプログラムは次の版でビルドされます。",
  ],
} as const satisfies Record<string, Words>;
