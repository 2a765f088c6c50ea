/* Positions that RULES.md shows, drawn by view.ts when the pages are built. */
import type { Figures } from "$viewer/figure";
import { placeOf, type Cell, type Frame } from "./view";

const SIZE: Cell = [9, 7];
const [WIDTH, HEIGHT] = [280, 254.8];
const LETTERS: Record<string, string> = { "#": "2", "*": "3" };

/** A field as text: # block, * item, C and H the players on floor, . floor. */
function frame(text: string, more: Partial<Frame> = {}): Frame {
  const rows = text.trim().split(/\s+/);
  const find = (letter: string): Cell => {
    const y = rows.findIndex((row) => row.includes(letter));
    return [rows[y]?.indexOf(letter) ?? -1, y];
  };
  const field = rows.map((row) =>
    [...row].map((c) => LETTERS[c] ?? "0").join(""),
  );
  return {
    turn: 0,
    turns: 100,
    turns_left: 100,
    name: "",
    size: [field[0].length, field.length],
    field,
    cool: find("C"),
    hot: find("H"),
    items: [0, 0],
    items_on_field: field.join("").split("3").length - 1,
    phase: "ready",
    actor: "cool",
    over: false,
    ...more,
  };
}

export interface Turn {
  cmd: string;
  now: Frame;
  next: Frame;
  reply?: string;
}

const acted = (cmd: string, text: string, more: Partial<Frame> = {}) =>
  frame(text, { actor: "hot", last: { team: "cool", cmd }, ...more });

const OPEN =
  "......... .*..#.... ......... ..C..*.H. .#....... ....*.... .........";
const told = ["wr", "lr", "sr"].map((cmd): Turn => ({
  cmd,
  now: frame(OPEN),
  next: acted(cmd, cmd === "wr" ? OPEN.replace("..C..", "...C.") : OPEN),
}));

const item: Turn = {
  cmd: "wr",
  now: frame(
    "......... ......... ......... ..C*...H. ......... ......... .........",
  ),
  next: acted(
    "wr",
    "......... ......... ......... ..#C...H. ......... ......... .........",
    { items: [1, 0] },
  ),
};

const end = { over: true, winner: 0 };
const crush: Turn = {
  cmd: "pr",
  now: frame(
    "......... ......... ......... ......... ......... ...CH.... .........",
  ),
  next: acted(
    "pr",
    "......... ......... ......... ......... ......... ...C#.... .........",
    { ...end, hot: [4, 5], reason: "crushed" },
  ),
};
const wall: Turn = {
  cmd: "pr",
  now: frame(
    "......... ......... ......... ......... ....#.... ..C.H#... ....#....",
  ),
  next: acted(
    "pr",
    "......... ......... ......... ......... ....#.... ..C#H#... ....#....",
    { ...end, reason: "enclosed" },
  ),
};

/** RULES 11: one position, and what is answered to each command. */
const SQUARE: Cell = [7, 7];
const EXAMPLE = "*.#...# .#..*.. ..*..#. #..C..* .*..*.. ..#..#. H....*.";
const asked = (answers: Record<string, string>) =>
  Object.entries(answers).map(([cmd, reply]) => ({
    cmd,
    reply,
    now: frame(EXAMPLE),
    next: acted(cmd, EXAMPLE),
  }));
const looks = asked({
  lu: "1200003300",
  lr: "1020003300",
  ld: "1003200000",
  ll: "1003200030",
});
const searches = asked({
  su: "1000222222",
  sr: "1003222222",
  sd: "1000222222",
  sl: "1002222222",
});

/** The turns behind the figures, for the test that plays them by the rules. */
export const turns: Turn[] = [
  ...[...told, item, crush, wall],
  ...[...looks, ...searches],
];

const whole = (size: Cell) => {
  const at = placeOf(WIDTH, HEIGHT, size);
  return {
    x: at.x - 3,
    y: at.y - 3,
    width: size[0] * at.u + 6,
    height: size[1] * at.u + 6,
  };
};
const part = whole(SIZE);
const size = { width: WIDTH, height: HEIGHT };
const answersOf = (turns: Turn[], of: Cell) => ({
  ...size,
  panels: turns.map(({ now, next }) => ({
    ...{ now, next, t: 0.575 },
    part: whole(of),
  })),
});
const still = (turn: Turn) => [
  { now: turn.now, part },
  { now: turn.next, part },
];

const figures: Figures<Frame> = {
  told: answersOf(told, SIZE),
  item: { ...size, panels: still(item) },
  crushed: { ...size, panels: still(crush) },
  enclosed: { ...size, panels: still(wall) },
  looks: answersOf(looks, SQUARE),
  searches: answersOf(searches, SQUARE),
};

export default figures;
