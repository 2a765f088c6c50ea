// Debian's Chromium under playwright-core, for tests and pictures. Nothing may leave the machine.
import { createRequire } from "node:module";
import { existsSync } from "node:fs";

const require = createRequire(
    new URL("../../web/package.json", import.meta.url),
);
const { chromium } = require("playwright-core");

export const axeScript = require.resolve("axe-core/axe.min.js");
export const chromiumPath = [
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
].find(existsSync);

export async function openBrowser() {
    return chromium.launch({
        executablePath: chromiumPath,
        args: [
            "--no-sandbox",
            "--disable-gpu",
            "--disable-background-networking",
            "--no-first-run",
            "--hide-scrollbars",
        ],
    });
}

/** A page whose errors and requests are noted in `faults`: everything that is no file, data or blob, and not of `origin`. */
export async function openPage(browser, url, { origin, ...options } = {}) {
    const context = await browser.newContext({
        viewport: { width: 1280, height: 860 },
        locale: "en-GB",
        ...options,
    });
    const isOurs = (address) =>
        /^(file|data|blob):/.test(address) ||
        (origin && address.startsWith(`${origin}/`));
    const page = await context.newPage();
    const faults = [];
    page.on(
        "console",
        (message) =>
            message.type() === "error" &&
            faults.push(`console: ${message.text()}`),
    );
    page.on("pageerror", (error) => faults.push(`error: ${error.message}`));
    page.on("request", (request) => {
        if (!isOurs(request.url())) faults.push(`request: ${request.url()}`);
    });
    await page.goto(url);
    return { page, faults, close: () => context.close() };
}
