"""About 900 probes against a site: every path with hostile parts, queries, bodies, headers and visitors. Held is: an answer in
time, never 5xx, nothing of the machine in it, nobody sees or changes what is not theirs, and the site goes on.

Usage: probe_site_test.py TAISEN SOURCE_ROOT
"""
import json, os, re, socket, sys, time

from kit import tap
from kit.site_kit import SOURCE, TMP, Site

SECONDS = 20  # an answer in time, on a busy machine
PARTS = ("..", "%2e%2e%2f%2e%2e%2fetc%2fpasswd", "%00", "-1", "0", "9223372036854775808", "1;DROP TABLE players", "'", "<script>",
         "%ff%fe", "a" * 5000, "1%0d%0aSet-Cookie: x=y")
QUERIES = ("limit=-1", "limit=99999999999999999999", "before=x", "game=%27%22", "ladder=..%2f..", "limit=1&limit=2", "=", "&&&", "%")
BODIES = (b"", b"{", b"[]", b"null", b'{"a":1,"a":2}', b"[" * 5000, b'{"name":{"x":[]},"password":5}', b'{"name":"\\u0000","password":"correct horse"}',
          b'{"name":"' + b"x" * 70000 + b'"}', b"\xff\xfe\x00", b'{"seed":1e999,"game":"reborn"}', b'{"n":-9223372036854775809}')
SECRETS = re.compile(rb"root:x:0|PGPASSWORD|argon2|\$argon|sqlite3?_|Segmentation|Traceback|/tmp/taisen|" + TMP.encode())
COUNT = {"tried": 0}


def routes():
    with open(os.path.join(SOURCE, "site", "api", "routes.c"), encoding="utf-8") as source:
        return re.findall(r'\{"([A-Z]+)", "([^"]+)"', source.read())


API = [(method, path) for method, path in routes() if path.startswith("/api/")]
STREAMS = ("/live", "/feed", "/home/line")
SITE = Site("probed", "--signup", "open", "--no-bots", "--tries", "100000", "--connections", "200")


def raw(data, seconds=SECONDS):
    """The first bytes of what comes back for bytes as they are; b"" where the site hangs up."""
    COUNT["tried"] += 1
    began = time.monotonic()
    with socket.create_connection(("127.0.0.1", SITE.port), timeout=seconds) as sock:
        try:
            sock.sendall(data)
            got = b""
            while b"\r\n\r\n" not in got and len(got) < 65536:
                more = sock.recv(65536)
                if not more:
                    break
                got += more
        except (ConnectionResetError, BrokenPipeError):
            got = b""
        except TimeoutError:
            assert seconds < SECONDS, "too slow"
    assert time.monotonic() - began < SECONDS, "too slow"
    return got


def probe(method, path, body=b"", headers=(), closed=True):
    head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\n" + ("Connection: close\r\n" if closed else "")
    for name, value in headers:
        head += f"{name}: {value}\r\n"
    if body or method != "GET":
        head += f"Content-Length: {len(body)}\r\n"
    answer = raw(head.encode("utf-8", "surrogateescape") + b"\r\n" + body)
    status = int(answer.split()[1]) if answer else 0
    assert status < 500 or status == 503, (method, path[:80], body[:60], answer[:300])
    assert not SECRETS.search(answer), (method, path[:80], answer[:500])
    return status


def filled(path, part):
    return path.replace(":", part)


def test_hostile_parts_of_paths_lead_nowhere():
    for method, path in API:
        if ":" in path and not path.endswith(STREAMS):
            for part in PARTS:
                status = probe(method, filled(path, part), b"" if method == "GET" else b"{}",
                               () if method == "GET" else (("Content-Type", "application/json"),))
                assert status != 200 or part in ("0", "-1"), (method, path, part)


def test_hostile_queries_are_refused_or_ignored():
    for method, path in API:
        if method == "GET" and ":" not in path and not path.endswith(STREAMS):
            for query in QUERIES:
                probe(method, f"{path}?{query}")


def test_hostile_bodies_are_refused():
    for method, path in API:
        if method in ("POST", "PUT") and not path.endswith("submissions"):
            for body in BODIES:
                status = probe(method, filled(path, "1"), body, (("Content-Type", "application/json"),))
                assert status == 0 or 400 <= status < 500, (method, path, body[:60], status)


def test_nobody_without_a_session_changes_anything():
    good = json.dumps({"name": "probe", "text": "x", "code": "abcdefgh", "why": "x", "role": "organiser", "password": "correct horse"}).encode()
    for method, path in API:
        if method == "GET" or path in ("/api/v1/accounts", "/api/v1/session") or "/play" in path:
            continue
        for headers in ((), (("Cookie", "taisen=" + "A" * 43),), (("Authorization", "Bearer " + "A" * 43),),
                        (("Origin", "https://elsewhere.example"), ("Cookie", "taisen=x"))):
            status = probe(method, filled(path, "1"), good, (("Content-Type", "application/json"), *headers))
            assert 400 <= status < 500, (method, path, headers, status)


def test_the_desk_is_for_organisers():
    for method, path in API:
        if "/desk/" in path and method == "GET":
            assert probe(method, path) in (401, 403), path


def test_broken_requests_are_answered_or_cut_off():
    for data in (b"\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00", b"G" * 20000,
                 b"GET / HTTP/1.1\r\nHost: x\r\n" + b"A: b\r\n" * 3000 + b"\r\n",
                 b"GET /" + b"a" * 40000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
                 b"GET //etc/passwd HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
                 b"GET /assets/../../../../etc/passwd HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
                 b"TRACE / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
                 b"POST /api/v1/session HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\nConnection: close\r\n\r\n",
                 b"POST /api/v1/session HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999\r\nConnection: close\r\n\r\n",
                 b"POST /api/v1/session HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\nZZZ\r\n"):
        answer = raw(data, 1)  # half a request is waited for, and cut off later
        assert not re.match(rb"HTTP/1\.\d (200|5(?!0[135]))", answer), (data[:60], answer[:200])
        assert not SECRETS.search(answer), answer[:300]


def test_pages_tell_browsers_what_they_may():
    for path in ("/", "/desk", "/matches/1", "/nowhere"):
        _, headers, _ = SITE.ask("GET", path)
        policy = headers.get("Content-Security-Policy", "")
        assert "default-src" in policy or "script-src" in policy, (path, policy)
        assert headers.get("X-Content-Type-Options") == "nosniff", path


def test_the_site_goes_on():
    assert SITE.process.poll() is None
    assert SITE.get("/healthz")
    print(f"# {COUNT['tried']} probes")
    assert COUNT["tried"] > 700
    assert SITE.stop() in (0, 143, -15)


tap.run(sys.modules[__name__])
