// A site with everything in it that makes pages hard to lay out: ladders of 0, 3 and 3,000 players, the longest names
// that are allowed, matches of every state and game, and a contest in each of its states. Made by the commands that
// organisers use; only the 3,000 go straight into the database, where `taisen db rerate` and `db check` see them.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { botsOf, gamesOf } from "./games.mjs";
import { startSite, stopSite } from "./server.mjs";

export const LONG_NAMES = ["W".repeat(64), "対".repeat(21), "i".repeat(30)];
const PASSWORD = "correct horse battery";

const contestOf = (name, ladder) => `[contest]
name = ${name}
game = reborn
seed = 7
setup = turns=10
names = any
[ladder]
finalists = 4
${ladder}
[phase Finals]
format = double-elimination
games = 1
extra-games = 4
`;
const CUP = `[contest]
name = ${LONG_NAMES[0].slice(0, 40)}
game = reborn
seed = 3
setup = turns=10
names = any
${["W".repeat(40), "対".repeat(13), "Aki", "Ben", "Chie", "Dan", "Eri"]
    .map((name) => `[player ${name}]\nseat = bot:random\n`)
    .join("")}[phase League]
format = round-robin
games = 2
[phase Finals]
format = knockout
players = 4
games = 2
`;

/* 3,000 players, each with a version, and a circle of results among those who are near each other. */
const CROWD = `
import sqlite3, sys, time
db = sqlite3.connect(sys.argv[1])
(ladder,) = db.execute("SELECT id FROM ladders WHERE name = 'crowd'").fetchone()
first = 1 + max(db.execute("SELECT COALESCE(MAX(id), 0) FROM " + t).fetchone()[0] for t in ("players", "versions"))
match = 1 + db.execute("SELECT COALESCE(MAX(id), 0) FROM matches").fetchone()[0]
result = 1 + db.execute("SELECT COALESCE(MAX(id), 0) FROM results").fetchone()[0]
now, many = int(time.time() * 1000), 3000
for i in range(many):
    one, name = first + i, "%s %04d" % (("player", "選手", "Spielerin")[i % 3], i)
    db.execute("INSERT INTO players VALUES (?, ?, 'program', NULL, ?)", (one, name, now - i))
    db.execute("INSERT INTO versions VALUES (?, ?, 'reborn', 1, 'bot:random', NULL, 'c', 'active', ?)", (one, one, now - i))
    db.execute("INSERT INTO entries VALUES (?, ?, ?, 0, 1500, 350, 0.06, 0, 0, 0, 0, 0, 0, ?, 0, 0, 0)", (ladder, one, one, now - i))
for i in range(2 * many):
    a, b = first + i * 7 % many, first + (i * 7 + 1 + i % 5) % many
    db.execute("INSERT INTO matches (id, key, ladder, seed, version0, version1, player0, player1, created) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
               (match + i, "crowd:%d" % i, ladder, i, a, b, a, b, now - 10))
    db.execute("INSERT INTO results VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'danger line', 60, 1234567, 152, '', '', 1, 1, 1, 1, 1500, 1500, "
               "350, 350, 1, 'vm', ?, 0, 0, 1)", (result + i, match + i, ladder, a, b, a, b, (0, 1, 0, -1, 0)[i % 5], now - 60000 * (2 * many - i)))
db.commit()
`;

async function fill(taisen, folder) {
    const db = join(folder, "league.db");
    const run = (...words) =>
        execFileSync(taisen, [...words, "--db", db], {
            cwd: folder,
            encoding: "utf8",
            stdio: ["pipe", "pipe", "inherit"],
        });
    const add = (name, ...more) =>
        execFileSync(
            taisen,
            ["account", "add", name, "--stdin", ...more, "--db", db],
            { input: `${PASSWORD}\n`, stdio: ["pipe", "ignore", "inherit"] },
        );
    /* Each plays in a way of its own, or finals would be level for ever. */
    const programOf = (name) =>
        `${taisen} bot reborn random --seed ${name.length}`;
    const any = ["--set", "names=any", "--set", "pairing=0"];
    for (const ladder of ["empty", "three", "crowd"])
        run("db", "add-ladder", ladder, "reborn", ...any);
    for (const name of LONG_NAMES)
        run("db", "add-player", "three", name, programOf(name));
    run("db", "queue", "three", LONG_NAMES[0], LONG_NAMES[1], "--games", "4");
    for (const game of gamesOf(taisen)) {
        const [one, other] = botsOf(taisen, game);
        const against = one === other ? "random" : other;
        run("db", "queue", game, one, against);
    }
    run("worker", "--drain", "--quiet", "--jobs", "2");
    run("db", "queue", "three", LONG_NAMES[1], LONG_NAMES[2]);
    const [{ match }] = JSON.parse(
        `[${run("db", "matches", "three", "--most", "1", "--json").trim()}]`,
    );
    run("db", "annul", String(match), "The power failed in the hall.");
    for (const [name, ladder] of [
        ["soon", "opens = 2999-05-01 10:00 JST"],
        ["open", "closes = 2999-05-07 18:00 JST"],
        ["private", "code = sesame"],
        ["finals", "show = yes"],
        ["over", ""],
    ]) {
        const file = join(folder, `${name}.ini`);
        writeFileSync(file, contestOf(`The ${name} contest`, ladder));
        run("db", "add-contest", file, name);
    }
    for (const name of [...LONG_NAMES, "Aki", "Jones"])
        for (const ladder of ["open", "finals", "over"])
            run("db", "add-player", ladder, name, programOf(name));
    const contests = join(folder, "contests");
    mkdirSync(contests, { recursive: true });
    writeFileSync(join(contests, "cup.ini"), CUP);
    execFileSync(taisen, ["tournament", "cup.ini", "--out", "cup.jsonl"], {
        cwd: contests,
        stdio: "ignore",
    });
    add("organiser", "--organiser");
    add("newcomer");
    add(LONG_NAMES[1]);
    execFileSync("/usr/bin/python3", ["-", db], {
        input: CROWD,
        stdio: ["pipe", "ignore", "inherit"],
    });
    run("db", "rerate", "crowd");
    run("db", "check");
}

/** What an organiser does at the desk: one contest is over, another in the middle of its finals. */
async function playFinals(taisen, folder, origin) {
    const api = `${origin}/api/v1`;
    const json = { "Content-Type": "application/json" };
    const answer = await fetch(`${api}/session`, {
        method: "POST",
        headers: { ...json, Origin: origin },
        body: JSON.stringify({ name: "organiser", password: PASSWORD }),
    });
    const { csrf } = await answer.json();
    const headers = {
        ...json,
        Cookie: answer.headers.get("set-cookie").split(";")[0],
        "X-CSRF-Token": csrf,
        Origin: origin,
    };
    const act = async (path, body = {}) => {
        const method = "POST";
        const what = { method, headers, body: JSON.stringify(body) };
        const told = await fetch(api + path, what);
        if (!told.ok) throw new Error(`${path}: ${await told.text()}`);
    };
    await act("/desk/announcements", { text: "The finals begin at three." });
    for (const name of ["finals", "over"]) {
        await act(`/desk/contests/${name}/close`);
        await act(`/desk/contests/${name}/finals`);
        await act(`/desk/contests/${name}/${name === "over" ? "all" : "next"}`);
    }
    const db = join(folder, "league.db");
    const stateOf = async () =>
        (await (await fetch(`${api}/contests/over`)).json()).state;
    while ((await stateOf()) !== "over")
        execFileSync(taisen, ["worker", "--drain", "--quiet", "--db", db]);
}

/** Logs a page in. */
export async function logIn(page, origin, name) {
    await page.goto(`${origin}/login`);
    await page.fill("input[name=name]", name);
    await page.fill("input[name=password]", PASSWORD);
    await page.click("form .button.main");
    await page.waitForURL(`${origin}/account`);
}

export async function openFull(taisen) {
    const folder = mkdtempSync(join(tmpdir(), "taisen-full-"));
    const options = ["--no-bots", "--signup", "open", "--sandbox-min", "none"];
    const first = await startSite(taisen, folder, options); // makes the ladders
    await stopSite(first.child);
    await fill(taisen, folder);
    const { child, origin } = await startSite(taisen, folder, options);
    await playFinals(taisen, folder, origin);
    const ask = async (path) => (await fetch(`${origin}/api/v1${path}`)).json();
    return {
        folder,
        origin,
        ask,
        stop: () => stopSite(child),
        clean: () => rmSync(folder, { recursive: true, force: true }),
    };
}
