"""CHaser over real sockets: the official server's recorded games byte for byte, odd clients, many games at once.

Usage: chaser_tcp_test.py TAISEN SOURCE_ROOT BUILD_ROOT
"""
import atexit
import concurrent.futures
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time

from kit import tap

TAISEN, SOURCE, BUILD = (os.path.abspath(a) for a in sys.argv[1:4])
CAPTURES = os.path.join(SOURCE, "..", "shared", "golden", "chaser", "captures", "official_scripted.jsonl")
MAPS = os.path.join(SOURCE, "games", "chaser", "maps")
TMP = tempfile.mkdtemp(prefix="taisen-chaser-")
MAP = os.path.join(MAPS, sorted(os.listdir(MAPS))[0])
lock, taken = threading.Lock(), set()
begun = []


def begin(*args, **kwargs):
    """A process that does not outlive the test, even when that fails."""
    begun.append(subprocess.Popen(*args, **kwargs))
    return begun[-1]


@atexit.register
def end_all():
    for process in begun:
        if process.poll() is None:
            process.kill()


def free_port():
    """A port nobody listens on, and that no other test was given."""
    with lock:
        while True:
            with socket.socket() as s:
                s.bind(("127.0.0.1", 0))
                port = s.getsockname()[1]
            if port not in taken:
                taken.add(port)
                return port


def connect(port, seconds=10):
    end = time.monotonic() + seconds
    while True:
        try:
            s = socket.create_connection(("127.0.0.1", port), timeout=20)
            s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            return s
        except ConnectionRefusedError:
            assert time.monotonic() < end, "nobody listens"
            time.sleep(0.005)


def wait_for_listeners(*ports):
    """Looks without connecting, which would take the seat."""
    end = time.monotonic() + 10
    waiting = {f"{port:04X}" for port in ports}
    while waiting:
        assert time.monotonic() < end, "nobody listens"
        for name in ("/proc/net/tcp", "/proc/net/tcp6"):
            with open(name) as f:
                rows = [row.split() for row in f.readlines()[1:]]
            waiting -= {row[1].rsplit(":", 1)[1] for row in rows if row[3] == "0A"}
        time.sleep(0.005)


def start(ports, *options, seats=None):
    seats = seats or [f"tcp:127.0.0.1:{port}" for port in ports]
    return begin([TAISEN, "play", "chaser", *seats, "--json", *options],
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def finish(process, status=0):
    out, err = process.communicate(timeout=60)
    assert process.returncode == status, (process.returncode, out, err)
    return (json.loads(out) if status in (0, 4) else None), err


def read_exactly(s, count):
    data = b""
    while len(data) < count:
        more = s.recv(count - len(data))
        if not more:
            break
        data += more
    return data


class Script(threading.Thread):
    """A client that says and expects exactly what was recorded."""

    def __init__(self, port, name, lines):
        super().__init__()
        self.port, self.name_line, self.lines, self.wrong = port, name, lines, None

    def run(self):
        try:
            self.talk()
        except Exception as error:  # told to the test by `wrong`
            self.wrong = repr(error)

    def talk(self):
        with connect(self.port) as s:
            s.sendall(self.name_line)
            for number, (way, text) in enumerate(self.lines):
                if way == "<":
                    got = read_exactly(s, len(text))
                    if got != text.encode("latin-1"):
                        self.wrong = f"line {number}: got {got!r}, recorded {text!r}"
                        return
                elif text == "close":
                    return
                elif text != "sleep":
                    s.sendall(text.encode("latin-1"))
            rest = s.recv(100)
            if rest:
                self.wrong = f"after the end: {rest!r}"


def play_recorded(game):
    path = os.path.join(TMP, game["name"] + ".map")
    with open(path, "w", encoding="utf-8", newline="") as f:
        f.write(game["map"])
    ports = free_port(), free_port()
    process = start(ports, "--map", path, "--compat", "official", "--turn-ms", str(game["timeout_ms"]))
    clients = [Script(port, name, game[side]) for port, name, side in
               zip(ports, (b"nm0\r\n", b"nm1\r\n"), ("cool", "hot"))]
    for client in clients:
        client.start()
    result, _ = finish(process)
    for client in clients:
        client.join()
    winner = {0: "cool", 1: "hot", None: "draw"}[result["winner"]]
    wrong = [f"{game['name']}: {c.wrong}" for c in clients if c.wrong]
    if winner != game["winner"]:
        wrong.append(f"{game['name']}: {winner} won, recorded {game['winner']}")
    return wrong


def test_the_official_servers_games_byte_for_byte():
    if not os.path.exists(CAPTURES):
        raise tap.Skip("no recorded games beside the project")
    with open(CAPTURES, encoding="utf-8") as f:
        games = [json.loads(line) for line in f]
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        wrong = [w for ws in pool.map(play_recorded, games) for w in ws]
    for line in wrong:
        print("#", line)
    assert not wrong and len(games) == 50


class Walker(threading.Thread):
    """An ordinary client that always looks up."""

    def __init__(self, port, name=b"walker\r\n"):
        super().__init__()
        self.port, self.greeting, self.heard = port, name, []

    def run(self):
        with connect(self.port) as s, s.makefile("rb") as lines:
            s.sendall(self.greeting)
            for line in lines:
                self.heard.append(line)
                if line.startswith(b"@"):
                    s.sendall(b"gr\r\n")
                    answer = lines.readline()
                    self.heard.append(answer)
                    if not answer.startswith(b"1"):
                        return
                    s.sendall(b"lu\r\n")
                    answer = lines.readline()
                    self.heard.append(answer)
                    s.sendall(b"#\r\n")
                    if not answer.startswith(b"1"):
                        return


def play_walkers(names, *options):
    ports = free_port(), free_port()
    process = start(ports, "--map", MAP, *options)
    clients = [Walker(port, name) for port, name in zip(ports, names)]
    for client in clients:
        client.start()
    result, err = finish(process)
    for client in clients:
        client.join()
    return result, err, clients


def test_both_clients_are_told_the_end():
    result, err, clients = play_walkers((b"a\r\n", b"b\r\n"))
    assert result["reason"] == "items" and err.count("has connected") == 2
    for client in clients:
        assert client.heard[-2] == b"@\r\n" and client.heard[-1].startswith(b"0") and len(client.heard[-1]) == 12


def test_names_of_every_kind():
    cases = [(b"plain\n", "plain"), (b"\r\n", "COOL"), ("対戦\r\n".encode(), "対戦"), ("対戦\r\n".encode("cp932"), "対戦"),
             ("犬🐕\r\n".encode(), "犬🐕"), (b"five5", "five5"), (b"a\x01\x1bb\r\n", "ab"),
             (b"n" * 255 + b"\r\n", "n" * 255), ("あ".encode() * 85 + b"\r\n", "あ" * 85)]
    for sent, shown in cases:
        result, _, _ = play_walkers((sent, b"other\r\n"))
        assert result["seats"][0]["name"] == shown, (sent, result["seats"][0]["name"])


def test_a_second_client_on_a_port_is_sent_away():
    ports = free_port(), free_port()
    process = start(ports, "--map", MAP)
    with connect(ports[0]) as first, connect(ports[0]) as second:
        assert second.recv(10) == b""
        first.close()
        Walker(ports[1]).start()
        result, err = finish(process)
    assert "refused" in err and result["winner"] == 1


def test_a_port_in_use_is_told():
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        process = start((busy.getsockname()[1], free_port()))
        _, err = finish(process, status=3)
    assert "is in use" in err


def test_a_port_that_is_let_go_in_a_moment_is_waited_for():
    busy, other = socket.socket(), free_port()
    busy.bind(("127.0.0.1", 0))
    busy.listen()
    ports = busy.getsockname()[1], other
    process = start(ports)
    try:
        time.sleep(0.3)  # long enough for the first try in vain
        busy.close()
        wait_for_listeners(*ports)
        assert process.poll() is None
    finally:
        process.kill()
        process.wait()


def test_fouls_over_tcp_lose_in_time():
    """What a client may do wrong at its first prompt, and that the other wins by it."""
    fouls = {b"xx\r\n": "unknown command", b"\r\n" * 10: "unknown command", b"gr": "no answer", b"g" * 100000: "unknown command",
             b"gr\r\ngr\r\n": "getReady twice", b"gr\r\nzz\r\n": "unknown command", b"gr\r\nlu\r\nno\r\n": "no #",
             b"gr\r\nlu\r\nwu\r\n": "two commands", b"wu\r\n": "two commands", b"": "disconnected"}
    for foul, why in fouls.items():
        ports = free_port(), free_port()
        process = start(ports, "--map", MAP, "--turn-ms", "300")
        walker = Walker(ports[1])
        walker.start()
        with connect(ports[0]) as s:
            s.sendall(b"foul\r\n")
            assert s.recv(3) == b"@\r\n"
            s.sendall(foul)
            if not foul:
                s.close()
            began = time.monotonic()
            result, _ = finish(process)
        walker.join()
        assert result["winner"] == 1 and result["reason"] == f"foul: {why}", (foul[:20], result)
        assert time.monotonic() - began < 3


def test_a_client_against_a_bot_and_a_program():
    for other in ("bot:chaser-1", f"{TAISEN} bot chaser chaser-1"):
        port = free_port()
        process = start((), "--map", MAP, seats=[f"tcp:127.0.0.1:{port}", other])
        walker = Walker(port)
        walker.start()
        result, _ = finish(process)
        walker.join()
        assert [s["fault"] for s in result["seats"]] == [None, None], result


def clients():
    """Our clients in several languages, as commands without HOST PORT NAME."""
    here = os.path.join(SOURCE, "tests", "players", "chaser_client")
    found = {"c": os.path.join(BUILD, "tests", "chaser_client"), "python": f"/usr/bin/python3 {here}.py"}
    if shutil.which("ruby"):
        found["ruby"] = f"ruby {here}.rb"
    if shutil.which("node"):
        found["node"] = f"node {here}.cjs"
    return found


def test_clients_in_every_language_play_each_other_and_bots():
    found = clients()
    print("#", *found)
    names = list(found)
    pairs = [(names[i], names[(i + 1) % len(names)]) for i in range(len(names))]
    for cool, hot in pairs:
        ports = free_port(), free_port()
        process = start(ports, "--map", MAP)
        wait_for_listeners(*ports)
        players = [begin([*found[n].split(), "127.0.0.1", str(p), n], stdout=subprocess.DEVNULL)
                   for n, p in zip((cool, hot), ports)]
        result, _ = finish(process)
        assert [s["fault"] for s in result["seats"]] == [None, None], (cool, hot, result)
        assert [s["name"] for s in result["seats"]] == [cool, hot]
        for p in players:
            assert p.wait(timeout=10) == 0, (cool, hot)
    for name in names:
        port = free_port()
        process = start((), "--map", MAP, seats=[f"tcp:127.0.0.1:{port}", "bot:chaser-1"])
        wait_for_listeners(port)
        player = begin([*found[name].split(), "127.0.0.1", str(port), name], stdout=subprocess.DEVNULL)
        result, _ = finish(process)
        assert result["seats"][0]["fault"] is None, (name, result)
        assert player.wait(timeout=10) == 0


def free_range(count):
    """First of so many neighbouring ports that nobody uses, below those that clients get."""
    for first in range(20000, 32000, count):
        socks = []
        try:
            for port in range(first, first + count):
                s = socket.socket()
                socks.append(s)
                s.bind(("127.0.0.1", port))
            return first
        except OSError:
            continue
        finally:
            for s in socks:
                s.close()
    raise AssertionError("no free ports")


def test_the_server_plays_game_after_game():
    first, records = free_range(2), os.path.join(TMP, "records")
    process = begin([TAISEN, "chaser-server", "--ports", f"{first}-{first + 1}", "--games", "2", "--swap",
                                "--map", MAP, "--records", records], stdout=subprocess.PIPE, text=True)
    for _ in range(2):
        walkers = [Walker(first + i, name) for i, name in enumerate((b"left\r\n", b"right\r\n"))]
        for w in walkers:
            w.start()
        for w in walkers:
            w.join()
    out, _ = process.communicate(timeout=30)
    assert process.returncode == 0 and out.count("draw between") == 2, out
    assert "left and right" in out and "right and left" in out, out
    for name in os.listdir(records):
        subprocess.run([TAISEN, "replay", os.path.join(records, name), "--verify"], check=True, stdout=subprocess.DEVNULL)
    assert len(os.listdir(records)) == 2


def test_the_server_has_a_bot_for_one_who_is_alone():
    first = free_range(2)
    process = begin([TAISEN, "chaser-server", "--cool", str(first), "--games", "1", "--bot-for", "hot",
                                "--map", MAP], stdout=subprocess.PIPE, text=True)
    walker = Walker(first, b"alone\r\n")
    walker.start()
    walker.join()
    out, _ = process.communicate(timeout=30)
    assert process.returncode == 0 and "alone" in out and "game 1:" in out, out


def test_a_qualifier_is_ranked_from_its_records():
    records = []
    for seed, name in enumerate(("ann", "bob", "cyd")):
        port, record = free_port(), os.path.join(TMP, name + ".jsonl")
        process = start((), "--map", MAP, "--seed", str(seed), "--record", record,
                        seats=[f"tcp:127.0.0.1:{port}", "bot:random"])
        walker = Walker(port, name.encode() + b"\r\n")
        walker.start()
        finish(process)
        walker.join()
        records.append(record)
    out = subprocess.run([TAISEN, "qualifier", *records, "--places", "1", "--json"], capture_output=True, text=True, check=True)
    table = [json.loads(line) for line in out.stdout.splitlines()]
    assert sorted(row["name"] for row in table) == ["ann", "bob", "cyd"]
    points = [row["points"] for row in table]
    assert points == sorted(points, reverse=True)
    for row in table:  # the random bot destroys itself before time: a Put win
        assert row["points"] == 3 * row["items"] + row["turns_left"], row


def test_two_contestants_of_one_name_are_kept_apart():
    maps = [os.path.join(MAPS, name) for name in sorted(os.listdir(MAPS))[:2]]
    def game(name, bot, where, seed):
        record = os.path.join(TMP, name + ".jsonl")
        subprocess.run([TAISEN, "play", "chaser", "bot:" + bot, "bot:random", "--map", where, "--seed", str(seed), "--record", record],
                       check=True, stdout=subprocess.DEVNULL)
        return record
    # Two of one name on the first map, a third of another name; one more game on the second map is a play-off.
    records = [game("first", "chaser-3", maps[0], 1), game("second", "chaser-3", maps[0], 2), game("other", "chaser-5", maps[0], 3)]
    again = game("again", "chaser-3", maps[1], 4)
    def table(*files):
        p = subprocess.run([TAISEN, "qualifier", *files, "--json"], capture_output=True, text=True, check=True)
        return {row["record"]: row for row in map(json.loads, p.stdout.splitlines())}, p.stderr
    rows, said = table(*records)
    assert sorted(rows) == ["first.jsonl", "other.jsonl", "second.jsonl"] and said.count("2 contestants are called") == 1, (rows, said)
    assert rows["first.jsonl"]["name"] == rows["second.jsonl"]["name"] != rows["other.jsonl"]["name"]
    rows, said = table(records[0], again)
    assert list(rows) == ["first.jsonl"] and said == "", (rows, said)
    text = subprocess.run([TAISEN, "qualifier", *records], capture_output=True, text=True, check=True).stdout
    assert "[first.jsonl]" in text and "[second.jsonl]" in text and "[other.jsonl]" not in text, text


class Leaver(Walker):
    """Looks up until it is told that the game is over, and leaves without another word."""

    def run(self):
        with connect(self.port) as s, s.makefile("rb") as lines:
            s.sendall(self.greeting)
            while lines.readline().startswith(b"@"):
                for word in (b"gr\r\n", b"lu\r\n"):
                    s.sendall(word)
                    if not lines.readline().startswith(b"1"):
                        return
                s.sendall(b"#\r\n")


def serve_games(records, games, *options, clients=Leaver, names=(b"left\r\n", b"right\r\n")):
    """What the server prints in a run of so many games."""
    first = free_range(2)
    process = begin([TAISEN, "chaser-server", "--ports", f"{first}-{first + 1}", "--games", str(games), "--map", MAP,
                     "--records", records, *options], stdout=subprocess.PIPE, text=True)
    for _ in range(games):
        players = [clients(first + i, name) for i, name in enumerate(names)]
        for player in players:
            player.start()
        for player in players:
            player.join()
    out, _ = process.communicate(timeout=30)
    assert process.returncode == 0, out
    return out, first


def test_a_server_that_is_started_again_goes_on_with_its_numbers():
    records = os.path.join(TMP, "day")
    out, first = serve_games(records, 2)
    morning = sorted(os.listdir(records))
    assert morning == [f"{first}-{n:06}.jsonl.zst" for n in (0, 1)] and "game 2:" in out, (morning, out)
    kept = [open(os.path.join(records, name), "rb").read() for name in morning]
    os.rename(os.path.join(records, morning[1]), os.path.join(records, f"{first}-000041.jsonl.zst"))
    process = begin([TAISEN, "chaser-server", "--ports", f"{first}-{first + 1}", "--games", "1", "--map", MAP, "--records", records],
                    stdout=subprocess.PIPE, text=True)
    players = [Leaver(first + i) for i in range(2)]
    for player in players:
        player.start()
    out, _ = process.communicate(timeout=30)
    for player in players:
        player.join()
    assert sorted(os.listdir(records)) == [f"{first}-{n:06}.jsonl.zst" for n in (0, 41, 42)] and "game 43:" in out, out
    assert [open(os.path.join(records, f"{first}-{n:06}.jsonl.zst"), "rb").read() for n in (0, 41)] == kept


def test_an_invalid_map_ends_the_server_at_once():
    bad = os.path.join(TMP, "bad.map")
    with open(bad, "w", encoding="utf-8") as f:
        f.write("N:bad\nT:5\nS:15,17\nD:0\n")
    p = subprocess.run([TAISEN, "chaser-server", "--map", bad], capture_output=True, text=True, timeout=10)
    assert p.returncode == 2 and p.stdout == "" and len(p.stderr.splitlines()) == 1 and "chaser" in p.stderr, p


def test_a_normal_end_is_nobodys_fault_and_teams_are_named():
    out, first = serve_games(os.path.join(TMP, "normal"), 1, names=(b"red team\r\n", "青組\r\n".encode()))
    assert "gone" not in out and "invalid" not in out and "crash" not in out, out
    assert f"{first}/{first + 1}: Cool: is called red team\n" in out and "Hot: is called 青組\n" in out, out


def test_games_of_client_against_client_have_a_table():
    records = os.path.join(TMP, "table")
    serve_games(records, 4, "--swap")
    files = sorted(os.path.join(records, name) for name in os.listdir(records))
    open(os.path.join(records, "99-000000.jsonl.zst"), "w", encoding="utf-8").close()  # the next one has just begun
    everything = sorted(os.path.join(records, name) for name in os.listdir(records))
    p = subprocess.run([TAISEN, "stats", *everything], capture_output=True, text=True, check=True)
    assert p.stdout.startswith("left against right: 4 games\n") and "W-L-D 0-0-4" in p.stdout, p.stdout
    assert "pairs [0, 1/2, 1, 3/2, 2 points]: 0 0 2 0 0" in p.stdout and "is left out" in p.stderr, p
    p = subprocess.run([TAISEN, "qualifier", *everything[1:], everything[0]], capture_output=True, text=True, check=False)
    assert "99-000000.jsonl.zst is left out: the game is not over" in p.stderr, p
    assert "in 4 of 5 records Hot is a client" in p.stderr and "taisen stats" in p.stderr, p
    assert p.returncode == 0 and "left" in p.stdout, p
    assert subprocess.run([TAISEN, "stats", files[0]], capture_output=True, text=True, check=True).stdout.startswith("left against right: 1 game\n")


def test_a_client_that_closes_is_sent_nothing_more():
    """Instead of its command it closes its half of the connection, and listens."""
    for compat in ((), ("--compat", "official")):
        ports = free_port(), free_port()
        process = start(ports, "--map", MAP, "--turn-ms", "2000", *compat)
        walker = Walker(ports[1])
        walker.start()
        with connect(ports[0]) as s:
            s.sendall(b"closer\r\n")
            assert read_exactly(s, 3) == b"@\r\n"
            s.sendall(b"gr\r\n")
            assert read_exactly(s, 12).startswith(b"1")
            s.shutdown(socket.SHUT_WR)
            heard = s.recv(100)
            result, _ = finish(process)
        walker.join()
        assert heard == b"" and result["winner"] == 1 and result["reason"] == "foul: disconnected", (compat, heard, result)


def test_a_hundred_games_at_once_without_a_false_time_out():
    games = 20 if os.environ.get("SANITIZED") else 100
    first = free_range(2 * games)
    ports = range(first, first + 2 * games)
    process = begin([TAISEN, "chaser-server", "--ports", f"{ports[0]}-{ports[-1]}", "--games", "1",
                                "--map", MAP], stdout=subprocess.PIPE, text=True)
    wait_for_listeners(*ports)
    walkers = [Walker(port) for port in ports]
    for w in walkers:
        w.start()
    for w in walkers:
        w.join()
    out, _ = process.communicate(timeout=120)
    assert process.returncode == 0 and out.count("game 1:") == games, out[-500:]
    assert "timeout" not in out and "foul" not in out


try:
    tap.run(sys.modules[__name__])
finally:
    shutil.rmtree(TMP)
