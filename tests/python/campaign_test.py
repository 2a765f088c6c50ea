"""CODE VS 4.0 as a user plays it: the campaign, its opponents, programs over pipes, and programs that misbehave.

Usage: campaign_test.py TAISEN SIMPLE SOURCE_ROOT
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

from kit import tap

TAISEN, SIMPLE, SOURCE = (os.path.abspath(a) for a in sys.argv[1:4])
TMP = tempfile.mkdtemp(prefix="taisen-campaign-")
COLOURS = ["gelb", "grun", "lila", "rosa", "schwarz", "zinnober", "silber"]
OPPONENTS = COLOURS + ["chokudAI", "colunAI"]
EARLY = {"rosa", "colunAI", "zinnober", "gelb", "silber"}
WORKER, KNIGHT, FIGHTER, ASSASSIN, CASTLE, VILLAGE, BASE = range(7)
SOLDIERS = (KNIGHT, FIGHTER, ASSASSIN)
SIMPLE_PY = f"/usr/bin/python3 {os.path.join(SOURCE, 'tests', 'players', 'codevs4_simple.py')}"


def taisen(*args, stdin="", status=0):
    p = subprocess.run([TAISEN, *args], input=stdin, capture_output=True, text=True, timeout=300)
    assert p.returncode == status, f"{args}: exit status {p.returncode}, wanted {status}\n{p.stdout}\n{p.stderr}"
    return p


def refused(*args, says):
    p = taisen(*args, status=2)
    assert p.stdout == "" and len(p.stderr.splitlines()) == 1 and says in p.stderr, (p.stdout, p.stderr)


def path(name):
    return os.path.join(TMP, name)


def campaign(*args):
    return json.loads(taisen("campaign", "codevs4", *args, "--json").stdout)


def play(*args):
    return json.loads(taisen("play", "codevs4", *args, "--json").stdout)


def answers_of(record):
    with open(record, encoding="utf-8") as f:
        lines = [json.loads(line) for line in f]
    return [line["answers"] for line in lines if "answers" in line]


def stage_frames(first, second, seed):
    """Every state of a stage: the answers of a record, through `taisen sim`."""
    record = path(f"{seed}.jsonl")
    play(first, second, "--seed", str(seed), "--setup", "stages=1", "--record", record)
    script = [json.dumps({"seed": seed, "stage": 0})]
    script += [json.dumps({"p1": a, "p2": b}) for a, b in answers_of(record)]
    return [json.loads(line) for line in taisen("sim", "codevs4", stdin="\n".join(script)).stdout.splitlines()]


class Story:
    """A stage of an opponent as player 2: what it made and when, and where its units were."""

    cache = {}

    def __init__(self, name, first="bot:random", seed=1):
        self.frames = stage_frames(first, f"bot:{name}", seed)
        self.castle = next((u[2], u[3]) for u in self.frames[0]["units"] if u[0] == 6)
        self.foe_castle = next((u[2], u[3]) for u in self.frames[0]["units"] if u[0] == 0)
        self.cells = {tuple(c) for c in self.frames[0]["resources"]}
        self.made = []  # (turn, type, (y, x))
        known = set(range(12))
        for frame in self.frames:
            for ident, side, y, x, _hp, kind in frame["units"]:
                if side == 1 and ident not in known:
                    self.made.append((frame["turn"] - 1, kind, (y, x)))
                known.add(ident)

    @classmethod
    def of(cls, name, first="bot:random", seed=1):
        key = (name, first, seed)
        if key not in cls.cache:
            cls.cache[key] = cls(name, first, seed)
        return cls.cache[key]

    def count(self, *kinds):
        return sum(kind in kinds for _turn, kind, _cell in self.made)

    def cells_of(self, kind):
        return [cell for _turn, k, cell in self.made if k == kind]

    def away(self, frame, least):
        """Soldiers of the opponent that are at least so far from its castle."""
        return sum(u[1] == 1 and u[5] in SOLDIERS and distance((u[2], u[3]), self.castle) >= least
                   for u in frame["units"])


def distance(a, b):
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


# ---- the campaign ----

def test_a_whole_campaign_prints_its_table():
    lines = taisen("campaign", "codevs4", "bot:settler", "--seed", "1").stdout.splitlines()
    assert lines[0].split() == ["stage", "opponent", "income", "result", "turns", "seconds"]
    rows = [line.split() for line in lines[1:42]]
    assert [int(row[0]) for row in rows] == list(range(41))
    names = [row[1] for row in rows]
    for start in (0, 9, 18):
        assert sorted(names[start:start + 9]) == sorted(OPPONENTS), names
    for start in (27, 34):
        assert sorted(names[start:start + 7]) == sorted(COLOURS), names
    assert len({tuple(names[i:i + 9]) for i in (0, 9, 18)}) == 3, "the rounds are shuffled"
    assert [int(row[2]) for row in rows] == [10] * 27 + [20] * 7 + [30] * 7
    results = [row[3] for row in rows]
    turns = [int(row[4]) for row in rows]
    points = 2 * results.count("win") + results.count("draw")
    turn_sum = sum({"win": t, "loss": -t, "draw": 0}[r] for r, t in zip(results, turns))
    total = re.fullmatch(r"seed 1: (\d+) points of 82 .*, turn sum (-?\d+), [\d.]+ s from start to end \([\d.]+ s of thinking\)", lines[42])
    assert total and int(total[1]) == points and int(total[2]) == turn_sum, lines[42]
    print(f"# bot:settler: {points} points of 82, turn sum {turn_sum}")
    assert 20 <= points < 82 and all(0 < t <= 1000 for t in turns)


def test_the_json_of_a_campaign_says_the_same():
    words = taisen("campaign", "codevs4", "bot:settler", "--seed", "3", "--stages", "26-28").stdout.splitlines()
    told = campaign("bot:settler", "--seed", "3", "--stages", "26-28")
    assert told["possible"] == 6 and told["name"] == "settler" and told["fault"] is None
    assert [[str(s["stage"]), s["opponent"], str(s["income"]), s["result"], str(s["turns"])]
            for s in told["stages"]] == [line.split()[:5] for line in words[1:4]]


def test_a_random_player_loses_nearly_all():
    told = campaign("bot:random", "--seed", "2")
    print(f"# bot:random: {told['points']} points of 82")
    assert told["points"] <= 8 and len(told["stages"]) == 41


def test_the_table_names_those_who_play():
    record = path("named.jsonl")
    told = campaign(SIMPLE, "--seed", "5", "--stages", "0-8", "--record", record)
    answers, at = answers_of(record), 0
    for stage in told["stages"]:
        orders = answers[at + 4][1].splitlines()[1:]
        assert ("6 0" in orders) == (stage["opponent"] in EARLY), (stage, orders)
        at += stage["turns"]
    assert at == len(answers)
    taisen("replay", record, "--verify")
    assert sorted(s["opponent"] for s in told["stages"]) == sorted(OPPONENTS)


def test_a_program_that_ends_loses_the_rest_of_its_campaign():
    told = campaign("echo brief; read a; echo 0", "--seed", "5", "--stages", "3-6")
    assert told["points"] == 0 and told["fault"] == "gone"
    assert [(s["result"], s["turns"]) for s in told["stages"]] == [("loss", 1)] + [("loss", 0)] * 3


def test_wrong_use_of_campaign_is_told():
    refused("campaign", "codevs4", says="one seat")
    refused("campaign", "reborn", "bot:random", says="no campaign")
    refused("campaign", "codevs4", "bot:nobody", says="nobody")
    refused("campaign", "codevs4", "bot:random", "--setup", "moon=1", says="moon")
    for stages in ("41", "5-4", "x", "1-", "-1", "1-2-3", "", "99999999999999-3"):
        refused("campaign", "codevs4", "bot:random", "--stages", stages, says="--stages")


# ---- programs over pipes ----

def test_two_programs_play_three_stages_over_pipes():
    record = path("pipes.jsonl")
    for seats in ((SIMPLE, SIMPLE_PY), (SIMPLE_PY, SIMPLE)):
        told = play(*seats, "--seed", "4", "--record", record)
        assert told["reason"] == "stages" and sum(told["score"]) == 6, told
        assert [s["fault"] for s in told["seats"]] == [None, None]
        taisen("replay", record, "--verify")


def test_a_program_that_knows_one_corner_can_play_the_other():
    only_upper_left = path("corner.py")
    with open(SIMPLE_PY.split()[1], encoding="utf-8") as f:
        text = f.read()
    changed = text.replace("castle[1] + castle[2] > 99", "False")
    assert changed != text
    with open(only_upper_left, "w", encoding="utf-8") as f:
        f.write(changed)
    record = path("mirror.jsonl")
    play("bot:random", f"/usr/bin/python3 {only_upper_left}", "--seed", "4", "--record", record,
         "--setup", "mirror=1", "--setup", "stages=1")
    castle = taisen("replay", record, "--input", "0:2").stdout.splitlines()[5].split()
    assert castle[0] == "6" and int(castle[1]) + int(castle[2]) <= 40, castle
    truth = json.loads(taisen("replay", record, "--turn", "0").stdout)["units"][6]
    assert truth[2:4] == [99 - int(castle[1]), 99 - int(castle[2])]


# ---- programs that misbehave ----

def rogue(code):
    name = path(f"rogue{abs(hash(code))}.py")
    with open(name, "w", encoding="utf-8") as f:
        f.write("import sys, time\nprint('rogue', flush=True)\nput = sys.stdout.buffer.write\n" + code + "\nsys.stdout.flush()\n")
    return f"/usr/bin/python3 {name}"


def fault_of(code, *args):
    told = play(rogue(code), "bot:random", "--seed", "1", *args)
    assert told["winner"] == 1 and told["score"] == [0, 6], told
    return told["seats"][0]["fault"]


def test_unreadable_counts_are_invalid():
    for count in ("x", "-1", "", "1 2", "1e3"):
        assert fault_of(f"print({count!r}, flush=True); time.sleep(60)") == "invalid"


def test_binary_garbage_is_invalid():
    assert fault_of(r"put(b'\x00\xff\xfe\x80\n'); sys.stdout.flush(); time.sleep(60)") == "invalid"


def test_a_billion_orders_are_not_believed():
    assert fault_of("print(10**9, flush=True)\nwhile True: print('1 R\\n' * 1000, flush=True)") == "invalid"


def test_an_answer_cut_short_is_a_program_gone():
    assert fault_of("print('3\\n1 R\\n2 R')") == "gone"


def test_silence_and_not_reading_cost_the_time():
    assert fault_of("time.sleep(60)", "--match-ms", "500") == "timeout"
    # Answers without reading: its input fills up, and then it cannot even be asked any more.
    assert fault_of("print('0\\n' * 5000, flush=True); time.sleep(60)", "--match-ms", "1500") == "timeout"


def test_ignored_orders_cost_nothing():
    code = ("while True:\n"
            "    for line in iter(sys.stdin.readline, 'END\\n'):\n"
            "        if not line: sys.exit()\n"
            "    print('9\\n0 0\\n0 0\\n12 R\\n6 0\\n7 U\\n\\n\\xff R\\n99999 L\\n1 u', flush=True)")
    told = play(rogue(code), "bot:random", "--seed", "1", "--setup", "stages=1")
    assert told["reason"] == "stages" and told["seats"][0]["fault"] is None, told


# ---- the opponents ----

def test_first_workers_come_in_turn_4_or_later():
    for name in OPPONENTS:
        turn, kind, _cell = Story.of(name).made[0]
        if name in EARLY:
            assert (turn, kind) == (4, WORKER), (name, turn, kind)
        else:
            assert turn > 4, (name, turn, kind)


def test_schwarz_saves_for_a_base_and_makes_assassins_only():
    story = Story.of("schwarz")
    turn, kind, cell = story.made[0]
    assert kind == BASE and 40 <= turn <= 60 and cell == story.castle, story.made[0]
    assert story.count(KNIGHT, FIGHTER, VILLAGE) == 0
    by_202 = sum(kind == ASSASSIN and turn <= 202 for turn, kind, _cell in story.made)
    assert 15 <= by_202 <= 45, by_202  # 29 are on record


def test_schwarz_sends_them_one_by_one_from_turn_120():
    story = Story.of("schwarz")
    away = [story.away(frame, 3) for frame in story.frames]
    assert max(away[:120]) == 0 and max(away[120:160]) >= 10
    assert max(b - a for a, b in zip(away, away[1:])) <= 2


def test_silber_rushes_with_knights_within_300_turns():
    story = Story.of("silber")
    assert story.count(FIGHTER, ASSASSIN) == 0
    arrived = [frame["turn"] for frame in story.frames
               if any(u[1] == 1 and u[5] == KNIGHT and distance((u[2], u[3]), story.foe_castle) <= 4 for u in frame["units"])]
    assert arrived and arrived[0] < 300 and story.frames[-1]["result"] == "p2", arrived[:1]


def test_bases_stand_at_the_castle_or_not():
    for name in OPPONENTS:
        bases = Story.of(name).cells_of(BASE)
        at_home = [cell for cell in bases if distance(cell, Story.of(name).castle) <= 2]
        assert bases, name
        if name in ("zinnober", "schwarz", "lila"):
            assert at_home == bases, (name, bases)
        elif name != "grun":
            assert not at_home, (name, bases)


def test_lila_sends_a_mass_all_at_once():
    story = Story.of("lila")
    away = [story.away(frame, 12) for frame in story.frames]
    start = next(turn for turn, count in enumerate(away) if count > 0)
    assert max(away[start:start + 25]) >= 45, (start, away[start:start + 25])


def test_villages_of_chokudAI_and_lila_stand_on_resource_cells():
    for name in ("chokudAI", "lila"):
        villages = Story.of(name).cells_of(VILLAGE)
        assert villages and set(villages) <= Story.of(name).cells, (name, villages)


def test_grun_has_a_watch_village_on_the_line():
    story = Story.of("grun")
    watch = [cell for cell in story.cells_of(VILLAGE) if sum(cell) == 110]
    assert watch and not set(watch) & story.cells, story.cells_of(VILLAGE)
    assert story.count(BASE) >= 2


def test_grun_counters_what_it_has_met():
    story = Story.of("grun", first="bot:silber")
    assert story.count(FIGHTER) > 2 * story.count(ASSASSIN) and story.count(FIGHTER) > story.count(KNIGHT)
    before = Story.of("grun")
    assert before.count(KNIGHT) > 0 and before.count(ASSASSIN) > 0, "a mix as long as nobody is met"


def test_gelb_has_many_workers_and_knights_and_no_assassins():
    story = Story.of("gelb")
    assert story.count(ASSASSIN) == 0 and story.count(WORKER) >= 20 and story.count(KNIGHT) >= 40


def test_rosa_and_colunAI_fall_to_an_early_attack():
    for name in ("rosa", "colunAI"):
        ends = [Story.of(name, first="bot:silber", seed=seed).frames[-1] for seed in (1, 2, 3)]
        early = [end for end in ends if end["result"] == "p1" and end["turn"] < 300]
        assert len(early) >= 2, [(end["result"], end["turn"]) for end in ends]


def test_opponents_play_the_upper_left_corner_as_well():
    for name in OPPONENTS:
        told = play(f"bot:{name}", "bot:random", "--seed", "2", "--setup", "stages=1")
        assert told["winner"] == 0, (name, told)


try:
    tap.run(sys.modules[__name__])
finally:
    shutil.rmtree(TMP)
