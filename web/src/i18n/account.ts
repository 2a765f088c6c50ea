/* What the pages of accounts say, in both languages. */
import type { Words } from "../viewer/view";

export const ACCOUNT = {
  account: ["Account", "アカウント"],
  logIn: ["Log in", "ログイン"],
  logOut: ["Log out", "ログアウト"],
  signUp: ["Sign up", "新規登録"],
  desk: ["Organiser", "主催者"],
  name: ["Name", "名前"],
  password: ["Password", "パスワード"],
  invitation: ["Invitation code", "招待コード"],
  nameHint: [
    "Letters of any script, digits and - _ . Visible to everybody.",
    "英数字と - _ . または日本語などの文字。公開されます。",
  ],
  passwordHint: ["At least 8 characters.", "8文字以上。"],
  noAccount: ["No account yet? Sign up", "アカウントがない方は新規登録"],
  haveAccount: ["Already have an account? Log in", "アカウントをお持ちの方はログイン"],
  signupClosed: ["Sign-up is closed. Ask an organiser for an account.", "アカウントは主催者が作成します。"],
  firstLink: [
    "This site has no organiser yet. Open the link that taisen serve printed in its terminal to become the organiser.",
    "まだ主催者がいません。taisen serve が端末に表示したリンクを開くと、あなたが主催者になります。",
  ],
  firstGone: [
    "This link has already been used, or the server has restarted and printed a new one.",
    "このリンクは使用済みか、サーバーが再起動して新しいリンクが表示されています。",
  ],
  firstHint: [
    "This site is yours: become its organiser with one click.",
    "このアリーナはあなたのものです。ワンクリックで主催者になれます。",
  ],
  firstPassword: [
    "Generated for you. Save it for your next log-in, or enter your own.",
    "自動で作りました。次のログインのために控えるか、好きなものに変えてください。",
  ],
  beFirst: ["Become the organiser", "主催者になる"],
  wrong: ["Incorrect name or password.", "名前またはパスワードが違います。"],
  taken: ["This name is already taken.", "この名前はすでに使われています。"],
  tooMany: ["Too many attempts. Try again in ten minutes.", "試行回数が多すぎます。10分お待ちください。"],
  isWho: ["Logged in as {name}", "{name}としてログイン中"],
  organiser: ["organiser", "主催者"],
  playerRole: ["player", "参加者"],
  needsLogin: ["Log in to see this page.", "このページを見るにはログインしてください。"],
  changePassword: ["Change password", "パスワードの変更"],
  oldPassword: ["Current password", "現在のパスワード"],
  newPassword: ["New password", "新しいパスワード"],
  passwordChanged: [
    "Password changed. All other sessions and all tokens have been revoked.",
    "パスワードを変更しました。ほかの端末はログアウトされ、トークンはすべて無効になりました。",
  ],
  tokens: ["API tokens", "プログラム用トークン"],
  tokensHint: [
    "A token lets taisen submit and taisen join act on your behalf. It is shown only once.",
    "トークンがあれば taisen submit や taisen join をあなたの名前で使えます。表示は一度だけです。",
  ],
  noTokens: ["No tokens yet.", "まだありません。"],
  tokenName: ["Token name", "トークンの名前"],
  makeToken: ["Create token", "トークンを作る"],
  tokenShown: [
    "Copy it now. It will not be shown again.",
    "今すぐコピーしてください。二度と表示されません。",
  ],
  lastUsed: ["Last used", "最終使用"],
  never: ["never", "未使用"],
  drop: ["Revoke {name}", "{name}を失効させる"],
  dropWord: ["Revoke", "失効させる"],
  dropSure: [
    "Programs that use {name} can no longer log in with it.",
    "「{name}」を使っているプログラムはログインできなくなります。取り消せません。",
  ],
} as const satisfies Record<string, Words>;
