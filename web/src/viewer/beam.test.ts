import { expect, test } from "vitest";
import { paintTold } from "../../../games/chaser/view";
import { paletteOf } from "./palette";
import type { Pen } from "./paint";

/** A pen that keeps the corners of every shape it is told to draw. */
function recorder(): { pen: Pen; shapes: number[][] } {
  const shapes: number[][] = [];
  const keep = (x: number, y: number, w: number, h: number) => shapes.push([x, y, x + w, y + h]);
  const known: Record<string, unknown> = { roundRect: keep, rect: keep, fillRect: keep, strokeRect: keep };
  const pen = new Proxy(known, {
    get: (target, key: string) => target[key] ?? (() => undefined),
    set: () => true,
  });
  return { pen: pen as unknown as Pen, shapes };
}

test("what is told of a search ends at the edge of the board", () => {
  const { pen, shapes } = recorder();
  const cells = Array.from({ length: 9 }, (_, i): [number, number] => [12 + i, 3]);
  paintTold(pen, { x: 0, y: 0, u: 10 }, cells, 0, 1, [15, 17], paletteOf(false));
  expect(shapes.length).toBeGreaterThan(3);
  for (const [left, top, right, bottom] of shapes)
    expect(left! >= 0 && top! >= 0 && right! <= 150 && bottom! <= 170).toBe(true);
  shapes.length = 0;
  paintTold(pen, { x: 0, y: 0, u: 10 }, [[15, 3]], 0, 1, [15, 17], paletteOf(false));
  expect(shapes).toEqual([]);
});
