import { describe, expect, test } from "vitest";
import { itemsOf, type Known } from "./attention";
import { ATTENTION } from "../../i18n/desk";

const worker = (name: string, silent_ms: number) => ({ name, machine: "m", seen: 0, silent_ms });
const WELL: Known = { workers: [worker("a", 100)], queue: [], broken: [], contests: [], finalists: [] };
const wordsOf = (known: Partial<Known>) => itemsOf({ ...WELL, ...known }).map(({ words }) => words);

describe("attention", () => {
  test("nothing is said while all is well", () => expect(itemsOf(WELL)).toEqual([]));

  test("a worker that is gone, and that none is left", () => {
    expect(wordsOf({ workers: [worker("a", 31_000), worker("b", 0)] })).toEqual([ATTENTION.goneWorker]);
    expect(wordsOf({ workers: [worker("a", 31_000)] })).toEqual([ATTENTION.noWorker, ATTENTION.goneWorker]);
    expect(wordsOf({ workers: [] })).toEqual([ATTENTION.noWorker]);
  });

  test("a full queue counts what waits, not what is played", () => {
    const one = (match: number, is_running: boolean) => ({
      match,
      ladder: "l",
      players: ["a", "b"] as [string, string],
      is_running,
      worker: "",
      created: 0,
    });
    const many = (is_running: boolean) => Array.from({ length: 50 }, (_, i) => one(i, is_running));
    expect(wordsOf({ queue: many(true) })).toEqual([]);
    expect(wordsOf({ queue: many(false) })).toEqual([ATTENTION.longQueue]);
  });

  test("a missing finalist and a broken program", () => {
    const coming = [{ name: "ken", is_absent: true }];
    const finalists = [{ contest: "cup", title: "Cup", wanted: 2, coming }];
    expect(wordsOf({ finalists })).toEqual([ATTENTION.absent, ATTENTION.few]);
    const broken = [
      { id: 3, account: "ken", ladder: "cup", language: "c", why: "it crashed", why_said: null, finished: 0 },
    ];
    expect(itemsOf({ ...WELL, broken })[0]).toMatchObject({ address: "/programs/3", detail: "it crashed" });
  });
});
