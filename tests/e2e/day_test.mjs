// The screen of a CHaser day on every projector, in both languages, and the organiser's desk: from the first call to the
// podium. Nobody comes, and everybody forfeits, so that a day is over in seconds.
// Usage: day_test.mjs TAISEN [FOLDER]. Prints TAP; pictures go to FOLDER.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as tools from "./browser.mjs";
import { foreignIn, textOf } from "./japanese.mjs";
import {
    check,
    checkAccess,
    measureText,
    PATIENCE_MS,
    PROJECTORS,
    runTests,
    SCREENS,
    until,
} from "./kit.mjs";

const [taisen, pictures] = process.argv.slice(2);
if (!tools.chromiumPath) {
    console.log("1..0 # SKIP there is no Chromium here");
    process.exit(0);
}
const folder = mkdtempSync(join(tmpdir(), "taisen-day-e2e-"));
const CHILDREN = { en: "Bartholomew Featherstonehaugh", ja: "長谷川 さくら子" };
const PLAYERS = 24;

// ---- a day ----

function writeList(lang) {
    const path = join(folder, `${lang}.csv`);
    const school = lang === "ja" ? "北見市立北中学校" : "North High School";
    const rows = Array.from(
        { length: PLAYERS },
        (_, i) => `${i + 1},${CHILDREN[lang]} ${i + 1},${school}\r\n`,
    );
    writeFileSync(path, rows.join(""));
    return path;
}

/** Its process, and the address of its desk as the terminal tells it. */
async function beginDay(lang, ports) {
    const args = ["--yes", "--courts", "4", "--ports", String(ports)];
    const more = ["--listen", "127.0.0.1:0", "--lang", lang, "--seed", "7"];
    const child = spawn(taisen, ["day", writeList(lang), ...args, ...more], {
        stdio: ["ignore", "ignore", "pipe"],
    });
    let said = "";
    const desk = await new Promise((found, failed) => {
        child.on("exit", () => failed(new Error(said)));
        child.stderr.setEncoding("utf8").on("data", (text) => {
            said += text;
            const [address] = /http:\S+key=\w+/.exec(said) ?? [];
            if (address) found(new URL(address));
        });
    });
    const end = () => {
        child.kill("SIGINT");
        return new Promise((done) => child.on("exit", done));
    };
    return { desk, end };
}

async function stateOf({ desk }) {
    return (await fetch(`${desk.origin}/state${desk.search}`)).json();
}

/** Whoever is called forfeits, until `is` holds. */
async function forfeitUntil(day, is) {
    const key = day.desk.searchParams.get("key");
    const until = Date.now() + PATIENCE_MS;
    for (let state; !is((state = await stateOf(day)));) {
        check(Date.now() < until, JSON.stringify(state));
        const clients = state.courts
            .filter(({ on }) => on)
            .flatMap(({ players }) => players.filter(({ client }) => client));
        for (const { number } of clients)
            await fetch(`${day.desk.origin}/order`, {
                method: "POST",
                headers: { "Content-Type": "application/json" },
                body: JSON.stringify({ key, order: `forfeit ${number}` }),
            });
    }
}

// ---- its screen ----

const wideBy = (page) =>
    page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

async function keepPicture(page, name) {
    if (pictures)
        await page.screenshot({ path: join(pictures, `${name}.png`) });
}

/** The page asks once a second. */
async function hasDrawn(page, scene) {
    await page.waitForFunction(
        (wanted) => document.querySelector(wanted),
        scene,
    );
}

async function checkWords(page, lang) {
    const foreign = lang === "ja" ? foreignIn(await textOf(page)) : [];
    check(foreign.length === 0, `not Japanese:\n${foreign.join("\n")}`);
}

async function checkScene(page, lang, name, scene) {
    await hasDrawn(page, scene);
    for (const screen of PROJECTORS) {
        await page.setViewportSize(screen);
        await keepPicture(page, `day-${lang}-${name}-${screen.width}`);
        const where = `${lang}, ${name}, ${screen.width}`;
        const small = await page.evaluate(() => window.tooSmall());
        check(small.length === 0, `${where}: ${small.join("; ")}`);
        check((await wideBy(page)) <= 0, `${where}: too wide`);
        const low = await page.evaluate(() =>
            [...document.querySelectorAll("#now, .podium")].filter(
                (part) => part.getBoundingClientRect().bottom > innerHeight,
            ),
        );
        check(low.length === 0, `${where}: what matters is below the edge`);
    }
    await page.setViewportSize(PROJECTORS[0]);
    await checkWords(page, lang);
    await checkAccess(page);
}

async function checkDesk(browser, day, lang, name) {
    const { page } = await tools.openPage(browser, day.desk.href, {
        origin: day.desk.origin,
    });
    await hasDrawn(page, "#news li");
    for (const screen of SCREENS) {
        await page.setViewportSize(screen);
        await keepPicture(page, `desk-${lang}-${name}-${screen.width}`);
        check((await wideBy(page)) <= 0, `desk, ${screen.width}: too wide`);
    }
    await checkWords(page, lang);
    await checkAccess(page);
    await page.close();
}

/** A client that says its name and is gone: its court waits for the organiser. */
async function breakOff(day) {
    const [{ number, players }] = (await stateOf(day)).courts;
    const { port, name } = players.find(({ client }) => client);
    const client = connect(port, "127.0.0.1", () => {
        client.end(`${name}\r\n`);
    });
    client.on("error", () => {}).resume();
    const isHeld = async () => (await stateOf(day)).courts[number - 1].held;
    await until(isHeld, "the court does not wait", PATIENCE_MS);
    return { name, isHeld };
}

/** A result that is to count cannot be taken back: the page asks first. */
async function checkAccept(browser, day) {
    const { name, isHeld } = await breakOff(day);
    const { page } = await tools.openPage(browser, day.desk.href, {
        origin: day.desk.origin,
    });
    const press = async (isSure) => {
        const asked = page.waitForEvent("dialog").then(async (dialog) => {
            const text = dialog.message();
            await (isSure ? dialog.accept() : dialog.dismiss());
            return text;
        });
        await page.getByText("counts as it is").click();
        return asked;
    };
    const text = await press(false);
    check(text.includes(name), `it asks: ${text}`);
    check(await isHeld(), "it counts although nobody was sure");
    await press(true);
    await until(async () => !(await isHeld()), "it waits", PATIENCE_MS);
    await page.close();
}

async function followDay(browser, day, lang) {
    const { page } = await tools.openPage(browser, "about:blank", {
        origin: day.desk.origin,
    });
    await page.addInitScript(measureText, "body");
    await page.goto(day.desk.origin);
    await checkScene(page, lang, "qualifier", ".court .side");
    await checkDesk(browser, day, lang, "qualifier");
    if (lang === "en") await checkAccept(browser, day);
    await forfeitUntil(day, (state) => state.bracket);
    await checkScene(page, lang, "knockout", ".bracket .match");
    await forfeitUntil(day, (state) => state.over);
    await checkScene(page, lang, "podium", ".podium");
    await checkDesk(browser, day, lang, "podium");
    for (const what of ["results", "certificates"])
        await checkPrint(browser, day, lang, what);
    await page.close();
}

async function testDay(browser, lang, ports) {
    const day = await beginDay(lang, ports);
    try {
        await followDay(browser, day, lang);
    } finally {
        await day.end();
    }
}

async function checkPrint(browser, { desk }, lang, what) {
    const { page } = await tools.openPage(browser, `${desk.origin}/${what}`, {
        origin: desk.origin,
    });
    await checkWords(page, lang);
    if (pictures)
        await page.pdf({
            path: join(pictures, `${what}-${lang}.pdf`),
            preferCSSPageSize: true,
        });
    await page.close();
}

const tests = [
    [
        "the screen can be read from the back, in English",
        (browser) => testDay(browser, "en", 27100),
    ],
    [
        "the screen can be read from the back, in Japanese",
        (browser) => testDay(browser, "ja", 27200),
    ],
];
await runTests(tests, await tools.openBrowser());
rmSync(folder, { recursive: true, force: true });
