/*
 * audit — the audit log in words. An entry has a kind and a text; where the server writes words into the text (it is kept, so
 * old entries have them, too), they are said anew in the reader's language.
 */
import { AUDIT, DETAILS, LOG, STAGED } from "../../i18n/desk";
import type { Say } from "../../viewer/view";

export interface Entry {
  id: number;
  created: number;
  name: string | null;
  address: string;
  kind: string;
  text: string;
}

/** What the server writes: in the order of the words' {values}. */
const PATTERNS: [RegExp, keyof typeof DETAILS][] = [
  [/^match (?<match>\d+), side (?<side>\d+), player (?<player>\d+): late (?<n>\d+) times$/, "late"],
  [/^match (?<match>\d+)$/, "match"],
  [/^match (?<match>\d+): (?<why>.*)$/s, "matchWhy"],
  [/^(?<n>\d+) accounts$/, "accounts"],
  [/^(?<name>.*): organiser$/, "organiser"],
  [/^(?<name>.*): player$/, "player"],
  [/^(?<name>.*): player (?<player>\d+)$/, "playerOf"],
  [/^the first organiser$/, "first"],
];

export function detailOf(text: string, say: Say): string {
  for (const [pattern, words] of PATTERNS) {
    const found = pattern.exec(text);
    if (found) return say(DETAILS[words], found.groups ?? {});
  }
  return text;
}

export function entryWords({ kind, text }: Pick<Entry, "kind" | "text">, say: Say): string {
  const words = AUDIT[kind] ?? STAGED[kind.replace(/^stage-/, "")];
  const detail = detailOf(text, say);
  return words ? say(words, { text: detail }) : say(LOG.other, { kind, text: detail });
}
