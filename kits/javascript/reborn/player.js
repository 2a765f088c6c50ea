// A first player for CODE VS Reborn.  CODE VS Reborn の最初のプレイヤーです。
//
//   build: node --check player.js
//   run:   node player.js
//
// It tries all 36 ways to drop the pack, takes the one with the longest chain, and keeps fives for
// the skill, which blows them up.
// パックの落とし方 36 通りをすべて試していちばん長いチェインを選び、5 をためてスキルで爆発させます。
"use strict";
const { readWord, readInt, readMany, answer } = require("./arena.js");

const PACKS = 500, COLUMNS = 10, ROWS = 16, OJAMA = 11, SKILL_GAUGE = 80, LOST = -1000;

function readPack() {
    const pack = readMany(4, readInt); // upper row, lower row
    readWord(); // END
    return pack;
}

function readPlayer() {
    const player = {
        timeLeft: readInt(), // milliseconds  残り時間(ミリ秒)
        stock: readInt(), // ojama that wait to fall on this player  降ってくるお邪魔の数
        gauge: readInt(),
        score: readInt(),
        columns: readMany(COLUMNS, () => []), // piles, lowest block first  下から順
    };
    for (let row = 0; row < ROWS; row++) // from the top  上の段から
        for (const pile of player.columns) {
            const block = readInt();
            if (block !== 0) pile.unshift(block);
        }
    readWord(); // END
    return player;
}

// Turns  a b  clockwise into  c a
//        c d                  d b
function rotate(pack, times) {
    for (let i = 0; i < times; i++) {
        const [a, b, c, d] = pack;
        pack = [c, a, d, b];
    }
    return pack;
}

function drop(columns, [a, b, c, d], position) {
    columns[position].push(...[c, a].filter((block) => block !== 0));
    columns[position + 1].push(...[d, b].filter((block) => block !== 0));
}

function makesTen(columns, x, y) {
    for (let dx = -1; dx <= 1; dx++)
        for (let dy = -1; dy <= 1; dy++) {
            const neighbour = columns[x + dx]?.[y + dy] ?? 0;
            if ((dx !== 0 || dy !== 0) && columns[x][y] + neighbour === 10) return true;
        }
    return false;
}

function countBlocks(columns) {
    return columns.reduce((sum, pile) => sum + pile.length, 0);
}

// The field without all blocks that make ten with a neighbour.
// となりと足して 10 になるブロックを消します。
function vanish(columns) {
    return columns.map((pile, x) => pile.filter((_, y) => !makesTen(columns, x, y)));
}

function countFives(columns) {
    return countBlocks(columns.map((pile) => pile.filter((block) => block === 5)));
}

// How good it is to drop the pack there: more is better.
function evaluate(me, pack, position) {
    const ojama = me.stock >= COLUMNS ? [OJAMA] : []; // a row of ojama falls first  先にお邪魔が 1 段降る
    let columns = me.columns.map((pile) => [...pile, ...ojama]);
    let chain = 0;
    drop(columns, pack, position);
    for (;;) {
        const after = vanish(columns);
        if (countBlocks(after) === countBlocks(columns)) break;
        columns = after;
        chain++;
    }
    const height = Math.max(...columns.map((pile) => pile.length));
    if (height > ROWS) return LOST;
    // YOUR IDEA HERE: what else makes a field good?  ここを工夫しよう
    // For instance: look at the next packs too, and build a long chain before you fire it.
    return 10 * chain + 2 * countFives(columns) - height;
}

function choose(me, pack) {
    let best = LOST - 1, move;
    if (me.gauge >= SKILL_GAUGE && countFives(me.columns) > 0) return "S";
    for (let position = 0; position < COLUMNS - 1; position++)
        for (let times = 0; times < 4; times++) {
            const value = evaluate(me, rotate(pack, times), position);
            if (value <= best) continue;
            best = value;
            move = `${position} ${times}`;
        }
    return move;
}

answer("starter-javascript"); // the name comes first  最初に名前を出力
const packs = readMany(PACKS, readPack);
for (;;) {
    const turn = readInt();
    const me = readPlayer();
    readPlayer(); // the opponent  相手
    answer(choose(me, packs[turn]));
}
