"""Contests and tuning: the ready files run to their end with the right tables, nothing is lost or doubled by a kill, and
whatever is wrong in a file is told with its line.

Usage: tournament_test.py TAISEN SOURCE_ROOT PLAYERS [all]    `all`: the ready files as they are, nothing shortened
"""
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import xml.dom.minidom

from kit import tap

TAISEN, SOURCE, PLAYERS = (os.path.abspath(a) for a in sys.argv[1:4])
IS_WHOLE = "all" in sys.argv[4:]
TMP = tempfile.mkdtemp(prefix="taisen-tournament-")
CONTESTS = os.path.join(SOURCE, "contests")
KILLS = 8


def path(name):
    return os.path.join(TMP, name)


def taisen(*args, status=0):
    p = subprocess.run([TAISEN, *args], capture_output=True, text=True, timeout=300, cwd=TMP)
    assert p.returncode == status, (args, p.returncode, p.stdout, p.stderr)
    return p


def write(name, text):
    with open(path(name), "w", encoding="utf-8") as f:
        f.write(text)
    return path(name)


def contest(name, *shorter):
    """A ready file; (old, new) make it quicker to play unless everything is to be played as it is."""
    with open(os.path.join(CONTESTS, name), encoding="utf-8") as f:
        text = f.read()
    for old, new in [] if IS_WHOLE else shorter:
        assert old in text, old
        text = text.replace(old, new)
    return write(name, text)


def run(file, *args):
    return json.loads(taisen("tournament", file, "--jobs", "2", "--json", *args).stdout)


def games_of(journal):
    with open(journal, encoding="utf-8") as f:
        lines = [json.loads(line) for line in f]
    return lines[0]["seats"], lines[1:]


def names(standings):
    return [row["player"] for row in standings]


def drawn(svg):
    with open(svg, encoding="utf-8") as f:
        text = f.read()
    xml.dom.minidom.parseString(text)
    return text


# ---- the ready files ----

def test_every_ready_file_is_in_order():
    files = sorted(os.listdir(CONTESTS))
    assert len(files) >= 6
    for name in files:
        path = os.path.join(CONTESTS, name)
        with open(path, encoding="utf-8") as f:
            is_of_a_site = "\n[ladder]\n" in f.read()
        if is_of_a_site:
            db = write(name + ".db", "")
            taisen("db", "init", "--db", db)
            taisen("db", "add-contest", path, "--db", db)
        else:
            assert "games" in taisen("tournament", path, "--check").stdout


def official_rating(seats, games, rounds):
    """RULES 11 of CODE VS 5.0, game by game."""
    rating = {}
    for game in sorted(games, key=lambda g: int(g["key"].split(":")[1])):
        a, b = (seats[s] for s in game["seats"])
        ra, rb = rating.setdefault(a, 0), rating.setdefault(b, 0)
        if game["winner"] == -1:
            step = (rb > ra) - (rb < ra)
            rating[a], rating[b] = ra + step, rb - step
            continue
        up, down = (a, b) if game["winner"] == 0 else (b, a)
        gain = max(0, (1600 + 4 * (rating[down] - rating[up])) // 100)
        rating[up], rating[down] = rating[up] + gain, max(0, rating[down] - gain)
    assert len(games) == rounds * (len(rating) // 2)
    return rating


def test_codevs5_ladder_leagues_and_finals():
    journal = path("codevs5.jsonl")
    result = run(contest("codevs5.ini", ("rounds = 20", "rounds = 6"), ("bot:runner", "bot:collector")), "--out", journal, "--svg", path("codevs5.svg"))
    ladder, leagues, finals = result["phases"]
    seats, games = games_of(journal)
    rating = official_rating(seats, [g for g in games if g["key"].startswith("1:")], 20 if IS_WHOLE else 6)
    assert {row["player"]: row["rating"] for row in ladder["standings"]} == rating
    assert [row["rating"] for row in ladder["standings"]] == sorted(rating.values(), reverse=True)
    rank = names(ladder["standings"])
    group = {row["player"]: row["group"] for row in leagues["standings"]}
    assert [group[p] for p in rank[:8]] == list("ABBAABBA"), group
    assert len(leagues["matches"]) == 12
    for match in leagues["matches"]:
        assert sum(match["wins"]) + match["draws"] >= 10 and match["winner"]
    a = [row["player"] for row in leagues["standings"] if row["group"] == "A"]
    b = [row["player"] for row in leagues["standings"] if row["group"] == "B"]
    semis = [set(m["players"]) for m in finals["matches"] if m["label"] == "semi-final"]
    assert semis == [{a[0], b[1]}, {b[0], a[1]}], semis
    winners = [m["winner"] for m in finals["matches"]]
    assert result["places"][0] == winners[2] and result["places"][2] == winners[3]
    assert len(result["places"]) == len(rank)
    for player in rank[:8]:
        assert player in drawn(path("codevs5.svg"))


def test_codevs4_campaign_of_points_turn_sum_and_time():
    journal = path("codevs4.jsonl")
    result = run(contest("codevs4.ini", ("\nsetup = campaign=1 first=0 stages=41", "\nsetup = campaign=1 stages=9")), "--out", journal)
    seats, games = games_of(journal)
    order = sorted(games, key=lambda g: (-g["score"][0], g["rest"][0], g["wall_ms"], g["seats"][0]))
    assert [seats[g["seats"][0]] for g in order] == result["places"]
    campaign = json.loads(taisen("campaign", "codevs4", "bot:settler", "--seed", str(int(games[0]["seed"], 16)),
                                 "--stages", "0-40" if IS_WHOLE else "0-8", "--json").stdout)
    row = next(r for r in result["phases"][0]["standings"] if r["player"] == "Settler")
    assert (row["points"], row["turn_sum"]) == (campaign["points"], campaign["turn_sum"])


def test_reborn_ladder_and_knockout():
    result = run(contest("reborn.ini", ("rounds = 6", "rounds = 3")), "--svg", path("reborn.svg"))
    ladder, knockout = result["phases"]
    assert set(names(ladder["standings"])[:2]) == {"Greedy", "Greedy II"}
    assert abs(sum(row["rating"] for row in ladder["standings"])) <= 5  # the mean is 0
    final = next(m for m in knockout["matches"] if m["label"] == "final")
    assert max(final["wins"]) == 3 and set(final["players"]) == {"Greedy", "Greedy II"}
    assert sum(m["bye"] for m in knockout["matches"]) == 3  # five players in a bracket of eight


def qualifier_points(game):
    items, left = game["score"][0], game["rest"][0]
    if game["reason"] == "items":
        return 3 * items
    return 3 * items + (left if game["winner"] == 0 else -left)


def test_chaser_best_twelve_of_the_district_go_into_the_tournament_of_24():
    journal = path("chaser.jsonl")
    result = run(contest("chaser.ini", ("bot:chaser-5", "bot:chaser-2"), ("bot:chaser-4", "bot:chaser-1")), "--out", journal, "--svg", path("hokkaido.svg"))
    qualifier, knockout = result["phases"]
    seats, games = games_of(journal)
    first = [g for g in games if g["key"].startswith("1:") and int(g["key"].split(":")[1]) <= 14]
    assert len({g["seed"] for g in first}) == 1  # everybody on the same map, as Cool
    points = {seats[g["seats"][0]]: qualifier_points(g) for g in first}
    assert {row["player"]: row["points"] for row in qualifier["standings"]} == points
    twelve = names(qualifier["standings"])[:12]
    others = [f"{town} {n}" for town in ("Sapporo", "Kushiro", "Hakodate") for n in range(1, 5)]
    assert sorted(names(knockout["standings"])) == sorted(twelve + others)
    matches = knockout["matches"]
    assert sorted(m["players"][0] for m in matches if m["bye"]) == sorted(twelve[:8])
    played = [m for m in matches if not m["bye"]]
    assert len(played) == 24 and [m["label"] for m in matches[-2:]] == ["final", "third place"]
    for match in played:
        level = match["wins"][0] == match["wins"][1]
        side = match["players"].index(match["winner"])
        assert level or match["wins"][side] == max(match["wins"])
        assert not level or match["items"][side] == max(match["items"])
    semis = [m for m in matches if m["label"] == "semi-final"]
    assert set(matches[-1]["players"]) == {p for m in semis for p in m["players"] if p != m["winner"]}
    assert result["places"][0] == matches[-2]["winner"] and result["places"][2] == matches[-1]["winner"]
    assert len(result["places"]) == 26
    text = drawn(path("hokkaido.svg"))
    assert "third place" in text and "Hakodate 4" in text


TWINS = ("[contest]\ngame = chaser\nsetup = turns=10\n[player A]\nseat = bot:chaser-3\n[player B]\nseat = bot:chaser-3\n"
         "[phase Final]\nformat = knockout\njudge = items\n")


def test_a_level_knockout_goes_on_until_a_limit_or_for_ever():
    result = run(write("limit.ini", TWINS + "extra-games = 4\n"), "--out", path("limit.jsonl"))
    seeds = [g["seed"] for g in sorted(games_of(path("limit.jsonl"))[1], key=lambda g: int(g["key"].split(":")[2]))]
    assert result["games"] == 6 and result["places"] == ["A", "B"]
    assert seeds[::2] == seeds[1::2] and len(set(seeds)) == 3  # each replay on a map of its own
    p = subprocess.Popen([TAISEN, "tournament", write("endless.ini", TWINS), "--out", path("endless.jsonl")], cwd=TMP,
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
    told = next(line for line in p.stderr if "are level after 42 games" in line)
    assert "extra-games" in told
    # More pairs than a round has numbers for: each still has a map of its own.
    while len(open(path("endless.jsonl"), encoding="utf-8").readlines()) < 420:
        assert p.poll() is None, p.returncode
        time.sleep(0.02)
    os.killpg(p.pid, signal.SIGINT)
    out, _ = p.communicate(timeout=30)
    assert p.returncode == 130 and "not over" in out, (p.returncode, out)
    seeds = {}
    for game in games_of(path("endless.jsonl"))[1]:
        seeds.setdefault(game["seed"], []).append(game["round"])
    assert len(seeds) > 200 and all(len(set(rounds)) == 1 and len(rounds) <= 2 for rounds in seeds.values())


def test_check_says_that_one_map_is_not_enough():
    maps = sorted(os.listdir(os.path.join(SOURCE, "games", "chaser", "maps")))
    for name in maps[:2]:
        shutil.copy(os.path.join(SOURCE, "games", "chaser", "maps", name), TMP)
    with_maps = lambda names: write("maps.ini", TWINS.replace("setup = turns=10\n", f"maps = {names}\n"))
    assert "only one map" in taisen("tournament", with_maps(maps[0]), "--check").stdout
    assert "only one map" not in taisen("tournament", with_maps(" ".join(maps[:2])), "--check").stdout
    assert "only one map" not in taisen("tournament", write("nomaps.ini", TWINS), "--check").stdout


JANKEN = ("[contest]\ngame = chaser\nsetup = turns=20\n[player Aki]\nseat = bot:chaser-3\n[player Ben]\nseat = bot:chaser-3\n"
          "[player Chie]\nseat = bot:chaser-5\n[player Dan]\nseat = bot:chaser-3\n"
          "[phase Qualifier]\nformat = qualifier\nbot = bot:random\nplaces = 4\nties = janken\n"
          "[phase Final]\nformat = knockout\nplayers = 2\njudge = items\nextra-games = 0\nties = janken\n")


def test_ties_are_decided_by_janken_and_survive_a_kill():
    file, journal = write("janken.ini", JANKEN), path("janken.jsonl")
    go_on = ("tournament", file, "--out", journal, "--resume")
    p = taisen(*go_on, "--json", status=1)
    found = json.loads(p.stdout)
    assert found["ties"] == [{"phase": "Qualifier", "match": 0, "from": 1, "players": ["Aki", "Ben", "Dan"]}] and not found["over"]
    assert "Aki, Ben, Dan (places 1 to 3)" in p.stderr and "--decide" in p.stderr
    for wrong in ("Aki > Ben", "Aki > Ben > Chie", "Aki > Ben > Ben", "Nobody", "", "Aki>Ben>Dan"):
        assert "Aki, Ben, Dan" in taisen(*go_on, "--decide", wrong, status=2).stderr
    assert "--resume" in taisen("tournament", file, "--out", journal, "--decide", "x", status=2).stderr
    # The decision is in the journal whenever the run behind it is killed.
    p = subprocess.Popen([TAISEN, *go_on, "--decide", "Dan > Ben > Aki"], cwd=TMP, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while b"decided_phase" not in open(journal, "rb").read():
        assert p.poll() is None, p.returncode
        time.sleep(0.001)
    p.kill()
    p.wait()
    p = taisen(*go_on, "--json", status=1)
    found = json.loads(p.stdout)
    assert names(found["phases"][0]["standings"]) == ["Dan", "Ben", "Aki", "Chie"]
    assert [t["players"] for t in found["ties"]] == [["Dan", "Ben"]] and found["ties"][0]["match"] == 1
    found = json.loads(taisen(*go_on, "--decide", "Ben > Dan", "--json").stdout)
    assert found["over"] and found["places"] == ["Ben", "Dan", "Aki", "Chie"] and found["ties"] == []
    assert [d["players"] for d in found["decisions"]] == [["Dan", "Ben", "Aki"], ["Ben", "Dan"]]
    assert json.loads(taisen(*go_on, "--json").stdout) == found
    assert "nothing is level" in taisen(*go_on, "--decide", "Dan > Ben", status=2).stderr
    # A decision that somebody changed is no decision: the journal ends before it.
    with open(journal, "rb") as f:
        text = f.read()
    with open(journal, "wb") as f:
        f.write(text.replace(b'"order":[1,3]', b'"order":[3,1]'))
    assert taisen(*go_on, status=1)
    plain = json.loads(taisen("tournament", write("plain.ini", JANKEN.replace("ties = janken\n", "")), "--json").stdout)
    assert plain["places"] == ["Aki", "Ben", "Dan", "Chie"]  # by the order of the file


# ---- resuming ----

def test_a_killed_contest_loses_and_doubles_nothing():
    file, journal = contest("school.ini"), path("killed.jsonl")
    undisturbed = run(file, "--out", path("undisturbed.jsonl"))
    assert run(file, "--jobs", "1")["hash"] == undisturbed["hash"]
    dice, killed = random.Random(1), 0
    for _ in range(KILLS):
        p = subprocess.Popen([TAISEN, "tournament", file, "--jobs", "2", "--out", journal, "--resume"],
                             stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(dice.uniform(0.005, 0.12))
        killed += p.poll() is None
        p.kill()
        p.wait()
    assert killed > 0
    assert run(file, "--out", journal, "--resume") == undisturbed
    keys = [g["key"] for g in games_of(journal)[1]]
    assert len(keys) == len(set(keys)) == undisturbed["games"]
    with open(journal, "r+b") as f:  # cut in the middle of a line
        f.truncate(os.path.getsize(journal) - 30)
    assert run(file, "--out", journal, "--resume") == undisturbed


def test_a_changed_contest_does_not_go_on_with_the_old_journal():
    file, journal = contest("school.ini"), path("changed.jsonl")
    run(file, "--out", journal)
    with open(file, encoding="utf-8") as f:
        text = f.read()
    other = write("other.ini", text.replace("rounds = 4", "rounds = 3"))
    with open(journal, "rb") as f:
        before = f.read()
    for more in ("--json", "--no-stderr"):
        p = taisen("tournament", other, "--out", journal, "--resume", "--svg", path("changed.svg"), more, status=3)
        assert "another batch or contest" in p.stderr and p.stdout == "", p
    assert not os.path.exists(path("changed.svg"))
    with open(journal, "rb") as f:
        assert f.read() == before
    assert "--resume" in taisen("tournament", file, "--out", journal, status=3).stderr


def test_ctrl_c_shows_how_it_stands():
    # A match takes long enough to be caught: greedy against greedy, a hundred games each.
    text = "[contest]\ngame = reborn\n" + "".join(
        f"[player {n}]\nseat = bot:greedy\n" for n in "ABCD") + "[phase All]\nformat = round-robin\ngames = 100\n"
    journal = path("stopped.jsonl")
    p = subprocess.Popen([TAISEN, "tournament", write("long.ini", text), "--out", journal], cwd=TMP,
                         stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, start_new_session=True)
    while not os.path.exists(journal) or len(open(journal, encoding="utf-8").readlines()) < 3:
        assert p.poll() is None, p.returncode
        time.sleep(0.01)
    os.killpg(p.pid, signal.SIGINT)
    out, _ = p.communicate(timeout=30)
    assert p.returncode == 130 and "not over" in out, (p.returncode, out)


# ---- records, pictures, statistics ----

def test_records_of_a_contest_are_verified():
    file = write("small.ini", "[contest]\ngame = reborn\n[player A]\nseat = bot:random\n"
                 "[player B]\nseat = bot:random\n[phase Final]\nformat = knockout\n")
    taisen("tournament", file, "--records", path("records/deep"))
    files = os.listdir(path("records/deep"))
    assert len(files) >= 2 and {name.split("_", 1)[1] for name in files} == {"A_vs_B.jsonl.zst", "B_vs_A.jsonl.zst"}, files
    for name in files:
        taisen("replay", os.path.join(path("records/deep"), name), "--verify")


def test_who_crashes_is_told_with_the_reason_once():
    file = write("crash.ini", "[contest]\ngame = reborn\n[player 花]\nseat = bot:random\n[player a/b]\n"
                 "seat = echo me; read line; echo 'ran out of luck' >&2; exit 3\n[phase Final]\nformat = round-robin\ngames = 4\n")
    p = taisen("tournament", file, "--records", path("records/crash"))
    told = [line for line in p.stderr.splitlines() if "luck" in line]
    assert len(told) == 1 and told[0].startswith("taisen: a/b against 花 (player "), p.stderr
    assert told[0].endswith("): crash, exit status 3: ran out of luck"), p.stderr
    assert all("a_b" in name and "花" in name for name in os.listdir(path("records/crash"))), os.listdir(path("records/crash"))


def test_names_are_escaped_wherever_they_are_shown():
    file = write("names.ini", "[contest]\nname = <b>&\"cup\"\ngame = reborn\n[player <script>]\nseat = bot:random\n"
                 "[player 対戦 & Co]\nseat = bot:random\n[phase \"P\"]\nformat = round-robin\n[phase Q]\nformat = knockout\n")
    result = run(file, "--svg", path("names.svg"))
    assert set(result["places"]) == {"<script>", "対戦 & Co"}
    text = drawn(path("names.svg"))
    assert "<script>" not in text and "&lt;script&gt;" in text and "対戦 &amp; Co" in text


def test_pool_of_a_contest_and_a_batch_is_rated_and_drawn():
    file, journal = contest("school.ini"), path("pool.jsonl")
    run(file, "--out", journal)
    stats = json.loads(taisen("stats", journal, "--json", "--svg", path("pool.svg")).stdout)
    assert stats["seats"][stats["ratings"][0]["seat"]] == "Aki"
    assert all(r["low"] < r["elo"] < r["high"] for r in stats["ratings"])
    assert abs(sum(r["elo"] for r in stats["ratings"])) < 1e-3
    assert "Aki" in drawn(path("pool.svg"))
    for name, seats in (("one", ["bot:greedy", "bot:random"]), ("two", ["bot:random", "bot:random", "bot:greedy"])):
        taisen("batch", "reborn", *seats, "--games", "2", "--out", path(name))
    joined = json.loads(taisen("stats", path("one"), path("two"), path("one"), "--json").stdout)
    assert joined["seats"] == ["bot:greedy", "bot:random", "bot:random"]
    assert joined["games"] == 2 + 6 - 2  # the start that both have counts once
    text = taisen("stats", path("two")).stdout
    assert "rank" in text and "95 %" in text


def test_a_circle_of_strength_is_warned_of():
    circle = [f"{os.path.join(PLAYERS, 'reborn_circle')} {n}" for n in range(3)]
    taisen("batch", "reborn", *circle, "--games", "12", "--out", path("circle"))
    stats = json.loads(taisen("stats", path("circle"), "--json").stdout)
    assert stats["cycles"] == [[0, 2, 1]] or stats["cycles"] in ([[2, 1, 0]], [[1, 0, 2]]), stats["cycles"]
    assert "not transitive" in taisen("stats", path("circle")).stdout
    taisen("batch", "reborn", circle[0], circle[1], "bot:random", "--games", "12", "--out", path("line"))
    assert json.loads(taisen("stats", path("line"), "--json").stdout)["cycles"] == []


# ---- what is wrong in a file ----

GOOD = ("[contest]\ngame = reborn\n[player A]\nseat = bot:random\n[player B]\nseat = bot:random\n"
        "[phase P]\nformat = round-robin\n")


def refused(text, *says):
    p = taisen("tournament", write("bad.ini", text), status=2)
    assert p.stdout == "" and len(p.stderr.splitlines()) == 1 and p.stderr.startswith("taisen: "), p.stderr
    for word in says:
        assert word in p.stderr, (word, p.stderr)


def test_wrong_files_are_told_with_line_and_key():
    taisen("tournament", write("good.ini", GOOD), "--check")
    refused(GOOD.replace("reborn", "chess"), "bad.ini:2", "game", "chess", "reborn")
    refused(GOOD + "games = many\n", "bad.ini:9", "games", "whole number from 1 to 100", "many")
    refused(GOOD + "games = 0\n", "bad.ini:9", "from 1 to 100")
    refused(GOOD + "moon = 1\n", "bad.ini:9", "moon", "best-of")
    refused(GOOD + "games = 2\ngames = 4\n", "bad.ini:10", "twice")
    refused(GOOD + "games = 2\nbest-of = 3\n", "bad.ini:10", "best-of", "line 9")
    refused(GOOD + "rounds 3\n", "bad.ini:9", "key = value")
    refused(GOOD + "third-place = yes\n", "bad.ini:9", "third-place", "knockout")
    refused(GOOD.replace("round-robin", "tennis"), "bad.ini:8", "format", "tennis", "swiss")
    refused(GOOD.replace("round-robin", "knockout") + "sudden-death = no\n", "bad.ini:9", "sudden-death")
    refused(GOOD.replace("round-robin", "knockout") + "third-place = perhaps\n", "bad.ini:9", "yes or no")
    refused(GOOD.replace("round-robin", "swiss") + "rounds = 2\n", "bad.ini:9", "rounds", "at most 1")
    refused(GOOD.replace("round-robin", "qualifier"), "bad.ini:7", "chaser")
    refused(GOOD + "judge = items\n", "bad.ini:9", "chaser")
    refused(GOOD + "points = 3 1\n", "bad.ini:9", "three numbers")
    refused(GOOD + "groups = 2\n", "bad.ini:9", "groups", "at most 1")
    refused(GOOD + "setup = moon=1\n", "bad.ini:7", "setup", "moon")
    refused(GOOD + "maps = nowhere.map\n", "maps", "nowhere.map")
    refused(GOOD + "[player A]\nseat = bot:random\n", "bad.ini:9", "player A", "line 3")
    refused(GOOD + "[phase P]\nformat = swiss\n", "bad.ini:9", "phase P", "line 7")
    refused(GOOD + "[cup]\n", "bad.ini:9", "[cup]", "[phase NAME]")
    refused(GOOD + "[player " + "x" * 65 + "]\n", "bad.ini:9", "a name has at most 64 bytes")
    refused(GOOD + "[phase " + "x" * 90 + "]\n", "bad.ini:9", "at most")
    refused(GOOD + "; " + "x" * 300 + "\n", "bad.ini:9", "at most")
    refused(GOOD.replace("seat = bot:random", "seat = bot:nobody", 1), "bad.ini:3", "nobody")
    refused(GOOD.replace("seat = bot:random", "seat = human", 1), "bad.ini:3", "programs, bots and tcp clients")
    refused(GOOD.replace("seat = bot:random\n", "", 1), "bad.ini:3", "no seat")
    refused(GOOD.replace("seat = bot:random\n", "seat = bot:random\nenters = Q\n", 1), "bad.ini:3", "enters", "[phase Q]")
    refused(GOOD.replace("seat = bot:random\n", "seat = bot:random\nenters = Q\n", 1) + "[phase Q]\nformat = knockout\n", "bad.ini:8", "fewer than two")
    refused(GOOD + "extra-games = 4\n", "bad.ini:9", "extra-games", "sudden-death = yes")
    refused("seat = x\n" + GOOD, "bad.ini:1", "[contest]")
    refused("[contest]\n", "game = NAME")
    refused("[contest]\ngame = reborn\n", "two players")
    refused(GOOD.split("[phase")[0], "[phase NAME]")
    refused("", "no game")
    taisen("tournament", status=2)
    taisen("tournament", path("none.ini"), status=2)
    assert "--out" in taisen("tournament", path("good.ini"), "--resume", status=2).stderr


def test_files_as_people_write_them_are_read():
    text = ("\ufeff# a comment\r\n  [contest]\r\n  game=reborn   ; behind a value\r\n\r\n[player  A b]\r\nseat : bot:random\r\n"
            "[player B]\r\n\tseat\t=\tbot:random\r\n[phase P]\r\nformat = round-robin")
    result = run(write("people.ini", text))
    assert set(result["places"]) == {"A b", "B"}
    school = "旭川市立東光中学校 情報技術部チームA"
    assert set(run(write("school.ini", text.replace("A b", school)))["places"]) == {school, "B"}


def test_examples_of_the_guides_are_in_order():
    for guide in ("CONTEST.md", "CONTEST.ja.md"):
        with open(os.path.join(SOURCE, "docs", guide), encoding="utf-8") as f:
            blocks = f.read().split("```ini\n")[1:]
        contests = [text for text in (b.split("```")[0] for b in blocks) if "[contest]" in text]
        assert contests, guide
        for text in contests:
            assert "2" in taisen("tournament", write("guide.ini", text), "--check").stdout


# ---- tuning ----

TUNE = """[tune]
game = reborn
seat = {} {{best}}
steps = 60
games = 2
[parameter best]    ; the best value is 70
start = 20
least = 0
most = 100
step = 5
rate = 0.25
whole = yes
[parameter other]   ; and of this one 0; it reaches the program in its environment
start = 30
least = -50
most = 50
step = 5
rate = 0.25
whole = yes
"""


def tune(file, *args):
    return json.loads(taisen("tune", file, "--jobs", "2", "--json", *args).stdout)


def test_tuning_finds_the_numbers_and_survives_kills():
    file, journal = write("tune.ini", TUNE.format(os.path.join(PLAYERS, "reborn_tuned"))), path("tune.jsonl")
    undisturbed = tune(file, "--svg", path("tune.svg"))
    best, other = (p["value"] for p in undisturbed["parameters"])
    assert abs(best - 70) <= 15 and abs(other) <= 15, undisturbed
    assert "best" in drawn(path("tune.svg"))
    dice = random.Random(2)
    for _ in range(5):
        p = subprocess.Popen([TAISEN, "tune", file, "--jobs", "2", "--out", journal, "--resume"],
                             stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(dice.uniform(0.005, 0.15))
        p.kill()
        p.wait()
    assert tune(file, "--out", journal, "--resume") == undisturbed
    assert len(games_of(journal)[1]) == undisturbed["games"] == 120


def test_wrong_files_of_tune_are_told():
    def told(text, *says):
        p = taisen("tune", write("bad-tune.ini", text), status=2)
        assert len(p.stderr.splitlines()) == 1 and p.stdout == "", p.stderr
        for word in says:
            assert word in p.stderr, (word, p.stderr)
    good = TUNE.format("./x")
    told(good.replace("start = 20", "start = 200"), "best", "between")
    told(good.replace("step = 5", "step = 0", 1), "bad-tune.ini:10", "step")
    told(good.replace("games = 2", "games = 3"), "bad-tune.ini:5", "even")
    told(good.replace("./x", "bot:random"), "bot:random", "parameters")
    told(good.replace("[parameter best]", "[parameter be st]"), "bad-tune.ini:6", "be st")
    told(good.replace("[parameter other]", "[parameter best]"), "already")
    told(good.replace("[parameter other]", "[parameter " + "x" * 48 + "]"), "a parameter's name is")
    told(good.replace("least = 0\n", "", 1), "best", "least")
    told(good.replace("steps = 60", "steps = nan"), "bad-tune.ini:4", "whole number")
    told(good.replace("most = 100", "most = nan"), "bad-tune.ini:9", "most")
    told(good.split("[parameter")[0], "nothing to tune")
    told("", "no [tune]")


try:
    tap.run(sys.modules[__name__])
finally:
    shutil.rmtree(TMP)
