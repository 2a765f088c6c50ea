/*
 * search — finds passages in the documents.
 *
 * The query is cut into terms: words, and for Japanese, which has no blanks between words, pairs of letters. A passage is found
 * when it has every word and most of the pairs; where it has them (title, heading, text) and how often decides the order.
 */
export interface Passage {
  slug: string;
  /** Of the document. */
  title: string;
  id: string;
  heading: string;
  text: string;
}

export interface Hit {
  passage: Passage;
  score: number;
  /** The part of the text around what was found. */
  excerpt: string;
}

const JAPANESE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々]+/gu;
const MOST_HITS = 12;
const BEFORE = 40;
const EXCERPT = 140;
/** Of the pairs of a run of Japanese letters, so many must be there: particles differ. */
const PAIRS_NEEDED = 0.6;

const plain = (text: string) => text.normalize("NFKC").toLowerCase();

interface Terms {
  words: string[];
  /** For each run of Japanese letters its pairs. */
  runs: string[][];
}

export function termsOf(query: string): Terms {
  const text = plain(query);
  const runs = (text.match(JAPANESE) ?? []).map((run) =>
    run.length < 3 ? [run] : Array.from({ length: run.length - 1 }, (_, i) => run.slice(i, i + 2)),
  );
  const words = text.replace(JAPANESE, " ").split(/[\s,.;:!?()「」、。]+/);
  return { words: words.filter((word) => word !== ""), runs };
}

const count = (text: string, term: string) => Math.min(5, text.split(term).length - 1);

function scoreOf(passage: Passage, terms: Terms): number {
  const [title, heading, text] = [passage.title, passage.heading, passage.text].map(plain);
  const worth = (term: string) => 5 * count(heading, term) + 2 * count(title, term) + count(text, term);
  let score = 0;
  for (const word of terms.words) {
    const found = worth(word);
    if (found === 0) return 0;
    score += found;
  }
  for (const run of terms.runs) {
    const found = run.map(worth);
    const there = found.filter((n) => n > 0).length;
    if (there < run.length * PAIRS_NEEDED) return 0;
    score += (found.reduce((sum, n) => sum + n, 0) / run.length) * (there / run.length);
  }
  return score;
}

function excerptOf(text: string, terms: Terms): string {
  const all = [...terms.words, ...terms.runs.flat()];
  const places = all.map((term) => plain(text).indexOf(term)).filter((place) => place >= 0);
  const from = Math.max(0, Math.min(...places, text.length) - BEFORE);
  const start = from > text.length - EXCERPT ? Math.max(0, text.length - EXCERPT) : from;
  const part = text.slice(start, start + EXCERPT);
  return `${start > 0 ? "…" : ""}${part}${start + EXCERPT < text.length ? "…" : ""}`;
}

/** The best passages first; none for an empty query. */
export function search(passages: Passage[], query: string): Hit[] {
  const terms = termsOf(query);
  if (terms.words.length + terms.runs.length === 0) return [];
  return passages
    .map((passage) => ({ passage, score: scoreOf(passage, terms) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST_HITS)
    .map((hit) => ({ ...hit, excerpt: excerptOf(hit.passage.text, terms) }));
}
