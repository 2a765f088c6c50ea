/*
 * rules_said — what the rules of a game say about a name, an option, a map or an answer, in Japanese. The rules know no codes
 * (they are pure, and their sentences short), so a sentence is known by its English words; a test compares them with games/.
 */
const SENTENCES: [RegExp, string][] = [
  [/^the name is empty$/, "名前が空です"],
  [/^the name holds a (.)$/, "名前に「$1」が含まれています"],
  [/^a name in CODE VS 4\.0 has /, "CODE VS 4.0 の名前に使えるのは、半角の英数字と - _ @ だけです"],
  [/^the name is longer than (\S+) bytes$/, "名前が $1 バイトを超えています"],
  [/^names takes original or any$/, "names は original か any です"],
  [/^spectators takes after or live$/, "spectators は after か live です"],
  [/^also takes glicko2, codevs5 or none$/, "also は glicko2、codevs5、none のどれかです"],
  [/^option (\S+) must be a whole number from (\S+) to (\S+)$/, "$1 は $2〜$3 の整数です"],
  [/^option (\S+) must be odd$/, "$1 は奇数です"],
  [/^option (\S+) must be (\S+) or (\S+)$/, "$1 は $2 か $3 です"],
  [/^this game has no maps$/, "このゲームにマップはありません"],
  [/^unknown option (\S+); this game knows: (.*)$/, "$1 という設定はありません(使える設定: $2)"],
  [/^unknown option (\S+); this game has none$/, "$1 という設定はありません"],
  [/^no random map of this size /, "この大きさのマップには、ブロックとアイテムが入りきりません"],
  [/^T must be a number of turns/, "T はターン数(1〜100000)です"],
  [/^more than 40 rows$/, "行は 40 行までです"],
  [/^cells must be 0, 2 or 3/, "マスは 0、2、3 をコンマで区切って書いてください"],
  [/^a row of more than 40 cells$/, "1 行のマスは 40 個までです"],
  [/^a row of another length/, "行の長さが 1 行目と違います"],
  [/^a start must be x,y/, "開始位置は、マップの中の x,y で書いてください"],
  [/^no (.) line$/, "$1 の行がありません"],
  [/^(Cool|Hot) starts outside$/, "$1 の開始位置がマップの外です"],
  [/^(Cool|Hot) starts on a block$/, "$1 の開始位置がブロックの上です"],
  [/^both players start/, "両者の開始位置が同じです"],
  [/^out of memory$/, "メモリーが足りません"],
  // answers that are read, but not as they were meant
  [/^the line count is not 2 or 3$/, "行数が 2 でも 3 でもありません"],
  [/^the jutsu line is empty$/, "忍術の行が空です"],
  [/^the jutsu line has a word that is not a number$/, "忍術の行に数でない語があります"],
  [/^the jutsu id is not 0 to 7$/, "忍術の番号が 0〜7 ではありません"],
  [/^the jutsu has too few arguments$/, "忍術の引数が足りません"],
  [/^the coordinates are outside the field$/, "座標がフィールドの外です"],
  [/^the ninja id is not 0 or 1$/, "忍者の番号が 0 でも 1 でもありません"],
  [/^a walk does not begin/, "移動が U L R D N のどれでも始まっていません"],
  // the forms of answers
  [
    /^one line: `p r`/,
    "1 行で「p r」(p は 0〜8、r は 0〜3)。ゲージが 80 以上なら「S」も使えます(ルール 8.4)",
  ],
  [
    /^a line with 2 or 3/,
    "1 行目に 2 か 3、3 のときは次の行に忍術、続けて忍者 2 人の移動を 1 行ずつ(ルール 8)",
  ],
  [/^a line ended by CR LF/, "CR LF で終わる行: 「@」に「gr」、次に「wu」などの命令、最後に「#」(ルール 6)"],
  [/^a line with the number of orders/, "1 行目に命令の数、続けてその数だけ「ID 文字」の行(ルール 8)"],
  [/^one line: the number of a column/, "1 行で、空きのある列の番号(0〜6)(ルール 4.3)"],
];

/** The sentence itself where there are no words for it. */
export function ruleInJapanese(sentence: string): string {
  const line = /^line (\d+): (.*)$/s.exec(sentence);
  if (line) return `${line[1]} 行目: ${ruleInJapanese(line[2])}`;
  const known = SENTENCES.find(([pattern]) => pattern.test(sentence));
  if (!known) return sentence;
  const found = known[0].exec(sentence) ?? [];
  return known[1].replace(/\$(\d)/g, (_, group: string) => found[Number(group)] ?? "");
}
