"""Submitted programs: from an upload to a version that plays in a ladder, in the real cage.

Usage: submit_test.py TAISEN SOURCE_ROOT
"""
import io
import json
import os
import re
import sys
import time
import zipfile

from kit import games_kit
from kit import tap
from kit.site_kit import SOURCE, TAISEN, TMP, wait_for
from kit.leftovers import begun, end_group
from kit.submit_kit import KITS, Author, Worker, kit, make_league, need_cage, player, rows, serve, taisen

need_cage("weak")

LANGUAGES = ["c", "cpp", "java", "csharp", "ruby", "python", "javascript", "go", "rust"]
QUICK = ["c", "ruby", "python", "javascript"]  # to be built
# One more, whose build takes its time.
LIST = os.path.join(TMP, "languages.list")
with open(os.path.join(KITS, "languages.list"), encoding="utf-8") as f:
    TABLE = f.read()
with open(LIST, "w", encoding="utf-8") as f:
    f.write(TABLE + """
language slow
title Slow
needs python3
packages python3
main slow.py
build sleep 5
run python3 slow.py
""")

SETTINGS = ["--set", "games=4", "--set", "margin-ms=20000"]
# A ladder for each game that has a kit in every language; the first is the one that most tests use.
LADDERS = {"main": "reborn"} | {game: game for game in games_kit.games(TAISEN)
                                if game != "reborn" and set(LANGUAGES) <= set(games_kit.kits(SOURCE, game))}
make_league("main", *((ladder, game, [*SETTINGS, *games_kit.short(TAISEN, game)]) for ladder, game in LADDERS.items()),
            ("shut", "reborn", []))
taisen("db", "close", "shut", "--db", os.path.join(TMP, "main", "league.db"))
make_league("slow", ("main", "reborn", ["--set", "games=2", "--set", "margin-ms=20000"]))
MAIN = serve("main", "--submissions", "1000")
SLOW = serve("slow", "--submissions", "5", "--languages", LIST)
WORKERS = [Worker("main"), Worker("main")]


def finish_all(league):
    """Nobody works for this league yet: what waits is over."""
    rows(league, "UPDATE submissions SET state = 'done', finished = 1")
    rows(league, "UPDATE versions SET state = 'broken' WHERE state = 'checking'")


def broken(author, number, *says):
    b = author.built(number)
    assert b["state"] == "broken" and not b["playing"], b
    for word in says:
        assert word in b["why"], (word, b["why"])
    return b


# ---- the way of a program ----

def main_of(language, game):
    """The main file of a kit alone, and its name."""
    with zipfile.ZipFile(io.BytesIO(kit(language, game))) as z:
        name = next(n for n in z.namelist() if n.lower().startswith("player."))
        return name, z.read(name)


def test_every_language_is_built_tried_and_plays():
    sent, alone = [], set()
    for number, language in enumerate(LANGUAGES):
        author, ladder = Author(MAIN, "author-" + language), list(LADDERS)[number % len(LADDERS)]
        name, source = ("player.zip", kit(language, LADDERS[ladder], top="my player/")) if language in QUICK else main_of(language, LADDERS[ladder])
        sent.append((author, language, author.sent(name, source, ladder=ladder)))
        if name != "player.zip":
            alone.add(sent[-1][2])
    for author, language, number in sent:
        b = author.built(number)
        assert b["state"] == "active" and b["playing"] and b["why"] is None, b
        assert b["language"] == language and b["version"] == 1 and b["name"] == author.name, b
        assert b["log"].startswith("$ ") or (number in alone and b["log"].startswith("added from the starter kit: ")), b
        assert {f["weight"] for f in b["report"]} == {"fine"}, b
    wait_for(lambda: rows("main", "SELECT count(DISTINCT ladder) FROM results")[0][0] == len(LADDERS), 180)
    assert rows("main", "SELECT * FROM results WHERE fault0 <> '' OR fault1 <> ''") == []


def test_one_file_of_a_kit_is_enough():
    """In those languages that the test above sends as a zip."""
    sent = []
    for number, language in enumerate(QUICK):
        author, game = Author(MAIN, "alone-" + language), ("reborn", "chaser")[number % 2]
        name, source = main_of(language, game)
        sent.append((author, language, author.sent(name, source, ladder=next(l for l, g in LADDERS.items() if g == game))))
    for author, language, number in sent:
        b = author.built(number)
        assert b["state"] == "active", b
        assert b["log"].startswith("added from the starter kit: ") and "\n$ " in b["log"], b
    author = Author(MAIN, "own-library")  # who brings a class of that name gets no second one
    name, source = main_of("csharp", "reborn")
    with open(os.path.join(KITS, "csharp", "pipe", "Arena.cs"), "rb") as file:
        library = file.read()
    lines = [*library.splitlines(), *source.splitlines()]
    one = b"\n".join([l for l in lines if l.startswith(b"using ")] + [l for l in lines if not l.startswith(b"using ")])
    b = author.built(author.sent(name, one))
    assert b["state"] == "active" and "added" not in b["log"], b


def test_one_file_of_any_name_is_enough():
    author = Author(MAIN, "single")
    number = author.sent("私の 1st try.PY", player())
    assert author.built(number)["state"] == "active"
    status, source = author.ask("GET", f"/api/v1/submissions/{number}/source")
    assert status == 200 and source.decode() == player()


def test_a_compile_error_is_read_in_the_log():
    author = Author(MAIN, "typo")
    b = broken(author, author.sent("player.c", "int main(void) { return zero; } /* 対戦 */"), "does not compile", "gcc")
    assert "player.c:1" in b["log"] and "zero" in b["log"] and b["report"] is None, b
    b = broken(author, author.sent("Other.java", "public class Other { }"), "does not compile")
    assert "Other.java" in b["log"], b
    assert rows("main", "SELECT count(*) FROM entries e JOIN players p ON p.id = e.player WHERE p.name = 'typo'") == [(0,)]


def test_what_would_lose_does_not_play_and_the_report_says_why():
    author = Author(MAIN, "loser")
    b = broken(author, author.sent("a.py", "print('loser', flush=True)\nfor _ in range(9): print('what?', flush=True)\n"), "would lose")
    assert any(f["weight"] == "loses" and "what?" in f["text"] for f in b["report"]), b
    b = broken(author, author.sent("b.py", "raise SystemExit(7)"), "would lose")
    assert any("7" in f["text"] for f in b["report"]), b


def test_an_older_version_is_made_active_again():
    author = Author(MAIN, "again")
    first = author.sent("a.py", player("one"))
    author.built(first)
    second = author.sent("b.py", player("two"))
    assert author.built(second)["version"] == 2
    third = author.sent("c.c", "broken")
    broken(author, third)
    states = [(b["version"], b["state"], b["playing"]) for b in json.loads(author.ask("GET", "/api/v1/submissions")[1])["submissions"]]
    assert states == [(3, "broken", False), (2, "active", True), (1, "old", False)], states
    assert author.ask("POST", f"/api/v1/submissions/{first}/active")[0] == 204
    assert author.ask("POST", f"/api/v1/submissions/{third}/active")[0] == 409
    assert author.get(first)["playing"] and author.get(second)["state"] == "old"
    player_id = author.get(first)["player"]
    versions = {v["number"]: v["state"] for v in MAIN.get(f"/api/v1/players/{player_id}")["versions"]}
    assert versions == {1: "active", 2: "old", 3: "broken"}, versions


def test_the_command_line_submits_waits_and_tells():
    author = Author(MAIN, "shell")
    url, secret = f"http://127.0.0.1:{MAIN.port}", os.path.join(TMP, "secret")
    files = {"good.py": player("shell"), "bad.c": "int main(void) { return \x1b[31mx; }\n", "x.unknown": "x"}
    for name, text in files.items():
        with open(os.path.join(TMP, name), "w", encoding="utf-8") as file:
            file.write(text)
    with open(secret, "w", encoding="utf-8") as file:
        file.write(author.token + "\n")

    def submit(name, *args, status=0, token=("--token-file", secret)):
        return taisen("submit", url, os.path.join(TMP, name), "--ladder", "main", *token, *args, status=status)

    p = submit("good.py", "--rated")
    assert "is built and active" in p.stdout and "ok " in p.stdout and "py_compile" in p.stdout, p
    assert p.stderr.startswith(f"taisen: sent 1 file, {len(player('shell'))} bytes\n"), p
    assert re.search(r"taisen: rated: [4-9] of 4 games, rating \d+ \+- \d+\n", p.stderr), p
    assert re.search(r"first rated result after [\d.]+ s, rated after [\d.]+ s\n$", p.stdout), p
    p = submit("bad.c", "--wait", status=1)
    assert "was rejected: it does not compile" in p.stdout and "bad.c" not in p.stderr and "\x1b" not in p.stdout, p
    b = json.loads(submit("good.py", "--wait", "--json", token=("--token", author.token)).stdout)
    assert b["state"] == "active" and b["version"] == 3, b
    number = json.loads(submit("good.py", "--json", "--language", "python").stdout)["id"]
    assert author.built(number)["state"] == "active"
    for args, says in ((["x.unknown"], "language"), (["good.py", "--language", "cobol"], "cobol"), (["nothing.py"], "nothing.py"),
                       (["nowhere/"], "nowhere"), (["good.py", "--token", "tsn_wrong"], "token")):
        p = submit(*args, status=2, token=() if "--token" in args else ("--token-file", secret))
        assert p.stderr.startswith("taisen: ") and p.stderr.count("\n") == 1 and says in p.stderr, p
    assert "TAISEN_TOKEN" in taisen("submit", url, "x", "--ladder", "main", status=2).stderr
    assert "--ladder" in taisen("submit", url, "x", "--token", "t", status=2).stderr


def test_a_folder_is_sent_without_what_is_ignored():
    author, folder = Author(MAIN, "folder"), os.path.join(TMP, "mine")
    taisen("new", "reborn", "python", folder)
    os.makedirs(os.path.join(folder, "__pycache__"))
    os.makedirs(os.path.join(folder, "notes"))
    for name, text in (("__pycache__/x.pyc", "x"), ("notes/a.txt", "secret"), ("game.jsonl", "{}"), (".taisenignore", "notes/\n")):
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)

    def submit(*args, status=0):
        return taisen("submit", f"http://127.0.0.1:{MAIN.port}", folder, "--ladder", "main", "--token", author.token, *args, status=status)

    p = submit("--wait")
    assert re.match(r"taisen: sent 2 files, \d+ bytes: arena.py, player.py \(left out: 4\)\n", p.stderr), p
    number = json.loads(author.ask("GET", "/api/v1/submissions")[1])["submissions"][0]["id"]
    with zipfile.ZipFile(io.BytesIO(author.ask("GET", f"/api/v1/submissions/{number}/source")[1])) as z:
        assert sorted(z.namelist()) == ["player/arena.py", "player/player.py"], z.namelist()
    # Once more, as after an answer that got lost: it is there once.
    p = submit()
    assert "it is there once" in p.stderr and f"submission {number} " in p.stdout, p
    with open(os.path.join(folder, "player.py"), "a", encoding="utf-8") as file:
        file.write("# changed\n")
    assert f"submission {number} " not in submit().stdout
    os.remove(os.path.join(folder, "player.py"))
    assert "language" in submit(status=2).stderr


def test_the_same_program_is_there_once():
    author = Author(SLOW, "twice")
    first = author.sent("slow.py", player("a"), language="slow")
    status, body = author.submit("slow.py", player("a"), language="slow")
    assert status == 200 and json.loads(body) == {"id": first, "new": False}, body
    second = author.sent("slow.py", player("b"), language="slow")
    third = author.sent("slow.py", player("a"), language="slow")  # another one came between them
    assert first < second < third
    assert [author.get(number)["progress"]["place"] for number in (first, second, third)] == [1, 2, 3]
    assert {author.get(number)["progress"]["stage"] for number in (first, second, third)} == {"queued"}
    finish_all("slow")
    assert author.submit("slow.py", player("a"), language="slow")[0] == 201, "what is broken may be tried again"
    finish_all("slow")


def test_from_nothing_to_a_rated_player_on_a_terminal():
    rival = Author(MAIN, "rival")
    rival.built(rival.sent("rival.py", player("rival")))
    author, folder, begun_at = Author(MAIN, "terminal"), os.path.join(TMP, "terminal"), time.monotonic()
    command = f"python3 {folder}/player.py"

    def step(*args):
        before = time.monotonic()
        p = taisen(*args)
        print(f"# {args[0]}: {time.monotonic() - before:.1f} s")
        return p.stdout

    assert "taisen check reborn" in step("new", "reborn", "python", folder)
    assert "All is well." in step("check", "reborn", command, "--games", "2")
    told = step("batch", "reborn", command, "bot:random", "--games", "4", "--seeds", "1")
    assert re.search(r"W-L-D [34]-[01]-0", told), told  # it wins 98 games of 100
    print(f"# from nothing to the first wins: {time.monotonic() - begun_at:.1f} s")
    told = step("submit", f"http://127.0.0.1:{MAIN.port}", folder, "--ladder", "main", "--token", author.token, "--rated")
    print(f"# {told.splitlines()[-1]}")
    assert re.search(r"first rated result after [\d.]+ s, rated after [\d.]+ s", told), told


# ---- what others may not ----

def test_nobody_sees_what_is_anothers():
    owner, other = Author(MAIN, "owner"), Author(MAIN, "other")
    secret = "S3CRET" * 4
    number = owner.sent("a.py", player("own", f"# {secret}\n"))
    b = owner.built(number)
    for who in (other.ask, lambda *a: other.ask(*a, headers={})):
        for method, path in (("GET", ""), ("GET", "/source"), ("POST", "/active")):
            status, body = who(method, f"/api/v1/submissions/{number}{path}")
            assert status in (401, 404) and secret.encode() not in body, (method, path, status)
    assert json.loads(other.ask("GET", "/api/v1/submissions")[1]) == {"submissions": []}
    wait_for(lambda: rows("main", "SELECT 1 FROM results WHERE player0 = ? OR player1 = ?", b["player"], b["player"]))
    for path in (f"/api/v1/players/{b['player']}", "/api/v1/matches", "/api/v1/ladders/main"):
        text = MAIN.ask("GET", path)[2].decode()
        assert secret not in text and "programs/" not in text and owner.token not in text, path
    match = rows("main", "SELECT match FROM results WHERE player0 = ? OR player1 = ?", b["player"], b["player"])[0][0]
    assert secret.encode() not in MAIN.ask("GET", f"/api/v1/matches/{match}/record")[2]
    for name in ("league.db", "league.db-wal"):  # nor whoever else is on this machine
        assert os.stat(os.path.join(TMP, "main", name)).st_mode & 0o077 == 0, name
    assert os.stat(os.path.join(TMP, "main", "programs")).st_mode & 0o066 == 0


def test_an_organiser_sees_the_log_but_not_the_source():
    author, chief = Author(MAIN, "watched"), Author(MAIN, "chief")
    number = author.sent("player.c", "no program")
    broken(author, number)
    rows("main", "UPDATE accounts SET role = 'organiser' WHERE name = 'chief'")
    assert "error" in chief.get(number)["log"]
    assert chief.ask("GET", f"/api/v1/submissions/{number}/source")[0] == 403
    assert chief.ask("POST", f"/api/v1/submissions/{number}/active")[0] == 403


def test_pages_of_other_sites_send_nothing_in():
    author = Author(MAIN, "cookie")
    cookie = {"Cookie": author.cookie}
    own = {**cookie, "X-CSRF-Token": author.csrf}
    for headers in (cookie, {**cookie, "X-CSRF-Token": "0" * 64}, {**own, "Origin": "https://evil.example"}):
        assert author.submit("a.py", player(), headers=headers)[0] == 403
    assert author.submit("a.py", player(), headers={})[0] == 401
    assert author.submit("a.py", player(), headers={"Authorization": "Bearer tsn_wrong"})[0] == 401
    assert author.submit("a.py", player(), headers=own)[0] == 201
    deeds = rows("main", "SELECT d.text FROM deeds d JOIN accounts a ON a.id = d.account WHERE d.kind = 'submit' AND a.name = 'cookie'")
    assert len(deeds) == 1 and "main, python" in deeds[0][0], deeds


# ---- limits ----

def test_where_and_how_many():
    author = Author(MAIN, "limits")
    for query, status in (({"ladder": "shut"}, 409), ({"ladder": "nowhere"}, 404), ({"ladder": ""}, 422), ({"language": "cobol"}, 422)):
        assert author.submit("a.py", player(), **query)[0] == status, query
    assert author.submit("a.xyz", player())[0] == 422, "nobody knows its language"
    patient = Author(SLOW, "patient")
    for number in range(3):
        patient.sent("slow.py", player(f"a{number}"), language="slow")
    status, body = patient.submit("slow.py", player(), language="slow")
    assert status == 429 and b"waiting" in body, body
    finish_all("slow")
    for number in range(2):
        patient.sent("slow.py", player(f"b{number}"), language="slow")
    finish_all("slow")
    status, body = patient.submit("slow.py", player(), language="slow")
    assert status == 429 and b"hour" in body, body


def test_without_a_cage_no_program_is_taken():
    make_league("weak", ("main", "reborn", []))
    bare = os.path.join(TMP, "bare")
    os.mkdir(bare)
    path = os.environ["PATH"]
    os.environ["PATH"] = bare  # there is no bubblewrap
    try:
        site = serve("weak")
        db = os.path.join(TMP, "weak", "league.db")
        open_site = serve("weak-open", "--db", db, "--sandbox-min", "none")  # for workers of other machines
        status, body = Author(site, "hana").submit("a.py", player())
        assert status == 503 and b"taisen doctor" in body, body
        assert "taisen doctor" in site.get("/api/v1/languages")["closed"]
        author = Author(open_site, "taro")
        number = author.sent("a.py", player())
        p = taisen("worker", "--db", db, "--drain", "--jobs", "1", "--programs", os.path.join(TMP, "weak", "programs"))
        assert "left to other workers" in p.stderr and author.get(number)["state"] == "waiting", p
    finally:
        os.environ["PATH"] = path
    Worker("weak")
    assert author.built(number)["state"] == "active"


# ---- faults ----

def test_a_build_of_a_killed_worker_is_done_by_another_once():
    author = Author(SLOW, "unlucky")
    number = author.sent("slow.py", player())
    victim = Worker("slow", "--languages", LIST)
    wait_for(lambda: author.get(number)["state"] == "building")
    end_group(victim.process)
    assert author.get(number)["state"] == "building"
    Worker("slow", "--languages", LIST)
    Worker("slow", "--languages", LIST)
    assert author.built(number)["state"] == "active"
    assert rows("slow", "SELECT tries >= 2, state FROM submissions WHERE id = ?", number) == [(1, "done")]
    assert rows("slow", "SELECT count(*) FROM programs p JOIN submissions b ON b.version = p.version WHERE b.id = ?", number) == [(1,)]
    assert rows("slow", "SELECT count(*) FROM events WHERE kind = 'entered' AND text LIKE 'unlucky,%'") == [(1,)]


def test_what_was_accepted_survives_the_server():
    make_league("killed", ("main", "reborn", ["--set", "games=2"]))
    site = serve("killed")
    author = Author(site, "hana")
    number = author.sent("a.py", player())
    end_group(site.process)
    author.site = serve("killed")
    assert author.get(number)["state"] == "waiting"
    Worker("killed")
    assert author.built(number)["state"] == "active"
    assert author.ask("GET", f"/api/v1/submissions/{number}/source")[1].decode() == player()


def test_the_leagues_are_well_and_move():
    for league in ("main", "slow", "killed"):
        taisen("db", "check", "--db", os.path.join(TMP, league, "league.db"))
    old, new = os.path.join(TMP, "killed", "league.db"), os.path.join(TMP, "moved.db")
    for process in begun:
        end_group(process)
    text = taisen("db", "export", "--db", old).stdout
    taisen("db", "init", "--db", new)
    taisen("db", "import", "--db", new, input=text)
    assert taisen("db", "export", "--db", new).stdout == text and "submissions" in text and "programs" in text
    taisen("db", "check", "--db", new)


if __name__ == "__main__":
    tap.run(sys.modules[__name__])
