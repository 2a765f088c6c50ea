/* What the server says, in the reader's language where the page has words for its code. */
import { speech } from "../i18n/language.svelte";
import { inJapanese, type Said } from "../i18n/said";

export function saySentence(english: string, said: Said | null | undefined): string {
  return speech.language === "ja" && said ? (inJapanese(said) ?? english) : english;
}
