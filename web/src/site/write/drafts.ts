/*
 * drafts — what somebody is writing, kept in this browser: one text for each game and language. A draft that is the
 * starter kit itself is none, so that whoever has changed nothing gets the kit of the day.
 */
import { store, stored } from "../../i18n/language.svelte";

const keyOf = (game: string, language: string) => `taisen-draft/${game}/${language}`;

export const draftOf = (game: string, language: string): string | null =>
  stored(keyOf(game, language)) || null;

export function keepDraft(game: string, language: string, text: string, kit: string): void {
  store(keyOf(game, language), text === kit ? "" : text);
}
