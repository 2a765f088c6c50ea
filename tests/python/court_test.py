"""Contests between network clients: `seat = tcp`, with the unchanged CHaser clients in C, Python, Ruby and JavaScript.

Usage: court_test.py TAISEN SOURCE_ROOT BUILD_ROOT
"""
import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time

from kit import leftovers
from kit import tap
from kit.clients import chaser_clients
from kit.ports import free_ports

TAISEN, SOURCE, BUILD = (os.path.abspath(a) for a in sys.argv[1:4])
TMP = leftovers.folder("taisen-court-")
CLIENTS = dict(zip(("Aki", "Ben", "Chie", "Dan"), chaser_clients(SOURCE, BUILD)))
EXPECTED = re.compile(r"court (\d+): (.+), game (\d+): (\w+) \(COOL\) (?:connects to port (\d+)|is here); (\w+) \(HOT\) (?:connects to port (\d+)|is here)")


def contest(name, more="", courts=2, players=CLIENTS, final="format = knockout\njudge = items\nextra-games = 4\n"):
    first = free_ports(2 * courts)
    path = os.path.join(TMP, name)
    with open(path, "w", encoding="utf-8") as out:
        out.write(f"[contest]\ngame = chaser\nseed = 3\nsetup = turns=20\nports = {first}-{first + 2 * courts - 1}\n")
        for player in players:
            out.write(f"[player {player}]\nseat = {'tcp' if player in CLIENTS else 'bot:chaser-2'}\n")
        out.write(f"{more}[phase Knockout]\n{final}")
    return path


class Day:
    """A contest, and people who start their clients where the terminal says so."""

    def __init__(self, file, *args, odd=None, stop_after=None):
        self.odd, self.stop_after = odd or {}, stop_after
        self.process = subprocess.Popen([TAISEN, "tournament", file, "--json", *args], cwd=TMP, text=True,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        leftovers.begun.append(self.process)
        self.lines, self.games, self.threads = [], [], []
        self.reader = threading.Thread(target=self.read)
        self.reader.start()

    def read(self):
        for line in self.process.stderr:
            self.lines.append(line)
            found = EXPECTED.match(line)
            if not found:
                continue
            court, match, game, cool, cool_port, hot, hot_port = found.groups()
            self.games.append((int(court), match, int(game), cool, hot))
            if self.stop_after and len(self.games) == self.stop_after:
                self.process.kill()
                continue
            for name, port in ((cool, cool_port), (hot, hot_port)):
                if port:
                    self.threads.append(threading.Thread(target=self.sit_down, args=(name, int(port))))
                    self.threads[-1].start()

    def sit_down(self, name, port):
        if name in self.odd:
            self.odd[name](port)
            return
        client = subprocess.Popen([*CLIENTS[name], "127.0.0.1", str(port), name], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        leftovers.begun.append(client)
        client.wait(60)

    def end(self, status=0):
        limit = threading.Timer(120, self.process.kill)  # rather than to wait for clients for ever
        limit.start()
        out = self.process.stdout.read()
        limit.cancel()
        code = self.process.wait(120)
        self.reader.join(60)
        assert code == status, (code, self.lines)
        for thread in self.threads if status == 0 else []:
            thread.join(60)
        return json.loads(out) if out else None


def games_of(journal):
    with open(journal, encoding="utf-8") as f:
        return [json.loads(line) for line in f][1:]


def test_a_knockout_of_unchanged_clients():
    journal = os.path.join(TMP, "clients.jsonl")
    day = Day(contest("clients.ini"), "--out", journal)
    result = day.end()
    assert result["over"] and sorted(result["places"]) == sorted(CLIENTS)
    games = games_of(journal)
    assert len(games) == result["games"] == len(day.games)
    matches = {}
    for game in games:
        matches.setdefault(game["key"].split(":")[1], []).append(game)
    for played in matches.values():
        played.sort(key=lambda g: int(g["key"].split(":")[2]))
        for first, second in zip(played[::2], played[1::2]):  # the same map with sides swapped
            assert first["seed"] == second["seed"] and first["seats"] == second["seats"][::-1], played
        seeds = [g["seed"] for g in played[::2]]
        assert len(set(seeds)) == len(seeds), "a replay is on another map"
        assert len({fault for g in played for fault in g["faults"]}) == 1, played
    # Nobody is expected in two places at once, and a match stays on its court.
    courts = {}
    for court, match, _, cool, hot in day.games:
        assert courts.setdefault((match, frozenset((cool, hot))), court) == court, day.games
    playing = set()
    for line in day.lines:
        found = EXPECTED.match(line)
        if found:
            assert not playing & {found[4], found[6]}, day.lines
            playing |= {found[4], found[6]}
        over = re.match(r"(\w+) against (\w+): ", line)
        if over:
            playing -= {over[1], over[2]}
    assert any("Aki: the client is called Aki" in line for line in day.lines), day.lines


def test_more_wins_then_items_decide_and_a_bot_may_be_among_them():
    result = Day(contest("bots.ini", players=["Aki", "Robot", "Ben", "Robot2"])).end()
    for match in result["phases"][0]["matches"]:
        level = match["wins"][0] == match["wins"][1]
        side = match["players"].index(match["winner"])
        assert match["wins"][side] == max(match["wins"]) and (not level or match["items"][side] == max(match["items"])), match


def leave(port):
    """Says its name, waits for its turn, and is gone."""
    with socket.create_connection(("127.0.0.1", port), timeout=60) as s:
        s.sendall(b"Ben\r\n")
        s.recv(16)


def test_a_client_that_comes_in_the_moment_of_the_call_is_let_in():
    refused = []

    def come_at_once(port):
        try:
            leave(port)
        except ConnectionRefusedError:
            refused.append(port)
            leave_when_open(port)

    def leave_when_open(port):
        """So that the contest ends also where the first try was in vain."""
        end = time.monotonic() + 60
        while time.monotonic() < end:
            with contextlib.suppress(ConnectionRefusedError):
                return leave(port)

    file = contest("at_once.ini", courts=1, players=["Aki", "Ben"], final="format = round-robin\ngames = 20\n")
    day = Day(file, odd={"Aki": come_at_once, "Ben": come_at_once})
    assert day.end()["games"] == len(day.games) == 20 and not refused, refused


def test_who_disconnects_loses_the_game_and_the_match():
    journal = os.path.join(TMP, "gone.jsonl")
    day = Day(contest("gone.ini", players=["Aki", "Ben"]), "--out", journal, odd={"Ben": leave})
    assert day.end()["places"] == ["Aki", "Ben"]
    games = games_of(journal)
    assert len(games) == 2, games
    for game in games:
        ben = game["seats"].index(1)
        assert game["winner"] == 1 - ben and game["faults"][ben] == "gone", game


def pretend(name):
    def play(port):
        client = subprocess.Popen([*CLIENTS["Ben"], "127.0.0.1", str(port), name])
        leftovers.begun.append(client)
        client.wait(60)
    return play


def test_a_client_with_the_name_of_another_is_told():
    day = Day(contest("wrong.ini", players=["Aki", "Ben", "Robot"]), odd={"Aki": pretend("Ben")})
    day.end()
    assert any("Aki: the client is called Ben: is it the wrong one?" in line for line in day.lines), day.lines
    assert not any("Ben: the client is called Ben: is it" in line for line in day.lines), day.lines


def test_killed_and_resumed_it_goes_on_with_the_same_games():
    file, journal = contest("killed.ini"), os.path.join(TMP, "killed.jsonl")
    undisturbed = Day(file).end()
    for number in (2, 3):
        Day(file, "--out", journal, "--resume", stop_after=number).end(-signal.SIGKILL)
    before = len(games_of(journal))
    day = Day(file, "--out", journal, "--resume")
    result = day.end()
    assert 0 < before < result["games"] == before + len(day.games), (before, len(day.games))
    assert (result["hash"], result["places"]) == (undisturbed["hash"], undisturbed["places"])


def test_wrong_ports_and_seats_are_told():
    def refused(text, *says):
        path = os.path.join(TMP, "bad.ini")
        with open(path, "w", encoding="utf-8") as out:
            out.write(text)
        p = subprocess.run([TAISEN, "tournament", path], capture_output=True, text=True, timeout=60)
        assert p.returncode == 2 and all(word in p.stderr for word in says), p
    good = "[contest]\ngame = chaser\nports = 2009-2010\n[player A]\nseat = tcp\n[player B]\nseat = tcp\n[phase P]\nformat = knockout\n"
    for ports in ("2009", "2009-2011", "2010-2009", "0-1", "65535-65536", "2009-2010x", "1-300"):
        refused(good.replace("2009-2010", ports), "bad.ini:3", "ports", "2009-2010")
    refused(good.replace("seat = tcp\n[phase", "seat = tcp:2010\n[phase"), "bad.ini:6", "write `tcp`")
    path = contest("check.ini", courts=3)
    p = subprocess.run([TAISEN, "tournament", path, "--check"], capture_output=True, text=True, timeout=60)
    assert "4 network clients, 3 courts: ports " in p.stdout, p


tap.run(sys.modules[__name__])
