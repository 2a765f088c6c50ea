// A contest from its announcement to its last match, in a browser through a proxy with TLS, with programs that are
// built and played in the real cage and one that plays from home: usage contest_test.mjs TAISEN. Prints TAP.
import { execFile, execFileSync, spawn } from "node:child_process";
import {
    chmodSync,
    existsSync,
    mkdtempSync,
    rmSync,
    writeFileSync,
} from "node:fs";
import { get as httpsGet } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import * as tools from "./browser.mjs";
import { check, checkAccess, kill, runTests, sure, until } from "./kit.mjs";
import { openProxy } from "./proxy.mjs";
import { cageArguments, startSite, stopSite } from "./server.mjs";

const [taisen] = process.argv.slice(2);
if (!tools.chromiumPath || !existsSync("/usr/sbin/nginx")) {
    console.log("1..0 # SKIP there is no Chromium or no nginx here");
    process.exit(0);
}
const cage = cageArguments(taisen);
if (!cage) {
    console.log("1..0 # SKIP programs cannot be caged on this machine");
    process.exit(0);
}
const PATIENCE_MS = 180_000; // compilers take their time on a busy machine
const WORD = "correct horse";
const GAMES = 4; // each should have so many on the ladder
const CONTEST = `[contest]
name = Spring cup
game = reborn
seed = 7
setup = turns=16

[ladder]
rating = codevs5
games = ${GAMES}
finalists = 4
finals_close = 2999-05-07 18:00 JST

[phase Finals]
format = knockout
games = 1
`;

/* Reads its turns and drops its packs in a pattern of its own, so that matches are decided. */
const PYTHON = (step) => `import sys
print("p${step}", flush=True)


def deadlineend(count):
    while count:
        line = sys.stdin.readline()
        if not line:
            sys.exit(0)
        count -= line.strip() == "END"


deadlineend(500)
for turn in range(500):
    deadlineend(2)
    print(turn * ${step} % 9, turn % 4, flush=True)
`;
const C = `#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void deadlineend(int count)
{
    char line[256];
    while (count > 0) {
        if (!fgets(line, sizeof line, stdin)) exit(0);
        count -= strncmp(line, "END", 3) == 0;
    }
}

int main(void)
{
    puts("c");
    fflush(stdout);
    deadlineend(500);
    for (int turn = 0;; turn++) {
        deadlineend(2);
        printf("%d 0\\n", turn % 9);
        fflush(stdout);
    }
}
`;

const folder = mkdtempSync(join(tmpdir(), "taisen-contest-"));
chmodSync(folder, 0o755); // caged programs of root's run as somebody else
const db = join(folder, "league.db");
execFileSync(taisen, ["db", "init", "--db", db]);
execFileSync(taisen, [
    "db",
    "add-ladder",
    "other",
    "reborn",
    "--set",
    "pairing=0",
    "--db",
    db,
]);
const organiser = JSON.parse(
    execFileSync(taisen, [
        "account",
        "add",
        "organiser",
        "--organiser",
        "--json",
        "--db",
        db,
    ]),
);
const site = await startSite(taisen, folder, [
    "--signup",
    "open",
    "--pace-ms",
    "0",
    "--tries",
    "1000",
    ...cage,
]);
const proxy = await openProxy(site.origin);
let home = null;

// ---- help ----

const wait = (is, sentence) => until(is, sentence, PATIENCE_MS);

const ask = async (path) =>
    (await fetch(`${site.origin}/api/v1${path}`)).json();
const contest = () => ask("/contests/cup");
const standings = async () => (await ask("/ladders/cup")).standings;

async function visit(browser, path) {
    const opened = await tools.openPage(browser, proxy.origin + path, {
        origin: proxy.origin,
        ignoreHTTPSErrors: true,
        reducedMotion: "reduce",
    });
    opened.page.setDefaultTimeout(PATIENCE_MS);
    return opened;
}

function checkFaults(faults) {
    const rest = faults.filter(
        (fault) => !/status of (401|404|409|422)/.test(fault),
    );
    check(rest.length === 0, rest.join("; "));
}

async function enter(page, where, name, password) {
    await page.goto(`${proxy.origin}/${where}`);
    await page.fill("input[name=name]", name);
    await page.fill("input[name=password]", password);
    await page.click("form .button.main");
    await page.waitForURL(`${proxy.origin}/account`);
}

async function takePart(browser, name) {
    const opened = await visit(browser, "/");
    await enter(opened.page, "signup", name, WORD);
    await opened.page.goto(`${proxy.origin}/contests/cup`);
    await opened.page
        .getByRole("button", { name: "Join", exact: true })
        .click();
    await opened.page.getByText("You have joined.").waitFor();
    return opened;
}

async function makeToken(page, name) {
    await page.goto(`${proxy.origin}/account`);
    await page.fill("input[name=token]", "laptop");
    await page.getByRole("button", { name: "Create token" }).click();
    const path = join(folder, `${name}.token`);
    writeFileSync(path, await page.locator(".secret").textContent(), {
        mode: 0o600,
    });
    return path;
}

async function send(page, name, text, state) {
    await page.goto(`${proxy.origin}/programs?ladder=cup`);
    await page.setInputFiles("input[name=file]", {
        name,
        mimeType: "text/plain",
        buffer: Buffer.from(text),
    });
    await page.click("form button");
    await page.waitForSelector(`.outcome.big[data-state=${state}]`);
}

// ---- the contest ----

async function testAnnounce(browser) {
    const { page, faults, close } = await visit(browser, "/");
    await enter(page, "login", "organiser", organiser.password);
    await page.goto(`${proxy.origin}/desk/contests`);
    await page.fill("input[name=contest]", "cup");
    await page.fill("textarea[name=file]", CONTEST);
    await page.getByText("4 players, 4 matches").waitFor();
    await sure(page, "Create contest");
    await page.locator(".contestrow a", { hasText: "Spring cup" }).waitFor();
    checkFaults(faults);
    await close();
    const status = await new Promise((done) =>
        httpsGet(
            `${proxy.origin}/api/v1/session`,
            { rejectUnauthorized: false },
            (answer) => {
                answer.resume();
                done(answer.statusCode);
            },
        ),
    );
    check(status === 200, "the proxy passes it on");
}

async function testSubmit(browser) {
    const hana = await takePart(browser, "hana");
    await send(hana.page, "hana.c", "#error this is not finished\n", "broken");
    const log = await hana.page.textContent("pre.log");
    check(log.includes("this is not finished"), `the log is ${log}`);
    await send(hana.page, "hana.py", PYTHON(2), "active");
    checkFaults(hana.faults);
    await hana.close();
    const mika = await takePart(browser, "mika");
    await send(mika.page, "mika.py", PYTHON(4), "active");
    await mika.close();
    // The other one from the command line, by TLS and a certificate that nobody else believes in.
    const ken = await takePart(browser, "ken");
    const token = await makeToken(ken.page, "ken");
    const source = join(folder, "ken.c");
    writeFileSync(source, C);
    const submit = [
        "submit",
        proxy.origin,
        source,
        "--ladder",
        "cup",
        "--token-file",
        token,
        "--wait",
    ];
    const trusted = await promisify(execFile)(taisen, [
        ...submit,
        "--cacert",
        proxy.cert,
    ]);
    check(trusted.stdout.length > 0, "the report is printed");
    const refused = await promisify(execFile)(taisen, submit).catch(
        (error) => error,
    );
    check(refused.code > 0, "a certificate that nobody knows is not believed");
    await ken.close();
}

async function testHome(browser) {
    const rei = await takePart(browser, "rei");
    const token = await makeToken(rei.page, "rei");
    checkFaults(rei.faults);
    await rei.close();
    const program = join(folder, "rei.py");
    writeFileSync(program, PYTHON(7));
    const args = [
        "join",
        proxy.origin,
        "--token-file",
        token,
        "--ladder",
        "cup",
        "--cacert",
        proxy.cert,
        "--json",
        "--",
    ];
    home = spawn(taisen, [...args, "python3", program], {
        stdio: ["ignore", "pipe", "pipe"],
    });
    let said = "";
    home.stdout.on("data", (bytes) => (said += bytes));
    home.stderr.on("data", (bytes) => (said += bytes));
    await wait(async () => {
        check(home.exitCode === null, `taisen join ended: ${said}`);
        return (await standings()).find(
            ({ name, games }) => name === "rei" && games > 0,
        );
    }, `nobody played with the program at home: ${said}`);
}

/* The official formula of CODE VS 5.0, written down once more. */
function meet(points, winner) {
    const [a, b] = points;
    if (winner < 0) {
        const up = Math.sign(b - a);
        return [a + up, b - up];
    }
    const [won, lost] = winner === 0 ? [a, b] : [b, a];
    const d = Math.floor(Math.max(0, 1600 + 4 * (lost - won)) / 100);
    const after = [won + d, Math.max(0, lost - d)];
    return winner === 0 ? after : after.reverse();
}

async function testRatings(browser) {
    await wait(
        async () =>
            (await standings()).length === 4 &&
            (await standings()).every(({ games }) => games >= GAMES),
        "not all matches of the ladder were played",
    );
    await wait(
        async () => (await standings()).every(({ pending }) => pending === 0),
        "matches still wait",
    );
    const history = new Map();
    for (const { player } of await standings())
        history.set(
            player,
            (await ask(`/players/${player}/history?ladder=cup`)).history,
        );
    const before = (player, match) => {
        const list = history.get(player);
        const at = list.findIndex((one) => one.match === match);
        return at > 0 ? list[at - 1].rating : 0;
    };
    const { matches } = await ask("/matches?ladder=cup&limit=200");
    const played = matches.filter(({ state }) => state === "done");
    for (const { id, players, winner, ratings } of played) {
        const after = meet(
            players.map((one) => before(one.id, id)),
            winner,
        );
        check(
            String(after) === String(ratings),
            `match ${id}: ${ratings} are not ${after}`,
        );
    }
    const moved = (await standings()).filter(({ rating }) => rating > 0);
    check(played.length >= GAMES && moved.length > 0, "ratings have moved");
    check(
        execFileSync(taisen, ["db", "check", "--db", db], {
            encoding: "utf8",
        }) === "All is well.\n",
        "db check",
    );
    // A replay, from the ladder's page.
    const { page, faults, close } = await visit(browser, "/ladders/cup");
    await page.locator(".matches a").first().click();
    await page.waitForSelector("canvas");
    const bar = page.getByRole("slider");
    await wait(async () => {
        await page.keyboard.press("End");
        return (await bar.inputValue()) === (await bar.getAttribute("max"));
    }, "the replay does not come to its end");
    await page.locator(".turn.verdict").waitFor();
    checkFaults(faults);
    await close();
}

async function testDeadline(browser) {
    const { page, faults, close } = await visit(browser, "/");
    await enter(page, "login", "organiser", organiser.password);
    await page.goto(`${proxy.origin}/contests/cup`);
    await checkAccess(page);
    await sure(page, "Close now");
    await page.getByText("closed, finals to come").waitFor();
    const before = JSON.stringify(await standings());
    // Programs for the finals are taken until a date, in the reader's time zone; the organiser may end it earlier.
    const deadline = await page.evaluate(() =>
        new Date("2999-05-07T18:00+09:00").toLocaleString("en", {
            dateStyle: "medium",
            timeStyle: "long",
        }),
    );
    await page
        .getByText(`after the ladder has closed, until ${deadline}`)
        .waitFor();
    check(
        (await page
            .getByRole("button", { name: "Confirm the finalists" })
            .count()) === 0,
        "finalists can be named while programs are taken",
    );
    await sure(page, "Close submissions now");
    await sure(page, "Confirm the finalists");
    await page.getByRole("link", { name: "Watch the finals" }).waitFor();
    const screen = await visit(browser, "/contests/cup/watch");
    await page.getByRole("link", { name: "Stage control" }).click();
    await page.waitForURL(`${proxy.origin}/contests/cup/stage`);
    // One match, on the screen; then the others.
    await page.getByRole("button", { name: "Next match" }).click();
    await screen.page.waitForSelector(".showgame canvas");
    await checkAccess(screen.page);
    await wait(
        async () => (await contest()).phases[0].matches[0].over,
        "the first match was not played",
    );
    check(
        (await contest()).phases[0].matches.filter((one) => one.over).length ===
            1,
        "one match is one match",
    );
    await checkAccess(page);
    await page.getByRole("button", { name: "Play all" }).click();
    await wait(
        async () => (await contest()).state === "over",
        "the finals do not end",
    );
    const { phases, places } = await contest();
    const named = (label) =>
        phases[0].matches.find((one) => one.label === label);
    const [first, second] = phases[0].matches.filter(
        ({ round }) => round === 1,
    );
    const loser = ({ players, winner }) =>
        players.find((name) => name !== winner);
    const same = (a, b) => String([...a].sort()) === String([...b].sort());
    check(
        same(named("final").players, [first.winner, second.winner]),
        "the winners meet in the final",
    );
    check(
        same(named("third place").players, [loser(first), loser(second)]),
        "the others for third place",
    );
    const expected = [
        named("final").winner,
        loser(named("final")),
        named("third place").winner,
        loser(named("third place")),
    ];
    check(
        String(places) === String(expected),
        `the places are ${places}, not ${expected}`,
    );
    check(same(places, ["hana", "mika", "ken", "rei"]), "all four are placed");
    await screen.page.reload();
    await screen.page
        .locator(".podium .place1", { hasText: places[0] })
        .waitFor();
    checkFaults(screen.faults);
    await screen.close();
    await page.goto(`${proxy.origin}/contests/cup`);
    await page.locator(".banner", { hasText: `★ ${places[0]}` }).waitFor();
    const results = await (
        await fetch(`${site.origin}/api/v1/contests/cup/results.csv`)
    ).text();
    check(
        results.split("\r\n").some((row) => row.startsWith(`1,"${places[0]}"`)),
        results,
    );
    check(
        JSON.stringify(await standings()) === before,
        "the ladder stays as it was at the deadline",
    );
    check(
        execFileSync(taisen, ["db", "check", "--db", db], {
            encoding: "utf8",
        }) === "All is well.\n",
        "db check",
    );
    checkFaults(faults);
    await close();
}

/* Two copies of one program are level to the end: the organiser's desk waits for who won the janken. */
async function testJanken(browser) {
    const file = join(folder, "tied.ini");
    writeFileSync(
        file,
        "[contest]\nname = Tied\ngame = reborn\nsetup = turns=8\n[ladder]\nfinalists = 2\n" +
            "[phase Finals]\nformat = knockout\nextra-games = 0\nties = janken\n",
    );
    execFileSync(taisen, ["db", "add-contest", file, "tied", "--db", db]);
    for (const name of ["one", "two"])
        execFileSync(taisen, [
            "db",
            "add-player",
            "tied",
            name,
            `${taisen} bot reborn greedy --seed 1`,
            "--db",
            db,
        ]);
    const { page, faults, close } = await visit(browser, "/login");
    await enter(page, "login", "organiser", organiser.password);
    await page.goto(`${proxy.origin}/desk/contests`);
    const row = page.locator(".contestrow", { hasText: "Tied" });
    await sure(row, "Close now");
    await sure(row, "Confirm the finalists");
    await row.getByRole("button", { name: "Play all" }).click();
    await row.getByText("Finals: still tied").waitFor();
    await checkAccess(page);
    await sure(row, "two won");
    await wait(
        async () => (await ask("/contests/tied")).state === "over",
        "the janken decides nothing",
    );
    const { places } = await ask("/contests/tied");
    check(String(places) === "two,one", `the places are ${places}`);
    checkFaults(faults);
    await close();
}

const tests = [
    ["a contest is announced at the desk", testAnnounce],
    [
        "programs in two languages are sent in, one with an error that is read on the page",
        testSubmit,
    ],
    ["a third plays from home through the proxy", testHome],
    ["ratings move as the formula says, and a replay is watched", testRatings],
    [
        "the deadline passes, finals are played, the bracket is right",
        testDeadline,
    ],
    ["the organiser enters on the desk who won a janken", testJanken],
];
await runTests(tests, await tools.openBrowser(), async () => {
    await kill(home);
    await proxy.close();
    await stopSite(site.child);
    rmSync(folder, { recursive: true, force: true });
});
