// What the tests of all pages have in common.
import { readFileSync } from "node:fs";
import { axeScript } from "./browser.mjs";

export const PATIENCE_MS = 20_000; // a busy machine is no fault

export function check(isTrue, sentence) {
    if (!isTrue) throw new Error(sentence);
}

export async function waitFor(page, is, sentence) {
    const until = Date.now() + PATIENCE_MS;
    while (!(await is())) {
        check(Date.now() < until, sentence);
        await page.waitForTimeout(20);
    }
}

/** Milliseconds from the seek to the picture after it, for places all over the match. */
export function seekTimes(page) {
    return page.evaluate(async () => {
        const bar = document.querySelector("input[type=range]");
        const times = [];
        for (let i = 0; i < 20; i++) {
            const begun = performance.now();
            bar.value = String(
                Math.floor((Number(bar.max) * ((i * 7) % 20)) / 20),
            );
            bar.dispatchEvent(new Event("input", { bubbles: true }));
            await new Promise(requestAnimationFrame);
            times.push(performance.now() - begun);
        }
        return times;
    });
}

/** Pictures a second while the match plays. */
export function pictureRate(page) {
    return page.evaluate(async () => {
        const begun = performance.now();
        let pictures = 0;
        while (performance.now() - begun < 500) {
            await new Promise(requestAnimationFrame);
            pictures++;
        }
        return (1000 * pictures) / (performance.now() - begun);
    });
}

export const SCREENS = [
    { width: 1440, height: 900 },
    { width: 1366, height: 768 },
    { width: 390, height: 844 },
];

/** Screens for an audience. */
export const PROJECTORS = [
    { width: 1920, height: 1080 },
    { width: 3840, height: 2160 },
    { width: 1024, height: 768 },
];

/** Text that is smaller than people at the back can read; and whether all of it is on the screen. */
export function measureText(root) {
    const least = 0.022; // of the height of the screen
    window.tooSmall = () => {
        const texts = [];
        const walker = document.createTreeWalker(
            document.querySelector(root),
            NodeFilter.SHOW_TEXT,
        );
        while (walker.nextNode()) {
            const { parentElement: of, textContent } = walker.currentNode;
            const isSeen = of.checkVisibility() && !of.closest(".unseen, svg");
            if (!textContent.trim() || !isSeen) continue;
            const size = parseFloat(getComputedStyle(of).fontSize);
            if (size < least * innerHeight)
                texts.push(`${textContent.trim()}: ${size}px`);
        }
        return texts;
    };
    window.isInside = () => {
        const { scrollWidth, scrollHeight } = document.querySelector(root);
        return scrollWidth <= innerWidth && scrollHeight <= innerHeight;
    };
}

/** The whole board and the play button are seen on every screen, without scrolling; and the button still, further down. */
export async function checkSight(page) {
    for (const screen of SCREENS) {
        await page.setViewportSize(screen);
        const isSeen = (selector) =>
            page.evaluate((wanted) => {
                const area = document
                    .querySelector(wanted)
                    .getBoundingClientRect();
                return area.top >= 0 && area.bottom <= innerHeight;
            }, selector);
        const size = `${screen.width} x ${screen.height}`;
        const isAll = async () =>
            (await isSeen("canvas")) && (await isSeen(".tool.main"));
        await page.evaluate(() => scrollTo(0, 0));
        await waitFor(page, isAll, `board and play button fit ${size}`);
        await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
        check(await isSeen(".tool.main"), `the play button stays, ${size}`);
    }
    await page.evaluate(() => scrollTo(0, 0));
}

const axe = readFileSync(axeScript, "utf8");

/** Nothing that keeps people out, by the rules of axe, once the page is there: all have a heading. */
export async function checkAccess(page) {
    await page.locator("h1").first().waitFor({ state: "attached" });
    await page.evaluate(axe); // no tag: the site allows no scripts but its own
    const { violations } = await page.evaluate(() => window.axe.run());
    check(
        violations.length === 0,
        violations.map((v) => `${v.id}: ${v.nodes[0].html}`).join("; "),
    );
}

/** Waits for something that no page tells; the patience is that of a busy machine. */
export async function until(is, sentence, patienceMs) {
    const end = Date.now() + patienceMs;
    for (;;) {
        const value = await is();
        if (value) return value;
        check(Date.now() < end, sentence);
        await new Promise((done) => setTimeout(done, 50));
    }
}

/** Presses a button that asks first, and answers. */
export async function sure(where, name) {
    await where.getByRole("button", { name: `${name}…` }).click();
    await where.getByRole("button", { name, exact: true }).click();
}

/** Ends a process whatever it does, and waits until it is gone. */
export async function kill(child) {
    if (!child || child.exitCode !== null) return;
    const gone = new Promise((done) => child.once("exit", done));
    child.kill("SIGKILL");
    await gone;
}

/**
 * Runs tests one after the other, prints TAP, and then ends what they began, whatever came of them. With ONLY='words'
 * in the environment: those that have the words in their title.
 */
export async function runTests(tests, browser, end = () => {}) {
    const isWanted = ([title]) => title.includes(process.env.ONLY ?? "");
    try {
        await runEach(tests.filter(isWanted), browser);
    } finally {
        await end();
    }
}

async function runEach(tests, browser) {
    console.log(`1..${tests.length}`);
    for (const [i, [title, test]] of tests.entries()) {
        const begun = Date.now();
        try {
            await test(browser);
            console.log(`ok ${i + 1} - ${title}\n# ${Date.now() - begun} ms`);
        } catch (error) {
            const told = String(error.stack ?? error).replace(/\n/g, "\n# ");
            console.log(`# ${told}\nnot ok ${i + 1} - ${title}`);
            process.exitCode = 1;
        }
    }
    await browser.close();
}
