// The self-contained page of each game in a browser: usage viewer_test.mjs TAISEN. Prints TAP.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
    check,
    checkAccess,
    checkSight,
    PATIENCE_MS,
    pictureRate,
    runTests,
    seekTimes,
    waitFor,
} from "./kit.mjs";
import { gamesOf, matchOf } from "./games.mjs";

const [taisen] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "taisen-e2e-"));
const run = (...args) =>
    execFileSync(taisen, args, {
        encoding: "utf8",
        stdio: ["ignore", "pipe", "ignore"],
    });
const fileOf = (name) => join(folder, name);

function makePage(name, game, seats) {
    run(
        "play",
        game,
        ...seats,
        "--seed",
        "7",
        "--record",
        fileOf(`${name}.jsonl`),
        "--json",
    );
    run("replay", fileOf(`${name}.jsonl`), "--html", fileOf(`${name}.html`));
    return `file://${fileOf(`${name}.html`)}`;
}

// ---- what a watcher does ----

const seekBar = (page) => page.getByRole("slider");
const position = async (page) => Number(await seekBar(page).inputValue());
const lastOf = async (page) => Number(await seekBar(page).getAttribute("max"));

async function press(page, key, wanted) {
    await page.keyboard.press(key);
    await waitFor(
        page,
        async () => (await position(page)) === wanted,
        `${key} should lead to ${wanted}`,
    );
}

/** An event of the list leads to its turn; the help lies over the board until Esc. */
async function testLists(page) {
    const event = page.locator(".eventlist button").last();
    const turn = await event.locator(".at").textContent();
    await event.click();
    await waitFor(
        page,
        async () =>
            (await page.locator(".turn").textContent()).includes(turn) &&
            (await event.getAttribute("aria-current")) === "true",
        "an event leads to its turn",
    );
    const before = await position(page);
    await page.keyboard.press("?");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("ArrowLeft");
    check((await position(page)) === before, "the help takes the keys");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
}

async function playByKeys(page) {
    const last = await lastOf(page);
    check(last > 5, "there is something to see");
    await waitFor(
        page,
        async () => (await position(page)) > 0,
        "it begins by itself",
    );
    await page.keyboard.press("Space");
    await press(page, "End", last);
    await press(page, "Home", 0);
    await press(page, "ArrowRight", 1);
    await press(page, "PageDown", Math.min(11, last));
    await press(page, "ArrowLeft", Math.min(11, last) - 1);
    await press(page, "Home", 0);
    await page.keyboard.press("+");
    await page.keyboard.press("+");
    await page.keyboard.press("+");
    await page.keyboard.press("Space");
    await waitFor(page, async () => (await position(page)) > 1, "it plays");
    await page.keyboard.press("Space");
    const stopped = await position(page);
    await page.waitForTimeout(200);
    check((await position(page)) === stopped, "it stands still after a pause");
}

/** For those who do not see the board: each step by hand is told, a film is not, and the position stands in tables. */
async function testText(page) {
    const told = page.locator("#told[aria-live=polite]");
    await press(page, "Home", 0);
    const first = await told.textContent();
    await press(page, "ArrowRight", 1);
    await waitFor(
        page,
        async () => ![first, ""].includes((await told.textContent()).trim()),
        "a step is told",
    );
    await page.locator(".boardtext summary").press("Enter");
    for (const scope of ["row", "col"])
        await page.locator(`.boardtext th[scope=${scope}]`).first().waitFor();
    const before = await page.locator(".boardtext").textContent();
    await page.locator(".boardtext summary").evaluate((one) => one.blur());
    await press(page, "End", await lastOf(page));
    await waitFor(
        page,
        async () => (await page.locator(".boardtext").textContent()) !== before,
        "the tables follow the film",
    );
    await press(page, "Home", 0);
    await page.keyboard.press("Space");
    await waitFor(page, async () => (await position(page)) > 0, "it plays");
    await waitFor(
        page,
        async () => (await told.textContent()).trim() === "",
        "a film is not told",
    );
    await page.keyboard.press("Space");
}

async function testGame(browser, { openPage }, game) {
    const url = makePage(game, game, matchOf(taisen, game));
    const { page, faults, close } = await openPage(browser, url);
    page.setDefaultTimeout(PATIENCE_MS);
    await page.waitForSelector("canvas");
    await waitFor(
        page,
        async () => (await page.title()).includes("Taisen"),
        "the page has a title",
    );
    const opened = await page.evaluate(
        () => performance.getEntriesByName("opened")[0].duration,
    );
    await playByKeys(page);
    await page.keyboard.press("Space");
    const rate = await pictureRate(page);
    await page.keyboard.press("Space");
    const times = await seekTimes(page);
    const most = Math.max(...times).toFixed(0);
    console.log(
        `# ${game}: opened in ${opened.toFixed(0)} ms, seek at most ${most} ms, ${rate.toFixed(0)} pictures a second`,
    );
    await testLists(page);
    await checkSight(page);
    await testText(page);
    await page.locator(".talks summary").click();
    check(
        (await page.locator(".talk pre").count()) >= 1,
        "what was sent is shown",
    );
    await checkAccess(page);
    await page.getByRole("button", { name: "日本語で見る" }).click();
    await waitFor(
        page,
        async () => (await page.getAttribute("html", "lang")) === "ja",
        "it speaks Japanese",
    );
    await page.getByRole("button", { name: "再生" }).waitFor();
    await page.getByRole("button", { name: "明るさの切り替え" }).click();
    await waitFor(
        page,
        async () => (await page.getAttribute("html", "data-theme")) === "dark",
        "it becomes dark",
    );
    await checkAccess(page);
    check(faults.length === 0, faults.join("; "));
    await close();
    await testLink(browser, openPage, url);
}

/** Who wants no motion decides when it begins. */
async function testStill(browser, { openPage }) {
    const { page, close } = await openPage(
        browser,
        `file://${fileOf("reborn.html")}`,
        { reducedMotion: "reduce" },
    );
    await page.getByRole("button", { name: "Play", exact: true }).waitFor();
    await page.waitForTimeout(500);
    check((await position(page)) === 0, "it waits");
    await close();
}

/** A link to a turn, on a phone whose owner reads Japanese. */
async function testLink(browser, openPage, url) {
    const phone = {
        viewport: { width: 390, height: 844 },
        locale: "ja-JP",
        colorScheme: "dark",
    };
    const { page, faults, close } = await openPage(
        browser,
        `${url}#turn=4`,
        phone,
    );
    await page.waitForSelector("canvas");
    await waitFor(
        page,
        async () => (await position(page)) >= 4,
        "the link leads to its turn",
    );
    check(
        (await page.locator(".turn").textContent()).includes("4"),
        "the turn is named",
    );
    const wide = await page.evaluate(
        () => document.documentElement.scrollWidth - window.innerWidth,
    );
    check(wide <= 0, `the page is ${wide} pixels too wide for a phone`);
    check(faults.length === 0, faults.join("; "));
    await close();
}

async function testFalseHash(browser, { openPage }) {
    const text = readFileSync(fileOf("reborn.jsonl"), "utf8").split("\n");
    text[4] = text[4].replace(
        /"hash":"[0-9a-f]{16}"/,
        '"hash":"0123456789abcdef"',
    );
    writeFileSync(fileOf("false.jsonl"), text.join("\n"));
    run("replay", fileOf("false.jsonl"), "--html", fileOf("false.html"));
    const { page, faults, close } = await openPage(
        browser,
        `file://${fileOf("false.html")}`,
    );
    const banner = page.getByRole("alert");
    await banner.waitFor({ timeout: PATIENCE_MS });
    check(
        (await banner.textContent()).includes("step 3"),
        "the banner names the step",
    );
    check(faults.length === 0, faults.join("; "));
    await close();
}

async function testStrangeText(browser, { openPage }) {
    const strange = "#note </script><script>window.hurt=1</script><!-- ~l~r ~~";
    const seat = `sh -c 'echo "${strange}" >&2; exec ${taisen} bot reborn greedy'`;
    const url = makePage("strange", "reborn", [
        seat,
        "bot:random",
        "--setup",
        "turns=10",
    ]);
    const { page, faults, close } = await openPage(browser, `${url}#turn=0`);
    const note = page.locator(".notes li");
    await note.waitFor({ timeout: PATIENCE_MS });
    check(
        (await note.textContent()) === strange.slice("#note ".length),
        "the note is shown as it was written",
    );
    check(
        (await page.evaluate(() => window.hurt)) === undefined,
        "nothing in a record is run",
    );
    check(
        (await page.getByRole("alert").count()) === 0,
        "the checksums still agree",
    );
    check(faults.length === 0, faults.join("; "));
    await close();
}

function testUnwritable() {
    const page = join(folder, "no", "such", "folder.html");
    const { status, stderr } = spawnSync(
        taisen,
        ["replay", fileOf("reborn.jsonl"), "--html", page],
        { encoding: "utf8" },
    );
    check(status === 2 && stderr.includes(page), `status ${status}: ${stderr}`);
}

async function testWithoutWasm(browser, { openPage }) {
    const { page, close } = await openPage(browser, "about:blank");
    await page.addInitScript(() => delete window.WebAssembly);
    await page.goto(`file://${fileOf("reborn.html")}`);
    await page.getByRole("alert").waitFor({ timeout: PATIENCE_MS });
    check(
        (await page.getByRole("alert").textContent()).includes("WebAssembly"),
        "a sentence says what is missing",
    );
    await close();
}

async function testKeeping(browser, { openPage }) {
    const { page, faults, close } = await openPage(
        browser,
        `file://${fileOf("reborn.html")}#turn=9`,
    );
    await page.waitForSelector("canvas");
    page.setDefaultTimeout(PATIENCE_MS);
    const [picture] = await Promise.all([
        page.waitForEvent("download"),
        page.keyboard.press("s"),
    ]);
    const bytes = readFileSync(await picture.path());
    check(
        bytes.length > 10_000 && bytes.subarray(1, 4).toString() === "PNG",
        "a picture is saved",
    );
    await page.keyboard.press("[");
    await press(page, "ArrowRight", 10);
    await page.keyboard.press("]");
    const film = page.getByRole("button", { name: /WebM/ });
    const [video] = await Promise.all([
        page.waitForEvent("download"),
        film.click(),
    ]);
    const magic = readFileSync(await video.path())
        .subarray(0, 4)
        .toString("hex");
    check(magic === "1a45dfa3", `a film is saved, not ${magic}`);
    check(faults.length === 0, faults.join("; "));
    await close();
}

// ---- all of them ----

const tools = await import("./browser.mjs");
if (!tools.chromiumPath) {
    console.log("1..0 # SKIP there is no Chromium here");
    process.exit(0);
}
const tests = [
    ...gamesOf(taisen).map((game) => [
        `${game}: plays, seeks, speaks, and hides nothing`,
        (b) => testGame(b, tools, game),
    ]),
    ["a film waits for who wants no motion", (b) => testStill(b, tools)],
    [
        "a record with a false hash is shown as such",
        (b) => testFalseHash(b, tools),
    ],
    ["whatever a player writes stays text", (b) => testStrangeText(b, tools)],
    ["a page that cannot be written is told", () => testUnwritable()],
    [
        "a browser without WebAssembly gets a sentence",
        (b) => testWithoutWasm(b, tools),
    ],
    ["pictures and films can be kept", (b) => testKeeping(b, tools)],
];
await runTests(tests, await tools.openBrowser());
rmSync(folder, { recursive: true });
