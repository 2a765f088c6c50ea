"""What the original texts say outside the rules of the games: walks through the table of docs/ORIGINALS.md.

Every row of the table must name a test that is there; what no other test shows is shown here.

Usage: originals_test.py TAISEN SOURCE_ROOT
"""
import ctypes
import io
import json
import os
import re
import socket
import subprocess
import sys
import zipfile

from kit import tap
from kit.site_kit import SOURCE, TAISEN, TMP, Site, wait_for

PYTHON = "/usr/bin/python3"
TEXTS = {"000", "001", "002", "003", "004"}
GAMES = ("reborn", "codevs5", "codevs4", "chaser")
LANGUAGES = ["c", "cpp", "java", "csharp", "ruby", "python", "javascript", "go", "rust"]


def path(name):
    return os.path.join(TMP, name)


def write(name, text):
    with open(path(name), "w", encoding="utf-8") as f:
        f.write(text)
    return path(name)


def taisen(*args, status=0, **options):
    p = subprocess.run([TAISEN, *args], capture_output=True, text=True, timeout=120, **options)
    assert p.returncode == status, (args, p.returncode, p.stdout, p.stderr)
    return p


def header(record):
    with open(record, encoding="utf-8") as f:
        return json.loads(f.readline())


# ---- the table ----

ROW = re.compile(r"^\| (\d+) \| ([0-9, ]+) \| (.+?) \| (.+?) \| (.+?) \|$")
NAMED = re.compile(r"`([^`]+)` `([^`]+)`")


def rows_of(page):
    with open(os.path.join(SOURCE, "docs", page), encoding="utf-8") as f:
        lines = [line.rstrip("\n") for line in f if re.match(r"\| \d", line)]
    rows = [ROW.match(line) for line in lines]
    assert all(rows), [line for line, row in zip(lines, rows) if not row]
    return [row.groups() for row in rows]


def has_test(file, name):
    """Whether this file has a test of exactly this name, in the manner of its language."""
    try:
        with open(os.path.join(SOURCE, file), encoding="utf-8") as f:
            text = f.read()
    except OSError:
        return False
    word = re.escape(name)
    if file.endswith(".py"):
        return bool(re.search(rf"^def {word}\(", text, re.M))
    if file.endswith(".c"):
        return bool(re.search(rf"\b(cmocka_unit_test|TEST)\({word}\)", text) and re.search(rf"\b{word}\(void \*\*", text))
    return bool(re.search(rf'(test(\.each\(\w+\))?\(|\[)\s*"{word}"', text))


def missing_tests(rows):
    """Rows that name no test, or one that is not there."""
    missing = []
    for number, _, _, _, tests in rows:
        named = NAMED.findall(tests)
        if not named:
            missing.append((number, tests))
        missing += [(number, file, name) for file, name in named if not has_test(file, name)]
    return missing


def test_every_row_names_a_test_that_is_there():
    rows = rows_of("ORIGINALS.md")
    assert [int(row[0]) for row in rows] == list(range(1, len(rows) + 1))
    assert len(rows) >= 105, len(rows)
    assert {text for row in rows for text in row[1].split(", ")} == TEXTS
    assert not missing_tests(rows), missing_tests(rows)


def test_a_row_whose_test_is_not_there_is_found():
    there = ("1", "000", "x", "y", "`tests/python/originals_test.py` `test_a_row_whose_test_is_not_there_is_found`")
    assert not missing_tests([there])
    for tests in ("none", "`tests/python/originals_test.py` `test_a_row`", "`tests/python/gone_test.py` `test_a_row`",
                  "`games/chaser/chaser_test.c` `oddities`", "`web/src/viewer/screens.test.ts` `counts`"):
        assert missing_tests([(*there[:4], tests)]), tests


def test_both_languages_have_the_same_table():
    english, japanese = rows_of("ORIGINALS.md"), rows_of("ORIGINALS.ja.md")
    assert [(r[0], r[1], r[4]) for r in english] == [(r[0], r[1], r[4]) for r in japanese]
    for row in english + japanese:
        for named in re.findall(r"`([a-z0-9_]+/[A-Za-z0-9_./-]+)`", row[3]):
            assert os.path.exists(os.path.join(SOURCE, named)), (row[0], named)


# ---- clocks ----

def turn_ms(*args, **options):
    record = path("clock.jsonl")
    taisen(*args, "--record", record, status=4, **options)
    return header(record)["turn_ms"]


def test_a_local_match_has_the_clock_of_the_originals_local_matches():
    local = {"reborn": 0, "codevs5": 20000, "codevs4": 0, "chaser": 5000}
    online = {**local, "reborn": 20000}
    for game in GAMES:
        match = ["play", game, "true", "true", "--seed", "1"]  # both end at once: only the clock matters
        assert turn_ms(*match) == local[game], game
        assert turn_ms(*match, "--clock", "online") == online[game], game
        assert turn_ms(*match, "--clock", "online", "--turn-ms", "70") == 70, game
    assert header(path("clock.jsonl"))["match_ms"] == 0  # chaser's; the others' follow
    totals = {"reborn": 180000, "codevs5": 300000, "codevs4": 3600000}
    for game, total in totals.items():
        turn_ms("play", game, "true", "true")
        assert header(path("clock.jsonl"))["match_ms"] == total, game


def test_a_batch_is_local_and_a_contest_is_not():
    folder = path("batch-records")
    taisen("batch", "reborn", "bot:random", "bot:random", "--games", "2", "--records", folder)
    records = [os.path.join(folder, name) for name in os.listdir(folder)]
    assert records and {turn_limit(r) for r in records} == {0}
    contest = write("clock.ini", "[contest]\ngame = reborn\n[player a]\nseat = bot:random\n[player b]\nseat = bot:random\n"
                                 "[phase l]\nformat = round-robin\ngames = 2\n")
    folder = path("contest-records")
    taisen("tournament", contest, "--records", folder)
    records = [os.path.join(folder, name) for name in os.listdir(folder)]
    assert records and {turn_limit(r) for r in records} == {20000}


def turn_limit(record):
    """Of a packed record."""
    zstd, room = ctypes.CDLL("libzstd.so.1"), ctypes.create_string_buffer(4 << 20)
    zstd.ZSTD_decompress.restype = ctypes.c_size_t
    with open(record, "rb") as f:
        packed = f.read()
    size = zstd.ZSTD_decompress(room, ctypes.c_size_t(len(room)), packed, ctypes.c_size_t(len(packed)))
    return json.loads(room.raw[:size].split(b"\n", 1)[0])["turn_ms"]


HANG = "import sys, time\nprint('hang', flush=True)\nwhile True:\n    time.sleep(1)\n"


def test_a_local_program_that_hangs_loses_when_its_time_is_used_up():
    hang = f"{PYTHON} {write('hang.py', HANG)}"
    result = json.loads(taisen("play", "reborn", hang, "bot:random", "--match-ms", "400", "--json").stdout)
    assert (result["winner"], result["seats"][0]["fault"]) == (1, "timeout"), result
    lines = taisen("batch", "reborn", hang, "bot:random", "--games", "2", "--match-ms", "400", "--json").stdout
    assert json.loads(lines.splitlines()[-1]), lines
    for command in "play", "batch":
        for language, word in (("C", "hangs"), ("ja_JP.UTF-8", "止まったプログラム")):
            text = taisen(command, "--help", env={**os.environ, "LC_ALL": language}).stdout
            assert word in text.replace("\n", ""), (command, language)


# ---- names ----

def namer(name):
    """A program that says this name and ends."""
    return f"{PYTHON} {write(f'name{abs(hash(name))}.py', f'print({name!r}, flush=True)' + chr(10))}"


def fault_of(game, name, *args):
    p = subprocess.run([TAISEN, "play", game, namer(name), "bot:random", "--json", *args], capture_output=True, text=True, timeout=120,
                       check=False)
    seat = json.loads(p.stdout)["seats"][0]
    assert p.returncode == (4 if seat["fault"] == "name" else 0), p
    return seat["fault"], seat["name_why"]


def chaser_fault(sent):
    """What becomes of a TCP client with this name, which leaves afterwards."""
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        port = s.getsockname()[1]
    p = subprocess.Popen([TAISEN, "play", "chaser", f"tcp:{port}", "bot:random", "--json"], stdout=subprocess.PIPE, text=True,
                         stderr=subprocess.DEVNULL)

    def connect():
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=20)
        except OSError:
            return None

    with wait_for(connect) as client:
        client.sendall(sent)
        client.shutdown(socket.SHUT_WR)
        result = json.loads(p.communicate(timeout=60)[0])
    return result["seats"][0]["fault"], result["seats"][0]["name_why"]


def test_a_name_has_at_most_255_bytes_in_every_game():
    too_long = ("name", "the name is longer than 255 bytes")
    for game in ("reborn", "codevs5", "codevs4"):
        short = ["--setup", "stages=1"] if game == "codevs4" else []
        assert fault_of(game, "n" * 255, *short) == ("gone", None), game
        for length in (256, 300, 5000):
            assert fault_of(game, "n" * length, *short) == too_long, (game, length)
    assert chaser_fault(b"n" * 255 + b"\r\n") == ("gone", None)
    assert chaser_fault(b"n" * 256 + b"\r\n") == too_long
    assert chaser_fault(b"n" * 5000) == too_long
    words = taisen("play", "reborn", namer("n" * 300), "bot:random", status=4).stdout
    assert "the name is longer than 255 bytes" in words, words
    found = taisen("check", "reborn", namer("n" * 300), status=1).stdout
    assert "the name is longer than 255 bytes" in found, found


def test_a_name_is_a_line_that_may_hold_a_blank():
    for game in ("reborn", "codevs5"):
        match = json.loads(taisen("play", game, namer("sample ai"), "bot:random", "--json").stdout)
        assert match["seats"][0]["name"] == "sample ai" and match["seats"][0]["fault"] == "gone", match


def simple_codevs4(name):
    """A program of CODE VS 4.0 that does nothing but say its name and no orders."""
    text = (f"print({name!r}, flush=True)\nimport sys\nfor line in sys.stdin:\n"
            "    if line.strip() == 'END':\n        print(0, flush=True)\n")
    return f"{PYTHON} {write(f'quiet{abs(hash(name))}.py', text)}"


CODEVS4_NAMES = {"plain-1_@": True, "two words": False}  # the letters one by one: games/codevs4/codevs4_text_test.c


def test_names_of_codevs4_are_those_of_its_contest_but_in_local_matches():
    for name, is_original in CODEVS4_NAMES.items():
        match = ["play", "codevs4", simple_codevs4(name), "bot:random", "--setup", "stages=1", "--json"]
        assert json.loads(taisen(*match).stdout)["seats"][0]["fault"] is None, name
        found = subprocess.run([TAISEN, "check", "codevs4", simple_codevs4(name), "--setup", "stages=1", "--games", "1", "--json"],
                               capture_output=True, text=True, timeout=120, check=False).stdout
        strange = [f for f in map(json.loads, found.splitlines()) if f.get("about") == "name" and f.get("weight") == "strange"]
        assert bool(strange) != is_original, (name, found)
        contest = ("[contest]\ngame = codevs4\nsetup = stages=1\n{}[player a]\nseat = " + simple_codevs4(name) +
                   "\n[player b]\nseat = bot:random\n[phase l]\nformat = round-robin\ngames = 2\n")
        for more, is_fine in (("", is_original), ("names = any\n", True)):
            journal = path("names.jsonl")
            if os.path.exists(journal):
                os.remove(journal)
            taisen("tournament", write("names.ini", contest.format(more)), "--out", journal)
            with open(journal, encoding="utf-8") as f:
                games = [json.loads(line) for line in f][1:]
            faults = {fault for g in games for fault in g["faults"]} - {""}
            assert faults == (set() if is_fine else {"name"}), (name, more, faults)
    wrong = taisen("tournament", write("wrong.ini", contest.format("names = some\n")), "--check", status=2).stderr
    assert "takes original or any" in wrong, wrong


def test_a_ladder_enforces_names_unless_it_is_set_otherwise():
    league = path("names.db")
    taisen("db", "init", "--db", league)
    for ladder, more in (("strict", []), ("free", ["--set", "names=any"])):
        taisen("db", "add-ladder", ladder, "codevs4", "--setup", "stages=1", "--set", "games=2", "--set", "pairing=0", *more, "--db", league)
        for player, seat in (("words", simple_codevs4("two words")), ("bot", "bot:random")):
            taisen("db", "add-player", ladder, f"{ladder}-{player}", seat, "--db", league)
        taisen("db", "queue", ladder, f"{ladder}-words", f"{ladder}-bot", "--games", "2", "--db", league)
    taisen("worker", "--db", league, "--drain", "--jobs", "2")
    faults = {}
    for ladder in ("strict", "free"):
        games = [json.loads(line) for line in taisen("db", "matches", ladder, "--json", "--db", league).stdout.splitlines()]
        assert len(games) == 2 and {g["state"] for g in games} == {"done"}, games
        faults[ladder] = {fault for g in games for fault in g["faults"] if fault}
    assert faults == {"strict": {"name"}, "free": set()}, faults


# ---- CODE VS 4.0 ----

def corner(text):
    """tests/players/codevs4_simple.py, which turns the field when it is second; or one that does not."""
    with open(os.path.join(SOURCE, "tests", "players", "codevs4_simple.py"), encoding="utf-8") as f:
        return f.read().replace("castle[1] + castle[2] > 99", text)


def test_check_finds_a_program_that_knows_one_corner():
    for name, text, is_found in (("both.py", "castle[1] + castle[2] > 99", False), ("one.py", "False", True)):
        p = subprocess.run([TAISEN, "check", "codevs4", f"{PYTHON} {write(name, corner(text))}", "--setup", "stages=1", "--games", "1",
                            "--json"], capture_output=True, text=True, timeout=120, check=False)
        found = [f["text"] for f in map(json.loads, p.stdout.splitlines()) if "mirror=1" in f.get("text", "")]
        assert bool(found) == is_found, (name, p.stdout, p.stderr)


def test_play_says_what_a_game_of_codevs4_was():
    for language in ("C", "ja_JP.UTF-8"):
        text = taisen("play", "--help", env={**os.environ, "LC_ALL": language}).stdout
        assert "taisen campaign" in text.replace("\n", " ") and "mirror=1" in text and "41" in text, text


def test_the_campaigns_time_is_from_its_start_to_its_end():
    result = json.loads(taisen("campaign", "codevs4", "bot:random", "--seed", "1", "--stages", "0-0", "--json").stdout)
    assert result["wall_ms"] >= max(1, result["ms"]), result
    contest = write("time.ini", "[contest]\ngame = codevs4\nsetup = campaign=1 stages=1\n[player a]\nseat = bot:random\n"
                                "[player b]\nseat = bot:random\n"
                                "[phase c]\nformat = campaign\nbot = campaign\n")
    journal = path("time.jsonl")
    result = json.loads(taisen("tournament", contest, "--out", journal, "--json").stdout)
    with open(journal, encoding="utf-8") as f:
        games = [json.loads(line) for line in f.readlines()[1:]]
    told = {row["player"]: row["ms"] for row in result["phases"][0]["standings"]}
    assert told == {"ab"[g["seats"][0]]: g["wall_ms"] for g in games}, (told, games)
    assert all(g["wall_ms"] >= g["ms_total"][0] for g in games)


# ---- ratings ----

def codevs5_formula(games):
    """The points of the text, as everybody can work them out."""
    points = {}
    for a, b, winner in games:
        ra, rb = points.setdefault(a, 0), points.setdefault(b, 0)
        if winner < 0:
            change = (rb > ra) - (ra > rb)
        else:
            change = max(0, int(16 + 0.04 * ((rb - ra) if winner == 0 else (ra - rb)))) * (1 if winner == 0 else -1)
        points[a], points[b] = max(0, ra + change), max(0, rb - change)
    return points


def test_a_new_sites_ladder_of_codevs5_counts_as_the_contest_did():
    site = Site("rated", "--jobs", "1", "--pace-ms", "0")
    try:
        ladders = {one["name"]: one for one in site.get("/api/v1/ladders")["ladders"]}
        assert (ladders["codevs5"]["formula"], ladders["codevs5"]["also"]) == ("codevs5", "glicko2"), ladders
        assert {(ladders[g]["formula"], ladders[g]["also"]) for g in ("reborn", "codevs4", "chaser")} == {("glicko2", None)}
        newest = [s for s in site.get("/api/v1/ladders/codevs5")["standings"] if s["games"] == 0]
        assert all(s["rating"] == 0 for s in newest)
    finally:
        site.stop()


def test_two_formulas_stand_side_by_side_over_the_same_results():
    league = path("both.db")
    taisen("db", "init", "--db", league)
    taisen("db", "add-ladder", "both", "codevs5", "--rating", "codevs5", "--set", "also=glicko2", "--set", "games=6",
           "--setup", "turns=5", "--db", league)
    for bot in ("random", "walker", "collector"):
        taisen("db", "add-player", "both", bot, f"bot:{bot}", "--db", league)
    start = [json.loads(line) for line in taisen("db", "standings", "both", "--json", "--db", league).stdout.splitlines()]
    assert {row["rating"] for row in start} == {0}
    taisen("worker", "--db", league, "--drain", "--jobs", "1")  # so that they end in the order of their numbers
    rows = [json.loads(line) for line in taisen("db", "standings", "both", "--json", "--db", league).stdout.splitlines()]
    games = [json.loads(line) for line in taisen("db", "matches", "both", "--json", "--db", league).stdout.splitlines()]
    assert rows and all(row["also_deviation"] > 0 and row["also_rating"] > 0 for row in rows), rows
    played = [(*g["players"], -1 if g["winner"] is None else g["winner"]) for g in sorted(games, key=lambda g: g["match"])]
    assert {row["name"]: row["rating"] for row in rows} == codevs5_formula(played), (rows, played)
    assert "glicko2" in taisen("db", "standings", "both", "--db", league).stdout
    assert len(games) >= 6 and taisen("db", "check", "--db", league)
    refused = taisen("db", "add-ladder", "x", "codevs5", "--set", "also=elo", "--db", league, status=2).stderr
    assert "also takes glicko2, codevs5 or none" in refused, refused


# ---- downloads and languages ----

def test_the_site_hands_out_the_program_kits_and_the_client():
    folder = path("packages")
    os.makedirs(folder)
    with open(os.path.join(folder, "taisen_1.0_amd64.deb"), "wb") as f:
        f.write(b"\0package")
    os.symlink("/etc/hostname", os.path.join(folder, "link"))
    site = Site("downloads", "--no-bots", "--downloads", folder)
    try:
        offered = site.get("/api/v1/downloads")
        assert offered["files"][0] == {"name": "taisen_1.0_amd64.deb", "bytes": 8} and offered["has_join"]
        assert site.ask("GET", "/api/v1/downloads/files/taisen_1.0_amd64.deb")[2] == b"\0package"
        for name in ("link", "..%2Frated", "gone", ".", "%2e%2e"):
            assert site.ask("GET", f"/api/v1/downloads/files/{name}")[0] in (400, 404), name
        for game in GAMES:
            assert [k["language"] for k in offered["kits"] if k["game"] == game] == LANGUAGES, game
        for kit in offered["kits"]:
            status, headers, body = site.ask("GET", f"/api/v1/downloads/kits/{kit['game']}/{kit['language']}")
            folder_name = f"{kit['game']}-{kit['language']}"
            assert status == 200 and f'filename="{folder_name}.zip"' in headers["Content-Disposition"], kit
            with zipfile.ZipFile(io.BytesIO(body)) as packed:
                assert packed.testzip() is None and {n.split("/")[0] for n in packed.namelist()} == {folder_name}
                made = path(f"new-{folder_name}")
                p = subprocess.run([TAISEN, "new", kit["game"], kit["language"], made], capture_output=True, text=True, check=False)
                if p.returncode == 0:  # the same files that `taisen new` makes, where the language is there
                    wanted = {f"{folder_name}/{name}": open(os.path.join(made, name), "rb").read() for name in os.listdir(made)}
                    assert {n: packed.read(n) for n in packed.namelist()} == wanted, kit
        with open(os.path.join(SOURCE, "kits", "home", "taisen_join.py"), "rb") as f:
            assert site.ask("GET", "/api/v1/downloads/join")[2] == f.read()
        for wrong in ("/kits/reborn/cobol", "/kits/chess/c", "/kits/reborn/..", "/files/x"):
            assert site.ask("GET", f"/api/v1/downloads{wrong}")[0] in (400, 404), wrong
        assert site.ask("GET", "/download")[0] == site.ask("GET", "/")[0]  # a page like others; no build but the first has pages
    finally:
        site.stop()


def versions_of(site):
    """None while the machine was too busy to answer."""
    told = {l["name"]: l["version"] for l in site.get("/api/v1/languages")["languages"]}
    return told if told["python"] else None


def test_languages_show_the_versions_that_are_there():
    listed = [json.loads(line) for line in taisen("new", "--list", "--json").stdout.splitlines()]
    assert [l["language"] for l in listed] == LANGUAGES
    for one in listed:
        if one["ready"]:
            assert re.fullmatch(r"\d+(\.\d+)+", one["version"]), one
        else:
            assert one["version"] == "", one
    own = subprocess.run(["python3", "--version"], capture_output=True, text=True, check=True).stdout.split()[1]
    python = next(one for one in listed if one["language"] == "python")
    assert python["version"] == re.match(r"[\d.]+\d", own).group(0)
    assert python["version"] in taisen("new", "--list").stdout
    site = Site("versions", "--no-bots")
    try:
        told = wait_for(lambda: versions_of(site))
    finally:
        site.stop()
    system = subprocess.run([PYTHON, "--version"], capture_output=True, text=True, check=True).stdout.split()[1]
    assert told["python"] == re.match(r"[\d.]+\d", system).group(0), told
    assert set(told) == set(LANGUAGES)


# ---- words ----

def test_the_words_of_the_texts_are_used_and_no_others():
    wrong = re.compile("旋風斬|連鎖|必殺")
    found = []
    for folder in ("games", "kits", "docs", "web/src"):
        for root, folders, files in os.walk(os.path.join(SOURCE, folder)):
            folders[:] = [f for f in folders if f != "node_modules"]
            for name in files:
                if name.endswith((".test.ts", ".png", ".zst")) or not name.endswith((".ts", ".svelte", ".md", ".py", ".c", ".java", ".rb")):
                    continue
                with open(os.path.join(root, name), encoding="utf-8") as f:
                    found += [(name, line.strip()) for line in f if wrong.search(line)]
    assert not found, found


if __name__ == "__main__":
    tap.run(sys.modules[__name__])
