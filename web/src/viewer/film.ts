/*
 * film — a record played again: every moment of the match, at once.
 *
 * The rules run through the record one time (`run`, in slices, so that a page stays alive). On the way every
 * hash is compared, the curves and the events are gathered, and a state is kept every few steps: any moment
 * can then be had again by a short run from the kept state before it.
 *
 * A live match is a record that still grows: `run` stops at its newest step and goes on when there are more. A person
 * who plays it has no steps, but the states as far as they are shown.
 *
 * A moment is a state that a watcher can stop at. Usually each step leads to one; a game whose turn has
 * several exchanges (CHaser) says which states count.
 */
import { readMarks, type Marks } from "./marks";
import { answerBytes, bytesAsText, type MatchRecord } from "./record";
import type { Decision, Kept, Pair, Reply, Rules } from "./rules";
import type { FilmEvent, GameView } from "./view";

const KEEP_EVERY = 8;
const FRAMES_KEPT = 48;

export interface Moment {
  /** Steps played before it. */
  step: number;
  turn: number;
  scores: Pair<number>;
  /** Time left of both; null where the match has no limit. */
  leftMs: Pair<number> | null;
  /** What the players thought here, before the next moment. */
  thinkMs: Pair<number>;
}

export interface PlacedEvent extends FilmEvent {
  at: number;
}

/** What is wrong with a record, in the order of gravity; the step where it shows. */
export interface Fault {
  kind: "rules" | "start" | "hash" | "answer" | "sum" | "result";
  step: number;
}

export interface Exchange {
  sent: string;
  answered: string | null;
  reply: Reply;
  ms: number;
}

export interface Talk {
  exchanges: Exchange[];
  stderr: string;
  marks: Marks;
}

export class Film<F = unknown, M = unknown> {
  readonly moments: Moment[] = [];
  readonly events: PlacedEvent[] = [];
  fault: Fault | null = null;
  winner = -1;
  reason = "";
  decision: Decision | null = null;

  private readonly kept: Kept[] = [];
  private readonly measured: Pair<number[]>[];
  private readonly memories: M[] = [];
  private readonly frames = new Map<number, F>();
  private latest!: F;
  /** Steps read so far, and where the rules stand now. */
  private step = 0;
  private at = 0;
  private isDone = false;
  private left: Pair<number>;

  constructor(
    private readonly rules: Rules,
    readonly record: MatchRecord,
    readonly view: GameView<F, M>,
  ) {
    this.measured = view.measures.map(() => [[], []]);
    this.left = this.leftAtStart();
    if (record.rules !== rules.version(record.setup.game)) this.note("rules", 0);
    const why = rules.open(record.setup);
    if (why) throw new Error(why);
    if (record.shown) rules.restore(record.shown[0]);
    else if (rules.hash() !== record.hash) this.note("start", 0);
    rules.watch();
    this.kept.push(rules.keep());
    this.addMoment(rules.frame() as F, null);
  }

  get isComplete(): boolean {
    return this.isDone;
  }

  get last(): number {
    return this.moments.length - 1;
  }

  /** Everything that has come so far is read; of a live match more may come. */
  get isUpToDate(): boolean {
    return this.isDone || this.step === this.stepCount;
  }

  get stepsRead(): number {
    return this.step;
  }

  private get stepCount(): number {
    return this.record.shown ? this.record.shown.length - 1 : this.record.steps.length;
  }

  /** Goes on until everything is read or the time has come; true when it is done, which a live match never is. */
  run(until = Infinity): boolean {
    if (this.isDone) return true;
    this.bring(this.step);
    let isPlayable = true;
    while (isPlayable && this.step < this.stepCount) {
      isPlayable = this.playOne();
      if ((this.step & 15) === 0 && performance.now() >= until) return false;
    }
    if (this.record.isLive && isPlayable) return false;
    this.finish();
    return true;
  }

  /** The newest state, also when no moment is made of it. */
  newest(): F {
    this.bring(this.step);
    return this.rules.frame() as F;
  }

  /** Whether a player is asked for an answer in the newest state. */
  asks(player: number): boolean {
    this.bring(this.step);
    return this.rules.asks(player);
  }

  /** Turns played in the newest state. */
  turn(): number {
    this.bring(this.step);
    return this.rules.turn();
  }

  /** The state after one more step; null when the rules take one of the answers for none. */
  tryOut(player: 0 | 1, answer: string, others: string): F | null {
    const answers = player === 0 ? [answer, others] : [others, answer];
    return this.tryStep(this.step, (p) => this.rules.answer(p, "action", answerBytes(answers[p])));
  }

  /** The state after a step of the record, had a player given another answer; null when the rules take it for none. */
  otherwise(step: number, player: 0 | 1, answer: string): F | null {
    const { replies, answers } = this.record.steps[step];
    return this.tryStep(step, (p) =>
      p === player
        ? this.rules.answer(p, "action", answerBytes(answer))
        : this.rules.answer(p, replies[p], answerBytes(answers[p])),
    );
  }

  private tryStep(step: number, lay: (player: number) => boolean): F | null {
    this.bring(step);
    const before = this.rules.keep();
    const isPlayable = [0, 1].every(lay);
    if (isPlayable) this.rules.step();
    const frame = isPlayable ? (this.rules.frame() as F) : null;
    this.rules.restore(before);
    return frame;
  }

  /** The step in which a player is asked between this moment and the next; -1: none. */
  stepOf(moment: number, player: 0 | 1): number {
    const to = moment < this.last ? this.moments[moment + 1].step : this.record.steps.length;
    for (let at = this.moments[moment].step; at < to; at++)
      if (this.record.steps[at].replies[player] !== "none") return at;
    return -1;
  }

  /** Whether the rules would take this for an answer in the newest state. */
  accepts(player: number, answer: string): boolean {
    this.bring(this.step);
    return this.rules.asks(player) && this.rules.answer(player, "action", answerBytes(answer));
  }

  frame(moment: number): F {
    const known = this.frames.get(moment);
    if (known) return known;
    this.bring(this.moments[moment].step);
    const frame = this.rules.frame() as F;
    this.remember(moment, frame);
    return frame;
  }

  memory(moment: number): M {
    return this.memories[moment];
  }

  /** The curve of a measure, as long as the moments known so far. */
  curve(measure: number): Pair<number[]> {
    return this.measured[measure];
  }

  /** What a player was sent from this moment to the next, what it answered, and what it told itself. */
  talk(moment: number, player: number): Talk {
    const from = this.moments[moment].step;
    const isLast = moment === this.last;
    const to = isLast ? this.step : this.moments[moment + 1].step;
    const exchanges: Exchange[] = [];
    for (let at = from; at < to; at++) {
      this.bring(at);
      const step = this.record.steps[at];
      if (step.replies[player] === "none" && !this.rules.asks(player)) continue;
      const answer = step.answers[player];
      exchanges.push({
        sent: this.greeting(at, player) + this.rules.prompt(player, this.leftBefore(at)),
        answered: answer === null ? null : bytesAsText(answer),
        reply: step.replies[player],
        ms: step.ms[player],
      });
    }
    const farewell = isLast && this.isDone ? this.farewell(player) : "";
    if (farewell) exchanges.push({ sent: farewell, answered: null, reply: "none", ms: 0 });
    const stderr = this.stderr(moment, player);
    return { exchanges, stderr, marks: readMarks(stderr) };
  }

  marks(moment: number, player: number): Marks {
    return readMarks(this.stderr(moment, player));
  }

  /** Marks that the record does not have, as lines "STEP MARK": only their author gets to see them. */
  addMarks(player: 0 | 1, lines: string): void {
    for (const line of lines.split("\n")) {
      const blank = line.indexOf(" ");
      const step = this.record.steps[Number(line.slice(0, blank))];
      if (blank > 0 && step) step.stderr[player] += `${line.slice(blank + 1)}\n`;
    }
  }

  /** The curves that the players plotted themselves, by name. */
  plots(): Map<string, Pair<(number | null)[]>> {
    const plots = new Map<string, Pair<(number | null)[]>>();
    const empty = () => new Array<number | null>(this.moments.length).fill(null);
    if (!this.record.steps.some((step) => step.stderr.some((text) => text.includes("#plot")))) return plots;
    for (let moment = 0; moment <= this.last; moment++)
      for (const player of [0, 1])
        for (const { name, value } of this.marks(moment, player).plots) {
          if (!plots.has(name)) plots.set(name, [empty(), empty()]);
          plots.get(name)![player][moment] = value;
        }
    return plots;
  }

  /** The first moment of a turn, or the nearest before it. */
  momentOfTurn(turn: number): number {
    let low = 0;
    let high = this.last;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.moments[middle].turn < turn) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  // ---- running through the record ----

  private playOne(): boolean {
    if (this.record.shown) {
      this.bring(++this.step);
      this.look();
      return true;
    }
    const before = this.step;
    if (!this.play(this.record.steps[before])) return false;
    this.at = ++this.step;
    this.rules.watch();
    if (this.rules.hash() !== this.record.steps[before].hash) this.note("hash", before);
    if (this.step % KEEP_EVERY === 0) this.kept.push(this.rules.keep());
    this.charge(this.record.steps[before].ms);
    this.look();
    return true;
  }

  /** Lays both answers on the table and steps; false, and a fault, when the rules take one for none. */
  private play(step: MatchRecord["steps"][number]): boolean {
    const isPlayable =
      !this.rules.isOver() &&
      [0, 1].every((p) => this.rules.answer(p, step.replies[p], answerBytes(step.answers[p])));
    if (!isPlayable) this.note("answer", this.step);
    else this.rules.step();
    return isPlayable;
  }

  private look(): void {
    const frame = this.rules.frame() as F;
    const before = this.latest;
    if (this.view.isMoment && !this.view.isMoment(frame, before)) return;
    for (const event of this.view.events(before, frame))
      this.events.push({ ...event, at: this.moments.length });
    this.addMoment(frame, before);
  }

  private addMoment(frame: F, before: F | null): void {
    const number = this.moments.length;
    this.moments.push({
      step: this.step,
      turn: this.rules.turn(),
      scores: this.rules.scores(),
      leftMs: this.record.matchMs > 0 ? [...this.left] : null,
      thinkMs: [0, 0],
    });
    this.view.measures.forEach((measure, i) => {
      const values = measure.of(frame);
      this.measured[i][0].push(values[0]);
      this.measured[i][1].push(values[1]);
    });
    if (this.view.recall)
      this.memories.push(this.view.recall(frame, before, this.memories[number - 1] ?? null));
    this.latest = frame;
    this.remember(number, frame);
  }

  private charge(ms: Pair<number>): void {
    for (const p of [0, 1]) {
      this.moments[this.last].thinkMs[p] += ms[p];
      this.left[p] = Math.max(0, this.left[p] - ms[p]);
    }
  }

  private finish(): void {
    this.isDone = true;
    this.winner = this.rules.winner();
    this.reason = this.rules.reason();
    this.decision = this.rules.decided();
    const told = this.record.result;
    // A record from before has the reason without what follows the colon.
    const isSame = told && `${this.reason}:`.startsWith(`${told.reason}:`);
    if (told && (!isSame || (told.winner ?? -1) !== this.winner)) this.note("result", this.step);
    if (this.record.badLine) this.note("sum", this.record.badLine - 1);
  }

  /** The first fault is the one to tell. */
  private note(kind: Fault["kind"], step: number): void {
    this.fault ??= { kind, step };
  }

  // ---- going back ----

  /** Puts the rules into the state after so many steps. */
  private bring(step: number): void {
    if (this.at === step) return;
    this.at = step;
    if (this.record.shown) return this.rules.restore(this.record.shown[step]);
    const from = Math.min(Math.floor(step / KEEP_EVERY), this.kept.length - 1);
    this.rules.restore(this.kept[from]);
    for (let at = from * KEEP_EVERY; at < step; at++) {
      const { replies, answers } = this.record.steps[at];
      for (const p of [0, 1]) this.rules.answer(p, replies[p], answerBytes(answers[p]));
      this.rules.step();
    }
  }

  private remember(moment: number, frame: F): void {
    this.frames.set(moment, frame);
    if (this.frames.size <= FRAMES_KEPT) return;
    const oldest = this.frames.keys().next().value;
    if (oldest !== undefined) this.frames.delete(oldest);
  }

  // ---- what was said ----

  private leftAtStart(): Pair<number> {
    const left = (p: 0 | 1) => Math.max(0, this.record.matchMs - this.record.seats[p].nameMs);
    return [left(0), left(1)];
  }

  private leftBefore(step: number): Pair<number> {
    const left = this.leftAtStart();
    for (let at = 0; at < step; at++)
      for (const p of [0, 1]) left[p] = Math.max(0, left[p] - this.record.steps[at].ms[p]);
    return left;
  }

  /** The greeting, before a player's very first question. */
  private greeting(step: number, player: number): string {
    const asked = this.record.steps.findIndex((s) => s.replies[player] !== "none");
    return asked === step ? this.rules.greet(player) : "";
  }

  private farewell(player: number): string {
    this.bring(this.step);
    return this.rules.isOver() ? this.rules.farewell(player) : "";
  }

  private stderr(moment: number, player: number): string {
    const to = moment === this.last ? this.record.steps.length : this.moments[moment + 1].step;
    let text = "";
    for (let at = this.moments[moment].step; at < to; at++) text += this.record.steps[at].stderr[player];
    return text;
  }
}
