"""The cage as a user meets it: --sandbox of every command that starts programs, and doctor.

Usage: sandbox_test.py TAISEN ROGUE PLAYER_REBORN
"""
import glob
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from kit import tap

TAISEN, ROGUE, PLAYER = (os.path.abspath(a) for a in sys.argv[1:4])
TMP = tempfile.mkdtemp(prefix="taisen-sandbox-")
os.chmod(TMP, 0o755)
os.chdir(TMP)


def taisen(*args, status=0):
    p = subprocess.run([TAISEN, *args], capture_output=True, text=True, timeout=120)
    assert p.returncode == status, f"{args}: exit status {p.returncode}, wanted {status}\n{p.stdout}\n{p.stderr}"
    return p


def result(*args, status=0):
    return json.loads(taisen(*args, "--json", status=status).stdout)


def doctor():
    return result("doctor")


def needs_a_cage():
    if doctor()["sandbox"] == "none":
        raise tap.Skip("programs cannot be sandboxed on this machine")


def refused(*args, says):
    p = taisen(*args, status=2)
    assert p.stdout == "" and len(p.stderr.splitlines()) == 1 and says in p.stderr, p.stderr


def processes_of(tag):
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/cmdline", "rb") as command, open(f"/proc/{pid}/stat") as stat:
                is_dead = stat.read().rsplit(")", 1)[1].split()[0] == "Z"
                if tag.encode() in command.read() and int(pid) != os.getpid() and not is_dead:
                    found.append(int(pid))
        except OSError:
            pass
    return found


KILLED = set()  # arenas that were killed with caged players


def groups():
    return glob.glob("/sys/fs/cgroup/**/taisen.*.*.*", recursive=True)


def wait_for(condition, seconds):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.01)


def test_doctor_grades_every_protection():
    report = doctor()
    assert report["sandbox"] in ("none", "weak", "full")
    names = [item["name"] for item in report["items"]]
    for name in ("bubblewrap", "namespaces", "system calls", "control groups", "memory", "processes", "CPU time",
                 "sandbox", "Landlock", "cores", "clock", "languages"):
        assert name in names, (name, names)
    for item in report["items"]:
        assert item["grade"] in ("enforced", "fine", "weak", "missing"), item
        assert item["found"], item
        assert (item["advice"] is None) == (item["grade"] in ("enforced", "fine")), item


def test_doctor_speaks_to_people_too():
    words = taisen("doctor").stdout
    assert "The sandbox as a whole: " in words and "namespaces" in words
    refused("doctor", "now", says="no arguments")


def test_wrong_use_is_told():
    play = ["play", "reborn", "bot:random", "bot:random"]
    refused(*play, "--memory", "64m", says="--sandbox")
    refused(*play, "--sandbox", "--memory", "lots", says="--memory")
    refused(*play, "--sandbox", "--memory", "1k", says="--memory")
    refused(*play, "--sandbox", "--processes", "0", says="--processes")
    refused(*play, "--sandbox", "--tmp-size", "5x", says="--tmp-size")
    refused(*play, "--answer-size", "0", says="--answer-size")
    refused(*play, "--output-size", "much", says="--output-size")
    refused(*play, "--stderr-size", "-1", says="--stderr-size")
    refused(*play, "--cores", "0,1", says="--cores")
    refused(*play, "--cores", "0,0,99999", says="--cores")
    refused(*play, "--cores", "0,0,0,", says="--cores")
    refused(*play, "--cores", "2-0", says="--cores")
    refused("batch", *play[1:], "--jobs", "2", "--cores", "0,0,0", says="5 cores")
    refused("batch", *play[1:], "--jobs", "256", "--cores", "match", says="256 cores")
    refused(*play, "--margin-ms", "-1", says="--margin-ms")
    refused("chaser-server", "--sandbox", says="--sandbox")


def test_a_caged_match_has_the_same_result():
    needs_a_cage()
    match = ["play", "reborn", f"{ROGUE} honest", f"{ROGUE} crlf", "--seed", "7"]
    free, caged = result(*match), result(*match, "--sandbox")
    for key in ("winner", "reason", "turns", "score"):
        assert free[key] == caged[key], (key, free, caged)


def test_every_player_has_a_core_of_its_own():
    first, last = min(os.sched_getaffinity(0)), max(os.sched_getaffinity(0))
    player = f"grep Cpus_allowed_list /proc/self/status >&2; exec {ROGUE} honest"
    result("play", "reborn", player, player, "--seed", "1", "--log", "pinned", "--cores", f"{first},{last},{first}")
    for number, core in (1, first), (2, last):
        with open(f"pinned/reborn-1-player{number}.log", encoding="utf-8") as f:
            assert f.read().split() == ["Cpus_allowed_list:", str(core)]
    cores = ",".join(map(str, [first, last] * 2 + [last]))
    player = player.replace(">&2", ">>cores.txt")
    batch = taisen("batch", "reborn", player, player, "--games", "4", "--jobs", "2", "--cores", cores)
    assert batch.returncode == 0, batch
    with open("cores.txt", encoding="utf-8") as f:
        seen = f.read().split()
    assert sorted(seen[1::2]) == sorted([str(first), str(last)] * 4), seen


def test_a_match_has_a_core_for_all_of_it():
    jobs = len(os.sched_getaffinity(0))
    player = f"grep Cpus_allowed_list /proc/self/status >>one.txt; exec {ROGUE} honest"
    plain = taisen("batch", "reborn", f"{ROGUE} honest", f"{ROGUE} crlf", "--games", "8", "--json")
    pinned = taisen("batch", "reborn", f"{ROGUE} honest", f"{ROGUE} crlf", "--games", "8", "--json", "--jobs", str(jobs), "--cores", "match")
    assert json.loads(plain.stdout)["hash"] == json.loads(pinned.stdout)["hash"], (plain, pinned)
    batch = taisen("batch", "reborn", player, player, "--games", str(2 * jobs), "--jobs", str(jobs), "--cores", "match")
    assert batch.returncode == 0, batch
    with open("one.txt", encoding="utf-8") as f:
        seen = [line.split(":")[-1].strip() for line in f]
    assert len(seen) == 4 * jobs and set(seen) == set(map(str, os.sched_getaffinity(0))), seen


def test_exit_status_and_standard_error_come_through():
    needs_a_cage()
    r = result("play", "reborn", f"{ROGUE} crash", f"{ROGUE} chatty", "--sandbox", "--log", "log", "--seed", "1")
    assert r["seats"][0]["exit"] == 134 and r["seats"][0]["fault"] == "crash", r
    with open("log/reborn-1-player2.log", encoding="utf-8") as f:
        assert "I think this is fine" in f.read()


def test_what_a_program_writes_is_limited():
    r = result("play", "reborn", f"{ROGUE} chatty", f"{ROGUE} honest", "--output-size", "20", "--seed", "1")
    assert [s["fault"] for s in r["seats"]] == ["invalid", "invalid"] and [s["answers"] for s in r["seats"]] == [3, 3], r
    taisen("play", "reborn", f"{ROGUE} chatty", f"{ROGUE} honest", "--stderr-size", "64", "--seed", "1", "--record", "short.jsonl")
    with open("short.jsonl", encoding="utf-8") as f:
        assert f.read().count("I think") == 2


def test_programs_below_a_closed_folder_play():
    needs_a_cage()
    os.makedirs("closed/mine", 0o755)
    os.chmod("closed", 0o700)  # as /root is
    shutil.copy(ROGUE, "closed/mine/rogue")
    assert result("play", "reborn", "closed/mine/rogue honest", "bot:random", "--sandbox")["seats"][0]["fault"] is None
    if os.geteuid() != 0:
        return
    os.chmod("closed/mine", 0o700)  # root's programs run as somebody else, who must be let in
    p = taisen("play", "reborn", "closed/mine/rogue honest", "bot:random", "--sandbox", status=3)
    assert "closed to other users" in p.stderr, p.stderr


SPY = """import os, sys
for folder, _, names in os.walk(os.getcwd()):
    for name in names:
        try:
            with open(os.path.join(folder, name), "rb") as f:
                f.read(1)
            print(os.path.relpath(os.path.join(folder, name)), file=sys.stderr)
        except OSError:
            pass
"""


def seen_by(spy, *args):
    """The files that a spy could read in a match, which it loses: it has no name."""
    taisen("play", "reborn", spy, *args, "--sandbox", "--log", "log", "--seed", "4", "--record", "game.jsonl", status=4)
    with open("log/reborn-4-player1.log", encoding="utf-8") as f:
        return {line for line in f.read().splitlines() if " " not in line}


def test_a_program_sees_its_own_files_only():
    needs_a_cage()
    os.mkdir("spies")
    os.chdir("spies")
    os.mkdir("rival")
    for name, text in {"spy.py": SPY, "helper.py": "", "rival/secret": ""}.items():
        with open(name, "w", encoding="utf-8") as f:
            f.write(text)
    shutil.copy(ROGUE, "rival/rogue")
    shutil.copy(ROGUE, "beside")
    taisen("play", "reborn", "bot:random", "bot:random", "--record", "old.jsonl")
    taisen("play", "reborn", "bot:random", "bot:random", "--record", "old.jsonl.zst")
    whole = {"spy.py", "helper.py", "beside", "rival/secret", "rival/rogue"}
    assert seen_by("python3 spy.py", "bot:random") == whole  # no record, no log
    assert seen_by("python3 spy.py", "python3 spy.py") == whole
    assert seen_by("python3 spy.py", "rival/rogue honest") == {"spy.py", "helper.py", "beside"}
    assert seen_by("python3 spy.py", "./beside honest") == {"spy.py"}
    with open("log/reborn-4-player1.log", encoding="utf-8") as f:
        assert "shares its folder with ./beside honest" in f.read().splitlines()[-1]
    os.makedirs("batch/log")
    taisen("batch", "reborn", "echo spy; python3 spy.py 2>>/dev/stderr", "bot:random", "--games", "2", "--sandbox", "--out", "out.jsonl", "--records", "batch")
    with open("out.jsonl", encoding="utf-8") as f:
        assert "python3" in f.read()
    os.chdir(TMP)


def test_a_script_that_reaches_outside_is_told_so():
    needs_a_cage()
    os.makedirs("outside/mine")
    shutil.copy(ROGUE, "outside/rogue")
    with open("outside/mine/run.sh", "w", encoding="utf-8") as f:
        f.write('#!/bin/sh\ncd "$(dirname "$0")" && exec ../rogue honest\n')
    os.chmod("outside/mine/run.sh", 0o755)
    assert result("play", "reborn", "outside/mine/run.sh", "bot:random")["seats"][0]["fault"] is None
    r = result("play", "reborn", "outside/mine/run.sh", "bot:random", "--sandbox", "--log", "log", "--seed", "5", status=4)
    assert r["seats"][0]["fault"] == "name", r
    with open("log/reborn-5-player1.log", encoding="utf-8") as f:
        assert f.read().splitlines()[-1] == "sandbox: the program names ../rogue, which lies outside what it sees"


def test_the_memory_limit_is_called_by_its_name():
    if doctor()["sandbox"] != "full":
        raise tap.Skip("without control groups a program is refused memory, not ended")
    match = ["play", "reborn", f"{ROGUE} memory-bomb", "bot:random", "--sandbox", "--memory", "64m", "--seed", "6", "--log", "log"]
    assert result(*match)["seats"][0]["memory_limit"] == 64 << 20
    shown = taisen(*match).stdout
    assert "crash, memory limit (64 MiB)" in shown and "exit status" not in shown, shown
    with open("log/reborn-6-player1.log", encoding="utf-8") as f:
        assert f.read().splitlines()[-1] == "sandbox: memory limit (64 MiB)"
    assert result(*match[:2], f"{ROGUE} crash", *match[3:])["seats"][0]["memory_limit"] is None


def test_a_caged_batch_has_the_same_results():
    needs_a_cage()
    batch = ["batch", "reborn", f"{ROGUE} honest", f"{ROGUE} crlf", "--games", "8", "--jobs", "2"]
    assert result(*batch)["hash"] == result(*batch, "--sandbox")["hash"]


def test_check_works_in_the_cage():
    needs_a_cage()
    assert "All is well" in taisen("check", "reborn", PLAYER, "--sandbox", "--games", "1").stdout
    taisen("check", "reborn", f"{ROGUE} fork-bomb", "--sandbox", "--games", "1", "--turn-ms", "200", status=1)


def children(pid):
    with open(f"/proc/{pid}/task/{pid}/children") as f:
        return [int(c) for c in f.read().split()]


def test_killing_the_arena_kills_caged_players():
    needs_a_cage()
    player = f"{ROGUE} hang"
    for which in ("outer", "inner"):
        record = os.path.join(TMP, which + ".jsonl")
        p = subprocess.Popen([TAISEN, "play", "reborn", player, player, "--sandbox", "--turn-ms", "60000", "--record",
                              record], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_for(lambda r=record: os.path.exists(r) and os.path.getsize(r) > 0, 60)
        assert processes_of(player.replace(" ", "\0"))
        KILLED.update([p.pid, *children(p.pid)])
        os.kill(p.pid if which == "outer" else children(p.pid)[0], signal.SIGKILL)
        p.wait(timeout=60)
        wait_for(lambda: not processes_of(player.replace(" ", "\0")), 1)
        assert "cut" in taisen("replay", record).stdout


def test_no_group_of_a_dead_arena_is_left():
    needs_a_cage()
    taisen("play", "reborn", f"{ROGUE} honest", "bot:random", "--sandbox")
    left = [g for g in groups() if int(os.path.basename(g).split(".")[2]) in KILLED]
    assert KILLED and not left, left


try:
    tap.run(sys.modules[__name__])
finally:
    shutil.rmtree(TMP)
