import { beforeEach, expect, test, vi } from "vitest";
import { draftOf, keepDraft } from "./drafts";

/* Where drafts are kept asks the browser for its language when it is loaded. */
vi.hoisted(() =>
  Object.defineProperty(globalThis, "navigator", { value: { language: "en" }, configurable: true }),
);

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
  });
});

test("a draft is kept for its game and language alone", () => {
  keepDraft("reborn", "python", "mine", "kit");
  expect(draftOf("reborn", "python")).toBe("mine");
  expect(draftOf("reborn", "ruby")).toBe(null);
  expect(draftOf("chaser", "python")).toBe(null);
});

test("the kit itself is no draft", () => {
  keepDraft("reborn", "python", "mine", "kit");
  keepDraft("reborn", "python", "kit", "kit");
  expect(draftOf("reborn", "python")).toBe(null);
});

test("a browser without storage forgets, and goes on", () => {
  vi.stubGlobal("localStorage", {
    getItem: () => {
      throw new Error("no");
    },
    setItem: () => {
      throw new Error("no");
    },
  });
  keepDraft("reborn", "python", "mine", "kit");
  expect(draftOf("reborn", "python")).toBe(null);
});
