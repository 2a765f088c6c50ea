"""Server, workers and database killed at random while matches are played and programs arrive; afterwards the books balance.

Usage: faults_test.py TAISEN SOURCE_ROOT [KILLS MATCHES SEED]
"""
import contextlib
import glob
import hashlib
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time

NUMBERS = [int(word) for word in sys.argv[3:]] + [6, 60, 1][len(sys.argv) - 3:]
KILLS, MATCHES, SEED = NUMBERS
del sys.argv[3:]

from kit import postgres
from kit import tap
from kit.site_kit import SOURCE, TAISEN, TMP, Site, wait_for
from kit.leftovers import begun, end_group
from kit.submit_kit import LEAST, need_cage, taisen

with open(os.path.join(SOURCE, "tests", "players", "reborn_simple.c"), encoding="utf-8") as f:
    PLAYER = f.read()
HOOKS = {"Content-Type": "application/json"}


class Arena:
    """A site and two workers on one league; each can be killed and comes back."""

    def __init__(self, name, url):
        self.name, self.url, self.parts = name, url, {}
        os.makedirs(os.path.join(TMP, name), exist_ok=True)
        taisen("db", "init", "--db", url)
        taisen("db", "add-ladder", "main", "reborn", "--set", "pairing=0", "--db", url)
        for player in "ab":
            taisen("db", "add-player", "main", player, "bot:random", "--db", url)
        self.start("server")
        for worker in "worker1", "worker2":
            self.start(worker)

    def start(self, part):
        if part == "server":
            self.site = Site(self.name, "--db", self.url, "--no-bots", "--signup", "open", "--submissions", "100000", *LEAST)
            self.parts[part] = self.site.process
        else:
            self.parts[part] = subprocess.Popen(
                [TAISEN, "worker", "--db", self.url, "--jobs", "1", "--name", part, "--lease-ms", "1500", "--programs",
                 os.path.join(TMP, self.name, part), *LEAST], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        begun.append(self.parts[part])

    def kill(self, part):
        """The outer or the inner of its two processes; what is left ends by itself, and nothing of it may stay."""
        process = self.parts[part]
        os.kill(process.pid, signal.SIGKILL)
        process.wait(timeout=60)
        if part == "server":
            process.stdout.close()
            process.stderr.close()
        self.start(part)

    def end(self):
        for process in self.parts.values():
            end_group(process)


class Author(threading.Thread):
    """Sends programs in, one after the other, and remembers those that were accepted."""

    def __init__(self, arena):
        super().__init__(daemon=True)
        self.arena, self.accepted, self.tries, self.is_done = arena, {}, 0, threading.Event()
        status, _, body = arena.site.ask("POST", "/api/v1/accounts", json.dumps({"name": "aoi", "password": "correct horse"}), HOOKS)
        assert status == 201, body

    def token(self):
        status, headers, body = self.arena.site.ask(
            "POST", "/api/v1/session", json.dumps({"name": "aoi", "password": "correct horse"}), HOOKS)
        assert status == 200, body
        word = {"Cookie": headers["Set-Cookie"].split(";")[0], "X-CSRF-Token": json.loads(body)["csrf"], **HOOKS}
        status, _, body = self.arena.site.ask("POST", "/api/v1/tokens", json.dumps({"name": "faults"}), word)
        assert status == 201, body
        return {"Authorization": "Bearer " + json.loads(body)["token"]}

    def run(self):
        self.headers = self.token()
        while not self.is_done.is_set():
            source = PLAYER + f"/* {self.tries} */\n"
            self.tries += 1
            with contextlib.suppress(OSError, ValueError, EOFError):
                status, _, body = self.arena.site.ask(
                    "POST", "/api/v1/submissions?ladder=main&name=player.c", source.encode(), self.headers)
                if status == 201:
                    self.accepted[json.loads(body)["id"]] = hashlib.sha256(source.encode()).hexdigest()
            self.is_done.wait(0.5)


def states(url):
    found = {}
    for line in taisen("db", "matches", "--most", "100000", "--json", "--db", url).stdout.splitlines():
        match = json.loads(line)
        found[match["state"]] = found.get(match["state"], 0) + 1
    return found


def processes():
    """Of the arenas here: what has the test's folder in its command."""
    found = []
    for name in glob.glob("/proc/[0-9]*/cmdline"):
        with contextlib.suppress(OSError), open(name, "rb") as f:
            words = f.read()
            if TMP.encode() in words and int(name.split("/")[2]) != os.getpid():
                found.append((name.split("/")[2], words.replace(b"\0", b" ").decode(errors="replace")))
    return found


def submissions(arena, author):
    found, before = {}, 0
    while True:
        query = f"/api/v1/submissions?before={before}" if before else "/api/v1/submissions"
        status, _, body = arena.site.ask("GET", query, None, author.headers)
        assert status == 200, body
        page = json.loads(body)["submissions"]
        found.update((one["id"], one) for one in page)
        if not page:
            return found
        before = min(one["id"] for one in page)


def the_books_balance(arena, author, url, queued):
    wait_for(lambda: not {"queued", "running"} & set(states(url)), 300)
    wait_for(lambda: all(one["finished"] for one in submissions(arena, author).values()), 300)
    assert states(url) == {"done": queued}, states(url)
    found = submissions(arena, author)
    assert set(author.accepted) <= set(found), set(author.accepted) - set(found)
    for number, digest in author.accepted.items():
        status, _, body = arena.site.ask("GET", f"/api/v1/submissions/{number}/source", None, author.headers)
        assert status == 200 and hashlib.sha256(body).hexdigest() == digest, (number, status)
        assert found[number]["state"] in ("active", "old"), found[number]
    assert taisen("db", "check", "--db", url).stdout == "All is well.\n"
    standings = taisen("db", "standings", "main", "--json", "--db", url).stdout
    taisen("db", "rerate", "main", "--db", url)
    assert taisen("db", "standings", "main", "--json", "--db", url).stdout == standings
    games = sum(json.loads(line)["games"] for line in standings.splitlines())
    assert games == 2 * queued, (games, queued)
    return len(found)


def run(name, url, cluster, dice):
    arena = Arena(name, url)
    try:
        author = Author(arena)
        author.start()
        counts = dict.fromkeys(["server", "worker1", "worker2"] + ["database"] * bool(cluster), 0)
        queued = 0
        for number in range(KILLS):
            more = MATCHES * (number + 1) // KILLS - queued
            more += more % 2
            queued += more
            taisen("db", "queue", "main", "a", "b", "--games", str(more), "--seed", str(1000 * (number + 1)), "--db", url)
            time.sleep(dice.uniform(0.05, 1.0))
            victim = dice.choice(sorted(counts))
            counts[victim] += 1
            if victim == "database":
                cluster.crash()
            else:
                arena.kill(victim)
        author.is_done.set()
        author.join(60)
        programs = the_books_balance(arena, author, url, queued)
    finally:
        arena.end()
    wait_for(lambda: not processes(), 60)
    print(f"# {name}: {KILLS} kills ({', '.join(f'{n} {v}' for v, n in counts.items())}) during {queued} matches; "
          f"{len(author.accepted)} programs accepted of {author.tries} sent, {programs} there")


def test_the_books_balance_after_kills_on_postgresql():
    try:
        cluster = postgres.Cluster()
    except postgres.Missing as why:
        raise tap.Skip(str(why))
    try:
        run("postgresql", cluster.database("faults"), cluster, random.Random(SEED))
    finally:
        cluster.close()


def test_the_books_balance_after_kills_on_sqlite():
    run("sqlite", os.path.join(TMP, "faults.db"), None, random.Random(SEED + 1000))


need_cage("weak")
tap.run(sys.modules[__name__])
