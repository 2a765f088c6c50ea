// Talks with the arena over standard input and output.
// 標準入力と標準出力で対戦プログラムとやりとりするライブラリです。ふつうは書きかえません。
"use strict";
const fs = require("fs");

const chunk = Buffer.alloc(65536);
let words = [];
let next = 0;
let half = ""; // a word of which more may come

function readMore() {
    const length = fs.readSync(0, chunk);
    if (length === 0) process.exit(0);
    words = (half + chunk.toString("latin1", 0, length)).split(/\s+/);
    half = words.pop();
    next = 0;
}

/** The next word of the input. The program ends when there is none: the game is over. */
function readWord() {
    while (next === words.length || words[next] === "") {
        if (next === words.length) readMore();
        else next++;
    }
    return words[next++];
}

function readInt() {
    return Number(readWord());
}

/** An array of `count` things that `read` reads. */
function readMany(count, read) {
    return Array.from({ length: count }, () => read());
}

/** Prints lines at once: what stays in a buffer never arrives.  バッファに残ると相手に届きません。 */
function answer(...lines) {
    fs.writeSync(1, lines.join("\n") + "\n");
}

module.exports = { readWord, readInt, readMany, answer };
