"""Contests of a league from the announcement to the last match, over the network; and the backup of it all.

Usage: contest_test.py TAISEN SOURCE_ROOT
"""
import csv
import io
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time

from kit import tap
from kit.browser_kit import Browser, db_of, organiser, run
from kit.site_kit import TAISEN, TMP, Site, wait_for

PLAYERS = ["@strong", "second", "third", "fourth", "fifth"]
FINALS = "[phase Finals]\nformat = knockout\ngames = 2\n"


def file_of(name, more="", finals=FINALS):
    path = os.path.join(TMP, name + ".ini")
    with open(path, "w", encoding="utf-8") as out:
        out.write(f"[contest]\nname = The {name} cup\ngame = reborn\nseed = 5\nsetup = turns=8\n"
                  f"[ladder]\nrating = codevs5\ngames = 4\nfinalists = 4\n{more}{finals}")
    return path


def seat(number):
    """Programs that differ, and play the same game each time."""
    return f"{TAISEN} bot reborn {'greedy' if number == 0 else 'random'} --seed {number}"


def enter(db, ladder):
    for number, name in enumerate(PLAYERS):
        run("db", "add-player", ladder, name, seat(number), "--db", db)
    run("db", "add-player", ladder, "robot", "bot:greedy", "--db", db)


def is_well(db):
    assert run("db", "check", "--db", db) == "All is well.\n"


def drain(db):
    run("worker", "--drain", "--quiet", "--db", db)


class Worker:
    """Plays until it is stopped; a lease is short, so that what a killed one held is soon another's."""

    def __init__(self, db):
        self.process = subprocess.Popen([TAISEN, "worker", "--db", db, "--lease-ms", "2000", "--quiet"],
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def stop(self, how=signal.SIGTERM):
        self.process.send_signal(how)
        self.process.wait(60)


SITE = Site("contest", "--no-bots", "--signup", "open", "--tries", "1000")
DB = db_of(SITE)
DESK = organiser(SITE)
with sqlite3.connect(DB, timeout=60) as _db:  # bots on the site's own ladders would take a minute of the workers' time
    _db.execute("UPDATE ladders SET closes = 1")


def contest(name, who=None):
    return (who or DESK).get(f"/contests/{name}")


# ---- making ----

def test_a_contest_comes_from_a_file():
    run("db", "add-contest", file_of("spring"), "--db", DB)
    assert "already" in run("db", "add-contest", file_of("spring"), "--db", DB, status=2)
    run("db", "add-contest", file_of("spring"), "again", "--db", DB)
    assert "[ladder]" in run("tournament", file_of("spring"), status=2)
    listed = {c["name"]: c for c in Browser(SITE).get("/contests")["contests"]}
    assert listed["spring"]["state"] == "open" and listed["spring"]["title"] == "The spring cup"
    with open(file_of("desk"), encoding="utf-8") as text:
        DESK.post("/desk/contests", {"name": "desk", "text": text.read()}, 201)
    for name, text, says in (("bad", "", "game"), ("bad", "[contest]\ngame = go\n", "line:2: game"), ("../x", None, "letters"),
                             ("desk", None, "already"), ("bad", "[contest]\ngame = reborn\n[ladder]\nopens = soon\n", "line:4: opens")):
        if text is None:
            with open(file_of("desk"), encoding="utf-8") as given:
                text = given.read()
        assert says in DESK.post("/desk/contests", {"name": name, "text": text}, 422)["error"], (name, text)


def test_times_have_zones():
    run("db", "add-contest", file_of("later", "opens = 2999-01-01 09:00 JST\ncloses = 2999-01-02T00:00Z\n"), "--db", DB)
    found = contest("later")
    assert found["state"] == "waiting" and found["league"]["closes"] - found["league"]["opens"] == 24 * 3600 * 1000
    enter(DB, "later")
    drain(DB)
    assert all(s["games"] == 0 for s in Browser(SITE).get("/ladders/later")["standings"])
    DESK.post("/desk/contests/later/open")
    drain(DB)
    assert all(s["games"] > 0 for s in Browser(SITE).get("/ladders/later")["standings"]), Browser(SITE).get("/ladders/later")


# ---- from the ladder to the finals ----

def test_the_deadline_passes_by_itself():
    run("db", "add-contest", file_of("short", "closes = 2999-01-01 00:00 UTC\n"), "--db", DB)
    enter(DB, "short")
    run("db", "queue", "short", "second", "third", "--db", DB)
    with sqlite3.connect(DB, timeout=60) as db:
        db.execute("UPDATE ladders SET closes = strftime('%s', 'now') * 1000 - 1000 WHERE name = 'short'")
    wait_for(lambda: contest("short")["state"] == "frozen")
    matches = Browser(SITE).get("/matches?ladder=short")["matches"]
    assert [m["state"] for m in matches] == ["void", "void"] and "closed" in matches[0]["void_why"]
    assert "closed" in run("db", "queue", "short", "second", "third", "--seed", "9", "--db", DB, status=3)
    assert "closed" in run("db", "add-player", "short", "late", "bot:greedy", "--db", DB, status=2)
    assert DESK.post("/desk/contests/short/open", status=409)
    is_well(DB)


def play_ladder(name):
    enter(DB, name)
    drain(DB)
    DESK.post(f"/desk/contests/{name}/close")
    DESK.post(f"/desk/contests/{name}/close", status=409)


def tournament_of(name, order):
    """What `taisen tournament` makes of the same finals."""
    path = os.path.join(TMP, name + "-alone.ini")
    with open(path, "w", encoding="utf-8") as out:
        out.write("[contest]\ngame = reborn\nseed = 5\nsetup = turns=8\n")
        for player in order:
            out.write(f"[player {player}]\nseat = {seat(PLAYERS.index(player))}\n")
        out.write(FINALS)
    return json.loads(run("tournament", path, "--json"))


def test_finals_are_played_by_the_button_and_are_those_of_a_tournament():
    play_ladder("spring")
    DESK.post("/desk/contests/spring/next", status=409)
    ranked = [s["name"] for s in Browser(SITE).get("/ladders/spring")["standings"] if s["kind"] != "bot"]
    coming = [f["name"] for f in contest("spring")["league"]["coming"]]
    assert coming == ranked[:4]
    DESK.post("/desk/contests/spring/finals")
    DESK.post("/desk/contests/spring/finals", status=409)
    expected = tournament_of("spring", coming)
    worker = Worker(DB)
    try:
        # One match after the other: the first semi-final, and nothing more.
        DESK.post("/desk/contests/spring/next")
        first = wait_for(lambda: next((m for m in contest("spring")["phases"][0]["matches"] if m["over"]), None))
        assert first["players"] == expected["phases"][0]["matches"][0]["players"]
        wait_for(lambda: contest("spring")["league"]["call"] == "")
        assert sum(m["over"] for m in contest("spring")["phases"][0]["matches"]) == 1 and contest("spring")["league"]["running"] == 0
        DESK.post("/desk/contests/spring/all")
        wait_for(lambda: contest("spring")["state"] == "over")
    finally:
        worker.stop()
    found = contest("spring")
    assert found["places"] == expected["places"] and len(found["places"]) == 4
    assert found["hash"] == expected["hash"] and found["games"] == expected["games"]
    for told, is_league in ((found, True), (expected, False)):
        for game in (g for p in told["phases"] for m in p["matches"] for g in m["games"]):
            assert (game.pop("match") > 0) == is_league  # only there games have numbers
    assert found["phases"] == expected["phases"]
    labels = {m["label"]: m for m in found["phases"][0]["matches"]}
    assert {"final", "third place"} <= set(labels), list(labels)
    DESK.post("/desk/contests/spring/all", status=409)
    status, _, picture = SITE.ask("GET", "/api/v1/contests/spring/bracket.svg")
    assert status == 200 and picture.startswith(b"<?xml"), picture[:100]
    assert found["places"][0].encode() in picture, (found["places"], picture)
    is_well(DB)


def test_results_are_exported():
    table = list(csv.DictReader(io.StringIO(Browser(SITE).get("/contests/spring/results.csv"))))
    names = {row["name"]: row for row in table}
    assert set(names) == {"'@strong", *PLAYERS[1:], "robot"}, "no cell is a formula"
    places = contest("spring")["places"]
    assert [names[p if p != "@strong" else "'@strong"]["place"] for p in places] == ["1", "2", "3", "4"]
    assert names["robot"]["place"] == "", table
    assert all(int(row["games"]) > 0 for row in table), table
    results = Browser(SITE).get("/contests/spring/results.json")
    assert results["places"] == places and {s["name"] for s in results["ladder"]} == {*PLAYERS, "robot"}
    assert [int(r["ladder_rank"]) for r in table] == [s["rank"] for s in results["ladder"]]


def test_a_frozen_contest_stays_as_it_was():
    before = Browser(SITE).get("/ladders/spring")["standings"]
    run("db", "add-ladder", "elsewhere", "reborn", "--db", DB)
    run("db", "add-player", "elsewhere", "second", "bot:greedy", "--db", DB)
    assert Browser(SITE).get("/ladders/spring")["standings"] == before


def test_whoever_withdraws_is_replaced():
    mine = Browser(SITE).sign_up("owner")
    run("db", "add-contest", file_of("leaving"), "--db", DB)
    mine.post("/contests/leaving/join")
    assert contest("leaving", mine)["league"]["has_joined"]
    play_ladder("leaving")
    names = lambda: [f["name"] for f in contest("leaving")["league"]["coming"]]
    best, all_of_them = names()[1], names()
    with sqlite3.connect(DB, timeout=60) as db:  # as if its owner had sent it in
        account, = db.execute("SELECT id FROM accounts WHERE name = 'owner'").fetchone()
        db.execute("UPDATE players SET owner = ? WHERE name = ?", (account, best))
    mine.post("/contests/leaving/withdraw")
    without = names()
    assert best not in without and len(without) == 4 and without[:3] == [n for n in all_of_them if n != best]
    mine.post("/contests/leaving/return")
    assert names() == all_of_them
    DESK.post(f"/desk/accounts/{account}/ban", {"why": "cheats"})
    assert names() == without
    DESK.post("/desk/contests/leaving/finals")
    DESK.post(f"/desk/accounts/{account}/lift")
    mine.log_in("owner")
    mine.post("/contests/leaving/return", status=409)
    assert names() == without


# ---- lots ----

def test_the_organiser_enters_who_won_a_janken():
    finals = FINALS + "players = 2\nextra-games = 0\nties = janken\n"
    site = Site("janken", "--no-bots", "--signup", "open")
    db, desk = db_of(site), organiser(site)
    run("db", "add-contest", file_of("tied", finals=finals), "--db", db)
    for name in ("one", "two"):
        run("db", "add-player", "tied", name, seat(0), "--db", db)
    desk.post("/desk/contests/tied/close")
    desk.post("/desk/contests/tied/decide", {"order": ["two", "one"]}, 409)
    desk.post("/desk/contests/tied/finals")
    desk.post("/desk/contests/tied/all")
    worker = Worker(db)
    try:
        ties = wait_for(lambda: desk.get("/contests/tied")["ties"])
        assert ties == [{"phase": "Finals", "match": 1, "from": 0, "players": ["one", "two"]}]
        assert desk.get("/contests/tied")["state"] == "finals"
        player = Browser(site).sign_up("player")
        player.post("/desk/contests/tied/decide", {"order": ["two", "one"]}, 403)
        for wrong in (["two"], [], ["two", "two"], ["two", "three"]):
            assert "one, two" in desk.post("/desk/contests/tied/decide", {"order": wrong}, 409)["error"]
        for bad in ("two", [1, 2], [None]):
            desk.post("/desk/contests/tied/decide", {"order": bad}, 400)
        desk.post("/desk/contests/tied/decide", {"order": ["two", "one"]})
        site.process.kill()
        site.process.communicate(timeout=60)
        site = Site("janken", "--no-bots", "--signup", "open")
        desk.site = site
        found = desk.get("/contests/tied")
        assert found["state"] == "over" and found["places"] == ["two", "one"] and found["ties"] == []
        assert found["decisions"] == [{"phase": "Finals", "match": 1, "players": ["two", "one"]}]
        entries = [d for d in desk.get("/desk/audit")["entries"] if d["kind"] == "contest-decide"]
        assert [d["text"] for d in entries] == ["tied: two > one"], entries
        desk.post("/desk/contests/tied/decide", {"order": ["one", "two"]}, 409)
        is_well(db)
    finally:
        worker.stop()
        site.stop()


# ---- private contests ----

def test_a_private_contest_is_hidden_from_others():
    run("db", "add-contest", file_of("secret", "code = SAKURA\n"), "--db", DB)
    enter(DB, "secret")
    drain(DB)
    member, stranger, nobody = Browser(SITE).sign_up("member"), Browser(SITE).sign_up("stranger"), Browser(SITE)
    wait_for(lambda: "secret" not in json.dumps(nobody.get("/contests")))
    member.post("/contests/join", {"code": "MOMIJI"}, 404)
    nobody.post("/contests/join", {"code": "SAKURA"}, 401)
    assert member.post("/contests/join", {"code": "SAKURA"}, 200) == {"name": "secret"}
    match = member.get("/matches?ladder=secret")["matches"][0]
    player = match["players"][0]["id"]
    hidden = ["/contests/secret", "/ladders/secret", "/ladders/secret-finals", "/matches?ladder=secret", f"/matches/{match['id']}",
              f"/matches/{match['id']}/record", f"/matches/{match['id']}/live", f"/matches/{match['id']}/why", "/contests/secret/bracket.svg", "/contests/secret/results.csv",
              "/contests/secret/results.json", f"/players/{player}/history?ladder=secret"]
    lists = ["/contests", "/ladders", f"/players/{player}", "/matches?limit=200", f"/matches?player={player}&limit=200", "/live",
             "/matches?game=reborn&limit=200"]
    for who, sees in ((member, True), (DESK, True), (stranger, False), (nobody, False)):
        for path in hidden:
            if path.endswith("/live") and sees:
                continue  # a stream
            got = SITE.ask("GET", "/api/v1" + path, None, {"Cookie": who.cookie} if who.cookie else {})[0]
            assert got == (200 if sees else 404), (path, got)
        for path in lists:
            found = '"secret"' in json.dumps(who.get(path))
            assert found == (sees and path != "/live"), (path, found)
        assert who.ask("POST", "/contests/secret/join")[0] == (204 if sees else 404 if who.cookie else 401)
    status, headers, _ = SITE.ask("GET", f"/api/v1/matches/{match['id']}/record", None, {"Cookie": member.cookie})
    assert status == 200 and "public" not in (headers["Cache-Control"] or "")
    with SITE.stream("/api/v1/feed?after=0") as events:
        first, second = (f["name"] for f in contest("leaving")["league"]["coming"][:2])
        run("db", "queue", "leaving-finals", first, second, "--db", DB)
        drain(DB)
        for _, _, data in events:
            assert '"secret"' not in data, data
            if '"leaving-finals"' in data and '"result"' in data:
                break
    codes = {c["name"]: c["code"] for c in DESK.get("/desk/contests")["contests"]}
    assert codes["secret"] == "SAKURA" and codes["spring"] is None


def copy_contest(name, copies):
    """Private contests like this one, NAME-1 and so on, put into the database at once."""
    with sqlite3.connect(DB, timeout=60) as db:
        ladder, finals = db.execute("SELECT ladder, finals FROM contests WHERE name = ?", (name,)).fetchone()
        for number in range(1, copies + 1):
            ids = [db.execute("INSERT INTO ladders (name, game, formula, setup, map, settings, opens, closes, state, pairs, created)"
                              f" SELECT name || '-{number}', game, formula, setup, map, settings, opens, closes, state, pairs, created"
                              " FROM ladders WHERE id = ?", (old,)).lastrowid for old in (ladder, finals)]
            db.execute("INSERT INTO contests (name, title, game, text, code, ladder, finals, finalists, state, call, frozen, created)"
                       f" SELECT name || '-{number}', title, game, text, code || '-{number}', ?, ?, finalists, state, call, frozen,"
                       " created FROM contests WHERE name = ?", (*ids, name))


def test_six_hundred_private_contests_are_hidden_from_others():
    run("db", "add-contest", file_of("crowd", "code = TSUBAKI\n"), "--db", DB)
    run("db", "add-contest", file_of("plain"), "--db", DB)
    copy_contest("crowd", 600)
    for ladder in "crowd-600", "plain":
        run("db", "add-player", ladder, "crowded", seat(0), "--db", DB)
        run("db", "add-player", ladder, "other", seat(1), "--db", DB)
        run("db", "queue", ladder, "crowded", "other", "--db", DB)
    nobody, kept = Browser(SITE), []
    with SITE.stream("/api/v1/feed?after=0") as events:
        run("worker", "--drain", "--quiet", "--db", DB, "--live", os.path.join(SITE.var, "live"))
        for _, _, data in events:
            kept.append(data)
            if '"plain"' in data and '"result"' in data:
                break
    assert any('"running"' in data for data in kept), "no match was live: this test shows nothing"
    assert not [data for data in kept if "crowd-" in data]
    match = DESK.get("/matches?ladder=crowd-600")["matches"][0]
    player = match["players"][0]["id"]
    for path in "/ladders", "/contests", "/matches?limit=200", f"/matches?player={player}", f"/players/{player}", "/live":
        assert '"crowd-600"' not in json.dumps(nobody.get(path)), path
        assert path == "/live" or '"crowd-600"' in json.dumps(DESK.get(path)), path
    for path in "/ladders/crowd-600", "/contests/crowd-600", f"/matches/{match['id']}", f"/matches/{match['id']}/record":
        assert SITE.ask("GET", "/api/v1" + path)[0] == 404, path


# ---- faults ----

def finals_done(site, name):
    return Browser(site).get(f"/contests/{name}")["games"]


def test_killing_server_and_worker_loses_and_doubles_nothing():
    var = "killed"
    site = Site(var, "--no-bots", "--signup", "open")
    db = db_of(site)
    run("db", "add-contest", file_of("storm"), "--db", db)
    enter(db, "storm")
    drain(db)
    desk = organiser(site)
    desk.post("/desk/contests/storm/close")
    order = [f["name"] for f in desk.get("/contests/storm")["league"]["coming"]]
    desk.post("/desk/contests/storm/finals")
    expected = tournament_of("storm", order)
    desk.post("/desk/contests/storm/all")
    worker = Worker(db)
    try:
        for _ in range(3):
            before = finals_done(site, "storm")
            wait_for(lambda: finals_done(site, "storm") > before or finals_done(site, "storm") == expected["games"])
            worker.stop(signal.SIGKILL)
            site.process.kill()
            site.process.communicate(timeout=60)
            site, worker = Site(var, "--no-bots", "--signup", "open"), Worker(db)
        wait_for(lambda: Browser(site).get("/contests/storm")["state"] == "over")
        found = Browser(site).get("/contests/storm")
        assert found["hash"] == expected["hash"] and found["places"] == expected["places"]
        is_well(db)
    finally:
        worker.stop()
        site.stop()


def test_backup_while_it_plays_and_restore():
    run("db", "add-contest", file_of("busy"), "--db", DB)
    enter(DB, "busy")
    enough = threading.Event()
    backups = []

    def keep_going():
        while not enough.is_set():
            path = os.path.join(TMP, f"backup{len(backups)}.jsonl")
            run("db", "export", path, "--db", DB)
            backups.append(path)
            time.sleep(0.01)

    thread = threading.Thread(target=keep_going)
    thread.start()
    try:
        wait_for(lambda: backups)
        drain(DB)
        last = len(backups)
        wait_for(lambda: len(backups) > last + 1)
    finally:
        enough.set()
        thread.join()
    for number, path in enumerate((backups[0], backups[len(backups) // 2], backups[-1])):
        db = os.path.join(TMP, f"restored{number}.db")
        run("db", "import", path, "--db", db)
        assert "empty" in run("db", "import", path, "--db", db, status=2)
        is_well(db)
    again = os.path.join(TMP, "again.jsonl")
    run("db", "export", again, "--db", db)
    with open(again, encoding="utf-8") as one, open(backups[-1], encoding="utf-8") as other:
        assert one.read() == other.read()
    restored = Site("restored", "--no-bots", "--db", db)
    try:
        assert Browser(restored).get("/contests/spring")["places"] == contest("spring")["places"]
        assert Browser(restored).get("/ladders/busy")["standings"] == Browser(SITE).get("/ladders/busy")["standings"]
        Browser(restored).get("/contests/secret", 404)
    finally:
        restored.stop()


try:
    tap.run(sys.modules[__name__])
finally:
    SITE.stop()
    shutil.rmtree(TMP)
