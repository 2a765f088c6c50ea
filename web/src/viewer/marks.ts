/*
 * marks — what players draw for the viewer by lines on standard error (docs/PLAYERS.md, "Marks for the
 * viewer"). Lines that are no mark are left alone.
 */

export interface CellMark {
  row: number;
  col: number;
  colour: string;
  text: string;
}

export interface LineMark {
  from: [number, number];
  to: [number, number];
}

export interface Marks {
  cells: CellMark[];
  lines: LineMark[];
  notes: string[];
  plots: { name: string; value: number }[];
}

const CELL = /^#mark +(-?\d{1,4}) +(-?\d{1,4})(?: +(\S+)(?: +(.*))?)?$/;
const LINE = /^#line +(-?\d{1,4}) +(-?\d{1,4}) +(-?\d{1,4}) +(-?\d{1,4}) *$/;
const NOTE = /^#note +(.+)$/;
const PLOT = /^#plot +(\S+) +(-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?) *$/;
const COLOUR = /^(?:[a-z]{3,20}|#[0-9a-f]{3,8})$/i;
const MOST = 500; // of each kind in a turn, so that a chatty player cannot stop the viewer

export function readMarks(stderr: string): Marks {
  const marks: Marks = { cells: [], lines: [], notes: [], plots: [] };
  for (const line of stderr.split("\n")) readMark(line.trimEnd(), marks);
  return marks;
}

const ANY = /^#(?:mark|line|note|plot) /;

/** What an author wrote besides: marks are drawn, and would only hide the rest. */
export function withoutMarks(stderr: string): string {
  return stderr
    .split("\n")
    .filter((line) => !ANY.test(line))
    .join("\n");
}

function readMark(line: string, marks: Marks): void {
  let m: RegExpExecArray | null;
  if ((m = CELL.exec(line))) {
    const hasColour = m[3] !== undefined && COLOUR.test(m[3]);
    const text = hasColour ? (m[4] ?? "") : [m[3], m[4]].filter(Boolean).join(" ");
    add(marks.cells, { row: +m[1], col: +m[2], colour: hasColour ? m[3] : "", text });
  } else if ((m = LINE.exec(line))) add(marks.lines, { from: [+m[1], +m[2]], to: [+m[3], +m[4]] });
  else if ((m = NOTE.exec(line))) add(marks.notes, m[1]);
  else if ((m = PLOT.exec(line))) add(marks.plots, { name: m[1], value: Number(m[2]) });
}

function add<T>(list: T[], item: T): void {
  if (list.length < MOST) list.push(item);
}
