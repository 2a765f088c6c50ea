// Programs sent in by a page, built in the real cage: usage submit_test.mjs TAISEN. Prints TAP.
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as tools from "./browser.mjs";
import { check, checkAccess, runTests, waitFor } from "./kit.mjs";
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
const PATIENCE_MS = 120_000; // compilers take their time on a busy machine
const folder = mkdtempSync(join(tmpdir(), "taisen-submit-"));
chmodSync(folder, 0o755); // caged programs of root's run as somebody else
const db = join(folder, "league.db");
execFileSync(taisen, ["db", "init", "--db", db]);
execFileSync(taisen, ["db", "add-ladder", "cup", "reborn", "--db", db]);
const site = await startSite(taisen, folder, [
    "--signup",
    "open",
    "--pace-ms",
    "0",
    ...cage,
]);

const HOSTILE = "<img src=x onerror=\"document.title='owned'\">";
const BROKEN = `#error ${HOSTILE}\n`;
const PLAYER = `import sys
print("page", flush=True)


def until_end(count):
    while count:
        line = sys.stdin.readline()
        if not line:
            sys.exit(0)
        count -= line.strip() == "END"


until_end(500)
for turn in range(500):
    until_end(2)
    print(turn % 9, 0, flush=True)
`;

async function visit(browser, path, options = {}) {
    const opened = await tools.openPage(browser, site.origin + path, {
        origin: site.origin,
        reducedMotion: "reduce",
        ...options,
    });
    opened.page.setDefaultTimeout(PATIENCE_MS);
    return opened;
}

async function signUp(page, name) {
    await page.goto(`${site.origin}/signup`);
    await page.fill("input[name=name]", name);
    await page.fill("input[name=password]", "correct horse");
    await page.click("form button");
    await page.waitForSelector(`header a:has-text("${name}")`);
}

/** Sends a file in and waits for what comes of it; the address of its page. */
async function send(page, name, text, state) {
    await page.goto(`${site.origin}/ladders/cup`);
    await page.click("a[href='/programs?ladder=cup']");
    await page.setInputFiles("input[name=file]", {
        name,
        mimeType: "text/plain",
        buffer: Buffer.from(text),
    });
    await page.click("form button");
    await page.waitForSelector(`.outcome.big[data-state=${state}]`);
    return page.url();
}

const tests = [
    [
        "a compile error is read on the page, and is nothing but text",
        async (browser) => {
            const { page, faults } = await visit(browser, "/");
            await signUp(page, "typo");
            await send(page, "<img src=x>.c", BROKEN, "broken");
            const log = await page.textContent("pre.log");
            check(log.includes(HOSTILE) && log.includes("gcc"), log);
            check((await page.title()) !== "owned", "the log was run");
            check((await page.locator("main img").count()) === 0, "a picture");
            await checkAccess(page);
            await page.goto(`${site.origin}/programs`);
            await page.waitForSelector("td[data-state=broken]");
            await checkAccess(page);
            check(faults.length === 0, faults.join("; "));
            await page.close();
        },
    ],
    [
        "a program passes, plays, is replaced, and plays again",
        async (browser) => {
            const { page, faults } = await visit(browser, "/", {
                colorScheme: "dark",
            });
            await signUp(page, "hana");
            const first = await send(page, "one.py", PLAYER, "active");
            await page.waitForSelector(".findings li[data-weight=fine]");
            await checkAccess(page);
            await send(page, "two.py", `${PLAYER}# two\n`, "active");
            await page.goto(first);
            await page.waitForSelector(".outcome.big[data-state=old]");
            await page.click(".actions button");
            await page.waitForSelector(".outcome.big[data-state=active]");
            const [download] = await Promise.all([
                page.waitForEvent("download"),
                page.click(".actions a[download]"),
            ]);
            check(download.suggestedFilename() === "one.py", "the file's name");
            const source = readFileSync(await download.path(), "utf8");
            check(source === PLAYER, "the source came back as another");
            check(faults.length === 0, faults.join("; "));
            await page.close();
        },
    ],
    [
        "files are dropped on the page, and it shows how far they are",
        async (browser) => {
            const { page, faults } = await visit(browser, "/");
            await signUp(page, "dropper");
            await page.goto(`${site.origin}/programs?ladder=cup`);
            await page.click("form.wish > button"); // nothing was chosen
            await page.waitForSelector("form.wish [role=alert]");
            const files = await page.evaluateHandle((player) => {
                const all = new DataTransfer();
                all.items.add(new File([player], "player.py"));
                all.items.add(new File(["X = 1\n"], "部品.py"));
                all.items.add(new File(["x"], "player.pyc"));
                return all;
            }, `${PLAYER}# dropped\n`);
            await page.dispatchEvent(".dropzone", "drop", {
                dataTransfer: files,
            });
            await page.waitForSelector("text=部品.py");
            check(
                !(await page.textContent(".dropzone")).includes("pyc"),
                "what compilers leave is chosen",
            );
            await checkAccess(page);
            await page.click("form.wish > button");
            await page.waitForSelector(".steps li[aria-current=step]");
            await checkAccess(page);
            await page.waitForSelector(".outcome.big[data-state=active]");
            await page.waitForSelector(
                ".steps li:nth-child(3)[data-step=done]",
            );
            const own = await page
                .locator("main p.soft a[href^='/players/']")
                .getAttribute("href");
            await page.goto(site.origin + own);
            await page.waitForSelector("table.standings");
            check(
                (await page.locator("#challenge").count()) === 0,
                "a match against oneself is offered",
            );
            check(faults.length === 0, faults.join("; "));
            await page.close();
        },
    ],
    [
        "the pages speak Japanese and fit a phone in the dark",
        async (browser) => {
            const { page, faults } = await visit(browser, "/", {
                viewport: { width: 390, height: 844 },
                locale: "ja-JP",
                colorScheme: "dark",
            });
            await signUp(page, "花子");
            await send(page, "player.c", BROKEN, "broken");
            for (const path of [new URL(page.url()).pathname, "/programs"]) {
                await page.goto(site.origin + path);
                await page.waitForSelector("[data-state=broken]");
                const text = await page.textContent("main");
                check(/[ぁ-んァ-ン]/.test(text), `${path} speaks Japanese`);
                const wide = await page.evaluate(
                    () =>
                        document.documentElement.scrollWidth -
                        window.innerWidth,
                );
                check(wide <= 0, `${path} is ${wide} pixels too wide`);
                await checkAccess(page);
            }
            check(faults.length === 0, faults.join("; "));
            await page.close();
        },
    ],
    [
        "nobody else sees it",
        async (browser) => {
            const { page } = await visit(browser, "/");
            await signUp(page, "nosy");
            for (const path of ["/programs/1", "/programs/2"]) {
                await page.goto(site.origin + path);
                await waitFor(
                    page,
                    async () => (await page.locator(".banner").count()) > 0,
                    "it is not refused",
                );
                check((await page.locator("pre.log").count()) === 0, "a log");
            }
            await page.close();
        },
    ],
];

try {
    await runTests(tests, await tools.openBrowser());
} finally {
    await stopSite(site.child);
    rmSync(folder, { recursive: true, force: true });
}
