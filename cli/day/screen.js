// The screen of a day: asks for /state every second and draws it anew where it has changed. With a key in the address
// (/desk?key=...) the organiser has buttons, each of which sends one order.
"use strict";
const key = new URLSearchParams(location.search).get("key");
const words = {
  en: { court: "Court", free: "free", here: "here", awaited: "port", next: "Next", again: "play again", forfeit: "forfeit",
    accept: "counts as it is", away: "The arena is not running. This page goes on by itself when it is back.", results: "Results",
    certificates: "Certificates", sheet: "CSV for Excel", sure: "Really?", places: "Places", janken: "level, janken:", first: "first", nobody: "nobody waits" },
  ja: { court: "コート", free: "空き", here: "接続済み", awaited: "接続先ポート", next: "次の試合", again: "やり直し", forfeit: "負けにする",
    accept: "このまま確定", away: "サーバーが止まっています。再開すると自動的に表示が続きます。", results: "結果（印刷用）",
    certificates: "表彰状（印刷用）", sheet: "CSV（Excel 用）", sure: "よろしいですか？", places: "最終順位", janken: "同点です。じゃんけんで決めてください：", first: "の勝ち", nobody: "待っている人はいません" },
};
let word = words.ja, shown = "";

// An element with a class, and texts or other elements in it.
function make(tag, name, ...inside) {
  const element = document.createElement(tag);
  if (name) element.className = name;
  element.append(...inside);
  return element;
}

async function send(order, question) {
  if (question && !confirm(`${question} ${word.sure}`)) return;
  await fetch("/order", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ key, order }) });
  await look();
}

function button(label, order, asks, name) {
  const one = make("button", name, label);
  one.addEventListener("click", () => send(order, asks ? `${label}: ${asks}` : ""));
  return one;
}

function side(player, number) {
  const state = !player.client ? "" : player.here ? word.here : `${word.awaited} ${player.port}`;
  return make("div", "side", make("span", number === 0 ? "cool" : "hot", number === 0 ? "COOL" : "HOT"),
    make("b", player.name.length > 16 ? "long" : "", player.name), make("small", "about", make("span", "", player.who), make("span", player.here ? "here" : "", state)));
}

// What a game is called, without the phase, which the heading says.
const gameOf = ({ game }, phase) => phase && game.startsWith(phase) ? game.slice(phase.length).replace(/^[,、 ]+/, "") : game;

function court(one, phase) {
  const box = make("div", `court${one.held ? " held" : ""}${one.on ? "" : " off"}`,
    make("h2", "", `${word.court} ${one.number}`, make("small", "", one.on ? gameOf(one, phase) : word.free)));
  if (one.on) box.append(...one.players.map(side));
  if (one.trouble) box.append(make("p", "trouble", one.trouble));
  if (key && one.on)
    for (const player of one.players.filter(p => p.client))
      box.append(make("div", "", make("small", "", `${player.name} `), button(word.again, `again ${player.number}`, one.held ? "" : player.name, "plain"),
        button(word.forfeit, `forfeit ${player.number}`, player.name, "plain")));
  if (key && one.held) box.append(button(word.accept, `accept ${one.players.find(p => p.client).number}`, one.players.map(p => p.name).join(" – ")));
  return box;
}

function bracket(matches) {
  const rounds = Math.max(...matches.map(m => m.round)) + 1;
  return make("div", "bracket", ...Array.from({ length: rounds }, (_, round) =>
    make("div", "", ...matches.filter(m => m.round === round).map((m, i, all) => make("div", "match",
      ...(m.label && m.label !== all[i - 1]?.label ? [make("p", "round", m.label)] : []),
      ...m.names.map((name, i) => make("div", m.winner === i ? "won" : "", make("span", "", name), make("span", "", m.winner < 0 ? "" : `${m.wins[i]}${m.items ? ` (${m.items[i]})` : ""}`))))))));
}

function standing(state) {
  const all = [];
  if (state.places.length > 0)
    all.push(make("ol", "podium", ...state.places.slice(0, 3).map((name, i) => make("li", "", make("b", `medal place${i + 1}`, String(i + 1)), name))));
  if (state.table)
    all.push(make("div", "columns", ...state.table.map(row => make("div", `row${row.through ? " through" : ""}`, make("span", "", row.rank ? String(row.rank) : "–"),
      make("span", "", row.name), make("span", "", row.rank ? String(row.points) : "")))));
  if (state.bracket) all.push(bracket(state.bracket));
  return all;
}

// One button for each who may have won, when two are level; more are entered on the terminal.
function tie(names) {
  const line = make("li", "", `${word.janken} ${names.join(", ")} `);
  if (names.length === 2) names.forEach((name, i) => line.append(button(`${name} ${word.first}`, `decide ${name} > ${names[1 - i]}`, `${name} > ${names[1 - i]}`)));
  return line;
}

function draw(state) {
  const find = id => document.getElementById(id);
  word = words[state.lang];
  document.documentElement.lang = state.lang;
  document.title = state.title;
  document.querySelector("h1").textContent = state.title;
  find("phase").textContent = state.over ? word.places : state.phase ?? "";
  find("courts").replaceChildren(...state.courts.map(one => court(one, state.phase)));
  find("now").hidden = state.over;
  find("next-title").textContent = word.next;
  const next = state.next.map(game => make("li", "", game.players.map(p => p.name).join(" – "), make("small", "", gameOf(game, state.phase))));
  find("next").replaceChildren(...(next.length > 0 ? next : [make("li", "", make("small", "", word.nobody))]));
  find("standing").replaceChildren(...standing(state));
  find("desk").hidden = !key;
  find("asks").replaceChildren(...(key ? state.ties.map(tie) : []));
  find("news").replaceChildren(...(state.news ?? []).map(line => make("li", "", line)));
  document.querySelector("nav").replaceChildren(...[["/results", word.results], ["/certificates", word.certificates], ["/results.csv", word.sheet]]
    .map(([href, text]) => Object.assign(make("a", "", text), { href })));
}

async function look() {
  const away = document.getElementById("away");
  try {
    const text = await (await fetch(`/state${key ? `?key=${encodeURIComponent(key)}` : ""}`)).text();
    if (text !== shown) draw(JSON.parse(text));
    shown = text;
    away.hidden = true;
  } catch {
    away.textContent = word.away;
    away.hidden = false;
  }
}

look();
setInterval(look, 1000);
