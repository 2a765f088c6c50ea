// A first player for CODE VS 4.0.  CODE VS 4.0 の最初のプレイヤーです。
//
//   build: node --check player.js
//   run:   node player.js
//
// Workers look for resources and mine them, one builds a base, and its knights look for the enemy castle.
// ワーカーが資源を探して採り、拠点を 1 つ建て、拠点で作ったナイトが敵の城を探して攻めます。
"use strict";
const { readWord, readInt, readMany, answer } = require("./arena.js");

const SIZE = 100, WORKERS_WANTED = 12, MINERS_A_CELL = 5;
const [WORKER, KNIGHT, FIGHTER, ASSASSIN, CASTLE, VILLAGE, BASE] = [0, 1, 2, 3, 4, 5, 6];
const COST = { [WORKER]: 40, [KNIGHT]: 20, [FIGHTER]: 40, [ASSASSIN]: 60, [VILLAGE]: 100, [BASE]: 500 };
const OPPOSITE = { U: "D", D: "U", L: "R", R: "L" };

// ---- reading ----

function readPlace() {
    return { y: readInt(), x: readInt() };
}

function readUnit() {
    return { id: readInt(), place: readPlace(), hp: readInt(), kind: readInt() };
}

function turned(place) {
    return { y: SIZE - 1 - place.y, x: SIZE - 1 - place.x };
}

// Turns the field round, so that our corner is always the upper left one.
// 自分の城がいつも左上になるように座標をひっくり返します。
function flip(turn) {
    for (const unit of [...turn.units, ...turn.enemies]) unit.place = turned(unit.place);
    turn.resources = turn.resources.map(turned);
}

function readTurn() {
    readInt(); // time left in milliseconds  残り時間
    const turn = {
        stage: readInt(),
        number: readInt(),
        money: readInt(),
        units: readMany(readInt(), readUnit),
        enemies: readMany(readInt(), readUnit), // those in view  見えている敵
        resources: readMany(readInt(), readPlace), // those in view
    };
    readWord(); // END
    const castle = turn.units.find((unit) => unit.kind === CASTLE).place;
    turn.isFlipped = castle.y + castle.x >= SIZE;
    if (turn.isFlipped) flip(turn);
    return turn;
}

// ---- places ----

function distance(a, b) {
    return Math.abs(a.y - b.y) + Math.abs(a.x - b.x);
}

// Points at a distance of up to `reach` from the upper left corner, row by row, to and fro.
function cornerTour(reach, gap) {
    const tour = [], first = Math.floor(gap / 2);
    for (let y = first, row = 0; y < reach; y += gap, row++) {
        const points = [];
        for (let x = first; x < reach - y; x += gap) points.push({ y, x });
        tour.push(...(row % 2 === 0 ? points : points.reverse()));
    }
    return tour;
}

const HOME_TOUR = cornerTour(99, 8);
const ENEMY_TOUR = cornerTour(42, 5).map(turned);

// Where a unit that explores goes now: each begins elsewhere, all walk on along the tour.
function onTour(tour, unit, turn) {
    return tour[(unit.id * 7 + Math.floor(turn.number / 8)) % tour.length];
}

// The letter of a step towards a place; "" when we are there.
function step(from, to) {
    if (from.y !== to.y) return from.y < to.y ? "D" : "U";
    if (from.x !== to.x) return from.x < to.x ? "R" : "L";
    return "";
}

// ---- thinking ----

function remember(memory, turn) {
    for (const place of turn.resources)
        if (!memory.resources.some((known) => distance(known, place) === 0)) memory.resources.push(place);
    for (const enemy of turn.enemies) if (enemy.kind === CASTLE) memory.enemyCastle = enemy.place;
}

// The first of those for which `rank` is smallest.
function least(list, rank) {
    return list.reduce((best, one) => (rank(one) < rank(best) ? one : best));
}

function workersOf(turn) {
    return turn.units.filter((unit) => unit.kind === WORKER);
}

// Where each worker goes: to a resource that is not full, otherwise exploring.
function chooseGoals(memory, turn) {
    const goals = new Map();
    let free = workersOf(turn);
    for (const place of memory.resources)
        for (let miner = 0; miner < MINERS_A_CELL && free.length > 0; miner++) {
            const nearest = least(free, (unit) => distance(unit.place, place));
            free = free.filter((unit) => unit !== nearest);
            goals.set(nearest.id, place);
        }
    for (const unit of free) goals.set(unit.id, onTour(HOME_TOUR, unit, turn));
    return goals;
}

// The worker that is nearest to the enemy builds the base, as long as there is none.
function chooseBuilder(turn) {
    const workers = workersOf(turn);
    if (workers.length === 0 || turn.units.some((unit) => unit.kind === BASE)) return null;
    return least(workers, (unit) => -(unit.place.y + unit.place.x));
}

// What a unit makes now, or null.  いま作るもの
function chooseProduct(unit, builder, workers, money) {
    if (unit.kind === CASTLE && workers < WORKERS_WANTED && money >= COST[WORKER]) return WORKER;
    if (unit === builder && money >= COST[BASE]) return BASE;
    if (unit.kind === BASE && money >= COST[KNIGHT]) return KNIGHT;
    return null;
}

function chooseOrders(memory, turn) {
    // YOUR IDEA HERE: villages near resources, several bases, other fighters, an attack with all
    // knights at once.  ここを工夫しよう: 村を建てる、拠点を増やす、まとまって攻める、など
    const goals = chooseGoals(memory, turn), builder = chooseBuilder(turn), orders = [];
    const workers = workersOf(turn).length;
    let money = turn.money;
    for (const unit of turn.units) {
        const product = chooseProduct(unit, builder, workers, money);
        let letter = "";
        if (product !== null) {
            money -= COST[product];
            letter = String(product);
        } else if (unit.kind === WORKER) {
            letter = step(unit.place, goals.get(unit.id));
        } else if (unit.kind === KNIGHT) {
            letter = step(unit.place, memory.enemyCastle ?? onTour(ENEMY_TOUR, unit, turn));
        }
        if (turn.isFlipped) letter = OPPOSITE[letter] ?? letter;
        if (letter !== "") orders.push(`${unit.id} ${letter}`);
    }
    return orders;
}

answer("starter-javascript"); // the name comes first  最初に名前を出力
let memory, stageBefore;
for (;;) {
    const turn = readTurn();
    // What we have seen in this stage.  このステージで見たもの
    if (turn.stage !== stageBefore) memory = { resources: [], enemyCastle: null };
    stageBefore = turn.stage;
    remember(memory, turn);
    const orders = chooseOrders(memory, turn);
    answer(orders.length, ...orders);
}
