"""Every lost match says why: how a program ended, its last words and exchanges for its author, a command that shows it again at home.

Usage: why_test.py TAISEN SOURCE_ROOT ROGUE
"""
import json
import os
import shutil
import sqlite3
import subprocess
import sys

ROGUE = os.path.abspath(sys.argv.pop())

from kit import tap
from kit.site_kit import TAISEN, TMP, wait_for
from kit.submit_kit import Author, Worker, db_of, make_league, serve, taisen

WORDS = "<script>alert(1)</script> 落ちました: IndexError"
FALLS = f"""#!/usr/bin/python3
import sys
print("falls", flush=True)
turn = 0
for line in sys.stdin:
    if line == "END\\n":
        turn += 1
        if turn > 500 and turn % 2 == 0:  # 500 packs, then two halves a turn
            print("#plot half", turn, file=sys.stderr)
            print("#no", end="", file=sys.stderr, flush=True)
            print("te <b>x</b>", file=sys.stderr)
            if turn > 512:
                print("{WORDS}", file=sys.stderr)
                sys.exit(3)
            print("0 0", flush=True)
"""


SEEDS = iter(range(1, 1000))


def program(name, text):
    path = os.path.join(TMP, name)
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)
    os.chmod(path, 0o755)
    return path


make_league("why", ("main", "reborn", ["--set", "pairing=0"]))
SITE = serve("why")
AOI, MIO, REN, CHIEF = (Author(SITE, name) for name in ("aoi", "mio", "ren", "chief"))
for player, seat in ("faller", program("falls.py", FALLS)), ("aborter", f"{ROGUE} crash"), ("bot", "bot:random"):
    taisen("db", "add-player", "main", player, seat, "--db", db_of("why"))
with sqlite3.connect(db_of("why"), timeout=60) as league:
    league.execute("UPDATE accounts SET role = 'organiser' WHERE name = 'chief'")
    for player, owner in ("faller", "aoi"), ("aborter", "mio"):
        league.execute("UPDATE players SET owner = (SELECT id FROM accounts WHERE name = ?) WHERE name = ?", (owner, player))
Worker("why")


def lost(player):
    """A match that this player, in the first seat, has just lost against the bot."""
    seed = next(SEEDS)
    taisen("db", "queue", "main", player, "bot", "--games", "2", "--seed", str(seed), "--db", db_of("why"))

    def find():
        pair = [m for m in SITE.get("/api/v1/matches?limit=200")["matches"] if m["state"] == "done" and m["seed"] and int(m["seed"], 16) == seed]
        return len(pair) == 2 and next(m["id"] for m in pair if m["players"][0]["name"] == player)
    return wait_for(find)


def why(match, author=AOI):
    status, body = author.ask("GET", f"/api/v1/matches/{match}/why")
    assert status == 200, body
    return json.loads(body)


def test_the_author_of_a_program_that_fell_hears_everything():
    match = lost("faller")
    told = why(match)
    mine, other = told["sides"]
    assert mine["has_lost"] and mine["fault"] == "crash" and mine["exit"] == 3 and mine["signal"] is None, mine
    assert mine["is_mine"] and mine["stderr"] == WORDS + "\n", mine["stderr"]
    assert [e["kind"] for e in mine["exchanges"]] == ["answer", "answer", "gone"], mine["exchanges"]
    assert [e["turn"] for e in mine["exchanges"]] == [4, 5, 6] and mine["exchanges"][0]["answer"] == "0 0\n"
    assert mine["exchanges"][2]["sent"].startswith("6\n") and mine["exchanges"][2]["answer"] is None, mine["exchanges"][2]
    assert len(mine["ms"]) == 7 and mine["limit_ms"] == 20000, mine
    assert mine["marks"].splitlines()[:3] == ["0 #plot half 502", "0 #note <b>x</b>", "1 #plot half 504"], mine["marks"]
    assert len(mine["marks"].splitlines()) == 14, mine["marks"]
    assert not other["has_lost"] and other["fault"] == "" and other["stderr"] is None and other["exchanges"] is None, other


def test_nobody_else_sees_what_a_program_wrote():
    match = lost("faller")
    for side in why(match, REN)["sides"]:
        assert not side["is_mine"] and side["stderr"] is None and side["exchanges"] is None and len(side["ms"]) > 0, side
        assert side["marks"] is None, side
    assert SITE.get(f"/api/v1/matches/{match}/why")["sides"][0]["stderr"] is None
    assert why(match, CHIEF)["sides"][0]["stderr"] == WORDS + "\n"
    record = SITE.ask("GET", f"/api/v1/matches/{match}/record")[2]
    assert b"IndexError" not in record and b"#plot" not in record
    with SITE.stream(f"/api/v1/matches/{match}/live") as events:
        assert not any("IndexError" in data for _, kind, data in events if kind != "end")


def test_a_signal_is_named():
    side = why(lost("aborter"), MIO)["sides"][0]
    assert side["signal"] == 6 and side["exit"] is None and side["fault"] == "crash", side


def test_the_command_shows_it_again_at_home():
    home = os.path.join(TMP, "home")
    os.makedirs(home)
    os.symlink(TAISEN, os.path.join(home, "taisen"))
    shutil.copy(os.path.join(TMP, "falls.py"), os.path.join(home, "player"))
    command = why(lost("faller"))["sides"][0]["command"]
    p = subprocess.run(["sh", "-c", command], cwd=home, env={**os.environ, "PATH": home + ":" + os.environ["PATH"]},
                       capture_output=True, text=True, timeout=120)
    assert "IndexError" in p.stderr + p.stdout, (command, p)


def test_a_record_is_fetched_from_its_address():
    match = lost("faller")
    page = f"http://127.0.0.1:{SITE.port}/matches/{match}"
    for address in (page, page.replace("/matches/", "/api/v1/matches/") + "/record"):
        p = subprocess.run([TAISEN, "replay", address, "--verify"], capture_output=True, text=True, timeout=60)
        assert p.returncode == 0 and "steps verified" in p.stdout, p
    for wrong, says in ((page + "99999999", "the site says"), (page.replace("matches", "match"), "not the address of a match"),
                        ("http://127.0.0.1:1/matches/1", "127.0.0.1")):
        p = subprocess.run([TAISEN, "replay", wrong], capture_output=True, text=True, timeout=60)
        assert p.returncode == 2 and says in p.stderr and len(p.stderr.splitlines()) == 1, p


def test_the_author_is_notified_once_and_can_put_it_away():
    before = json.loads(AOI.ask("GET", "/api/v1/notices")[1])
    match = lost("faller")
    told = json.loads(AOI.ask("GET", "/api/v1/notices")[1])
    newest = told["notices"][0]
    assert told["unseen"] == before["unseen"] + 2 and match in [n["match"] for n in told["notices"]] and newest["kind"] == "fault" and newest["text"] == "crash", told
    assert json.loads(REN.ask("GET", "/api/v1/notices")[1]) == {"notices": [], "unseen": 0}
    session = {"Cookie": AOI.cookie, "X-CSRF-Token": AOI.csrf, "Content-Type": "application/json"}
    assert AOI.ask("POST", "/api/v1/notices/seen", json.dumps({"last": newest["id"]}), session)[0] == 204
    assert json.loads(AOI.ask("GET", "/api/v1/notices")[1])["unseen"] == 0
    assert AOI.ask("POST", "/api/v1/notices/seen", json.dumps({"last": "x"}), session)[0] == 400
    assert AOI.ask("GET", "/api/v1/notices?before=x")[0] == 400
    assert SITE.ask("GET", "/api/v1/notices")[0] == 401


def test_a_match_that_is_not_there_or_not_over():
    assert AOI.ask("GET", "/api/v1/matches/999999/why")[0] == 404
    assert SITE.ask("GET", "/api/v1/matches/no/why")[0] == 404


tap.run(sys.modules[__name__])
