/* What the figures of the rules show is what the rules do. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { turns as chaserTurns } from "$games/chaser/figures";
import { battles, turns as codevs4Turns } from "$games/codevs4/figures";
import { turns as codevs5Turns } from "$games/codevs5/figures";
import { turns as rebornTurns } from "$games/reborn/figures";
import { renderDocs } from "../../docs";
import { figureArtist } from "../../figures";
import { gameNames, here } from "../../vite.shared";
import { drawSvg } from "./svg_pen";
import { box, loudWords } from "./paint";

const taisen = process.env.TAISEN ?? "taisen";

/** The states that the rules give for a script. */
function sim(game: string, script: unknown[]): any[] {
  const input = script.map((line) => JSON.stringify(line)).join("\n") + "\n";
  const { stdout, stderr, status } = spawnSync(taisen, ["sim", game], { input, encoding: "utf8" });
  expect(stderr).toBe("");
  expect(status).toBe(0);
  return stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

test.each(rebornTurns)("CODE VS Reborn: $cmd of $now.cols leads where its figure says", (turn) => {
  const columns = (cols: string[]) => Array.from({ length: 10 }, (_, i) => cols[i] ?? "");
  const start = ({ cols, ...more }: { cols: string[] }) => ({
    ...{ gauge: 0, stock: 0, score: 0, ...more },
    cols: columns(cols),
  });
  const [, after] = sim("reborn", [
    { packs: [turn.pack, turn.pack], turns: 2, init: [start(turn.now), start(turn.other ?? { cols: [] })] },
    { cmd: [turn.cmd, "0 0"] },
  ]);
  const { cols: shown, ...more } = turn.next;
  expect(after.players[0]).toMatchObject({
    gauge: 0,
    stock: 0,
    score: 0,
    dead: false,
    ...more,
    cols: columns(shown),
  });
});

test.each(codevs5Turns)("CODE VS 5.0: $deed leads where its figure says", ({ now, next, deed, other }) => {
  const place = deed.cell?.join(" ") ?? deed.ninja;
  const jutsu = deed.paid ? [`${deed.jutsu} ${place}`] : [];
  const walks = deed.walks ?? ["", ""];
  const cmd = [String(2 + jutsu.length), ...jutsu, ...walks].join("\n") + "\n";
  const [after] = sim("codevs5", [
    {
      costs: [3, 3, 3, 3, 3, 3, 3, 10],
      fields: [now, other?.field ?? { ...now, dogs: [], nin: 0 }],
      turns: [{ cmd: [cmd, other?.cmd ?? "2\n\n\n"], souls: [[], []] }],
    },
  ]);
  const { map, ninjas, dogs, souls, nin } = next;
  expect(after.invalid).toEqual([null, null]);
  expect(after.fields[0]).toMatchObject({ map, ninjas, dogs, souls, nin });
});

test.each(chaserTurns)("CHaser: $cmd leads where its figure says", ({ cmd, now, next, reply }) => {
  const rows = now.field.map((row) => `D:${[...row].join(",")}\n`).join("");
  const map = `N:x\nT:100\nS:${now.size}\n${rows}C:${now.cool}\nH:${now.hot}\n`;
  const [, after] = sim("chaser", [{ map, moves: [cmd] }]);
  expect(after.field.split("/")).toEqual(next.field);
  expect([after.cool, after.hot, after.items]).toEqual([next.cool, next.hot, next.items]);
  expect(after.result?.reason ?? undefined).toBe(next.reason);
  if (reply) expect([after.ready, after.reply]).toEqual(["1300000003", reply]);
});

test.each(Object.entries(codevs4Turns))("CODE VS 4.0: %s leads where its figure says", (_, turn) => {
  const { now, next, orders } = turn;
  const [p1, p2] = orders.map((lines) => [String(lines.length), ...lines].join("\n") + "\n");
  const { resources, units, money } = now;
  const [, after] = sim("codevs4", [
    { stage: 0, turn: 0, resources, units, money, next_id: Math.max(12, ...units.map(([id]) => id + 1)) },
    { p1, p2 },
  ]);
  expect([after.units, after.money, after.result]).toEqual([next.units, next.money, next.result]);
});

test("CODE VS 4.0: the knight of the figure hits fourteen workers for 8 each", () => {
  const { units, resources } = battles.battle;
  const [, after] = sim("codevs4", [
    { stage: 0, turn: 0, resources, units, money: [0, 0], next_id: 100 },
    { p1: "0\n", p2: "0\n" },
  ]);
  const workers = after.units.filter((unit: number[]) => unit[1] === 1 && unit[5] === 0);
  expect(workers).toHaveLength(14);
  for (const worker of workers) expect(worker[4]).toBe(2000 - 8);
});

/** What an XML reader would refuse: an attribute twice in a tag, tags that do not close each other, a bare < or &. */
function faultOf(svg: string): string | null {
  const open: string[] = [];
  for (const [tag, slash, name, attributes, end] of svg.matchAll(
    /<(\/?)(\w+)((?: [\w-:]+="[^"<]*")*)(\/?)>/g,
  )) {
    const names = [...attributes.matchAll(/ ([\w-:]+)="/g)].map((found) => found[1]);
    if (new Set(names).size !== names.length) return tag;
    if (slash && open.pop() !== name) return tag;
    if (!slash && !end) open.push(name);
  }
  const rest = svg.replace(/<\/?\w+(?: [\w-:]+="[^"<]*")*\/?>/g, "");
  if (/[<>]|&(?!\w+;)|NaN|undefined|Infinity/.test(rest + svg.replace(/<|>/g, ""))) return rest;
  return open.length > 0 ? open[0] : null;
}

describe("the documents' figures", () => {
  const docs = renderDocs(here(".."), gameNames());

  test("are all drawn, well formed and small, in both languages", async () => {
    const draw = await figureArtist(docs, readFileSync(process.env.TAISEN_WASM ?? "games.wasm"));
    const figures = docs.flatMap(({ figures, language }) => figures.map((figure) => ({ figure, language })));
    expect(figures.length).toBeGreaterThan(80);
    for (const { figure, language } of figures) {
      const svg = draw(figure, language);
      expect(svg).toMatch(/^<svg xmlns=.*<\/svg>\n$/s);
      expect(faultOf(svg)).toBeNull();
      expect(svg.length).toBeLessThan(100_000);
    }
    console.log(`# ${figures.length} figures drawn`);
  });

  test("of a game are all shown in its rules", async () => {
    for (const game of gameNames()) {
      const file = here(`../games/${game}/figures.ts`);
      if (!existsSync(file)) continue; // a game of somebody's own
      const names = Object.keys((await import(/* @vite-ignore */ file)).default).sort();
      for (const doc of docs.filter(({ slug }) => slug === `rules-${game}`))
        expect(doc.figures.map(({ name }) => name).sort()).toEqual(names);
    }
  });
});

describe("the pen that writes SVG", () => {
  const seen = { x: 0, y: 0, width: 100, height: 100 };

  test("writes shapes and words, and leaves out what is not seen", () => {
    const svg = drawSvg(seen, "x", (pen) => {
      box(pen, 10, 10, 20, 20, 4, "#123456");
      box(pen, 300, 10, 20, 20, 4, "#654321");
      loudWords(pen, "a<b", 50, 50, 10, "#000", "#fff");
    });
    expect(svg).toContain('fill="#123456"');
    expect(svg).not.toContain("#654321");
    expect(svg).toContain(">a&lt;b</text>");
  });

  test("closes the groups of its clips", () => {
    const svg = drawSvg(seen, "x", (pen) => {
      pen.save();
      pen.beginPath();
      pen.rect(0, 0, 10, 10);
      pen.clip();
      box(pen, 1, 1, 5, 5, 1, "#111");
      pen.restore();
      box(pen, 1, 1, 5, 5, 1, "#222");
    });
    expect(svg).toMatch(/^<clipPath id="x-0">.*<g clip-path="url\(#x-0\)">.*#111.*<\/g>.*#222/);
  });
});
