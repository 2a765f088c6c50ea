"""Programs at home over a bad line: packets late in either direction, and many of them lost.

Usage: weather_test.py TAISEN SOURCE_ROOT WEATHER [SCALE]

The scale `small` is a few short matches at 100 ms and 5 %; `heavy` (tests/heavy/netem) two hundred whole ones of all
games at 300 ms and 10 %.
"""
import json
import os
import re
import shutil
import subprocess
import sys
import time

from kit import games_kit
from kit import tap
from kit.site_kit import TAISEN, TMP, Site

WEATHER = os.path.abspath(sys.argv[3])
SCALE = sys.argv[4] if len(sys.argv) > 4 else "small"
# How many matches of each game, and how many at a time: in the small test those that can be over after four turns.
TINY = "turns=4"
GAMES = games_kit.games(TAISEN)
PLANS = {
    "small": {game: (2, 2) for game in GAMES if games_kit.accepts(TAISEN, game, TINY)},
    "heavy": {game: (10, 10) if games_kit.short(TAISEN, game) else (60, 30) for game in GAMES},
}
WEATHERS = {"small": ("100", "5"), "heavy": ("300", "10")}
WORD = "correct horse"


def make_league(var):
    """A ladder a game with the bot random, and a token each."""
    site = Site(var, "--no-bots", "--signup", "open", "--tries", "1000")
    tokens = {}
    try:
        for game in PLANS[SCALE]:
            status, headers, body = site.ask(
                "POST", "/api/v1/accounts", json.dumps({"name": "far-" + game, "password": WORD}),
                {"Content-Type": "application/json"})
            assert status == 201, body
            cookie, csrf = headers["Set-Cookie"].split(";")[0], json.loads(body)["csrf"]
            status, _, body = site.ask(
                "POST", "/api/v1/tokens", json.dumps({"name": "far"}),
                {"Content-Type": "application/json", "Cookie": cookie, "X-CSRF-Token": csrf})
            assert status == 201, body
            tokens[game] = json.loads(body)["token"]
    finally:
        site.stop()
    db = os.path.join(TMP, var, "league.db")
    for game in PLANS[SCALE]:
        # The bot may be late on a busy machine; of the program at home only its own clock is looked at.
        short = ["--setup", TINY] if SCALE == "small" else games_kit.short(TAISEN, game)
        for words in (["add-ladder", "far-" + game, game, *short], ["add-player", "far-" + game, "random", "bot:random"]):
            subprocess.run([TAISEN, "db", *words, "--db", db], check=True, stdout=subprocess.DEVNULL)
    return tokens


def inside(pid, *command, **more):
    return subprocess.Popen(["nsenter", f"--net=/proc/{pid}/ns/net", *command], stdout=subprocess.PIPE, text=True,
                            start_new_session=True, **more)


def play(near, far, tokens):
    """Ends of all matches, by game."""
    env = {**os.environ, "XDG_STATE_HOME": os.path.join(TMP, "state")}
    serve = inside(near, TAISEN, "serve", "--json", "--listen", "10.99.0.1:8080", "--var", os.path.join(TMP, "far"),
                   "--no-bots", "--home-limit", "256")
    clients = {}
    try:
        assert serve.stdout.readline()
        for game, (matches, jobs) in PLANS[SCALE].items():
            clients[game] = inside(
                far, TAISEN, "join", "http://10.99.0.1:8080", "--token", tokens[game], "--ladder", "far-" + game,
                "--matches", str(matches), "--jobs", str(jobs), "--json", "--", TAISEN, "bot", game, "random", env=env)
        ends = {}
        for game, client in clients.items():
            lines = [json.loads(line) for line in client.stdout]
            ends[game] = [line for line in lines if line["event"] == "end"]
            assert client.wait(timeout=60) == 0, (game, client.returncode)
        return ends
    finally:
        for process in (*clients.values(), serve):
            if process.poll() is None:
                process.terminate()
                process.communicate(timeout=60)


def test_a_bad_line_costs_no_match_and_no_time():
    if not shutil.which("nsenter"):
        raise tap.Skip("there is no nsenter")
    weather = subprocess.Popen([WEATHER, *WEATHERS[SCALE], "1"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True)
    line = weather.stdout.readline()
    if not line:
        why = weather.communicate()[1].strip()
        assert weather.returncode == 77, why
        raise tap.Skip(why)
    begun = time.monotonic()
    try:
        near, far = map(int, line.split())
        tokens = make_league("far")
        ends = play(near, far, tokens)
    finally:
        told = weather.communicate()[0]
    for game, (matches, _) in PLANS[SCALE].items():
        results = [end["result"] for end in ends[game]]
        charged = sorted(end["ms"] for end in ends[game])
        print(f"# {game}: {len(results)} matches, {results.count('win')} won, {sum(e['turns'] for e in ends[game])} "
              f"turns, charged {charged[len(charged) // 2]} ms in the median and {charged[-1]} at most, "
              f"forgiven {max(e['forgiven_ms'] for e in ends[game])} ms at most", flush=True)
        assert len(results) == matches and "void" not in results, (game, results)
        assert not [end for end in ends[game] if end["fault"]], [end for end in ends[game] if end["fault"]]
    print(f"# {re.sub(chr(10), '', told)}; {time.monotonic() - begun:.0f} s", flush=True)


if __name__ == "__main__":
    try:
        tap.run(sys.modules["__main__"])
    finally:
        shutil.rmtree(TMP, ignore_errors=True)
