// A first player for CHaser.  CHaser の最初のプレイヤーです。
//
//   build: node --check player.js
//   run:   node player.js
//   on a server:  node player.js HOST PORT NAME
//
// It puts a block on an enemy beside it, collects items where that is safe, and explores.
// 相手がとなりにいたらブロックを置き、安全ならアイテムを取り、まだ行っていない方へ歩きます。
"use strict";
const { Client, UP, RIGHT, DOWN, LEFT, ENEMY, BLOCK, ITEM } = require("./chaser.js");

// side: the cell in this direction  となりのマス    corners: those beside that cell  ななめ
const DIRECTIONS = [
    { letter: UP, side: 1, corners: [0, 2], dx: 0, dy: -1 },
    { letter: RIGHT, side: 5, corners: [2, 8], dx: 1, dy: 0 },
    { letter: DOWN, side: 7, corners: [6, 8], dx: 0, dy: 1 },
    { letter: LEFT, side: 3, corners: [0, 6], dx: -1, dy: 0 },
];
const NEVER = -Infinity;

// Remembers how often each cell was visited; the start is (0, 0).  歩いた回数の記録
class Explorer {
    constructor() {
        this.x = this.y = 0;
        this.visits = new Map([["0 0", 1]]);
    }

    times({ dx, dy }) {
        return this.visits.get(`${this.x + dx} ${this.y + dy}`) ?? 0;
    }

    go(direction) {
        const times = this.times(direction);
        this.x += direction.dx;
        this.y += direction.dy;
        this.visits.set(`${this.x} ${this.y}`, times + 1);
    }
}

// How good a step in this direction is: more is better.
function evaluate(explorer, cells, direction) {
    const cell = cells[direction.side];
    const count = (what) => direction.corners.filter((corner) => cells[corner] === what).length;
    if (cell === BLOCK) return NEVER;
    // A step beside an enemy lets it put a block on us.  相手のとなりに行くと負ける
    if (count(ENEMY) > 0) return NEVER;
    // Taking an item leaves a block behind us: is a side of the item's cell open?
    // アイテムを取ると元のマスがブロックになるので、逃げ道があるか調べます。
    if (cell === ITEM) return count(BLOCK) === 2 ? NEVER : 1000;
    // YOUR IDEA HERE: keep a map, use look and search, wall the enemy in.  ここを工夫しよう
    return 10 * count(ITEM) - explorer.times(direction);
}

async function act(client, cells, explorer) {
    let best = null, bestValue = NEVER;
    const enemy = DIRECTIONS.find((direction) => cells[direction.side] === ENEMY);
    if (enemy) return client.put(enemy.letter);
    for (const direction of DIRECTIONS) {
        const value = evaluate(explorer, cells, direction);
        if (value <= bestValue) continue;
        bestValue = value;
        best = direction;
    }
    if (!best) return client.look(UP); // waits  待つ
    explorer.go(best);
    return client.walk(best.letter);
}

async function main() {
    const client = new Client("starter-javascript"), explorer = new Explorer();
    for (;;) await act(client, await client.getReady(), explorer);
}

main();
