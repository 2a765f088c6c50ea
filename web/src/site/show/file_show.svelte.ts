/*
 * file_show — the show of a contest from a file (`taisen tournament`). Nobody drives it from afar: the page is the stage, keeps in
 * the browser how many games it has shown, and asks for the contest as it stood after so many (`?games=`). So nothing on
 * the screen tells more than was seen, whatever has been played meanwhile, and a page that is loaded anew goes on.
 */
import { store, stored } from "../../i18n/language.svelte";
import { get, getContestGame, type Contest, type Stage } from "../api";
import { gameAt, type ShowGame } from "./games";
import { Show } from "./show.svelte";

export type Pace = Stage["pace"];

export class FileShow extends Show {
  pace = $state<Pace>("normal");
  isPaused = $state(false);
  private count = -1; // games that were shown; -1: not known yet
  private cues = 0;
  private command = "";
  private dueKey = "";
  private last: { game: ShowGame; key: string } | undefined;

  constructor(name: string) {
    super(name, "");
  }

  /** At once: the button is on this page, and the server is asked again only some time later. */
  override get isHeld(): boolean {
    return this.isPaused;
  }

  private get path(): string {
    return `/contests/${encodeURIComponent(this.name)}`;
  }

  private get place(): string {
    return `taisen-show-${this.name}`;
  }

  /** As the organiser's remote control does it. */
  cueUp(command: "next" | "again" | "skip"): void {
    this.command = command;
    this.cues++;
    if (command === "skip") void this.markShown();
  }

  startAgain(): void {
    this.keep(0);
    this.command = "back";
    this.cues++;
  }

  private keep(count: number): void {
    this.count = count;
    store(this.place, String(count));
  }

  protected override async ask(): Promise<void> {
    if (this.count < 0) this.count = Number(stored(this.place)) || 0;
    const [contest, ahead] = await Promise.all([
      get<Contest>(`${this.path}?games=${this.count}`),
      get<Contest>(`${this.path}?games=${this.count + 1}`),
    ]);
    if (contest.games < this.count) this.keep(contest.games); // it was begun anew
    const due = ahead.games > contest.games ? gameAt(contest, ahead) : null;
    if (due) this.dueKey = due.key;
    this.contest = contest;
    this.stage = {
      ...{ is_open: true, is_stage: true, is_blank: false, message: "", token: null, ready: 0, ago_ms: 0 },
      is_over: contest.over,
      is_paused: this.isPaused,
      pace: this.pace,
      shown: this.count,
      last: this.count,
      cue: this.cues,
      command: this.command,
      next: due ? { ...due.game, match: this.count + 1 } : null,
    };
  }

  protected override recordOf(game: ShowGame): Promise<Uint8Array> {
    const key = game.match > this.count ? this.dueKey : (this.last?.key ?? "");
    return getContestGame(this.name, key.replaceAll(":", "-"));
  }

  protected override async markShown(): Promise<void> {
    if (this.stage?.next) this.last = { game: this.stage.next, key: this.dueKey };
    this.keep(this.count + 1);
  }

  protected override lastGame(): ShowGame | undefined {
    return this.last?.game;
  }
}
