// How tests/e2e plays CODE VS 5.0: steps by buttons; the first one also by a click, which is taken back.
async function stepByClick({ page, check, clickBoard }) {
    // The first ninja stands in the upper left corner: one to the right of it.
    const { width, height } = await page.locator("canvas").boundingBox();
    const u = Math.min(width / 28.8, height / 26);
    const [x, y] = [
        (width - 28.8 * u) / 2 + 2.7 * u,
        (height - 26 * u) / 2 + 1.7 * u,
    ];
    await clickBoard(x / width, y / height);
    const note = page.locator('[data-choice="ninja-0"] small');
    check((await note.textContent()) === "1/2", "a click is a step");
    await page.locator("button.undo").click();
    check((await note.textContent()) === "0/2", "it is taken back");
}

export default {
    setup: "a taste: 5 turns",
    move: async (hand, turn) => {
        if (turn === 0) await stepByClick(hand);
        for (const step of ["step-R", "stay", "step-L", "step-L"])
            await hand.choose(step);
        await hand.send();
    },
};
