/* CHaser in a few words, for its page. */
import type { About } from "$viewer/about";

const about: About = {
  emblem:
    '<rect x="4" y="4" width="40" height="40" rx="8" fill="#d0e8cb"/><path d="M12 21l6-9h12l6 9-12 17z" fill="#ffb21a"/><path d="M12 21l6-9h12l6 9z" fill="#ffd65a"/><path d="M18 21h12l-6 17z" fill="#e08a00"/>',
  blurb: [
    "Two explorers in the dark. Collect items, and drop a block on the other before it drops one on you.",
    "暗やみの中の二人。アイテムを集め、相手より先にブロックを落としましょう。",
  ],
  rules: [
    [
      "Cool and Hot move in turn over one field; each sees only the nine cells around itself.",
      "CoolとHotが交互に動きます。見えるのは自分の周り9マスだけです。",
    ],
    [
      "An action is walk, look (the square two steps ahead), search (nine cells straight ahead) or put (a block beside you).",
      "行動は、歩く・look(2歩先の3×3)・search(まっすぐ9マス)・put(隣にブロック)の4種類です。",
    ],
    [
      "Walking onto an item collects it, and leaves a block where you stood.",
      "アイテムに乗ると手に入り、元いた場所がブロックになります。",
    ],
    [
      "Put a block on the other, or wall it in on all four sides, and you win. Walk into a block, and you lose.",
      "相手にブロックを置くか、四方を囲めば勝ち。ブロックに入ると負けです。",
    ],
    [
      "When the turns are over, more items win.",
      "ターンが尽きたら、アイテムの多い方の勝ちです。",
    ],
  ],
};

export default about;
