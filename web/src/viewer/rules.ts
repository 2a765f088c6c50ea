/*
 * rules — games.wasm with types: the same C rules as the arena's, one game at a time.
 *
 * A state is kept and brought back as its bytes (`keep`, `restore`). States end in long runs of zeros
 * where slots are unused, so only the bytes before them are kept.
 */

interface Exports {
  memory: WebAssembly.Memory;
  text(): number;
  text_max(): number;
  game_count(): number;
  game_name(index: number): number;
  rules(index: number): number;
  open(index: number, seed: bigint, optionsLength: number, mapLength: number): number;
  actors(): number;
  answer(player: number, kind: number, length: number): number;
  step(): void;
  hash(): bigint;
  turn(): number;
  winner(): number;
  reason(): number;
  score(player: number): bigint;
  frame(): number;
  greet(player: number): number;
  farewell(player: number): number;
  prompt(player: number, left0: bigint, left1: bigint): number;
  state_size(): number;
  state(): number;
  show(player: number): void;
  watch(): void;
  decided(): number;
  sum(before: bigint, length: number): bigint;
  sit?(player: number, nameLength: number, seed: bigint): number;
  think?(nodes: bigint): number;
}

export const REPLIES = ["none", "action", "invalid", "timeout", "gone"] as const;
export type Reply = (typeof REPLIES)[number];

export interface Setup {
  game: string;
  seed: string;
  options: string;
  map: string | null;
}

export type Pair<T> = [T, T];

/** What decided a game: a sentence in both languages, with values in it, and the turn to look at. */
export interface Decision {
  turn: number;
  words: Pair<string>;
  values: Record<string, number | Pair<string>>;
}
export type Kept = Uint8Array;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export const hex = (n: bigint) => BigInt.asUintN(64, n).toString(16).padStart(16, "0");

/** The English sentence of a message with its values in it (base/said.h). */
const sentenceOf = (said: string) =>
  said
    .replace(/^[a-z-]+: /, "")
    .replace(/\{\w+[:=]((?:[^}]|\}\})*)\}/g, (_, value: string) => value.replaceAll("}}", "}"));

export class Rules {
  private constructor(private readonly wasm: Exports) {}

  static async load(bytes: BufferSource): Promise<Rules> {
    const { instance } = await WebAssembly.instantiate(bytes, {});
    return new Rules(instance.exports as unknown as Exports);
  }

  /** One more set of rules from code that is compiled already. */
  static async from(code: WebAssembly.Module): Promise<Rules> {
    const instance = await WebAssembly.instantiate(code, {});
    return new Rules(instance.exports as unknown as Exports);
  }

  /** Number of our rules of a game; 0 when there is no such game. */
  version(game: string): number {
    return this.wasm.rules(this.index(game));
  }

  /** Begins a game; the reason when that is not possible, otherwise null. */
  open(setup: Setup): string | null {
    const index = this.index(setup.game); // first: it uses the place for texts itself
    const options = encoder.encode(setup.options);
    const map = setup.map === null ? null : encoder.encode(setup.map);
    if (options.length + (map?.length ?? 0) > this.wasm.text_max()) return "too long";
    this.write(options, 0);
    if (map) this.write(map, options.length);
    const ok = this.wasm.open(index, BigInt("0x" + setup.seed), options.length, map ? map.length : -1);
    return ok ? null : sentenceOf(this.readZeroEnded());
  }

  /** Puts a player's answer on the table; false when it is none by the rules. */
  answer(player: number, reply: Reply, bytes: Uint8Array | null): boolean {
    if (bytes && bytes.length > this.wasm.text_max()) return false;
    if (bytes) this.write(bytes, 0);
    return this.wasm.answer(player, REPLIES.indexOf(reply), bytes?.length ?? 0) === 1;
  }

  step(): void {
    this.wasm.step();
  }

  isOver = () => this.wasm.actors() === 0;
  asks = (player: number) => ((this.wasm.actors() >> player) & 1) === 1;
  hash = () => hex(this.wasm.hash());
  turn = () => this.wasm.turn();
  winner = () => this.wasm.winner();
  reason = () => this.read(this.wasm.reason());
  scores = (): Pair<number> => [Number(this.wasm.score(0)), Number(this.wasm.score(1))];
  greet = (player: number) => this.read(this.wasm.greet(player));
  farewell = (player: number) => this.read(this.wasm.farewell(player));

  prompt(player: number, leftMs: Pair<number>): string {
    return this.read(this.wasm.prompt(player, BigInt(leftMs[0]), BigInt(leftMs[1])));
  }

  frame(): unknown {
    const frame = JSON.parse(this.read(this.wasm.frame()));
    if (frame.reason !== undefined) frame.reason = this.reason(); // which may tell more
    return frame;
  }

  /** The state as far as a person in this seat may be shown it: what the server sends while a match lasts. */
  keepShown(player: 0 | 1): Kept {
    const whole = this.keep();
    this.wasm.show(player);
    const shown = this.keep();
    this.restore(whole);
    return shown;
  }

  /** Looks at a state for `decided`: at each from the first to the last, once. */
  watch(): void {
    this.wasm.watch();
  }

  /** What decided the game; null when there is nothing to tell. */
  decided(): Decision | null {
    const length = this.wasm.decided();
    return length > 0 ? (JSON.parse(this.read(length)) as Decision) : null;
  }

  /** Of bots.wasm alone: a built-in player takes this seat, at the start of a match; false: there is none of this name. */
  sit(player: 0 | 1, bot: string, seed: string): boolean {
    const name = encoder.encode(bot);
    this.write(name, 0);
    return this.wasm.sit?.(player, name.length, BigInt("0x" + seed)) === 1;
  }

  /** Its answer in this state; null: it is not asked. */
  think(nodes: number): string | null {
    return this.read(this.wasm.think?.(BigInt(nodes)) ?? 0) || null;
  }

  keep(): Kept {
    const words = new Uint32Array(this.wasm.memory.buffer, this.wasm.state(), this.wasm.state_size() >> 2);
    let used = words.length;
    while (used > 0 && words[used - 1] === 0) used--;
    return new Uint8Array(this.wasm.memory.buffer, this.wasm.state(), used * 4).slice();
  }

  restore(kept: Kept): void {
    const state = new Uint8Array(this.wasm.memory.buffer, this.wasm.state(), this.wasm.state_size());
    state.set(kept);
    state.fill(0, kept.length);
  }

  /** Checksum of a record's line, after a line with the sum `before`; null when it is too long. */
  sum(before: bigint, line: Uint8Array): bigint | null {
    if (line.length > this.wasm.text_max()) return null;
    this.write(line, 0);
    return BigInt.asUintN(64, this.wasm.sum(before, line.length));
  }

  private index(game: string): number {
    for (let i = 0; i < this.wasm.game_count(); i++) if (this.read(this.wasm.game_name(i)) === game) return i;
    return -1;
  }

  private write(bytes: Uint8Array, at: number): void {
    new Uint8Array(this.wasm.memory.buffer, this.wasm.text() + at, bytes.length).set(bytes);
  }

  private read(length: number): string {
    return decoder.decode(new Uint8Array(this.wasm.memory.buffer, this.wasm.text(), length));
  }

  private readZeroEnded(): string {
    const text = new Uint8Array(this.wasm.memory.buffer, this.wasm.text(), 512);
    return decoder.decode(text.subarray(0, text.indexOf(0)));
  }
}
