// The finals as a show: two projectors, the organiser's phone and 16 players in a double elimination, best of three.
// Every game is shown in order on both, and nobody learns more than the stage has shown, whatever dies in between.
// Usage: show_test.mjs TAISEN [FOLDER]: pictures of a message and of the dark screen go into the folder. Prints TAP.
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as tools from "./browser.mjs";
import {
    check,
    checkAccess,
    kill,
    measureText,
    PROJECTORS,
    runTests,
    sure,
    until,
} from "./kit.mjs";
import { startSite } from "./server.mjs";

const [taisen, pictures] = process.argv.slice(2);
if (!tools.chromiumPath) {
    console.log("1..0 # SKIP there is no Chromium here");
    process.exit(0);
}
const PATIENCE_MS = 240_000; // of a busy machine
const HASTE = 100; // a second of the show in so many of a second
const PLAYERS = 16;
const CONTEST = `[contest]
name = Spring cup
game = chaser
seed = 3
setup = turns=10
[ladder]
finalists = ${PLAYERS}
show = yes
settings = margin-ms=20000
[phase Finals]
format = double-elimination
best-of = 3
`;

const folder = mkdtempSync(join(tmpdir(), "taisen-show-"));
const db = join(folder, "league.db");
const file = join(folder, "cup.ini");
writeFileSync(file, CONTEST);
const run = (...words) =>
    execFileSync(taisen, [...words, "--db", db], { encoding: "utf8" });
run("db", "init");
run("db", "add-contest", file, "cup");
for (let i = 1; i <= PLAYERS; i++)
    run(
        ...["db", "add-player", "cup", `Team ${String(i).padStart(2, "0")}`],
        `${taisen} bot chaser chaser-${1 + (i % 4)} --seed ${i}`,
    );
const organiser = JSON.parse(
    run("account", "add", "organiser", "--organiser", "--json"),
);
const OPTIONS = ["--no-bots", "--tries", "1000"];
let site = await startSite(taisen, folder, OPTIONS);
let worker = null;

// ---- help ----

const wait = (is, sentence) => until(is, sentence, PATIENCE_MS);

const ask = async (path) => {
    const answer = await fetch(`${site.origin}/api/v1${path}`);
    return answer.ok ? answer.json() : null;
};

function startWorker() {
    const words = ["worker", "--quiet", "--jobs", "2", "--lease-ms", "2000"];
    worker = spawn(taisen, [...words, "--db", db], { stdio: "ignore" });
}

/** The server dies and comes back at the same address. */
async function restart() {
    const { host } = new URL(site.origin);
    await kill(site.child);
    site = await startSite(taisen, folder, [...OPTIONS, "--listen", host]);
}

/** Lets the time of a page run faster, for everything but the clock of the wall. */
function hasten(haste) {
    const { setTimeout: later, setInterval: often } = window;
    const draw = window.requestAnimationFrame.bind(window);
    const now = performance.now.bind(performance);
    // Not so often that the page does nothing but look at its clock and ask the server.
    const soon = (ms) => Math.max(ms / haste, Math.min(ms, 100));
    window.setTimeout = (f, ms = 0, ...more) => later(f, soon(ms), ...more);
    window.setInterval = (f, ms = 0, ...more) => often(f, soon(ms), ...more);
    performance.now = () => now() * haste;
    window.requestAnimationFrame = (f) => draw((at) => f(at * haste));
}

/** Notes which game is on the screen, and when its end was. */
function takeNotes() {
    window.shown = [];
    window.scenes = {}; // what is too small in each, by its name
    const look = () => {
        const scene = document.querySelector(".showroom")?.dataset.scene;
        const isEnd = document.querySelector(".showgame .verdict");
        const name = isEnd ? `${scene} over` : scene;
        if (scene && !(name in window.scenes))
            window.scenes[name] = window.tooSmall();
        if (document.querySelector(".podium"))
            window.podium ??= {
                places: document.querySelectorAll(".podium li").length,
                small: window.tooSmall(),
                isInside: window.isInside(),
            };
        const match = Number(
            document.querySelector(".showgame")?.dataset.match,
        );
        if (!match) return;
        let last = window.shown[window.shown.length - 1];
        if (last?.match !== match)
            window.shown.push((last = { match, names: names(), end: 0 }));
        if (!last.end && document.querySelector(".showgame .verdict"))
            last.end = Date.now();
    };
    const names = () =>
        [...document.querySelectorAll(".showplayer h2")].map((h) =>
            h.textContent.trim(),
        );
    new MutationObserver(look).observe(document, {
        subtree: true,
        childList: true,
        attributes: true,
    });
}

/** Boards stay empty: to draw them on so many pixels without a graphics card costs more than all the rest. */
function leaveUndrawn() {
    HTMLCanvasElement.prototype.getContext = () => null;
}

async function openProjector(browser, address, viewport, isDrawn = true) {
    const opened = await tools.openPage(browser, "about:blank", {
        origin: site.origin,
        viewport,
    });
    await opened.page.addInitScript(hasten, HASTE);
    await opened.page.addInitScript(takeNotes);
    if (!isDrawn) await opened.page.addInitScript(leaveUndrawn);
    await opened.page.addInitScript(measureText, ".showroom");
    opened.page.setDefaultTimeout(PATIENCE_MS);
    await opened.page.goto(address);
    return opened;
}

const tooSmall = (page) => page.evaluate(() => window.tooSmall());

/** Everything that stood on a screen could be read from the back: each scene, measured when it came. */
async function checkScenes(page) {
    const { scenes, width } = await page.evaluate(() => ({
        scenes: window.scenes,
        width: innerWidth,
    }));
    for (const wanted of ["card", "game", "game over", "bracket", "podium"])
        check(
            wanted in scenes,
            `${width}: no ${wanted} among ${Object.keys(scenes)}`,
        );
    for (const [scene, small] of Object.entries(scenes))
        check(small.length === 0, `${width}: ${scene}: ${small.join("; ")}`);
}

// ---- the show ----

const state = { notes: [[], []] };

async function testRemote(browser) {
    const { page, faults } = await tools.openPage(
        browser,
        `${site.origin}/login`,
        { origin: site.origin, viewport: { width: 390, height: 844 } },
    );
    page.setDefaultTimeout(PATIENCE_MS);
    await page.fill("input[name=name]", "organiser");
    await page.fill("input[name=password]", organiser.password);
    await page.click("form .button.main");
    await page.waitForURL(`${site.origin}/account`);
    await page.goto(`${site.origin}/contests/cup/stage`);
    // What cannot be undone asks first.
    await sure(page, "Close now");
    await sure(page, "Confirm the finalists");
    await page.getByRole("button", { name: "Play all" }).click();
    await page.getByLabel("fast").check();
    state.link = await page
        .locator("a[href*='watch?stage=']")
        .getAttribute("href");
    await checkAccess(page);
    const wide = await page.evaluate(
        () => document.documentElement.scrollWidth,
    );
    check(wide <= 390, `the remote is ${wide} pixels wide on a phone`);
    state.phone = page;
    state.phoneFaults = faults;
    startWorker();
}

/* Whatever anybody without the organiser's role finds, over and over: the newest game among it, and when. */
async function probe() {
    const found = [0];
    const contest = await ask("/contests/cup").catch(() => null);
    const matches = await ask("/matches?limit=200").catch(() => null);
    const results = await ask("/contests/cup/results.json").catch(() => null);
    for (const one of [contest, results])
        for (const phase of one?.phases ?? [])
            for (const match of phase.matches)
                found.push(...match.games.map((game) => game.match));
    found.push(...(matches?.matches ?? []).map(({ id }) => id));
    const hidden = await ask("/ladders/cup-finals").catch(() => null);
    const isOpen = hidden !== null;
    const answered = Date.now();
    return {
        answered,
        newest: Math.max(...found),
        isOpen,
        state: contest?.state,
    };
}

const LONG_MESSAGE =
    "The semi-finals begin at 14:30; lunch is served in the hall next door.";

/** A message and the dark screen, from the phone to the projectors. */
async function checkMessage(phone, pages) {
    const keep = (page, name) =>
        pictures && page.screenshot({ path: join(pictures, `${name}.png`) });
    await state.phone.fill("input[name=message]", LONG_MESSAGE.slice(0, 66));
    await phone("Show");
    for (const [i, page] of pages.entries()) {
        await page.locator(".showmessage").waitFor();
        const small = await tooSmall(page);
        check(small.length === 0, `the message: ${small.join("; ")}`);
        check(await page.evaluate(() => window.isInside()), "it fits");
        await keep(page, `message-${i}`);
    }
    await phone("Blank screen");
    for (const [i, page] of pages.entries()) {
        await page.locator(".showroom.blank").waitFor();
        check(!(await page.getByText("Paused").count()), "it is dark");
        await keep(page, `blank-${i}`);
    }
    await phone("Unblank screen");
    await phone("Clear");
    for (const page of pages) {
        await page.locator(".showroom:not(.blank)").waitFor();
        await page.locator(".showmessage").waitFor({ state: "detached" });
    }
}

async function testShow(browser) {
    const phone = (name) =>
        state.phone.getByRole("button", { name, exact: true }).click();
    await phone("Pause");
    const projectors = [
        await openProjector(browser, state.link, PROJECTORS[0]),
        await openProjector(browser, state.link, PROJECTORS[2]),
    ];
    for (const { page } of projectors) {
        await page.getByText("Paused").waitFor();
        check((await page.locator(".showgame").count()) === 0, "it waits");
    }
    await checkMessage(
        phone,
        projectors.map(({ page }) => page),
    );
    await phone("Resume");
    const probes = [];
    const killAt = [20, 45];
    const isOver = async () => {
        const all = await Promise.all(
            projectors.map(({ page }) =>
                page.evaluate(() => ({
                    scene: document.querySelector(".showroom")?.dataset.scene,
                    count: window.shown.length,
                })),
            ),
        );
        probes.push(await probe());
        // Pulls the plug in the middle: of the worker, then of the server.
        if (killAt.length && all[0].count >= killAt[0]) {
            killAt.shift();
            await kill(worker);
            await restart();
            startWorker();
            await state.phone.reload();
        }
        return all.every(({ scene }) => scene === "podium" || scene === "end");
    };
    await wait(isOver, "the show does not come to its end");
    check(killAt.length === 0, "nothing was killed");
    const order = (await ask("/contests/cup")).phases[0].matches
        .flatMap(({ games }) => games.map(({ match }) => match))
        .sort((a, b) => a - b);
    check(order.length >= 60, `only ${order.length} games were played`);
    const notes = await Promise.all(
        projectors.map(({ page }) => page.evaluate(() => window.shown)),
    );
    for (const [i, list] of notes.entries()) {
        const matches = list.map(({ match }) => match);
        check(
            String(matches) === String(order),
            `projector ${i + 1} showed ${matches}, not ${order}`,
        );
        check(
            list.every(({ end }) => end > 0),
            `projector ${i + 1} left out an end`,
        );
        check(
            list.every(({ names }) =>
                names.every((n) => /^Team \d\d$/.test(n)),
            ),
            `the names are ${JSON.stringify(list[0].names)}`,
        );
    }
    // What was found by a moment had been seen before it on one of the screens, however long the answers took.
    for (const { answered, newest, isOpen, state: told } of probes) {
        const seen = notes
            .flat()
            .filter(({ end }) => end <= answered)
            .map(({ match }) => match);
        const most = Math.max(0, ...seen);
        check(newest <= most, `match ${newest} was told, ${most} was shown`);
        const isAll = most === order[order.length - 1];
        check(isAll || (!isOpen && told !== "over"), "the end was told early");
    }
    check(probes.length > 20, `only ${probes.length} probes`);
    console.log(`# ${order.length} games, ${probes.length} probes`);
    for (const { page, faults, close } of projectors) {
        await checkScenes(page);
        const rest = faults.filter((f) => !/ERR_|Failed to load/.test(f));
        check(rest.length === 0, rest.join("; "));
        await close();
    }
}

async function testEnd(browser) {
    for (const viewport of PROJECTORS) {
        const { page, close } = await openProjector(
            browser,
            `${site.origin}/contests/cup/watch`,
            viewport,
        );
        await page.waitForFunction(() => window.podium);
        const podium = await page.evaluate(() => window.podium);
        check(podium.small.length === 0, podium.small.join("; "));
        check(podium.isInside && podium.places === 3, "the podium fits");
        await page.waitForSelector("[data-scene=end]");
        check((await tooSmall(page)).length === 0, "the bracket can be read");
        await close();
    }
    const { page, close } = await tools.openPage(
        browser,
        `${site.origin}/contests/cup`,
        { origin: site.origin },
    );
    await page.locator(".bracket details").first().click();
    await page.locator(".gamelist a").first().click();
    await page.waitForURL(/\/matches\/\d+/);
    await page.waitForSelector("canvas");
    const heading = await page.locator(".player h2").first().textContent();
    check(/Team \d\d/.test(heading), `the viewer calls them ${heading}`);
    check(
        /chaser-\d/.test(heading),
        "what the program prints stands beside it",
    );
    await close();
}

const LOCAL = `[contest]
name = Local cup
game = chaser
seed = 5
setup = turns=10
[player Aki]
seat = bot:chaser-4
[player Ben]
seat = bot:chaser-1
[player Chie]
seat = bot:chaser-3
[player Dan]
seat = bot:chaser-2
[phase Qualifier]
format = qualifier
bot = bot:chaser-1
[phase Finals]
format = knockout
judge = items
`;

const keysAfter = async (count) =>
    (await ask(`/contests/local?games=${count}`)).phases
        .flatMap(({ matches }) => matches.flatMap(({ games }) => games))
        .map(({ key }) => key);

/** How many turns a game of the contest from a file had. */
async function turnsOf(number) {
    const before = await keysAfter(number - 1);
    const key = (await keysAfter(number)).find((one) => !before.includes(one));
    const path = `/contests/local/games/${key.replaceAll(":", "-")}`;
    const record = await (await fetch(`${site.origin}/api/v1${path}`)).text();
    return Number(/"turns":(\d+)/.exec(record)[1]);
}

/** Pauses while a game is on the screen: pressed from outside, the button may come when its end has been shown. */
const pressInGame = (page) =>
    page.waitForFunction(() => {
        const pause = [...document.querySelectorAll(".showbar button")].find(
            (button) => button.textContent.trim() === "Pause",
        );
        const isGame =
            document.querySelector(".showgame .turn") &&
            !document.querySelector(".showgame .verdict");
        if (pause && isGame) pause.click();
        return pause && isGame;
    });

/** Even so the game may have ended in that moment: then the next one is paused. */
async function pauseInGame(page) {
    const resume = page.getByRole("button", { name: "Resume" });
    for (;;) {
        await pressInGame(page);
        await resume.waitFor();
        if (await page.locator(".showgame .turn").count()) return;
        await resume.click();
    }
}

/** A paused game that is shown again stands where its pace begins. */
async function checkLastThird(page) {
    const number = await page.getAttribute(".showgame", "data-match");
    const turns = await turnsOf(Number(number));
    check(turns >= 3, `game ${number} has only ${turns} turns`);
    const speed = page.getByLabel("Speed");
    for (const [pace, first] of [
        ["ending", Math.floor((2 * turns) / 3)],
        ["normal", 0],
    ]) {
        await speed.selectOption(pace);
        await page.getByRole("button", { name: "Replay" }).click();
        const is = (turn) =>
            document.querySelector(".showgame .turn")?.textContent ===
            `Turn ${turn}`;
        await page.waitForFunction(is, first).catch(async () => {
            const stands = await page.textContent(".showgame .turn");
            check(false, `${pace}: ${stands}, not ${first} of ${turns}`);
        });
    }
}

/* A contest from a file has the show, too: from its first game, whatever was played, and on where it stood. */
async function testFile(browser) {
    const contests = join(folder, "contests");
    mkdirSync(contests, { recursive: true });
    writeFileSync(join(contests, "local.ini"), LOCAL);
    execFileSync(
        taisen,
        [
            ...["tournament", "local.ini", "--out", "local.jsonl"],
            ...["--records", "local.records"],
        ],
        { cwd: contests, stdio: "ignore" },
    );
    const { games, places } = await ask("/contests/local");
    const none = await ask("/contests/local?games=0");
    check(none.games === 0 && none.places.length === 0, "nothing is known yet");
    const { page, faults, close } = await openProjector(
        browser,
        `${site.origin}/contests/local/watch`,
        PROJECTORS[1],
        false,
    );
    await pauseInGame(page);
    const first = await page.textContent(".showroom");
    check(!first.includes("★"), `it begins with the end: ${first}`);
    await checkLastThird(page);
    await page.getByRole("button", { name: "Resume" }).click();
    await page.waitForFunction(() => window.shown.length > 2);
    const before = await page.evaluate(() => window.shown);
    await page.reload();
    await page.waitForFunction(() => window.podium);
    const after = await page.evaluate(() => window.shown);
    const numbers = [...before, ...after].map(({ match }) => match);
    const order = Array.from({ length: games }, (_, i) => i + 1);
    check(
        String([...new Set(numbers)]) === String(order),
        `it showed ${numbers}, not 1 to ${games}`,
    );
    await page.waitForSelector("[data-scene=end]");
    await checkScenes(page);
    const end = await page.textContent(".showend");
    check(end.includes(places[0]), `the end says ${end}`);
    check((await tooSmall(page)).length === 0, "all of it can be read");
    await page.locator(".showend details").last().click();
    await page.locator(".showend .gamelist a").last().click();
    await page.waitForURL(/\/contests\/local\/games\//);
    await page.waitForSelector("canvas");
    check(faults.length === 0, faults.join("; "));
    await close();
}

const tests = [
    ["the organiser opens the show on a phone", testRemote],
    [
        "two projectors show every game in order, and nobody learns more, whatever is killed",
        testShow,
    ],
    ["at the end there are a podium and a bracket whose matches open", testEnd],
    ["a contest from a file is shown game by game, too", testFile],
];
await runTests(tests, await tools.openBrowser(), async () => {
    await kill(worker);
    await kill(site.child);
    rmSync(folder, { recursive: true, force: true });
});
