/*
 * news — counts what happens on the arena, so that pages know when to look again: at most every two seconds, and
 * only while somebody looks at the page.
 */
import { listenToArena } from "./api";

const REST_MS = 2000;

class Newsroom {
  count = $state(0);
  private stop: (() => void) | null = null;
  private waiting = 0;

  /** Begins to listen, until the page is hidden, and again when it is seen. */
  open(): void {
    const attend = () => (document.hidden ? this.pause() : this.listen());
    document.addEventListener("visibilitychange", attend);
    attend();
    document.addEventListener("visibilitychange", () => document.hidden || this.count++);
  }

  private listen(): void {
    const look = () => {
      if (this.waiting) return;
      this.waiting = window.setTimeout(() => {
        this.waiting = 0;
        this.count++;
      }, REST_MS);
    };
    this.stop ??= listenToArena(look, () => this.count++);
  }

  private pause(): void {
    this.stop?.();
    this.stop = null;
  }
}

export const news = new Newsroom();
