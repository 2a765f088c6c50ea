"""The site over the network: every path as site/api/openapi.yaml says, live matches, games with people, and bad clients.

Usage: site_test.py TAISEN SOURCE_ROOT
"""
import contextlib
import gzip
import http.client
import json
import os
import random
import re
import shutil
import signal
import socket
import sqlite3
import struct
import subprocess
import sys
import threading
import time
import urllib.parse

from kit import tap
from kit.site_kit import OPENAPI, SOURCE, TAISEN, TMP, Site, conforms, fits, wait_for
from kit.zstd_bomb import zstd_bomb

CONTEST = """[contest]
name = Spring
game = reborn
seed = 1

[player Anna]
seat = bot:greedy
[player Ben]
seat = bot:random

[phase league]
format = round-robin
"""


def processes_of(tag):
    """Living processes with this word in their command line, without this one."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        with contextlib.suppress(OSError):
            with open(f"/proc/{pid}/cmdline", "rb") as command, open(f"/proc/{pid}/stat") as stat:
                is_dead = stat.read().rsplit(")", 1)[1].split()[0] == "Z"
                if tag.encode() in command.read() and int(pid) != os.getpid() and not is_dead:
                    found.append(int(pid))
    return found


def make_pages():
    pages = os.path.join(TMP, "pages")
    os.makedirs(os.path.join(pages, "assets"))
    for name, text in (("index.html", "<!doctype html><title>t</title>"), ("assets/a-123.js", "hello()" * 100)):
        with open(os.path.join(pages, name), "w", encoding="utf-8") as file:
            file.write(text)
    with gzip.open(os.path.join(pages, "assets/a-123.js.gz"), "wb") as file:
        file.write(b"hello()" * 100)
    return pages


def make_contests(var):
    folder = os.path.join(var, "contests")
    os.makedirs(folder)
    for name, text in (("spring", CONTEST), ("summer", CONTEST), ("wrong", "[contest\n")):
        with open(os.path.join(folder, name + ".ini"), "w", encoding="utf-8") as file:
            file.write(text)
    spring = os.path.join(folder, "spring")
    subprocess.run([TAISEN, "tournament", spring + ".ini", "--out", spring + ".jsonl"], check=True, timeout=120,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def make_league(var):
    """Ladders of games that do not last long."""
    db = ["--db", os.path.join(var, "league.db")]
    subprocess.run([TAISEN, "db", "init", *db], check=True, timeout=60)
    for game, bots in (("reborn", ("random", "greedy")), ("chaser", ("random", "chaser-2"))):
        subprocess.run([TAISEN, "db", "add-ladder", game, game, *db], check=True, timeout=60)
        for bot in bots:
            subprocess.run([TAISEN, "db", "add-player", game, bot, "bot:" + bot, *db], check=True, timeout=60)


make_contests(os.path.join(TMP, "main"))
make_league(os.path.join(TMP, "main"))
RECORDS = os.path.join(TMP, "records")
os.makedirs(RECORDS)


def play_into_folder(name, *options):
    subprocess.run([TAISEN, "play", "reborn", "bot:greedy", "bot:random", "--seed", "1", "--record", os.path.join(RECORDS, name),
                    *options], check=True, timeout=60, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


play_into_folder("first.jsonl.zst")
MAIN = Site("main", "--pages", make_pages(), "--pace-ms", "20", "--play-limit", "6", "--watch", RECORDS,
            "--downloads", RECORDS)
QUIET = Site("quiet", "--no-bots", "--patience", "1", "--play-turn-ms", "1500", "--play-limit", "2")


# ---- the interface as it is written down ----

def test_every_path_answers_as_the_openapi_file_says():
    match = wait_for(MAIN.finished)
    wait_for(MAIN.running)
    begun = MAIN.post("/api/v1/play", {"game": "reborn", "against": "friend"}, 201)
    good = {
        "/api/v1/players/{id}/history": "/api/v1/players/1/history?ladder=reborn",
        "/api/v1/players/{id}": "/api/v1/players/1",
        "/api/v1/ladders/{name}": "/api/v1/ladders/reborn",
        "/api/v1/folder/{name}": "/api/v1/folder/first.jsonl.zst",
        "/api/v1/contests/{name}": "/api/v1/contests/spring",
        "/api/v1/contests/{name}/bracket.svg": "/api/v1/contests/spring/bracket.svg",
        "/api/v1/bots": "/api/v1/bots?game=chaser",
        "/api/v1/downloads/files/{name}": "/api/v1/downloads/files/first.jsonl.zst",
        "/api/v1/downloads/kits/{game}/{language}": "/api/v1/downloads/kits/reborn/python",
        "/api/v1/matches": "/api/v1/matches?ladder=reborn&player=1&game=reborn&before=1000000&limit=3",
    }
    bodies = {
        "/api/v1/play": {"game": "chaser", "against": "bot:random", "side": 1, "seed": 7, "name": "Hanako"},
        "/api/v1/play/{id}/join": {"token": begun["link"].rsplit("=", 1)[1], "name": "Ken"},
        "/api/v1/play/{id}/answer": {"token": begun["token"], "turn": 0, "answer": "0 0"},
        "/api/v1/play/{id}/leave": {"token": begun["token"]},
    }
    for path, methods in OPENAPI["paths"].items():
        for method in methods:
            if path == "/api/v1/feed":
                continue  # it never ends: it has a test of its own
            if methods[method].get("tags"):
                continue  # they have tests of their own: account_test.py, organiser_test.py, contest_test.py, ...
            number = begun["match"] if "/play/" in path else match["id"]
            url = good.get(path, path.replace("{id}", str(number)))
            body = json.dumps(bodies[path]) if method == "post" else None
            got = MAIN.ask(method.upper(), url, body, {"Content-Type": "application/json"} if body else {})
            if path.endswith("/answer"):  # the match has only begun; it takes a moment until it asks
                while got[0] == 409:
                    time.sleep(0.02)
                    got = MAIN.ask("POST", url, body, {"Content-Type": "application/json"})
            assert got[0] in (200, 201, 204), (method, url, got)
            conforms(path, method, *got)
            for wrong in ("0", "-1", "9" * 30, "x", "1;drop", "%00", "%ff%fe"):
                bad = path.replace("{id}", wrong).replace("{name}", wrong)
                if bad != path:
                    conforms(path, method, *MAIN.ask(method.upper(), bad, body, {"Content-Type": "application/json"}))


def test_every_route_is_written_down():
    with open(os.path.join(SOURCE, "site", "api", "routes.c"), encoding="utf-8") as source:
        routes = re.findall(r'\{"(\w+)", "([^"]+)", (api_\w+)', source.read())
    shape = {(method.upper(), re.sub(r"\{\w+\}", ":", path)) for path, methods in OPENAPI["paths"].items() for method in methods}
    assert {(method, path) for method, path, _ in routes} == shape


def test_the_newest_record_of_a_folder_is_told():
    first = MAIN.get("/api/v1/folder")
    assert first["record"] == "first.jsonl.zst" and first["changed"] > 0
    _, headers, text = MAIN.ask("GET", "/api/v1/folder/first.jsonl.zst")
    assert headers["Content-Type"] == "application/x-ndjson" and json.loads(text.splitlines()[0])["game"] == "reborn"
    play_into_folder("second.jsonl")
    assert MAIN.get("/api/v1/folder")["record"] == "second.jsonl"
    with open(os.path.join(RECORDS, "second.jsonl"), "rb") as file:
        whole = file.read()
    with open(os.path.join(RECORDS, "third.jsonl"), "wb") as file:
        file.write(whole[: len(whole) // 2])
    assert MAIN.get("/api/v1/folder")["record"] == "second.jsonl"  # the third is still being played
    with open(os.path.join(RECORDS, "third.jsonl"), "ab") as file:
        file.write(whole[len(whole) // 2:])
    assert MAIN.get("/api/v1/folder")["record"] == "third.jsonl"
    os.remove(os.path.join(RECORDS, "third.jsonl"))
    for wrong in ("nothing.jsonl", "..", ".hidden.jsonl", "second", "%2e%2e%2fmain%2fleague.db", "..%2fmain%2fleague.jsonl"):
        MAIN.get("/api/v1/folder/" + wrong, status=404)
    assert QUIET.get("/api/v1/folder") == {"watches": False, "record": None, "changed": 0}
    QUIET.get("/api/v1/folder/first.jsonl.zst", status=404)


def test_a_watched_folder_can_hold_anything():
    """Links, pipes, bombs and large records keep nobody waiting, and lead nowhere."""
    folder = os.path.join(TMP, "hostile-records")
    os.makedirs(folder)
    shutil.copy(os.path.join(RECORDS, "first.jsonl.zst"), os.path.join(folder, "good.jsonl.zst"))
    os.utime(os.path.join(folder, "good.jsonl.zst"), (1, 1))
    os.symlink("/etc/passwd", os.path.join(folder, "link.jsonl"))
    os.symlink(os.path.join(RECORDS, "first.jsonl.zst"), os.path.join(folder, "good-link.jsonl.zst"))
    os.mkfifo(os.path.join(folder, "fifo.jsonl"))
    os.mkdir(os.path.join(folder, "folder.jsonl"))
    bomb = os.path.join(folder, "bomb.jsonl.zst")
    with open(bomb, "wb") as file:
        file.write(zstd_bomb(1200000000))
    site = Site("hostile", "--no-bots", "--watch", folder)
    assert site.get("/api/v1/folder")["record"] == "good.jsonl.zst"
    for name in "link.jsonl", "good-link.jsonl.zst", "fifo.jsonl", "folder.jsonl", "bomb.jsonl.zst":
        site.get("/api/v1/folder/" + name, status=404)
    # What is known of a file is not found out again: this one is as large and as old as before.
    good = os.path.join(folder, "good.jsonl.zst")
    with open(good, "r+b") as file:
        file.write(b"x" * 16)
    os.utime(good, (1, 1))
    assert site.get("/api/v1/folder")["record"] == "good.jsonl.zst"
    os.utime(good, (2, 2))
    assert site.get("/api/v1/folder")["record"] is None
    with open(f"/proc/{site.process.pid}/status", encoding="utf-8") as status:
        assert int(re.search(r"VmHWM:\s+(\d+)", status.read()).group(1)) < 400000
    assert site.stop() == 0


def test_lists_of_matches_go_on_page_by_page():
    wait_for(MAIN.finished)
    first = MAIN.get("/api/v1/matches?limit=2")
    ids = [m["id"] for m in first["matches"]]
    second = [m["id"] for m in MAIN.get(f"/api/v1/matches?limit=2&before={first['next']}")["matches"]]
    assert ids == sorted(ids, reverse=True) and len(ids) == 2 and first["next"] == ids[1] > second[0]
    assert MAIN.get("/api/v1/matches?before=1") == {"matches": [], "next": None}
    assert {m["game"] for m in MAIN.get("/api/v1/matches?game=chaser")["matches"]} == {"chaser"}
    for wrong in ("limit=0", "limit=201", "limit=x", "before=", "player=-1", "before=99999999999999999999"):
        MAIN.get("/api/v1/matches?" + wrong, status=400)
    MAIN.get("/api/v1/matches?ladder=nothing", status=404)


def test_contests_are_shown_and_a_broken_one_says_why():
    states = {c["name"]: c["state"] for c in MAIN.get("/api/v1/contests")["contests"]}
    assert states == {"spring": "over", "summer": "waiting", "wrong": "broken"}
    assert MAIN.get("/api/v1/contests/spring")["places"] == ["Anna", "Ben"]
    assert "wrong.ini" in MAIN.get("/api/v1/contests/wrong", status=500)["error"]
    for name in ("nothing", "..%2fcontests%2fspring", "."):
        MAIN.get("/api/v1/contests/" + name, status=404)


def test_a_new_arena_has_a_ladder_of_bots_for_each_game():
    games = [g["name"] for g in QUIET.get("/api/v1/games")["games"]]
    assert {x["name"]: x["game"] for x in QUIET.get("/api/v1/ladders")["ladders"] if x["formula"] != "none"} == {g: g for g in games}
    for game in games:
        names = {p["name"] for p in QUIET.get(f"/api/v1/ladders/{game}")["standings"]}
        assert names == {b["name"] for b in QUIET.get(f"/api/v1/bots?game={game}")["bots"]}, game


# ---- pages ----

def test_pages_and_their_files():
    status, headers, body = MAIN.ask("GET", "/games/reborn")
    assert status == 200 and body.startswith(b"<!doctype html>") and headers["Content-Type"].startswith("text/html")
    assert headers["Cache-Control"] == "no-cache" and "default-src 'self'" in headers["Content-Security-Policy"]
    assert MAIN.ask("GET", "/", headers={"If-None-Match": headers["ETag"]})[0] == 304
    status, headers, body = MAIN.ask("GET", "/assets/a-123.js", headers={"Accept-Encoding": "br, gzip"})
    assert status == 200 and gzip.decompress(body) == b"hello()" * 100 and "immutable" in headers["Cache-Control"]
    status, headers, body = MAIN.ask("GET", "/assets/a-123.js")
    assert body == b"hello()" * 100 and "Content-Encoding" not in headers and "javascript" in headers["Content-Type"]
    assert MAIN.ask("HEAD", "/assets/a-123.js")[2] == b""
    assert MAIN.ask("GET", "/no/such/page")[0] == 404 and b"doctype" in MAIN.ask("GET", "/no/such/page")[2]
    for path in ("/assets/none.js", "/assets/../index.html/..", "/api/v1/none", "/api/", "/assets/a-123.js.gz"):
        assert MAIN.ask("GET", path)[0] == 404, path
        assert "error" in json.loads(MAIN.ask("GET", path)[2])
    assert MAIN.ask("GET", "/" + "a" * 5000)[0] == 404


# ---- bad clients ----

def test_lists_are_packed_and_tagged():
    db = ["--db", os.path.join(QUIET.var, "league.db")]
    bots = [p["name"] for p in QUIET.get("/api/v1/ladders/reborn")["standings"]][:2]
    subprocess.run([TAISEN, "db", "queue", "reborn", *bots, "--games", "20", *db], check=True, timeout=60, stdout=subprocess.DEVNULL)
    path = "/api/v1/matches?limit=15"
    wait_for(lambda: len(QUIET.get(path)["matches"]) == 15)
    _, headers, body = QUIET.ask("GET", path)
    _, packed_headers, packed = QUIET.ask("GET", path, headers={"Accept-Encoding": "gzip"})
    assert packed_headers["Content-Encoding"] == "gzip" and gzip.decompress(packed) == body, packed_headers
    assert len(packed) < len(body) / 4
    tag = headers["ETag"]
    assert packed_headers["ETag"] == tag and "Cookie" in headers["Vary"], headers
    assert QUIET.ask("GET", path, headers={"If-None-Match": tag})[::2] == (304, b"")
    assert QUIET.ask("GET", path, headers={"If-None-Match": tag, "Cookie": "session=x"})[::2] == (304, b"")
    for other in (path + "&game=chaser", "/api/v1/matches?limit=1", "/api/v1/matches?limit%3D15", "/api/v1/matches?5%3Alimit2=15"):
        assert QUIET.ask("GET", other)[2] != body, other


def test_a_list_is_as_new_as_what_the_feed_tells():
    """It is asked for again and again, so that there is one to be kept, and at once when something has ended."""
    stop = threading.Event()

    def keep_asking():
        while not stop.is_set():
            MAIN.ask("GET", "/api/v1/matches")

    asker = threading.Thread(target=keep_asking)
    asker.start()
    try:
        with MAIN.stream("/api/v1/feed") as events:
            ended = 0
            while ended < 5:
                news = json.loads(next(events)[2])
                if news["kind"] == "result":
                    shown = {m["id"]: m["state"] for m in MAIN.get("/api/v1/matches")["matches"]}
                    assert shown[news["match"]] == "done", (news, shown)
                    ended += 1
    finally:
        stop.set()
        asker.join()


def test_bad_requests_are_refused_with_a_sentence():
    kind = {"Content-Type": "application/json"}
    for method, path, body, headers, status in (
            ("POST", "/api/v1/games", "", {}, 405), ("DELETE", "/api/v1/play", "", {}, 405), ("BREW", "/", "", {}, 405),
            ("GET", "/api/v1/play", None, {}, 405), ("PUT", "/nothing", "x", {}, 404),
            ("POST", "/api/v1/play", "{", kind, 400), ("POST", "/api/v1/play", "", kind, 400),
            ("POST", "/api/v1/play", "[1]", kind, 400), ("POST", "/api/v1/play", b"\xff\xfe", kind, 400),
            ("POST", "/api/v1/play", '{"game":"reborn","game":"x"}', kind, 400),
            ("POST", "/api/v1/play", '{"game":7}', kind, 400), ("POST", "/api/v1/play", "[" * 60000, kind, 400),
            ("POST", "/api/v1/play", '{"game":"reborn","against":"bot:random","side":2}', kind, 400),
            ("POST", "/api/v1/play", '{"game":"reborn","against":"bot:random","seed":"xyz"}', kind, 400),
            ("POST", "/api/v1/play", '{"game":"reborn","against":"bot:random","name":"a\\u0000b"}', kind, 400),
            ("POST", "/api/v1/play", '{"game":"go","against":"friend"}', kind, 422),
            ("POST", "/api/v1/play", '{"game":"reborn","against":"bot:chaser-1"}', kind, 422),
            ("POST", "/api/v1/play", '{"game":"reborn","against":"sh -c true"}', kind, 422),
            ("POST", "/api/v1/play", '{"game":"reborn","against":"friend","setup":"no=1"}', kind, 422),
            ("POST", "/api/v1/play", "{}", {"Content-Type": "text/plain"}, 415), ("POST", "/api/v1/play", "{}", {}, 415),
            ("POST", "/api/v1/play", "x" * 70000, kind, 413), ("POST", "/api/v1/play/1/answer", "x" * 200000, kind, 413),
            ("POST", "/api/v1/play/77777/answer", '{"token":"x","answer":"1"}', kind, 404)):
        got, _, text = MAIN.ask(method, path, body, headers)
        said = json.loads(text)
        assert got == status and said["error"] and said["code"] != "other", (method, path, str(body)[:60], got, text)


def test_a_body_without_a_length_is_cut_at_the_limit():
    connection = http.client.HTTPConnection("127.0.0.1", MAIN.port, timeout=60)
    connection.request("POST", "/api/v1/play", iter([b"x" * 1000] * 100), {"Content-Type": "application/json"}, encode_chunked=True)
    assert connection.getresponse().status == 413
    connection.close()


def raw(site, data, seconds=30):
    """Sends bytes and reads until the other side closes."""
    with socket.create_connection(("127.0.0.1", site.port), timeout=seconds) as s:
        with contextlib.suppress(OSError):
            s.sendall(data)
        got = b""
        with contextlib.suppress(ConnectionResetError):
            while block := s.recv(65536):
                got += block
        return got


def test_a_request_that_two_readers_read_differently_is_refused():
    """Request smuggling: one reader sees one request, the other two."""
    inner = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
    post = b"POST /api/v1/play HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    for head, body in ((b"Content-Length: %d\r\nTransfer-Encoding: chunked\r\n" % (5 + len(inner)), b"0\r\n\r\n" + inner),
                       (b"Transfer-Encoding: chunked\r\nContent-Length: 5\r\n", b"0\r\n\r\n" + inner),
                       (b"Content-Length: 2\r\nContent-Length: %d\r\n" % (2 + len(inner)), b"{}" + inner),
                       (b"Content-Length: 2\r\ncontent-length: 2\r\n", b"{}"), (b"Content-Length: +2\r\n", b"{}"),
                       (b"Content-Length: 2, 2\r\n", b"{}"), (b"Content-Length: -1\r\n", b""), (b"Content-Length:\r\n", b""),
                       (b"Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n", b"0\r\n\r\n"),
                       (b"Transfer-Encoding: xchunked\r\n", b"0\r\n\r\n"), (b"Host: y\r\nContent-Length: 2\r\n", b"{}")):
        got = raw(QUIET, post + head + b"\r\n" + body)
        assert set(re.findall(rb"HTTP/1.1 (\d+)", got)) == {b"400"}, (head, got)
    for data in b"GET /healthz HTTP/1.1\r\n\r\n" + inner, b"GET /healthz HTTP/1.1\r\nHost : x\r\n\r\n" + inner:
        got = raw(QUIET, data)
        assert set(re.findall(rb"HTTP/1.1 (\d+)", got)) == {b"400"}, got
    assert raw(QUIET, b"GET /healthz HTTP/1.0\r\n\r\n").startswith(b"HTTP/1.")  # had no hosts


def test_a_bare_lf_ends_no_line():
    lines = [b"GET /healthz HTTP/1.1", b"Host: x", b"X-Empty:", b"X-Spaced:  y  ", b"Connection: close", b""]
    for bare in range(len(lines) - 2):
        got = raw(QUIET, b"".join(line + (b"\n" if number == bare else b"\r\n") for number, line in enumerate(lines)))
        assert set(re.findall(rb"HTTP/1.1 (\d+)", got)) == {b"400"} and b"line-end" in got, (bare, got)
    got = raw(QUIET, b"\n".join(lines) + b"\n")
    assert b" 400 " in got and b"line-end" in got, got
    assert b" 200 OK" in raw(QUIET, b"\r\n".join(lines) + b"\r\n")
    assert b" 200 OK" in raw(QUIET, b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-Folded: a\r\n b\r\nConnection: close\r\n\r\n")


class Crowd:
    """Connections that stay open."""

    def __init__(self, site):
        self.site, self.sockets = site, []

    def connect(self, source="127.0.0.1"):
        s = socket.create_connection(("127.0.0.1", self.site.port), timeout=30, source_address=(source, 0))
        self.sockets.append(s)
        return s

    def stream(self, client=None):
        """The status of a stream that this client wants."""
        s = self.connect()
        told = f"X-Forwarded-For: {client}\r\n" if client else ""
        s.sendall(f"GET /api/v1/feed HTTP/1.1\r\nHost: x\r\n{told}\r\n".encode())
        return int(s.recv(12)[9:])

    def leave(self):
        for s in self.sockets:
            s.close()
        self.sockets = []


def test_one_address_does_not_close_the_site():
    site = Site("crowded", "--no-bots", "--connections", "50")
    crowd = Crowd(site)
    statuses = [crowd.stream() for _ in range(60)]
    assert statuses == [200] * 13 + [429] * 47, statuses
    assert site.get("/healthz") and site.metric("http_limited_total") == 47
    # Two addresses of one network of IPv6 are one; other clients of the proxy have their own.
    assert [crowd.stream(f"2001:db8::{n}") for n in range(15)] == [200] * 13 + [429] * 2
    assert crowd.stream("2001:db8:0:1::1") == 200
    # Streams never take all connections, whoever asks for them.
    statuses = [crowd.stream(f"10.0.0.{n}") for n in range(30)]
    assert statuses == [200] * 11 + [503] * 19, statuses
    assert site.get("/healthz")
    crowd.leave()
    wait_for(lambda: site.metric("streams") == 0)
    # One that only connects, not by way of a proxy, has half of them.
    for _ in range(80):
        crowd.connect("127.0.0.2")
    assert site.get("/healthz") and site.metric("http_connections") <= 26
    crowd.leave()
    assert site.stop() == 0


def test_one_address_does_not_ask_without_end():
    site = Site("asked", "--no-bots", "--requests", "3")
    statuses = [site.ask("GET", "/api/v1/games")[0] for _ in range(40)]
    assert statuses[:30] == [200] * 30 and statuses[-1] == 429, statuses
    assert site.ask("GET", "/healthz")[0] == 200
    assert site.ask("GET", "/api/v1/games", headers={"X-Forwarded-For": "192.0.2.9"})[0] == 200
    assert site.stop() == 0


def test_floods_and_nonsense_do_no_harm():
    for data in (b"GET / HTTP/1.1\r\n" + b"X-Flood: 0123456789\r\n" * 20000 + b"\r\n",
                 b"GET /" + b"a" * 200000 + b" HTTP/1.1\r\n\r\n", b"\x16\x03\x01\x02\x00" * 100, b"GET\r\n\r\n",
                 b"POST /api/v1/play HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999\r\n\r\n",
                 b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n"):
        got = raw(QUIET, data)
        assert got == b"" or re.match(rb"HTTP/1\.[01] [45]\d\d ", got), got[:80]
    assert QUIET.get("/healthz")["status"] == "ok"


def test_one_who_drips_is_cut_off_and_others_do_not_notice():
    def drip(socket_, stop):
        with contextlib.suppress(OSError):
            for byte in b"GET /healthz HTTP/1.1\r\nX: " + b"y" * 100000:
                socket_.send(bytes([byte]))
                if stop.wait(0.1):
                    return
    with socket.create_connection(("127.0.0.1", QUIET.port), timeout=60) as slow:
        stop = threading.Event()
        thread = threading.Thread(target=drip, args=(slow, stop))
        thread.start()
        assert QUIET.get("/healthz")["status"] == "ok"
        with contextlib.suppress(ConnectionResetError):
            assert slow.recv(1000) == b""  # it never got its answer
        stop.set()
        thread.join()
    assert QUIET.metric("http_cut_off_total") >= 1


# ---- live ----

def lines_of(events, first=0):
    """The lines of a stream, from the first on, until it ends."""
    found = []
    for number, kind, data in events:
        if kind == "end":
            return found
        assert int(number) == first + len(found), (number, len(found))
        found.append(data)
    raise AssertionError("the stream broke off")


def test_a_live_match_is_followed_by_two_and_resumed_and_is_its_record():
    match = wait_for(MAIN.running)["id"]
    path = f"/api/v1/matches/{match}/live"
    with MAIN.stream(path) as first, MAIN.stream(path) as second:
        seen = [next(first) for _ in range(3)]
        whole = lines_of(second)
    assert [data for _, _, data in seen] == whole[:3]
    with MAIN.stream(path, {"Last-Event-ID": "2"}) as rest:
        number, _, data = next(rest)
        assert (number, data) == ("3", whole[3])
    with MAIN.stream(path + f"?after={len(whole) - 2}") as rest:
        assert [d for _, _, d in rest] == [whole[-1], "{}"]
    assert json.loads(whole[0])["taisen"] == 1 and "result" in json.loads(whole[-1])
    status, headers, body = MAIN.ask("GET", f"/api/v1/matches/{match}/record")
    assert status == 200 and "Content-Encoding" not in headers
    stored = body.decode().splitlines()
    bare = [re.sub(r',"sum":"[0-9a-f]{16}"', "", line) for line in stored + whole]  # each has its own date in its header
    assert len(stored) == len(whole) and bare[1:len(stored)] == bare[len(stored) + 1:]
    packed = MAIN.ask("GET", f"/api/v1/matches/{match}/record", headers={"Accept-Encoding": "zstd"})
    assert packed[1]["Content-Encoding"] == "zstd" and packed[2][:4] == b"\x28\xb5\x2f\xfd", packed
    record = os.path.join(TMP, "followed.jsonl")
    with open(record, "w", encoding="utf-8") as file:
        file.writelines(line + "\n" for line in whole)
    subprocess.run([TAISEN, "replay", record, "--verify"], check=True, timeout=60, stdout=subprocess.DEVNULL)


def test_a_brief_stream_tells_what_there_is_and_lets_go():
    match = wait_for(MAIN.running)["id"]
    path = f"/api/v1/matches/{match}/live?brief=1"
    wait_for(lambda: b"id: 2" in MAIN.ask("GET", path)[2])
    body = MAIN.ask("GET", path)[2].decode()
    assert body.startswith("id: 0\ndata: {") and (body.endswith("retry: 1000\n\n") or "event: end" in body), body[-80:]
    last = max(int(number) for number in re.findall(r"^id: (\d+)$", body, re.M))
    more = MAIN.ask("GET", path, headers={"Last-Event-ID": str(last)})[2].decode()
    assert f"id: {last}\n" not in more and "id: 0\n" not in more, more[:80]


def test_a_match_that_waits_is_waited_for():
    waiting = wait_for(lambda: [m for m in MAIN.get("/api/v1/matches?limit=200")["matches"] if m["state"] == "queued"])
    with MAIN.stream(f"/api/v1/matches/{waiting[-1]['id']}/live") as events:
        assert len(lines_of(events)) > 2


def test_the_feed_tells_and_resumes():
    schema = OPENAPI["components"]["schemas"]["News"]
    with MAIN.stream("/api/v1/feed?after=0") as events:
        heard = [next(events) for _ in range(12)]
    for _, _, data in heard:
        fits(json.loads(data), schema, "news")
    ids = [int(number) for number, _, _ in heard if number]
    assert ids == sorted(set(ids))
    with MAIN.stream("/api/v1/feed", {"Last-Event-ID": str(ids[3])}) as events:
        assert int(next(events)[0]) == ids[4]
    with MAIN.stream("/api/v1/feed") as events:
        kinds = set()
        while not {"running", "result"} <= kinds:
            kinds.add(json.loads(next(events)[2])["kind"])
    MAIN.get("/api/v1/feed?after=x", status=400)


# ---- games with people ----

def answers_until_over(site, match, token, choose):
    """A person who answers whenever asked; how many answers it took."""
    count = 0
    while True:
        status, value = site.post(f"/api/v1/play/{match}/answer", {"token": token, "answer": choose()})
        if status == 404:
            return count
        assert status in (204, 409), (status, value)
        count += status == 204
        if status == 409:
            time.sleep(0.002)


def record_is_good(site, match):
    name = os.path.join(TMP, f"match{match}.jsonl")
    with open(name, "wb") as file:
        file.write(site.ask("GET", f"/api/v1/matches/{match}/record")[2])
    subprocess.run([TAISEN, "replay", name, "--verify"], check=True, timeout=60, stdout=subprocess.DEVNULL)
    with open(name, encoding="utf-8") as file:
        return json.loads(file.readline())


def test_a_person_plays_reborn_against_a_bot():
    dice = random.Random(1)
    begun = MAIN.post("/api/v1/play", {"game": "reborn", "against": "bot:random", "side": 1, "seed": "00000000000000ff", "name": "花子"}, 201)
    assert begun["side"] == 1 and begun["link"] is None
    path = f"/api/v1/play/{begun['match']}/answer"
    assert MAIN.post(path, {"token": "x" * 32, "answer": "0 0"}, 403)["error"]
    wait_for(lambda: MAIN.post(path, {"token": begun["token"], "turn": 0, "answer": "9 9"})[0] == 422)
    for wrong in ("", "0", "0 0\n0 0\n", "0 0 0", "-1 0", "x" * 5000, "0 0\x00"):
        status, value = MAIN.post(path, {"token": begun["token"], "answer": wrong})
        assert status in (400, 422) and value["error"], (wrong, status, value)
    assert MAIN.post(path, {"token": begun["token"], "turn": 5, "answer": "0 0"}, 409)["error"]
    assert answers_until_over(MAIN, begun["match"], begun["token"], lambda: f"{dice.randrange(9)} {dice.randrange(4)}") > 5
    match = MAIN.get(f"/api/v1/matches/{begun['match']}")
    assert match["state"] == "done" and match["ladder"] == "reborn-people" and match["ratings"] is None, match
    assert match["players"][1]["name"] == "花子 (guest)" and match["players"][1]["kind"] == "person", match
    header = record_is_good(MAIN, begun["match"])
    assert header["seats"][1]["name"] == "花子" and header["seats"][1]["spec"] == "person" and header["seed"].endswith("ff")


def test_a_match_with_a_person_is_shown_after_its_end():
    begun = MAIN.post("/api/v1/play", {"game": "reborn", "against": "bot:random", "name": "Hidden"}, 201)
    path = f"/api/v1/matches/{begun['match']}"
    with MAIN.stream(f"{path}/live?token={begun['token']}") as own:
        header = json.loads(next(own)[2])  # it is being played, and its player sees it
        match = MAIN.get(path)
        assert match["state"] == "running" and match["seed"] is None and not match["is_live"], match
        assert begun["match"] not in [m["id"] for m in MAIN.get("/api/v1/live")["matches"]]
        for query in "", "?token=", "?token=" + "x" * 32:
            assert "after its end" in MAIN.get(f"{path}/live{query}", 403)["error"], query
        MAIN.post(f"/api/v1/play/{begun['match']}/leave", {"token": begun["token"]}, 204)
        assert "result" in json.loads(lines_of(own, 1)[-1])
    match = wait_for(lambda: (m := MAIN.get(path))["state"] == "done" and m)
    assert match["seed"] == header["seed"] and match["has_record"], match
    with MAIN.stream(f"{path}/live") as late:
        assert json.loads(lines_of(late)[0])["seed"] == header["seed"]


def told(site, match, game="reborn", query=""):
    """Asks every path of the interface that has the number of the match in it, and all lists, for the seed, which the record begins with."""
    paths = {re.sub(r"\{\w+\}", str(match), path) for path, methods in OPENAPI["paths"].items() if "get" in methods and "{id}" in path and "desk" not in path}
    paths |= {"/api/v1/live", "/api/v1/matches?limit=200", f"/api/v1/matches?ladder={game}-people", f"/api/v1/ladders/{game}-people"}
    paths -= {f"/api/v1/matches/{match}/live"} if query else set()  # a player's own: it goes on until the match ends
    said = {path: site.ask("GET", path + ("?brief=1" if path.endswith(f"{match}/live") else query if "?" not in path else "")) for path in paths}
    return {path for path, (status, _, body) in said.items() if status == 200 and b"deadbeef" in body}


def test_what_spectators_may_see_of_a_person_s_game_is_the_organiser_s_to_say():
    def begin(site):
        wish = {"game": "reborn", "against": "bot:random", "seed": "00000000deadbeef", "name": "Watched"}
        begun = site.post("/api/v1/play", wish, 201)
        return begun, f"/api/v1/matches/{begun['match']}"

    site = Site("spectators", "--no-bots")
    begun, path = begin(site)
    assert not told(site, begun["match"]) and site.get(f"{path}/live", 403)["code"] == "shown-later"
    site.post(f"/api/v1/play/{begun['match']}/leave", {"token": begun["token"]}, 204)
    wait_for(lambda: f"{path}/record" in told(site, begun["match"]))
    site.stop()
    site = Site("spectators", "--no-bots", "--spectators", "live")  # the same league, told otherwise
    begun, path = begin(site)
    with site.stream(f"{path}/live") as anybody:
        assert json.loads(next(anybody)[2])["seed"].endswith("deadbeef")
        assert wait_for(lambda: (m := site.get(path))["is_live"] and m) and begun["match"] in [m["id"] for m in site.get("/api/v1/live")["matches"]]
    site.stop()
    site = Site("spectators", "--no-bots")
    assert site.get(path)["state"] == "void"
    site.stop()


def test_what_spectators_see_may_be_late():
    """CHaser hides the map; nothing of a turn may be told before its time, by whatever path, its end included."""
    late_s = 3
    site = Site("late", "--no-bots", "--spectators", str(late_s))
    before = time.monotonic()
    wish = {"game": "chaser", "against": "bot:chaser-1", "seed": "00000000deadbeef", "name": "Late"}
    begun = site.post("/api/v1/play", wish, 201)
    number, path = begun["match"], f"/api/v1/matches/{begun['match']}"

    def is_told():
        return told(site, number, "chaser")

    with site.stream(f"{path}/live") as late, site.stream(f"{path}/live?token={begun['token']}") as own:
        assert json.loads(next(own)[2])["own"] == 1  # it is being played, and its player sees its own view
        said, match, shown = is_told(), site.get(path), site.get("/api/v1/live")["matches"]
        if time.monotonic() < before + late_s:
            assert not said and not match["is_live"] and not shown, (said, match, shown)
        assert match["late_s"] == late_s and not match["is_held_back"], match
        assert json.loads(next(late)[2])["seed"].endswith("deadbeef") and time.monotonic() >= before + late_s
        assert site.get(path)["is_live"] and [m["id"] for m in site.get("/api/v1/live")["matches"]] == [number]
        assert f"{path}/live" in is_told() and f"{path}/record" not in is_told()
        left = time.monotonic()
        site.post(f"/api/v1/play/{number}/leave", {"token": begun["token"]}, 204)
        rest = [data for _, kind, data in late if kind != "end"]
        assert "result" in json.loads(rest[-1]) and time.monotonic() >= left + late_s, rest
    assert wait_for(lambda: f"{path}/record" in is_told()) and site.get(path)["late_s"] == 0
    site.stop()


def chaser_view(state):
    """Whether Cool is to choose, cells of the field that are known, where Hot stands, the name of the map: games/chaser/chaser.h."""
    bytes_ = bytes.fromhex(state).ljust(1200, b"\0")
    block, item = (struct.unpack_from("<64Q", bytes_, at) for at in (0, 512))
    width, height = bytes_[1028], bytes_[1029]
    known = [(x, y) for y in range(height) for x in range(width) if not block[y + 12] & item[y + 12] & 1 << (x + 12)]
    return bytes_[1048:1050] == b"\2\0", known, struct.unpack_from("<bb", bytes_, 1026), bytes_[-128:].rstrip(b"\0")


def test_a_player_of_a_game_with_secrets_is_shown_its_own_view_alone():
    begun = MAIN.post("/api/v1/play", {"game": "chaser", "against": "bot:chaser-1", "seed": "00000000deadbeef", "setup": "turns=9"}, 201)
    number, token = begun["match"], begun["token"]
    path = f"/api/v1/matches/{number}"
    seen = []
    with MAIN.stream(f"{path}/live?token={token}") as own:
        for _, kind, data in own:
            if kind == "end":
                break
            seen.append(json.loads(data))
            assert not told(MAIN, number, "chaser") and not told(MAIN, number, "chaser", f"?token={token}"), number
            assert "deadbeef" not in data and "result" not in seen[-1] and "answers" not in seen[-1], data
            is_asked, known, hot, name = chaser_view(seen[-1]["state"])
            assert len(known) <= 9 and not name and (hot[0] < 0 or hot in known), (known, hot, name)
            if is_asked:
                wait_for(lambda: MAIN.post(f"/api/v1/play/{number}/answer", {"token": token, "answer": "lu"})[0] == 204)
            if len(seen) == 24:
                MAIN.post(f"/api/v1/play/{number}/leave", {"token": token}, 204)
                break
        assert len(seen) == 24 and [kind for _, kind, _ in own][-1] == "end"
    assert b"deadbeef" in MAIN.ask("GET", f"{path}/record")[2]  # once the end is told, everything is
    with MAIN.stream(f"{path}/live?token={token}", {"Last-Event-ID": "3"}) as again:
        assert [kind for _, kind, _ in again] == ["end"]  # for one who was away


def test_a_player_comes_back_to_its_own_view():
    begun = MAIN.post("/api/v1/play", {"game": "codevs4", "against": "bot:random", "side": 1, "seed": "00000000deadbeef"}, 201)
    path = f"/api/v1/matches/{begun['match']}/live?token={begun['token']}"
    for after in (-1, 0):
        with MAIN.stream(path, {"Last-Event-ID": str(after)} if after >= 0 else None) as own:
            number, _, data = next(own)
            state = bytes.fromhex(json.loads(data)["state"])
            sides = {state[at + 7] for at in range(248, len(state), 8)}
            assert number == str(after + 1) and sides == {1} and state[:8] == bytes(8) and state[8:12] == bytes(4), data
        answer = {"token": begun["token"], "turn": after + 1, "answer": "0"}
        wait_for(lambda: MAIN.post(f"/api/v1/play/{begun['match']}/answer", answer)[0] == 204)
    MAIN.post(f"/api/v1/play/{begun['match']}/leave", {"token": begun["token"]}, 204)


def test_seeds_of_a_ladder_are_random_and_shown_after_the_match():
    def both():
        """Matches of a ladder that wait or are played, and seeds of those that are over: once there are both at a time."""
        matches = MAIN.get("/api/v1/matches?limit=200&ladder=reborn")["matches"]
        waiting = [m for m in matches if m["state"] in ("queued", "running")]
        done = [m["seed"] for m in matches if m["state"] == "done" and m["seed"]]
        return waiting and done and (waiting, done)

    waiting, done = wait_for(both)
    assert not [m for m in waiting if m["seed"] is not None], waiting
    assert all(int(seed, 16) > 2**32 for seed in done), done


def test_two_people_play_chaser_by_a_link():
    begun = MAIN.post("/api/v1/play", {"game": "chaser", "against": "friend", "seed": 3, "name": "A"}, 201)
    number = begun["match"]
    invitation = urllib.parse.parse_qs(urllib.parse.urlsplit(begun["link"]).query)["join"][0]
    assert MAIN.post(f"/api/v1/play/{number}/answer", {"token": begun["token"], "answer": "wu"}, 409)
    assert MAIN.post(f"/api/v1/play/{number}/join", {"token": "guess"}, 403)["error"]
    with MAIN.stream(f"/api/v1/matches/{number}/live?token={begun['token']}") as early:  # before it begins
        friend = MAIN.post(f"/api/v1/play/{number}/join", {"token": invitation, "name": "B"}, 200)
        assert friend["side"] == 1 and friend["token"] != begun["token"]
        MAIN.post(f"/api/v1/play/{number}/join", {"token": invitation}, 409)
        dice = random.Random(2)
        choose = lambda: dice.choice("ls") + dice.choice("udlr")  # nobody walks, nobody is caught
        other = threading.Thread(target=answers_until_over, args=(MAIN, number, friend["token"], choose))
        other.start()
        assert answers_until_over(MAIN, number, begun["token"], choose) > 20
        other.join()
        assert len(lines_of(early)) > 100
    match = MAIN.get(f"/api/v1/matches/{number}")
    assert match["state"] == "done" and match["reason"] == "items", match
    assert [p["name"] for p in match["players"]] == ["A (guest)", "B (guest)"]
    record_is_good(MAIN, number)


def test_leaving_ends_a_match_and_nobody_waits_for_ever():
    begun = QUIET.post("/api/v1/play", {"game": "reborn", "against": "bot:random"}, 201)
    alone = QUIET.post("/api/v1/play", {"game": "reborn", "against": "friend"}, 201)
    assert QUIET.post("/api/v1/play", {"game": "reborn", "against": "bot:random"}, 429)["error"]
    path = f"/api/v1/matches/{begun['match']}"
    with QUIET.stream(f"{path}/live?token={begun['token']}") as own:
        next(own)  # it is being played
    QUIET.post(f"/api/v1/play/{begun['match']}/leave", {"token": begun["token"]}, 204)
    match = wait_for(lambda: QUIET.get(path) if QUIET.get(path)["state"] == "done" else None)
    assert match["winner"] == 1 and match["faults"][0] == "gone", match
    silent = QUIET.post("/api/v1/play", {"game": "reborn", "against": "bot:random"}, 201)
    match = wait_for(lambda: next((m for m in [QUIET.get(f"/api/v1/matches/{silent['match']}")] if m["state"] == "done"), None))
    assert match["faults"][0] == "timeout", match
    match = wait_for(lambda: next((m for m in [QUIET.get(f"/api/v1/matches/{alone['match']}")] if m["state"] == "void"), None))
    assert match["void_why"] == "the friend did not come" and match["void_why_said"] == {"code": "match-no-friend", "params": {}}, match
    wait_for(lambda: QUIET.metric("play_sessions") == 0)


def test_games_are_counted_by_client_also_behind_a_proxy():
    wish = json.dumps({"game": "reborn", "against": "friend"})
    site = Site("proxied", "--no-bots")
    def begin(client):
        return site.ask("POST", "/api/v1/play", wish, {"Content-Type": "application/json", "X-Forwarded-For": client})[0]
    assert [begin("spoofed, 192.0.2.1") for _ in range(9)] == [201] * 8 + [429]
    assert begin("192.0.2.1, 2001:db8::7") == 201
    assert [begin("no address") for _ in range(9)] == [201] * 8 + [429]
    assert site.stop(signal.SIGINT) == 130  # to the top process alone


# ---- its processes ----

def test_a_worker_that_is_killed_comes_back():
    workers = processes_of(os.path.join(MAIN.var, "live"))
    before = MAIN.metric("worker_restarts_total")
    assert workers
    for pid in workers:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    wait_for(lambda: MAIN.metric("worker_restarts_total") > before and MAIN.metric("workers") == 1)
    played = MAIN.metric("results_total")
    wait_for(lambda: MAIN.metric("results_total") > played)


def test_two_servers_do_not_share_a_folder():
    match = wait_for(MAIN.running)["id"]
    p = subprocess.run([TAISEN, "serve", "--listen", "127.0.0.1:0", "--var", MAIN.var, "--no-bots"], capture_output=True, text=True,
                       timeout=60)
    assert p.returncode == 2 and "another server uses" in p.stderr and MAIN.var in p.stderr, p
    with MAIN.stream(f"/api/v1/matches/{match}/live") as events:  # its live record is still there
        assert "result" in json.loads(lines_of(events)[-1])
    again = Site("locked", "--no-bots")
    again.process.kill()
    again.process.wait(60)
    assert Site("locked", "--no-bots").stop() == 0  # a killed one leaves no lock


def test_wrong_use_is_told_in_one_sentence():
    newer = os.path.join(TMP, "newer.db")
    subprocess.run([TAISEN, "db", "init", "--db", newer], check=True, timeout=60)
    with contextlib.closing(sqlite3.connect(newer)) as link:
        link.execute("UPDATE taisen_schema SET version = 999")
        link.commit()
    file = os.path.join(TMP, "file")
    with open(file, "w", encoding="utf-8") as out:
        out.write("no folder")
    var = ["--var", os.path.join(TMP, "refused"), "--no-bots"]
    for args, word in ((["--listen", f"127.0.0.1:{MAIN.port}", *var], "in use"), (["--db", newer, *var], "newer"),
                       (["--var", file], "file"), (["--listen", "nowhere.invalid:80", *var], "nowhere.invalid"),
                       (["--jobs", "0"], "--jobs"), (["--listen"], "--listen"), (["what"], "what"), (["--what"], "--what")):
        p = subprocess.run([TAISEN, "serve", *args], capture_output=True, text=True, timeout=60)
        assert p.returncode == 2 and p.stdout == "" and len(p.stderr.splitlines()) == 1 and word in p.stderr, (args, p)


def test_stopping_leaves_nothing_behind():
    begun = MAIN.post("/api/v1/play", {"game": "reborn", "against": "bot:random"}, 201)
    with MAIN.stream("/api/v1/feed"):
        for site in (MAIN, QUIET):
            assert site.stop() == 0
    assert processes_of(TMP) == []
    assert os.listdir(os.path.join(MAIN.var, "live")) == []
    with contextlib.closing(sqlite3.connect(os.path.join(MAIN.var, "league.db"))) as link:
        row = link.execute("SELECT void FROM matches WHERE id = ?", (begun["match"],)).fetchone()
    assert row == ("the site was closed",), row
    p = subprocess.run([TAISEN, "db", "check", "--db", os.path.join(MAIN.var, "league.db")], capture_output=True, text=True, timeout=60)
    assert p.stdout == "All is well.\n", p


tap.run(sys.modules[__name__])
