/* CODE VS 5.0 in a few words, for its page. */
import type { About } from "$viewer/about";

const about: About = {
  emblem:
    '<path d="M34 17l11-7-2 13z" fill="#6ea3ff"/><circle cx="24" cy="25" r="18" fill="#2c2f3d"/><rect x="10" y="18" width="28" height="11" rx="5.5" fill="#f7d9b8"/><circle cx="18" cy="24" r="3.4" fill="#fff"/><circle cx="30" cy="24" r="3.4" fill="#fff"/><circle cx="18" cy="24" r="1.8" fill="#1d1e26"/><circle cx="30" cy="24" r="1.8" fill="#1d1e26"/><path d="M9 15a18 18 0 0 1 30 0z" fill="#6ea3ff"/>',
  blurb: [
    "Two ninjas, a pack of dogs, and eight jutsu. Take souls, send dogs to the other garden, and do not get caught.",
    "忍者二人と忍犬、八つの忍術。ソウルを集めて相手に犬を送り、捕まらずに逃げ切りましょう。",
  ],
  rules: [
    [
      "Each player has a garden with two ninjas; every turn each ninja walks two steps.",
      "各プレイヤーのフィールドには忍者が二人。毎ターン、それぞれ2歩動きます。",
    ],
    [
      "A soul gives 2 nin-power and sends one dog to the other garden.",
      "ニンジャソウルを取ると忍力が2増え、相手のフィールドに忍犬が1匹現れます。",
    ],
    [
      "Rocks can be pushed when the cell behind them is free.",
      "岩は、向こう側が空いていれば押せます。",
    ],
    [
      "Nin-power buys one jutsu a turn: a third step, rocks, bolts, decoys, or the whirl slash that clears the dogs around a ninja.",
      "忍力で毎ターン1つ忍術が使えます。3歩目、落石、雷撃、分身、周りの忍犬を消す回転斬など。",
    ],
    [
      "Whose ninja stands with a dog at the end of a turn is caught, and has lost.",
      "ターンの終わりに忍者が忍犬と同じマスにいたら捕まり、負けです。",
    ],
  ],
};

export default about;
