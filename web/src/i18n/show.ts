/* What the show of the finals and its remote control say, in both languages. */
import type { Words } from "../viewer/view";

export const SHOW = {
  title: ["{contest}: the show", "{contest}: 観戦画面"],
  versus: ["vs", "対"],
  game: ["Game {n}", "第{n}ゲーム"],
  gameOf: ["Game {n} of {games}", "第{n}ゲーム(全{games}ゲーム)"],
  round: ["Round {n}", "{n}回戦"],
  lowerRound: ["Lower bracket, round {n}", "敗者側 {n}回戦"],
  upperRound: ["Upper bracket, round {n}", "勝者側 {n}回戦"],
  score: ["{a} : {b}", "{a} : {b}"],
  road: ["So far", "ここまで"],
  roadNone: ["First match", "初戦"],
  beat: ["beat {name} {a}:{b}", "{name} に {a}:{b} で勝ち"],
  lostTo: ["lost to {name} {a}:{b}", "{name} に {a}:{b} で負け"],
  drewWith: ["drew with {name}", "{name} と引き分け"],
  forfeit: ["decided without a game: a player did not come", "不戦勝"],
  noRecord: ["{name} wins this game", "このゲームは {name} の勝ち"],
  soon: ["The next game is being played…", "次のゲームを対戦中です…"],
  begins: ["The show begins soon", "まもなく始まります"],
  onStage: ["On stage now", "ステージで上映中"],
  follows: [
    "You see each game when the stage has shown it.",
    "各ゲームは、ステージで上映された後に見られます。",
  ],
  paused: ["Paused", "一時停止中"],
  wins: ["{name} wins", "{name} の勝ち"],
  goesOn: ["goes on", "勝ち上がり"],
  podium: ["Final standings", "最終結果"],
  place: ["No. {n}", "第{n}位"],
  sound: ["Sound", "音"],
  soundOn: ["Switch the sound on", "音を出す"],
  soundOff: ["Switch the sound off", "音を消す"],
  fromStart: ["From the start", "最初から上映"],
  full: ["Full screen", "全画面"],
  games: ["Games", "ゲーム"],
  standing: ["Standings", "順位"],
  away: [
    "The server does not answer; the show goes on as soon as it does.",
    "サーバーが応答していません。復旧しだい続けます。",
  ],
} as const satisfies Record<string, Words>;

export const REMOTE = {
  title: ["Stage of {contest}", "{contest} のステージ操作"],
  forOrganisers: ["This page is for organisers.", "このページは主催者専用です。"],
  closed: [
    "The finals are shown to everybody at once. Open the stage to show them game by game: until a game has been shown on the stage, nobody but organisers can see its result.",
    "決勝の結果は、今は全員にすぐ公開されます。ステージを開くと、1ゲームずつ上映します。上映が終わるまで、主催者以外は結果を見られません。",
  ],
  open: ["Open the stage", "ステージを開く"],
  close: ["Close the stage", "ステージを閉じる"],
  closeSure: [
    "Everything that has been played becomes visible to everybody now. {n} games have not been shown yet.",
    "対戦済みの結果がすべて公開されます。まだ上映していないゲームは {n} 件です。",
  ],
  projector: [
    "Open this link on the machine with the projector:",
    "プロジェクターをつないだパソコンで、次のリンクを開いてください。",
  ],
  copy: ["Copy the link", "リンクをコピー"],
  copied: ["Copied.", "コピーしました。"],
  onScreen: ["Up next or on screen", "上映中・次のゲーム"],
  nothing: ["Nothing waits to be shown.", "上映を待っているゲームはありません。"],
  notReady: ["It is still being played.", "まだ対戦中です。"],
  state: ["{shown} games shown, {ready} ready", "上映済み {shown} ゲーム、上映待ち {ready} ゲーム"],
  next: ["Next", "次へ"],
  nextHint: ["begin the game now; during a game: to its end", "すぐに始める。ゲーム中は最後まで飛ばす"],
  pause: ["Pause", "一時停止"],
  go: ["Go on", "再開"],
  again: ["Again", "もう一度"],
  againHint: ["from the beginning", "最初から"],
  skip: ["Skip", "飛ばす"],
  skipSure: [
    "This game will not be shown; its result becomes visible to everybody now.",
    "このゲームは上映せず、結果をすぐに公開します。",
  ],
  blank: ["Blank screen", "画面を消す"],
  light: ["Show the screen again", "画面を出す"],
  pace: ["Pace", "速さ"],
  normal: ["normal", "通常"],
  quick: ["quick", "早送り"],
  ending: ["last third of each game", "各ゲームの最後の3分の1"],
  message: ["Message on the screen", "画面に出すメッセージ"],
  say: ["Show it", "表示"],
  unsay: ["Take it away", "消す"],
  play: ["Matches to play", "対戦の進行"],
  absent: ["Forfeit", "不戦敗にする"],
  absentSure: [
    "{name} loses every game that is due, without playing, until you undo it.",
    "{name} は、取り消すまで、予定されているゲームをすべて不戦敗とします。",
  ],
  present: ["Undo the forfeit", "不戦敗を取り消す"],
  isAbsent: ["did not come", "不戦敗"],
  over: ["The show is over; everything is visible.", "上映は終わりました。すべての結果が公開されています。"],
  cancel: ["Cancel", "やめる"],
} as const satisfies Record<string, Words>;

/** What rounds are called, by the label of the schedule. */
export const LABELS: Record<string, Words> = {
  final: ["Final", "決勝"],
  "second final": ["Second final", "決勝(再戦)"],
  "semi-final": ["Semi-final", "準決勝"],
  "quarter-final": ["Quarter-final", "準々決勝"],
  "third place": ["Match for third place", "3位決定戦"],
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
