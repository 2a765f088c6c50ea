/* What the tabs of the organiser's desk say, in both languages. */
import type { Words } from "../viewer/view";

export const TABS = {
  now: ["Now", "いまの状況"],
  contests: ["Contests", "大会"],
  people: ["People", "参加者"],
  matches: ["Matches", "対戦"],
  stage: ["Stage", "ステージ"],
  machines: ["Machines", "マシン"],
  log: ["Audit log", "操作ログ"],
} as const satisfies Record<string, Words>;
export type Tab = keyof typeof TABS;

export const ATTENTION = {
  title: ["Needs attention", "対応が必要なこと"],
  fine: ["Nothing needs your attention.", "いま対応が必要なことはありません。"],
  noWorker: [
    "No machine is playing matches. Restart the site, or start a worker on another machine.",
    "対戦を実行するマシンがありません。サイトを起動し直すか、別のマシンでワーカーを始めてください。",
  ],
  goneWorker: [
    "Machine {name} has not responded for {s} s.",
    "マシン {name} から {s} 秒間応答がありません。",
  ],
  longQueue: ["{n} matches are waiting.", "{n} 件の対戦が順番待ちです。"],
  broken: [
    "The latest program by {name} for {ladder} was rejected.",
    "{name} さんが「{ladder}」に最後に提出したプログラムが動きません。",
  ],
  absent: ["{contest}: {name} forfeits all games.", "「{contest}」: {name} さんは不戦敗の扱いです。"],
  few: [
    "{contest} has only {n} of {of} finalists, and closes soon or has closed.",
    "「{contest}」の決勝進出者は {of} 人中 {n} 人です。",
  ],
  readyForFinals: [
    "{contest} has closed. Confirm the finalists.",
    "「{contest}」は締め切られました。決勝進出者を確定してください。",
  ],
  see: ["Show", "見る"],
  running: ["Playing", "対戦中"],
  waiting: ["Queued", "順番待ち"],
  machines: ["Machines", "マシン"],
} as const satisfies Record<string, Words>;

export const PEOPLE = {
  chosen: ["{n} selected", "{n} 人を選択中"],
  all: ["Select all", "表示中の全員を選択"],
  choose: ["Select {name}", "{name} を選択"],
  since: ["Since", "登録日"],
  banSure: [
    "{n} accounts can no longer log in, and their programs stop playing, until you unblock them.",
    "{n} 人がログインできなくなり、プログラムも対戦しなくなります。解除すると元に戻ります。",
  ],
  resetSure: [
    "The passwords of {n} accounts stop working now. The new ones are shown once, as cards.",
    "{n} 人の現在のパスワードは使えなくなります。新しいパスワードはカードとして一度だけ表示されます。",
  ],
  roleSure: [
    "{n} accounts get the same rights as you.",
    "{n} 人が、あなたと同じすべての操作をできるようになります。",
  ],
  playerSure: ["{n} accounts are no longer organisers.", "{n} 人が主催者ではなくなります。"],
  none: ["No accounts match.", "該当する人はいません。"],
} as const satisfies Record<string, Words>;

export const CLASS = {
  title: ["A class list", "クラス名簿"],
  hint: [
    "Choose the list as your spreadsheet saves it (CSV, also from Excel), or type one name a line. You see what will be made before anything is made.",
    "表計算ソフトで保存した名簿(CSV、Excel のものも可)を選ぶか、1 行に 1 人ずつ入力してください。アカウントを作る前に内容を確認できます。",
  ],
  file: ["File", "ファイル"],
  typed: ["or type the list", "または直接入力"],
  look: ["Show what will be made", "内容を確認"],
  found: [
    "{n} accounts from a list in {charset}.",
    "{n} 人分のアカウントを作ります(文字コード: {charset})。",
  ],
  headings: ["The first line names the columns.", "1 行目は見出しとして読みました。"],
  noHeadings: [
    "There are no headings: the first column is the name.",
    "見出しはありません。最初の列を名前として読みました。",
  ],
  numbers: ["The column of numbers is left out.", "番号の列は使いません。"],
  odd: [
    "{n} rows cannot be taken. Correct them in the file and choose it again.",
    "{n} 行は使えません。ファイルを直して、もう一度選んでください。",
  ],
  tooMany: ["At most {most} at a time.", "一度に作れるのは {most} 人までです。"],
  line: ["Line", "行"],
  account: ["Account", "アカウント名"],
  who: ["Who", "氏名・所属"],
  note: ["Note", "備考"],
  make: ["Make {n} accounts", "{n} 人分のアカウントを作る"],
  made: ["Lists", "作成済みの名簿"],
  entry: ["{n} accounts, {first} to {last}, {when}", "{when}: {first}〜{last}({n} 人)"],
  undo: ["Undo", "取り消す"],
  undoSure: [
    "The {n} accounts of this list are removed. This is refused once somebody has used one of them.",
    "この名簿で作った {n} 人分のアカウントを削除します。誰かがすでに使っている場合は取り消せません。",
  ],
} as const satisfies Record<string, Words>;

export const MATCHES = {
  where: ["Contest or ladder", "大会・ランキング"],
  finalsOf: ["{title}: finals", "{title}: 決勝"],
  queue: ["Playing and queued", "対戦中・順番待ち"],
  player: ["Player", "プレイヤー"],
  players: ["Players", "プレイヤー"],
  round: ["Round", "回戦"],
  result: ["Result", "結果"],
  any: ["All", "すべて"],
  state: ["State", "状態"],
  none: ["No matches found.", "該当する対戦はありません。"],
  annulSure: [
    "Match {id} no longer counts, and ratings are recomputed without it. This cannot be undone.",
    "対戦 {id} の結果を無効にし、レーティングを計算し直します。取り消せません。",
  ],
  rerunSure: [
    "The result of match {id} no longer counts, and the match is played again. This cannot be undone.",
    "対戦 {id} の結果を無効にし、もう一度対戦します。取り消せません。",
  ],
  done: ["finished", "終了"],
} as const satisfies Record<string, Words>;

export const FORM = {
  title: ["New contest", "新しい大会"],
  name: ["Name", "大会名"],
  address: ["Short name (for the URL)", "アドレスに使う名前"],
  game: ["Game", "ゲーム"],
  opens: ["Ladder opens", "ランキング戦の開始"],
  closes: ["Ladder closes", "ランキング戦の締切"],
  zone: ["Times are in your time zone, {zone}.", "日時はお使いのタイムゾーン({zone})です。"],
  now: ["empty: immediately", "空欄なら、すぐに開始します"],
  byHand: ["empty: when you close it yourself", "空欄なら、主催者が締め切るまで続けます"],
  finalists: ["Finalists", "決勝進出者の人数"],
  finals: ["Finals", "決勝"],
  format: ["Finals format", "決勝の方式"],
  bestOf: ["Games per match", "1 回の対戦のゲーム数"],
  bestOfN: ["best of {n}", "{n} ゲーム制(先に過半数)"],
  third: ["Match for third place", "3 位決定戦を行う"],
  show: ["Reveal the finals on a stage, game by game", "決勝をステージで 1 ゲームずつ上映する"],
  code: ["Code for a private contest (empty: public)", "非公開大会のコード(空欄なら誰でも参加できます)"],
  file: ["Contest file", "大会ファイル"],
  fileHint: [
    "Generated from the form. Once you edit it here, changes to the form no longer apply.",
    "フォームの内容からこのファイルが作られます。直接書き換えることもできます(その後はフォームの変更が反映されません)。",
  ],
  fromForm: ["Reset to the form", "フォームの内容に戻す"],
  preview: ["Preview", "プレビュー"],
  summary: ["{matches} matches, up to {games} games", "{matches} 対戦、最大 {games} ゲーム"],
  duration: [
    "The finals take about {min} minutes, one game at a time.",
    "決勝の対戦時間は、1 ゲームずつ行って約 {min} 分です。",
  ],
  durationHint: [
    "Estimate: {n} turns per game (average of recent matches) at 0.2 s per turn.",
    "このゲームの最近の対戦の平均(1 ゲーム {n} ターン)と、1 ターン 0.2 秒から見積もりました。",
  ],
  phase: [
    "{name}: {format}, {players} players, {matches} matches",
    "{name}: {format}、{players} 人、{matches} 対戦",
  ],
  seeds: ["#1 is the top of the ladder.", "#1 はランキング 1 位です。"],
  add: ["Create contest", "大会を作成"],
  addSure: [
    "The contest becomes visible and open to join. It cannot be changed or deleted afterwards.",
    "作成すると大会が公開され、参加できるようになります。あとから変更や削除はできません。",
  ],
} as const satisfies Record<string, Words>;

/** What was done, in words: {text} is whom or what it was done to. */
export const AUDIT: Record<string, Words> = {
  login: ["logged in", "ログインしました"],
  logout: ["logged out", "ログアウトしました"],
  refused: ["failed to log in", "ログインに失敗しました"],
  signup: ["created an account{text}", "アカウントを作りました{text}"],
  password: ["changed the password", "パスワードを変更しました"],
  "new-password": ["reset the password of {text}", "{text} のパスワードを再発行しました"],
  token: ["created the token {text}", "トークン {text} を作りました"],
  "token-dropped": ["revoked a token", "トークンを取り消しました"],
  ban: ["blocked {text}", "{text} を停止しました"],
  unban: ["unblocked {text}", "{text} の停止を解除しました"],
  role: ["changed the role of {text}", "役割を変更しました: {text}"],
  class: ["created accounts for a class: {text}", "クラスのアカウントを作りました: {text}"],
  "class-undone": ["undid the class list {text}", "名簿 {text} のアカウントを取り消しました"],
  invite: ["created the invitation {text}", "招待コード {text} を作りました"],
  uninvite: ["revoked an invitation", "招待コードを取り消しました"],
  announce: ["announced: {text}", "お知らせを出しました: {text}"],
  unannounce: ["removed an announcement", "お知らせを消しました"],
  annul: ["annulled {text}", "対戦を無効にしました: {text}"],
  rerun: ["replayed {text}", "対戦をやり直しました: {text}"],
  contest: ["created the contest {text}", "大会 {text} を追加しました"],
  join: ["joined the contest {text}", "大会 {text} に参加しました"],
  withdraw: ["withdrew from the finals of {text}", "{text} の決勝を辞退しました"],
  return: ["undid the withdrawal from {text}", "{text} の辞退を取り消しました"],
  submit: ["submitted a program: {text}", "プログラムを提出しました: {text}"],
  source: ["downloaded source code: {text}", "ソースをダウンロードしました: {text}"],
  challenge: ["challenged a player: {text}", "対戦を申し込みました: {text}"],
  "contest-open": ["opened the contest {text}", "大会 {text} を開始しました"],
  "contest-close": ["closed the contest {text}", "大会 {text} を締め切りました"],
  "contest-finals": ["confirmed the finalists of {text}", "{text} の決勝進出者を確定しました"],
  "contest-stop-programs": [
    "closed submissions for the finals of {text}",
    "{text} の決勝用プログラムの受付を終了しました",
  ],
  "contest-next": ["started the next match of {text}", "{text} の次の試合を始めました"],
  "contest-all": ["started all matches of {text}", "{text} の試合をすべて始めました"],
  "contest-hold": ["stopped the finals of {text}", "{text} の決勝を止めました"],
  "contest-decide": ["entered the result of a janken: {text}", "じゃんけんの結果を入力しました: {text}"],
  forfeit: ["set a forfeit: {text}", "不戦敗にしました: {text}"],
  "forfeit-undone": ["undid a forfeit: {text}", "不戦敗を取り消しました: {text}"],
  active: ["made version {text} active", "提出 {text} を参戦させました"],
  remove: ["removed the account {text}", "アカウント {text} を削除しました"],
  account: ["created the account {text}", "アカウント {text} を作りました"],
  disturbed: [
    "exceeded a time limit on a busy machine: {text}",
    "マシンの負荷により時間を超過しました: {text}",
  ],
};

/** What was done on the stage of a contest. */
export const STAGED: Record<string, Words> = {
  open: ["opened the stage of {text}", "ステージを開きました: {text}"],
  close: ["closed the stage of {text}", "ステージを閉じました: {text}"],
  next: ["moved the stage to the next game: {text}", "ステージを次へ進めました: {text}"],
  again: ["replayed a game on stage: {text}", "ゲームをもう一度上映しました: {text}"],
  skip: ["skipped a game on stage: {text}", "ゲームの上映を飛ばしました: {text}"],
  pause: ["paused the stage: {text}", "ステージを一時停止しました: {text}"],
  go: ["resumed the stage: {text}", "ステージを再開しました: {text}"],
  blank: ["blanked the screen: {text}", "画面を消しました: {text}"],
  light: ["unblanked the screen: {text}", "画面を出しました: {text}"],
  message: ["showed a message on stage: {text}", "ステージにメッセージを出しました: {text}"],
  pace: ["set the pace of the stage: {text}", "ステージの速さを変えました: {text}"],
};

export const LOG = {
  somebody: ["(unknown)", "(不明)"],
  other: ["{kind}: {text}", "{kind}: {text}"],
  commandLine: ["command line", "コマンドライン"],
  address: ["Network address", "接続元アドレス"],
  zone: ["Times are in your time zone, {zone}.", "日時はお使いのタイムゾーン({zone})です。"],
  none: ["No entries yet.", "まだ記録がありません。"],
  gone: ["not responding", "応答なし"],
  well: ["ok", "正常"],
  noStage: ["No finals to show yet.", "上映できる決勝はまだありません。"],
  stageHint: [
    "The stage shows the finals game by game. Control it from here or from a phone.",
    "ステージでは決勝を 1 ゲームずつ上映します。操作はこの画面やスマートフォンから行えます。",
  ],
} as const satisfies Record<string, Words>;
