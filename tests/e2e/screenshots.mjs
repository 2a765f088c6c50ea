// Makes the pictures of the README: usage screenshots.mjs TAISEN FOLDER
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openBrowser, openPage } from "./browser.mjs";
import { openSite } from "./server.mjs";

const [taisen, pictures] = process.argv.slice(2);
// Game, seats, the turn that is shown, and how far into it.
const SHOTS = [
    { game: "reborn", seats: ["bot:greedy", "bot:greedy"], turn: 10, ms: 2300 },
    {
        game: "codevs5",
        seats: ["bot:runner", "bot:collector"],
        turn: 12,
        ms: 0,
    },
    { game: "codevs4", seats: ["bot:settler", "bot:gelb"], turn: 300, ms: 0 },
    {
        game: "chaser",
        seats: ["bot:chaser-4", "bot:chaser-3"],
        turn: 24,
        ms: 300,
    },
];

const folder = mkdtempSync(join(tmpdir(), "taisen-shots-"));
const run = (...args) =>
    execFileSync(taisen, args, { stdio: ["ignore", "ignore", "inherit"] });
const browser = await openBrowser();
for (const { game, seats, turn, ms } of SHOTS) {
    const [record, html] = [
        join(folder, `${game}.jsonl`),
        join(folder, `${game}.html`),
    ];
    run("play", game, ...seats, "--seed", "7", "--record", record);
    run("replay", record, "--html", html);
    const view = { viewport: { width: 1100, height: 760 } };
    const { page, close } = await openPage(
        browser,
        `file://${html}#turn=${turn}`,
        view,
    );
    await page.waitForSelector("canvas");
    await page
        .locator(".turn", { hasText: new RegExp(`\\b${turn}$`) })
        .waitFor();
    if (ms > 0) await page.keyboard.press("ArrowRight");
    await page.waitForTimeout(ms || 300);
    await page.screenshot({ path: join(pictures, `${game}.png`) });
    await close();
}

// The site: its first page while bots play, and a game by hand.
const site = await openSite(taisen, ["--pace-ms", "300"]);
const window = { viewport: { width: 1100, height: 760 }, origin: site.origin };
const home = await openPage(browser, `${site.origin}/`, window);
await home.page.waitForSelector(".livecard canvas");
await home.page.locator(".laddertop table").first().waitFor();
await home.page.waitForTimeout(4000); // so that something lies on the board
await home.page.screenshot({ path: join(pictures, "home.png") });
await home.close();

const desk = await openPage(
    browser,
    `${site.origin}/play/reborn?against=greedy`,
    window,
);
await desk.page.locator("form button").click();
for (const column of [1, 8, 3, 6, 2, 7, 4, 0]) {
    await desk.page.locator(".telling.mine").waitFor();
    await desk.page.locator('[data-choice="left"]').waitFor();
    const key = column < 4 ? "ArrowLeft" : "ArrowRight";
    for (let i = 0; i < Math.abs(column - 4); i++)
        await desk.page.keyboard.press(key);
    if (column === 0) break;
    const turn = await desk.page.locator(".turn").textContent();
    await desk.page.keyboard.press("Enter");
    await desk.page
        .locator(".turn", { hasNotText: new RegExp(`^${turn}$`) })
        .waitFor();
}
await desk.page.screenshot({ path: join(pictures, "play.png") });
await desk.close();
await site.stop();
site.clean();
await browser.close();
rmSync(folder, { recursive: true });
