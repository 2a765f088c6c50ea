// A site of its own for tests and pictures: `taisen serve` in a temporary folder, with matches that are already played.
import { execFile, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { botsOf, gamesOf } from "./games.mjs";

// Tests read English, whoever runs them.
for (const name of ["LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE"])
    delete process.env[name];

const run = promisify(execFile);

const CONTEST = `[contest]
name = A small cup
game = reborn
seed = 3
setup = turns=10
[player Aki]
seat = bot:random
[player Ben]
seat = bot:random
[player Chie]
seat = bot:random
[player Dan]
seat = bot:random
[phase Finals]
format = double-elimination
games = 1
`;

/** Who is not root may have no control groups: the cage is weak, and takes programs all the same. Null: there is none. */
export function cageArguments(taisen) {
    const told = execFileSync(taisen, ["doctor", "--json"]);
    const { sandbox: cage } = JSON.parse(told);
    if (cage === "none") return null;
    return cage === "weak" ? ["--sandbox-min", "weak"] : [];
}

/** Starts the server and waits until it says where it is. */
export async function startSite(taisen, folder, more) {
    const child = spawn(
        taisen,
        [
            "serve",
            "--json",
            "--var",
            folder,
            "--listen",
            "127.0.0.1:0",
            ...more,
        ],
        { stdio: ["ignore", "pipe", "inherit"] },
    );
    const gone = new Promise((_, fail) =>
        child.once("exit", (code) =>
            fail(new Error(`taisen serve ended with ${code}`)),
        ),
    );
    gone.catch(() => {});
    const line = new Promise((done) => {
        let text = "";
        child.stdout.on("data", (bytes) => {
            text += bytes;
            if (text.includes("\n")) done(text);
        });
    });
    const { url, organiser } = JSON.parse(await Promise.race([line, gone]));
    return { child, origin: url.replace(/\/$/, ""), organiser };
}

/** Two matches of bots that are not the same. */
async function queue(taisen, db, game) {
    const players = botsOf(taisen, game);
    if (players[0] === players[1]) players[1] = "random";
    await run(taisen, ["db", "queue", game, ...players, "--db", db]);
}

/** Matches of all games, and a contest. */
async function prepare(taisen, folder) {
    const db = join(folder, "league.db");
    for (const game of gamesOf(taisen)) {
        await queue(taisen, db, game);
    }
    await run(taisen, [
        "worker",
        "--drain",
        "--quiet",
        "--jobs",
        "2",
        "--db",
        db,
    ]);
    const contests = join(folder, "contests");
    mkdirSync(contests, { recursive: true });
    writeFileSync(join(contests, "cup.ini"), CONTEST);
    execFileSync(
        taisen,
        ["tournament", "cup.ini", "--out", "cup.jsonl", "--jobs", "2"],
        { cwd: contests, stdio: "ignore" },
    );
}

/** A match of bots that lasts some seconds and is being played: its id, and what ends its worker. */
async function playLive(taisen, folder, game, ask) {
    const db = join(folder, "league.db");
    await queue(taisen, db, game);
    const worker = spawn(
        taisen,
        [
            ...["worker", "--once", "--quiet", "--pace-ms", "250", "--db", db],
            ...["--live", join(folder, "live")],
        ],
        { stdio: "ignore" },
    );
    for (;;) {
        const { matches } = await ask("/live");
        if (matches.length > 0)
            return { id: matches[0].id, stop: () => stopSite(worker) };
        if (worker.exitCode !== null) throw new Error("the worker has ended");
        await new Promise((done) => setTimeout(done, 50));
    }
}

/** With `more`, bots play on while it is open: prepared without them, or there would be no end. */
export async function openSite(taisen, more = null) {
    const folder = mkdtempSync(join(tmpdir(), "taisen-site-"));
    let running = await startSite(taisen, folder, ["--no-bots"]);
    await prepare(taisen, folder);
    if (more) {
        await stopSite(running.child);
        running = await startSite(taisen, folder, more);
    }
    const { origin } = running;
    const ask = async (path) => (await fetch(`${origin}/api/v1${path}`)).json();
    const startAgain = async () => {
        const here = ["--no-bots", "--listen", new URL(origin).host];
        running = await startSite(taisen, folder, here);
    };
    return {
        origin,
        ask,
        playLive: (game) => playLive(taisen, folder, game, ask),
        startAgain,
        stop: () => stopSite(running.child),
        clean: () => rmSync(folder, { recursive: true, force: true }),
    };
}

/** A site with nothing in it but what the test puts there. */
export async function openEmpty(taisen, more, prepare = () => {}) {
    const folder = mkdtempSync(join(tmpdir(), "taisen-site-"));
    await prepare(folder);
    const { child, origin, organiser } = await startSite(taisen, folder, more);
    const ask = async (path) => (await fetch(`${origin}/api/v1${path}`)).json();
    return {
        folder,
        origin,
        organiser,
        ask,
        stop: () => stopSite(child),
        clean: () => rmSync(folder, { recursive: true, force: true }),
    };
}

/** A site that watches a folder; record(...) plays a match into it. */
export async function openWatcher(taisen) {
    const folder = mkdtempSync(join(tmpdir(), "taisen-site-"));
    const records = join(folder, "records");
    mkdirSync(records);
    const more = ["--no-bots", "--watch", records];
    const { child, origin } = await startSite(taisen, folder, more);
    const record = (name, ...match) =>
        run(taisen, ["play", ...match, "--record", join(records, name)]);
    const close = async () => {
        await stopSite(child);
        rmSync(folder, { recursive: true, force: true });
    };
    return { origin, record, close };
}

export async function stopSite(child) {
    const ended = new Promise((done) => child.once("exit", done));
    if (child.exitCode === null && child.kill("SIGTERM")) await ended;
}
