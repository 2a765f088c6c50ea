// The client library: getReady, walk, look, search and put. Write `await` before each.
// CHaser の通信をするライブラリです。ふつうは書きかえません。呼び出すときは await を付けます。
//
// The nine cells that come back are numbered     0 1 2     0 floor   床
// row by row; you stand on cell 4.               3 4 5     1 enemy   相手
// (search: nine cells straight ahead.)           6 7 8     2 block   ブロック
//                                                          3 item    アイテム
"use strict";
const net = require("net");
const readline = require("readline");

const [UP, RIGHT, DOWN, LEFT] = ["u", "r", "d", "l"];
const [FLOOR, ENEMY, BLOCK, ITEM] = [0, 1, 2, 3];

class Client {
    /** Connects to the server named on the command line (HOST PORT [NAME]); without one, the game
     *  is played over standard input and output. */
    constructor(name) {
        const [host, port, ownName] = process.argv.slice(2);
        const socket = port && net.connect(Number(port), host);
        this.output = socket || process.stdout;
        const input = readline.createInterface({ input: socket || process.stdin });
        this.lines = input[Symbol.asyncIterator]();
        this.send(ownName || name);
    }

    /** Waits for our turn; the cells around us.  自分の番を待ち、まわりの 9 マスを返す */
    async getReady() {
        await this.receive(); // @
        this.send("gr");
        return this.cellsOf(await this.receive());
    }

    walk(direction) {
        return this.act("w" + direction);
    }

    /** The nine cells around the cell two steps ahead.  2 マス先を中心とする 9 マス */
    look(direction) {
        return this.act("l" + direction);
    }

    /** The nine cells straight ahead.  直線 9 マス */
    search(direction) {
        return this.act("s" + direction);
    }

    put(direction) {
        return this.act("p" + direction);
    }

    async act(command) {
        this.send(command);
        const line = await this.receive();
        this.send("#");
        return this.cellsOf(line);
    }

    /** A line is 1 and nine cells; 0 in place of the 1 says that the game has ended. */
    cellsOf(line) {
        if (line[0] !== "1") return this.end();
        return Array.from(line.slice(1, 10), Number);
    }

    async receive() {
        const { value, done } = await this.lines.next();
        return done ? this.end() : value;
    }

    send(line) {
        this.output.write(line + "\r\n");
    }

    /** The game is over, and so is the program.  ゲーム終了 */
    end() {
        this.output.end(() => process.exit(0));
        return new Promise(() => {}); // nothing comes after this
    }
}

module.exports = { Client, UP, RIGHT, DOWN, LEFT, FLOOR, ENEMY, BLOCK, ITEM };
