// Every page of a site that has everything in it, on every screen, in both themes and languages, also while answers are
// on their way or fail: usage pages_test.mjs TAISEN [FOLDER]. Prints TAP; keeps pictures in FOLDER. Takes minutes.
import { join } from "node:path";
import * as tools from "./browser.mjs";
import { LONG_NAMES, logIn, openFull } from "./full_site.mjs";
import { gamesOf } from "./games.mjs";
import {
    check,
    checkAccess,
    checkSight,
    PATIENCE_MS,
    runTests,
    SCREENS,
    waitFor,
} from "./kit.mjs";

const [taisen, pictures] = process.argv.slice(2);
if (!tools.chromiumPath) {
    console.log("1..0 # SKIP there is no Chromium here");
    process.exit(0);
}
const site = await openFull(taisen);
const games = gamesOf(taisen);
const LOOKS = ["light", "dark"].flatMap((colorScheme) =>
    ["en-GB", "ja-JP"].map((locale) => ({ colorScheme, locale })),
);

// ---- the pages, by who looks at them ----

const newest = async (query) =>
    (await site.ask(`/matches?limit=10&${query}`)).matches;
const matchIds = [];
for (const game of games) matchIds.push((await newest(`ladder=${game}`))[0].id);
const oneOfEachState = Object.values(
    Object.fromEntries(
        (await newest("ladder=three")).map((match) => [match.state, match]),
    ),
);
const [unrecorded] = await newest("ladder=crowd");
const { standings: three } = await site.ask("/ladders/three");
const { standings: crowd } = await site.ask("/ladders/crowd");
const PAGES = {
    visitor: [
        ...["/", "/games/reborn", "/play", "/play/reborn", "/watch"],
        ...[
            "/ladders",
            "/contests",
            "/docs",
            "/docs/players",
            "/docs/rules-reborn",
            "/download",
        ],
        ...["empty", "three", "crowd", "none"].map((one) => `/ladders/${one}`),
        ...[three[0], three[1], crowd[0]].map(
            ({ player }) => `/players/${player}`,
        ),
        ...["soon", "open", "finals", "over", "cup", "none"].map(
            (one) => `/contests/${one}`,
        ),
        ...["finals", "over", "cup"].map((one) => `/contests/${one}/watch`),
        ...[...oneOfEachState, unrecorded].map(({ id }) => `/matches/${id}`),
        ...["/matches/999999", "/players/999999", "/no/such/page"],
        ...["/login", "/signup", "/account", "/programs", "/rooms", "/desk"],
        ...["/notices", "/write", "/watch/screen"],
    ],
    newcomer: [
        ...["/account", "/programs", "/notices", "/rooms", "/rooms/none"],
        ...["/write", "/contests", "/contests/open", "/desk"],
        `/players/${three[0].player}`,
    ],
    organiser: [
        ...["", "/contests", "/people", "/matches?where=ladder:three"].map(
            (tab) => `/desk${tab}`,
        ),
        ...["/stage", "/machines", "/log"].map((tab) => `/desk${tab}`),
        ...["/contests/finals", "/contests/finals/stage", "/account"],
    ],
};
/* The name of the one who is logged in is long, too. */
PAGES[LONG_NAMES[1]] = ["/account", "/programs"];

async function visit(browser, who, look) {
    const opened = await tools.openPage(browser, `${site.origin}/login`, {
        origin: site.origin,
        reducedMotion: "reduce",
        ...look,
    });
    opened.page.setDefaultTimeout(PATIENCE_MS);
    if (who !== "visitor") await logIn(opened.page, site.origin, who);
    return opened;
}

const isComplete = () =>
    document.querySelector("main h1, main canvas, main .show") &&
    !document.querySelector(".waiting, [aria-busy=true]");

/* Boxes that touch each other, and the reader's eye takes for one. */
function touching() {
    const BOXES = ".button, .card, .banner, .matches, select, pre";
    const isSeen = (one) =>
        one.checkVisibility() &&
        !one.closest(".viewer, .doc, details, .gamelist");
    const boxes = [...document.querySelectorAll("main.site *")].filter(
        (one) => one.matches(BOXES) && isSeen(one),
    );
    const areas = new Map(
        boxes.map((one) => [one, one.getBoundingClientRect()]),
    );
    const found = [];
    for (const [one, a] of areas)
        for (const [other, b] of areas) {
            if (one === other || one.contains(other) || other.contains(one))
                continue;
            const x = Math.max(a.left, b.left) - Math.min(a.right, b.right);
            const y = Math.max(a.top, b.top) - Math.min(a.bottom, b.bottom);
            if (x < 4 && y < 4)
                found.push(
                    `${one.outerHTML.slice(0, 60)} and ${other.outerHTML.slice(0, 60)}`,
                );
        }
    return found.slice(0, 3);
}

const fits = () => document.documentElement.scrollWidth <= innerWidth;

async function look(page, where) {
    for (const screen of SCREENS) {
        await page.setViewportSize(screen);
        const at = `${where}, ${screen.width} x ${screen.height}`;
        // A board takes a moment to fit a window that has changed.
        await waitFor(page, () => page.evaluate(fits), `${at}: too wide`);
        const close = await page.evaluate(touching);
        check(close.length === 0, `${at}: ${close.join("; ")}`);
        if (pictures)
            await page.screenshot({
                path: join(pictures, `${at.replace(/[^\w-]+/g, "_")}.png`),
                fullPage: true,
            });
    }
}

async function testPages(browser, style) {
    const faults = [];
    for (const [who, paths] of Object.entries(PAGES)) {
        const { page, close } = await visit(browser, who, style);
        for (const path of paths) {
            await page.goto(site.origin + path);
            await page.waitForFunction(isComplete);
            const where = `${who[0]} ${path} ${Object.values(style).join(" ")}`;
            await look(page, where).catch((error) =>
                faults.push(error.message),
            );
            await checkAccess(page).catch((error) =>
                faults.push(`${where}: ${error.message}`),
            );
        }
        await close();
    }
    check(faults.length === 0, faults.join("\n"));
}

/** The board and its controls, of all games. */
async function testSight(browser) {
    for (const style of LOOKS) {
        const { page, close } = await visit(browser, "visitor", style);
        for (const id of matchIds) {
            await page.goto(`${site.origin}/matches/${id}`);
            await page.waitForSelector("canvas");
            await page.locator(".about li").first().waitFor();
            await checkSight(page).catch((error) => {
                throw new Error(
                    `match ${id}, ${style.colorScheme}, ${style.locale}: ${error.message}`,
                );
            });
            await checkAccess(page);
        }
        await close();
    }
}

/* Pages that show something without an answer of the server. */
const STILL = /^\/(docs|login|signup|no\/|desk$|write|play\/)|screen|watch/;

/** Until the answers come there is a heading or grey bars; when they fail, a sentence, and nothing waits for ever. */
async function testFailing(browser) {
    const faults = [];
    for (const [who, paths] of Object.entries(PAGES)) {
        const { page, close } = await visit(browser, who, {});
        let fails = false;
        await page.route(/\/api\/v1\/(?!session|feed)/, async (route) => {
            const status = 500;
            if (fails) await route.fulfill({ status, body: "{}" });
        });
        for (const path of paths.filter((one) => !STILL.test(one))) {
            fails = false;
            await page.goto(site.origin + path);
            await page.locator("main .waiting, main h1").first().waitFor();
            fails = true;
            await page.goto(site.origin + path);
            await page
                .waitForFunction(
                    () =>
                        document.querySelector(
                            "main [role=alert], main .alone",
                        ) && !document.querySelector("main .waiting"),
                    null,
                    { timeout: 5000 },
                )
                .catch(() => faults.push(`${who} ${path} does not say it`));
        }
        await close();
    }
    check(faults.length === 0, faults.join("\n"));
}

const tests = [
    ["board and play button are in sight in every look", testSight],
    ...LOOKS.map((style) => [
        `pages fit every screen and keep nobody out, ${style.colorScheme}, ${style.locale}`,
        (browser) => testPages(browser, style),
    ]),
    ["pages wait, and say that something failed", testFailing],
];
try {
    await runTests(tests, await tools.openBrowser());
} finally {
    await site.stop();
    site.clean();
}
