"""The table of a ladder: form, moves, results between the best, and circles.

Usage: table_test.py TAISEN SOURCE_ROOT
"""
import contextlib
import os
import sqlite3
import subprocess
import sys
import time

from kit import tap
from kit.site_kit import TAISEN, TMP, Site, conforms

DB = os.path.join(TMP, "main", "league.db")
DAY_MS = 24 * 3600 * 1000


def db(*args):
    subprocess.run([TAISEN, "db", *args, "--db", DB], check=True, capture_output=True, timeout=60)


def play(link, winner, first, second, ratings, finished):
    """A result as a worker stores it; the rules of who wins are the test's."""
    key = f"test-{link.execute('SELECT count(*) FROM matches').fetchone()[0]}"
    link.execute("INSERT INTO matches (key, ladder, seed, version0, version1, player0, player1, created)"
                 " VALUES (?, 1, 1, ?, ?, ?, ?, ?)", (key, first, second, first, second, finished))
    match = link.execute("SELECT id FROM matches WHERE key = ?", (key,)).fetchone()[0]
    link.execute("INSERT INTO results (match, ladder, player0, player1, version0, version1, winner, reason, turns, score0, score1, fault0, fault1,"
                 " ms_total0, ms_total1, ms_max0, ms_max1, rating0, rating1, deviation0, deviation1, token, worker, finished)"
                 " VALUES (?, 1, ?, ?, ?, ?, ?, 'x', 1, 0, 0, '', '', 0, 0, 0, 0, ?, ?, 50, 50, 1, 'test', ?)",
                 (match, first, second, first, second, winner, *ratings, finished))


os.mkdir(os.path.join(TMP, "main"))
db("init")
db("add-ladder", "cup", "reborn")
NAMES = ["stone", "paper", "scissors", "rookie"]
for name in NAMES:
    db("add-player", "cup", name, "bot:random")
STONE, PAPER, SCISSORS, ROOKIE = range(1, 5)
NOW = int(time.time() * 1000)
with contextlib.closing(sqlite3.connect(DB)) as store:
    # Two days ago scissors stood first; since then everybody has beaten the next one twelve times.
    play(store, 0, SCISSORS, STONE, (1700, 1400), NOW - 2 * DAY_MS)
    play(store, -1, PAPER, STONE, (1500, 1400), NOW - 2 * DAY_MS)
    for _ in range(12):
        for winner, loser in ((PAPER, STONE), (SCISSORS, PAPER), (STONE, SCISSORS)):
            play(store, 0, winner, loser, (1600, 1500), NOW)
    play(store, 1, ROOKIE, STONE, (1200, 1650), NOW)
    for player, rating in ((STONE, 1650), (PAPER, 1600), (SCISSORS, 1550), (ROOKIE, 1200)):
        store.execute("UPDATE entries SET rating = ?, games = 20, wins = 10, losses = 10 WHERE player = ?", (rating, player))
    store.commit()
SITE = Site("main", "--no-bots")


def table():
    got = SITE.ask("GET", "/api/v1/ladders/cup/table")
    conforms("/api/v1/ladders/{name}/table", "get", *got)
    return SITE.get("/api/v1/ladders/cup/table")


def test_form_is_the_last_ten_results_newest_first():
    forms = {p["player"]: p["form"] for p in table()["players"]}
    assert forms[STONE] == "WWLWLWLWLW", forms
    assert forms[ROOKIE] == "L", forms


def test_moves_are_places_gained_in_a_day_and_newcomers_have_none():
    changes = {p["player"]: p["change"] for p in table()["players"]}
    assert changes == {STONE: 2, PAPER: 0, SCISSORS: -2, ROOKIE: None}, changes


def test_the_best_are_compared_with_each_other():
    told = table()
    assert told["best"] == [STONE, PAPER, SCISSORS, ROOKIE] and told["results"] == 39, told
    pairs = {(p["player"], p["against"]): (p["wins"], p["draws"], p["losses"]) for p in told["pairs"]}
    assert pairs[PAPER, STONE] == (12, 1, 0) and pairs[STONE, PAPER] == (0, 1, 12), pairs
    assert (ROOKIE, PAPER) not in pairs, pairs


def test_a_circle_of_strength_is_told():
    cycles = table()["cycles"]
    assert len(cycles) == 1, cycles
    beats = {(SCISSORS, PAPER), (PAPER, STONE), (STONE, SCISSORS)}
    assert {(cycles[0][i], cycles[0][(i + 1) % 3]) for i in range(3)} == beats, cycles


def test_an_empty_ladder_has_an_empty_table_and_an_unknown_one_none():
    db("add-ladder", "empty", "reborn")
    assert SITE.get("/api/v1/ladders/empty/table") == {"results": 0, "players": [], "best": [], "pairs": [], "cycles": []}
    SITE.get("/api/v1/ladders/nothing/table", status=404)


if __name__ == "__main__":
    tap.run(sys.modules[__name__])
