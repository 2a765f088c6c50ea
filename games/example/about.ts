/* Four in a Row in a few words, for its page. */
import type { About } from "$viewer/about";

const about: About = {
  emblem:
    '<rect x="4" y="4" width="40" height="40" rx="7" fill="#3f4a68"/><g fill="#f6f3ec"><circle cx="14" cy="14" r="6"/><circle cx="34" cy="14" r="6"/></g><circle cx="14" cy="34" r="6" fill="#d6452b"/><circle cx="34" cy="34" r="6" fill="#2563d9"/><circle cx="24" cy="24" r="6" fill="#2563d9"/>',
  blurb: [
    "Stones fall into seven columns. Whoever has four in a row first wins.",
    "7つの列に石を落とします。先に4つ並べた方の勝ちです。",
  ],
  rules: [
    [
      "The players move in turn: choose a column that is not full, and the stone falls to its lowest empty cell.",
      "交互に、まだ空きのある列を選びます。石はその列のいちばん下の空きマスに落ちます。",
    ],
    [
      "Four stones in a row, upright, level or slanting, win.",
      "縦・横・斜めに4つ並べば勝ちです。",
    ],
    [
      "When the board is full without a line, it is a draw. The first two stones are dropped by lot.",
      "並ばないまま盤が埋まると引き分けです。最初の2つの石はくじで決まります。",
    ],
  ],
};

export default about;
