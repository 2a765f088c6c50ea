/*
 * i18n — English and Japanese: follows the browser, can be switched, and the choice is kept.
 */
import type { Say, Words } from "../viewer/view";

export type Language = "en" | "ja";

const KEY = "taisen-language";

function load(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // a page from a disk may have no storage
  }
}

export function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // then it is forgotten
  }
}

export const stored = load;

function firstLanguage(): Language {
  const chosen = load(KEY) ?? navigator.language;
  return chosen.startsWith("ja") ? "ja" : "en";
}

class Speech {
  language = $state<Language>(firstLanguage());

  choose(language: Language): void {
    this.language = language;
    store(KEY, language);
  }

  /** The words in the language of the moment, with {name} replaced by values. */
  say: Say = (words: Words, values = {}) => {
    const text = words[this.language === "ja" ? 1 : 0];
    return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
  };
}

export const speech = new Speech();
