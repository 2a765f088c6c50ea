// A person at the play page: how a game is begun and played to its end by clicking.
//
// games/X/hand.mjs says how a game is played, where clicking any button is not enough: its default is
// { against, setup, move(hand, turn) }, each of them optional; `hand` is what open() makes here.
import { existsSync } from "node:fs";
import { check, PATIENCE_MS, waitFor } from "./kit.mjs";

/** Any button that can be chosen, another one each turn. */
async function anyMove({ page, send }, turn) {
    const buttons = page.locator("[data-choice]:enabled");
    await buttons.nth(turn % (await buttons.count())).click();
    const whole = page.locator("button.send:enabled");
    if ((await whole.count()) > 0) await send();
}

const USUAL = { against: "random", setup: null, move: anyMove };

export async function handOf(game) {
    const file = new URL(`../../games/${game}/hand.mjs`, import.meta.url);
    if (!existsSync(file)) return USUAL;
    return { ...USUAL, ...(await import(file)).default };
}

export async function begin(page, origin, game, { against, setup }) {
    await page.goto(`${origin}/play/${game}`);
    const form = page.locator("form");
    await form.locator("select").nth(0).selectOption(against);
    if (setup)
        await form.locator("select").nth(2).selectOption({ label: setup });
    await form.getByRole("button").click();
    await page.waitForSelector("canvas.desk");
}

const isOver = (page) =>
    page.getByRole("button", { name: "Play again" }).isVisible();
const isMine = (page) => page.locator(".telling.mine").isVisible();

/** Waits until it is the person's turn again, or the end; true while it goes on. */
export async function nextTurn(page) {
    await waitFor(
        page,
        async () =>
            (await isOver(page)) ||
            ((await isMine(page)) &&
                (await page.locator("[data-choice]").count()) > 0),
        "it is somebody's turn",
    );
    return !(await isOver(page));
}

/** What the hands of a game may use. */
export const open = (page) => ({
    page,
    check,
    choose: (key) => page.locator(`[data-choice="${key}"]`).click(),
    send: () => page.locator("button.send").click(),
    /** A click at a part of the board's width and height. */
    clickBoard: async (x, y) => {
        const box = await page.locator("canvas").boundingBox();
        await page.mouse.click(box.x + x * box.width, box.y + y * box.height);
    },
    /** Waits for the end of a game that goes on by itself. */
    untilOver: () =>
        page
            .getByRole("button", { name: "Play again" })
            .waitFor({ timeout: 3 * PATIENCE_MS }),
});

const turnOf = (page) => page.locator(".turn").textContent();

/** Plays until the end; `move` makes one. */
export async function playOut(page, most, move) {
    for (let turn = 0; turn < most && (await nextTurn(page)); turn++) {
        const before = await turnOf(page);
        await move(turn);
        await waitFor(
            page,
            async () => (await turnOf(page)) !== before || (await isOver(page)),
            "the turn is played",
        );
    }
    await page.getByRole("button", { name: "Play again" }).waitFor();
    await page.locator(".turn.verdict").waitFor();
}
