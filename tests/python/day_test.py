"""A whole CHaser day: a list from Excel, clients in four languages that connect to four courts, some that misbehave, and a power cut.

Usage: day_test.py TAISEN SOURCE_ROOT BUILD_ROOT
"""
import csv
import glob
import json
import os
import pty
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request

from kit import leftovers
from kit import tap
from kit.clients import chaser_clients
from kit.ports import free_ports

TAISEN, SOURCE, BUILD = (os.path.abspath(a) for a in sys.argv[1:4])
TMP = leftovers.folder("taisen-day-")
CLIENTS = chaser_clients(SOURCE, BUILD)
NAMES = ["表子", "太郎", "さくら", "ケン", "美咲", "大輔", "ゆい", "蓮", "陽菜", "翔太", "葵", "悠斗", "莉子", "颯", "結衣", "湊", "凛", "樹", "紬", "蒼", "楓", "律",
         "杏", "暁"]
EXPECTED = re.compile(r"コート (\d+)：([^：]+)：(.+)（COOL）(?:はポート (\d+) に接続)?、(.+)（HOT）(?:はポート (\d+) に接続)?$")


def write_list(name, names=NAMES, encoding="cp932", heading="番号,氏名,学校\r\n", number=True):
    path = os.path.join(TMP, name)
    with open(path, "wb") as out:
        rows = [f"{i + 1},{n},第{i % 5 + 1}中学校\r\n" if number else f"{n},第{i % 5 + 1}中学校\r\n" for i, n in enumerate(names)]
        out.write((heading + "".join(rows)).encode(encoding))
    return path


def taisen(*args, status=0):
    p = subprocess.run([TAISEN, *args], cwd=TMP, capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL)
    assert p.returncode == status, p
    return p.stdout + p.stderr


class Day:
    """A day, and children who start their clients where the terminal says so."""

    def __init__(self, path, *args, odd=None, on=None, has_terminal=False):
        self.path, self.odd, self.on = path, odd or {}, on or (lambda day, line: None)
        self.keys, terminal = pty.openpty() if has_terminal else (None, subprocess.DEVNULL)
        self.process = subprocess.Popen([TAISEN, "day", path, "--lang", "ja", *args, *([] if has_terminal else ["--yes"])], cwd=TMP, text=True,
                                        stdin=terminal, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
        leftovers.begun.append(self.process)
        self.lines, self.called, self.threads, self.page, self.key = [], [], [], None, None
        self.reader = threading.Thread(target=self.read)
        self.reader.start()

    def read(self):
        for line in self.process.stderr:
            line = line.rstrip("\n")
            self.lines.append(line)
            found = re.match(r"主催者の画面：(http://[^/]+)/desk\?key=(\w+)", line)
            if found:
                self.page, self.key = found.groups()
            expected = EXPECTED.match(line)
            if expected:
                court, game, cool, cool_port, hot, hot_port = expected.groups()
                self.called.append((int(court), game, cool, hot))
                for name, port in ((cool, cool_port), (hot, hot_port)):
                    if port:
                        self.threads.append(threading.Thread(target=self.sit_down, args=(name, int(port))))
                        self.threads[-1].start()
            self.on(self, line)

    def sit_down(self, name, port):
        play = self.odd.pop(name, BEGINNERS.get(name))
        if play:
            play(self, name, port)
        else:
            start(name, port)

    def type(self, line):
        os.write(self.keys, line.encode() + b"\n")

    def order(self, order, key=None):
        body = json.dumps({"key": key or self.key, "order": order}).encode()
        request = urllib.request.Request(self.page + "/order", body, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)

    def state(self):
        with urllib.request.urlopen(f"{self.page}/state?key={self.key}", timeout=60) as answer:
            return json.load(answer)

    def wait_for(self, text):
        end = time.monotonic() + 120
        while not any(text in line for line in list(self.lines)):
            assert time.monotonic() < end and self.process.poll() is None, (text, self.lines[-30:])
            time.sleep(0.01)

    def end(self):
        """Ctrl-C, once the page is all that is left."""
        self.wait_for("Ctrl-C で終了します")
        self.process.send_signal(signal.SIGINT)
        self.process.wait(60)
        self.reader.join(60)
        assert self.process.returncode == 0, (self.process.returncode, self.lines[-5:])

    def cut_power(self):
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(60)
        self.reader.join(60)


def start(name, port, called=None):
    client = subprocess.Popen([*CLIENTS[max(0, NAMES.index(name) % 6 - 2)], "127.0.0.1", str(port), called or name],
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    leftovers.begun.append(client)
    client.wait(60)


def stroll(day, name, port):
    """A client of a beginner: takes items that lie beside it and goes where there is room, for some turns; then it only looks about."""
    turns = NAMES.index(name) // 2
    with socket.create_connection(("127.0.0.1", port), timeout=60) as s, s.makefile("rw", newline="") as server:
        def say(text):
            server.write(text + "\r\n")
            server.flush()
            return server.readline()

        turn, go = 0, say(name)
        while go.startswith("@"):
            square = say("gr")
            ways = sorted(((square[cell] == "3", way) for way, cell in (("u", 2), ("r", 6), ("d", 8), ("l", 4)) if square[cell] in "03"), reverse=True)
            if not square.startswith("1") or not say("w" + ways[0][1] if ways and turn < turns else "lu").startswith("1"):
                return
            turn, go = turn + 1, say("#")


BEGINNERS = {name: stroll for name in NAMES[4:24:3]}


def leave(day, name, port):
    """Says its name, waits for its turn, and is gone. The organiser lets the game be played again, from another terminal."""
    with socket.create_connection(("127.0.0.1", port), timeout=60) as s:
        s.sendall(f"{name}\r\n".encode())
        s.recv(16)
    day.wait_for(f"{name}のクライアントが切断しました：「again {NAMES.index(name) + 1}」")
    taisen("day", day.path, "--again", name)


def pretend(day, name, port):
    """The neighbour's client, and a second one beside it; the organiser presses the button."""
    wrong = socket.create_connection(("127.0.0.1", port), timeout=60)
    wrong.sendall("太郎\r\n".encode())
    day.wait_for(f"{name}の席に「太郎」が接続しています")
    with socket.create_connection(("127.0.0.1", port), timeout=60) as second:
        assert second.recv(1) == b"", "the seat is taken"
    day.wait_for(f"{name}の席に 2 つ目の接続")
    court = next(c for c in day.state()["courts"] if c["on"] and name in [p["name"] for p in c["players"]])
    assert "2 つ目の接続" in court["trouble"], court
    day.order(f"again {NAMES.index(name) + 1}")
    wrong.close()


def stay_away(day, name, port):
    day.order(f"forfeit {name}")


def qualifier_of(folder):
    records = sorted(glob.glob(os.path.join(folder, "records", "1-*")))  # as a shell lists them: 10 before 2
    p = subprocess.run([TAISEN, "qualifier", *records, "--places", "8", "--json"], capture_output=True, text=True, timeout=60)
    assert p.returncode == 0, p
    return [(row["name"], row["points"]) for row in map(json.loads, p.stdout.splitlines())]


def test_a_whole_day_with_a_power_cut():
    path, folder = write_list("school.csv"), os.path.join(TMP, "school.day")
    first = free_ports(8)
    args = ["--courts", "4", "--ports", str(first), "--turns", "14", "--seed", "5", "--listen", "127.0.0.1:0", "--title", "旭川大会"]
    cut = threading.Event()
    odd = {"さくら": leave, "ケン": pretend, "暁": stay_away}
    day = Day(path, *args, odd=dict(odd),
              on=lambda d, line: cut.set() if len([x for x in d.lines if " 対 " in x]) >= 9 else None)
    assert cut.wait(120), day.lines[-20:]
    day.cut_power()
    said = day.lines
    with open(os.path.join(folder, "journal.jsonl"), encoding="utf-8") as f:
        played = f.readlines()[1:]
    assert 9 <= len(played) < 24, played
    # Whose game was not over does it again.
    day = Day(path, *args, odd={name: play for name, play in odd.items() if not any(f'"{name}"' in line for line in played)})
    day.wait_for("の続きから再開します")
    day.wait_for("Ctrl-C で終了します")
    state = day.state()
    assert state["over"] and state["title"] == "旭川大会" and sorted(state["places"]) == sorted(NAMES), state
    for page in ("/", "/screen.js", "/screen.css", "/results", "/certificates", "/results.csv"):
        with urllib.request.urlopen(day.page + page, timeout=60) as answer:
            assert answer.status == 200 and len(answer.read()) > 300, page
    for key in ("", "?key=00000000"):
        try:
            urllib.request.urlopen(day.page + "/desk" + key, timeout=60)
            raise AssertionError("the organiser's page is open to everybody")
        except urllib.error.HTTPError as error:
            assert error.code == 403
    day.end()
    for sentence in ("さくらのクライアントが切断しました", "ケンの席に「太郎」が接続しています", "ケンの席に 2 つ目の接続", "：bot:chaser-2 の勝ち（不戦）"):
        assert any(sentence in line for line in said + day.lines), sentence
    check_results(folder, state["places"])


def check_results(folder, places):
    with open(os.path.join(folder, "results.csv"), "rb") as f:
        data = f.read()
    assert data.startswith(b"\xef\xbb\xbf"), "without the mark Excel reads nonsense"
    rows = list(csv.DictReader(data.decode("utf-8-sig").splitlines()))
    assert [row["名前"] for row in rows] == places and rows[0]["所属"].endswith("中学校")
    table = sorted(((int(row["予選順位"]), row["名前"], int(row["予選得点"])) for row in rows))
    assert ("暁", 0) in [row[1:] for row in table] and len({row[2] for row in table}) > 3, table
    assert [row[1:] for row in table if row[1] != "暁"] == qualifier_of(folder), (table, qualifier_of(folder))
    assert sorted(row[1] for row in table[:8]) == sorted(places[:8]), "the knockout has the best eight of the qualifier"
    with open(os.path.join(folder, "certificates.html"), encoding="utf-8") as f:
        html = f.read()
    assert html.count("<section>") == 3 and "優勝" in html and f"{places[0]} 殿" in html and "旭川大会" in html
    with open(os.path.join(folder, "results.html"), encoding="utf-8") as f:
        html = f.read()
    assert "準々決勝" in html and "3 位決定戦" in html and "最終順位" in html and "途中経過" not in html


def test_the_list_is_shown_before_anything_is_made():
    for name, options in (("sjis", {}), ("utf8", {"encoding": "utf-8"}), ("bom", {"encoding": "utf-8-sig"}), ("plain", {"heading": "", "number": False}),
                          ("numbers", {"heading": ""})):
        path = write_list(name + ".csv", ["表子", "太郎", "太郎"], **options)
        said = taisen("day", path, "--lang", "ja", "--check")
        assert "3 人" in said and re.search(r"1  表子 +第1中学校", said) and "太郎 (2)" in said, said
        assert "5 人は空きを埋めるボット" in said, said
        said = taisen("day", path, "--lang", "ja", status=1)
        assert "何も作成していません" in said and not os.path.exists(os.path.join(TMP, name + ".day"))


def test_what_is_refused_is_said_in_japanese():
    latin = re.compile(r"[A-Za-z]{4,}")
    names = re.compile(re.escape(TMP) + r"|taisen|bad\.csv|bad\.day\.making|contest\.ini|bot:nobody|nobody|nowhere\S*|--\w+|Shift_JIS|chaser|bots|HOST:PORT|seat")

    def says(data, word, *args):
        path = os.path.join(TMP, "bad.csv")
        with open(path, "wb") as out:
            out.write(data)
        said = taisen("day", path, "--lang", "ja", "--yes", "--no-page", *args, status=2).split("taisen: ")[-1]
        assert word in said and not latin.search(names.sub("", said)), said
    says(b"", "名簿に名前がありません")
    says(b"\xff\xff\n", "文字コード")
    says(b"name,school\n,x\n", "2 行目: 名前がありません")
    says(b"".join(b"p%d\n" % i for i in range(200)), "人までです")
    says(b"a\nb\n", "ボット「nobody」はありません", "--bot", "bot:nobody")
    says(b"a\nb\n", "HOST:PORT の形", "--listen", "x")
    said = taisen("day", os.path.join(TMP, "nowhere.csv"), "--lang", "ja", status=2)
    assert "名簿を読み込めません" in said, said


def test_bad_lists_and_orders_are_told():
    def bad(data, *says, args=()):
        path = os.path.join(TMP, "bad.csv")
        with open(path, "wb") as out:
            out.write(data)
        said = taisen("day", path, "--yes", "--no-page", *args, status=2)
        assert all(word in said for word in says) and said.count("taisen: ") == 1, said
        assert not os.path.exists(os.path.join(TMP, "bad.day")) and not glob.glob(os.path.join(TMP, "*.making"))
    bad(b"", "no name")
    bad(b"\xff\xff\n", "neither UTF-8 nor Shift_JIS")
    bad(b"name,school\n", "no name")
    bad(b"name,school\n,x\n", "line 2: there is no name")
    bad(b"".join(b"p%d\n" % i for i in range(200)), "at most")
    bad(b"a\nb\n", "--maps", args=("--maps", os.path.join(TMP, "nowhere")))
    bad(b"a\nb\n", "bot:nobody", args=("--bot", "bot:nobody"))
    bad(b"a\nb\n", "--ports", args=("--ports", "65500", "--courts", "32"))
    assert "is not running" in taisen("day", os.path.join(TMP, "bad.csv"), "--again", "a", status=2)


def test_a_play_off_has_a_japanese_name():
    def look_about(day, _, port):
        stroll(day, NAMES[0], port)  # who takes no turns gets as many points as all others who do so

    names = NAMES[:3]
    path = write_list("level.csv", names)
    day = Day(path, "--ports", str(free_ports(2)), "--courts", "1", "--turns", "3", "--knockout", "2", "--no-page", odd=dict.fromkeys(names, look_about))
    day.wait_for("同点決定戦")
    day.process.send_signal(signal.SIGINT)
    day.process.wait(60)
    day.reader.join(60)
    assert {game for _, game, _, _ in day.called} == {"予選", "予選 同点決定戦"}, day.called


def test_bots_fill_the_gaps_and_a_janken_is_typed_on_the_terminal():
    names = NAMES[:3]
    path = write_list("small.csv", names)
    first = free_ports(2)
    maps = os.path.join(TMP, "maps")
    os.mkdir(maps)
    for name in ("castle.map", "duel.map"):
        shutil.copy(os.path.join(SOURCE, "games", "chaser", "maps", name), maps)

    def absent(day, name, port):
        day.type("forfeit nobody")
        day.wait_for("「nobody」という選手はいません")
        day.type(f"forfeit {names.index(name) + 1}")

    def decide(day, line):
        level = re.match("同点です。.*：(.+), (.+)（", line)
        if level:
            day.type(f"decide {' > '.join(sorted(level.groups()))}")

    day = Day(path, "--ports", str(first), "--courts", "1", "--turns", "30", "--knockout", "4", "--janken", "--listen", "127.0.0.1:0",
              "--maps", maps, odd={"表子": absent, "太郎": absent}, on=decide, has_terminal=True)
    day.type("y")
    day.wait_for("Ctrl-C で終了します")
    places = day.state()["places"]
    day.end()
    assert sorted(places) == sorted([*names, "ボット 1"]), places
    with open(os.path.join(TMP, "small.day", "results.csv"), encoding="utf-8-sig") as f:
        rows = {row["名前"]: row for row in csv.DictReader(f)}
    assert int(rows["太郎"]["予選順位"]) < int(rows["表子"]["予選順位"]), rows


def test_stopped_it_says_how_to_go_on_and_orders_that_cannot_be_are_refused():
    path = write_list("stopped.csv", NAMES[:2])
    day = Day(path, "--ports", str(free_ports(2)), "--courts", "1", "--listen", "127.0.0.1:0", odd={"表子": lambda *_: None})
    day.wait_for("表子（COOL）はポート")
    for order, says in (("again 2", "太郎にはいま該当する試合がありません"), ("accept 1", "表子にはいま該当する試合がありません"),
                        ("dance", "「dance」：again 番号"), ("decide 表子 > 太郎", "決定を待っている同点はありません")):
        day.order(order)
        assert any(says in line for line in day.state()["news"]), (order, day.state()["news"])
    port = int(re.search(r"表子（COOL）はポート (\d+)", "\n".join(day.lines)).group(1))
    with socket.create_connection(("127.0.0.1", port), timeout=60) as wrong:
        wrong.sendall(b"2\r\n")  # the number of another child
        day.wait_for("表子の席に「2」が接続しています")
    for body, status in ((b"", 400), (b"[]", 400), (b'{"key": 1}', 400), (b'{"key": "00000000", "order": "again 1"}', 403), (b"x" * 100000, 413)):
        try:
            urllib.request.urlopen(urllib.request.Request(day.page + "/order", body), timeout=60)
            raise AssertionError(body)
        except urllib.error.HTTPError as error:
            assert error.code == status, (body[:40], error.code)
    day.process.send_signal(signal.SIGINT)
    assert day.process.wait(60) == 128 + signal.SIGINT
    day.reader.join(60)
    assert "中断しました。同じコマンドで続きから再開できます" in day.lines[-1], day.lines[-3:]


tap.run(sys.modules[__name__])
