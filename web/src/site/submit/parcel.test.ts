import { File as NodeFile } from "node:buffer";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { chosenFrom, isSent, parcelOf } from "./parcel";
import { crc32, zipOf } from "./zip";

/* Debian's Node has files, but not by that name everywhere. */
globalThis.File ??= NodeFile as unknown as typeof File;

const file = (path: string, text = "x") => {
  const one = new File([text], path.split("/").pop()!);
  Object.defineProperty(one, "webkitRelativePath", { value: path.includes("/") ? path : "" });
  return one;
};

test("the checksum is the one that everybody knows", () => {
  expect(crc32(new TextEncoder().encode("123456789"))).toBe(0xcbf43926);
});

test("what is packed is unpacked by others, names in any script", async () => {
  const folder = mkdtempSync(join(tmpdir(), "taisen-zip-"));
  const text = new TextEncoder().encode("print('対戦')\n");
  const files = [
    { path: "player.py", bytes: text },
    { path: "lib/部品.py", bytes: new Uint8Array(0) },
  ];
  writeFileSync(join(folder, "a.zip"), new Uint8Array(await zipOf(files).arrayBuffer()));
  const script =
    "import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; print([(n, z.read(n).decode()) for n in z.namelist()])";
  const told = execFileSync("/usr/bin/python3", ["-c", script, join(folder, "a.zip")], {
    encoding: "utf8",
    env: { ...process.env, PYTHONUTF8: "1" },
  });
  expect(told.trim()).toBe("[('player.py', \"print('対戦')\\n\"), ('lib/部品.py', '')]");
  rmSync(folder, { recursive: true });
});

test("a folder is sent without its own name, and without what nobody means to send", () => {
  const paths = [
    "mine/player.py",
    "mine/lib/a.py",
    "mine/.git/config",
    "mine/__pycache__/a.pyc",
    "mine/game.jsonl",
  ];
  expect(chosenFrom(paths.map((path) => file(path))).map(({ path }) => path)).toEqual([
    "lib/a.py",
    "player.py",
  ]);
  expect(isSent("player")).toBe(false);
  expect(isSent("lib/player")).toBe(true);
});

test("one file goes as it is, also a zip; several become one", async () => {
  const one = chosenFrom([file("my player.zip", "PK")]);
  expect((await parcelOf(one)).name).toBe("my player.zip");
  const two = await parcelOf(chosenFrom([file("player.c"), file("arena.h")]));
  expect(two.name).toBe("player.zip");
  expect(new Uint8Array(await two.body.slice(0, 2).arrayBuffer())).toEqual(new Uint8Array([0x50, 0x4b]));
});
