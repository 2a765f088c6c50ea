"""Programs written in the browser: run against a bot in the real sandbox, and nothing of them is kept.

Usage: try_test.py TAISEN SOURCE_ROOT
"""
import json
import os
import subprocess
import sys
import time
import urllib.parse

from kit import tap
from kit.site_kit import TMP, Site, conforms, wait_for
from kit.submit_kit import LEAST, Author, make_league, need_cage, player, rows, serve

need_cage("weak")

SHORT = ["--set", "margin-ms=20000", "--setup", "turns=20"]
make_league("main", ("main", "reborn", SHORT), ("maze", "chaser", ["--set", "margin-ms=20000"]))
MAIN = serve("main", "--build-limit", "20")
make_league("open", ("main", "reborn", SHORT))
OPEN = serve("open", "--try")
MARK = f"taisen-try-stray-{os.getpid()}"


class Nobody:
    """A visitor without an account."""

    def __init__(self, site):
        self.site = site

    def ask(self, method, path, body=None, headers=None):
        return written(self.site.ask(method, path, body, headers or {}), method, path)


def written(got, method, path):
    """An answer, held against site/api/openapi.yaml: the id of a run is a word."""
    parts = path.split("?")[0].split("/")
    if len(parts) > 4 and parts[3] == "tries":
        parts[4] = "{id}"
    conforms("/".join(parts), method.lower(), *got)
    return got[0], got[2]


def ask(who, method, path, body=None):
    headers = {"Authorization": "Bearer " + who.token} if isinstance(who, Author) else {}
    return written(who.site.ask(method, path, body, headers), method, path)


def start(who, source, ladder="main", language="python", against="bot:random", **more):
    query = urllib.parse.urlencode({"ladder": ladder, "language": language, "against": against, **more})
    source = source.encode() if isinstance(source, str) else source
    return ask(who, "POST", "/api/v1/tries?" + query, source)


def begun(who, source, **more):
    status, body = start(who, source, **more)
    assert status == 201, (status, body)
    return json.loads(body)["id"]


def state(who, run):
    status, body = ask(who, "GET", f"/api/v1/tries/{run}")
    assert status == 200, (status, body)
    return json.loads(body)


def done(who, run):
    return wait_for(lambda: (lambda t: t if t["state"] == "done" else None)(state(who, run)), 180)


def tried(who, source, **more):
    return done(who, begun(who, source, **more))


def refused(answer, status, *words):
    assert answer[0] == status, answer
    for word in words:
        assert word in json.loads(answer[1])["error"], answer


def folders(site):
    path = os.path.join(site.var, "programs")
    return [name for name in os.listdir(path) if name.startswith(".new-")] if os.path.isdir(path) else []


def strays():
    told = subprocess.run(["ps", "-eo", "pid,args"], capture_output=True, text=True, check=True).stdout
    return [line for line in told.splitlines() if MARK in line]


def kit_of(site, game, language):
    got = site.ask("GET", f"/api/v1/kits/{game}/{language}")
    conforms("/api/v1/kits/{game}/{language}", "get", *got)
    assert got[0] == 200, got
    return json.loads(got[2])


# ---- a run ----

def test_a_run_has_a_result_a_record_and_its_standard_error_and_nothing_is_stored():
    author = Author(MAIN, "hana")
    told = tried(author, player("hana").replace("until_end(500)", "print('thinking', file=sys.stderr)\nuntil_end(500)"), seed=7)
    assert told["why"] is None and told["result"]["side"] == 0 and told["result"]["turns"] > 0, told
    assert told["stderr"] == "thinking\n" and told["log"].startswith("$ "), told
    status, record = ask(author, "GET", f"/api/v1/tries/{told['id']}/record")
    lines = [json.loads(line) for line in record.decode().splitlines()]
    assert status == 200 and len(lines) > 2 and "random" in json.dumps(lines[0]) and "hana" in json.dumps(lines[0]), lines[0]
    assert rows("main", "SELECT count(*) FROM matches") == [(0,)] and rows("main", "SELECT count(*) FROM submissions") == [(0,)]
    assert folders(MAIN) == []


def test_the_kits_run_as_they_are():
    author = Author(MAIN, "kits")
    for game, ladder in (("reborn", "main"), ("chaser", "maze")):
        for language in ("python", "javascript"):
            kit = kit_of(MAIN, game, language)
            told = tried(author, kit["source"], ladder=ladder, language=language, side=1)
            assert told["result"] and told["result"]["fault"] == "" and told["result"]["side"] == 1, told
    assert MAIN.ask("GET", "/api/v1/kits/reborn/cobol")[0] == 404


def test_what_is_wrong_is_said():
    author = Author(MAIN, "typo")
    told = tried(author, "def broken(:\n")
    assert "does not compile" in told["why"] and "SyntaxError" in told["log"] and told["result"] is None, told
    assert ask(author, "GET", f"/api/v1/tries/{told['id']}/record")[0] == 404
    told = tried(author, "import sys\nprint('typo', flush=True)\nsys.stdin.readline()\nraise SystemExit('out of ideas')\n")
    assert told["result"]["winner"] == 1 and told["result"]["fault"], told
    assert "out of ideas" in told["stderr"] and told["exit"] == 1, told


def test_a_bad_question_is_refused_with_a_sentence():
    author = Author(MAIN, "asker")
    refused(start(author, player(), ladder="none"), 404)
    refused(start(author, player(), language="cobol"), 422, "cobol")
    refused(start(author, player(), against="bot:nobody"), 422, "bot:NAME")
    refused(start(author, player(), against="friend"), 422, "bot:NAME")
    refused(start(author, player(), side=2), 422, "side")
    refused(start(author, player(), seed="x"), 422, "seed")
    refused(start(author, b"PK\x03\x04 no zip"), 422)
    refused(start(author, b""), 422)
    refused(ask(author, "GET", "/api/v1/tries/0123456789abcdef0123456789abcdef"), 404)


# ---- whose it is ----

def test_nobody_else_sees_a_run():
    author, other = Author(MAIN, "owner"), Author(MAIN, "other")
    run = begun(author, player())
    for who in (other, Nobody(MAIN)):
        refused(ask(who, "GET", f"/api/v1/tries/{run}"), 404)
        refused(ask(who, "GET", f"/api/v1/tries/{run}/record"), 404)
        assert ask(who, "DELETE", f"/api/v1/tries/{run}")[0] in (401, 403, 404)
    assert done(author, run)["result"]


def test_without_an_account_only_where_the_organiser_allows_it():
    assert MAIN.get("/api/v1/languages")["try"] == {"closed": None, "closed_said": None, "anybody": False}
    assert OPEN.get("/api/v1/languages")["try"] == {"closed": None, "closed_said": None, "anybody": True}
    refused(start(Nobody(MAIN), player()), 401)
    assert tried(Nobody(OPEN), player())["result"]
    foreign = OPEN.ask("POST", "/api/v1/tries?ladder=main&language=python&against=bot:random", player().encode(),
                       {"Sec-Fetch-Site": "cross-site"})
    assert foreign[0] == 403, foreign


# ---- limits ----

SLEEPER = f"import sys, time\nprint('sleeper', flush=True)\n# {MARK}\ntime.sleep(1000)\n"


def test_an_account_has_one_run_at_a_time():
    author = Author(MAIN, "twice")
    first = begun(author, SLEEPER)
    second = begun(author, player())
    refused(ask(author, "GET", f"/api/v1/tries/{first}"), 404)
    assert done(author, second)["result"]


def test_a_run_that_is_ended_leaves_nothing_behind():
    author = Author(MAIN, "leaver")
    run = begun(author, "import subprocess, time\nfor own in (True, False):\n"
                f"    subprocess.Popen(['sh', '-c', 'sleep 1000; : {MARK}'], start_new_session=own)\ntime.sleep(1000)\n")
    wait_for(strays)
    assert folders(MAIN)
    assert ask(author, "DELETE", f"/api/v1/tries/{run}")[0] == 204
    wait_for(lambda: not strays())
    assert folders(MAIN) == []
    refused(ask(author, "GET", f"/api/v1/tries/{run}"), 404)


def test_a_run_that_nobody_asks_about_is_ended():
    author = Author(MAIN, "gone")
    begun(author, f"import subprocess\nsubprocess.run(['sh', '-c', 'sleep 1000; : {MARK}'])\n")
    wait_for(strays)
    wait_for(lambda: not strays() and folders(MAIN) == [], 60)


def test_visitors_of_one_network_have_a_few_runs_and_the_queue_has_an_end():
    runs = []
    for _ in range(8):
        runs.append(begun(Nobody(OPEN), SLEEPER))
    refused(start(Nobody(OPEN), player()), 429, "network")
    assert max(state(Nobody(OPEN), run)["place"] for run in runs) >= 1
    for run in runs:
        assert ask(Nobody(OPEN), "DELETE", f"/api/v1/tries/{run}")[0] == 204
    assert tried(Nobody(OPEN), player())["result"]


def test_too_many_runs_in_a_while_are_refused():
    for _ in range(70):
        status, body = start(Nobody(OPEN), b"", against="bot:nobody")
        if status == 429:
            assert "too many runs" in json.loads(body)["error"], body
            return
        assert status == 422, (status, body)
    raise AssertionError("nobody was refused")


# ---- hostile programs ----

HOSTILE = {
    "reads the league": f"import sys\nprint('x', flush=True)\nprint(open({os.path.join(TMP, 'main', 'league.db')!r}, 'rb').read(16), file=sys.stderr)\n",
    "calls out": "import socket, sys\nprint('x', flush=True)\nsocket.create_connection(('127.0.0.1', %d), 2)\n" % MAIN.port,
    "forks": "import os\nprint('x', flush=True)\nfor _ in range(500):\n    try: os.fork()\n    except OSError: pass\nos.abort()\n",
    "eats memory": "print('x', flush=True)\nb = []\nwhile True: b.append(bytearray(1 << 24))\n",
    "floods": "import sys\nprint('x', flush=True)\nwhile True: sys.stderr.write('y' * 65536)\n",
}


def test_hostile_programs_lose_and_reach_nothing():
    author = Author(MAIN, "mallory")
    for what, source in HOSTILE.items():
        begun_s = time.monotonic()
        told = tried(author, source)
        assert told["result"] is None or told["result"]["winner"] == 1, (what, told)
        assert "SQLite" not in told["stderr"], (what, told)
        assert len(json.dumps(told)) < 600_000 and time.monotonic() - begun_s < 150, (what, len(json.dumps(told)))
    assert MAIN.get("/healthz") and folders(MAIN) == []


# ---- where it cannot be ----

def test_without_a_sandbox_of_its_own_the_site_says_so():
    make_league("far", ("main", "reborn", []))
    far = Site("far", "--no-bots", "--signup", "open", "--sandbox-min", "none")
    assert far.get("/api/v1/languages")["try"]["closed"] == "this machine has no sandbox for them"
    refused(start(Author(far, "hana"), player()), 503, "no sandbox")
    make_league("none", ("main", "reborn", []))
    none = Site("none", "--no-bots", "--signup", "open", "--submissions", "0", *LEAST)
    refused(start(Author(none, "hana"), player()), 503, "organisers")


def test_the_site_ends_its_runs_when_it_ends():
    make_league("short", ("main", "reborn", []))
    site = serve("short")
    begun(Author(site, "hana"), f"import subprocess\nsubprocess.run(['sh', '-c', 'sleep 1000; : {MARK}'])\n")
    wait_for(strays)
    assert site.stop() == 0
    wait_for(lambda: not strays())
    assert folders(site) == []


if __name__ == "__main__":
    tap.run(sys.modules[__name__])
