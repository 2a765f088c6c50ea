/*
 * projector — lets a film run in a page: reads what is new between the pictures, and moves the playback with the
 * time. For use while a component is made.
 */
import { untrack } from "svelte";
import type { Film } from "./film";
import type { Playback } from "./playback.svelte";

const SLICE_MS = 12;

export class Projector {
  /** The film is read to the end of its match. */
  isComplete = $state(false);
  /** Steps of the match that are read. */
  steps = $state(0);

  /** `grown` changes when a live match has more to read. */
  constructor(film: Film, playback: Playback, grown: () => number, oncomplete?: () => void) {
    this.isComplete = film.isComplete;
    this.steps = film.stepsRead;

    /* A long record is read to its end in small slices; a live one as it comes. */
    $effect(() => {
      grown();
      if (untrack(() => this.isComplete)) return;
      let handle = requestAnimationFrame(function slice(this: void) {
        read();
        if (!film.isUpToDate) handle = requestAnimationFrame(slice);
      });
      return () => cancelAnimationFrame(handle);
    });
    const read = () => {
      this.isComplete = film.run(performance.now() + SLICE_MS);
      this.steps = film.stepsRead;
      playback.grow();
      if (this.isComplete) oncomplete?.();
    };

    $effect(() => {
      if (!playback.isMoving) return;
      let before = performance.now();
      let handle = requestAnimationFrame(function beat(now: number) {
        playback.tick(Math.max(0, now - before));
        before = now;
        handle = requestAnimationFrame(beat);
      });
      return () => cancelAnimationFrame(handle);
    });
  }
}
