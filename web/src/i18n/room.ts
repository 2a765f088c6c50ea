/* Practice rooms and matches on request, in both languages. */
import type { Words } from "../viewer/view";

export const ROOM = {
  rooms: ["Practice rooms", "練習部屋"],
  intro: [
    "A room is for friends: whoever has its code brings a program, and no match in it counts for a rating.",
    "練習部屋では、コードを知っている人どうしがプログラムを持ち寄って対戦できます。レーティングには影響しません。",
  ],
  open: ["Open a room", "部屋を開く"],
  code: ["Code of the room", "部屋のコード"],
  enter: ["Go in", "入る"],
  room: ["Room {code}", "部屋 {code}"],
  about: ["opened by {owner}", "{owner} さんの部屋"],
  closed: ["This room is closed.", "この部屋は閉じられました。"],
  here: ["Who is here", "参加者"],
  nobody: ["Nobody yet.", "まだだれもいません。"],
  home: ["at home, {n} places", "自宅から参加（{n} 席）"],
  away: ["at home, not here now", "自宅から参加（接続していません）"],
  bring: ["Bring my program", "自分のプログラムを参加させる"],
  addBot: ["Bring a bot", "ボットを参加させる"],
  round: ["Play a round", "総当たりを始める"],
  roundHint: [
    "Everybody plays everybody else twice. Programs at home also play each other while they are here.",
    "全員が総当たりで 2 試合ずつ対戦します。自宅のプログラムは、接続中は自動でも対戦します。",
  ],
  fromHome: ["From your own machine:", "自分の PC から参加するには:"],
  gone: ["There is no room with this code.", "このコードの部屋はありません。"],
  noProgram: ["You have no program for this game yet.", "このゲームのプログラムがまだありません。"],
  challenge: ["Play against {name}", "{name} と対戦する"],
  challengeHint: [
    "One match of your program against this one; it does not count for the rating.",
    "自分のプログラムと 1 試合だけ対戦します。レーティングには影響しません。",
  ],
  begin: ["Play a match", "対戦する"],
} satisfies Record<string, Words>;
