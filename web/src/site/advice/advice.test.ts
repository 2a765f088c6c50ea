import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { answerBytes, bytesAsText, readRecord, type MatchRecord } from "../../viewer/record";
import { Rules } from "../../viewer/rules";
import { advise, MASTER } from "./advice";

/* Matches of the program itself: TAISEN names it, TAISEN_BOTS the rules and bots for the browser. */
const taisen = process.env.TAISEN ?? "taisen";
const bots = await Rules.load(readFileSync(process.env.TAISEN_BOTS ?? "bots.wasm"));
const folder = mkdtempSync(join(tmpdir(), "taisen-advice-"));
afterAll(() => rmSync(folder, { recursive: true }));

function play(game: string, ...seats: string[]): MatchRecord {
  const file = join(folder, `${game}.jsonl`);
  execFileSync(taisen, ["play", game, ...seats, "--seed", "7", "--record", file], { stdio: "ignore" });
  return readRecord(readFileSync(file), bots);
}

const NODES = { reborn: 300, codevs5: 100, codevs4: 50 };
const TURNS = 40;

describe.each(Object.entries(NODES))("%s", (game, nodes) => {
  test("the master answers in a browser as it does in the arena", () => {
    const { setup, steps } = play(game, `bot:master?nodes=${nodes}`, "bot:random");
    expect(bots.open(setup)).toBeNull();
    expect(bots.sit(0, MASTER, setup.seed)).toBe(true);
    for (const { replies, answers } of steps.slice(0, TURNS)) {
      expect(bots.think(nodes)).toBe(bytesAsText(answers[0]!));
      for (const p of [0, 1]) bots.answer(p, replies[p], answerBytes(answers[p]));
      bots.step();
    }
    expect(steps.length).toBeGreaterThan(5);
  });

  test("its advice is an answer, the same each time", () => {
    const record = play(game, "bot:random", "bot:random");
    const question = { record, step: 3, player: 1 } as const;
    const advice = advise(bots, question);
    expect(advice).toBe(advise(bots, question));
    expect(bots.answer(1, "action", answerBytes(advice))).toBe(true);
  });
});

test("a game without a master has no advice", () => {
  const record = play("chaser", "bot:random", "bot:random");
  expect(advise(bots, { record, step: 3, player: 0 })).toBeNull();
});
