// Accounts and the organisers' desk in a browser, with a server of their own: usage account_test.mjs TAISEN. Prints TAP.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import * as tools from "./browser.mjs";
import {
    check,
    checkAccess,
    PATIENCE_MS,
    runTests,
    waitFor,
    sure,
} from "./kit.mjs";
import { openEmpty } from "./server.mjs";

const [taisen] = process.argv.slice(2);
if (!tools.chromiumPath) {
    console.log("1..0 # SKIP there is no Chromium here");
    process.exit(0);
}
const site = await openEmpty(taisen, ["--no-bots", "--signup", "open"]);
const WORD = "correct horse";
const organiser = JSON.parse(
    execFileSync(taisen, [
        "account",
        "add",
        "organiser",
        "--organiser",
        "--json",
        "--db",
        join(site.folder, "league.db"),
    ]),
);

async function visit(browser, path, options = {}) {
    const opened = await tools.openPage(browser, site.origin + path, {
        origin: site.origin,
        reducedMotion: "reduce",
        ...options,
    });
    opened.page.setDefaultTimeout(PATIENCE_MS);
    return opened;
}

/** What the server rightly refuses, the browser notes as an error. */
function checkFaults(faults, allowed = /status of (401|404|409|422)/) {
    const rest = faults.filter((fault) => !allowed.test(fault));
    check(rest.length === 0, rest.join("; "));
}

async function signUp(page, name, password = WORD) {
    await page.goto(`${site.origin}/signup`);
    await page.getByLabel("Name").fill(name);
    await page.getByLabel("Password").fill(password);
    await page.locator("form .button.main").click();
    await page.waitForURL(`${site.origin}/account`);
}

async function logIn(page, name, password) {
    await page.goto(`${site.origin}/login`);
    await page.getByLabel("Name").fill(name);
    await page.getByLabel("Password").fill(password);
    await page.locator("form .button.main").click();
}

const whoAmI = (page) => page.locator("header.site a[href='/account']");

async function testAccount(browser) {
    const { page, faults, close } = await visit(browser, "/signup");
    await checkAccess(page);
    await signUp(page, "Hana");
    check(
        (await whoAmI(page).textContent()) === "Hana",
        "the frame says who it is",
    );
    await checkAccess(page);
    // A token, shown once.
    await page.getByLabel("Token name").fill("laptop");
    await page.getByRole("button", { name: "Create token" }).click();
    const token = await page.locator(".secret").textContent();
    check(/^tsn_[-\w]{43}$/.test(token), `the token is ${token}`);
    const answer = await fetch(`${site.origin}/api/v1/session`, {
        headers: { Authorization: `Bearer ${token}` },
    });
    check(
        (await answer.json()).account.name === "Hana",
        "it opens for programs",
    );
    await page.reload();
    await page.locator("td", { hasText: "laptop" }).waitFor();
    check(
        (await page.locator(".secret").count()) === 0,
        "it is not shown again",
    );
    await sure(page, "Revoke laptop");
    await page.getByText("No tokens yet.").waitFor();
    // Another password.
    await page.getByLabel("Current password").fill("wrong word");
    await page.getByLabel("New password").fill("another word");
    await page.getByRole("button", { name: "Change password" }).click();
    await page.getByRole("alert").filter({ hasText: "Incorrect" }).waitFor();
    await page.getByLabel("Current password").fill(WORD);
    await page.getByRole("button", { name: "Change password" }).click();
    await page.getByText("Password changed").waitFor();
    // Out, and in again.
    await page.getByRole("button", { name: "Log out" }).click();
    await page.waitForURL(`${site.origin}/`);
    await page.locator("header.site a[href='/login']").waitFor();
    await logIn(page, "hana", WORD);
    await page.getByRole("alert").filter({ hasText: "Incorrect" }).waitFor();
    await page.getByLabel("Password").fill("another word");
    await page.locator("form .button.main").click();
    await page.waitForURL(`${site.origin}/account`);
    checkFaults(faults);
    await close();
}

/** An address of another site behind the log-in is not gone to. */
async function testReturn(browser) {
    const { page, faults, close } = await visit(browser, "/");
    await signUp(page, "Rei");
    for (const [to, lands] of [
        ["/contests", "/contests"],
        ["https://evil.example/", "/account"],
        ["//evil.example/", "/account"],
        ["/\\evil.example", "/account"],
    ]) {
        await page.goto(`${site.origin}/login?to=${encodeURIComponent(to)}`);
        await page.getByLabel("Name").fill("Rei");
        await page.getByLabel("Password").fill(WORD);
        await page.locator("form .button.main").click();
        await page.waitForURL(site.origin + lands);
    }
    checkFaults(faults);
    await close();
}

/** In Japanese, in the dark, on a phone. */
async function testPhone(browser) {
    const { page, faults, close } = await visit(browser, "/signup", {
        viewport: { width: 390, height: 844 },
        locale: "ja-JP",
        colorScheme: "dark",
    });
    await page.getByLabel("名前").fill("花子");
    await page.getByLabel("パスワード").fill(WORD);
    await page.locator("form .button.main").click();
    await page.waitForURL(`${site.origin}/account`);
    for (const path of [
        "/account",
        "/login",
        "/signup",
        "/desk",
        "/contests",
    ]) {
        await page.goto(site.origin + path);
        await page.locator("h1").waitFor();
        const words = await page.locator("main").textContent();
        check(/[ぁ-んァ-ン一-龠]/.test(words), `${path} speaks Japanese`);
        const wide = await page.evaluate(
            () => document.documentElement.scrollWidth - window.innerWidth,
        );
        check(wide <= 0, `${path} is ${wide} pixels too wide for a phone`);
        await checkAccess(page);
    }
    checkFaults(faults);
    await close();
}

/** A list as Excel saves it in Japan: shown, corrected, made, and taken back. */
async function testClassFile(page) {
    const choose = (text) =>
        page.locator("input[type=file]").setInputFiles({
            name: "meibo.csv",
            mimeType: "text/csv",
            buffer: Buffer.from(text, "latin1"),
        });
    const HEAD = "\x94\xd4\x8d\x86,\x8e\x81\x96\xbc,\x83N\x83\x89\x83X\r\n"; // 番号,氏名,クラス in CP932
    const YAMADA = "\x8eR\x93c\x81@\x91\xbe\x98Y"; // 山田 太郎
    await choose(`${HEAD}1,${YAMADA},3-B\r\n2,${YAMADA},3-A\r\n`);
    await page.getByText("1 rows cannot be taken").waitFor();
    await page.getByText("Shift_JIS").waitFor();
    await page
        .locator(".preview tr.odd td", {
            hasText: "stands in the list already",
        })
        .waitFor();
    const make = page.getByRole("button", { name: "Make 2 accounts" });
    check(await make.isDisabled(), "a list with an odd row is not taken");
    await choose(`${HEAD}1,${YAMADA},3-B\r\n2,sora,3-A\r\n`);
    await page.locator(".preview td", { hasText: "sora" }).waitFor();
    await checkAccess(page);
    await make.click();
    await page.locator(".cards li", { hasText: "山田太郎" }).waitFor();
    // On paper there are the cards and nothing else.
    await page.emulateMedia({ media: "print" });
    await page.locator(".cards li", { hasText: "sora" }).waitFor();
    check(!(await page.locator("table").first().isVisible()), "no table");
    await page.emulateMedia({ media: null });
    const entry = page.locator(".lists li", { hasText: "山田太郎" });
    await sure(entry, "Undo");
    await entry.waitFor({ state: "detached" });
    await page.getByLabel("Find by name").fill("sora");
    await page.getByText("No accounts match.").waitFor();
}

async function testDesk(browser) {
    const { page, faults, close } = await visit(browser, "/desk");
    await page.getByText("This page is for organisers.").waitFor();
    await logIn(page, "organiser", organiser.password);
    await page.waitForURL(`${site.origin}/account`);
    await page.goto(`${site.origin}/desk/people`);
    await page.getByRole("heading", { name: "Accounts" }).waitFor();
    // A class, with cards; a name that looks like a tag stays text.
    await page
        .locator("textarea[name=list]")
        .fill("taro\njiro,<img src=x onerror=alert(1)> 3-B\n");
    await page.getByRole("button", { name: "Show what will be made" }).click();
    await page.locator(".preview td", { hasText: "jiro" }).waitFor();
    check((await page.locator(".cards").count()) === 0, "nothing is made yet");
    await page.getByRole("button", { name: "Make 2 accounts" }).click();
    await page.locator(".cards li").nth(1).waitFor();
    check((await page.locator(".cards img").count()) === 0, "names are text");
    const password = await page
        .locator(".cards li")
        .first()
        .locator("b")
        .nth(1)
        .textContent();
    await page.getByLabel("Find by name").fill("taro");
    await page.getByLabel("Select taro").check();
    await page.getByRole("button", { name: "Block…" }).click();
    await page.locator("input[name=why]").fill("too loud");
    await page.getByRole("button", { name: "Block", exact: true }).click();
    await page.getByText("blocked: too loud").waitFor();
    const banned = await fetch(`${site.origin}/api/v1/session`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ name: "taro", password }),
    });
    check(banned.status === 403, "who is banned does not come in");
    await page.getByLabel("Select taro").check();
    await page.getByRole("button", { name: "Unblock" }).click();
    await page.getByText("blocked: too loud").waitFor({ state: "detached" });
    await testClassFile(page);
    // All that are found at once; their passwords change, and are on cards.
    await page.getByLabel("Find by name").fill("ro");
    await page.getByLabel("Select all").check();
    await page.getByText("2 selected").waitFor();
    await sure(page, "New password");
    await waitFor(
        page,
        async () =>
            (await page.locator(".cards li").count()) === 2 &&
            !(await page.locator(".cards").textContent()).includes(password),
        "two new passwords",
    );
    await checkAccess(page);
    // A contest from its text, and what is wrong with another.
    await page.getByRole("link", { name: "Contests" }).last().click();
    await page.locator("input[name=title]").fill("Spring cup");
    await page.locator("input[name=contest]").fill("spring");
    await page
        .locator("input[type=datetime-local]")
        .first()
        .fill("2999-04-01T09:00");
    await page.getByText("8 players, 8 matches").waitFor();
    await page.locator("select[name=format]").selectOption("round-robin");
    await page.getByText("8 players, 28 matches").waitFor();
    await checkAccess(page);
    await sure(page, "Create contest");
    await page.locator(".contestrow a", { hasText: "Spring cup" }).waitFor();
    await page.locator("input[name=contest]").fill("autumn");
    await page.locator("textarea[name=file]").fill("[contest]\ngame = go\n");
    await page.getByRole("alert").filter({ hasText: "line:2: game" }).waitFor();
    check(
        await page
            .getByRole("button", { name: "Create contest…" })
            .isDisabled(),
        "what cannot be read cannot be added",
    );
    // Everybody reads announcements, on every page.
    await page.goto(`${site.origin}/desk`);
    await page.locator("input[name=text]").fill("<b>Welcome</b> to the cup");
    await page.getByRole("button", { name: "Announce", exact: true }).click();
    await page.locator(".plain", { hasText: "<b>Welcome</b>" }).waitFor();
    const visitor = await visit(browser, "/contests");
    await visitor.page
        .locator(".announcements", { hasText: "<b>Welcome</b> to the cup" })
        .waitFor();
    check(
        (await visitor.page.locator(".announcements b").count()) === 0,
        "they are text",
    );
    await visitor.page.locator("a.place", { hasText: "Spring cup" }).click();
    await visitor.page.getByText("not open yet").waitFor();
    await checkAccess(visitor.page);
    checkFaults(visitor.faults);
    await visitor.close();
    await sure(page, "Remove <b>Welcome</b> to the cup");
    await page.getByText("No announcements.").waitFor();
    await page.goto(`${site.origin}/desk/people`);
    await page.locator("input[name=code]").fill("sakura");
    await page.getByRole("button", { name: "Create invitation" }).click();
    await sure(page, "Revoke sakura");
    await page.getByText("No invitations.").waitFor();
    for (const tab of ["Matches", "Stage", "Machines", "Audit log"]) {
        await page.locator(".tabs").getByRole("link", { name: tab }).click();
        await page.getByRole("heading", { name: tab }).waitFor();
        await checkAccess(page);
    }
    await page
        .locator("td", { hasText: "announced: <b>Welcome</b> to the cup" })
        .waitFor();
    await page
        .locator("td", { hasText: "created the contest spring" })
        .waitFor();
    await checkAccess(page);
    checkFaults(faults);
    await close();
}

async function testRoom(browser) {
    const { page, faults, close } = await visit(browser, "/rooms");
    await checkAccess(page);
    await page.goto(`${site.origin}/rooms/nothing`);
    await signUp(page, "Rin");
    await page.goto(`${site.origin}/rooms`);
    await page.getByLabel("Game").selectOption("reborn");
    await checkAccess(page);
    await page.getByRole("button", { name: "Open a room" }).click();
    await page.getByText("No players yet.").waitFor();
    // She has no program: the page says so, and a bot can be brought in all the same.
    await page.getByRole("button", { name: "Add my program" }).click();
    await page.getByRole("alert").waitFor();
    await page.getByLabel("Bots").selectOption("random");
    await page.getByRole("button", { name: "Add a bot" }).click();
    const bot = page.locator(".people a", { hasText: "random" });
    await bot.waitFor();
    await checkAccess(page);
    // Against a chosen player: the button is there, and says what is missing.
    await bot.click();
    await page.getByRole("button", { name: "Play a match" }).click();
    await page.getByRole("alert").waitFor();
    await checkAccess(page);
    await page.goto(`${site.origin}/rooms/nothing`);
    await page.getByText("No room with this code.").waitFor();
    checkFaults(faults);
    await close();
}

/** A site of one's own: the link that the server printed, and one click. */
async function testFirst(browser) {
    const own = await openEmpty(taisen, ["--no-bots"]);
    const { page, faults, close } = await tools.openPage(
        browser,
        `${own.origin}/signup`,
        { origin: own.origin, reducedMotion: "reduce" },
    );
    page.setDefaultTimeout(PATIENCE_MS);
    await page.getByText("that taisen serve printed").waitFor();
    await checkAccess(page);
    await page.goto(own.organiser);
    await page.reload(); // the page was there already: only its mark has changed
    const button = page.getByRole("button", { name: "Become the organiser" });
    await button.waitFor();
    await checkAccess(page);
    await button.click();
    await page.waitForURL(`${own.origin}/programs`);
    await page.goto(`${own.origin}/desk`);
    await page.getByText("organiser").first().waitFor();
    check((await whoAmI(page).textContent()) === "organiser", "who it is");
    checkFaults(faults);
    await close();
    await own.stop();
    own.clean();
}

const tests = [
    ["the first organiser needs a link and a click", testFirst],
    ["an account is made and used", testAccount],
    ["a log-in leads back to this site alone", testReturn],
    ["on a phone, in Japanese, in the dark", testPhone],
    ["the organisers' desk", testDesk],
    ["a practice room", testRoom],
];
try {
    await runTests(tests, await tools.openBrowser());
} finally {
    await site.stop();
    site.clean();
}
