/* Practice rooms and matches on request, in both languages. */
import type { Words } from "../viewer/view";

export const ROOM = {
  rooms: ["Practice rooms", "練習部屋"],
  intro: [
    "Practise with friends: anyone with the code can join with a program. Matches are unrated.",
    "練習部屋では、コードを知っている人どうしがプログラムを持ち寄って対戦できます。レーティングには影響しません。",
  ],
  open: ["Open a room", "部屋を開く"],
  code: ["Room code", "部屋のコード"],
  join: ["Join a room", "部屋に入る"],
  room: ["Room {code}", "部屋 {code}"],
  about: ["opened by {owner}", "{owner} さんの部屋"],
  closed: ["This room is closed.", "この部屋は閉じられました。"],
  here: ["Players", "参加者"],
  nobody: ["No players yet.", "まだだれもいません。"],
  home: ["from home, {n} slots", "自宅から参加（{n} 席）"],
  away: ["from home, offline", "自宅から参加（接続していません）"],
  bring: ["Add my program", "自分のプログラムを参加させる"],
  addBot: ["Add a bot", "ボットを参加させる"],
  round: ["Start a round robin", "総当たりを始める"],
  roundHint: [
    "Everyone plays everyone else twice. Programs at home also play each other while connected.",
    "全員が総当たりで 2 試合ずつ対戦します。自宅のプログラムは、接続中は自動でも対戦します。",
  ],
  fromHome: ["From your own machine", "自分の PC から参加するには"],
  gone: ["No room with this code.", "このコードの部屋はありません。"],
  challenge: ["Play against {name}", "{name} と対戦する"],
  challengeHint: [
    "One unrated match of your program against this one.",
    "自分のプログラムと 1 試合だけ対戦します。レーティングには影響しません。",
  ],
  begin: ["Play a match", "対戦する"],
} satisfies Record<string, Words>;
