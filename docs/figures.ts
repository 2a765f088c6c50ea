/*
 * Figures of the documents that show no board: drawn when the pages are built.
 *
 * `sprt` simulates many tests with a fixed generator and draws how the log-likelihood ratio walks
 * between its bounds in typical ones. `taisen batch --sprt` computes it from pairs of games, too; the formula here is the usual
 * approximation, good enough to look at.
 */
type Language = "en" | "ja";
type Said = readonly [en: string, ja: string];

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [720, 360, 56, 28, 20, 44];
const [SHOWN_PAIRS, MOST_PAIRS] = [1000, 4000];
const BOUND = Math.log(0.95 / 0.05);
const [ELO0, ELO1] = [0, 20];
const DRAWS = 0.3;
const TESTS = 499;
const LABEL = 150; // how wide a word beside a curve may be

const scoreOf = (elo: number) => 1 / (1 + 10 ** (-elo / 400));

/** mulberry32: small, and the same everywhere. */
function generator(seed: number): () => number {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Of many simulated tests the one of median length: chance would pick stranger ones. */
function typicalWalk(elo: number): number[] {
  const walks = Array.from({ length: TESTS }, (_, seed) => walk(elo, seed + 1));
  return walks.sort((a, b) => a.length - b.length)[(TESTS - 1) / 2];
}

/** The ratio after each pair of games, until it leaves the bounds. */
function walk(elo: number, seed: number): number[] {
  const random = generator(seed);
  const win = scoreOf(elo) - DRAWS / 2;
  const game = () => {
    const x = random();
    return x < win ? 1 : x < win + DRAWS ? 0.5 : 0;
  };
  const [low, high] = [scoreOf(ELO0), scoreOf(ELO1)];
  const ratios: number[] = [0];
  let [sum, squares] = [0, 0];
  for (let n = 1; n <= MOST_PAIRS; n++) {
    const pair = (game() + game()) / 2;
    sum += pair;
    squares += pair * pair;
    const mean = sum / n;
    const spread = Math.max(0.02, squares / n - mean * mean);
    const ratio =
      n < 8 ? 0 : (n * (high - low) * (2 * mean - low - high)) / (2 * spread);
    ratios.push(Math.max(-BOUND, Math.min(BOUND, ratio)));
    if (Math.abs(ratio) >= BOUND) break;
  }
  return ratios;
}

const WALKS: { elo: number; colour: string; said: Said }[] = [
  {
    elo: 30,
    colour: "#2563d9",
    said: ["stronger by 30 Elo", "30 Elo 強い"],
  },
  { elo: 0, colour: "#d6452b", said: ["equally strong", "同じ強さ"] },
  {
    elo: 10,
    colour: "#6a3fae",
    said: ["stronger by 10 Elo", "10 Elo 強い"],
  },
];

function sprt(language: Language): string {
  const say = (said: Said) => said[language === "ja" ? 1 : 0];
  const x = (pairs: number) =>
    LEFT + (pairs / SHOWN_PAIRS) * (WIDTH - LEFT - RIGHT);
  const y = (ratio: number) =>
    TOP +
    (1 - (ratio + BOUND * 1.15) / (2.3 * BOUND)) * (HEIGHT - TOP - BOTTOM);
  const text = (
    left: number,
    top: number,
    words: string,
    anchor: string,
    colour = "#22232b",
  ) =>
    `<text x="${left.toFixed(1)}" y="${top.toFixed(1)}" font-size="14" fill="${colour}" text-anchor="${anchor}">${words}</text>`;
  const line = (ratio: number, dash: string) =>
    `<path d="M${LEFT} ${y(ratio).toFixed(1)}H${WIDTH - RIGHT}" stroke="#666977" stroke-dasharray="${dash}"/>`;
  const curves = WALKS.map(({ elo, colour, said }) => {
    const ratios = typicalWalk(elo);
    const points = ratios
      .map((ratio, n) => `${x(n).toFixed(1)} ${y(ratio).toFixed(1)}`)
      .join("L");
    const [endX, endY] = [x(ratios.length - 1), y(ratios[ratios.length - 1])];
    const isLate = endX + LABEL > WIDTH;
    return (
      `<path d="M${points}" fill="none" stroke="${colour}" stroke-width="2"/><circle cx="${endX.toFixed(1)}" cy="${endY.toFixed(1)}" r="4" fill="${colour}"/>` +
      text(
        endX + (isLate ? -8 : 8),
        endY + (endY < HEIGHT / 2 ? 20 : -10),
        say(said),
        isLate ? "end" : "start",
        colour,
      )
    );
  });
  const ticks = [0, 500, 1000, 1500, 2000].map((games) =>
    text(x(games / 2), HEIGHT - 22, String(games), "middle"),
  );
  const bounds = [BOUND, 0, -BOUND].map((ratio) =>
    text(LEFT - 8, y(ratio) + 5, ratio === 0 ? "0" : ratio.toFixed(2), "end"),
  );
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="system-ui, sans-serif">` +
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#f6f3ec"/>${line(BOUND, "none")}${line(0, "2 6")}${line(-BOUND, "none")}` +
    curves.join("") +
    ticks.join("") +
    bounds.join("") +
    text(
      WIDTH - RIGHT,
      y(BOUND) - 6,
      say(["accepted: better", "採択：強い"]),
      "end",
    ) +
    text(
      WIDTH - RIGHT,
      y(-BOUND) + 18,
      say(["rejected: no better", "棄却：強くない"]),
      "end",
    ) +
    text(WIDTH / 2, HEIGHT - 5, say(["games played", "対局数"]), "middle") +
    `</svg>\n`
  );
}

export default { sprt };
