/* bots — what the built-in bots do, in Japanese, by their names, or by game and name; in English the server says it. */
import type { Bot } from "../site/api";
import type { Say } from "../viewer/view";

const BOTS: Record<string, string> = {
  random: "合法手をランダムに選びます。まずはこのボットに勝つことが目標です。",
  greedy: "数パック先までチェインを組み、待っても得にならなくなったら発火します。",
  amateur: "master のようにチェインを組みますが、読みが浅く、相手を見ません。",
  expert: "1 ターンの探索ノード数を少なくした master です。",
  master: "持ち時間をすべて使って双方の手を読み、最も効果的なときに発火します。",
  walker: "ランダムに歩き、おおむね犬を避けます。ソウルは偶然取るだけです。",
  collector: "最も近いソウルに向かい、1 ターン先を読みます。",
  runner: "6 ターン先まで読み、ソウルを集め、忍術で生き延びます。",
  "chaser-1": "ブロックを避けて歩き回ります。最初の相手に向いています。",
  "chaser-2": "隣に見えるアイテムを取ります。",
  "chaser-3": "search で調べ、地図を覚え、知っている最も近いアイテムに向かいます。",
  "chaser-4": "ブロックで相手を狙い、わなを避け、その間にアイテムを集めます。",
  "chaser-5": "見えない地図と相手を推定しながら計画を立てます。",
  "codevs5/amateur": "master のように逃げてソウルを集めますが、読みが浅く、相手を見ません。",
  "codevs5/expert": "探索ノード数を少なくした master です。確実に仕留められるときだけ攻めます。",
  "codevs5/master": "持ち時間をすべて使って 6 ターン先まで両方のフィールドを読み、岩や分身で仕留めにきます。",
  settler: "偵察、採掘、村の建設をして、大軍で攻めます。",
  gelb: "キャンペーンの相手。ワーカーが多く、ナイトの大軍で攻めます。長いステージで手ごわくなります。",
  grun: "キャンペーンの相手。見張りの村といくつかの拠点を作り、こちらに強い兵種をそろえます。",
  lila: "キャンペーンの相手。城に大軍を集め、一気に出撃します。",
  rosa: "キャンペーンの相手。ワーカーは少なく、城から離れた拠点から小隊で攻めます。",
  schwarz: "キャンペーンの相手。城に拠点を作る資源をため、アサシンを 1 体ずつ送り込みます。",
  zinnober: "キャンペーンの相手。城の拠点から混成の小隊で攻めます。",
  silber: "キャンペーンの相手。早い段階でナイトを城へまっすぐ向かわせます。",
  chokudAI: "キャンペーンの相手。資源マスに村を作り、城から離れた拠点を築きます。",
  colunAI: "キャンペーンの相手。ワーカーは少なく、城から離れた拠点からアサシンの集団で攻めます。",
  campaign: "キャンペーンの全部の相手が、ステージごとに交代で登場します。",
};

export const aboutBot = ({ name, game, about }: Bot, say: Say): string =>
  say([about, BOTS[`${game}/${name}`] ?? BOTS[name] ?? about]);
