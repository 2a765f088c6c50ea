/*
 * reel — the film of a match of the server's: of its record, or of what comes while it is played.
 */
import rulesBytes from "virtual:games.wasm";
import { Film } from "../viewer/film";
import { readRecord, RecordReader, type MatchRecord } from "../viewer/record";
import { Rules } from "../viewer/rules";
import { loadView } from "../viewer/views";
import { getRecord, listenToMatch } from "./api";

export const hasWasm = typeof WebAssembly === "object";

const FIRST_SLICE_MS = 60;
const encoder = new TextEncoder();
let code: Promise<WebAssembly.Module> | null = null;

async function newRules(): Promise<Rules> {
  code ??= rulesBytes().then((bytes) => WebAssembly.compile(bytes));
  return Rules.from(await code);
}

async function makeFilm(rules: Rules, record: MatchRecord): Promise<Film> {
  const view = await loadView(record.setup.game);
  if (!view) throw new Error(record.setup.game);
  return new Film(rules, record, view);
}

/** The number of a match, the name of a record in the folder that is watched, or how else the record is to be had. */
type Source = number | string | (() => Promise<Uint8Array>);

export class Reel {
  film = $state.raw<Film | null>(null);
  /** Counts what has come of a live match; -1: it is none. */
  grown = $state(-1);
  isOver = $state(false);
  isAway = $state(false);
  /** Why there is nothing to see. */
  trouble = $state("");
  private stop = () => {};
  private isClosed = false;

  /** A match that has been played. */
  async openRecord(which: Source): Promise<void> {
    await this.attempt(async () => {
      performance.mark("open");
      await this.load(which);
      this.isOver = true;
      performance.measure("opened", "open");
    });
  }

  /** A match that is being played: from its first line on, and along with it; with the secret of a seat as its side is shown it. */
  async follow(match: number, query: { token?: string; brief?: "1" } = {}): Promise<void> {
    await this.attempt(async () => {
      this.grown = 0;
      const rules = await newRules();
      if (this.isClosed) return;
      const reader = new RecordReader(rules);
      this.stop = listenToMatch(
        match,
        {
          line: (text) => void this.attempt(() => this.take(reader, rules, text)),
          end: () => void this.end(match, reader),
          away: () => (this.isAway = true),
        },
        query,
      );
    });
  }

  close(): void {
    this.isClosed = true;
    this.stop();
  }

  private async load(which: Source): Promise<void> {
    const [rules, bytes] = await Promise.all([
      newRules(),
      typeof which === "function" ? which() : getRecord(which),
    ]);
    const film = await makeFilm(rules, readRecord(bytes, rules));
    film.run(performance.now() + FIRST_SLICE_MS);
    this.film = film;
  }

  private async take(reader: RecordReader, rules: Rules, text: string): Promise<void> {
    this.isAway = false;
    const isFirst = reader.record === null;
    reader.take(encoder.encode(text));
    this.grown++;
    if (!isFirst || !reader.record) return;
    reader.record.isLive = true;
    const film = await makeFilm(rules, reader.record);
    film.run();
    this.film = film;
  }

  /** Who has not seen the result has the record now; a match that is void has none. */
  private async end(match: number, { record }: RecordReader): Promise<void> {
    if (record && !record.result) await this.load(match).catch(() => {});
    if (record) record.isLive = false;
    this.isOver = true;
    this.grown++;
  }

  private async attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.stop();
      this.trouble = error instanceof Error ? error.message : String(error);
    }
  }
}
