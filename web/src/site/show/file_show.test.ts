import { expect, test, vi } from "vitest";

vi.stubGlobal("navigator", { language: "en" });
const { FileShow } = await import("./file_show.svelte");

test("a pause holds at once, however late the server answers", () => {
  const show = new FileShow("local");
  expect(show.isHeld).toBe(false);
  show.isPaused = true;
  expect(show.isHeld).toBe(true);
  show.isPaused = false;
  expect(show.isHeld).toBe(false);
});
