// How tests/e2e plays Reborn: a column is pointed at and clicked, and the pack falls.
export default {
    setup: "a taste: 10 turns",
    move: async ({ choose, send, clickBoard }, turn) => {
        if (turn % 2 === 0) return clickBoard(0.12 + 0.03 * turn, 0.5);
        await choose("turn-right");
        await send();
    },
};
