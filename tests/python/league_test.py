"""A league from the command line, on both databases: workers that are killed, databases that go away, files that are broken.

Usage: league_test.py TAISEN ROGUE SIMPLE_PLAYER [KILLS]
"""
import contextlib
import json
import os
import random
import re
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

from kit import postgres
from kit import tap

TAISEN, ROGUE, SIMPLE = (os.path.abspath(a) for a in sys.argv[1:4])
KILLS = int(sys.argv[4]) if len(sys.argv) > 4 else 8
MATCHES = 40 + 5 * KILLS
TMP = tempfile.mkdtemp(prefix="taisen-league-")
try:
    CLUSTER, WHY = postgres.Cluster(), ""
except postgres.Missing as missing:
    CLUSTER, WHY = None, str(missing)
counter = iter(range(1000000))


def path(name):
    return os.path.join(TMP, name)


def taisen(*args, status=0, **options):
    p = subprocess.run([TAISEN, *args], capture_output=True, text=True, timeout=240, **options)
    assert p.returncode == status, (args, p.returncode, p.stdout, p.stderr)
    return p


def refused(*args, says, status=2, **options):
    p = taisen(*args, status=status, **options)
    assert p.stdout == "" and len(p.stderr.splitlines()) == 1 and says in p.stderr, (args, p.stdout, p.stderr)


def fresh(kind):
    """The address of a new database of this kind."""
    number = next(counter)
    if kind == "sqlite":
        return path(f"league{number}.db")
    if not CLUSTER:
        raise tap.Skip(WHY)
    return CLUSTER.database(f"league{number}")


def db(url, *args, **options):
    return taisen("db", *args, "--db", url, **options)


def lines(url, *args):
    return [json.loads(line) for line in db(url, *args, "--json").stdout.splitlines()]


def league(kind, *ladder, seats=("bot:random", "bot:random", "bot:greedy")):
    url = fresh(kind)
    db(url, "init")
    db(url, "add-ladder", "main", "reborn", *ladder)
    for number, seat in enumerate(seats):
        db(url, "add-player", "main", f"p{number}", seat)
    return url


def by_hand(kind, matches):
    """A ladder with so many matches that an organiser queued, quick ones."""
    url = league(kind, "--set", "pairing=0", seats=("bot:random", "bot:random"))
    assert lines(url, "queue", "main", "p0", "p1", "--games", str(matches))[0]["queued"] == matches
    return url


def states(url):
    found = {}
    for match in lines(url, "matches", "--most", "100000"):
        found[match["state"]] = found.get(match["state"], 0) + 1
    return found


def is_well(url):
    assert db(url, "check").stdout == "All is well.\n"


def start_worker(url, *args):
    return subprocess.Popen([TAISEN, "worker", "--db", url, "--quiet", *args], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)


def ended(worker, status=0, seconds=200):
    _, words = worker.communicate(timeout=seconds)
    assert worker.returncode == status, (worker.returncode, words)


def wait_for(condition, seconds=120):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.02)


def inner_of(worker):
    """The inner of the worker's two processes; None while there is none."""
    try:
        with open(f"/proc/{worker.pid}/task/{worker.pid}/children") as f:
            words = f.read().split()
    except OSError:
        return None
    return int(words[0]) if words else None


# ---- the whole way ----

def a_ladder_is_played(kind):
    url = league(kind, "--set", "games=8")
    taisen("worker", "--drain", "--jobs", "2", "--db", url, "--quiet")
    table = lines(url, "standings", "main")
    assert [p["rank"] for p in table] == [1, 2, 3] and table[0]["name"] == "p2", table
    assert all(p["games"] >= 8 and p["pending"] == 0 for p in table), table
    assert sum(p["wins"] for p in table) == sum(p["losses"] for p in table)
    matches = lines(url, "matches", "main", "--most", "1000")
    assert 2 * len(matches) == sum(p["games"] for p in table)
    record = path(f"record{next(counter)}.jsonl.zst")
    db(url, "record", str(matches[0]["match"]), record)
    taisen("replay", record, "--verify")
    is_well(url)
    return url


def test_a_ladder_is_played_on_sqlite():
    a_ladder_is_played("sqlite")


def test_moving_to_postgresql_and_back_loses_nothing():
    first = a_ladder_is_played("sqlite")
    text = db(first, "export").stdout
    for kind in ("postgres", "sqlite"):
        url = fresh(kind)
        db(url, "init")
        file = path(f"export{next(counter)}.jsonl")
        with open(file, "w", encoding="utf-8") as f:
            f.write(text)
        db(url, "import", file)
        assert db(url, "export").stdout == text
        is_well(url)
    # And it goes on there: a new version plays first.
    db(url, "add-player", "main", "p0", "bot:greedy")
    taisen("worker", "--once", "--db", url, "--quiet")


def test_an_export_is_for_its_owner_alone():
    file = path(f"export{next(counter)}.jsonl")
    old = os.umask(0)
    try:
        db(league("sqlite"), "export", file)
    finally:
        os.umask(old)
    assert os.stat(file).st_mode & 0o777 == 0o600, oct(os.stat(file).st_mode)


def test_the_contest_formula_has_whole_points():
    url = league("sqlite", "--rating", "codevs5", "--set", "games=6")
    taisen("worker", "--drain", "--db", url, "--quiet", "--no-records")
    for place in lines(url, "standings", "main"):
        assert place["rating"] >= 0 and place["rating"] == int(place["rating"]), place
    is_well(url)


def test_programs_play_and_records_go_to_a_folder():
    url = league("sqlite", "--set", "games=2", seats=("bot:random", SIMPLE))
    folder = path("records")
    taisen("worker", "--drain", "--db", url, "--records", folder, "--quiet")
    assert len(os.listdir(folder)) == 2
    for match in lines(url, "matches"):
        copy = path(f"copy{match['match']}.jsonl.zst")
        db(url, "record", str(match["match"]), copy, "--records", folder)
        taisen("replay", copy, "--verify")
    refused("db", "record", str(match["match"]), "--db", url, says="--records")
    # Nothing that stands in the database leads out of the folder.
    secret = path("secret")
    with open(secret, "w", encoding="utf-8") as file:
        file.write("a secret")
    os.symlink(secret, os.path.join(folder, "link"))
    os.mkfifo(os.path.join(folder, "fifo"))
    for name, says in (("../secret", "not the name"), (secret, "not the name"), ("link", "cannot open"), ("fifo", "not a plain file"),
                       (".", "not the name"), ("gone", "cannot open")):
        with sqlite3.connect(url.removeprefix("sqlite:")) as link:
            link.execute("UPDATE records SET path = ?", (name,))
        link.close()
        refused("db", "record", str(match["match"]), "--db", url, "--records", folder, says=says)


def test_an_import_takes_no_way_to_a_file():
    url = league("sqlite", "--set", "games=2")
    taisen("worker", "--drain", "--db", url, "--quiet", "--records", path("imported"))
    text = db(url, "export").stdout
    name = re.search(r'"(\d+-[0-9a-f]+\.jsonl\.zst)"', text).group(1)
    file = path(f"export{next(counter)}.jsonl")
    for other in ("/etc/passwd", "../x", ".hidden", ""):
        with open(file, "w", encoding="utf-8") as out:
            out.write(text.replace(name, other))
        refused("db", "import", file, "--db", path(f"fresh{next(counter)}.db"), says="not a row of records")


def test_a_program_that_crashes_loses_and_costs_nobody_else():
    url = league("sqlite", "--set", "games=2", seats=("bot:random", f"{ROGUE} crash"))
    taisen("worker", "--drain", "--db", url, "--quiet")
    for match in lines(url, "matches"):
        assert match["players"][match["winner"]] == "p0" and "crash" in match["faults"], match


def faults_with(setting, program, *options):
    """What a program is told to have done, on a ladder with this setting and on one without, both caged."""
    found = []
    for setting in ([setting], []):
        url = league("sqlite", *sum((["--set", s] for s in ["games=2", *setting]), []), seats=("bot:random", program))
        taisen("worker", "--drain", "--sandbox", "--db", url, "--quiet", "--records", path(f"limited{next(counter)}"), *options)
        matches = lines(url, "matches")
        assert len(matches) == 2 and {m["state"] for m in matches} == {"done"}, matches
        found.append({m["faults"][m["players"].index("p1")] for m in matches})
    return found


def test_a_ladder_limits_its_programs():
    if json.loads(taisen("doctor", "--json").stdout)["sandbox"] != "full":
        raise tap.Skip("the cage of this machine is not full")
    start = f"import os, subprocess; {{}}; os.execv('{SIMPLE}', ['simple'])"
    greedy = {"memory-mb=64": "block = bytearray(200 << 20)",
              "processes=8": "crowd = [subprocess.Popen(['sleep', '60']) for _ in range(12)]",
              "file-mb=1": "open('/tmp/large', 'wb').write(bytes(2 << 20))"}
    for setting, deed in greedy.items():
        limited, free = faults_with(setting, f'/usr/bin/python3 -c "{start.format(deed)}"')
        assert limited == {"name"} and free == {""}, (setting, limited, free)
    limited, free = faults_with("output-kb=1", f"{SIMPLE} | sed -u '2,999s/$/{' ' * 100}/'")
    assert limited == {"invalid"} and free == {""}, (limited, free)


# ---- workers ----

def killed_workers_lose_and_double_nothing(kind):
    url, dice, killed = by_hand(kind, MATCHES), random.Random(7), 0
    for round in range(KILLS):
        workers = [start_worker(url, "--jobs", "2", "--name", "w", "--lease-ms", "500") for _ in range(2)]
        time.sleep(dice.uniform(0.01, 0.25))
        for worker in workers:
            victim = (inner_of(worker) if round % 2 else None) or worker.pid
            with contextlib.suppress(ProcessLookupError):
                os.kill(victim, signal.SIGKILL)
            killed += worker.wait(timeout=60) != 0
            worker.stderr.close()
    assert killed > 0
    taisen("worker", "--drain", "--jobs", "2", "--lease-ms", "500", "--db", url, "--quiet")
    assert states(url) == {"done": MATCHES}
    assert len({m["key"] for m in lines(url, "matches", "--most", "100000")}) == MATCHES
    assert [p["games"] for p in lines(url, "standings", "main")] == [MATCHES, MATCHES]
    is_well(url)


def test_killed_workers_lose_and_double_nothing_on_sqlite():
    killed_workers_lose_and_double_nothing("sqlite")


def test_killed_workers_lose_and_double_nothing_on_postgresql():
    killed_workers_lose_and_double_nothing("postgres")


def test_a_database_that_crashes_in_mid_run_is_waited_for():
    url = by_hand("postgres", 40)
    workers = [start_worker(url, "--drain", "--jobs", "2", "--name", "same") for _ in range(2)]
    wait_for(lambda: states(url).get("done", 0) >= 4)
    CLUSTER.stop("immediate")
    CLUSTER.start()
    for worker in workers:
        ended(worker)
    assert states(url) == {"done": 40}
    is_well(url)


def test_a_stopped_worker_gives_its_matches_back_at_once():
    url = league("sqlite", "--set", "pairing=0", seats=("bot:random", f"{ROGUE} hang"))
    lines(url, "queue", "main", "p0", "p1", "--games", "2")
    worker = start_worker(url, "--jobs", "2", "--lease-ms", "3600000")
    wait_for(lambda: states(url) == {"running": 2})
    worker.send_signal(signal.SIGTERM)
    ended(worker, status=0)  # how a server is stopped
    assert states(url) == {"queued": 2} and lines(url, "workers") == []


def test_two_workers_of_one_name_both_work():
    url = by_hand("postgres" if CLUSTER else "sqlite", 30)
    workers = [start_worker(url, "--drain", "--name", "twin", "--no-records") for _ in range(2)]
    for worker in workers:
        ended(worker)
    assert states(url) == {"done": 30}
    assert {m["worker"] for m in lines(url, "matches")} <= {"twin", "twin-2"}


def test_an_idle_worker_hears_of_new_matches():
    url = league("postgres", "--set", "pairing=0", seats=("bot:random", "bot:random"))
    worker = start_worker(url)
    wait_for(lambda: len(lines(url, "workers")) == 1)
    lines(url, "queue", "main", "p0", "p1", "--games", "2")
    wait_for(lambda: states(url) == {"done": 2})
    worker.send_signal(signal.SIGINT)  # to the top process alone
    ended(worker, status=130)


# ---- bad input ----

def test_bots_stand_still_while_somebody_waits():
    """The only worker holds a match of bots that takes an hour; a program that enters then plays all its first games."""
    url = fresh("sqlite")
    db(url, "init")
    db(url, "add-ladder", "long", "codevs4")
    for number in range(2):
        db(url, "add-player", "long", f"bot{number}", "bot:grun")
    worker = start_worker(url, "--jobs", "1", "--pace-ms", "3000")

    try:
        def held():
            return [m["match"] for m in lines(url, "matches") if m["state"] == "running"]
        wait_for(held)
        bots = held()
        db(url, "add-ladder", "main", "reborn")
        db(url, "add-player", "main", "bot", "bot:random")
        db(url, "add-player", "main", "newcomer", SIMPLE)
        begun = time.monotonic()

        def games():
            return sum(m["state"] == "done" and "newcomer" in m["players"] for m in lines(url, "matches", "main", "--most", "1000"))
        wait_for(games)
        print(f"# first result after {time.monotonic() - begun:.1f} s")
        wait_for(lambda: games() >= 20)
        wait_for(lambda: held() == bots)  # nobody has taken it away, and it was begun once
        assert sqlite3.connect(url).execute("SELECT tries FROM jobs WHERE match = ?", bots).fetchall() == [(1,)]
    finally:
        worker.send_signal(signal.SIGTERM)
        ended(worker)
    assert states(url).get("running", 0) == 0
    is_well(url)


def test_wrong_use_is_told():
    url = league("sqlite")
    refused("db", says="takes an action")
    refused("db", "dance", "--db", url, says="dance")
    refused("db", "standings", "main", says="--db", env={"PATH": os.environ["PATH"]})
    refused("db", "standings", "--db", url, says="takes LADDER")
    refused("db", "standings", "moon", "--db", url, says="moon")
    refused("db", "add-ladder", "main", "reborn", "--db", url, says="already")
    refused("db", "add-ladder", "x", "chess", "--db", url, says="chess")
    refused("db", "add-ladder", "x", "reborn", "--set", "games=-1", "--db", url, says="games")
    refused("db", "add-ladder", "x", "reborn", "--setup", "moon=1", "--db", url, says="moon")
    refused("db", "add-ladder", "x", "reborn", "--rating", "elo", "--db", url, says="elo")
    refused("db", "add-player", "main", "p9", "bot:nobody", "--db", url, says="nobody")
    refused("db", "add-player", "main", "p9", "human", "--db", url, says="programs and bots")
    refused("db", "queue", "main", "p0", "p77", "--db", url, says="p77")
    refused("db", "queue", "main", "p0", "p0", "--db", url, says="itself")
    refused("db", "record", "12345", "--db", url, says="no record")
    refused("worker", says="--db", env={"PATH": os.environ["PATH"]})
    refused("worker", "--db", url, "extra", says="extra")
    refused("worker", "--db", url, "--memory", "1g", says="--sandbox")


def test_an_address_can_stand_in_a_file_that_is_closed():
    url = league("sqlite")
    path = os.path.join(TMP, "address")
    with open(path, "w", encoding="utf-8") as f:
        f.write(url + "\n")
    os.chmod(path, 0o640)
    refused("db", "check", "--db", "@" + path, says="others can read")
    os.chmod(path, 0o600)
    taisen("db", "check", "--db", "@" + path)
    taisen("db", "check", env={**os.environ, "TAISEN_DB": "@" + path})
    taisen("worker", "--once", "--drain", "--db", "@" + path)
    refused("db", "check", "--db", "@" + path + "-is-not-there", says="cannot open")
    with open(path, "w", encoding="utf-8"):
        refused("worker", "--db", "@" + path, says="empty")


def test_what_is_no_league_is_refused():
    for name, content in (("garbage", b"hello " * 1000), ("empty", b""), ("header", b"SQLite format 3\0" + bytes(4096))):
        with open(path(name), "wb") as f:
            f.write(content)
        refused("db", "check", "--db", path(name), says=path(name) if name != "empty" else "taisen db init")
    refused("db", "check", "--db", path("nowhere.db"), says="nowhere.db")
    refused("worker", "--db", path("nowhere.db"), says="nowhere.db")
    refused("db", "check", "--db", f"postgres:///x?host={TMP}", says="PostgreSQL")
    newer = league("sqlite")
    subprocess.run(["/usr/bin/python3", "-c", "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]);"
                    " c.execute('UPDATE taisen_schema SET version = 99'); c.commit()", newer], check=True)
    refused("db", "check", "--db", newer, says="newer taisen")


def test_a_read_only_folder_is_told():
    folder = path("locked")
    os.mkdir(folder)
    url = os.path.join(folder, "league.db")
    db(url, "init")
    # Nothing is locked for root.
    options = {"user": "nobody", "group": "nogroup", "extra_groups": []} if os.getuid() == 0 else {}
    copy = path("taisen")
    shutil.copy(TAISEN + "-full", copy)
    for place in (TMP, folder):
        os.chmod(place, 0o755)
    os.chmod(url, 0o444)
    os.chmod(folder, 0o555)
    try:
        for args in (["db", "add-ladder", "x", "reborn", "--db", url], ["db", "init", "--db", os.path.join(folder, "new.db")]):
            p = subprocess.run([copy, *args], capture_output=True, text=True, cwd=TMP, **options)
            assert p.returncode == 2 and folder in p.stderr and len(p.stderr.splitlines()) == 1, p
    finally:
        os.chmod(folder, 0o755)


def test_a_full_disk_stops_the_worker_and_loses_nothing():
    url = by_hand("sqlite", 20)
    size = max(os.path.getsize(url + end) for end in ("", "-wal") if os.path.exists(url + end))
    limit = size + 20000
    p = subprocess.run([TAISEN, "worker", "--drain", "--db", url, "--quiet"], capture_output=True, text=True, timeout=200,
                       restore_signals=False, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
    assert p.returncode == 3 and len(p.stderr.splitlines()) == 1, p
    is_well(url)
    taisen("worker", "--drain", "--db", url, "--quiet")
    assert states(url) == {"done": 20}
    is_well(url)


def test_a_broken_import_changes_nothing():
    text = db(a_ladder_is_played("sqlite"), "export").stdout
    url = fresh("sqlite")
    db(url, "init")
    dice = random.Random(3)
    for _ in range(20):
        at = dice.randrange(len(text) - 2)  # without its last LF it is still whole
        broken = path("broken.jsonl")
        with open(broken, "w", encoding="utf-8") as f:
            f.write(dice.choice([text[:at], text[:at] + "#" + text[at + 1:], text[:at] + text[at + 1:]]))
        refused("db", "import", broken, "--db", url, says="")
    with open(broken, "w", encoding="utf-8") as f:
        f.write(text)
    db(url, "import", broken)
    refused("db", "import", broken, "--db", url, says="not empty")
    refused("db", "import", path("nothing"), "--db", url, says="nothing")


try:
    tap.run(sys.modules[__name__])
finally:
    if CLUSTER:
        CLUSTER.close()
    shutil.rmtree(TMP, ignore_errors=True)
