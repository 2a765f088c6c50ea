"""Batches: the same results at any number of jobs, none lost and none doubled after any kill.

Usage: batch_test.py TAISEN [KILLS]
"""
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from kit import tap

TAISEN = os.path.abspath(sys.argv[1])
KILLS = int(sys.argv[2]) if len(sys.argv) > 2 else 12
TMP = tempfile.mkdtemp(prefix="taisen-batch-")
GAMES = max(60, 5 * KILLS)
BATCH = ["batch", "reborn", "bot:random", "bot:random", "--games", str(GAMES)]


def path(name):
    return os.path.join(TMP, name)


def taisen(*args, status=0):
    p = subprocess.run([TAISEN, *args], capture_output=True, text=True, timeout=300)
    assert p.returncode == status, (p.returncode, p.stdout, p.stderr)
    return p


def result(*args):
    return json.loads(taisen(*args, "--json").stdout)


def test_any_number_of_jobs_gives_the_same_results():
    results = [result(*BATCH, "--jobs", *words) for words in (("1",), ("2",), ("16",), ("1", "--keep"), ("3", "--keep"))]
    assert results[0]["games"] == GAMES
    assert len({r["hash"] for r in results}) == 1, results
    assert len({json.dumps(r["pairings"][0]["pairs"]) for r in results}) == 1


def keys(journal):
    with open(journal, encoding="utf-8") as f:
        return [json.loads(line)["key"] for line in f.readlines()[1:]]


def test_a_killed_batch_loses_and_doubles_nothing():
    undisturbed = result(*BATCH, "--jobs", "2")
    journal, dice = path("killed.jsonl"), random.Random(1)
    killed = 0
    for _ in range(KILLS):
        keep = ["--keep"] * dice.randrange(2)
        p = subprocess.Popen([TAISEN, *BATCH, "--jobs", "2", *keep, "--out", journal, "--resume"],
                             stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(dice.uniform(0.005, 0.04))
        killed += p.poll() is None
        p.kill()
        p.wait()
    assert killed > 0
    r = result(*BATCH, "--jobs", "2", "--out", journal, "--resume")
    assert r["hash"] == undisturbed["hash"] and r["games"] == GAMES, (r, undisturbed)
    seen = keys(journal)
    assert len(seen) == len(set(seen)) == GAMES
    assert result("stats", journal)["hash"] == undisturbed["hash"]


def test_with_keep_a_match_begins_with_programs_that_were_started_during_the_one_before():
    """Each player of the first match answers only when those of the second have been started."""
    log, seen = path("starts"), path("seen")
    player = f"echo start >> {log}; echo me; read line; " \
             f"for i in $(seq 500); do [ $(wc -l < {log}) -ge 4 ] && echo yes >> {seen} && break; sleep 0.01; done"
    taisen("batch", "reborn", player, player, "--games", "2", "--jobs", "1", "--keep")
    assert open(seen, encoding="utf-8").read() == "yes\n" * 4


def test_a_match_that_stands_ready_is_not_begun_before_its_lane_is_free():
    """Never more at a time than --jobs says: whoever has read something holds a lock that no other match may have."""
    lock, clash = path("lock"), path("clash")
    player = f"echo me; read line; mkdir {lock} || echo both >> {clash}; sleep 0.05; rmdir {lock}"
    taisen("batch", "reborn", player, "bot:random", "--games", "6", "--jobs", "1", "--keep")
    assert not os.path.exists(clash)


def test_a_cut_line_is_played_again():
    journal = path("cut.jsonl")
    taisen(*BATCH, "--out", journal)
    whole = result("stats", journal)
    with open(journal, "r+b") as f:
        f.truncate(os.path.getsize(journal) - 30)
    assert result("stats", journal)["games"] == GAMES - 1
    assert result(*BATCH, "--out", journal, "--resume")["hash"] == whole["hash"]


def test_a_changed_line_does_not_count():
    journal = path("changed.jsonl")
    taisen(*BATCH, "--out", journal)
    text = open(journal, encoding="utf-8").read()
    at = text.rindex('"winner":') + len('"winner":')
    with open(journal, "w", encoding="utf-8") as f:
        f.write(text[:at] + ("1" if text[at] == "0" else "0") + text[at + 1:])
    assert result("stats", journal)["games"] == GAMES - 1


def refused(*args, says):
    p = taisen(*args, status=2)
    assert says in p.stderr and p.stdout == "", p.stderr


def test_wrong_use_is_told():
    journal = path("wrong.jsonl")
    taisen(*BATCH, "--out", journal)
    p = taisen(*BATCH, "--out", journal, status=3)
    assert "--resume" in p.stderr
    p = taisen("batch", "reborn", "bot:greedy", "bot:random", "--out", journal, "--resume", status=3)
    assert "another batch" in p.stderr
    refused("batch", "reborn", "bot:random", says="two seats")
    refused(*BATCH, "--sprt", "elo1=-5", says="elo0 below elo1")
    refused(*BATCH, "--sprt", "moon=1", says="moon")
    refused(*BATCH, "--seed", "1", says="--seeds")
    refused("batch", "reborn", "human", "bot:random", says="programs and bots")
    refused("stats", path("none"), says="none")
    with open(path("foreign"), "w", encoding="utf-8") as f:
        f.write("hello\n")
    refused("stats", path("foreign"), says="no journal")


def test_a_test_of_equals_accepts_h0():
    r = result("batch", "reborn", "bot:random", "bot:random", "--games", "20000", "--jobs", "2",
               "--sprt", "elo0=0,elo1=100,alpha=0.05,beta=0.05")
    assert r["pairings"][0]["verdict"] == "H0", r
    assert r["games"] < 5000


def test_more_seats_play_all_against_all_or_a_gauntlet():
    seats = ["bot:greedy", "bot:random", "bot:random"]
    assert result("batch", "reborn", *seats, "--games", "4")["games"] == 12
    assert result("batch", "reborn", *seats, "--games", "4", "--gauntlet")["games"] == 8


def test_records_are_written_and_verified():
    folder = path("records")
    taisen("batch", "reborn", "bot:random", "bot:random", "--games", "4", "--records", folder)
    files = sorted(os.listdir(folder))
    assert len(files) == 4
    for name in files:
        taisen("replay", os.path.join(folder, name), "--verify")


def named(name):
    """A program of that name that drops every pack in the first column."""
    return f"/usr/bin/python3 {PLAYER} {name}"


PLAYER = path("a-player-in-a-folder-with-a-long-name.py")
with open(PLAYER, "w", encoding="utf-8") as f:
    f.write("""import sys
print(sys.argv[1], flush=True)
for line in sys.stdin:
    if line == "END\\n":
        print("0 0", flush=True)
""")


def test_tables_show_names_that_tell_the_seats_apart():
    seats = [named("ann"), named("bob"), named("bob"), "bot:random"]
    out = taisen("batch", "reborn", *seats, "--games", "2", "--out", path("names.jsonl")).stdout
    table = re.findall(r"^ +\d  (\S+(?: \[\d\])?) ", out, re.M)
    assert sorted(table) == ["ann", "bob [2]", "bob [3]", "bot:random"], out
    assert f"  [2] {named('bob')}\n  [3] {named('bob')}\n" in out and "[1]" not in out, out
    assert taisen("stats", path("names.jsonl")).stdout.splitlines()[0] == out.splitlines()[0] == "ann against bob [2]: 2 games"
    assert result("stats", path("names.jsonl"))["names"] == ["ann", "bob", "bob", "random"]


def test_names_can_be_given():
    out = taisen("batch", "reborn", named("same"), named("same"), "--name", "新しい", "--name", "old", "--games", "2").stdout
    assert out.startswith("新しい against old: 2 games\n"), out
    refused("batch", "reborn", "bot:random", "bot:random", *["--name", "x"] * 3, says="more names than seats")
    refused("batch", "reborn", "bot:random", "bot:random", "--name", "\x1b[31m", says="--name")


def test_a_program_that_never_says_its_name_ends_a_batch_after_its_first_pair():
    for seats in (["no-such-program", "bot:random"], ["bot:random", "/usr/bin/python3 no-such-file.py"]):
        p = subprocess.run([TAISEN, "batch", "reborn", *seats, "--games", "1000", "--jobs", "1", "--json"], capture_output=True,
                           text=True, timeout=60)
        assert p.returncode == 4, (p.returncode, p.stderr)
        assert json.loads(p.stdout)["games"] == 2, p.stdout
        assert "never said its name" in p.stderr and "no-such" in p.stderr and "No such file" in p.stderr, p.stderr
        assert p.stderr.count("No such file") == 1, "once is enough"


def test_slow_games_have_a_rate_and_an_estimate():
    slow = "echo me; sleep 1.2; exit 0"
    p = taisen("batch", "reborn", slow, "bot:random", "--games", "2", "--jobs", "1")
    assert re.search(r"^1 of 2 games, \d+\.\d games a minute, \d+ s left, ", p.stderr, re.M), p.stderr


def test_a_source_file_is_refused_with_the_command_that_was_meant():
    for name in ("mine.py", "mine.c"):
        with open(path(name), "w", encoding="utf-8") as file:
            file.write("x\n")
    for args, says in ((("check", "reborn", path("mine.py")), f"'python3 {path('mine.py')}'"),
                       (("play", "reborn", path("mine.py"), "bot:random"), f"'python3 {path('mine.py')}'"),
                       (("batch", "reborn", "bot:random", path("mine.py")), f"'python3 {path('mine.py')}'"),
                       (("check", "reborn", path("mine.c")), "gcc")):
        p = subprocess.run([TAISEN, *args], capture_output=True, text=True, timeout=60)
        assert p.returncode == 2 and p.stderr.startswith("taisen: ") and says in p.stderr and len(p.stderr.splitlines()) == 1, p


def test_a_fault_is_told_once_with_the_last_words():
    fallen = "echo me; read line; echo 'so far' >&2; echo 'ran out of luck' >&2; exit 3"
    p = taisen("batch", "reborn", fallen, "bot:random", "--games", "4")
    assert p.stderr.count("crash, exit status 3: ran out of luck") == 1, p.stderr
    assert "crashes 4 : 0" in p.stdout, p.stdout


def test_ctrl_c_reports_what_was_played():
    """Sent to all of its processes, as from a terminal, and to the top one alone."""
    for send in (os.killpg, os.kill):
        journal = path(f"stopped-{send.__name__}.jsonl")
        p = subprocess.Popen([TAISEN, "batch", "reborn", "bot:greedy", "bot:greedy", "--games", "5000", "--out", journal],
                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, start_new_session=True)
        while not os.path.exists(journal) or len(open(journal, encoding="utf-8").readlines()) < 4:
            time.sleep(0.01)
        send(p.pid, signal.SIGINT)
        out, _ = p.communicate(timeout=20)
        assert p.returncode == 130 and "W-L-D" in out, (send, p.returncode, out)


try:
    tap.run(sys.modules[__name__])
finally:
    shutil.rmtree(TMP)
