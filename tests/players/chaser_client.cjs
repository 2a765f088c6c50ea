// A small CHaser client in JavaScript: node chaser_client.cjs HOST PORT NAME
//
// Puts a block on the opponent beside it, takes items beside it, otherwise walks where it has been least often.
const net = require("node:net");
const readline = require("node:readline");

// Direction letter: its cell in the square of an answer, and the step.
const WAYS = { u: [2, 0, -1], r: [6, 1, 0], d: [8, 0, 1], l: [4, -1, 0] };

function choose(square, x, y, visits) {
  const ways = Object.keys(WAYS);
  const beside = ways.find((way) => square[WAYS[way][0]] === "1");
  if (beside) return "p" + beside;
  const worth = (way) => {
    const [cell, dx, dy] = WAYS[way];
    return (square[cell] === "3" ? 1000 : 0) - (visits.get(`${x + dx},${y + dy}`) ?? 0);
  };
  const free = ways.filter((way) => square[WAYS[way][0]] !== "2");
  if (free.length === 0) return "lu";
  return "w" + free.reduce((best, way) => (worth(way) > worth(best) ? way : best));
}

async function main(host, port, name) {
  const socket = net.connect({ host, port: Number(port), noDelay: true });
  const lines = readline.createInterface({ input: socket })[Symbol.asyncIterator]();
  const hear = async () => (await lines.next()).value ?? "";
  const say = (text) => socket.write(text + "\r\n");
  const visits = new Map();
  let x = 0;
  let y = 0;
  say(name);
  while ((await hear()).startsWith("@")) {
    say("gr");
    const square = await hear();
    if (!square.startsWith("1")) break;
    visits.set(`${x},${y}`, (visits.get(`${x},${y}`) ?? 0) + 1);
    const command = choose(square, x, y, visits);
    say(command);
    const answer = await hear();
    if (command[0] === "w") {
      x += WAYS[command[1]][1];
      y += WAYS[command[1]][2];
    }
    say("#");
    if (!answer.startsWith("1")) break;
  }
  socket.end();
}

main(...process.argv.slice(2));
