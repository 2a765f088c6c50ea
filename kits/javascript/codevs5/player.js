// A first player for CODE VS 5.0.  CODE VS 5.0 の最初のプレイヤーです。
//
//   build: node --check player.js
//   run:   node player.js
//
// Each ninja tries all walks of two steps and takes the one that ends away from dogs and near a soul.
// 忍者ごとに 2 歩の動き方をすべて試し、犬から離れていて忍者ソウルに近いものを選びます。
"use strict";
const { readWord, readInt, readMany, answer } = require("./arena.js");

const STEPS = { N: [0, 0], U: [-1, 0], L: [0, -1], R: [0, 1], D: [1, 0] };
const FAR = 1000; // the distance of what cannot be reached  たどり着けない距離
const JUTSU = 8, MIDDLE_ROW = 8;

function readPlace() {
    return { row: readInt(), col: readInt() };
}

function readNamedPlace() {
    readInt(); // the id: ninjas and dogs have one
    return readPlace();
}

function readSide() {
    const power = readInt(), rows = readInt(); // nin-power, for jutsu  忍力
    readInt(); // columns
    return {
        power,
        cells: readMany(rows, readWord), // W wall, O rock, _ floor  壁・岩・床
        ninjas: readMany(readInt(), readNamedPlace),
        dogs: readMany(readInt(), readNamedPlace),
        souls: readMany(readInt(), readPlace),
        uses: readMany(JUTSU, readInt), // how often each jutsu was used
    };
}

function neighbour(place, step) {
    const [down, right] = STEPS[step];
    return { row: place.row + down, col: place.col + right };
}

function isFloor(side, place) {
    return side.cells[place.row][place.col] === "_";
}

function isSame(a, b) {
    return a.row === b.row && a.col === b.col;
}

// distances(...)[row][col]: steps to the nearest target (breadth-first search).  幅優先探索
function distances(side, targets) {
    const found = side.cells.map((row) => Array(row.length).fill(FAR));
    const queue = [];
    const reach = (place, distance) => {
        if (!isFloor(side, place) || found[place.row][place.col] !== FAR) return;
        found[place.row][place.col] = distance;
        queue.push(place);
    };
    targets.forEach((place) => reach(place, 0));
    for (const place of queue) // it grows while we walk through it
        for (const step in STEPS) reach(neighbour(place, step), found[place.row][place.col] + 1);
    return found;
}

function bestWalk(side, ninja, souls) {
    const toSoul = distances(side, souls), toDog = distances(side, side.dogs);
    const holdsSoul = (place) => souls.some((soul) => isSame(soul, place));
    let best = -Infinity, walk;
    for (const first in STEPS)
        for (const second in STEPS) {
            const via = neighbour(ninja, first);
            if (!isFloor(side, via)) continue;
            const to = neighbour(via, second);
            if (!isFloor(side, to)) continue;
            const taken = (holdsSoul(via) && !isSame(via, to)) + holdsSoul(to);
            // A dog takes one step after us: beside a dog we are caught.  犬のとなりで止まると捕まる
            const danger = toDog[to.row][to.col] < 2 ? 500 : 0;
            // YOUR IDEA HERE: use jutsu, look further ahead, flee earlier.  ここを工夫しよう
            const value = 20 * taken - toSoul[to.row][to.col] - danger;
            if (value <= best) continue;
            best = value;
            walk = first + second;
        }
    return walk;
}

// Ninja 0 looks after the upper half of the souls, ninja 1 after the lower half.
function share(side, number) {
    const mine = side.souls.filter((soul) => (soul.row > MIDDLE_ROW) === (number === 1));
    return mine.length > 0 ? mine : side.souls;
}

answer("starter-javascript"); // the name comes first  最初に名前を出力
for (;;) {
    readInt(); // time left in milliseconds  残り時間
    readMany(readInt(), readInt); // what the jutsu cost  忍術のコスト
    const me = readSide();
    readSide(); // the opponent  相手
    const walks = me.ninjas.map((ninja, number) => bestWalk(me, ninja, share(me, number)));
    answer(2, ...walks); // 3 with a jutsu line before the walks  忍術を使うときは 3 行
}
