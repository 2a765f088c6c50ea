/*
 * playback — where the film stands: a position between moments, moved by time, keys and clicks.
 *
 * Position 12.5 is half way from moment 12 to moment 13. Time is given from outside (`tick`), so that nothing
 * here needs a clock.
 */
import type { Film } from "./film";

export const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4, 8, 16, 32, 64, 100];

/* A follower who falls behind by more than a turn or two hurries, and far behind skips what was missed. */
const EASE = 1.5;
const MOST_BEHIND = 8;

export class Playback {
  position = $state(0);
  isPlaying = $state(false);
  speed = $state(1);
  /** Moments known so far; grows while a long record is read. */
  last = $state(0);
  /** Stays at the newest moment of a live match. */
  isFollowing = $state(false);
  private goal = $state<number | null>(null);

  constructor(
    private readonly film: Film,
    private readonly isCalm: () => boolean,
  ) {
    this.last = film.last;
  }

  get moment(): number {
    return Math.floor(this.position);
  }

  get isMoving(): boolean {
    return this.isPlaying || this.goal !== null || (this.isFollowing && this.position < this.last);
  }

  grow(): void {
    this.last = this.film.last;
  }

  toggle(): void {
    if (!this.isPlaying && this.position >= this.last) this.position = 0;
    this.isPlaying = !this.isPlaying;
    this.goal = null;
    this.isFollowing = false;
  }

  /** To the newest moment, and along with what comes. */
  follow(): void {
    this.pause();
    this.isFollowing = true;
    this.position = this.last;
  }

  /** One moment back, and on from there. */
  rewind(): void {
    this.position = Math.max(0, this.last - 1);
  }

  pause(): void {
    this.isPlaying = false;
    this.isFollowing = false;
    this.goal = null;
  }

  seek(moment: number): void {
    this.goal = null;
    this.isFollowing = false;
    this.position = Math.min(this.last, Math.max(0, Math.round(moment)));
  }

  /** Forward by one is shown as it happens; everything else is a jump. */
  step(by: number): void {
    this.isPlaying = false;
    this.isFollowing = false;
    const isOnTheWay = this.position % 1 !== 0;
    const from = isOnTheWay && by < 0 ? this.moment + 1 : this.moment;
    if (by !== 1 || isOnTheWay || this.isCalm()) this.seek(from + by);
    else if (this.moment < this.last) this.goal = this.moment + 1;
  }

  /** To the next or previous moment with an event. */
  jump(direction: 1 | -1): void {
    const places = this.film.events.map((event) => event.at - 1).filter((at) => at >= 0);
    const found =
      direction > 0
        ? places.find((at) => at > this.moment)
        : places.reverse().find((at) => at < this.position);
    this.pause();
    this.seek(found ?? (direction > 0 ? this.last : 0));
  }

  faster(by: 1 | -1): void {
    const nearest = SPEEDS.reduce(
      (best, s, i) => (Math.abs(s - this.speed) < Math.abs(SPEEDS[best] - this.speed) ? i : best),
      0,
    );
    this.speed = SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, nearest + by))];
  }

  /** Lets so many milliseconds pass. */
  tick(ms: number): void {
    if (!this.isMoving) return;
    const end = this.goal ?? this.last;
    if (this.isFollowing) this.skip();
    this.position = Math.min(end, this.after(this.position, ms * this.speed * this.haste(), end));
    if (this.position < end) return;
    if (this.goal !== null || (this.film.isComplete && !this.isFollowing)) this.pause();
  }

  private skip(): void {
    const most = this.isCalm() ? 0 : MOST_BEHIND;
    if (this.last - this.position > most) this.position = Math.max(this.position, this.last - most / 2);
  }

  private haste(): number {
    return this.isFollowing ? Math.max(1, 2 * (this.last - this.position - EASE)) : 1;
  }

  /** The position `ms` of film later. */
  private after(position: number, ms: number, end: number): number {
    while (ms > 0 && position < end) {
      const at = Math.floor(position);
      const length = this.film.view.duration(this.film.frame(at), this.film.frame(at + 1));
      const rest = (at + 1 - position) * length;
      if (ms < rest) return position + ms / length;
      ms -= rest;
      position = at + 1;
    }
    return position;
  }
}
