/* CODE VS 4.0 in a few words, for its page. */
import type { About } from "$viewer/about";

const about: About = {
  emblem:
    '<path d="M24 3l14 5-14 6z" fill="#d6452b"/><rect x="22.500" y="3" width="3" height="16" fill="#5b5246"/><path d="M8 17h8v5h4v-5h8v5h4v-5h8v26H8z" fill="#8d877b"/><path d="M8 26h32v17H8z" fill="#b3aea4"/><path d="M19 43v-9a5 5 0 0 1 10 0v9z" fill="#22232b"/>',
  blurb: [
    "A small war on a map of 10,000 cells: mine, build villages and bases, find the other castle, and bring it down.",
    "1万マスの地図での小さな戦争。資源を掘り、村と拠点を建て、敵の城を見つけて落としましょう。",
  ],
  rules: [
    [
      "A side begins with a castle and five workers. Workers on a resource cell earn money, at most five on each.",
      "城とワーカー5体から始まります。資源マスのワーカーが資源を稼ぎます(1マス5体まで)。",
    ],
    [
      "Workers build villages (100), which make more workers, and bases (500), which make fighting units.",
      "ワーカーは村(100)と拠点(500)を建てます。村はワーカーを、拠点は戦闘ユニットを作ります。",
    ],
    [
      "Knights are cheap, fighters beat knights, assassins beat fighters and workers.",
      "ナイトは安く、ファイターはナイトに強く、アサシンはファイターとワーカーに強いです。",
    ],
    [
      "Everybody attacks by itself whatever is near. You see only what your units see.",
      "攻撃は近くの敵に自動で行われます。見えるのは味方の視界だけです。",
    ],
    [
      "Who brings down the enemy castle wins the stage; after 1,000 turns it is a draw.",
      "敵の城を落とせばステージ勝利、1000ターンで引き分けです。",
    ],
  ],
};

export default about;
