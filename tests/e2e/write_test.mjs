// The author's loop by pages alone, on a site as ./run starts it: usage write_test.mjs TAISEN. Prints TAP.
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as tools from "./browser.mjs";
import { check, checkAccess, runTests, SCREENS } from "./kit.mjs";
import { cageArguments, startSite, stopSite } from "./server.mjs";

const [taisen] = process.argv.slice(2);
if (!tools.chromiumPath) {
    console.log("1..0 # SKIP there is no Chromium here");
    process.exit(0);
}
const cage = cageArguments(taisen);
if (!cage) {
    console.log("1..0 # SKIP programs cannot be caged on this machine");
    process.exit(0);
}
const PATIENCE_MS = 90_000; // the bots of four ladders play meanwhile
const RATED_MOST_MS = 30_000; // told where it is passed: the machine may be busy
const folder = mkdtempSync(join(tmpdir(), "taisen-write-"));
chmodSync(folder, 0o755); // caged programs of root's run as somebody else
const opened = [];

async function openSite(name, more) {
    mkdirSync(join(folder, name));
    chmodSync(join(folder, name), 0o755);
    const site = await startSite(taisen, join(folder, name), [
        ...cage,
        ...more,
    ]);
    opened.push(site.child);
    return site;
}

async function visit(browser, site, path, options = {}) {
    const { page, faults } = await tools.openPage(browser, site.origin + path, {
        origin: site.origin,
        reducedMotion: "reduce",
        ...options,
    });
    page.setDefaultTimeout(PATIENCE_MS);
    return { page, faults };
}

const editor = (page) => page.locator(".cm-content");
const button = (page, name) => page.getByRole("button", { name, exact: true });

async function ready(page) {
    await editor(page).waitFor();
    await page.waitForFunction(
        () => document.querySelector(".cm-content")?.innerText.length > 200,
    );
}

/** As somebody would: a line at the end of the text. */
async function type(page, line) {
    await editor(page).click();
    await page.keyboard.press("Control+End");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Home");
    await page.keyboard.type(line);
}

const home = await openSite("home", []);
const quiet = await openSite("quiet", ["--no-bots", "--try"]);

async function runOnce(page) {
    const ran = Date.now();
    await button(page, "Run").click();
    await page.locator(".runresult .outcome").waitFor();
    await page.locator(".runresult canvas").waitFor();
    console.log(`# run, to its result and replay: ${Date.now() - ran} ms`);
    return page.textContent(".runresult .outcome");
}

async function testLoop(browser) {
    const begun = Date.now();
    const at = (what) => console.log(`# ${what}: ${Date.now() - begun} ms`);
    const { page, faults } = await visit(browser, home, "/");
    await page.goto(home.organiser);
    await page.fill("input[name=name]", "aki");
    await page.fill("input[name=password]", "correct horse");
    await button(page, "Become the organiser").click();
    await page.locator("header a", { hasText: "aki" }).waitFor();
    at("organiser");
    await page.goto(`${home.origin}/`);
    await page.locator(".hero a[href='/write']").click();
    await ready(page);
    await page.getByLabel("Ladder").selectOption("reborn");
    await page.getByLabel("Language").selectOption("python");
    await page.locator(".cm-content[aria-label*='player.py']").waitFor();
    await ready(page);
    await type(page, "# written in a browser");
    await page.getByText("Draft saved in this browser").waitFor();
    at("written");
    await page.getByLabel("Opponent").selectOption("random");
    // It wins 98 games of 100: three in a row are not lost by chance.
    let verdict = "";
    for (let i = 0; i < 3 && !verdict.includes("You won"); i++)
        verdict = await runOnce(page);
    check(verdict.includes("You won"), `the kit beats random: ${verdict}`);
    at("first win");
    await checkAccess(page);
    const sent = Date.now();
    await button(page, "Submit").click();
    await page.waitForURL(/\/programs\/\d+$/);
    await page
        .locator(".steps [aria-current=step]", { hasText: "Rated" })
        .waitFor();
    await page
        .locator(".steps small", { hasText: /[1-9]\d* of \d+ games/ })
        .waitFor();
    const ms = Date.now() - sent;
    console.log(
        `# submitted, to the first rated result: ${ms} ms${ms > RATED_MOST_MS ? " (TOO LONG)" : ""}`,
    );
    await page.goto(`${home.origin}/ladders/reborn`);
    await page.locator(".standings a", { hasText: "aki" }).waitFor();
    check(faults.length === 0, faults.join("; "));
    await page.close();
}

async function testDraft(browser) {
    const { page } = await visit(
        browser,
        quiet,
        "/write?game=reborn&language=javascript",
    );
    await ready(page);
    await type(page, "// my idea");
    await page.getByText("Draft saved in this browser").waitFor();
    await page.reload();
    await page.locator(".cm-line", { hasText: "// my idea" }).waitFor();
    await page.getByLabel("Language").selectOption("ruby");
    await page.locator(".cm-content[aria-label*='player.rb']").waitFor();
    check(
        !(await editor(page).innerText()).includes("// my idea"),
        "a draft belongs to its language",
    );
    await page.getByLabel("Language").selectOption("javascript");
    await page.locator(".cm-line", { hasText: "// my idea" }).waitFor();
    page.once("dialog", (dialog) => dialog.accept());
    await button(page, "Reset to the kit").click();
    await page.getByText("The starter kit, unchanged").waitFor();
    await page.close();
}

async function testErrors(browser) {
    const { page, faults } = await visit(browser, quiet, "/write", {
        colorScheme: "dark",
    });
    await ready(page);
    await type(page, "def broken(:");
    await page.keyboard.press("Control+Enter");
    await page.locator(".runresult .banner").waitFor();
    check(
        (await page.textContent(".runresult .log")).includes("SyntaxError"),
        "the build's output is read",
    );
    await checkAccess(page);
    check(faults.length === 0, faults.join("; "));
    await page.close();
}

async function testStop(browser) {
    const { page } = await visit(browser, quiet, "/write?game=reborn");
    await ready(page);
    await editor(page).click();
    await page.keyboard.press("Control+Home");
    await page.keyboard.type("import time; time.sleep(1000)\n");
    await button(page, "Run").click();
    const gone = page.waitForResponse(
        (got) =>
            got.request().method() === "DELETE" && got.url().includes("/tries"),
    );
    await page.locator("[role=status]", { hasText: "Playing" }).waitFor();
    await button(page, "Stop").click();
    check((await gone).status() === 204, "the server ended it");
    await button(page, "Run").waitFor();
    await page.close();
}

async function testScreens(browser) {
    for (const colorScheme of ["light", "dark"])
        for (const locale of ["en-GB", "ja-JP"]) {
            const { page } = await visit(browser, quiet, "/write", {
                colorScheme,
                locale,
            });
            await ready(page);
            await checkAccess(page);
            for (const screen of SCREENS) {
                await page.setViewportSize(screen);
                const wide = await page.evaluate(
                    () => document.documentElement.scrollWidth - innerWidth,
                );
                check(wide <= 0, `${screen.width}: ${wide} too wide`);
            }
            await page.close();
        }
}

/** Also while the kit is on its way. */
async function testName(browser) {
    const { page } = await visit(browser, quiet, "/");
    await page.route("**/api/v1/kits/**", () => {}); // it never comes
    await page.goto(`${quiet.origin}/write`);
    const name = await page.locator(".cm-content").getAttribute("aria-label");
    check(name === "Source", `the text is called ${name}`);
    await checkAccess(page);
    await page.close();
}

const tests = [
    ["from nothing to a rated player, by pages alone", testLoop],
    ["drafts are kept, each for its game and language", testDraft],
    ["a program that does not compile says why", testErrors],
    ["a run is ended when its author has seen enough", testStop],
    ["the editor has a name from the first moment", testName],
    ["the page fits every screen, in both languages and themes", testScreens],
];
await runTests(tests, await tools.openBrowser());
for (const child of opened) await stopSite(child);
rmSync(folder, { recursive: true, force: true });
