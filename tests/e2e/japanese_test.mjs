// On a Japanese screen everything is Japanese: usage japanese_test.mjs TAISEN. Prints TAP.
//
// Reads every page as a visitor, a player and an organiser see it, and fails on words in Latin letters that are not on the
// short list of names in japanese.mjs. The pages of a CHaser day are read by day_test.mjs.
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as tools from "./browser.mjs";
import { foreignIn, NAMES, textOf } from "./japanese.mjs";
import { check, runTests } from "./kit.mjs";
import { botsOf } from "./games.mjs";
import { cageArguments, openEmpty } from "./server.mjs";

const [taisen] = process.argv.slice(2);
if (!tools.chromiumPath) {
    console.log("1..0 # SKIP there is no Chromium here");
    process.exit(0);
}
const CUP = `[contest]
name = 春の大会
game = chaser
seed = 3
[player 秋]
seat = bot:chaser-1
[player 勉]
seat = bot:chaser-1
[player 千恵]
seat = bot:chaser-1
[player 弾]
seat = bot:chaser-1
[phase 予選]
format = qualifier
bot = bot:chaser-1
[phase 決勝]
format = knockout
games = 2
`;
const LEAGUE = `[contest]
name = 夏の大会
game = reborn
seed = 7
setup = turns=10
[ladder]
finalists = 4
[phase 決勝]
format = double-elimination
games = 1
`;

const json = (...args) => JSON.parse(execFileSync(taisen, args));
let password = "";
let pupil = "";

const cage = cageArguments(taisen); // null: no programs can be taken here
const site = await openEmpty(taisen, [
    ...["--no-bots", "--signup", "open"],
    ...(cage ?? []),
]);

/* The server has made the ladders; now there is something to read about. */
function prepare(folder) {
    const db = ["--db", join(folder, "league.db")];
    const run = (cwd, ...args) =>
        execFileSync(taisen, args, { cwd, stdio: "ignore" });
    password = json(
        "account",
        "add",
        "organiser",
        "--organiser",
        "--json",
        ...db,
    ).password;
    pupil = json("account", "add", "ken", "--json", ...db).password;
    run(folder, "account", "ban", "ken", "試しに", ...db);
    run(folder, "account", "unban", "ken", ...db);
    for (const game of ["reborn", "chaser"])
        run(folder, "db", "queue", game, ...botsOf(taisen, game), ...db);
    run(folder, "worker", "--drain", "--quiet", ...db);
    const contests = join(folder, "contests");
    mkdirSync(contests, { recursive: true });
    writeFileSync(join(contests, "cup.ini"), CUP);
    const kept = ["--out", "cup.jsonl", "--records", "cup.records"];
    run(contests, "tournament", "cup.ini", ...kept);
    writeFileSync(join(folder, "natsu.ini"), LEAGUE);
    run(folder, "db", "add-contest", "natsu.ini", ...db);
}

try {
    prepare(site.folder);
} catch (error) {
    await site.stop();
    throw error;
}
for (const { name, title } of (await site.ask("/games")).games)
    for (const word of `${name} ${title}`.toLowerCase().match(/[a-z0-9]+/g))
        NAMES.add(word);
for (const { name } of (await site.ask("/bots")).bots)
    for (const word of name.toLowerCase().split(/[^a-z0-9]+/)) NAMES.add(word);
for (const word of ["organiser", "ken", "cup", "natsu", "finals"])
    NAMES.add(word);

async function visit(browser) {
    const opened = await tools.openPage(browser, site.origin, {
        origin: site.origin,
        locale: "ja-JP",
        timezoneId: "Asia/Tokyo",
        reducedMotion: "reduce",
    });
    opened.page.setDefaultTimeout(60_000);
    return opened;
}

/** Goes to each address and reads it once nothing is waited for any more. */
async function read(page, paths) {
    const faults = [];
    for (const path of paths) {
        await page.goto(site.origin + path);
        await page
            .locator("main h1, main .show, main canvas, main .watchempty")
            .first()
            .waitFor();
        await page.waitForFunction(
            () => !document.querySelector(".waiting, [aria-busy=true]"),
        );
        faults.push(
            ...foreignIn(await textOf(page)).map(
                (fault) => `${path}: ${fault}`,
            ),
        );
    }
    check(
        faults.length === 0,
        `not Japanese:\n${[...new Set(faults)].join("\n")}`,
    );
}

async function logIn(page, name, word) {
    await page.goto(`${site.origin}/login`);
    await page.fill("input[name=name]", name);
    await page.fill("input[name=password]", word);
    await page.click("form .button.main");
    await page.waitForURL(`${site.origin}/account`);
}

async function testVisitor(browser) {
    const { page, close } = await visit(browser);
    const games = (await site.ask("/games")).games.map(({ name }) => name);
    const { matches } = await site.ask("/matches");
    const { standings } = await site.ask("/ladders/reborn");
    const [{ key }] = (await site.ask("/contests/cup")).phases.flatMap(
        (phase) => phase.matches.flatMap((match) => match.games),
    );
    await read(page, [
        ...[
            "/",
            "/play",
            "/watch",
            "/watch/screen",
            "/ladders",
            "/ladders/reborn",
            "/contests",
            "/download",
        ],
        ...[
            "/docs",
            "/login",
            "/signup",
            "/rooms",
            "/write",
            "/docs/contest",
            "/nothing-here",
            `/players/${standings[0].player}`,
        ],
        ...[
            "/contests/cup",
            "/contests/cup/watch",
            `/contests/cup/games/${key.replaceAll(":", "-")}`,
            "/contests/natsu",
            "/contests/natsu/watch",
        ],
        ...games.flatMap((game) => [`/games/${game}`, `/play/${game}`]),
        ...matches.map(({ id }) => `/matches/${id}`),
    ]);
    await close();
}

async function testOrganiser(browser) {
    const { page, close } = await visit(browser);
    await logIn(page, "organiser", password);
    await read(page, [
        "/account",
        "/programs",
        "/notices",
        "/rooms",
        "/contests/natsu",
        "/contests/natsu/stage",
    ]);
    await read(
        page,
        [
            "",
            "/contests",
            "/people",
            "/matches?where=ladder:reborn",
            "/stage",
            "/machines",
            "/log",
        ].map((tab) => `/desk${tab}`),
    );
    await close();
}

/** What a player reads in a practice room. */
async function testRoom(browser) {
    const { page, close } = await visit(browser);
    await logIn(page, "ken", pupil);
    const { code } = await page.evaluate(async () => {
        const session = await (await fetch("/api/v1/session")).json();
        const answer = await fetch("/api/v1/rooms", {
            method: "POST",
            headers: {
                "X-CSRF-Token": session.csrf,
                "Content-Type": "application/json",
            },
            body: JSON.stringify({ game: "reborn" }),
        });
        return answer.json();
    });
    for (const word of code.toLowerCase().match(/[a-z]+/g) ?? [])
        NAMES.add(word);
    await read(page, [`/rooms/${code}`, "/programs", "/account"]);
    await close();
}

/** Sends a program in and has it built: the number of the submission. */
async function submitted(page, source) {
    const { id } = await page.evaluate(async (text) => {
        const session = await (await fetch("/api/v1/session")).json();
        const answer = await fetch(
            "/api/v1/submissions?ladder=reborn&name=player.py&language=python",
            {
                method: "POST",
                headers: {
                    "X-CSRF-Token": session.csrf,
                    "Content-Type": "application/octet-stream",
                },
                body: text,
            },
        );
        return answer.json();
    }, source);
    check(id > 0, "the program is taken");
    execFileSync(
        taisen,
        [
            ...["worker", "--drain", "--quiet", ...cage],
            ...["--db", join(site.folder, "league.db")],
        ],
        { stdio: "ignore" },
    );
    return id;
}

/** What the check and the builder found, to the author and on the desk. */
async function testPrograms(browser) {
    if (!cage) return;
    const author = await visit(browser);
    await logIn(author.page, "ken", pupil);
    const broken = [
        'print("ken", flush=True)\ninput()\nprint("??", flush=True)\ninput()\n', // no answer
        'print("ken", flush=True)\n', // ends
        'print("ken:", flush=True)\n', // no name
        "import os\nos.nothing\n",
    ];
    const ids = [];
    for (const source of broken) ids.push(await submitted(author.page, source));
    await read(
        author.page,
        ids.map((id) => `/programs/${id}`),
    );
    const told = await author.page.locator(".findings").textContent();
    check(told.includes("標準エラー出力"), `the report says ${told}`);
    await author.close();
    const organiser = await visit(browser);
    await logIn(organiser.page, "organiser", password);
    await read(organiser.page, ["/desk", "/desk/log"]);
    await organiser.close();
}

/** What a contest's file lacks, in the form that it is written with. */
async function testContestFile(browser) {
    const { page, close } = await visit(browser);
    await logIn(page, "organiser", password);
    await page.goto(`${site.origin}/desk/contests`);
    const ladder = "[contest]\ngame = reborn\n[ladder]\n";
    for (const [file, word] of [
        ["[contest]\nseed = x\n", "2 行目: seed: 0 以上の整数"],
        ["[contest]\ngame = go\n", "次のどれか"],
        ["あ\n", "コメントでもない"],
        [`${ladder}closes = x\n`, "4 行目: closes: 日時は"],
        [`${ladder}[phase x]\nformat = swiss\nrounds = 60\n`, "スイス式"],
        [
            `${ladder}[phase x]\nformat = swiss\nsetup = x=1\n`,
            "という設定はありません",
        ],
    ]) {
        await page.locator("textarea").fill(file);
        const told = page.locator("[role=alert]", { hasText: word });
        await told.waitFor();
        const foreign = foreignIn([
            (await told.textContent()).replace(
                /closes|seed|game|rounds|JST|swiss|codevs\d|phase|setup|turns|mix/g,
                "",
            ),
        ]);
        check(foreign.length === 0, foreign.join("\n"));
    }
    await close();
}

/** Files that are handed out follow the page that they are linked from. */
async function testFiles(browser) {
    const { page, close } = await visit(browser);
    await page.goto(`${site.origin}/contests/cup`);
    for (const part of ["bracket.svg", "results.csv"]) {
        const address = await page
            .locator(`a[href*="${part}"]`)
            .first()
            .getAttribute("href");
        const text = await (await fetch(site.origin + address)).text();
        const words = text
            .replace(/<style>.*?<\/style>|<[^>]*>/gs, " ")
            .split("\n");
        const foreign = foreignIn(words);
        check(foreign.length === 0, `${part}: ${foreign.join("\n")}`);
    }
    await close();
}

/** The server refuses, and the page says why in Japanese. */
async function testRefusals(browser) {
    const { page, close } = await visit(browser);
    await page.goto(`${site.origin}/signup`);
    await page.fill("input[name=name]", "a b");
    await page.fill("input[name=password]", "correct horse");
    await page.click("form .button.main");
    const told = await page.locator("[role=alert]").textContent();
    check(told.includes("アカウント名に使えるのは"), `it says ${told}`);
    await close();
}

const browser = await tools.openBrowser();
await runTests(
    [
        ["what a visitor reads is Japanese", testVisitor],
        ["what an organiser reads is Japanese", testOrganiser],
        ["what stands in a practice room is Japanese", testRoom],
        ["what is found in a program is Japanese", testPrograms],
        ["what is wrong in a contest's file is Japanese", testContestFile],
        ["pictures and tables are Japanese", testFiles],
        ["a refusal of the server is Japanese", testRefusals],
    ],
    browser,
);
await site.stop();
site.clean();
