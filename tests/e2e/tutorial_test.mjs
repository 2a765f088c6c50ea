// The tutorial's game in a browser: usage tutorial_test.mjs TAISEN, of a tree that has it. Prints TAP.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openBrowser, openPage } from "./browser.mjs";
import {
    begin,
    handOf,
    nextTurn,
    open as openHand,
    playOut,
} from "./by_hand.mjs";
import { matchOf } from "./games.mjs";
import { check, checkAccess, PATIENCE_MS, runTests, waitFor } from "./kit.mjs";
import { openEmpty } from "./server.mjs";

const [taisen] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "taisen-tutorial-"));

async function testReplay(browser) {
    const [record, html] = ["match.jsonl", "match.html"].map((name) =>
        join(folder, name),
    );
    const run = (...words) => execFileSync(taisen, words, { stdio: "ignore" });
    run(
        ...["play", "example", ...matchOf(taisen, "example")],
        ...["--seed", "7", "--record", record],
    );
    run("replay", record, "--html", html);
    const { page, faults, close } = await openPage(browser, `file://${html}`);
    page.setDefaultTimeout(PATIENCE_MS);
    await page.waitForSelector("canvas");
    check(
        (await page.textContent("body")).includes("Four in a Row"),
        "the game is named",
    );
    const bar = page.getByRole("slider");
    const last = await bar.getAttribute("max");
    check(Number(last) > 6, "there is something to see");
    await page.keyboard.press("End");
    await waitFor(
        page,
        async () => (await bar.inputValue()) === last,
        "End leads to the end",
    );
    await checkAccess(page);
    check(faults.length === 0, faults.join("; "));
    await close();
}

async function testPlay(browser) {
    const site = await openEmpty(taisen, ["--no-bots"]);
    try {
        const { page, faults, close } = await openPage(
            browser,
            `${site.origin}/games/example`,
            { origin: site.origin, reducedMotion: "reduce" },
        );
        page.setDefaultTimeout(PATIENCE_MS);
        await page.getByText("Stones fall into seven columns").waitFor();
        const hand = await handOf("example");
        await begin(page, site.origin, "example", hand);
        await nextTurn(page);
        await checkAccess(page);
        await playOut(page, 25, (turn) => hand.move(openHand(page), turn));
        await page.getByRole("link", { name: "Watch replay" }).click();
        await page.waitForSelector("canvas");
        check(faults.length === 0, faults.join("; "));
        await close();
    } finally {
        await site.stop();
        site.clean();
    }
}

const tests = [
    ["a replay opens from a file", testReplay],
    ["a person plays it on the site to its end", testPlay],
];
try {
    await runTests(tests, await openBrowser());
} finally {
    rmSync(folder, { recursive: true, force: true });
}
