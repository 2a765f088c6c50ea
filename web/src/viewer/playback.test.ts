import { expect, test } from "vitest";
import type { Film } from "./film";
import { Playback } from "./playback.svelte";

/** A film whose turns take a second each, of which so many are known. */
function film(last: number, isComplete = false) {
  return { last, isComplete, events: [], frame: () => null, view: { duration: () => 1000 } };
}

function follower(known: ReturnType<typeof film>, isCalm = false): Playback {
  const playback = new Playback(known as unknown as Film, () => isCalm);
  playback.follow();
  return playback;
}

function grow(playback: Playback, known: { last: number }, turns: number): void {
  known.last += turns;
  playback.grow();
}

test("a follower stands at the newest turn and shows the next one in its own time", () => {
  const known = film(3);
  const playback = follower(known);
  expect([playback.position, playback.isMoving]).toEqual([3, false]);
  grow(playback, known, 1);
  playback.tick(500);
  expect(playback.position).toBe(3.5);
  playback.tick(600);
  expect([playback.position, playback.isMoving, playback.isFollowing]).toEqual([4, false, true]);
});

test("turns that come five times as fast are followed closely and without a jump", () => {
  const known = film(0);
  const playback = follower(known);
  for (let n = 0; n < 200; n++) {
    grow(playback, known, 1);
    for (let i = 0; i < 10; i++) {
      const before = playback.position;
      playback.tick(20);
      expect(playback.position - before).toBeLessThan(0.25);
    }
    expect(known.last - playback.position).toBeLessThan(6);
  }
});

test("who is far behind skips what was missed", () => {
  const known = film(0);
  const playback = follower(known);
  grow(playback, known, 100);
  playback.tick(16);
  expect(known.last - playback.position).toBeLessThan(5);
});

test("who wants no motion is at the newest turn at once", () => {
  const known = film(0);
  const playback = follower(known, true);
  grow(playback, known, 1);
  playback.tick(1);
  expect(playback.position).toBe(1);
});

test("to look at an earlier turn ends the following", () => {
  const known = film(9);
  const playback = follower(known);
  playback.step(-1);
  grow(playback, known, 1);
  playback.tick(5000);
  expect([playback.position, playback.isFollowing]).toEqual([8, false]);
});
