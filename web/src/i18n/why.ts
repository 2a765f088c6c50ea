/* Why a match was lost, and notices, in both languages. */
import type { Words } from "../viewer/view";

export const WHY = {
  title: ["Why {name} lost", "{name} の敗因"],
  drawn: ["How {name} played", "{name} の記録"],
  reason: ["Reason: {reason}, after {n} turns", "理由: {reason}（{n} ターン）"],
  gone: ["It ended, or closed its output, instead of answering.", "答える前に終了したか、出力を閉じました。"],
  timeout: ["It did not answer in time.", "制限時間内に答えませんでした。"],
  invalid: ["Its answer was none by the rules.", "出力がルールに合っていませんでした。"],
  name: ["It said no fit name at its start.", "開始時に正しい名前を出力しませんでした。"],
  exit: ["It ended with exit status {n}.", "終了コード {n} で終了しました。"],
  signal: ["It was ended by signal {n}{name}.", "シグナル {n}{name} で終了しました。"],
  stderr: ["The end of its standard error", "標準エラー出力の末尾"],
  noStderr: ["It wrote nothing on standard error.", "標準エラー出力はありません。"],
  exchanges: ["The last exchanges", "最後のやりとり"],
  exchange: ["Turn {turn}, {ms} ms", "ターン {turn}、{ms} ms"],
  sent: ["It was sent", "受け取った入力"],
  cut: ["(cut here)", "（ここまで表示）"],
  answered: ["It answered", "出力"],
  noAnswer: ["no answer", "出力なし"],
  times: ["Time for each answer", "1 手ごとの時間"],
  timesLong: [
    "{count} answers, {most} ms at most, {mean} ms on average; allowed are {limit}.",
    "{count} 手、最大 {most} ms、平均 {mean} ms。制限は {limit}。",
  ],
  limit: ["{n} ms", "{n} ms"],
  noLimit: ["any time", "なし"],
  command: ["See it again at home", "手元で再現する"],
  commandHint: [
    "This gives your program what it was sent once more; put its command behind the two dashes.",
    "同じ入力をもう一度プログラムに与えます。-- の後ろに自分のプログラムのコマンドを書いてください。",
  ],
  notices: ["Notices", "お知らせ"],
  unseen: ["{n} new notices", "新しいお知らせ {n} 件"],
  none: ["Nothing to tell.", "お知らせはありません。"],
  lost: ["Your program lost match {id}:", "あなたのプログラムが試合 {id} で負けました:"],
  see: ["Why?", "理由を見る"],
} as const satisfies Record<string, Words>;
