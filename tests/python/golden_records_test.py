"""Matches of our own bots, answer by answer, with the hash of every state: they go the same way under the rules of today.

Usage: golden_records_test.py TAISEN SOURCE_ROOT
The records are games/GAME/golden/records/*.jsonl.zst and those that `taisen check` plays on from, kits/positions.
"""
import glob
import os
import subprocess
import sys

from kit import games_kit
from kit import tap

TAISEN, SOURCE = (os.path.abspath(a) for a in sys.argv[1:3])


def records(game):
    return sorted([*glob.glob(os.path.join(SOURCE, "games", game, "golden", "records", "*.jsonl.zst")),
                   *glob.glob(os.path.join(SOURCE, "kits", "positions", game + ".jsonl.zst"))])


def replay(game):
    for path in records(game):
        p = subprocess.run([TAISEN, "replay", path, "--verify"], capture_output=True, text=True, timeout=120)
        assert p.returncode == 0, f"{os.path.relpath(path, SOURCE)}: {p.stderr.strip()}"


def add_tests():
    for game in filter(records, games_kit.games(TAISEN)):
        globals()[f"test_{len(records(game))}_records_of_{game}_go_the_same_way"] = lambda game=game: replay(game)


add_tests()
tap.run(sys.modules[__name__])
