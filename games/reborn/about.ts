/* CODE VS Reborn in a few words, for its page. */
import type { About } from "$viewer/about";

const about: About = {
  emblem:
    '<rect x="5" y="25" width="18" height="18" rx="4" fill="#279a63"/><rect x="25" y="25" width="18" height="18" rx="4" fill="#187447"/><rect x="15" y="5" width="18" height="18" rx="4" fill="#f0b323"/><g fill="#fff" font-family="system-ui,sans-serif" font-weight="800" font-size="13" text-anchor="middle"><text x="14" y="39">4</text><text x="34" y="39">6</text><text x="24" y="19" fill="#6b4700">5</text></g>',
  blurb: [
    "Numbers fall. Whatever adds up to ten vanishes, and a long chain buries the opponent in junk.",
    "数字が落ちてきます。合わせて10になると消え、長いチェインは相手をお邪魔ブロックで埋めます。",
  ],
  rules: [
    [
      "Each turn both players drop a pack of three or four numbers: choose the column and the rotation.",
      "毎ターン、両者が3〜4個の数字のパックを落とします。列と回転を選びます。",
    ],
    [
      "Two neighbours (also diagonally) that add up to 10 vanish; what lies above falls, and may vanish in turn: a chain.",
      "隣り合う(斜めも)2つの数字の和が10なら消えます。上が落ちてまた消えればチェインです。",
    ],
    [
      "The longer the chain, the more ojama fall on the other side. Chains of three or more also take away its gauge.",
      "チェインが長いほど相手に多くのお邪魔が降り、3チェイン以上なら相手のゲージも減ります。",
    ],
    [
      "With a gauge of 80 the skill is ready: every 5 explodes together with all numbers around it.",
      "ゲージが80になるとスキルが使えます。すべての5が周りの数字ごと爆発します。",
    ],
    [
      "A column above row 16 tops out and loses the game; after 500 turns the higher score wins.",
      "列が16段(デンジャーライン)を超えたら負け。500ターン後はスコアが高い方の勝ちです。",
    ],
  ],
};

export default about;
