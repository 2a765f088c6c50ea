"""The program as a user meets it: every command, good and bad, over the command line.

Usage: cli_test.py TAISEN ROGUE SOURCE_ROOT BUILD_ROOT
"""
import json
import os
import pty
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from kit import games_kit
from kit import tap
from kit.zstd_bomb import zstd_bomb

TAISEN, ROGUE, SOURCE, BUILD = (os.path.abspath(a) for a in sys.argv[1:5])
SHARED = os.path.join(SOURCE, "..", "shared")
TMP = tempfile.mkdtemp(prefix="taisen-cli-")


def taisen(*args, stdin="", status=0):
    p = subprocess.run([TAISEN, *args], input=stdin, capture_output=True, text=True, timeout=120)
    assert p.returncode == status, f"{args}: exit status {p.returncode}, wanted {status}\n{p.stdout}\n{p.stderr}"
    return p


def refused(*args, says=(), status=2, stdin=""):
    """Wrong use: one sentence that names what is wrong, and nothing on standard output."""
    p = taisen(*args, stdin=stdin, status=status)
    assert p.stdout == "", p.stdout
    assert len(p.stderr.splitlines()) == 1, p.stderr
    assert p.stderr.startswith("taisen: "), p.stderr
    for word in [says] if isinstance(says, str) else says:
        assert word in p.stderr, (word, p.stderr)


def path(name):
    return os.path.join(TMP, name)


def player(name):
    return os.path.join(SOURCE, "tests", "players", name)


def play(*args, status=0):
    return json.loads(taisen("play", *args, "--json", status=status).stdout)


def commands():
    listed = taisen("--help").stdout.split("The commands:\n\n")[1].split("\n\n")[0]
    return [line.split()[0] for line in listed.splitlines()]


def process_is_alive(pid):
    try:
        with open(f"/proc/{pid}/stat") as f:
            return f.read().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def processes_of(tag):
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/cmdline", "rb") as f:
                if tag.encode() in f.read() and int(pid) != os.getpid() and process_is_alive(pid):
                    found.append(int(pid))
        except OSError:
            pass
    return found


def wait_for(condition, seconds=10):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.01)


# ---- help, version, wrong use ----

def test_every_command_has_help():
    names = commands()
    assert len(names) >= 8, names
    for name in names:
        p = taisen(name, "--help")
        assert p.stdout.startswith(f"Usage: taisen {name}"), p.stdout
        assert p.stderr == ""


def test_version_is_printed():
    assert re.match(r"taisen \d+\.\d+\.\d+\n", taisen("--version").stdout)


def test_no_command_is_wrong_use():
    assert "Usage" in taisen(status=2).stdout


def test_wrong_use_is_told_in_a_sentence():
    refused("dance", says=["dance", "--help"])
    refused("play", "chess", "bot:random", "bot:random", says=["chess", "reborn"])
    refused("play", "reborn", "bot:random", says="two seats")
    refused("play", "reborn", "bot:nobody", "bot:random", says=["nobody", "taisen bots"])
    refused("play", "reborn", "", "bot:random", says="empty")
    refused("play", "reborn", "bot:random", "bot:random", "--fast", says="--fast")
    refused("play", "reborn", "bot:random", "bot:random", "--seed", "x", says="--seed")
    refused("play", "reborn", "bot:random", "bot:random", "--turn-ms", "-1", says="--turn-ms")
    refused("play", "reborn", "bot:random", "bot:random", "--think", "hard", says="parallel, serial")
    refused("play", "reborn", "bot:random", "bot:random", "--setup", "moon=1", says="moon")
    refused("play", "reborn", "bot:random", "bot:random", "--map", "/no/map", says="/no/map")
    refused("play", "reborn", "bot:random", "bot:random", "--record", "/no/such/x", says="/no/such/x")
    refused("gen", says="one game")
    refused("sim", "reborn", "/no/script", says="/no/script")
    refused("bot", "reborn", "nobody", says="nobody")
    refused("replay", "/no/record", says="/no/record")
    refused("bench", "much", says="no arguments")


def test_nothing_half_written_is_left_by_wrong_use():
    refused("play", "reborn", "bot:random", "bot:random", "--setup", "moon=1", "--record", path("half.jsonl"))
    assert not os.path.exists(path("half.jsonl"))


def test_lists_name_games_and_bots():
    names = [json.loads(line)["name"] for line in taisen("games", "--json").stdout.splitlines()]
    assert "reborn" in names
    for name in names:
        bots = [json.loads(line) for line in taisen("bots", name, "--json").stdout.splitlines()]
        assert "random" in [b["name"] for b in bots]
        assert all(b["about"] for b in bots)
        assert name in taisen("games").stdout and "bot:random" in taisen("bots", name).stdout


# ---- playing ----

def test_every_game_is_played_by_random_bots():
    for name in games():
        record = path(name + ".jsonl.zst")
        r = play(name, "bot:random", "bot:random", "--seed", "3", "--record", record)
        assert r["game"] == name and r["seed"] == 3 and r["winner"] in (0, 1, None) and r["reason"]
        assert [s["fault"] for s in r["seats"]] == [None, None]
        taisen("replay", record, "--verify")


def test_json_result_has_the_promised_keys():
    r = play("reborn", "bot:random", "bot:random", "--seed", "1")
    assert {"game", "seed", "winner", "reason", "turns", "score", "seats", "record"} <= r.keys()
    for seat in r["seats"]:
        assert {"spec", "name", "ms_total", "ms_max", "answers", "fault", "exit"} <= seat.keys()


def without_times(record):
    lines = []
    for line in open(record, encoding="utf-8"):
        o = json.loads(line)
        for key in ("began", "ms", "sum"):
            o.pop(key, None)
        for seat in o.get("seats", []):
            for key in ("ms_total", "ms_max", "cpu_ms", "wait_ms", "rss_kb", "name_ms"):
                seat.pop(key, None)
        lines.append(o)
    return lines


def test_the_same_seed_gives_the_same_record_but_for_times():
    a, b = path("a.jsonl"), path("b.jsonl")
    play("reborn", "bot:greedy", "bot:random", "--seed", "1", "--record", a)
    play("reborn", "bot:greedy", "bot:random", "--seed", "1", "--record", b)
    assert without_times(a) == without_times(b)
    assert "steps verified" in taisen("replay", a, "--verify").stdout


def test_greedy_beats_random():
    wins = sum(play("reborn", *seats, "--seed", str(seed))["winner"] == side
               for seed in range(1, 4)
               for side, seats in enumerate([("bot:greedy", "bot:random"), ("bot:random", "bot:greedy")]))
    assert wins == 6, wins


def test_a_line_for_people_names_the_winner():
    out = taisen("play", "reborn", f"{ROGUE} crash", "bot:random", "--seed", "2").stdout
    assert "random (player 2) wins against crash: crash, " in out and "crash, signal 6" in out, out


def test_the_last_line_of_standard_error_is_told_on_any_fault():
    def fallen(code):
        return f"/usr/bin/python3 -c 'import sys, os\nprint(\"me\", flush=True)\nsys.stdin.readline()\n{code}'"

    cases = (("no-such-program", "name", "exit status 127", "cannot start no-such-program"),
             (fallen('raise ValueError(\"off by one\")'), "crash", "exit status 1", "ValueError: off by one"),
             (fallen('print(\"bye\", file=sys.stderr); sys.exit(0)'), "gone", "exit status 0", "bye"),
             (fallen('print(\"x y\\x1b[31m\", file=sys.stderr, flush=True); print(\"what?\", flush=True); sys.stdin.read()'), "invalid", "", "x y?[31m"))
    for command, fault, end, words in cases:
        status = 4 if fault == "name" else 0
        out = taisen("play", "reborn", command, "bot:random", "--seed", "2", status=status).stdout
        assert f": {fault}" in out and end in out and f"its last line on standard error: {words}" in out, (fault, out)
        seat = play("reborn", command, "bot:random", "--seed", "2", status=status)["seats"][0]
        assert seat["fault"] == fault and words in seat["last_words"], seat


def test_a_crash_is_called_so_in_result_and_record():
    record = path("crash.jsonl")
    r = play("reborn", f"{ROGUE} crash", "bot:random", "--seed", "2", "--record", record)
    assert r["seats"][0]["fault"] == "crash" and r["seats"][0]["exit"] == 134, r
    last = json.loads(open(record, encoding="utf-8").readlines()[-1])
    assert last["seats"][0]["fault"] == "crash" and last["seats"][1]["fault"] is None, last
    taisen("replay", record, "--verify")


def test_one_step_is_one_step():
    record = path("one.jsonl")
    play("reborn", "no-such-program", "bot:random", "--seed", "2", "--record", record, status=4)
    assert ": 1 step verified" in taisen("replay", record, "--verify").stdout


def java_player():
    if not shutil.which("javac"):
        raise tap.Skip("no javac")
    subprocess.run(["javac", "-d", TMP, player("RebornSimple.java")], check=True)
    return f"java -Xmx64m -XX:+UseSerialGC -cp {TMP} RebornSimple"


def games():
    return games_kit.games(TAISEN)


def simple(game):
    """The small players of a game in C and in Python, where there are such."""
    c, py = os.path.join(BUILD, "tests", f"{game}_simple"), player(f"{game}_simple.py")
    return (c, f"/usr/bin/python3 {py}") if os.path.exists(c) and os.path.exists(py) else None


def test_programs_in_c_and_python_play_over_pipes():
    tried = 0
    for game in filter(simple, games()):
        c, py = simple(game)
        setup = games_kit.short(TAISEN, game)
        for a, b in ((c, c), (py, py), (c, py), (py, c)):
            r = play(game, a, b, "--seed", "11", *setup)
            assert [s["fault"] for s in r["seats"]] == [None, None] and r["turns"] > 5, r
            tried += 1
    assert tried >= 8


def test_programs_in_java_play_over_pipes():
    java = java_player()
    r = play("reborn", java, java, "--seed", "11")
    assert [s["fault"] for s in r["seats"]] == [None, None] and r["turns"] > 20, r


def at_a_terminal(*args, cue, keys):
    """What a terminal of its own has shown at the end; the keys are pressed whenever the cue is shown."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.execv(TAISEN, [TAISEN, *args])
    shown = b""
    answered = 0
    while True:
        if not select.select([terminal], [], [], 30)[0]:
            os.kill(pid, signal.SIGTERM)
            raise AssertionError(f"{args} waits for something else than {cue}: {shown[-2000:].decode()}")
        try:
            shown += os.read(terminal, 65536)
        except OSError:  # how Linux tells that nobody is there any more
            break
        while answered < shown.count(cue):
            answered += 1
            os.write(terminal, keys)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0, shown.decode()
    return shown.decode()


def test_a_person_plays_with_the_arrow_keys_or_by_typing():
    """CHaser brings keys of its own; any other game shows its input and asks for an answer."""
    keys = at_a_terminal("play", "chaser", "human", "bot:random", "--seed", "1", "--setup", "turns=3", "--json",
                         cue=b"arrows: walk", keys=b"\033[1;2A")  # Shift: look upwards
    assert "Shift or l + arrow: look" in keys and '"fault":null' in keys, keys
    typed = at_a_terminal("play", "reborn", "human", "bot:random", "--seed", "1", "--setup", "turns=2", "--json",
                          cue=b"> ", keys=b"3 1\n")
    assert "arrows" not in typed and '"turns":2' in typed, typed[-2000:]


def test_a_bot_plays_as_a_program_on_standard_input():
    r = play("reborn", f"{TAISEN} bot reborn greedy --seed 9", f"{TAISEN} bot reborn random", "--seed", "4")
    assert [s["fault"] for s in r["seats"]] == [None, None] and r["winner"] == 0, r


def test_standard_error_goes_to_record_and_log():
    record, logs = path("err.jsonl"), path("logs")
    play("reborn", f"{ROGUE} chatty", "bot:random", "--seed", "2", "--record", record, "--log", logs)
    steps = [json.loads(line) for line in open(record, encoding="utf-8")][1:-1]
    assert "turn 0: I think" in steps[0]["stderr"][0]
    with open(os.path.join(logs, "reborn-2-player1.log"), encoding="utf-8") as f:
        assert f.read().startswith("turn 0: I think")
    play("reborn", f"{ROGUE} chatty", "bot:random", "--seed", "2", "--record", record, "--no-stderr")
    assert "I think" not in open(record, encoding="utf-8").read()


def test_standard_error_belongs_to_the_turn_in_which_it_was_written():
    record = path("mutter.jsonl")
    play("reborn", f"{ROGUE} mutter", "bot:random", "--seed", "2", "--record", record)
    steps = [json.loads(line) for line in open(record, encoding="utf-8")][1:-1]
    lines = [step.get("stderr", [""])[0].splitlines() for step in steps if step["answers"][0]]
    assert len(lines) > 10
    for turn, told in enumerate(lines):
        assert told == [f"turn {turn}: line {i}" for i in range(300)], (turn, told[:1], told[-1:])


# ---- check ----

def findings(fault, status, *options):
    p = taisen("check", "reborn", f"{ROGUE} {fault}", "--turn-ms", "300", "--name-ms", "300", "--json", *options, status=status)
    return [json.loads(line) for line in p.stdout.splitlines()]


def test_check_finds_what_would_lose():
    for fault, about, word in (("crash", "end", "signal 6"), ("leave", "end", "exit status 7"), ("hang", "time", "flushed"),
                               ("drip", "time", "not the whole answer"), ("wrong", "answer", "`9 0`"), ("garbage", "answer", "RULES 8.4"),
                               ("no-name", "name", "no name"), ("half-name", "name", "`half`"), ("bad-name", "name", "a/b"),
                               ("close-output", "end", "closed its output"), ("deaf", "time", "no answer")):
        found = findings(fault, 1)
        assert any(f["weight"] == "loses" and f["about"] == about and word in f["text"] for f in found), (fault, found)


def test_check_tells_what_is_strange():
    found = findings("early", 0)
    assert any(f["weight"] == "strange" and "more than one answer" in f["text"] for f in found), found
    found = findings("flood-lines", 0)
    assert any("not read yet" in f["text"] for f in found), found


def test_check_builds_a_folder_as_the_list_of_languages_says():
    folder = path("fresh")
    taisen("new", "reborn", "python", folder)
    assert taisen("check", "reborn", folder, "--language", "python", "--games", "1").stdout.endswith("All is well.\n")
    with open(os.path.join(folder, "player.py"), "a", encoding="utf-8") as f:
        f.write("this is no Python\n")
    assert "does not build" in taisen("check", "reborn", folder, "--language", "python", status=1).stderr
    refused("check", "reborn", folder, "--language", "latin", says="python")
    refused("check", "reborn", path("nowhere"), "--language", "python", says="nowhere")


def test_check_plays_on_from_recorded_games():
    simple = os.path.join(BUILD, "tests", "codevs5_simple")
    with_record = taisen("check", "codevs5", simple, "--games", "1").stdout
    assert "in 4 games" in with_record, with_record  # start, middle, end, and the record of the kits
    taisen("play", "codevs5", "bot:collector", "bot:collector", "--seed", "8", "--record", path("from.jsonl"))
    twice = ["--from", path("from.jsonl")] * 2
    assert "in 5 games" in taisen("check", "codevs5", simple, "--games", "1", *twice).stdout
    refused("check", "reborn", "true", "--from", path("from.jsonl"), says="codevs5")
    refused("check", "reborn", "true", "--from", path("nowhere.jsonl"), says="nowhere")


def test_check_tells_the_last_words_of_a_program_that_fell():
    fallen = "echo name; echo first >&2; echo 'IndexError: list index out of range' >&2; exit 3"
    words = taisen("check", "reborn", fallen, status=1).stdout
    assert "ended with exit status 3" in words and "last words on standard error: `IndexError: list index out of range`" in words, words


def test_check_finds_a_skill_without_gauge():
    skill = "/usr/bin/python3 -c 'import sys; print(\"s\", flush=True); [print(\"S\", flush=True) for line in sys.stdin if line == \"END\\n\"]'"
    p = taisen("check", "reborn", skill, status=1)
    assert "invalid answer `S`" in p.stdout, p.stdout


def test_check_is_content_with_good_programs():
    count = "1" if os.environ.get("SANITIZED") else "2"
    for game in filter(simple, games()):
        for command in simple(game):
            p = taisen("check", game, command, "--games", count, *games_kit.short(TAISEN, game))
            assert p.stdout.endswith("All is well.\n"), (game, command, p.stdout)
    refused("check", "reborn", says="a game and a command")


# ---- records ----

def make_record(name, *seats, seed="6"):
    record = path(name)
    play("reborn", *(seats or ("bot:greedy", "bot:random")), "--seed", seed, "--record", record)
    return record


def test_one_changed_digit_is_found():
    record = make_record("digit.jsonl")
    text = open(record, encoding="utf-8").read()
    at = text.index('"ms":[', len(text) // 2) + 6
    with open(record, "w", encoding="utf-8") as f:
        f.write(text[:at] + str((int(text[at]) + 1) % 10) + text[at + 1:])
    refused("replay", record, "--verify", says="checksum")


def test_a_cut_record_is_told_and_still_read():
    record = make_record("cut.jsonl")
    text = open(record, encoding="utf-8").read()
    with open(record, "w", encoding="utf-8") as f:
        f.write(text[:len(text) // 2])
    refused("replay", record, "--verify", says="cut")
    assert "cut" in taisen("replay", record).stdout
    assert json.loads(taisen("replay", record, "--turn", "3").stdout)


def test_foreign_files_are_refused():
    for name, content in (("empty", b""), ("text", b"hello\n"), ("noise", bytes(range(256)) * 10),
                          ("zstd", b"\x28\xb5\x2f\xfdnonsense"), ("json", b'{"a":1}\n')):
        with open(path(name), "wb") as f:
            f.write(content)
        refused("replay", path(name), says=path(name))


def test_a_record_that_unpacks_to_too_much_is_refused():
    """1.2 GB out of 37 kB: told at once, within a limit that can be changed, without filling the memory."""
    bomb = path("bomb.jsonl.zst")
    with open(bomb, "wb") as f:
        f.write(zstd_bomb(1200 << 20))
    limit = "" if os.environ.get("SANITIZED") else "ulimit -v 400000; "  # sanitizers want all addresses
    cap = ["sh", "-c", limit + 'exec "$@"', "sh", TAISEN, "replay", bomb]
    for more, says in (([], "more than 64 MiB"), (["--html", path("bomb.html")], "more than 64 MiB"), (["--limit-mb", "100"], "more than 100 MiB")):
        p = subprocess.run([*cap, *more], capture_output=True, text=True, timeout=60)
        assert p.returncode == 2 and says in p.stderr and p.stdout == "", p
    with open(path("small.jsonl.zst"), "wb") as f:
        f.write(zstd_bomb(70 << 20))
    refused("replay", path("small.jsonl.zst"), "--limit-mb", "80", says="not a match record")
    refused("replay", bomb, "--limit-mb", "0", says="--limit-mb")


def test_what_a_record_says_cannot_hurt():
    """Numbers beyond their bounds are refused; names, reasons and answers are shown without control characters."""
    record = path("hurt.jsonl")
    taisen("play", "reborn", "bot:random", "bot:random", "--seed", "3", "--record", record)
    with open(record, encoding="utf-8") as f:
        lines = [re.sub(r',"sum":"[0-9a-f]{16}"', "", line) for line in f]
    for number, old, new in ((-1, r'"winner":\S?[01]', '"winner":100'), (-1, r'"winner":[01]', '"winner":-2'), (-1, r'"winner":[01]', '"winner":"x"'),
                             (-1, r'"winner":[01]', '"winner":4294967296'), (-1, r'"turns":\d+', '"turns":-1'),
                             (-1, r'"turns":\d+', '"turns":99999999999'), (1, r'"turn":\d+', '"turn":-7'), (1, r'"turn":\d+', '"turn":4294967296'),
                             (1, r'"ms":\[\d+', '"ms":[-1'), (1, r'"ms":\[\d+', '"ms":[9223372036854775807'),
                             (0, r'"match_ms":\d+', '"match_ms":-5'), (0, r'"name_ms":\d+', '"name_ms":-5')):
        broken = list(lines)
        broken[number] = re.sub(old, new, broken[number], count=1)
        assert broken[number] != lines[number], (old, lines[number])
        with open(record, "w", encoding="utf-8") as f:
            f.writelines(broken)
        refused("replay", record, says=record)
    loud = [re.sub(r'"name":"[^"]*"', r'"name":"\\u001b[31mred\\u0007\\u009b2J"', line) for line in lines]
    loud[-1] = re.sub(r'"reason":"[^"]*"', r'"reason":"\\u001b]0;title\\u0007"', loud[-1])
    with open(record, "w", encoding="utf-8") as f:
        f.writelines(loud)
    told = taisen("replay", record).stdout
    assert "?[31mred" in told and "title" in told and not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f]", told), told[-300:]


def test_a_page_is_made_of_records_only():
    with open(path("words"), "w", encoding="utf-8") as f:
        f.write("hello\n")
    refused("replay", path("words"), "--html", path("words.html"), says=path("words"))
    refused("replay", path("nowhere"), "--html", path("words.html"), says=path("nowhere"))
    refused("replay", path("words"), "--html", path("words.html"), "--verify", says="one thing")
    assert not os.path.exists(path("words.html"))


def test_input_is_what_the_player_was_sent():
    tee = path("input.txt")
    seat = f"tee {tee} | {os.path.join(BUILD, 'tests', 'reborn_simple')}"
    record = make_record("input.jsonl", seat, "bot:random")
    steps = len(open(record, encoding="utf-8").readlines()) - 2
    sent = "".join(taisen("replay", record, "--input", f"{n}:1").stdout for n in range(steps))
    with open(tee, encoding="utf-8") as f:
        assert f.read() == sent
    refused("replay", record, "--input", f"{steps + 5}:1", says="had no move")
    refused("replay", record, "--input", "1:3", says="--input")


def test_a_match_goes_on_from_a_turn_with_other_players():
    record = make_record("from.jsonl")
    r = json.loads(taisen("replay", record, "--from", "5", "bot:random", "bot:random", "--json").stdout)
    assert r["turns"] > 5
    refused("replay", record, "--from", "5000", "bot:random", "bot:random", says="no turn 5000")
    refused("replay", record, "--from", "5", "bot:random", says="two seats")


def test_a_rerun_shows_where_answers_differ():
    simple = os.path.join(BUILD, "tests", "reborn_simple")
    record = make_record("rerun.jsonl", simple, "bot:random")
    p = taisen("replay", record, "--rerun", "1", "--", simple)
    assert " 0 different, slowest" in p.stdout.splitlines()[-1] and p.stderr == "", p
    p = taisen("replay", record, "--rerun", "1", "--json", "--", ROGUE, "honest", status=1)
    answers = [json.loads(line) for line in p.stdout.splitlines()]
    assert any(not a["same"] for a in answers)
    taisen("replay", record, "--rerun", "1", "--", ROGUE, "crash", status=1)


# ---- being killed ----

def start_long_match(tag):
    sleeper = f"/usr/bin/python3 {player('sleeper.py')} {tag}"
    record = path(tag + ".jsonl")
    p = subprocess.Popen([TAISEN, "play", "reborn", sleeper, sleeper, "--seed", "1", "--record", record],
                         stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    wait_for(lambda: len(processes_of(tag)) >= 6 and os.path.exists(record) and os.path.getsize(record) > 0)
    return p, record


def arena_of(p):
    """The inner of the arena's two processes."""
    with open(f"/proc/{p.pid}/task/{p.pid}/children") as f:
        return int(f.read().split()[0])


def nobody_is_left(tag):
    wait_for(lambda: not processes_of(tag), seconds=2)


def test_killing_the_arena_kills_its_players():
    for which in ("outer", "inner"):
        tag = f"victim-{which}-{os.getpid()}"
        p, record = start_long_match(tag)
        os.kill(p.pid if which == "outer" else arena_of(p), signal.SIGKILL)
        p.wait(timeout=10)
        nobody_is_left(tag)
        assert "cut" in taisen("replay", record).stdout


def test_ctrl_c_stops_cleanly():
    tag = f"interrupt-{os.getpid()}"
    p, _ = start_long_match(tag)
    os.kill(arena_of(p), signal.SIGINT)
    assert p.wait(timeout=10) == 130
    assert b"void" in p.stderr.read()
    nobody_is_left(tag)


def test_a_signal_to_the_top_process_alone_ends_a_match():
    """As `kill -INT PID` sends it, and as a supervisor does; a terminal sends it to both."""
    for number in (signal.SIGINT, signal.SIGTERM):
        tag = f"top-{number}-{os.getpid()}"
        p, _ = start_long_match(tag)
        p.send_signal(number)
        assert p.wait(timeout=10) == 128 + number
        assert b"void" in p.stderr.read()
        nobody_is_left(tag)


# ---- output that goes nowhere ----

def test_output_that_cannot_be_written_is_an_error():
    record, journal = make_record("nowhere.jsonl"), path("nowhere-journal.jsonl")
    taisen("batch", "reborn", "bot:random", "bot:random", "--games", "2", "--out", journal)
    words = [["play", "reborn", "bot:random", "bot:random", "--quiet"], ["batch", "reborn", "bot:random", "bot:random", "--games", "2"],
             ["replay", record], ["replay", record, "--verify"], ["stats", journal], ["gen", "reborn"], ["games"], ["doctor"],
             ["sim", "reborn", path("a-script")], ["play", "--help"], ["--help"], ["--version"]]
    with open(path("a-script"), "w", encoding="utf-8") as f:
        f.write('{"packs":[[[9,8],[9,2]]],"turns":1}\n{"cmd":["0 0","4 1"]}\n')
    for args in words:
        for where in (">/dev/full", ">&-"):
            p = subprocess.run(["sh", "-c", f'exec "$0" "$@" {where}', TAISEN, *args], stdin=subprocess.DEVNULL,
                               stderr=subprocess.PIPE, text=True, timeout=60)
            assert p.returncode == 3, (args, where, p.returncode, p.stderr)
            assert p.stderr.splitlines()[-1].startswith("taisen: cannot write to standard output"), (args, where, p.stderr)


def test_a_closed_pipe_is_an_error():
    read, write = os.pipe()
    os.close(read)
    p = subprocess.run([TAISEN, "play", "reborn", "bot:random", "bot:random", "--quiet"], stdout=write, stderr=subprocess.PIPE,
                       text=True, timeout=60)
    os.close(write)
    assert p.returncode == 3 and "standard output" in p.stderr, (p.returncode, p.stderr)


# ---- sim, gen, bench ----

def test_scripts_are_run():
    script = '{"packs":[[[9,8],[9,2]]],"turns":1}\n{"cmd":["0 0","4 1"]}\n'
    lines = [json.loads(x) for x in taisen("sim", "reborn", stdin=script).stdout.splitlines()]
    assert len(lines) == 2 and lines[1]["players"][0]["chain"] == 1 and lines[1]["over"]


def test_a_broken_script_line_is_named_and_ends_it():
    script = '{"seed":1}\n{"cmd":["0 0","0 0"]}\nnonsense\n{"cmd":["0 0","0 0"]}\n'
    p = taisen("sim", "reborn", stdin=script, status=2)
    assert len(p.stdout.splitlines()) == 2 and "line 3" in p.stderr, p.stderr
    assert len(p.stderr.splitlines()) == 1


def test_sim_agrees_with_all_golden_data():
    check = os.path.join(SHARED, "check-sim")
    if not os.path.exists(check):
        raise tap.Skip("no golden data beside the project")
    names = [json.loads(line)["name"] for line in taisen("games", "--json").stdout.splitlines()]
    p = subprocess.run(["/usr/bin/python3", check, TAISEN, *names], capture_output=True, text=True)
    for line in p.stdout.splitlines():
        print("#", line)
    assert p.returncode == 0 and p.stdout.count(", 0 differ") == len(names)


def test_gen_prints_what_player_1_is_sent():
    record = make_record("gen.jsonl", seed="77")
    sent = taisen("replay", record, "--input", "0:1").stdout
    assert taisen("gen", "reborn", "--seed", "77").stdout == sent
    assert json.loads(taisen("gen", "reborn", "--seed", "77", "--json").stdout)


def test_bench_prints_one_number():
    first = taisen("bench").stdout
    assert re.fullmatch(r"Bench: [0-9a-f]{16}\n", first)
    assert taisen("bench").stdout == first


try:
    tap.run(sys.modules[__name__])
finally:
    shutil.rmtree(TMP)
