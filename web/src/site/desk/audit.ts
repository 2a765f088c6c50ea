/* audit — the audit log in words: an entry has a kind and a text, which may be a sentence of the server's. */
import { AUDIT, LOG, STAGED } from "../../i18n/desk";
import type { Said } from "../../i18n/said";
import type { Say } from "../../viewer/view";

export interface Entry {
  id: number;
  created: number;
  name: string | null;
  address: string;
  kind: string;
  text: string;
  text_said: Said | null;
}

export function entryWords({ kind, text }: Pick<Entry, "kind" | "text">, say: Say): string {
  const words = AUDIT[kind] ?? STAGED[kind.replace(/^stage-/, "")];
  return words ? say(words, { text }) : say(LOG.other, { kind, text });
}
