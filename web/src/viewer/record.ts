/*
 * record — a match as a file (docs/REPLAY.md), read in the browser.
 *
 * Any bytes give either a record or a reason. A cut record is read as far as it goes. The checksums are
 * compared, and the first line with a wrong one is remembered, not refused: a viewer shows what it has
 * and says that it was changed.
 */
import { REPLIES, type Kept, type Pair, type Reply, type Rules, type Setup } from "./rules";

export interface Seat {
  spec: string;
  /** What the program calls itself. */
  name: string;
  /** Whom it plays for, as entered; "": not known. */
  who: string;
  nameMs: number;
}

export interface Step {
  turn: number;
  answers: Pair<string | null>;
  replies: Pair<Reply>;
  ms: Pair<number>;
  hash: string;
  stderr: Pair<string>;
}

export interface Result {
  winner: number | null;
  reason: string;
  score: Pair<number>;
}

export interface MatchRecord {
  setup: Setup;
  rules: number;
  seats: Pair<Seat>;
  matchMs: number;
  turnMs: number;
  began: string;
  hash: string;
  steps: Step[];
  /** The states as one side is shown them while the match lasts, in place of steps; null: it is a whole record. */
  shown: Kept[] | null;
  result: Result | null;
  /** Number of the first line whose checksum is wrong; 0: none. */
  badLine: number;
  /** The match is still being played: more lines will come. */
  isLive: boolean;
}

export class RecordError extends Error {}

const decoder = new TextDecoder();

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null;
const isText = (value: unknown): value is string => typeof value === "string";
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const isHex = (value: unknown): value is string => isText(value) && /^[0-9a-f]{16}$/.test(value);
const isTextOrNull = (value: unknown): value is string | null => value === null || isText(value);
const isReply = (value: unknown): value is Reply => REPLIES.includes(value as Reply);

function pairOf<T>(value: unknown, is: (item: unknown) => item is T): Pair<T> | null {
  return Array.isArray(value) && value.length === 2 && is(value[0]) && is(value[1])
    ? [value[0], value[1]]
    : null;
}

function readSeat(value: unknown): Seat | null {
  if (!isObject(value) || !isText(value.spec) || !isText(value.name) || !isCount(value.name_ms)) return null;
  return {
    spec: value.spec,
    name: value.name,
    who: isText(value.who) ? value.who : "",
    nameMs: value.name_ms,
  };
}

function readHeader(line: unknown): MatchRecord {
  if (!isObject(line) || !isText(line.game) || line.taisen === undefined)
    throw new RecordError("this is not a match record");
  if (line.taisen !== 1) throw new RecordError(`the record has format ${String(line.taisen)}, not 1`);
  const [first, second] = Array.isArray(line.seats) ? line.seats.map(readSeat) : [];
  if (!first || !second || !isCount(line.rules) || !isHex(line.seed) || !isText(line.setup))
    throw new RecordError("the header of the record is not complete");
  if (!isTextOrNull(line.map) || !isCount(line.match_ms) || !isCount(line.turn_ms) || !isHex(line.hash))
    throw new RecordError("the header of the record is not complete");
  return {
    setup: { game: line.game, seed: line.seed, options: line.setup, map: line.map },
    rules: line.rules,
    seats: [first, second],
    matchMs: line.match_ms,
    turnMs: line.turn_ms,
    began: isText(line.began) ? line.began : "",
    hash: line.hash,
    steps: [],
    shown: null,
    result: null,
    badLine: 0,
    isLive: false,
  };
}

/** Bytes from hexadecimal digits. */
function readState(line: Json): Kept {
  const digits = isText(line.state) ? line.state : "";
  if (!/^([0-9a-f]{8})*$/.test(digits)) throw new RecordError("a state is not complete");
  return Uint8Array.from({ length: digits.length / 2 }, (_, i) => parseInt(digits.substr(2 * i, 2), 16));
}

/** What a person is not sent of a match while it lasts. */
const SECRETS = { taisen: 1, seed: "0".repeat(16), hash: "0".repeat(16), map: null };

function readStep(line: Json): Step | null {
  const answers = pairOf(line.answers, isTextOrNull);
  const replies = pairOf(line.replies, isReply);
  const ms = pairOf(line.ms, isCount);
  if (!answers || !replies || !ms || !isCount(line.turn) || !isHex(line.hash)) return null;
  const [a, b] = Array.isArray(line.stderr) ? line.stderr : [];
  return {
    turn: line.turn,
    answers,
    replies,
    ms,
    hash: line.hash,
    stderr: [isText(a) ? a : "", isText(b) ? b : ""],
  };
}

function readResult(value: unknown): Result | null {
  if (!isObject(value) || !isText(value.reason)) return null;
  const winner = value.winner === 0 || value.winner === 1 ? value.winner : null;
  const score = pairOf(value.score, (n): n is number => Number.isSafeInteger(n)) ?? [0, 0];
  return { winner, reason: value.reason, score };
}

/** The lines of a file; the last one may lack its end. */
function* linesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf(10, at);
    yield bytes.subarray(at, end < 0 ? bytes.length : end);
    at = end < 0 ? bytes.length : end + 1;
  }
}

const SUM = /,"sum":"([0-9a-f]{16})"\}\r?$/;

/** Follows the checksums from line to line. */
class SumCheck {
  private sum: bigint | null = 0n;
  private line = 0;
  badLine = 0;

  constructor(private readonly rules: Rules) {}

  check(bytes: Uint8Array, text: string): void {
    this.line++;
    const match = SUM.exec(text);
    const tail = match ? match[0].length : 0;
    this.sum =
      this.badLine || this.sum === null
        ? null
        : this.rules.sum(this.sum, bytes.subarray(0, bytes.length - tail));
    if (!this.badLine && (!match || this.sum !== BigInt("0x" + match[1]))) this.badLine = this.line;
  }
}

function parseLine(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Takes a record line by line, as a file holds it or as a live match sends it: to a player, what its side is shown. */
export class RecordReader {
  record: MatchRecord | null = null;
  private readonly sums: SumCheck;

  constructor(rules: Rules) {
    this.sums = new SumCheck(rules);
  }

  /** False, and nothing has changed, when the line is cut in its middle. */
  take(bytes: Uint8Array): boolean {
    const text = decoder.decode(bytes);
    const line = parseLine(text);
    if (this.record && !isObject(line)) return false;
    if (this.record?.shown || (isObject(line) && line.own)) return this.takeShown(line as Json);
    this.sums.check(bytes, text);
    if (!this.record) this.record = readHeader(line);
    else this.add(this.record, line as Json);
    this.record.badLine = this.sums.badLine;
    return true;
  }

  private takeShown(line: Json): boolean {
    this.record ??= { ...readHeader({ ...line, ...SECRETS }), shown: [] };
    this.record.shown!.push(readState(line));
    return true;
  }

  private add(record: MatchRecord, line: Json): void {
    if (line.result) return void (record.result = readResult(line.result));
    const step = readStep(line);
    if (!step) throw new RecordError(`step ${record.steps.length} of the record is not complete`);
    record.steps.push(step);
  }
}

export function readRecord(bytes: Uint8Array, rules: Rules): MatchRecord {
  const reader = new RecordReader(rules);
  for (const line of linesOf(bytes)) if (!reader.take(line)) break;
  if (!reader.record) throw new RecordError("this is not a match record");
  return reader.record;
}

const encoder = new TextEncoder();

/** The bytes of an answer: each character stands for one. */
export function answerBytes(answer: string | null): Uint8Array | null {
  if (answer === null) return null;
  const bytes = encoder.encode(answer);
  if (bytes.length === answer.length) return bytes; // ASCII, as nearly always, and much faster
  return Uint8Array.from(answer, (c) => c.charCodeAt(0) & 0xff);
}

/** Bytes as people read them: UTF-8 where it is that. */
export function bytesAsText(bytes: string): string {
  return decoder.decode(answerBytes(bytes) ?? undefined);
}
