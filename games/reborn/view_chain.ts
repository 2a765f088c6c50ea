/*
 * The chain of a turn, beat by beat, for the drawing alone. The rules have played the turn already; this
 * finds out what can be seen on the way (RULES 3 to 6).
 */
export const COLS = 10;
export const OJAMA = 11;

/** A block that falls from one height to another in a beat. */
export interface Block {
  value: number;
  col: number;
  from: number;
  row: number;
}

/** Blocks fall; then pairs are seen to make ten, and blocks go. */
export interface Beat {
  blocks: Block[];
  pairs: [Block, Block][];
  gone: Set<Block>;
  isBlast: boolean;
}

type Columns = Block[][];

const HIGH = 19; // where new blocks come from

export function readColumns(cols: string[]): Columns {
  return cols.map((text, col) =>
    [...text].map((c, row) => ({
      value: c === "X" ? OJAMA : Number(c),
      col,
      from: row,
      row,
    })),
  );
}

/** RULES 3.2 */
export function rotate(pack: number[][], quarter: number): number[][] {
  const [[a, b], [c, d]] = pack;
  return [
    [
      [a, b],
      [c, d],
    ],
    [
      [c, a],
      [d, b],
    ],
    [
      [d, c],
      [b, a],
    ],
    [
      [b, d],
      [a, c],
    ],
  ][quarter];
}

function push(
  columns: Columns,
  col: number,
  value: number,
  from: number,
): void {
  columns[col].push({ value, col, from, row: columns[col].length });
}

/** RULES 3.3 */
function place(
  columns: Columns,
  pack: number[][],
  col: number,
  quarter: number,
): void {
  const turned = rotate(pack, quarter);
  for (const x of [0, 1])
    for (const y of [1, 0])
      if (turned[y][x]) push(columns, col + x, turned[y][x], HIGH + 1 - y);
}

function* neighbours(columns: Columns, block: Block): Generator<Block> {
  for (let dc = -1; dc <= 1; dc++)
    for (let dr = -1; dr <= 1; dr++) {
      const other = columns[block.col + dc]?.[block.row + dr];
      if (other && other !== block) yield other;
    }
}

/** RULES 5.1 */
function findPairs(columns: Columns): [Block, Block][] {
  const pairs: [Block, Block][] = [];
  for (const block of columns.flat())
    for (const other of neighbours(columns, block)) {
      const isLater =
        other.col > block.col ||
        (other.col === block.col && other.row > block.row);
      if (isLater && block.value + other.value === 10)
        pairs.push([block, other]);
    }
  return pairs;
}

/** RULES 6.2 */
function findBlasted(columns: Columns): Set<Block> {
  const gone = new Set<Block>();
  for (const block of columns.flat()) {
    if (block.value !== 5) continue;
    gone.add(block);
    for (const other of neighbours(columns, block))
      if (other.value !== OJAMA) gone.add(other);
  }
  return gone;
}

function settle(columns: Columns, gone: Set<Block>): Columns {
  return columns.map((column) =>
    column
      .filter((block) => !gone.has(block))
      .map((block, row) => ({ ...block, from: block.row, row })),
  );
}

/** All beats of a turn; the last one has nothing that goes. */
export function chainBeats(
  cols: string[],
  pack: number[][],
  command: string,
  ojamaRow: boolean,
): Beat[] {
  let columns = readColumns(cols);
  const beats: Beat[] = [];
  if (ojamaRow)
    for (let col = 0; col < COLS; col++) push(columns, col, OJAMA, HIGH);
  if (command === "S") {
    const gone = findBlasted(columns);
    beats.push({ blocks: columns.flat(), pairs: [], gone, isBlast: true });
    columns = settle(columns, gone);
  } else {
    const [col, quarter] = command.split(" ").map(Number);
    place(columns, pack, col, quarter);
  }
  for (;;) {
    const pairs = findPairs(columns);
    const gone = new Set(pairs.flat());
    beats.push({ blocks: columns.flat(), pairs, gone, isBlast: false });
    if (gone.size === 0) return beats;
    columns = settle(columns, gone);
  }
}

/** What stands at the end of the beats, written as in a frame. */
export function endColumns(beats: Beat[]): string[] {
  const cols = Array.from({ length: COLS }, () => "");
  for (const block of beats[beats.length - 1].blocks)
    cols[block.col] += block.value === OJAMA ? "X" : block.value;
  return cols;
}
