// The rules in WASM give what the native program gives: usage wasm_test.mjs GAMES.WASM TAISEN
import { readFileSync, mkdtempSync, rmSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";

const [wasmFile, taisen] = process.argv.slice(2);
const KINDS = ["none", "action", "invalid", "timeout", "gone"];
const { instance } = await WebAssembly.instantiate(readFileSync(wasmFile), {});
const w = instance.exports;
const hex = (n) => BigInt.asUintN(64, n).toString(16).padStart(16, "0");
const run = (...args) => execFileSync(taisen, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });

function put(bytes) {
  new Uint8Array(w.memory.buffer, w.text(), bytes.length).set(bytes);
  return bytes.length;
}

const read = (length) => Buffer.from(new Uint8Array(w.memory.buffer, w.text(), length)).toString();

function names() {
  return Array.from({ length: w.game_count() }, (_, i) => read(w.game_name(i)));
}

// The checksum of every line follows from the line and the one before.
function checkSums(texts, lines) {
  let sum = 0n;
  texts.forEach((text, i) => {
    sum = w.sum(sum, put(Buffer.from(text.slice(0, text.lastIndexOf(',"sum":')))));
    if (hex(sum) !== lines[i].sum) throw new Error(`line ${i + 1}: the checksum differs`);
  });
}

// What player 1 is sent first.
function sentFirst(file) {
  const header = JSON.parse(readFileSync(file, "utf8").split("\n")[0]);
  put(Buffer.from(header.setup));
  w.open(names().indexOf(header.game), BigInt("0x" + header.seed), header.setup.length, -1);
  const left = header.seats.map((seat) => BigInt(Math.max(0, header.match_ms - seat.name_ms)));
  return read(w.greet(0)) + read(w.prompt(0, ...left));
}

// Plays a record again; the number of steps that agree, or an error.
function replay(file) {
  const texts = readFileSync(file, "utf8").trim().split("\n");
  const lines = texts.map((line) => JSON.parse(line));
  checkSums(texts, lines);
  const header = lines[0];
  const options = Buffer.from(header.setup);
  const map = header.map === null ? null : Buffer.from(header.map);
  put(Buffer.concat([options, map ?? Buffer.alloc(0)]));
  const index = names().indexOf(header.game);
  if (!w.open(index, BigInt("0x" + header.seed), options.length, map ? map.length : -1)) throw new Error(read(80));
  if (hex(w.hash()) !== header.hash) throw new Error("the start differs");
  let steps = 0;
  for (const line of lines.slice(1)) {
    if (line.result) {
      if ((line.result.winner ?? -1) !== w.winner()) throw new Error("the winner differs");
      if (line.result.reason !== read(w.reason())) throw new Error("the reason differs");
      if (line.result.score.some((n, p) => BigInt(n) !== w.score(p))) throw new Error("the score differs");
      continue;
    }
    for (const p of [0, 1]) {
      const length = line.answers[p] === null ? 0 : put(Buffer.from(line.answers[p], "latin1"));
      if (!w.answer(p, KINDS.indexOf(line.replies[p]), length)) throw new Error(`step ${steps}: no answer`);
    }
    w.step();
    if (hex(w.hash()) !== line.hash) throw new Error(`step ${steps}: the state differs`);
    JSON.parse(read(w.frame()));
    steps++;
  }
  return steps;
}

const tests = [["bench gives the native number", () => {
  const native = run("bench").match(/Bench: ([0-9a-f]{16})/)[1];
  if (hex(w.bench()) !== native) throw new Error(`${hex(w.bench())} is not ${native}`);
}]];
const folder = mkdtempSync(join(tmpdir(), "taisen-wasm-"));
for (const name of run("games", "--json").trim().split("\n").map((line) => JSON.parse(line).name)) {
  tests.push([`${name}: recorded games have the same hashes`, () => {
    for (let seed = 1; seed <= 5; seed++) {
      const file = join(folder, `${name}-${seed}.jsonl`);
      run("play", name, "bot:random", "bot:random", "--seed", String(seed), "--record", file, "--json");
      if (replay(file) < 1) throw new Error("nothing was replayed");
      if (!run("replay", file, "--input", "0:1").startsWith(sentFirst(file))) throw new Error("the first prompt differs");
    }
  }]);
}

console.log(`1..${tests.length}`);
tests.forEach(([title, test], i) => {
  try {
    test();
    console.log(`ok ${i + 1} - ${title}`);
  } catch (error) {
    console.log(`# ${error.message}\nnot ok ${i + 1} - ${title}`);
    process.exitCode = 1;
  }
});
rmSync(folder, { recursive: true });
