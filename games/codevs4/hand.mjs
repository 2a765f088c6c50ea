// How tests/e2e plays CODE VS 4.0: orders that stand, and then the game goes on by itself.
export default {
    against: "silber",
    setup: "one stage",
    move: async ({ page, choose, untilOver }) => {
        for (const key of ["idle", "explore", "castle", "make-0"])
            await choose(key);
        await page.getByLabel("Autoplay").check();
        await untilOver();
    },
};
