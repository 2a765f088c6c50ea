/*
 * show — what stands on the screen of an audience, and what comes then: bracket, card, game, bracket, ... podium.
 *
 * Where the show stands is kept by the server: the last game that was shown. A page that has the stage's token plays
 * the game that is due and says when its end was seen; two of them play the same, and one that is behind leaves nothing
 * out, but shortens its cards. Any other page follows: it plays each game once the stage has shown it, or where there is no stage once
 * it was played. No game is left out, and a page or a server that begins anew goes on where the show stood.
 */
import { ApiError, get, getRecord, getStageRecord, tellShown, type Contest, type Stage } from "../api";
import { Reel } from "../reel.svelte";
import { gamesOf, type ShowGame } from "./games";

export type Scene = "wait" | "bracket" | "card" | "game" | "podium" | "end";

const LOOK_MS = 700;
const BEAT_MS = 100;
const AGAIN_MS = 1000;
const SHORTEST_MS = 600;
/* How long each stands, at the normal pace: so that everybody can read it. */
const BRACKET_MS = 8000;
const CARD_MS = 7000;
const REST_MS = 5000;
const PODIUM_MS = 20_000;

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

export class Show {
  stage = $state.raw<Stage | null>(null);
  contest = $state.raw<Contest | null>(null);
  error = $state.raw<ApiError | null>(null);
  isAway = $state(false);
  scene = $state<Scene>("wait");
  /** On the screen, or the last that was. */
  game = $state.raw<ShowGame | null>(null);
  reel = $state.raw<Reel | null>(null);
  /** Grows when the end of a game is wanted, and when it begins anew. */
  hurries = $state(0);
  takes = $state(0);

  private leftMs = Infinity;
  private lagMs = 0;
  private cue = -1;
  private seen = -1;
  private isAgain = false;
  private isStopped = false;
  private beating = 0;

  constructor(
    protected readonly name: string,
    private readonly token: string,
  ) {}

  /** Returns what ends it. */
  start(): () => void {
    let before = performance.now();
    this.beating = window.setInterval(() => {
      const now = performance.now();
      this.beat(now - before);
      before = now;
    }, BEAT_MS);
    void this.keepLooking();
    return () => {
      this.isStopped = true;
      clearInterval(this.beating);
      this.reel?.close();
    };
  }

  get isStage(): boolean {
    return this.stage?.is_stage ?? false;
  }

  get isHeld(): boolean {
    return this.isStage && (this.stage!.is_paused || this.stage!.is_blank);
  }

  /** Whether a record of the game was found; a game that nobody played has none. */
  get isWithoutRecord(): boolean {
    return this.reel !== null && this.reel.trouble !== "";
  }

  /** The game has come to its end: everybody reads how. */
  ended(): void {
    this.leftMs = this.long(REST_MS);
  }

  // ---- what the server knows ----

  private async keepLooking(): Promise<void> {
    while (!this.isStopped) {
      await this.look();
      if (this.scene === "wait") this.turn();
      await pause(LOOK_MS);
    }
  }

  /** Where the show stands, and the contest as far as it was shown. */
  protected async ask(): Promise<void> {
    const path = `/contests/${encodeURIComponent(this.name)}`;
    const query = this.token ? `?stage=${encodeURIComponent(this.token)}` : "";
    const stage = await get<Stage>(`${path}/stage${query}`);
    const isNews =
      !this.contest || stage.shown !== this.stage?.shown || stage.is_over !== this.stage?.is_over;
    if (isNews || this.scene === "wait") this.contest = await get<Contest>(`${path}${query}`);
    this.stage = stage;
  }

  protected recordOf({ match }: ShowGame): Promise<Uint8Array> {
    return this.isStage ? getStageRecord(this.name, this.token, match) : getRecord(match);
  }

  /** The end of a game was seen here. */
  protected markShown(match: number): Promise<void> {
    return tellShown(this.name, this.token, match);
  }

  /** The last that was shown, to see it again. */
  protected lastGame(): ShowGame | undefined {
    return this.contest ? gamesOf(this.contest).find(({ match }) => match === this.stage?.last) : undefined;
  }

  private async look(): Promise<boolean> {
    try {
      await this.ask();
      this.error = null;
      this.isAway = false;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.isAway = error.status === 0 || error.status >= 500;
      if (!this.isAway) this.error = error;
      return false;
    }
    if (this.seen < 0) this.seen = this.stage!.last;
    this.obey();
    return true;
  }

  // ---- what the organiser wants ----

  private obey(): void {
    const { cue, command, is_stage } = this.stage!;
    const isNew = this.cue >= 0 && cue !== this.cue;
    this.cue = cue;
    if (!isNew || !is_stage) return;
    if (command === "next") this.hurry();
    if (command === "again") void this.repeat();
    if (command === "skip" || command === "back") this.drop();
  }

  /** Between games the next one begins; a game shows its end; an end that was read is over. */
  private hurry(): void {
    if (this.scene === "game" && this.leftMs === Infinity) this.hurries++;
    else this.leftMs = 0;
    this.lagMs = this.scene === "bracket" ? CARD_MS : 0;
  }

  /** The game on the screen, or else the one before. */
  private async repeat(): Promise<void> {
    const isOn = this.scene === "game";
    if (!isOn && !(await this.reload())) return;
    this.isAgain = this.isAgain || !isOn;
    this.hurries = 0;
    this.takes++;
    this.leftMs = Infinity;
    this.scene = "game";
  }

  private async reload(): Promise<boolean> {
    const last = this.lastGame();
    if (!last) return false;
    this.reel?.close();
    this.reel = new Reel();
    this.game = last;
    await this.load(this.reel, last);
    return this.reel.film !== null;
  }

  private drop(): void {
    this.reel?.close();
    this.reel = null;
    this.isAgain = false;
    this.seen = this.stage!.last;
    this.turn();
  }

  // ---- what comes then ----

  private long(ms: number): number {
    return this.stage?.pace === "quick" ? ms / 2 : ms;
  }

  /** Takes what we are behind off the time that is to pass. */
  private shorten(ms: number): number {
    const taken = Math.min(this.lagMs, Math.max(0, ms - SHORTEST_MS));
    this.lagMs -= taken;
    return ms - taken;
  }

  private beat(ms: number): void {
    if (this.isHeld || this.leftMs === Infinity) return;
    this.leftMs -= ms;
    if (this.leftMs > 0) return;
    if (this.scene === "bracket") this.turn();
    else if (this.scene === "card") this.begin();
    else if (this.scene === "game") void this.finish();
    else if (this.scene === "podium") this.scene = "end";
  }

  private nextGame(): ShowGame | null {
    const { stage, contest } = this;
    const missed = contest && gamesOf(contest).find(({ match }) => match > this.seen);
    if (missed || !stage?.is_stage) return missed ?? null;
    return stage.next?.is_ready ? stage.next : null;
  }

  /** The next card, the podium, or the waiting for either. */
  private turn(): void {
    const game = this.nextGame();
    this.leftMs = Infinity;
    if (game) return this.announce(game);
    const isOver = this.stage?.is_stage ? this.stage.is_over : this.contest?.over;
    if (!isOver || !this.contest?.places.length) this.scene = "wait";
    else if (this.scene !== "end" && this.scene !== "podium") {
      this.scene = "podium";
      this.leftMs = PODIUM_MS;
    }
  }

  private announce(game: ShowGame): void {
    this.reel?.close();
    this.reel = new Reel();
    this.game = game;
    this.hurries = 0;
    this.isAgain = false;
    this.scene = "card";
    this.leftMs = this.shorten(this.long(CARD_MS));
    void this.load(this.reel, game);
  }

  /** A server that is away is asked again; a game without a record has none. */
  private async load(reel: Reel, game: ShowGame): Promise<void> {
    const fetchIt = async () => {
      for (;;) {
        try {
          return await this.recordOf(game);
        } catch (error) {
          const isGone = error instanceof ApiError && error.status > 0 && error.status < 500;
          if (isGone || this.reel !== reel || this.isStopped) throw error;
          await pause(AGAIN_MS);
        }
      }
    };
    await reel.openRecord(fetchIt);
  }

  private begin(): void {
    if (this.reel?.film) {
      this.leftMs = Infinity;
      this.takes++;
      this.scene = "game";
    } else if (this.isWithoutRecord) void this.finish();
    else this.leftMs = BEAT_MS; // it is still being loaded
  }

  /** The end was seen: everybody may know it now. */
  private async finish(): Promise<void> {
    const game = this.game!;
    this.leftMs = Infinity;
    if (this.isStage && !this.isAgain) await this.tell(game.match);
    this.seen = Math.max(this.seen, game.match);
    while (!this.isStopped && !(await this.look())) await pause(AGAIN_MS);
    if (this.game !== game || this.isStopped) return; // the organiser was faster
    this.lagMs = this.isStage ? this.stage!.ago_ms : 0;
    const match = this.contest?.phases.find(({ name }) => name === game.phase)?.matches[game.fixture];
    const isLastGame = !match?.games.some((one) => one.match > game.match);
    if (!match?.over || !isLastGame || this.isAgain) return this.turn();
    this.scene = "bracket";
    this.leftMs = this.shorten(this.long(BRACKET_MS));
  }

  private async tell(match: number): Promise<void> {
    while (!this.isStopped) {
      try {
        return await this.markShown(match);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error.status > 0 && error.status < 500) return; // somebody else has moved it
        this.isAway = true;
        await pause(AGAIN_MS);
      }
    }
  }
}
