/* What the show of the finals and its remote control say, in both languages. */
import type { Words } from "../viewer/view";

export const SHOW = {
  title: ["{contest}: finals", "{contest}: 観戦画面"],
  versus: ["vs", "対"],
  game: ["Game {n}", "第{n}ゲーム"],
  gameOf: ["Game {n} of {games}", "第{n}ゲーム(全{games}ゲーム)"],
  round: ["Round {n}", "{n}回戦"],
  lowerRound: ["Lower bracket, round {n}", "敗者側 {n}回戦"],
  upperRound: ["Upper bracket, round {n}", "勝者側 {n}回戦"],
  roadNone: ["First match", "初戦"],
  beat: ["beat {name} {a}:{b}", "{name} に {a}:{b} で勝ち"],
  lostTo: ["lost to {name} {a}:{b}", "{name} に {a}:{b} で負け"],
  drewWith: ["drew with {name}", "{name} と引き分け"],
  forfeit: ["won by forfeit", "不戦勝"],
  soon: ["The next game is being played…", "次のゲームを対戦中です…"],
  begins: ["Starting soon", "まもなく始まります"],
  onStage: ["On stage now", "ステージで上映中"],
  follows: [
    "Each game appears here after it has been shown on stage.",
    "各ゲームは、ステージで上映された後に見られます。",
  ],
  paused: ["Paused", "一時停止中"],
  podium: ["Final standings", "最終結果"],
  place: ["No. {n}", "第{n}位"],
  soundOn: ["Sound on", "音を出す"],
  soundOff: ["Sound off", "音を消す"],
  fromStart: ["From the start", "最初から上映"],
  full: ["Full screen", "全画面"],
  games: ["Games", "ゲーム"],
  none: ["There are no finals to watch for this contest.", "この大会には観戦できる決勝がありません。"],
  toContest: ["Go to the contest", "大会のページへ"],
  away: [
    "Cannot reach the server. The show continues as soon as it is back.",
    "サーバーが応答していません。復旧しだい続けます。",
  ],
} as const satisfies Record<string, Words>;

export const REMOTE = {
  title: ["Stage of {contest}", "{contest} のステージ操作"],
  forOrganisers: ["This page is for organisers.", "このページは主催者専用です。"],
  closed: [
    "Results of the finals are public immediately. Open the stage to reveal them game by game: until a game has been shown on stage, only organisers can see its result.",
    "決勝の結果は、今は全員にすぐ公開されます。ステージを開くと、1ゲームずつ上映します。上映が終わるまで、主催者以外は結果を見られません。",
  ],
  open: ["Open the stage", "ステージを開く"],
  close: ["Close the stage", "ステージを閉じる"],
  closeSure: [
    "All results become public now. {n} games have not been shown yet.",
    "対戦済みの結果がすべて公開されます。まだ上映していないゲームは {n} 件です。",
  ],
  projector: [
    "Open this link on the computer connected to the projector:",
    "プロジェクターをつないだパソコンで、次のリンクを開いてください。",
  ],
  copy: ["Copy the link", "リンクをコピー"],
  copied: ["Copied.", "コピーしました。"],
  onScreen: ["Up next or on screen", "上映中・次のゲーム"],
  nothing: ["No games are ready to show.", "上映を待っているゲームはありません。"],
  notReady: ["Still being played.", "まだ対戦中です。"],
  state: ["{shown} games shown, {ready} ready", "上映済み {shown} ゲーム、上映待ち {ready} ゲーム"],
  next: ["Next", "次へ"],
  nextHint: ["start now; during a game: skip to its end", "すぐに始める。ゲーム中は最後まで飛ばす"],
  pause: ["Pause", "一時停止"],
  go: ["Resume", "再開"],
  again: ["Replay", "もう一度"],
  againHint: ["from the beginning", "最初から"],
  skip: ["Skip", "飛ばす"],
  skipSure: [
    "This game will not be shown. Its result becomes public now.",
    "このゲームは上映せず、結果をすぐに公開します。",
  ],
  blank: ["Blank screen", "画面を消す"],
  light: ["Unblank screen", "画面を出す"],
  pace: ["Speed", "速さ"],
  normal: ["normal", "通常"],
  quick: ["fast", "早送り"],
  ending: ["last third of each game", "各ゲームの最後の3分の1"],
  message: ["Message on the screen", "画面に出すメッセージ"],
  say: ["Show", "表示"],
  unsay: ["Clear", "消す"],
  play: ["Matches", "対戦の進行"],
  absent: ["Forfeit", "不戦敗にする"],
  absentSure: [
    "{name} forfeits every game until you undo it.",
    "{name} は、取り消すまで、予定されているゲームをすべて不戦敗とします。",
  ],
  present: ["Undo the forfeit", "不戦敗を取り消す"],
  isAbsent: ["forfeits", "不戦敗"],
  over: ["The show is over. All results are public.", "上映は終わりました。すべての結果が公開されています。"],
  cancel: ["Cancel", "やめる"],
} as const satisfies Record<string, Words>;

/** What rounds are called, by the label of the schedule. */
export const LABELS: Record<string, Words> = {
  final: ["Final", "決勝"],
  "second final": ["Second final", "決勝(再戦)"],
  "semi-final": ["Semi-final", "準決勝"],
  "quarter-final": ["Quarter-final", "準々決勝"],
  "third place": ["Third-place match", "3位決定戦"],
  again: ["Replay", "再試合"],
};

/** What the formats of phases are called. */
export const FORMATS: Record<string, Words> = {
  "round-robin": ["round robin", "総当たり"],
  swiss: ["Swiss system", "スイス式"],
  knockout: ["knockout", "トーナメント"],
  "double-elimination": ["double elimination", "ダブルエリミネーション"],
  ladder: ["ladder", "ランキング戦"],
  qualifier: ["qualifier", "予選"],
  campaign: ["campaign", "キャンペーン"],
};
