import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { paintTold } from "$games/chaser/view";
import { chainBeats, endColumns } from "$games/reborn/view_chain";
import { playTurn, type Deed, type Field } from "$games/codevs5/view_walk";
import { gamesOf, matchOf } from "../../../tests/e2e/games.mjs";
import { Film } from "./film";
import { readMarks, withoutMarks } from "./marks";
import type { Pen } from "./paint";
import { paletteOf } from "./palette";
import { answerBytes, readRecord, RecordError, RecordReader } from "./record";
import { Rules } from "./rules";
import { paintFilm, paintPoster, type Look } from "./stage";
import { decisionOf } from "./telling";
import type { Reading, Say } from "./view";
import { loadView } from "./views";

/* Matches of the program itself: TAISEN names it, TAISEN_WASM the rules for the browser. */
const taisen = process.env.TAISEN ?? "taisen";
const wasm = readFileSync(process.env.TAISEN_WASM ?? "games.wasm");
const GAMES = gamesOf(taisen);
const folder = mkdtempSync(join(tmpdir(), "taisen-film-"));
const records = new Map<string, Uint8Array>();

const run = (...args: string[]) =>
  execFileSync(taisen, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
const fileOf = (game: string) => join(folder, `${game}.jsonl`);
const text = (game: string) => new TextDecoder().decode(records.get(game));
const bytes = (written: string) => new TextEncoder().encode(written);

async function filmOf(record: Uint8Array): Promise<Film<any>> {
  const rules = await Rules.load(wasm);
  const read = readRecord(record, rules);
  return new Film(rules, read, (await loadView(read.setup.game))!);
}

async function wholeFilm(record: Uint8Array): Promise<Film<any>> {
  const film = await filmOf(record);
  film.run();
  return film;
}

/** The match as a person in one of its seats is shown it. */
async function shownFilm(record: Uint8Array, side: 0 | 1): Promise<Film<any>> {
  const rules = await Rules.load(wasm);
  const read = readRecord(record, rules);
  rules.open(read.setup);
  const shown = [rules.keepShown(side)];
  for (const { replies, answers } of read.steps) {
    for (const p of [0, 1]) rules.answer(p, replies[p], answerBytes(answers[p]));
    rules.step();
    shown.push(rules.keepShown(side));
  }
  const film = new Film<any, any>(rules, { ...read, shown }, (await loadView(read.setup.game))!);
  film.run();
  return film;
}

const readingOf = (
  film: Film<any>,
  moment: number,
  say: Say,
  eyes: 0 | 1 | null = null,
): Reading<any, any> => ({
  now: film.frame(moment),
  memory: film.memory(moment),
  names: ["Aki", "Ben"],
  say,
  eyes,
});

beforeAll(() => {
  for (const game of GAMES) {
    run("play", game, ...matchOf(taisen, game), "--seed", "7", "--record", fileOf(game), "--json");
    records.set(game, readFileSync(fileOf(game)));
  }
});

afterAll(() => rmSync(folder, { recursive: true }));

describe.each(GAMES)("%s", (game) => {
  test("what a player is shown has the turns of the match, and at the end all of it", async () => {
    const whole = await wholeFilm(records.get(game)!);
    for (const side of [0, 1] as const) {
      const own = await shownFilm(records.get(game)!, side);
      expect(own.moments.map(({ turn }) => turn)).toEqual(whole.moments.map(({ turn }) => turn));
      expect(own.newest()).toEqual(whole.newest());
    }
  });

  test("every position can be read as tables, in both languages", async () => {
    const film = await wholeFilm(records.get(game)!);
    for (const language of [0, 1])
      for (const moment of [0, 3, film.last]) {
        const say: Say = (words, values = {}) =>
          words[language].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
        const boards = film.view.boards(readingOf(film, moment, say));
        expect(boards.length).toBeGreaterThan(0);
        for (const { title, columns, rows } of boards) {
          expect(/[ぁ-んァ-ン]/.test(title)).toBe(language === 1);
          for (const { name, cells } of rows) {
            expect(name).not.toBe("");
            expect(cells.length).toBe(columns.length);
            expect(cells.join()).not.toMatch(/undefined|NaN|[{}]/);
          }
        }
      }
  });

  test("is played to its end without a fault", async () => {
    const film = await wholeFilm(records.get(game)!);
    expect(film.fault).toBeNull();
    expect(film.isComplete).toBe(true);
    expect(film.reason).toBe(film.record.result!.reason);
    expect(film.last).toBeGreaterThan(5);
  });

  test("tells what decided it, in both languages and without a word left open", async () => {
    const film = await wholeFilm(records.get(game)!);
    for (const language of [0, 1]) {
      const say = (words: readonly string[], values: Record<string, unknown> = {}) =>
        words[language].replace(/\{(\w+)\}/g, (open, key) => String(values[key] ?? open));
      const told = decisionOf(film, ["Aki", "Ben"], say as never);
      expect(told).toMatch(/Aki|Ben/);
      expect(told).not.toMatch(/[{}]|undefined/);
      expect(decisionOf(film, ["Aki", "Aki"], say as never)).toMatch(/Aki \([12]\)/);
      expect(/[ぁ-ん]/.test(told)).toBe(language === 1);
    }
    expect(film.momentOfTurn(film.decision!.turn)).toBeLessThanOrEqual(film.last);
  });

  test("shows the same at any moment, from wherever one comes", async () => {
    const film = await wholeFilm(records.get(game)!);
    const forward = await filmOf(records.get(game)!);
    forward.run();
    const places = [film.last, 0, Math.floor(film.last / 2), 3, film.last - 1];
    const seen = places.map((at) => JSON.stringify(film.frame(at)));
    const again = [...places].reverse().map((at) => JSON.stringify(forward.frame(at)));
    expect(again.reverse()).toEqual(seen);
  });

  test("is the same in slices, with jumps in between", async () => {
    const film = await filmOf(records.get(game)!);
    for (let slices = 0; !film.run(0); slices++) film.frame(slices % (film.last + 1));
    const whole = await wholeFilm(records.get(game)!);
    expect(film.moments).toEqual(whole.moments);
    expect(film.events).toEqual(whole.events);
    expect(film.fault).toBeNull();
  });

  test("tells what a player was sent and answered", async () => {
    const film = await wholeFilm(records.get(game)!);
    const turn = film.moments[Math.floor(film.last / 2)].turn;
    const moments = film.moments.flatMap((moment, i) => (moment.turn === turn ? [i] : []));
    const sent = moments
      .flatMap((at) => film.talk(at, 0).exchanges.map((exchange) => exchange.sent))
      .join("");
    expect(sent).toBe(run("replay", fileOf(game), "--input", `${turn}:1`));
  });

  test("reports a false hash and goes on", async () => {
    const lines = text(game).split("\n");
    lines[3] = lines[3].replace(/"hash":"[0-9a-f]{16}"/, '"hash":"0123456789abcdef"');
    const film = await wholeFilm(bytes(lines.join("\n")));
    expect(film.fault).toEqual({ kind: "hash", step: 2 });
    expect(film.record.badLine).toBe(4);
    expect(film.last).toBeGreaterThan(5);
  });

  test("finds the moment of a turn", async () => {
    const film = await wholeFilm(records.get(game)!);
    for (const at of [0, 1, film.last]) {
      const { turn } = film.moments[at];
      const found = film.momentOfTurn(turn);
      expect(film.moments[found].turn).toBe(turn);
      expect(found === 0 || film.moments[found - 1].turn < turn).toBe(true);
    }
    expect(film.momentOfTurn(1e9)).toBe(film.last);
  });

  test("says its words in both languages", async () => {
    const film = await wholeFilm(records.get(game)!);
    for (const language of [0, 1]) {
      const told = film.view.describe(film.frame(3), ["a", "b"], (words, values = {}) =>
        words[language].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name])),
      );
      expect(told).not.toMatch(/undefined|NaN|\{/);
      expect(told.length).toBeGreaterThan(10);
    }
    expect(film.view.reasons[film.reason]).toBeDefined();
  });
});

/** A pen that draws nothing and refuses what a browser would refuse, and what nobody could see. */
function strictPen(): CanvasRenderingContext2D {
  const radiusAt: Record<string, number[]> = { arc: [2], ellipse: [2, 3], roundRect: [4] };
  const check = (name: string, args: unknown[]) => {
    for (const arg of args)
      if (typeof arg === "number" && !Number.isFinite(arg)) throw new Error(`${name}(${args})`);
    for (const at of radiusAt[name] ?? [])
      if ((args[at] as number) < 0) throw new Error(`${name}: radius ${args[at]}`);
  };
  const values: Record<string | symbol, unknown> = { globalAlpha: 1 };
  return new Proxy(values, {
    get: (_, name) => (name in values ? values[name] : (...args: unknown[]) => check(String(name), args)),
    set: (_, name, value) => {
      if (typeof value === "number" && !(value >= 0)) throw new Error(`${String(name)} = ${value}`);
      values[name] = value;
      return true;
    },
  }) as unknown as CanvasRenderingContext2D;
}

const LOOK: Omit<Look, "palette" | "shows"> = {
  names: ["a", "b"],
  say: (words) => words[0],
  camera: { x: 50, y: 50, zoom: 1 },
  eyes: null,
};

describe("the position in words", () => {
  const say: Say = ([english], values = {}) =>
    english.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
  const wordsOf = (film: Film<any>, moment: number, eyes: 0 | 1 | null = null) =>
    film.view.boards(readingOf(film, moment, say, eyes));
  const cellsOf = (film: Film<any>, moment: number) =>
    wordsOf(film, moment).flatMap(({ rows }) => rows.flatMap(({ cells }) => cells));

  test("CHaser: players stand where they stand, and every item lies somewhere", async () => {
    const film = await wholeFilm(records.get("chaser")!);
    for (const moment of [0, 3, film.last]) {
      const { cool, items_on_field } = film.frame(moment);
      const [{ rows }] = wordsOf(film, moment);
      expect(rows[cool[1]].cells[cool[0]]).toContain("Cool");
      expect(cellsOf(film, moment).filter((words) => words.includes("item")).length).toBe(items_on_field);
    }
  });

  test("CHaser: who plays reads only what its side has seen", async () => {
    const whole = await wholeFilm(records.get("chaser")!);
    for (const eyes of [0, 1] as const) {
      const film = await shownFilm(records.get("chaser")!, eyes);
      const { cool, hot, field } = whole.frame(3);
      const [{ rows }] = wordsOf(film, 3, eyes);
      const other = eyes === 0 ? "Hot" : "Cool";
      const isNear = Math.max(Math.abs(cool[0] - hot[0]), Math.abs(cool[1] - hot[1])) <= 1;
      const cells = rows.flatMap((row) => row.cells);
      expect(cells.some((words) => words.includes(other))).toBe(isNear);
      expect(cells.filter((words) => words === "not seen").length).toBeGreaterThan(field.join("").length / 2);
    }
  });

  test("CODE VS 4.0: who plays reads only what its side sees", async () => {
    const film = await wholeFilm(records.get("codevs4")!);
    for (const eyes of [0, 1] as const) {
      const seen = wordsOf(film, 3, eyes);
      expect(seen[eyes]).toEqual(wordsOf(film, 3)[eyes]);
      expect(seen[1 - eyes].rows).toEqual([]); // the castles stand in opposite corners
    }
  });

  test("Reborn: as many blocks as lie there", async () => {
    const film = await wholeFilm(records.get("reborn")!);
    const { players } = film.frame(6);
    const fields = wordsOf(film, 6).slice(1);
    const lie = players.map((p: { cols: string[] }) => p.cols.join("").length);
    expect(fields.map(({ rows }) => rows.flatMap(({ cells }) => cells.filter(Boolean)).length)).toEqual(lie);
  });

  test("CODE VS 5.0: ninjas, dogs and souls", async () => {
    const film = await wholeFilm(records.get("codevs5")!);
    const [{ ninjas, dogs, souls }] = film.frame(4).fields;
    const [{ rows }] = wordsOf(film, 4);
    const count = (word: string) => rows.flatMap(({ cells }) => cells).filter((c) => c.includes(word)).length;
    expect(rows[ninjas[0][0]].cells[ninjas[0][1]]).toContain("ninja 0");
    expect([count("dog"), count("soul")]).toEqual([dogs.length, souls.length]);
  });

  test("CODE VS 4.0: all units of both", async () => {
    const film = await wholeFilm(records.get("codevs4")!);
    const numbers = wordsOf(film, 9).map(({ rows }) =>
      rows.reduce((n, { cells }) => n + Number(cells[0]), 0),
    );
    const { units } = film.frame(9);
    expect(numbers).toEqual([0, 1].map((side) => units.filter((u: number[]) => u[1] === side).length));
  });
});

describe("drawing", () => {
  test.each(GAMES)("%s works at every instant, in every shape", async (game) => {
    const film = await wholeFilm(records.get(game)!);
    const stride = Math.max(1, Math.floor(film.last / 40));
    for (const isDark of [false, true])
      for (let at = 0; at <= film.last; at += stride)
        for (let t = 0; t < 1 && at + t <= film.last; t += 0.0625) {
          const look = { ...LOOK, palette: paletteOf(isDark), shows: () => isDark };
          paintFilm(strictPen(), isDark ? 370 : 1200, isDark ? 420 : 560, film, at + t, look);
        }
  });

  test("a zoomed map works", async () => {
    const film = await wholeFilm(records.get("codevs4")!);
    for (const camera of [
      { x: 0, y: 0, zoom: 12 },
      { x: 100, y: 50, zoom: 3 },
    ]) {
      const look = { ...LOOK, camera, palette: paletteOf(false), shows: () => true };
      for (let at = 0; at < film.last; at += 7.25) paintFilm(strictPen(), 800, 600, film, at, look);
    }
  });

  test("a poster works", async () => {
    const film = await wholeFilm(records.get("reborn")!);
    const look = { ...LOOK, palette: paletteOf(false), shows: () => true };
    paintPoster(strictPen(), 1280, 960, film, film.last, look);
  });
});

describe("a live match", () => {
  test.each(GAMES)("%s grows line by line into the same film", async (game) => {
    const whole = await wholeFilm(records.get(game)!);
    const rules = await Rules.load(wasm);
    const reader = new RecordReader(rules);
    const lines = text(game).trimEnd().split("\n");
    reader.take(bytes(lines[0]));
    reader.record!.isLive = true;
    const film = new Film<any>(rules, reader.record!, (await loadView(game))!);
    for (const line of lines.slice(1)) {
      expect(reader.take(bytes(line))).toBe(true);
      expect(film.run()).toBe(false);
      expect(film.isUpToDate).toBe(true);
    }
    expect(film.isComplete).toBe(false);
    reader.record!.isLive = false;
    expect(film.run()).toBe(true);
    expect(film.moments).toEqual(whole.moments);
    expect(film.events).toEqual(whole.events);
    expect([film.winner, film.reason, film.fault]).toEqual([whole.winner, whole.reason, null]);
  });

  test("is shown with the eyes of one side as well", async () => {
    for (const game of GAMES) {
      const film = await wholeFilm(records.get(game)!);
      const stride = Math.max(1, Math.floor(film.last / 30));
      for (const eyes of [0, 1] as const)
        for (let at = 0; at <= film.last; at += stride + 0.25) {
          const look = { ...LOOK, eyes, palette: paletteOf(false), shows: () => false };
          paintFilm(strictPen(), 800, 600, film, Math.min(at, film.last), look);
        }
    }
  });
});

describe("a record", () => {
  test("that is cut is shown as far as it goes", async () => {
    const cut = records.get("reborn")!.slice(0, 3000);
    const film = await wholeFilm(cut);
    expect(film.record.result).toBeNull();
    expect(film.fault).toBeNull();
    expect(film.last).toBeGreaterThan(5);
    expect(film.reason).toBe("");
  });

  test("with a changed byte that no rule notices has a bad line", async () => {
    const film = await wholeFilm(bytes(text("reborn").replace('"ms":[', '"ms":[9')));
    expect(film.fault).toEqual({ kind: "sum", step: 1 });
  });

  test("with an answer that is none is shown up to there", async () => {
    const lines = text("reborn").split("\n");
    lines[5] = lines[5].replace(/"answers":\[".*?",/, '"answers":["99 99\\n",');
    const film = await wholeFilm(bytes(lines.join("\n")));
    expect(film.fault).toEqual({ kind: "answer", step: 4 });
    expect(film.last).toBe(4);
  });

  test.each([
    "",
    "{}",
    "null",
    "hello",
    '{"taisen":2,"game":"reborn"}',
    '{"taisen":1,"game":"reborn"}',
    "\0\xff",
  ])("that is none gets a sentence: %j", async (broken) => {
    const rules = await Rules.load(wasm);
    expect(() => readRecord(bytes(broken), rules)).toThrow(RecordError);
  });

  test("with a broken step gets a sentence", async () => {
    const rules = await Rules.load(wasm);
    const broken = text("reborn").replace('"replies":["action"', '"replies":["maybe"');
    expect(() => readRecord(bytes(broken), rules)).toThrow("step 0");
  });

  test("keeps bytes that are no ASCII", () => {
    expect(answerBytes("a\u00ff\u0080")).toEqual(new Uint8Array([97, 255, 128]));
    expect(answerBytes(null)).toBeNull();
  });
});

/** A pen that keeps the corners of every shape it is told to draw. */
function recorder(): { pen: Pen; shapes: number[][] } {
  const shapes: number[][] = [];
  const keep = (x: number, y: number, w: number, h: number) => shapes.push([x, y, x + w, y + h]);
  const known: Record<string, unknown> = { roundRect: keep, rect: keep, fillRect: keep, strokeRect: keep };
  const pen = new Proxy(known, {
    get: (target, key: string) => target[key] ?? (() => undefined),
    set: () => true,
  });
  return { pen: pen as unknown as Pen, shapes };
}

describe("the drawing knows the rules:", () => {
  test("what is told of a search ends at the edge of the board", () => {
    const { pen, shapes } = recorder();
    const cells = Array.from({ length: 9 }, (_, i): [number, number] => [12 + i, 3]);
    paintTold(pen, { x: 0, y: 0, u: 10 }, cells, 0, 1, [15, 17], paletteOf(false));
    expect(shapes.length).toBeGreaterThan(3);
    for (const [left, top, right, bottom] of shapes)
      expect(left! >= 0 && top! >= 0 && right! <= 150 && bottom! <= 170).toBe(true);
    shapes.length = 0;
    paintTold(pen, { x: 0, y: 0, u: 10 }, [[15, 3]], 0, 1, [15, 17], paletteOf(false));
    expect(shapes).toEqual([]);
  });

  test("chains of Reborn end as the rules have it", async () => {
    const film = await wholeFilm(records.get("reborn")!);
    for (let at = 0; at < film.last; at++) {
      const [now, next] = [film.frame(at), film.frame(at + 1)];
      if (next.turn === now.turn) continue;
      for (const side of [0, 1]) {
        const { cmd, dropped, chain, cols } = next.players[side];
        const beats = chainBeats(now.players[side].cols, now.packs[0], cmd, dropped > 0);
        expect(endColumns(beats)).toEqual(cols);
        expect(beats.filter((beat) => beat.gone.size > 0 && !beat.isBlast).length).toBe(chain);
      }
    }
  });

  test("walks of CODE VS 5.0 end as the rules have it", async () => {
    const film = await wholeFilm(records.get("codevs5")!);
    for (let at = 0; at < film.last; at++) {
      const fields = film.frame(at).fields as Field[];
      const after = film.frame(at + 1);
      for (const side of [0, 1]) {
        const turn = playTurn(fields[side], after.last[side] as Deed, after.last[1 - side] as Deed);
        expect(turn.ninjas).toEqual(after.fields[side].ninjas);
      }
    }
  });
});

describe("marks", () => {
  test("are read from lines of standard error", () => {
    const marks = readMarks(
      "#mark 3 4 red here we go\n#mark 1 2\nwords\n#line 0 0 5 5\n#note careful\n#plot depth 7.5\n",
    );
    expect(marks.cells).toEqual([
      { row: 3, col: 4, colour: "red", text: "here we go" },
      { row: 1, col: 2, colour: "", text: "" },
    ]);
    expect(marks.lines).toEqual([{ from: [0, 0], to: [5, 5] }]);
    expect(marks.notes).toEqual(["careful"]);
    expect(marks.plots).toEqual([{ name: "depth", value: 7.5 }]);
  });

  test("that are broken are left alone", () => {
    const marks = readMarks("#mark x y\n#line 1 2 3\n#plot depth\n#note\n# mark 1 2\n#mark 99999 1\n");
    expect(marks).toEqual({ cells: [], lines: [], notes: [], plots: [] });
  });

  test("that come after the record are drawn in their steps", async () => {
    const film = await wholeFilm(records.get("reborn")!);
    film.addMarks(1, "3 #note careful\n3 #plot depth 7\n999999 #note nowhere\nno number\n\n");
    expect(film.marks(3, 1).notes).toEqual(["careful"]);
    expect(film.marks(3, 0).notes).toEqual([]);
    expect(film.plots().get("depth")![1][3]).toBe(7);
  });

  test("do not hide the rest of standard error", () => {
    expect(withoutMarks("#note a\nIndexError\n#plot b 1\n# mark\n#notes\n")).toBe(
      "IndexError\n# mark\n#notes\n",
    );
  });

  test("of a player who never stops are bounded", () => {
    expect(readMarks("#note again\n".repeat(5000)).notes.length).toBe(500);
  });
});
