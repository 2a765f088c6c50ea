/*
 * parcel — what an author drops on the page or chooses there: files, or a folder with all that is in it, less what
 * nobody means to send (the same names as `taisen submit` leaves out). One file is sent as it is, several as a zip.
 */
import { zipOf, type ZipFile } from "./zip";

export interface Chosen {
  path: string;
  file: File;
}

const FOLDERS = ["__pycache__", "node_modules", "venv", "build", "target", "bin", "obj", "records"];
const FILES = /(^\.)|~$|\.(o|class|exe|pyc|jsonl|jsonl\.zst)$|^a\.out$/;
/** More than this is never looked through: somebody has dropped a whole disk. */
const MOST = 2000;

/** Whether a path is one that is sent; `isSeveral`: a zip among others is no source. */
export function isSent(path: string, isSeveral = true): boolean {
  const parts = path.split("/");
  const name = parts.pop()!;
  if (FILES.test(name) || path === "player" || (isSeveral && name.endsWith(".zip"))) return false;
  return !parts.some((folder) => folder.startsWith(".") || FOLDERS.includes(folder));
}

/** All in one folder: its name is no part of the paths. */
function withoutTop(all: Chosen[]): Chosen[] {
  const top = all[0]?.path.split("/")[0] + "/";
  return all.length > 0 && all.every(({ path }) => path.startsWith(top))
    ? all.map(({ path, file }) => ({ path: path.slice(top.length), file }))
    : all;
}

function tidy(all: Chosen[]): Chosen[] {
  const sent = withoutTop(all).filter(({ path }) => isSent(path, all.length > 1));
  return sent.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** From an input for files, or for a folder. */
export const chosenFrom = (files: Iterable<File>): Chosen[] =>
  tidy([...files].map((file) => ({ path: file.webkitRelativePath || file.name, file })));

const fileOf = (entry: FileSystemFileEntry) => new Promise<File>((done, fail) => entry.file(done, fail));

/** A reader hands out a part of the folder each time, and nothing at the end. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((done, fail) => reader.readEntries(done, fail));
    if (some.length === 0) return all;
    all.push(...some);
  }
}

async function walk(entry: FileSystemEntry, all: Chosen[], depth = 0): Promise<void> {
  const path = entry.fullPath.replace(/^\//, "");
  if (all.length >= MOST || (depth > 0 && !isSent(entry.isDirectory ? `${path}/x` : path))) return;
  if (entry.isFile) all.push({ path, file: await fileOf(entry as FileSystemFileEntry) });
  else
    for (const below of await entriesOf(entry as FileSystemDirectoryEntry)) await walk(below, all, depth + 1);
}

/** From a drop. The entries must be asked for before anything is waited for. */
export async function chosenFromDrop(drop: DataTransfer): Promise<Chosen[]> {
  const entries = [...drop.items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  if (entries.length === 0) return chosenFrom(drop.files); // no files of a disk
  const all: Chosen[] = [];
  for (const entry of entries) await walk(entry, all);
  return tidy(all);
}

/** What is sent, and under which name. */
export async function parcelOf(all: Chosen[]): Promise<{ name: string; body: Blob }> {
  const [only] = all;
  if (all.length === 1 && only) return { name: only.file.name, body: only.file };
  const files: ZipFile[] = [];
  for (const { path, file } of all) files.push({ path, bytes: new Uint8Array(await file.arrayBuffer()) });
  return { name: "player.zip", body: zipOf(files) };
}
