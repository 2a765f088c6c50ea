"""Programs that play from home: `taisen join`, the client in Python, a relay for CHaser, and whoever does not play by
the rules.

Usage: home_test.py TAISEN SOURCE_ROOT
"""
import argparse
import contextlib
import fcntl
import importlib.util
import json
import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time

from kit import games_kit
from kit import tap
from kit.site_kit import SOURCE, TAISEN, TMP, Site, conforms, wait_for

WORD = "correct horse"
JOIN_PY = os.path.join(SOURCE, "kits", "home", "taisen_join.py")
STATE = os.path.join(TMP, "state")
GAMES = games_kit.games(TAISEN)
PYTHON = "/usr/bin/python3"
STARTED = []


def write(name, text):
    path = os.path.join(TMP, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


# Says its name, then nothing for ever; what it is sent goes to a file.
MUTE = write("mute.py", "import sys\nprint('mute', flush=True)\n"
             "with open(sys.argv[1], 'a') as f:\n for line in sys.stdin: f.write(line); f.flush()\n")


def bot(game, name="random"):
    return [TAISEN, "bot", game, name]


def sign_up(site, name):
    """A token of a new account."""
    status, headers, body = site.ask("POST", "/api/v1/accounts", json.dumps({"name": name, "password": WORD}),
                                     {"Content-Type": "application/json"})
    assert status == 201, body
    cookie, csrf = headers["Set-Cookie"].split(";")[0], json.loads(body)["csrf"]
    status, _, body = site.ask("POST", "/api/v1/tokens", json.dumps({"name": "home"}),
                               {"Content-Type": "application/json", "Cookie": cookie, "X-CSRF-Token": csrf})
    assert status == 201, body
    return json.loads(body)["token"]


def db(site, *words):
    subprocess.run([TAISEN, "db", *words, "--db", os.path.join(site.var, "league.db")], check=True,
                   stdout=subprocess.DEVNULL)


def ask_db(site, sql, *values):
    with contextlib.closing(sqlite3.connect(os.path.join(site.var, "league.db"), timeout=60)) as connection:
        return connection.execute(sql, values).fetchall()


def ladder(site, name, game, *bots, **more):
    db(site, "add-ladder", name, game, *more.get("options", ()))
    for seat in bots:
        db(site, "add-player", name, seat.replace(":", "-"), seat)
    return name


class Client:
    """`taisen join` with its events."""

    def __init__(self, site, token, *words, port=None, command=None, scheme="http"):
        env = {**os.environ, "XDG_STATE_HOME": STATE}
        tail = ["--", *command] if command else []
        self.process = subprocess.Popen(
            [TAISEN, "join", f"{scheme}://127.0.0.1:{port or site.port}", "--token", token, "--json", *words, *tail],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True, env=env)
        STARTED.append(self.process)
        self.lines, self.errors = [], []
        self.threads = [threading.Thread(target=self.read, args=pair, daemon=True)
                        for pair in ((self.process.stdout, self.lines), (self.process.stderr, self.errors))]
        for thread in self.threads:
            thread.start()

    @staticmethod
    def read(stream, lines):
        for line in stream:
            lines.append(line)

    def events(self, kind):
        return [e for e in map(json.loads, list(self.lines)) if e["event"] == kind]

    def wait(self, kind, count=1):
        return wait_for(lambda: len(self.events(kind)) >= count and self.events(kind)[count - 1])

    def end(self, status=0):
        code = self.process.wait(timeout=90)
        for thread in self.threads:
            thread.join(60)
        assert code == status, (code, self.lines, self.errors)
        return self.events("end")

    def interrupt(self):
        """What a terminal does at Ctrl-C."""
        os.killpg(self.process.pid, signal.SIGINT)

    def kill(self):
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(timeout=60)


class Line:
    """A line by hand: what a hostile client would do."""

    def __init__(self, site, token, query):
        self.sock = socket.create_connection(("127.0.0.1", site.port), timeout=60)
        self.sock.sendall(f"GET /api/v1/home/line?{query} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\n"
                          "Upgrade: taisen-line\r\nConnection: Upgrade\r\n\r\n".encode())
        self.buffer, self.got, self.token, self.match, self.prompt = b"", 0, "", None, b""
        while b"\r\n\r\n" not in self.buffer:
            self.fill()
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        self.status = int(head.split()[1])

    def fill(self):
        more = self.sock.recv(65536)
        if not more:
            raise EOFError
        self.buffer += more

    def frame(self):
        while b"\n" not in self.buffer:
            self.fill()
        head, rest = self.buffer.split(b"\n", 1)
        word, a, b = head.decode().split()
        size = int(a) if word in ("data", "place", "match", "end", "note", "bye") else 0
        while len(self.buffer) < len(head) + 1 + size:
            self.fill()
        rest = self.buffer[len(head) + 1:]
        self.buffer = rest[size:]
        if word not in ("ping", "pong", "back"):
            self.got += len(head) + 1 + size
        if word == "place":
            self.token = rest[:size].decode()
        if word == "match":
            self.match = json.loads(rest[:size])
        return word, int(a), int(b), rest[:size]

    def until(self, *words, echo=True):
        """The next frame of these kinds; pings are sent back meanwhile."""
        while True:
            frame = self.frame()
            if frame[0] == "ping" and echo:
                self.sock.sendall(b"pong %d %d\n" % (frame[1], self.got))
            if frame[0] in words:
                return frame

    def say(self, data):
        self.sock.sendall(b"data %d %d\n" % (len(data), self.match["match"]) + data)

    def is_cut_off(self):
        try:
            while True:
                if self.frame()[0] == "bye":
                    return True
        except (EOFError, OSError):
            return True

    def close(self):
        self.sock.close()


SITE = Site("home", "--no-bots", "--signup", "open", "--tries", "1000")
TOKENS = {name: sign_up(SITE, name) for name in ("ana", "ben", "eve")}


def result_of(match, site=SITE):
    row = ask_db(site, "SELECT winner, reason, fault0, fault1 FROM results WHERE match = ?", match)
    return row[0] if row else None


def finish(process):
    """With all that it started: whoever is left behind holds our output open, and the tests would wait for it."""
    with contextlib.suppress(OSError):
        if os.getpgid(process.pid) == process.pid:
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    process.wait(timeout=60)


# ---- playing ----

def test_a_program_at_home_plays_every_game_and_its_rating_moves():
    for game in GAMES:
        client = Client(SITE, TOKENS["ana"], "--game", game, "--matches", "2", command=bot(game))
        ends = client.end()
        assert len(ends) == 2 and {e["result"] for e in ends} <= {"win", "loss", "draw"}, ends
        assert not [e for e in ends if e["fault"]], ends
        stays = game == "codevs5" and all(e["before"] == 0 and e["result"] != "win" for e in ends)  # nobody falls below 0, and a draw of equals is worth 0
        assert stays or any(e["before"] != e["after"] for e in ends), ends
        for e in ends:
            record = SITE.ask("GET", f"/api/v1/matches/{e['match']}/record")[2].decode()
            assert '"seat":"home"' in record or "home" in record.splitlines()[0], record[:300]


def test_a_program_is_sent_the_bytes_that_play_would_send_it():
    name = ladder(SITE, "bytes", "reborn", "bot:random", options=("--setup", "turns=3"))
    tee = write("tee.sh", '#!/bin/sh\ntee "$1" | "$2" bot reborn random\n')
    seen, same = (os.path.join(TMP, n) for n in ("seen", "same"))
    client = Client(SITE, TOKENS["ana"], "--ladder", name, "--once", command=["sh", tee, seen, TAISEN])
    end, = client.end()
    begun = client.events("match")[0]
    seed = ask_db(SITE, "SELECT seed FROM matches WHERE id = ?", end["match"])[0][0] % 2**64
    seats = [f"sh {tee} {same} {TAISEN}", "bot:random"]
    subprocess.run([TAISEN, "play", "reborn", *(seats if begun["side"] == 0 else seats[::-1]), "--seed", str(seed),
                    "--setup", "turns=3"], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with open(seen, encoding="utf-8") as one, open(same, encoding="utf-8") as other:
        # But for the time that is left: of 180000 ms at the most a few seconds are gone.
        first, second = (re.sub(r"(?m)^1[78]\d{4}$", "TIME", file.read()) for file in (one, other))
        assert first == second and first.count("TIME") == 6, (first[-900:], second[-900:])


def test_a_match_with_a_program_at_home_is_shown_after_its_end():
    name = ladder(SITE, "held", "chaser", "bot:random")
    go = os.path.join(TMP, "go")
    slow = ["sh", "-c", f'while [ ! -e "{go}" ]; do sleep 0.02; done; exec "$@"', "sh", *bot("chaser")]
    client = Client(SITE, TOKENS["ana"], "--ladder", name, "--once", command=slow)
    match = wait_for(lambda: ask_db(SITE, "SELECT m.id FROM matches m JOIN jobs j ON j.match = m.id JOIN ladders l ON l.id = m.ladder"
                                          " WHERE l.name = ?", name))[0][0]
    path = f"/api/v1/matches/{match}"
    for who in {}, {"Authorization": "Bearer " + TOKENS["ana"]}:  # its own author, too
        status, _, body = SITE.ask("GET", path + "/live", None, who)
        assert status == 403 and b"after its end" in body, (status, body)
        told = json.loads(SITE.ask("GET", path, None, who)[2])
        assert told["seed"] is None and not told["is_live"] and told["state"] == "running", told
    with open(go, "w", encoding="utf-8"):
        pass
    end, = client.end()
    assert end["match"] == match and SITE.get(f"/api/v1/matches/{end['match']}")["seed"], end
    assert SITE.ask("GET", f"/api/v1/matches/{end['match']}/live")[0] == 200


def test_several_at_once_and_home_against_home():
    name = ladder(SITE, "two", "reborn")
    clients = [Client(SITE, TOKENS[who], "--ladder", name, "--matches", "4", "--jobs", "2", command=bot("reborn"))
               for who in ("ana", "ben")]
    ends = [client.end() for client in clients]
    assert [len(e) for e in ends] == [4, 4], ends
    assert {e["match"] for e in ends[0]} == {e["match"] for e in ends[1]}
    opposite = {"win": "loss", "loss": "win", "draw": "draw"}
    other = {e["match"]: e["result"] for e in ends[1]}
    assert all(other[e["match"]] == opposite[e["result"]] for e in ends[0]), ends


def test_a_program_of_the_store_plays_against_one_at_home_in_the_cage():
    folder = os.path.join(TMP, "program")
    os.makedirs(folder, exist_ok=True)
    os.chmod(TMP, 0o755)
    with open(os.path.join(folder, "run.sh"), "w", encoding="utf-8") as file:
        file.write("#!/bin/sh\ntouch /root/escaped /etc/escaped 2>/dev/null\nexec /usr/bin/python3 "
                   f"{folder}/player.py\n")
    shutil.copy(os.path.join(SOURCE, "tests", "players", "reborn_simple.py"), os.path.join(folder, "player.py"))
    os.chmod(os.path.join(folder, "run.sh"), 0o755)
    name = ladder(SITE, "caged", "reborn", options=("--setup", "turns=5"))
    db(SITE, "add-player", name, "stored", os.path.join(folder, "run.sh"))
    client = Client(SITE, TOKENS["ana"], "--ladder", name, "--once", command=bot("reborn"))
    end, = client.end()
    assert end["result"] in ("win", "loss", "draw"), (end, ask_db(SITE, "SELECT void FROM matches WHERE id = ?", end["match"]))
    assert end["turns"] == 5 and not os.path.exists("/etc/escaped") and not os.path.exists("/root/escaped"), end


def test_a_queued_match_waits_for_the_program_and_workers_leave_it():
    name = ladder(SITE, "queued", "chaser", "bot:random", options=("--set", "pairing=1", "--setup", "turns=4"))
    first = Client(SITE, TOKENS["ben"], "--ladder", name, "--once", command=bot("chaser"))
    first.end()
    db(SITE, "queue", name, "ben", "bot-random", "--games", "2")
    subprocess.run([TAISEN, "worker", "--once", "--jobs", "1", "--quiet", "--db", os.path.join(SITE.var, "league.db")],
                   check=True, stderr=subprocess.DEVNULL, timeout=60)
    waiting = ask_db(SITE, "SELECT match FROM jobs")
    assert len(waiting) == 2, waiting
    client = Client(SITE, TOKENS["ben"], "--ladder", name, "--matches", "2", command=bot("chaser"))
    assert {e["match"] for e in client.end()} == {match for match, in waiting}


def test_the_client_in_python_plays_too():
    name = ladder(SITE, "python", "reborn", "bot:random", options=("--setup", "turns=5"))
    done = subprocess.run([PYTHON, JOIN_PY, f"http://127.0.0.1:{SITE.port}", "--token", TOKENS["ana"], "--ladder", name,
                           "--matches", "2", "--", *bot("reborn")], capture_output=True, text=True, timeout=90)
    assert done.returncode == 0 and done.stdout.count("rating") == 2, (done.stdout, done.stderr)


def test_the_client_in_python_says_that_the_ladder_closed_and_ends():
    name = ladder(SITE, "shutting", "reborn", "bot:random", options=("--setup", "turns=5"))
    client = subprocess.Popen([PYTHON, JOIN_PY, f"http://127.0.0.1:{SITE.port}", "--token", TOKENS["ana"], "--ladder", name, "--", *bot("reborn")],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    STARTED.append(client)
    assert "waiting" in client.stdout.readline()
    db(SITE, "close", name)
    said, wrong = client.communicate(timeout=90)
    assert client.returncode == 1 and re.fullmatch(r"taisen_join: (the site says: )?the ladder( shutting)? is closed\n", wrong), (said, wrong)


def test_a_chaser_client_connects_to_the_relay():
    with socket.socket() as probe:  # a port that is free now; nobody else asks for one of this range in between
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    client = Client(SITE, TOKENS["ana"], "--game", "chaser", "--relay", str(port))
    for count in (1, 2):
        def connected():
            player = subprocess.Popen([PYTHON, os.path.join(SOURCE, "tests", "players", "chaser_client.py"), "127.0.0.1",
                                       str(port), "school"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            STARTED.append(player)
            wait_for(lambda: player.poll() is not None or len(client.events("match")) >= count)
            return player if len(client.events("match")) >= count else None
        player = wait_for(connected)
        end = client.wait("end", count)
        player.wait(timeout=60)
        assert end["result"] in ("win", "loss", "draw") and not end["fault"], end
    client.interrupt()
    client.end(status=130)


# ---- lines that break ----

class Cutter:
    """A proxy that can cut all its connections."""

    def __init__(self, port):
        self.target, self.pairs = port, []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                near, _ = self.listener.accept()
                far = socket.create_connection(("127.0.0.1", self.target))
            except OSError:
                return
            self.pairs.append((near, far))
            for pair in ((near, far), (far, near)):
                threading.Thread(target=self.copy, args=pair, daemon=True).start()

    @staticmethod
    def copy(source, target):
        try:
            while data := source.recv(65536):
                target.sendall(data)
        except OSError:
            pass
        for sock in (source, target):
            with contextlib.suppress(OSError):
                sock.shutdown(socket.SHUT_RDWR)

    def cut(self):
        pairs, self.pairs = self.pairs, []
        for pair in pairs:
            for sock in pair:
                with contextlib.suppress(OSError):
                    sock.shutdown(socket.SHUT_RDWR)
        return len(pairs)


def join_module():
    spec = importlib.util.spec_from_file_location("taisen_join", JOIN_PY)
    join = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(join)
    return join


class BreakingSocket:
    """Gives these bytes once; what is sent over it finds the line broken."""

    def __init__(self, data):
        self.data = data

    def recv(self, size):
        data, self.data = self.data, b""
        if not data:
            raise BlockingIOError
        return data

    def send(self, data):
        raise BrokenPipeError


def test_the_python_client_loses_no_frame_when_the_line_breaks():
    """The site has sent a prompt and a ping; the line breaks while the ping is answered. The prompt was counted: it must be used."""
    join = join_module()
    line = join.Line(argparse.Namespace())
    line.sock = BreakingSocket(b"data 5 7\nhelloping 1 0\ndata 3 7\nyou")
    frames = line.receive()
    assert frames == [("data", 5, 7, b"hello"), ("data", 3, 7, b"you")], frames
    try:
        line.flush()
        raise AssertionError("the line was broken")
    except join.Broken:
        pass


def test_the_python_client_overtakes_nothing_when_it_comes_back():
    """The program answers while the line is new and the site has not yet said what it has: what is missing must go first."""
    line = join_module().Line(argparse.Namespace())
    line.kept = b"data 3 7\nold"
    line.send("data", 3, 7, b"new")
    assert line.out == b"", line.out
    line.sock = BreakingSocket(b"back 0 0\n")
    line.receive()
    assert line.out == b"data 3 7\nolddata 3 7\nnew", line.out
    line.send("data", 4, 7, b"next")
    assert line.out.endswith(b"newdata 4 7\nnext"), line.out


def slow_bot(game):
    """A bot that takes a tenth of a second for each line that it is asked."""
    script = write("slow.py", "import subprocess, sys, threading, time\n"
                   "p = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)\n"
                   "def feed():\n"
                   " for line in iter(sys.stdin.buffer.readline, b''): p.stdin.write(line); p.stdin.flush()\n"
                   " p.stdin.close()\n"
                   "threading.Thread(target=feed, daemon=True).start()\n"
                   "for line in iter(p.stdout.readline, b''): time.sleep(0.1); sys.stdout.buffer.write(line); "
                   "sys.stdout.buffer.flush()\n")
    return [PYTHON, script, *bot(game)]


def test_a_broken_line_comes_back_into_the_running_match():
    name = ladder(SITE, "cut", "reborn", "bot:random", options=("--setup", "turns=20"))
    for client_of in ("c", "python"):
        cutter = Cutter(SITE.port)
        if client_of == "c":
            client = Client(SITE, TOKENS["ana"], "--ladder", name, "--once", port=cutter.port, command=slow_bot("reborn"))
            client.wait("match")
        else:
            done = subprocess.Popen([PYTHON, JOIN_PY, f"http://127.0.0.1:{cutter.port}", "--token", TOKENS["ana"],
                                     "--ladder", name, "--once", "--", *slow_bot("reborn")], stdout=subprocess.PIPE, text=True)
            STARTED.append(done)
            for line in done.stdout:
                if "against" in line:
                    break
            else:
                raise AssertionError("the client ended before it had an opponent")
        cuts = 0
        for _ in range(3):
            process = client.process if client_of == "c" else done
            wait_for(lambda: cutter.pairs or process.poll() is not None)  # on a busy machine the match may be over
            time.sleep(0.3)  # somewhere in the match, wherever that is
            cuts += cutter.cut()
        assert cuts > 0, "the match was over before its line could be cut"
        if client_of == "c":
            end, = client.end()
            assert end["result"] != "void" and not end["fault"] and end["turns"] == 20, end
        else:
            text = done.communicate(timeout=90)[0]
            assert re.search(r"match \d+: (win|loss|draw) .*, 20 turns", text), text
        cutter.listener.close()


def is_held(match):
    """Whether a client that lives has noted this match."""
    folder = os.path.join(STATE, "taisen-join")
    for name in os.listdir(folder):
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            if f" {match} " not in file.read():
                continue
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return True
    return False


def test_the_match_of_a_killed_client_is_given_up_by_the_next():
    name = ladder(SITE, "killed", "codevs4", "bot:random")
    client = Client(SITE, TOKENS["ana"], "--ladder", name, command=[PYTHON, MUTE, os.path.join(TMP, "heard")])
    match = client.wait("match")["match"]
    side = client.events("match")[0]["side"]
    wait_for(lambda: os.path.exists(os.path.join(TMP, "heard")) and os.path.getsize(os.path.join(TMP, "heard")))
    client.kill()
    wait_for(lambda: not is_held(match))  # it dies in its own time
    second = Client(SITE, TOKENS["ana"], "--ladder", name, "--once", command=bot("codevs4"))
    second.end()
    assert f"match {match}; it is given up" in "".join(second.errors), second.errors
    wait_for(lambda: result_of(match))
    winner, _, *faults = result_of(match)
    assert winner == 1 - side and faults[side] == "gone", result_of(match)


def test_nobody_voids_a_lost_match_by_leaving():
    name = ladder(SITE, "leaver", "reborn", "bot:random")
    line = Line(SITE, TOKENS["eve"], f"ladder={name}")
    line.until("match")
    line.say(b"eve\n")
    line.until("data")
    line.close()
    status, _, body = SITE.ask("DELETE", f"/api/v1/home/places/{line.token}",
                               headers={"Authorization": f"Bearer {TOKENS['eve']}"})
    assert status == 200 and json.loads(body) == {"match": line.match["match"]}, body
    winner, _, *faults = wait_for(lambda: result_of(line.match["match"]))
    assert winner == 1 - line.match["side"] and faults[line.match["side"]] == "gone"


def test_a_killed_site_voids_what_was_played_and_clients_come_back():
    site = Site("restart", "--no-bots", "--signup", "open")
    token = sign_up(site, "ana")
    name = ladder(site, "again", "reborn", "bot:random")
    client = Client(site, token, "--ladder", name, command=slow_bot("reborn"))
    first = client.wait("match")["match"]
    os.killpg(site.process.pid, signal.SIGKILL)
    site.process.communicate()
    ask = sqlite3.connect(os.path.join(site.var, "league.db"), timeout=60)
    with ask:  # as if its lease had ended
        ask.execute("UPDATE jobs SET lease = 1")
    ask.close()
    process = subprocess.Popen([TAISEN, "serve", "--json", "--listen", f"127.0.0.1:{site.port}", "--var", site.var,
                                "--no-bots"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
    STARTED.append(process)
    assert process.stdout.readline(), process.stderr.read()
    second = client.wait("match", 2)["match"]
    assert second != first
    why, = wait_for(lambda: ask_db(site, "SELECT void FROM matches WHERE id = ? AND void IS NOT NULL", first))[0]
    assert "killed" in why and result_of(first, site) is None
    client.interrupt()
    client.wait("end")
    client.end(status=130)
    process.terminate()
    process.communicate(timeout=60)
    subprocess.run([TAISEN, "db", "check", "--db", os.path.join(site.var, "league.db")], check=True,
                   stdout=subprocess.DEVNULL)


# ---- those who do not play by the rules ----

def test_nobody_comes_in_with_a_wrong_token():
    client = Client(SITE, "tsn_" + "x" * 43, "--game", "reborn", command=["true"])
    client.end(status=2)
    assert "token" in "".join(client.errors), client.errors
    for headers, status in (({}, 426), ({"Upgrade": "taisen-line", "Connection": "Upgrade"}, 401)):
        assert SITE.ask("GET", "/api/v1/home/line?game=reborn", headers=headers)[0] == status
    for query, status in (("", 400), ("ladder=nothing", 404), ("game=reborn-people", 404), ("place=" + "a" * 200, 400),
                          ("place=" + "a" * 32, 404), ("game=%00", 400), ("game=reborn&place=x&got=-1", 400)):
        line = Line(SITE, TOKENS["eve"], query)
        assert line.status == status, (query, line.status)
        line.close()


def test_a_line_ends_with_the_password_of_its_account():
    name, empty = ladder(SITE, "moved", "reborn", "bot:random"), ladder(SITE, "moved-alone", "reborn")
    token = sign_up(SITE, "dan")
    line, client = Line(SITE, token, f"ladder={empty}"), Client(SITE, token, "--ladder", name, command=bot("reborn"))
    line.until("place")
    client.wait("match")
    status, headers, body = SITE.ask("POST", "/api/v1/session", json.dumps({"name": "dan", "password": WORD}),
                                     {"Content-Type": "application/json"})
    assert status == 200, body
    proof = {"Content-Type": "application/json", "Cookie": headers["Set-Cookie"].split(";")[0], "X-CSRF-Token": json.loads(body)["csrf"]}
    assert SITE.ask("PUT", "/api/v1/password", json.dumps({"old": WORD, "new": "another word"}), proof)[0] == 200
    assert line.is_cut_off()
    client.end(status=2)
    assert "token" in "".join(client.errors), client.errors
    line.close()


def test_the_place_of_another_is_out_of_reach():
    name = ladder(SITE, "reach", "reborn", "bot:random")
    line = Line(SITE, TOKENS["ana"], f"ladder={name}")
    line.until("match")
    stolen = Line(SITE, TOKENS["eve"], f"place={line.token}&got=0")
    assert stolen.status == 404
    status = SITE.ask("DELETE", f"/api/v1/home/places/{line.token}", headers={"Authorization": f"Bearer {TOKENS['eve']}"})[0]
    assert status == 404
    other = Line(SITE, TOKENS["eve"], f"ladder={name}")
    other.until("match")
    other.sock.sendall(b"data 4 %d\nhaha" % line.match["match"])  # an answer for another's match goes nowhere
    line.say(b"ana\n")
    line.until("data")
    for each in (line, stolen, other):
        each.close()


def test_garbage_is_an_invalid_answer_and_what_is_no_frame_ends_the_line():
    name = ladder(SITE, "garbage", "reborn", "bot:random")
    line = Line(SITE, TOKENS["eve"], f"ladder={name}")
    line.until("match")
    line.say(b"eve\n")
    line.until("data")
    line.say(bytes(range(256)) * 20 + b"\n")
    end = json.loads(line.until("end")[3])
    assert end["result"] == "loss" and end["fault"] == "invalid", end
    line.close()
    for wrong in (b"hello\n", b"data 99999999 0\n", b"data -1 0\n", b"pong 999 0\n", b"pong 0 0\n", b"ping 1 1\n",
                  b"match 2 0\n{}", b"x" * 200, b"\0\0\0\n", b"pong 1 99999999\n", b"end 2 0\n{}"):
        line = Line(SITE, TOKENS["eve"], f"ladder={name}")
        line.until("place")
        line.sock.sendall(wrong)
        assert line.is_cut_off(), wrong
        line.close()
    assert SITE.get("/healthz")


def test_a_flood_stops_at_the_clock_and_hurts_nobody_else():
    name = ladder(SITE, "flood", "reborn", "bot:random", options=("--set", "turn-ms=1500", "--set", "lag-ms=0"))
    line = Line(SITE, TOKENS["eve"], f"ladder={name}")
    line.until("match")
    line.say(b"eve\n")
    line.until("data")
    stop = threading.Event()

    def flood():
        block = b"data 16000 %d\n" % line.match["match"] + b" " * 16000
        with contextlib.suppress(OSError):
            while not stop.is_set():
                line.sock.sendall(block)

    thread = threading.Thread(target=flood, daemon=True)
    thread.start()
    other = Client(SITE, TOKENS["ana"], "--ladder", name, "--once", command=bot("reborn"))
    assert other.end()[0]["result"] in ("win", "loss", "draw")
    winner, _, *faults = wait_for(lambda: result_of(line.match["match"]))
    stop.set()
    line.close()
    thread.join(60)
    assert winner == 1 - line.match["side"] and faults[line.match["side"]] in ("invalid", "timeout"), faults


def test_a_slow_drip_runs_out_of_time():
    name = ladder(SITE, "drip", "reborn", "bot:random", options=("--set", "turn-ms=1000", "--set", "lag-ms=500"))
    line = Line(SITE, TOKENS["eve"], f"ladder={name}")
    line.until("match")
    line.say(b"eve\n")
    line.until("data")
    done = None
    while not done:
        line.say(b" ")
        word, nonce, _, data = line.frame()
        if word == "ping":
            line.sock.sendall(b"pong %d %d\n" % (nonce, line.got))
        done = json.loads(data) if word == "end" else None
        time.sleep(0.05)
    assert done["result"] == "loss" and done["fault"] in ("timeout", "invalid"), done
    line.close()


def test_late_echoes_gain_no_more_than_the_allowance():
    # The clock is 1 s an answer and the line is forgiven 1 s: 3 s are too many, however late the pings come back.
    name = ladder(SITE, "liar", "reborn", "bot:random", options=("--set", "turn-ms=1000", "--set", "lag-ms=1000"))
    line = Line(SITE, TOKENS["eve"], f"ladder={name}")
    line.until("match")
    line.say(b"eve\n")
    line.until("data", echo=False)
    time.sleep(3.5)
    nonce = 1
    line.sock.setblocking(False)
    with contextlib.suppress(BlockingIOError):
        line.fill()
    line.sock.setblocking(True)
    for found in re.findall(rb"(?m)^ping (\d+) \d+$", line.buffer):
        nonce = max(nonce, int(found))
    line.sock.sendall(b"pong %d %d\n" % (nonce, 0))
    line.say(b"0 0\n")
    end = json.loads(line.until("end", echo=False)[3])
    assert end["result"] == "loss" and end["fault"] == "timeout", end
    assert end["forgiven_ms"] <= 2000, end  # of its name and of its answer
    line.close()


def test_places_are_limited():
    site = Site("limits", "--no-bots", "--signup", "open", "--home-limit", "40")
    tokens = [sign_up(site, name) for name in ("ana", "ben")]
    name = ladder(site, "limits", "reborn")
    lines = [Line(site, tokens[0], f"ladder={name}") for _ in range(33)]
    assert [line.status for line in lines] == [101] * 32 + [429], [line.status for line in lines]
    others = [Line(site, tokens[1], f"ladder={name}") for _ in range(9)]
    assert [line.status for line in others] == [101] * 8 + [429], [line.status for line in others]
    for line in lines:
        line.close()
    wait_for(lambda: Line(site, tokens[1], f"ladder={name}").status == 101)
    for line in others:
        line.close()
    assert site.stop() == 0


# ---- practice ----

def call(token, method, path, body=None, status=None, site=SITE):
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    got, sent, text = site.ask(method, path, None if body is None else json.dumps(body), headers)
    conforms(re.sub(r"/rooms/[^/]+", "/rooms/{code}", path), method.lower(), got, sent, text)
    assert status in (None, got), (path, got, text)
    return json.loads(text)


def test_a_room_is_for_those_who_have_its_code_and_counts_for_nobody():
    room = call(TOKENS["ana"], "POST", "/api/v1/rooms", {"game": "chaser"}, 201)
    path = "/api/v1/rooms/" + room["code"]
    assert call(TOKENS["ben"], "GET", path, status=200)["owner"] == "ana"
    assert SITE.ask("GET", path)[0] == 401
    call(TOKENS["ben"], "GET", "/api/v1/rooms/nothing", status=404)
    assert room["ladder"] not in [l["name"] for l in SITE.get("/api/v1/ladders")["ladders"]]
    call(TOKENS["ben"], "POST", path + "/round", {}, 409)  # nobody is there
    call(TOKENS["ana"], "POST", path + "/join", {"bot": "nobody"}, 422)
    call(TOKENS["ana"], "POST", path + "/join", {"bot": "random"}, 200)
    call(TOKENS["eve"], "POST", path + "/join", {"bot": 7}, 400)
    clients = [Client(SITE, TOKENS[who], "--room", room["code"], "--matches", "2", command=bot("chaser"))
               for who in ("ana", "ben")]
    ends = [client.end() for client in clients]
    assert [len(e) for e in ends] == [2, 2] and not any(e["is_rated"] for each in ends for e in each), ends
    call(TOKENS["ben"], "POST", path + "/join", {"bot": "chaser-1"}, 200)
    wait_for(lambda: not any(p["places"] for p in call(TOKENS["ben"], "GET", path)["players"]))
    assert call(TOKENS["ben"], "POST", path + "/round", {}, 201) == {"matches": 2}  # of the bots: the others have left
    call(TOKENS["ben"], "POST", path + "/round", {}, 409)
    subprocess.run([TAISEN, "worker", "--drain", "--jobs", "2", "--quiet", "--db", os.path.join(SITE.var, "league.db")],
                   check=True, stderr=subprocess.DEVNULL, timeout=90)
    results = SITE.get(f"/api/v1/matches?ladder={room['ladder']}&limit=50")["matches"]
    assert len([m for m in results if m["state"] == "done"]) >= 4
    for _ in range(2):
        call(TOKENS["ana"], "POST", "/api/v1/rooms", {"game": "reborn"}, 201)
    call(TOKENS["ana"], "POST", "/api/v1/rooms", {"game": "reborn"}, 429)


def test_a_challenge_is_one_match_that_does_not_count_and_they_are_limited():
    name = ladder(SITE, "quiet", "codevs5")
    client = Client(SITE, TOKENS["ben"], "--ladder", name, "--matches", "3", command=bot("codevs5"))
    ben = wait_for(lambda: ask_db(SITE, "SELECT p.id FROM players p JOIN entries e ON e.player = p.id JOIN ladders l"
                                        " ON l.id = e.ladder WHERE p.name = 'ben' AND l.name = ?", name))[0][0]
    random = ask_db(SITE, "SELECT id FROM players WHERE name = 'random'")[0][0]
    wanted = {"player": random, "game": "codevs5"}
    call(TOKENS["eve"], "POST", "/api/v1/challenges", {"player": ben, "game": "codevs5"}, 409)  # she has no program
    call(TOKENS["ben"], "POST", "/api/v1/challenges", {"player": ben, "game": "codevs5"}, 409)  # himself
    call(TOKENS["ben"], "POST", "/api/v1/challenges", {"player": 999999, "game": "codevs5"}, 404)
    call(TOKENS["ben"], "POST", "/api/v1/challenges", {"player": "x", "game": "codevs5"}, 422)
    for count in (1, 2, 3):
        match = call(TOKENS["ben"], "POST", "/api/v1/challenges", wanted, 201)["match"]
        end = client.wait("end", count)
        assert end["match"] == match and not end["is_rated"], end
    client.end()
    wait_for(lambda: call(TOKENS["ben"], "POST", "/api/v1/challenges", wanted).get("error"))
    status = SITE.ask("POST", "/api/v1/challenges", json.dumps(wanted), {"Content-Type": "application/json"})[0]
    assert status == 401


# ---- through a proxy with TLS ----

NGINX = """
daemon off; master_process off; pid {tmp}/nginx.pid; error_log stderr;
events {{ worker_connections 256; }}
http {{
    access_log off; client_body_temp_path {tmp}/n1; proxy_temp_path {tmp}/n2; fastcgi_temp_path {tmp}/n3;
    uwsgi_temp_path {tmp}/n4; scgi_temp_path {tmp}/n5;
    map $http_upgrade $connection_upgrade {{ default upgrade; '' ''; }}
    server {{
        listen 127.0.0.1:{port} ssl;
        ssl_certificate {tmp}/cert.pem; ssl_certificate_key {tmp}/key.pem;
        location / {{
            proxy_pass http://127.0.0.1:{target}; proxy_http_version 1.1; proxy_read_timeout 1h;
            proxy_set_header Host $host; proxy_set_header X-Forwarded-Proto $scheme;
            proxy_set_header X-Forwarded-For $remote_addr; proxy_buffering off;
            proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection $connection_upgrade;
        }}
    }}
}}
"""


def test_both_clients_play_through_a_proxy_with_tls():
    nginx = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    if not nginx or not shutil.which("openssl"):
        raise tap.Skip("there is no nginx, or no openssl")
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1",
                    "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", f"{TMP}/key.pem", "-out", f"{TMP}/cert.pem"],
                   check=True, stderr=subprocess.DEVNULL)
    name = ladder(SITE, "tls", "reborn", "bot:random", options=("--setup", "turns=10"))

    def proxy():
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        path = write("nginx.conf", NGINX.format(tmp=TMP, port=port, target=SITE.port))
        process = subprocess.Popen([nginx, "-c", path, "-p", TMP], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL, start_new_session=True)
        STARTED.append(process)

        def answers():
            with contextlib.suppress(OSError):
                socket.create_connection(("127.0.0.1", port), timeout=5).close()
                return True
            return process.poll() is not None
        wait_for(answers)
        return port if process.poll() is None else None
    port = wait_for(proxy)  # the port may have been taken meanwhile
    client = Client(SITE, TOKENS["ana"], "--ladder", name, "--once", "--cacert", f"{TMP}/cert.pem", port=port,
                    scheme="https", command=bot("reborn"))
    end, = client.end()
    assert end["turns"] == 10 and not end["fault"], end
    done = subprocess.run([PYTHON, JOIN_PY, f"https://127.0.0.1:{port}", "--token", TOKENS["ana"], "--ladder", name, "--once",
                           "--cacert", f"{TMP}/cert.pem", "--", *bot("reborn")], capture_output=True, text=True, timeout=90)
    assert done.returncode == 0 and "10 turns" in done.stdout, (done.stdout, done.stderr)
    client = Client(SITE, TOKENS["ana"], "--ladder", name, "--once", port=port, scheme="https", command=bot("reborn"))
    client.end(status=2)  # a certificate nobody vouches for
    for process in STARTED:
        if process.args[0] == nginx:
            finish(process)


def test_the_books_balance():
    subprocess.run([TAISEN, "db", "check", "--db", os.path.join(SITE.var, "league.db")], check=True,
                   stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    try:
        tap.run(sys.modules["__main__"])
    finally:
        for process in STARTED:
            finish(process)
        SITE.stop()
        shutil.rmtree(TMP, ignore_errors=True)
