/*
 * said — a sentence of the server's in Japanese. The server sends it in English, and beside it its code and its values
 * (os/message.h); the words for the code stand in refusals.ts. A value may be such a sentence itself.
 */
import { REFUSALS } from "./refusals";

export interface Said {
  code: string;
  params: { [name: string]: string | number | Said | null };
}

/** Where in a file it stands, before what is wrong there. */
const placeOf = ({ line, key }: Said["params"]): string =>
  (line ? `${String(line)} 行目: ` : "") + (typeof key === "string" ? `${key}: ` : "");

/** Null: there are no words for the code. */
export function inJapanese({ code, params }: Said): string | null {
  const words = REFUSALS[code];
  if (!words) return null;
  const sentence = words.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (typeof value === "object") return (value && inJapanese(value)) ?? "";
    return String(value ?? "");
  });
  return placeOf(params) + sentence;
}
