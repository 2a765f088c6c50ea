/* What the viewer says, in both languages. */
import type { Words } from "../viewer/view";

export const SAY = {
  play: ["Play", "再生"],
  pause: ["Pause", "一時停止"],
  first: ["To the start", "最初へ"],
  last: ["To the end", "最後へ"],
  back: ["One step back", "1手戻る"],
  forward: ["One step forward", "1手進む"],
  previousEvent: ["Previous event", "前の出来事へ"],
  nextEvent: ["Next event", "次の出来事へ"],
  live: ["LIVE", "ライブ"],
  toLive: ["Go to the latest turn", "最新の場面へ"],
  speed: ["Speed", "速さ"],
  seek: ["Turn", "ターン"],
  turn: ["Turn {n}", "ターン{n}"],
  score: ["score", "スコア"],
  left: ["time left", "残り時間"],
  thinking: ["thinking time (ms)", "思考時間(ミリ秒)"],
  wins: ["{name} wins: {why}", "{name}の勝ち: {why}"],
  draw: ["Draw: {why}", "引き分け: {why}"],
  cut: ["The record ends here: the match was not finished.", "記録はここまでです(対戦は途中です)。"],
  fullScreen: ["Full screen", "全画面(観戦モード)"],
  picture: ["Save this turn as an image (PNG)", "この場面を画像で保存(PNG)"],
  video: ["Save a clip as video (WebM)", "区間を動画で保存(WebM)"],
  videoBusy: ["Recording… {n} %", "録画中… {n} %"],
  videoNone: ["This browser cannot record video.", "このブラウザは録画できません。"],
  passageFrom: ["Start the clip here", "区間の始まりをここに"],
  passageTo: ["End the clip here", "区間の終わりをここに"],
  dark: ["Light or dark theme", "明るさの切り替え"],
  language: ["日本語で見る", "View in English"],
  link: ["Copy link to this turn", "この場面へのリンクをコピー"],
  linkDone: ["Link copied.", "リンクをコピーしました。"],
  zoomIn: ["Zoom in", "拡大"],
  zoomOut: ["Zoom out", "縮小"],
  zoomAll: ["Show the whole map", "全体を表示"],
  curves: ["Over the turns", "ターンごとの推移"],
  asText: ["Board as text", "盤面を文字で読む"],
  talk: ["Input and output", "入力と出力"],
  sent: ["input of {name}", "{name}への入力"],
  answered: ["output after {ms} ms", "出力({ms}ミリ秒)"],
  silent: ["no answer ({why})", "出力なし({why})"],
  notAsked: ["no move this turn", "この場面では順番ではありません"],
  stderr: ["standard error", "標準エラー出力"],
  notes: ["notes", "メモ"],
  help: ["Keyboard shortcuts", "キー操作"],
  close: ["Close", "閉じる"],
  board: ["The board", "盤面"],
  events: ["Events", "出来事"],
  decision: ["What decided it", "勝負の分かれ目"],
  show: ["Show", "見る"],
  noEvents: ["Nothing yet.", "まだありません。"],
  table: ["Stages", "ステージ"],
  opening: ["Reading the record…", "記録を読み込んでいます…"],
  choose: [
    "Choose a match record (.jsonl) or drop it here.",
    "対戦の記録(.jsonl)を選ぶか、ここにドロップしてください。",
  ],
  packed: [
    "This record is compressed. Unpack it with zstd -d first.",
    "圧縮された記録です。先に zstd -d で展開してください。",
  ],
  noWasm: [
    "Replays need WebAssembly, which this browser does not support. Any browser from 2018 or later works.",
    "このページは対戦をルールどおりに再現するためWebAssemblyを使いますが、このブラウザは対応していません。2018年以降のブラウザでご覧ください。",
  ],
  unreadable: ["Cannot show this record: {why}", "記録を表示できません: {why}"],
  unknownGame: ["this viewer does not know the game {game}", "このビューアは{game}を知りません"],
} as const satisfies Record<string, Words>;

export const FAULTS = {
  rules: [
    "This match was played with another version of the rules. The replay may differ from what happened.",
    "別の版のルールで行われた対戦です。実際と異なる場合があります。",
  ],
  start: [
    "The starting position does not match the seed. The record was modified, or the rules differ.",
    "開始局面がシードと一致しません。記録が書き換えられたか、ルールが異なります。",
  ],
  hash: [
    "From step {step} on, the record does not match the rules. It was modified, or the rules differ.",
    "{step}手目以降、記録の状態がルールどおりの結果と一致しません。記録が書き換えられたか、ルールが異なります。",
  ],
  answer: [
    "Step {step} of the record has an invalid answer. The replay stops there.",
    "{step}手目の出力はルール上ありえません。そこまでを表示します。",
  ],
  sum: [
    "Line {line} of the record has a wrong checksum: the file was modified after the match.",
    "記録の{line}行目のチェックサムが違います。対戦後に書き換えられています。",
  ],
  result: [
    "The result in the record does not match the rules.",
    "記録の結果がルールどおりの結果と一致しません。",
  ],
} as const satisfies Record<string, Words>;

export const REPLY_WORDS = {
  none: ["no move", "順番ではない"],
  action: ["an answer", "出力あり"],
  invalid: ["invalid", "不正な出力"],
  timeout: ["timed out", "時間切れ"],
  gone: ["program exited", "プログラム終了"],
} as const satisfies Record<string, Words>;

export const KEYS: [string, Words][] = [
  ["Space", ["play, pause", "再生・一時停止"]],
  ["← →", ["step back, forward", "1手戻る・進む"]],
  ["PgUp PgDn", ["ten steps", "10手戻る・進む"]],
  ["Home End", ["start, end", "最初・最後"]],
  ["p n", ["previous, next event", "前・次の出来事"]],
  ["+ −", ["faster, slower", "速く・遅く"]],
  ["f", ["full screen", "全画面"]],
  ["s", ["save a picture", "画像を保存"]],
  ["?", ["these shortcuts", "この一覧"]],
  ["[ ]", ["start, end of the clip for a video", "動画にする区間の始め・終わり"]],
];
