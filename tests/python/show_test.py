"""Finals on a stage: nobody without the organiser's role learns more than the stage has shown, by whatever path.

What was not shown must be as if it had not happened: beside the site there is a second one on a copy of the database from
which everything that was not shown is deleted, and every GET of the interface has to say the same on both.

Usage: show_test.py TAISEN SOURCE_ROOT
"""
import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys

from kit import tap
from kit.browser_kit import WORD, Browser, organiser, run
from kit.site_kit import OPENAPI, SOURCE, TAISEN, TMP, Site, wait_for

PLAYERS = ["hana", "ken", "mika", "rei"]
CUP = ("[contest]\nname = The cup\ngame = chaser\nseed = 5\nsetup = turns=12\n[ladder]\nfinalists = 4\nshow = yes\n"
       "settings = margin-ms=20000\n[phase Finals]\nformat = knockout\nbest-of = 3\n")
# Answers that tell of the server, or are streams: the feed has its own test, and nobody follows a match that was not shown.
OWN = {"/healthz", "/metrics", "/api/v1/feed", "/api/v1/matches/{id}/live", "/api/v1/home/line", "/api/v1/downloads/join",
       "/api/v1/downloads/files/{name}", "/api/v1/downloads/kits/{game}/{language}"}

OPTIONS = ["--no-bots", "--signup", "open", "--tries", "1000", "--requests", "100000"]
os.makedirs(os.path.join(TMP, "show"))
DB = os.path.join(TMP, "show", "league.db")
run("db", "init", "--db", DB)
run("db", "add-ladder", "other", "reborn", "--set", "pairing=0", "--db", DB)  # where there is one, none are made
SITE = Site("show", *OPTIONS)
DESK = organiser(SITE)
PEOPLE = {name: Browser(SITE).sign_up(name) for name in PLAYERS}


def rows(sql, *values, db=DB):
    with sqlite3.connect(db, timeout=60) as connection:
        return connection.execute(sql, values).fetchall()


def stage(who=DESK, query=""):
    return who.get(f"/contests/cup/stage{query}")


def do(action, text="", status=204):
    return DESK.post(f"/desk/contests/cup/stage/{action}", {"text": text}, status)


def show_next():
    """As a projector does it."""
    found = stage()
    query = f"?stage={found['token']}"
    Browser(SITE).post(f"/contests/cup/stage/shown{query}", {"match": stage(Browser(SITE), query)["next"]["match"]})


def play_until_over(name):
    with subprocess.Popen([TAISEN, "worker", "--quiet", "--db", DB], stdout=subprocess.DEVNULL) as worker:
        wait_for(lambda: DESK.get(f"/contests/{name}")["state"] == "over")
        worker.terminate()


def play_finals():
    DESK.post("/desk/contests", {"name": "cup", "text": CUP}, 201)
    for number, name in enumerate(PLAYERS):
        PEOPLE[name].post("/contests/cup/join")
        run("db", "add-player", "cup", name, f"{TAISEN} bot chaser chaser-{1 + number} --seed {number}", "--db", DB)
        rows("UPDATE players SET owner = (SELECT id FROM accounts WHERE name = ?) WHERE name = ?", name, name)
    for action in ("close", "finals", "all"):
        DESK.post(f"/desk/contests/cup/{action}")
    play_until_over("cup")
    # Somebody's program had a fault in every game: its author must not hear of it early.
    rows("INSERT INTO notices (account, kind, match, text, created, seen) SELECT p.owner, 'fault', m.id, 'timeout', m.created, 0"
         " FROM matches m JOIN players p ON p.id = m.player0")


class World:
    """A site in which nothing happened but what was shown."""

    def __init__(self, shown):
        self.name = f"copy{shown}"
        folder = os.path.join(TMP, self.name)
        os.makedirs(folder)
        db = os.path.join(folder, "league.db")
        with sqlite3.connect(DB) as source, sqlite3.connect(db) as copy:
            source.backup(copy)
            unshown = "(SELECT m.id FROM matches m JOIN contests c ON c.finals = m.ladder JOIN stages s ON s.contest = c.id WHERE m.id > s.shown)"
            for table in ("jobs", "results", "records", "events", "last_words", "notices"):
                copy.execute(f"DELETE FROM {table} WHERE match IN {unshown}")
            copy.execute(f"DELETE FROM matches WHERE id IN {unshown}")
            copy.execute("UPDATE contests SET state = 'finals', call = ''")
            copy.execute("UPDATE entries SET games = 0, wins = 0, draws = 0, losses = 0, version_games = 0"
                         " WHERE ladder IN (SELECT finals FROM contests)")
        self.site = Site(self.name, *OPTIONS)

    def stop(self):
        self.site.stop(signal.SIGKILL)


def fillings():
    """Every value that a part of a path can have."""
    ids = [str(i) for (i,) in rows("SELECT id FROM matches UNION SELECT id FROM players")]
    names = ["cup", "cup-finals", "chaser", "reborn", "room-x"]
    return {"id": ids, "match": ids, "name": names, "game": ["chaser"], "language": ["python"], "code": ["x"], "file": ["x"],
            "action": ["x"], "token": ["x"],
            "key": ["1-1-1-0-1"]}


def paths():
    """Every GET of the interface, with every value, and with the questions that can be asked."""
    values = fillings()
    for path, methods in OPENAPI["paths"].items():
        if "get" not in methods or path in OWN:
            continue
        filled = [path]
        for part in re.findall(r"\{(\w+)\}", path):
            filled = [one.replace("{" + part + "}", value, 1) for one in filled for value in values[part]]
        for one in filled:
            yield one
            if one == "/api/v1/matches":
                yield from (f"{one}?{query}" for query in ("limit=200", "ladder=cup-finals", "ladder=cup", "game=chaser",
                                                           *(f"player={i}" for i in values["id"])))
            if one.endswith("/history"):
                yield from (f"{one}?ladder={ladder}" for ladder in ("cup", "cup-finals"))
            if "/contests/cup" in one:
                yield f"{one}?stage=0123"


def plain(body):
    """Without what is different in every answer: how long ago something was, and where the server is."""
    return re.sub(rb"127\.0\.0\.1:\d+", b"here", re.sub(rb'"ago_ms":-?\d+', b"", body))


def check_streams(who):
    """A match that was not shown has none, as one that does not exist."""
    unshown = [i for (i,) in rows("SELECT m.id FROM matches m JOIN contests c ON c.finals = m.ladder JOIN stages s ON s.contest = c.id"
                                  " WHERE m.id > s.shown")]
    assert unshown
    for match in unshown:
        (PEOPLE[who] if who else Browser(SITE)).get(f"/matches/{match}/live", 404)


def compare(shown, world, who):
    count = 0
    asked = [(SITE, who and PEOPLE[who].cookie), (world.site, who and Browser(world.site).log_in(who, WORD).cookie)]
    for path in paths():
        here, there = ((site.ask("GET", path, None, {"Cookie": cookie} if cookie else {})) for site, cookie in asked)
        if path.startswith("/api/v1/session"):
            continue
        told, expected = plain(here[2]), plain(there[2])
        if "/stage" in path and told.startswith(b"{"):  # says that a game is ready, which the other world has not played
            told, expected = (re.sub(rb'"is_ready":\w+', b"", text) for text in (told, expected))
        assert here[0] == there[0] and told == expected, (shown, who, path, told[:600], expected[:600])
        count += 1
    return count


def test_a_contest_with_a_show_hides_what_was_played():
    play_finals()
    assert rows("SELECT state FROM contests") == [("over",)]
    found = stage()
    assert found["shown"] == 0 and found["ready"] >= 6 and found["token"], found
    assert stage(Browser(SITE))["token"] is None and stage(PEOPLE["hana"])["ready"] == 0
    contest = Browser(SITE).get("/contests/cup")
    assert contest["state"] == "finals" and contest["games"] == 0 and not contest["places"], contest
    assert DESK.get("/contests/cup")["state"] == "over"
    assert DESK.get(f"/contests/cup?stage={found['token']}")["games"] == 0, "with the stage's token organisers are the audience"


def test_every_path_says_what_it_would_if_the_rest_had_not_happened():
    games = stage()["ready"]
    for shown in (0, 1, 3, games - 1):
        while stage()["shown"] < shown:
            show_next()
        world = World(shown)
        for who in (None, "hana", "rei"):
            assert compare(shown, world, who) > 60
            check_streams(who)
        world.stop()


def test_the_feed_tells_what_was_shown():
    last = rows("SELECT shown FROM stages")[0][0]
    with SITE.stream("/api/v1/feed?after=0") as events:
        news = []
        for _, _, data in events:
            news.append(json.loads(data))
            if sum(n["kind"] == "shown" for n in news) == stage()["shown"]:
                break
    assert all(n.get("match", 0) <= last for n in news if n.get("ladder") == "cup-finals"), news


def test_the_stage_shows_only_what_is_due():
    token = stage()["token"]
    due = stage(Browser(SITE), f"?stage={token}")["next"]["match"]
    nobody = Browser(SITE)
    assert nobody.get("/contests/cup/stage?stage=0123", 403)
    assert nobody.get(f"/contests/cup/stage/record?match={due}", 403)
    assert nobody.post("/contests/cup/stage/shown", {"match": due}, 403)
    assert nobody.post(f"/contests/cup/stage/shown?stage={token}", {"match": due + 1}, 409)
    assert nobody.get(f"/contests/cup/stage/record?match={due + 1}&stage={token}", 409)
    assert nobody.get(f"/contests/cup/stage/record?match=x&stage={token}", 400)
    assert nobody.get(f"/contests/cup/stage/record?match={due}&stage={token}").startswith('{"taisen":1')
    assert '"who":' in nobody.get(f"/contests/cup/stage/record?match={due}&stage={token}")
    assert nobody.get(f"/matches/{due}", 404) and nobody.get(f"/matches/{due}/record", 404)
    assert PEOPLE["hana"].post("/desk/contests/cup/stage/skip", {"text": ""}, 403)


def test_the_organiser_says_how_it_goes_on():
    before = stage()
    do("pause")
    assert stage()["is_paused"] and stage()["cue"] == before["cue"] + 1
    do("next")
    do("blank")
    do("message", "昼休み 13:00 まで")
    do("pace", "quick")
    found = stage()
    assert not found["is_paused"] and found["is_blank"] and found["pace"] == "quick" and found["message"] == "昼休み 13:00 まで"
    assert "pace" in do("pace", "warp", 409)["error"]
    assert "200" in do("message", "あ" * 100, 409)["error"]
    assert do("dance", "", 404)
    do("light")
    do("message")


def test_what_is_killed_changes_nothing():
    global SITE, DESK
    before = {k: v for k, v in stage().items() if k != "ago_ms"}
    SITE.stop(signal.SIGKILL)
    SITE = Site("show", *OPTIONS)
    for browser in (DESK, *PEOPLE.values()):
        browser.site = SITE
    assert {k: v for k, v in stage().items() if k != "ago_ms"} == before


def test_the_last_game_ends_the_show():
    for _ in range(stage()["ready"]):
        show_next()
    assert stage()["is_over"]
    contest = Browser(SITE).get("/contests/cup")
    assert contest["state"] == "over" and len(contest["places"]) == 4
    assert Browser(SITE).get("/ladders/cup-finals")["standings"]
    assert len(PEOPLE["hana"].get("/notices")["notices"]) > 0
    assert "skip" not in do("skip", "", 409)
    assert run("db", "check", "--db", DB) == "All is well.\n"


def test_a_finalist_who_does_not_come_forfeits():
    text = CUP.replace("The cup", "Home").replace("show = yes\n", "")
    DESK.post("/desk/contests", {"name": "home", "text": text}, 201)
    for number, name in enumerate(PLAYERS):
        PEOPLE[name].post("/contests/home/join")
        run("db", "add-player", "home", name, f"{TAISEN} bot chaser chaser-{1 + number} --seed {number}", "--db", DB)
    # rei plays from home, and never comes.
    rows("UPDATE versions SET seat = 'home' WHERE player = (SELECT id FROM players WHERE name = 'rei')")
    for action in ("close", "finals", "all"):
        DESK.post(f"/desk/contests/home/{action}")
    coming = {f["name"]: f["player"] for f in DESK.get("/contests/home")["league"]["coming"]}
    assert DESK.get("/contests/home")["state"] == "finals"
    assert DESK.post("/desk/contests/home/finalists/late", {"player": coming["rei"]}, 404)
    assert DESK.post("/desk/contests/home/finalists/absent", {"player": 999999}, 409)
    assert PEOPLE["hana"].post("/desk/contests/home/finalists/absent", {"player": coming["rei"]}, 403)
    DESK.post("/desk/contests/home/finalists/absent", {"player": coming["rei"]})
    play_until_over("home")
    contest = Browser(SITE).get("/contests/home")
    assert contest["state"] == "over" and contest["places"][-1] == "rei", contest["places"]
    lost = [g for m in contest["phases"][0]["matches"] if "rei" in m["players"] for g in m["games"]]
    assert {g["reason"] for g in lost} == {"forfeit"} and len(lost) == 4, lost
    assert run("db", "check", "--db", DB) == "All is well.\n"


def test_a_contest_from_a_file_has_its_games_too():
    folder = os.path.join(SITE.var, "contests")
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "local.ini"), "w", encoding="utf-8") as out:
        out.write("[contest]\nname = Local\ngame = chaser\nsetup = turns=6\n[player =Aki]\nseat = bot:chaser-1\n"
                  "[player Ben]\nseat = bot:chaser-3\n[phase All]\nformat = round-robin\ngames = 2\n")
    subprocess.run([TAISEN, "tournament", "local.ini", "--out", "local.jsonl", "--records", "local.records"], cwd=folder, check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    nobody = Browser(SITE)
    contest = nobody.get("/contests/local")
    games = contest["phases"][0]["matches"][0]["games"]
    assert contest["has_records"] and [g["match"] for g in games] == [0, 0], contest
    record = nobody.get(f"/contests/local/games/{games[0]['key'].replace(':', '-')}")
    assert '"who":"=Aki"' in record.split("\n")[0], record[:300]
    rows_of = nobody.get("/contests/local/results.csv").split("\r\n")
    assert rows_of[0] == "place,name,phase,rank,won,drawn,lost,points" and len(rows_of) == 4, rows_of
    assert any(',"\'=Aki","All",' in row for row in rows_of), rows_of
    japanese = nobody.get("/contests/local/results.csv?lang=ja").split("\r\n")
    assert japanese[0] == "\ufeff順位,名前,フェーズ,順位,勝ち,引き分け,負け,得点" and japanese[1:] == rows_of[1:], japanese
    assert "勝-分-負" in nobody.get("/contests/local/bracket.svg?lang=ja") and "W-D-L" in nobody.get("/contests/local/bracket.svg?lang=en")
    for wrong in ("/contests/local/games/9-9-9-9-9", "/contests/local/games/..%2flocal", "/contests/none/games/1-1-1-0-1",
                  "/contests/..%2fx/games/1-1-1-0-1", "/contests/none/results.csv"):
        assert nobody.get(wrong, 404)


def test_finals_have_maps_and_qualifiers():
    maps = os.path.join(SOURCE, "games", "chaser", "maps")
    path = os.path.join(TMP, "map.ini")
    with open(path, "w", encoding="utf-8") as out:
        out.write(f"[contest]\nname = Maps\ngame = chaser\nmaps = {maps}/castle.map\nsetup = turns=20\n[ladder]\nfinalists = 4\n"
                  "settings = margin-ms=20000\n[phase Qualifier]\nformat = qualifier\nbot = bot:chaser-1\nplaces = 2\n"
                  "[phase Final]\nformat = knockout\nplayers = 2\nmaps = small\n"
                  "[map small]\nN:small\nT:20\nS:3,3\nD:0,0,0\nD:0,3,0\nD:0,0,0\nH:0,0\nC:2,2\n")
    long = "maps = " + os.path.join(os.path.basename(maps), "castle.map")
    assert "there is no [map nowhere.map]" in DESK.post("/desk/contests", {"name": "bad", "text": open(path, encoding="utf-8").read().replace(
        "maps = small", "maps = nowhere.map").replace(f"maps = {maps}/castle.map\n", "")}, 422)["error"]
    shutil.copytree(maps, os.path.join(TMP, os.path.basename(maps)))
    with open(path, encoding="utf-8") as given:
        text = given.read().replace(f"maps = {maps}/castle.map", long)
    with open(path, "w", encoding="utf-8") as out:
        out.write(text)
    run("db", "add-contest", path, "maps", "--db", DB)
    os.remove(path)  # the league has all of it
    for number, name in enumerate(PLAYERS):
        PEOPLE[name].post("/contests/maps/join")
        run("db", "add-player", "maps", name, f"{TAISEN} bot chaser chaser-{1 + number} --seed {number}", "--db", DB)
    for action in ("close", "finals", "all"):
        DESK.post(f"/desk/contests/maps/{action}")
    play_until_over("maps")
    contest = Browser(SITE).get("/contests/maps")
    assert [p["format"] for p in contest["phases"]] == ["qualifier", "knockout"] and len(contest["places"]) == 4, contest["places"]
    qualifier, final = ([g["match"] for m in p["matches"] for g in m["games"]] for p in contest["phases"])
    assert len(qualifier) >= 4 and final

    def record(match):
        return json.loads(Browser(SITE).get(f"/matches/{match}/record").split("\n")[0])
    assert "N:castle" in record(qualifier[0])["map"] and record(qualifier[0])["seats"][1]["spec"] == "bot:chaser-1"
    assert "N:small" in record(final[0])["map"]
    assert run("db", "check", "--db", DB) == "All is well.\n"


def test_a_guest_who_has_left_is_not_live():
    begun = Browser(SITE).post("/play", {"game": "reborn", "against": "bot:random", "name": "Guest"}, 201)

    def is_listed():
        return begun["match"] in [m["id"] for m in DESK.get("/live")["matches"]]
    wait_for(is_listed)
    path = os.path.join(SITE.var, "live", f"{begun['match']}.jsonl")
    long_ago = os.stat(path).st_mtime - 120

    def is_away():
        os.utime(path, (long_ago, long_ago))  # again: the opponent's first answer may be written meanwhile
        return not is_listed() and not DESK.get(f"/matches/{begun['match']}")["is_live"]
    wait_for(is_away)


tap.run(sys.modules[__name__])
