import { readFileSync } from "node:fs";
import plays from "virtual:games/play";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { Frame as ChaserFrame, Memory as ChaserMemory } from "$games/chaser/view";
import { knownField } from "$games/chaser/view";
import { Film } from "../viewer/film";
import { RecordReader } from "../viewer/record";
import { Rules, type Kept } from "../viewer/rules";
import { loadView } from "../viewer/views";
import { byKeys, loadPlay, type Turn, type GamePlay, type Side } from "./play";

/* Games by hand, played by choosing buttons at random: whatever can be chosen must be an answer by the rules. */
const wasm = readFileSync(process.env.TAISEN_WASM ?? "games.wasm");
const GAMES = [...plays.keys()];
const STEPS = 160;
const SPOTS = { width: 860, height: 600, camera: { x: 50, y: 50, zoom: 1 } };

/** The same numbers in every run. */
function dice(seed: number): (n: number) => number {
  let state = seed;
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

/** A match whose lines the test writes itself. */
class Bench {
  private constructor(
    readonly film: Film<any, any>,
    private readonly rules: Rules,
    private readonly reader: RecordReader,
  ) {}

  static async open(game: string, setup: string): Promise<Bench> {
    const rules = await Rules.load(wasm);
    const seed = "0000000000000007";
    expect(rules.open({ game, seed, options: setup, map: null })).toBeNull();
    const seat = { spec: "", name: "somebody", name_ms: 0 };
    const header = {
      ...{ taisen: 1, game, rules: rules.version(game), seed, setup, map: null, seats: [seat, seat] },
      ...{ match_ms: 0, turn_ms: 0, began: "", hash: rules.hash() },
    };
    const reader = new RecordReader(rules);
    reader.take(new TextEncoder().encode(JSON.stringify(header)));
    reader.record!.isLive = true;
    return new Bench(new Film(rules, reader.record!, (await loadView(game))!), rules, reader);
  }

  /** Plays these answers as a step. */
  step(answers: [string | null, string | null]): void {
    const replies = answers.map((answer) => (answer === null ? "none" : "action"));
    const scratch = this.film.newest();
    expect(scratch).toBeTruthy();
    answers.forEach((answer, p) => {
      expect(answer !== null).toBe(this.film.asks(p));
      if (answer !== null) expect(this.film.accepts(p, answer), `${p}: ${answer}`).toBe(true);
    });
    const step = { turn: this.film.turn(), answers, replies, ms: [0, 0], hash: "0".repeat(16) };
    this.reader.take(new TextEncoder().encode(JSON.stringify(step)));
    this.film.run();
  }

  turn(side: Side, play: GamePlay): Turn<unknown, unknown> {
    return {
      frame: this.film.newest(),
      memory: this.film.memory(this.film.last),
      side,
      say: (words) => words[0],
      tryOut: (answer) => (play.idle ? this.film.tryOut(side, answer, play.idle) : null),
    };
  }

  isOver = () => this.rules.isOver();

  /** The newest state as a side is shown it, and a film of such states. */
  shown(side: Side): Kept {
    this.film.newest();
    return this.rules.keepShown(side);
  }

  async openShown(side: Side): Promise<Film<any, any>> {
    const record = { ...this.film.record, shown: [this.shown(side)] };
    return new Film(await Rules.load(wasm), record, this.film.view);
  }
}

const knownOf = (film: Film<any, any>) =>
  knownField(film.newest() as ChaserFrame, film.memory(film.last) as ChaserMemory, 0);

/** Buttons and clicks at random, until there is an answer. */
function choose(play: GamePlay, turn: Turn<unknown, unknown>, before: unknown, roll: (n: number) => number) {
  let draft = play.begin(turn, before);
  for (let i = 0; i < 12; i++) {
    const choices = play
      .groups(turn, draft)
      .flatMap((group) => group.choices.filter((choice) => !choice.isOff));
    if (roll(3) === 0) {
      const spot = { x: roll(SPOTS.width), y: roll(SPOTS.height), ...SPOTS };
      for (const gesture of ["move", "press", "release"] as const)
        draft = play.point(turn, draft, gesture, spot);
    } else if (choices.length > 0) draft = choices[roll(choices.length)].draft;
    expect(play.tell(turn, draft)).toBeTypeOf("string");
  }
  return draft;
}

/** What is sent: of the draft, or else of the first button that makes it whole. */
function finish(play: GamePlay, turn: Turn<unknown, unknown>, draft: unknown): string | null {
  const choices = play
    .groups(turn, draft)
    .flatMap((group) => group.choices.filter((choice) => !choice.isOff));
  const answers = [draft, ...choices.map((choice) => choice.draft)].map((each) => play.answer(turn, each));
  return answers.find((answer) => answer !== null) ?? play.idle ?? null;
}

/** What the site sends for a person where there is only one answer: CHaser's gr and #. */
const FORCED = ["gr\r\n", "#\r\n"];

describe.each(GAMES)("%s by hand", (game) => {
  test("every draft that can be sent is an answer", async () => {
    const play = (await loadPlay(game))!;
    const roll = dice(7);
    const bench = await Bench.open(game, play.setups[0].setup);
    const sent: [unknown, unknown] = [null, null];
    let answered = 0;
    for (let n = 0; n < STEPS && !bench.isOver(); n++) {
      const answers: [string | null, string | null] = [null, null];
      for (const side of [0, 1] as const) {
        if (!bench.film.asks(side)) continue;
        const turn = bench.turn(side, play);
        if (!(play.isTurn?.(turn.frame) ?? true)) {
          answers[side] = FORCED.find((answer) => bench.film.accepts(side, answer)) ?? null;
          continue;
        }
        sent[side] = choose(play, turn, sent[side], roll);
        answers[side] = finish(play, turn, sent[side]);
        answered++;
      }
      bench.step(answers);
    }
    expect(answered).toBeGreaterThan(4);
  });

  test("every way to begin is one by the rules", async () => {
    const rules = await Rules.load(wasm);
    for (const { setup } of (await loadPlay(game))!.setups)
      expect(rules.open({ game, seed: "0000000000000001", options: setup, map: null })).toBeNull();
  });
});

describe("what is tried out", () => {
  test("changes nothing", async () => {
    const bench = await Bench.open("reborn", "");
    const before = JSON.stringify(bench.film.newest());
    const after = bench.film.tryOut(0, "3 1\n", "0 0\n");
    expect(after.turn).toBe(1);
    expect(bench.film.tryOut(0, "99 1\n", "0 0\n")).toBeNull();
    expect(JSON.stringify(bench.film.newest())).toBe(before);
  });
});

describe("a player of CHaser", () => {
  test("knows only what it was told", async () => {
    const bench = await Bench.open("chaser", "turns=20");
    const own = await bench.openShown(0);
    const around = () => knownOf(own).join("").replaceAll("?", "").length;
    expect(around()).toBeLessThanOrEqual(9);
    for (const answer of ["gr", "sd", "#"]) {
      bench.step([`${answer}\r\n`, null]);
      own.record.shown!.push(bench.shown(0));
    }
    own.run();
    const [frame, whole] = [own.newest() as ChaserFrame, bench.film.newest() as ChaserFrame];
    const known = knownOf(own);
    expect(around()).toBeGreaterThan(9 - 5); // the square, and the cells that its search told
    expect(around()).toBeLessThanOrEqual(18);
    known.forEach((row, y) =>
      [...row].forEach((cell, x) => cell === "?" || expect(cell).toBe(whole.field[y][x])),
    );
    expect(frame.cool).toEqual(whole.cool);
    expect(frame.hot[0]).toBeLessThan(0);
    expect(frame.items[1]).toBe(-1);
  });
});

describe("what one is told to press", () => {
  const keys = ["Use the arrow keys", "矢印キーで"] as const;
  const others = ["Tap a cell", "マスをタップ"] as const;
  const onScreen = (isFine: boolean) =>
    vi.stubGlobal("matchMedia", (query: string) => ({ matches: isFine && /pointer: fine/.test(query) }));
  afterEach(() => vi.unstubAllGlobals());

  test("is no key on a phone", () => {
    onScreen(true);
    expect(byKeys(keys, others)).toBe(keys);
    onScreen(false);
    expect(byKeys(keys, others)).toBe(others);
  });
});
