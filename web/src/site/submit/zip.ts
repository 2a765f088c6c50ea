/*
 * zip — several files as one zip, for the server, which unpacks it. Nothing is compressed: sources are small, and the
 * server's limit is for what they are unpacked.
 */

export interface ZipFile {
  path: string;
  bytes: Uint8Array;
}

const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let bit = 0; bit < 8; bit++) c = c & 1 ? (c >>> 1) ^ 0xedb88320 : c >>> 1;
  return c;
});

export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = TABLE[(crc ^ byte) & 0xff]! ^ (crc >>> 8);
  return ~crc >>> 0;
}

/** Numbers of two or four bytes, the lowest first. */
function numbers(...all: [size: 2 | 4, value: number][]): Uint8Array {
  const view = new DataView(new ArrayBuffer(all.reduce((sum, [size]) => sum + size, 0)));
  let at = 0;
  for (const [size, value] of all) {
    if (size === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += size;
  }
  return new Uint8Array(view.buffer);
}

const VERSION = 20;
const NAMES_ARE_UTF8 = 0x800;
const DATE = 0x21; // 1 January 1980: the same files make the same bytes

/** What the header before a file and its line in the list at the end have in common. */
const described = (name: Uint8Array, bytes: Uint8Array) =>
  numbers(
    [2, VERSION],
    [2, NAMES_ARE_UTF8],
    [2, 0],
    [2, 0],
    [2, DATE],
    [4, crc32(bytes)],
    [4, bytes.length],
    [4, bytes.length],
    [2, name.length],
    [2, 0],
  );

export function zipOf(files: ZipFile[]): Blob {
  const parts: Uint8Array[] = [];
  const list: Uint8Array[] = [];
  const length = (all: Uint8Array[]) => all.reduce((sum, part) => sum + part.length, 0);
  for (const { path, bytes } of files) {
    const name = new TextEncoder().encode(path);
    const about = described(name, bytes);
    list.push(numbers([4, 0x02014b50], [2, VERSION]), about);
    list.push(numbers([2, 0], [2, 0], [2, 0], [4, 0], [4, length(parts)]), name);
    parts.push(numbers([4, 0x04034b50]), about, name, bytes);
  }
  const count = files.length;
  const end = numbers(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, length(list)],
    [4, length(parts)],
    [2, 0],
  );
  return new Blob([...parts, ...list, end] as BlobPart[], { type: "application/zip" });
}
