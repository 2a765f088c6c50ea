// The site in a browser, with a server of its own: usage site_test.mjs TAISEN. Prints TAP.
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import * as tools from "./browser.mjs";
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
import {
    begin,
    handOf,
    nextTurn,
    open as openHand,
    playOut,
} from "./by_hand.mjs";
import { gamesOf } from "./games.mjs";
import { openSite, openWatcher } from "./server.mjs";

const [taisen] = process.argv.slice(2);
if (!tools.chromiumPath) {
    console.log("1..0 # SKIP there is no Chromium here");
    process.exit(0);
}
const games = gamesOf(taisen);
const site = await openSite(taisen);
const { matches } = await site.ask("/matches");
const matchOf = (game) => matches.find((match) => match.game === game);

/** A page of the site; animations are off where nothing else is said. */
async function visit(browser, path, options = {}) {
    const opened = await tools.openPage(browser, site.origin + path, {
        origin: site.origin,
        reducedMotion: "reduce",
        ...options,
    });
    opened.page.setDefaultTimeout(PATIENCE_MS);
    return opened;
}

function checkFaults(faults) {
    check(faults.length === 0, faults.join("; "));
}

// ---- every page ----

/* What must be there when a page is complete. */
const PAGES = {
    "/": ".laddertop table",
    "/ladders": ".laddertop table",
    "/ladders/reborn": ".rating canvas",
    "/contests": ".place",
    "/contests/cup": ".pairing .entrant",
    "/play": ".gamecards li",
    "/play/codevs5": "form select",
    "/watch": ".matches li",
    "/watch/screen": "canvas",
    "/docs": ".doclist li",
    "/docs/players": ".doc table",
    "/docs/rules-reborn": ".doc table",
    "/docs/measuring": ".doc figure",
    "/docs/api": ".doc table",
    "/docs/no-such-document": "h1",
    "/no/such/page": "h1",
};
PAGES["/download?game=chaser"] = "ul.kits a";
const firstMatch = `/matches/${matchOf("reborn").id}`;
const firstPlayer = `/players/${matchOf("reborn").players[0].id}`;
PAGES[firstPlayer] = ".rating canvas";
for (const game of games) {
    PAGES[`/games/${game}`] = ".matches li";
    PAGES[`/matches/${matchOf(game).id}`] = ".about li";
}

async function testPages(browser) {
    const { page, faults, close } = await visit(browser, "/");
    for (const [path, proof] of Object.entries(PAGES)) {
        await page.goto(site.origin + path);
        await page.locator(proof).first().waitFor();
        if (path.startsWith("/matches")) await page.waitForSelector("canvas");
        check(
            (await page.locator("h1").count()) === 1,
            `${path} has a heading`,
        );
        check((await page.title()).includes("Taisen"), `${path} has a title`);
        // One of a kind is enough; the boards of all games are looked at with the viewer.
        if (/(games|matches).(?!reborn)/.test(path) && path !== firstMatch)
            continue;
        await checkAccess(page).catch((error) => {
            throw new Error(`${path}: ${error.message}`);
        });
    }
    // The server rightly says 404 to one of them.
    checkFaults(faults.filter((fault) => !fault.includes("404")));
    await close();
}

/** In Japanese, in the dark, on a phone. */
async function testPhone(browser) {
    const { page, faults, close } = await visit(browser, "/", {
        viewport: { width: 390, height: 844 },
        locale: "ja-JP",
        colorScheme: "dark",
    });
    for (const [path, proof] of Object.entries(PAGES)) {
        await page.goto(site.origin + path);
        await page.locator(proof).first().waitFor();
        check(
            (await page.getAttribute("html", "lang")) === "ja",
            `${path} follows the browser`,
        );
        const heading = await page.locator("main").textContent();
        check(/[ぁ-んァ-ン一-龠]/.test(heading), `${path} speaks Japanese`);
        const here = page.locator("header nav [aria-current]");
        const right = () =>
            here.evaluate((link) => link.getBoundingClientRect().right);
        if (await here.count())
            await waitFor(
                page,
                async () => (await right()) <= 390,
                `${path}: its own link is in sight`,
            );
        const wide = await page.evaluate(
            () => document.documentElement.scrollWidth - window.innerWidth,
        );
        check(wide <= 0, `${path} is ${wide} pixels too wide for a phone`);
    }
    await page.goto(site.origin + "/");
    await page.locator(".laddertop table").first().waitFor();
    await checkAccess(page);
    await page.getByRole("button", { name: "View in English" }).click();
    await page.getByRole("heading", { name: "Games" }).waitFor();
    checkFaults(faults.filter((fault) => !fault.includes("404")));
    await close();
}

async function testLinks(browser) {
    const { page, faults, close } = await visit(browser, "/");
    await page.evaluate(() => (window.isSamePage = true));
    await page.getByRole("link", { name: "Ladders", exact: true }).click();
    await page
        .locator(".laddertop a", { hasText: "CODE VS 5.0" })
        .first()
        .click();
    await page.locator(".standings a").first().click();
    await page.getByRole("heading", { name: "Versions" }).waitFor();
    check(
        await page.evaluate(() => window.isSamePage),
        "links within the site load nothing anew",
    );
    await page.goBack();
    await page.waitForURL(/\/ladders\/codevs5$/);
    await page.keyboard.press("Tab");
    await page.goto(site.origin + "/");
    await page.keyboard.press("Tab");
    check(
        await page.evaluate(() => document.activeElement.className === "skip"),
        "the first stop of the keyboard leads past the navigation",
    );
    checkFaults(faults);
    await close();
}

// ---- a match ----

/** How heavy the page is, and how fast. */
async function testWeight(browser) {
    for (const game of ["reborn", "codevs4"]) {
        const { page, close } = await visit(browser, "/no/such/page");
        await page.goto(`${site.origin}/matches/${matchOf(game).id}`);
        await page.waitForSelector("canvas");
        const { files, paint, opened } = await page.evaluate(() => ({
            files: performance
                .getEntriesByType("resource")
                .concat(performance.getEntriesByType("navigation"))
                .map((e) => [e.name.replace(/.*\//, ""), e.encodedBodySize]),
            paint: performance.getEntriesByName("first-contentful-paint")[0]
                ?.startTime,
            opened: performance.getEntriesByName("opened")[0].duration,
        }));
        const own = files.filter(([name]) => /\.(js|css|wasm)$|^$/.test(name));
        const sum = own.reduce((bytes, [, size]) => bytes + size, 0);
        console.log(
            `# ${game}: ${(sum / 1000).toFixed(0)} kB compressed, first paint after ${paint?.toFixed(0)} ms, record opened in ${opened.toFixed(0)} ms`,
        );
        check(sum < 300_000, `the page of a match has ${sum} bytes`);
        await close();
    }
}

/** Loads the first page: how many bytes it takes, and when something was seen first. */
async function loadFirstPage(page) {
    await page.goto(`${site.origin}/`);
    await page.locator(".laddertop table").first().waitFor();
    await page.locator(".firstplayer select").first().waitFor();
    return page.evaluate(() => ({
        sum: performance
            .getEntriesByType("resource")
            .concat(performance.getEntriesByType("navigation"))
            .reduce((bytes, entry) => bytes + entry.encodedBodySize, 0),
        paint: performance.getEntriesByName("first-contentful-paint")[0]
            .startTime,
    }));
}

/** The first page on a slow line: 1.6 Mbit/s, and 150 ms there and back. What other suites take of the machine is not the page's: the soonest of three counts. */
async function testFirstLoad(browser) {
    const { page, close } = await visit(browser, "/no/such/page");
    const line = await page.context().newCDPSession(page);
    await line.send("Network.enable");
    await line.send("Network.setCacheDisabled", { cacheDisabled: true });
    await line.send("Network.emulateNetworkConditions", {
        offline: false,
        latency: 150,
        downloadThroughput: 1.6e6 / 8,
        uploadThroughput: 1.6e6 / 8,
    });
    const loads = [];
    for (let i = 0; i < 3; i++) loads.push(await loadFirstPage(page));
    const sum = Math.max(...loads.map((load) => load.sum));
    const paint = Math.min(...loads.map((load) => load.paint));
    console.log(
        `# first page: ${(sum / 1000).toFixed(0)} kB compressed, first paint after ${paint.toFixed(0)} ms at 1.6 Mbit/s`,
    );
    check(sum < 120_000, `the first page has ${sum} bytes`);
    check(paint < 1000, `the first paint takes ${paint} ms`);
    await close();
}

/** The families that the text of these elements is drawn in; those that came with the page are marked. */
async function fontsOf(page, selector) {
    const line = await page.context().newCDPSession(page);
    for (const domain of ["DOM", "CSS"]) await line.send(`${domain}.enable`);
    const { root } = await line.send("DOM.getDocument");
    const found = await line.send("DOM.querySelectorAll", {
        nodeId: root.nodeId,
        selector,
    });
    const families = new Set();
    for (const nodeId of found.nodeIds) {
        const drawn = await line.send("CSS.getPlatformFontsForNode", {
            nodeId,
        });
        for (const { familyName, isCustomFont } of drawn.fonts)
            families.add(`${isCustomFont ? "page: " : ""}${familyName}`);
    }
    await line.detach();
    return [...families].sort().join(", ");
}

/** Pages bring their font along: in English without the Japanese part, and Japanese documents are drawn in it whole. */
async function testFonts(browser) {
    for (const [locale, path, parts] of [
        ["en", "/", "latin"],
        ["en", "/docs/players", "latin"],
        ["ja-JP", "/ladders", "japanese latin"],
        ["ja-JP", "/docs/operations", "documents japanese latin"],
    ]) {
        const { page, faults, close } = await visit(browser, path, { locale });
        await page
            .locator(PAGES[path] ?? ".doc table")
            .first()
            .waitFor();
        await page.evaluate(() => document.fonts.ready);
        const files = await page.evaluate(() =>
            performance
                .getEntriesByType("resource")
                .map(({ name }) => /([a-z]+)-[^/]*[.]woff2$/.exec(name)?.[1])
                .filter((part) => part && part !== "symbols"),
        );
        const came = [...new Set(files)].sort().join(" ");
        check(came === parts, `${path} (${locale}) loads ${came}`);
        const drawn = await fontsOf(
            page,
            "h1, header a, :is(.doc p, .doc h2, .doc td):not(:has(code, a))",
        );
        const isOwn = drawn === "page: M PLUS 1";
        check(isOwn, `${path} (${locale}) is drawn in ${drawn}`);
        checkFaults(faults);
        await close();
    }
}

/** A kit for every language, without a terminal. */
async function testFirstPlayer(browser) {
    const { page, faults, close } = await visit(browser, "/");
    const language = page.locator(".firstplayer select").nth(1);
    await language.waitFor();
    check(
        (await language.locator("option").count()) === 9,
        "there are nine languages",
    );
    await page.locator(".firstplayer select").first().selectOption("codevs5");
    await language.selectOption("rust");
    const [kit] = await Promise.all([
        page.waitForEvent("download"),
        page.locator(".firstplayer a[download]").click(),
    ]);
    check(kit.suggestedFilename() === "codevs5-rust.zip", "the kit is chosen");
    await page.locator(".firstplayer ol a").first().click();
    await page
        .getByRole("heading", { name: /CODE VS 5\.0/, level: 1 })
        .waitFor();
    checkFaults(faults);
    await close();
}

/** The rules have figures in both languages, with words for those who cannot see them. */
async function testFigures(page) {
    await page.goto(`${site.origin}/docs/rules-reborn`);
    const picture = page.locator('.doc figure img[src*="chain"]');
    await picture.scrollIntoViewIfNeeded();
    await waitFor(
        page,
        () => picture.evaluate((img) => img.complete && img.naturalWidth > 300),
        "the figure is drawn",
    );
    const words = await picture.getAttribute("alt");
    check(/vanish/.test(words), "the figure is described");
    await page.getByRole("button", { name: "日本語で見る" }).first().click();
    await waitFor(
        page,
        async () => /落ち/.test(await picture.getAttribute("alt")),
        "the language leads to the same rules in Japanese",
    );
    await page.getByRole("button", { name: "View in English" }).first().click();
}

/** What is searched is loaded when the box is used, and a passage found leads to its heading. */
async function testSearch(page) {
    await page.goto(`${site.origin}/docs`);
    await page.locator(".doclist li").first().waitFor();
    const loads = [];
    page.on("request", (request) => loads.push(request.url()));
    const index = () => loads.filter((url) => /search/.test(url)).length;
    check(index() === 0, "nothing is loaded for a search that nobody makes");
    await page.getByRole("searchbox").fill("danger line");
    await page.locator(".docsearch li a").first().waitFor();
    check(index() === 1, "the index is loaded once");
    await page
        .locator('.docsearch a[href^="/docs/rules-reborn#"]')
        .first()
        .click();
    await page
        .getByRole("heading", { name: /CODE VS Reborn/, level: 1 })
        .waitFor();
}

/** From document to document, and to a heading. */
async function testDocs(browser) {
    const { page, faults, close } = await visit(browser, "/docs");
    await page.evaluate(() => (window.isSamePage = true));
    await page.locator('.doclist a[href="/docs/start"]').click();
    await page.locator(".doc h1").waitFor();
    await page.locator('.doc a[href="/docs/players"]').first().click();
    await page.locator(".toc summary").click();
    const last = page.locator(".toc a").last();
    const heading = await last.textContent();
    await last.click();
    const target = page.locator(".doc :is(h2, h3)", { hasText: heading });
    await waitFor(
        page,
        () =>
            target
                .last()
                .evaluate(
                    (e) =>
                        Math.abs(e.getBoundingClientRect().top) < innerHeight,
                ),
        "the heading is in sight",
    );
    check(
        await page.evaluate(() => window.isSamePage),
        "links between documents load nothing anew",
    );
    await testFigures(page);
    await testSearch(page);
    await page.goto(`${site.origin}/docs/players#marks-for-the-viewer`);
    await waitFor(
        page,
        () => page.evaluate(() => scrollY > 500),
        "a link leads to its heading",
    );
    checkFaults(faults);
    await close();
}

/** The documents as files: no server, no network, in both languages, on a phone. */
async function testDocsFolder(browser) {
    const folder = pathToFileURL(join(dirname(taisen), "web/docs/")).href;
    const { page, faults, close } = await tools.openPage(
        browser,
        `${folder}index.html`,
        { viewport: { width: 390, height: 844 } },
    );
    await checkAccess(page);
    await page.getByRole("searchbox").fill("danger line");
    await page.locator('#hits a[href^="rules-reborn.html#"]').first().click();
    await page
        .getByRole("heading", { name: /CODE VS Reborn/, level: 1 })
        .waitFor();
    await page.getByRole("link", { name: "日本語" }).click();
    await page.waitForURL("**/rules-reborn.ja.html");
    await checkAccess(page);
    const broken = () =>
        page.evaluate(() => {
            for (const img of document.images) img.loading = "eager";
            return [...document.images].filter(
                (img) => !img.complete || img.naturalWidth === 0,
            ).length;
        });
    await waitFor(page, async () => (await broken()) === 0, "the figures");
    check(
        await page.evaluate(
            () => document.documentElement.scrollWidth <= innerWidth,
        ),
        "the page fits a phone",
    );
    await page.getByRole("searchbox").fill("お邪魔ストック");
    await page
        .locator('#hits a[href^="rules-reborn.ja.html#"]')
        .first()
        .waitFor();
    await page.goto(`${folder}players.html`);
    await page.getByText("Rust", { exact: true }).click();
    await page.getByText("taisen new reborn rust mine").waitFor();
    check(
        !(await page.getByText("taisen new reborn go mine").isVisible()),
        "one tab at a time",
    );
    // A request to any server would be a fault; that axe cannot read style sheets of files is none.
    checkFaults(
        faults.filter((fault) => !/XMLHttpRequest|ERR_FAILED/.test(fault)),
    );
    await close();
}

/** What is live moves on the first page and on the page Watch, without holding a connection each. */
async function testWall(browser) {
    const { stop } = await site.playLive("reborn");
    const { page, faults, close } = await visit(browser, "/");
    await page.waitForSelector(".livecard canvas");
    await page.goto(`${site.origin}/watch`);
    await page.waitForSelector(".livecard canvas");
    const asked = [];
    page.on("request", (request) => asked.push(request.url()));
    await waitFor(
        page,
        () => asked.filter((url) => /live\?brief=1/.test(url)).length >= 2,
        "a board asks again",
    );
    await page.getByRole("link", { name: "Full screen" }).click();
    await page.waitForSelector(".viewer.audience canvas");
    checkFaults(faults);
    await close();
    await stop();
}

/** Board and play button are in sight on every screen, whatever else the page tells. */
async function testSight(browser) {
    const { page, close } = await visit(browser, "/");
    for (const game of games) {
        await page.goto(`${site.origin}/matches/${matchOf(game).id}`);
        await page.waitForSelector("canvas");
        await page.locator(".about li").first().waitFor();
        await checkSight(page).catch((error) => {
            throw new Error(`${game}: ${error.message}`);
        });
    }
    await close();
}

async function testSeek(browser) {
    const { id } = matchOf("codevs5");
    const { page, faults, close } = await visit(
        browser,
        `/matches/${id}#turn=4`,
        { reducedMotion: "no-preference" },
    );
    const bar = page.getByRole("slider");
    await waitFor(
        page,
        async () => (await bar.inputValue()) === "4",
        "the link leads to its turn",
    );
    await page.keyboard.press("ArrowRight");
    await waitFor(
        page,
        async () => (await bar.inputValue()) === "5",
        "a step leads on",
    );
    await page.keyboard.press("End");
    await page.locator(".turn.verdict").waitFor();
    const most = Math.max(...(await seekTimes(page)));
    await page.keyboard.press("Home");
    await page.keyboard.press("Space");
    const rate = await pictureRate(page);
    console.log(
        `# seek at most ${most.toFixed(0)} ms, ${rate.toFixed(0)} pictures a second`,
    );
    checkFaults(faults);
    await close();
}

/** The master is asked about a turn of a match that is over; the next turn is another question. */
async function testAdvice(browser) {
    const { page, faults, close } = await visit(
        browser,
        `${firstMatch}#turn=3`,
    );
    const advice = page.locator(".advice");
    await advice.getByRole("button").first().click();
    await advice.locator("pre").first().waitFor();
    const answer = await advice.locator("pre").first().textContent();
    check(/^(\d \d|S)$/.test(answer), `the master answers ${answer}`);
    await checkAccess(page);
    await page.keyboard.press("ArrowRight");
    await advice.locator("pre").first().waitFor({ state: "detached" });
    checkFaults(faults);
    await page.goto(`${site.origin}/matches/${matchOf("chaser").id}`);
    await page.locator(".decision").first().waitFor();
    check((await advice.count()) === 0, "CHaser has no master");
    await close();
}

async function testWithoutWasm(browser) {
    const { page, close } = await visit(browser, "/");
    await page.addInitScript(() => delete window.WebAssembly);
    for (const path of [`/matches/${matches[0].id}`, "/play/reborn"]) {
        await page.goto(site.origin + path);
        const told = page.getByRole("alert");
        await told.waitFor();
        check(
            (await told.textContent()).includes("WebAssembly"),
            "a sentence says what is missing",
        );
    }
    await close();
}

// ---- a game by hand ----

async function testHand(browser, game) {
    const { page, faults, close } = await visit(browser, "/play");
    const hand = await handOf(game);
    await begin(page, site.origin, game, hand);
    await nextTurn(page);
    await checkAccess(page);
    await playOut(page, 50, (turn) => hand.move(openHand(page), turn));
    await page.getByRole("link", { name: "Watch replay" }).click();
    await page.locator(".about li").first().waitFor();
    await page.waitForSelector("canvas");
    checkFaults(faults);
    await close();
}

async function testFollowers(browser) {
    const { id, stop } = await site.playLive("reborn");
    const watchers = [];
    for (let i = 0; i < 2; i++)
        watchers.push(await visit(browser, `/matches/${id}`));
    const all = (check) => Promise.all(watchers.map(({ page }) => check(page)));
    await all((page) =>
        page.getByRole("button", { name: "LIVE", pressed: true }).waitFor(),
    );
    const turn = (page) => page.getByRole("slider").inputValue().then(Number);
    const now = await turn(watchers[0].page);
    await all((page) =>
        waitFor(
            page,
            async () => (await turn(page)) > now,
            "watchers see the next turn",
        ),
    );
    await all(async (page) => {
        await page.locator(".turn.verdict").waitFor();
        check(
            (await page.getByRole("button", { name: "LIVE" }).count()) === 0,
            "after the end it is a replay",
        );
    });
    await stop();
    for (const { faults, close } of watchers) {
        checkFaults(faults);
        await close();
    }
}

/** Others see the match of a person when it is over. */
async function testHeldBack(browser) {
    const person = await visit(browser, "/play");
    await begin(person.page, site.origin, "reborn", await handOf("reborn"));
    const id = new URL(person.page.url()).searchParams.get("match");
    const watcher = await visit(browser, `/matches/${id}`);
    await watcher.page.getByText("shown after it ends").waitFor();
    check((await watcher.page.locator("canvas").count()) === 0, "no board yet");
    const leave = person.page.locator(".deskhead button");
    await leave.click();
    await leave.click();
    await watcher.page.waitForSelector("canvas");
    // It is the newest, and no page for an audience leads to it.
    const [newest] = (await site.ask("/matches")).matches;
    check(newest.id === Number(id), `the newest is ${newest.id}, not ${id}`);
    for (const path of ["/", "/watch"]) {
        await watcher.page.goto(site.origin + path);
        await watcher.page
            .locator("main a[href^='/matches/']")
            .first()
            .waitFor();
        const links = watcher.page.locator(`main a[href='/matches/${id}']`);
        check((await links.count()) === 0, `${path} leads to a guest's game`);
    }
    for (const { faults, close } of [person, watcher]) {
        checkFaults(faults);
        await close();
    }
}

async function testFriends(browser) {
    const host = await visit(browser, "/play");
    await host.page.goto(`${site.origin}/play/reborn`);
    const form = host.page.locator("form");
    await form.locator("select").nth(0).selectOption("friend");
    await form.getByLabel("Your name").fill("Aki");
    await form.getByRole("button").click();
    const link = await host.page.locator(".invite input").inputValue();
    const friend = await visit(browser, link.slice(site.origin.length));
    await friend.page.getByLabel("Your name").fill("Ben");
    await friend.page.getByRole("button", { name: "Join the game" }).click();
    for (const { page } of [host, friend]) await nextTurn(page);
    for (const { page } of [host, friend]) await openHand(page).send();
    for (const { page } of [host, friend])
        await waitFor(
            page,
            async () =>
                (await page.locator(".turn").textContent()) === "Turn 1",
            "both see the turn",
        );
    await friend.page.reload();
    await nextTurn(friend.page);
    const names = await host.page.locator(".player h2").allTextContents();
    check(names.join() === "Aki,Ben", `the names are ${names}`);
    await host.page.getByRole("button", { name: "Resign" }).click();
    await host.page.getByRole("button", { name: "Resign this game?" }).click();
    await host.page.getByText("You resigned.").waitFor();
    await openHand(friend.page).send();
    for (const { page, faults, close } of [host, friend]) {
        await page.getByRole("button", { name: "Play again" }).waitFor();
        checkFaults(faults);
        await close();
    }
}

/** A page that is open when the server goes away says so. */
async function testFolder(browser) {
    const { origin, record, close } = await openWatcher(taisen);
    await record("a.jsonl", "reborn", "bot:greedy", "bot:random");
    const opened = await tools.openPage(browser, `${origin}/watch`, { origin });
    opened.page.setDefaultTimeout(PATIENCE_MS);
    await opened.page.getByText("greedy").first().waitFor();
    await record("b.jsonl.zst", "chaser", "bot:chaser-1", "bot:chaser-2");
    await opened.page.getByText("chaser-2").first().waitFor();
    checkFaults(opened.faults);
    await opened.close();
    await close();
}

/** When answers fail, pages say it in a sentence, and nothing waits for ever. */
async function testFailing(browser) {
    const { page, close } = await visit(browser, "/docs");
    await page.route(/\/api\/v1\/(?!session|feed)/, (route) =>
        route.fulfill({ status: 500, body: "{}" }),
    );
    const paths = ["/", "/games/reborn", "/play", "/watch", "/ladders"];
    paths.push("/ladders/reborn", "/contests", "/contests/cup", "/download");
    for (const path of [...paths, firstPlayer, firstMatch]) {
        await page.goto(site.origin + path);
        await page.locator("main [role=alert]").first().waitFor();
        await waitFor(
            page,
            async () => (await page.locator("main .waiting").count()) === 0,
            `${path} does not wait for what failed`,
        );
    }
    await close();
}

/** What is shown stays, a banner says that the server is away, and is gone when it is back. */
async function testAway(browser) {
    const { page, close } = await visit(browser, "/ladders");
    await page.locator(".laddertop table").first().waitFor();
    await site.stop();
    const told = page.getByRole("alert").filter({ hasText: "Reconnecting" });
    await told.waitFor();
    check(
        (await page.locator(".laddertop table").count()) > 0,
        "the ladders are still there",
    );
    await site.startAgain();
    await told.waitFor({ state: "detached" });
    await site.stop();
    await told.waitFor();
    await page.getByRole("link", { name: "Contests", exact: true }).click();
    await told.waitFor();
    await close();
}

const tests = [
    ["every page is complete, has a heading, and keeps nobody out", testPages],
    ["every page speaks Japanese and fits a phone in the dark", testPhone],
    ["links, the way back and the keyboard", testLinks],
    ["the first page is light, and soon there on a slow line", testFirstLoad],
    ["pages bring their font along", testFonts],
    ["the first page leads to a first player", testFirstPlayer],
    ["documents lead to each other", testDocs],
    ["documents can be read and searched without a server", testDocsFolder],
    ["what is live is shown on a wall", testWall],
    ["the page of a match is light", testWeight],
    ["board and play button are in sight on every screen", testSight],
    ["a match is sought through and stepped through", testSeek],
    ["the master is asked what it would play", testAdvice],
    ["a browser without WebAssembly gets a sentence", testWithoutWasm],
    ...games.map((game) => [
        `${game}: a whole game by clicking`,
        (browser) => testHand(browser, game),
    ]),
    ["two browsers follow a live match", testFollowers],
    ["a match with a person is shown to others after its end", testHeldBack],
    ["two people play by a link", testFriends],
    ["a new record in a watched folder opens by itself", testFolder],
    ["answers that fail are told", testFailing],
    ["a server that goes away is told, and what is shown stays", testAway],
];
try {
    await runTests(tests, await tools.openBrowser());
} finally {
    await site.stop();
    site.clean();
}
