/* What the original texts say about the screen: every panel they name is drawn, in their words. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { endOf } from "$games/chaser/view";
import { Film } from "./film";
import { paletteOf } from "./palette";
import { readRecord } from "./record";
import { Rules } from "./rules";
import { paintFilm } from "./stage";
import { verdictOf } from "./telling";
import type { Say } from "./view";
import { loadView } from "./views";

const taisen = process.env.TAISEN ?? "taisen";
const wasm = readFileSync(process.env.TAISEN_WASM ?? "games.wasm");
const folder = mkdtempSync(join(tmpdir(), "taisen-screens-"));
afterAll(() => rmSync(folder, { recursive: true }));

const japanese: Say = (words, values = {}) =>
  words[1].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));

async function filmOf(game: string, ...args: string[]): Promise<Film<any>> {
  const file = join(folder, `${game}-${args.length}.jsonl`);
  const played = spawnSync(taisen, ["play", game, ...args, "--record", file, "--json"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  expect([0, 4]).toContain(played.status); // 4: a player never said its name
  const rules = await Rules.load(wasm);
  const film = new Film<any>(rules, readRecord(readFileSync(file), rules), (await loadView(game))!);
  film.run();
  return film;
}

/** All words on the screen at a moment, in Japanese. */
function wordsAt(film: Film<any>, at: number): string[] {
  const seen: string[] = [];
  const values: Record<string | symbol, unknown> = { globalAlpha: 1, measureText: () => ({ width: 1 }) };
  const pen = new Proxy(values, {
    get: (_, name) =>
      name in values ? values[name] : (text: string) => name === "fillText" && seen.push(text),
    set: (_, name, value) => ((values[name] = value), true),
  }) as unknown as CanvasRenderingContext2D;
  const look = {
    names: ["a", "b"] as [string, string],
    say: japanese,
    camera: { x: 50, y: 50, zoom: 1 },
    eyes: null,
    palette: paletteOf(false),
    shows: () => false,
  };
  paintFilm(pen, 1200, 700, film, at, look);
  return seen;
}

describe("CODE VS 5.0", () => {
  test("shows dogs, nin-power, and every jutsu with its cost and its uses", async () => {
    const film = await filmOf("codevs5", "bot:random", "bot:random", "--seed", "7", "--setup", "turns=40");
    const at = film.last - 1;
    const { fields, costs } = film.frame(at) as { fields: any[]; costs: number[] };
    const seen = wordsAt(film, at);
    for (const name of ["超高速", "自落石", "敵落石", "自雷撃", "敵雷撃", "自分身", "敵分身", "回転斬"])
      expect(seen.filter((text) => text === name)).toHaveLength(2);
    for (const cost of costs) expect(seen).toContain(String(cost));
    for (const field of fields) {
      expect(seen).toContain(String(field.nin));
      expect(seen).toContain(String(field.dogs.length));
      for (const uses of field.uses) expect(seen).toContain(`×${uses}`);
    }
    expect(seen).toEqual(expect.arrayContaining(["忍力", "忍犬"]));
    expect(film.view.reasons.caught[1]).toContain("捕縛");
  });

  test("knows the time that is left of each player", async () => {
    const film = await filmOf("codevs5", "bot:random", "bot:random", "--seed", "7", "--setup", "turns=5");
    const { leftMs } = film.moments[film.last];
    expect(film.record.matchMs).toBe(300000);
    for (const ms of leftMs!) expect(ms > 290000 && ms <= 300000).toBe(true);
  });
});

describe("CODE VS Reborn", () => {
  test("shows the next pack, the danger line and the gauge of the skill, in the words of the text", async () => {
    const film = await filmOf("reborn", "bot:greedy", "bot:random", "--seed", "7");
    const at = Math.floor(film.last / 2);
    const frame = film.frame(at) as { players: { gauge: number; stock: number }[]; packs: unknown[] };
    const seen = wordsAt(film, at);
    expect(seen).toContain("NEXT");
    expect(frame.packs.length).toBeGreaterThan(1);
    for (const { gauge } of frame.players) expect(seen).toContain(String(gauge));
    const told = JSON.stringify([film.view.reasons, film.events.map(({ words }) => words)]);
    expect(told).toContain("チェイン");
    expect(told).not.toMatch(/連鎖|必殺/);
    expect(film.view.reasons["topped out"][1]).toContain("デンジャーライン");
  });
});

describe("CODE VS 4.0", () => {
  test("counts stages from 0", async () => {
    const film = await filmOf("codevs4", "bot:gelb", "bot:random", "--seed", "7", "--setup", "stages=1");
    expect(film.view.turnName!(film.frame(0), japanese)).toBe("ステージ0 ターン0");
    expect(film.view.table!(film.frame(film.last), ["a", "b"], japanese)!.rows[0][0]).toBe("0");
  });
});

describe("CHaser", () => {
  test("tells the end in the words of the contest", async () => {
    expect(endOf({ winner: 0, reason: "foul: disconnected" })).toEqual({
      title: "COOL WIN!",
      why: ["[HOT: disconnection]", "[HOT 切断により]"],
    });
    expect(endOf({ winner: 1, reason: "foul: no answer" }).why[1]).toBe("[COOL 無応答により]");
    expect(endOf({ winner: 1, reason: "items" })).toEqual({
      title: "HOT WIN!",
      why: ["[by items]", "[アイテム数により]"],
    });
    expect(endOf({ winner: -1, reason: "items" }).title).toBe("DRAW");
    const film = await filmOf("chaser", "bot:chaser-1", "echo hot", "--seed", "7");
    expect(film.fault).toBeNull();
    expect(film.reason).toBe("foul: disconnected");
    expect(wordsAt(film, film.last)).toEqual(expect.arrayContaining(["COOL WIN!", "[HOT 切断により]"]));
    expect(verdictOf(film, ["Cool: a", "Hot: b"], japanese)).toBe("Cool: aの勝ち: 切断により");
  });
});
