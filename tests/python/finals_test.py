"""Programs for the finals: who may send one in, when, and by which way; with kills of the server in between.

Usage: finals_test.py TAISEN SOURCE_ROOT
"""
import json
import os
import signal
import subprocess
import sys
import time

from kit import tap
from kit.browser_kit import organiser
from kit.site_kit import TAISEN, TMP, wait_for
from kit.leftovers import begun, end_group
from kit.submit_kit import Author, Worker, db_of, make_league, need_cage, player, rows, serve, taisen

need_cage("weak")

DAY_MS = 24 * 3600 * 1000
NAMES = ["aki", "ben", "chie", "dan"]
make_league("cup", ("other", "reborn", ["--set", "pairing=0"]))
CONTEST = os.path.join(TMP, "cup.ini")
with open(CONTEST, "w", encoding="utf-8") as out:
    out.write("[contest]\nname = The cup\ngame = reborn\nseed = 5\nsetup = turns=8\n"
              "[ladder]\nrating = codevs5\ngames = 4\nfinalists = 2\nsettings = margin-ms=20000\n"
              "finals_open = 2999-05-01 09:00 JST\nfinals_close = 2999-05-07 18:00 JST\n"
              "[phase Finals]\nformat = knockout\ngames = 2\n")
SITE = serve("cup")
DESK = organiser(SITE)
DESK.post("/desk/contests", {"name": "cup", "text": open(CONTEST, encoding="utf-8").read()}, 201)
AUTHORS = {name: Author(SITE, name) for name in NAMES}


def now_ms():
    return int(time.time() * 1000)


def set_window(opens, closes):
    """Milliseconds from now."""
    rows("cup", "UPDATE contests SET finals_opens = ?, finals_closes = ?", now_ms() + opens, now_ms() + closes)


def league(name=None):
    if not name:
        return DESK.get("/contests/cup")["league"]
    status, _, body = SITE.ask("GET", "/api/v1/contests/cup", None, {"Cookie": AUTHORS[name].cookie})
    assert status == 200, body
    return json.loads(body)["league"]


def restart(how=signal.SIGKILL):
    global SITE, DESK
    SITE.process.send_signal(how)
    SITE.process.wait(60)
    SITE = serve("cup")
    for author in AUTHORS.values():
        author.site = SITE
    DESK.site = SITE


def refused(name, *says, **more):
    status, body = AUTHORS[name].submit("player.py", player(), ladder="cup", **more)
    assert status == 409, (status, body)
    for word in says:
        assert word in json.loads(body)["error"], (word, body)


def program_of(name):
    return next(f["program"] for f in league()["coming"] if f["name"] == name)


def test_who_does_not_take_part_sends_nothing_in():
    refused("aki", "join the contest cup first")


def test_before_the_ladder_closes_programs_go_to_the_ladder():
    for author in AUTHORS.values():
        status, _, body = SITE.ask("POST", "/api/v1/contests/cup/join", "", {"Cookie": author.cookie, "X-CSRF-Token": author.csrf})
        assert status == 204, body
    sent = [author.sent("player.py", player(), ladder="cup") for author in AUTHORS.values()]
    worker = Worker("cup")
    for author, number in zip(AUTHORS.values(), sent):
        assert author.built(number)["ladder"] == "cup"
    end_group(worker.process)
    DESK.post("/desk/contests/cup/close")
    # Whatever they played meanwhile: aki is best, then ben, chie, dan.
    rows("cup", "CREATE TABLE kept AS SELECT player, rating FROM entries")
    rows("cup", "UPDATE entries SET rating = 100 - player")
    assert [f["name"] for f in league()["coming"]] == ["aki", "ben"]


def test_too_early_too_late_and_no_finalist_are_told():
    assert league()["programs"] == "early" and league()["finals_closes"] - league()["finals_opens"] == 6 * DAY_MS + 9 * 3600 * 1000
    refused("aki", "too early", "2999-05-01 00:00:00 UTC")
    set_window(-2 * DAY_MS, -1000)
    assert league()["programs"] == "late"
    refused("aki", "too late", "until")
    set_window(-1000, DAY_MS)
    assert league()["programs"] == "open" and league("aki")["may_send"] and not league("chie")["may_send"]
    refused("chie", "not a finalist")
    DESK.post("/desk/contests/cup/finals", status=409)


def test_a_program_survives_kills_of_the_server():
    assert program_of("aki") == "ladder"
    number = AUTHORS["aki"].sent("final.py", player(), ladder="cup")
    restart()
    assert program_of("aki") == "building"
    worker = Worker("cup")
    built = AUTHORS["aki"].built(number)
    end_group(worker.process)
    restart()
    assert built["state"] == "old" and built["ladder"] == "cup-finals" and built["playing"], built
    assert program_of("aki") == "finals" and program_of("ben") == "ladder"


def test_who_moves_up_submits_from_the_command_line():
    ben = AUTHORS["ben"]
    status, _, body = SITE.ask("POST", "/api/v1/contests/cup/withdraw", "", {"Cookie": ben.cookie, "X-CSRF-Token": ben.csrf})
    assert status == 204, body
    path = os.path.join(TMP, "final.py")
    with open(path, "w", encoding="utf-8") as out:
        out.write(player())
    where = f"http://127.0.0.1:{SITE.port}"
    taken = taisen("submit", where, path, "--ladder", "cup", "--token", AUTHORS["chie"].token)
    assert "is kept" in taken.stdout
    assert "not a finalist" in taisen("submit", where, path, "--ladder", "cup", "--token", AUTHORS["dan"].token, status=2).stderr
    assert "not a finalist" in taisen("submit", where, path, "--ladder", "cup", "--token", ben.token, status=2).stderr
    assert program_of("chie") == "building"


def join(name):
    client = subprocess.Popen([TAISEN, "join", f"http://127.0.0.1:{SITE.port}", "--token", AUTHORS[name].token, "--json", "--ladder", "cup",
                               "--", TAISEN, "bot", "reborn", "random"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              start_new_session=True, env={**os.environ, "XDG_STATE_HOME": os.path.join(TMP, "state")})
    begun.append(client)
    return client


def home_version(name):
    return rows("cup", "SELECT v.id FROM finals_programs g JOIN versions v ON v.id = g.version JOIN players p ON p.id = v.player"
                " WHERE p.name = ? AND v.seat = 'home'", name)


def test_a_finalist_may_play_the_finals_from_home():
    stranger = join("dan")
    _, errors = stranger.communicate(timeout=60)
    assert stranger.returncode != 0 and "not a finalist" in errors, errors
    client = join("aki")
    wait_for(lambda: home_version("aki"))
    assert client.poll() is None
    end_group(client)
    set_window(-2 * DAY_MS, -1000)
    late = join("chie")
    _, errors = late.communicate(timeout=60)
    assert late.returncode != 0 and "too late" in errors, errors


def test_the_finals_are_played_with_what_was_sent_in():
    set_window(-2 * DAY_MS, -1000)
    worker = Worker("cup")
    wait_for(lambda: program_of("chie") == "finals", 120)
    restart()
    DESK.post("/desk/contests/cup/finals")
    DESK.post("/desk/contests/cup/all")
    client = join("aki")
    wait_for(lambda: DESK.get("/contests/cup")["state"] == "over", 120)
    end_group(client)
    end_group(worker.process)
    played = {v for pair in rows("cup", "SELECT version0, version1 FROM results WHERE ladder = (SELECT finals FROM contests)") for v in pair}
    assert played == {v for v, in rows("cup", "SELECT version FROM finals_programs")}, played
    rows("cup", "UPDATE entries SET rating = (SELECT k.rating FROM kept k WHERE k.player = entries.player)"
         " WHERE ladder = (SELECT ladder FROM contests)")
    assert taisen("db", "check", "--db", db_of("cup")).stdout == "All is well.\n"


tap.run(sys.modules[__name__])
