/* Why a match is void: the server's own reasons in the reader's language; what an organiser wrote stays as it is. */
import type { Say, Words } from "../viewer/view";

const REASONS: Record<string, Words> = {
  "the contest had closed before it was finished": [
    "the contest closed before it was finished",
    "終わる前に大会が締め切られました",
  ],
  "the room was closed": ["the room was closed", "部屋が閉じられました"],
  "the person who played it has left": ["the person who played it has left", "対戦していた人が退出しました"],
  "it was tried too often": ["it was tried too often", "何度やり直しても終わりませんでした"],
  "a submitted program is not there": [
    "a submitted program is missing",
    "提出されたプログラムが見つかりません",
  ],
  "its process died": ["its process died", "対戦の処理が異常終了しました"],
  "nobody came": ["nobody came", "誰も来ませんでした"],
  "the friend did not come": ["the friend did not come", "相手が来ませんでした"],
};

export const sayVoid = (why: string, say: Say): string => (REASONS[why] ? say(REASONS[why]) : why);
