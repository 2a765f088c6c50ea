// How tests/e2e plays CHaser: it looks and searches upwards, and walks once by a click.
export default {
    setup: "a taste: 5 turns",
    move: async ({ choose, clickBoard }, turn) => {
        if (turn === 4) return clickBoard(0.5, 0.02);
        await choose(turn % 2 ? "s" : "l");
        await choose("way-u");
    },
};
