"""Hostile uploads and names: each is refused with a sentence, or harmless.

Usage: hostile_upload_test.py TAISEN SOURCE_ROOT
"""
import io
import json
import os
import socket
import stat
import struct
import sys
import tarfile
import time
import urllib.parse
import zlib

from kit import tap
from kit.site_kit import TMP, wait_for
from kit.submit_kit import Author, Worker, make_league, need_cage, player, rows, serve, taisen, zipped

need_cage("weak")

make_league("main", ("main", "reborn", ["--set", "games=2"]))
SITE = serve("main", "--submissions", "1000", "--patience", "600")
GOOD = player().encode()
BEFORE = set(os.listdir("/tmp"))


def entry(name, data=b"x", local=None, flags=0, method=8, mode=0o100644, size=None, crc=None):
    """A file of a zip, with every lie that one may want to tell."""
    name = name.encode() if isinstance(name, str) else name
    return {"name": name, "local": name if local is None else local, "data": data, "flags": flags, "method": method,
            "mode": mode, "size": size, "crc": crc}


def raw_zip(*entries, count=None, cut=0, comment=b"", offset=None):
    body, central = b"", b""
    for e in entries:
        packed = e["data"] if e["method"] != 8 else (lambda c: c.compress(e["data"]) + c.flush())(zlib.compressobj(9, zlib.DEFLATED, -15))
        size = len(e["data"]) if e["size"] is None else e["size"]
        crc = zlib.crc32(e["data"]) if e["crc"] is None else e["crc"]
        at = len(body) if offset is None else offset
        about = struct.pack("<HHHHIII", e["flags"], e["method"], 0, 0x5821, crc, len(packed), size)
        body += b"PK\3\4" + struct.pack("<H", 20) + about + struct.pack("<HH", len(e["local"]), 0) + e["local"] + packed
        central += (b"PK\1\2" + struct.pack("<HH", 0x0314, 20) + about + struct.pack("<HHHHHII", len(e["name"]), 0, 0, 0, 0, e["mode"] << 16, at)
                    + e["name"])
    number = len(entries) if count is None else count
    end = b"PK\5\6" + struct.pack("<HHHHIIH", 0, 0, number, number, len(central), len(body), len(comment)) + comment
    whole = body + central + end
    return whole[: len(whole) - cut]


def with_player(*entries, **more):
    return raw_zip(entry("player.py", GOOD), *entries, **more)


def overlapping():
    """Many entries of the list at the end that share one packed file."""
    data = b"\0" * (1 << 20)
    one = raw_zip(entry("player.py", data))
    at = one.index(b"PK\1\2")
    head, tail = one[:at], one[at:one.index(b"PK\5\6")]
    central = b"".join(tail.replace(b"player.py", b"playe%03d.p" % i)[:46] + b"f%08d" % i for i in range(150))
    return head + central + b"PK\5\6" + struct.pack("<HHHHIIH", 0, 0, 150, 150, len(central), len(head), 0)


def tar_gz():
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as t:
        info = tarfile.TarInfo("player.py")
        info.size = len(GOOD)
        t.addfile(info, io.BytesIO(GOOD))
    return out.getvalue()


def special(kind):
    return kind | 0o777


# What is in it, and the bytes. Each of them is refused.
REFUSED = {
    "a path above": with_player(entry("../evil.py")),
    "a path far above": with_player(entry("../../../../../../../../tmp/evil.py")),
    "a path through a folder": with_player(entry("a/../../evil.py")),
    "an absolute path": with_player(entry("/tmp/evil.py")),
    "an absolute path of Windows": with_player(entry("C:\\evil.py")),
    "a path above of Windows": with_player(entry("..\\evil.py")),
    "an empty part": with_player(entry("a//evil.py")),
    "a dot as a part": with_player(entry("a/./evil.py")),
    "dots alone": with_player(entry("..")),
    "a folder above": with_player(entry("../", b"", mode=0o40755, method=0)),
    "a name that ends with a blank": with_player(entry("evil.py ")),
    "a newline in a name": with_player(entry("e\nvil.py")),
    "an escape in a name": with_player(entry("e\x1b[2Jvil.py")),
    "a DEL in a name": with_player(entry("e\x7fvil.py")),
    "quotes in a name": with_player(entry('e"vil.py')),
    "no UTF-8 in a name": with_player(entry(b"e\xff\xfe.py")),
    "half a character in a name": with_player(entry(b"e\xe5\xaf.py", flags=0x800)),
    "a surrogate in a name": with_player(entry(b"e\xed\xa0\x80.py", flags=0x800)),
    "an empty name": with_player(entry("")),
    "a name of 5,000 letters": with_player(entry("e" * 5000)),
    "twenty folders": with_player(entry("a/" * 20 + "evil.py")),
    "a name twice": with_player(entry("player.py", b"print()")),
    "a name twice but for a letter's size": with_player(entry("PLAYER.PY", b"print()")),
    "a file that is a folder": with_player(entry("a"), entry("a/b")),
    "a folder that is a file": with_player(entry("a/b"), entry("a")),
    "an option as a name": with_player(entry("-ovil.py")),
    "a long option as a name": with_player(entry("--import=evil")),
    "a list of options as a name": with_player(entry("@evil")),
    "an option in a folder": with_player(entry("a/-evil")),
    "an option below one folder": raw_zip(entry("top/player.py", GOOD), entry("top/-evil")),
    "a symbolic link": with_player(entry("link", b"/etc/passwd", mode=special(stat.S_IFLNK), method=0)),
    "a symbolic link as the player": raw_zip(entry("player.py", b"/etc/passwd", mode=special(stat.S_IFLNK), method=0)),
    "a file through a link": with_player(entry("d", b"/tmp", mode=special(stat.S_IFLNK), method=0), entry("d/evil.py")),
    "a device": with_player(entry("null", b"", mode=special(stat.S_IFCHR), method=0)),
    "a disk": with_player(entry("disk", b"", mode=special(stat.S_IFBLK), method=0)),
    "a pipe": with_player(entry("pipe", b"", mode=special(stat.S_IFIFO), method=0)),
    "a pipe as the player": raw_zip(entry("player.py", GOOD, mode=special(stat.S_IFIFO))),
    "a pipe before a comment": with_player(entry("pipe", b"", mode=special(stat.S_IFIFO), method=0), comment=b"x" * 60000),
    "a socket": with_player(entry("sock", b"", mode=special(stat.S_IFSOCK), method=0)),
    "a bomb of one file": with_player(entry("zeros", b"\0" * (200 << 20))),
    "a bomb of many files": with_player(*(entry(f"z{i}", b"\0" * (1 << 20)) for i in range(20))),
    "a bomb that says it is small": with_player(entry("zeros", b"\0" * (50 << 20), size=10)),
    "one that says it is huge": with_player(entry("huge", b"x", size=0xFFFFFFFE)),
    "ten thousand files": with_player(*(entry(f"f{i}", b"", method=0) for i in range(10000))),
    "ten thousand folders": with_player(*(entry(f"f{i}/", b"", method=0, mode=0o40755) for i in range(10000))),
    "an encrypted file": with_player(entry("secret", flags=1)),
    "a packing nobody knows": with_player(entry("odd", method=99)),
    "broken packing": raw_zip({**entry("player.py", GOOD), "method": 8}).replace(zlib.compress(GOOD)[2:20], b"\xff" * 18),
    "a wrong sum": raw_zip(entry("player.py", GOOD, crc=1)),
    "a zip cut at its end": with_player(cut=30),
    "a zip cut in the middle": with_player(entry("b", os.urandom(5000)), cut=3000),
    "a zip of nothing": raw_zip(),
    "a zip of folders": raw_zip(entry("a/", b"", mode=0o40755, method=0)),
    "a zip in a zip": zipped({"player.zip": zipped({"player.py": GOOD})}),
    "a zip without a player": zipped({"README.md": "x"}),
    "a player in two folders' depth": zipped({"a/b/player.py": GOOD, "a/c.py": "x"}),
    "letters that look alike": zipped({"pl\u0430yer.py": GOOD}),
    "a name that two places tell differently": raw_zip(entry("player.py", GOOD, local=b"../evil.py")),
    "places outside of the file": with_player(entry("b"), offset=0x7FFFFFFF),
}
# The file's name, its bytes, and what else is asked.
REFUSED_NAMES = [
    ("../player.py", GOOD, {}), ("/etc/cron.d/player.py", GOOD, {}), ("a/b.py", GOOD, {}), ("..", GOOD, {}), ("", GOOD, {}),
    ("a\\b.py", GOOD, {}), ("a\nb.py", GOOD, {}), ("a\x00b.py", GOOD, {}), ('a".py', GOOD, {}), ("x" * 300 + ".py", GOOD, {}),
    ("player", GOOD, {}), ("player.exe", GOOD, {}), ("player.tar.gz", tar_gz(), {}), ("player.zip", tar_gz(), {}),
    ("player.7z", b"7z\xbc\xaf\x27\x1c" + b"\0" * 100, {}), ("player.rar", b"Rar!\x1a\x07\x01\x00" + b"\0" * 100, {}),
    ("player.c", b"\x7fELF\2\1\1\0" + b"\0" * 100, {}), ("player.py", b"", {}), ("player.py", b"MZ\0" + zipped({"player.py": GOOD}), {}),
    ("player.py", GOOD, {"language": "../c"}), ("player.py", GOOD, {"language": "c;id"}), ("player.py", GOOD, {"language": "%"}),
    ("player.py", GOOD, {"language": "$(id)"}), ("player.py", GOOD, {"ladder": "../main"}), ("player.py", GOOD, {"ladder": "main' OR '1'='1"}),
    ("player.py", GOOD, {"ladder": "x" * 3000}), ("player.py", GOOD, {"ladder": "<script>"}), ("player.py", b"x" * ((1 << 20) + 1), {}),
    ("player.zip", zipped({"player.py": GOOD}), {"language": "java"}),
]
# These are taken, and do no harm.
HARMLESS = {
    "<script>alert(1)</script>.py".replace("/", ""): GOOD,
    "-rf.py": GOOD,
    "$(touch evil).py": GOOD,
    "; touch evil #.py": GOOD,
    "' OR 1=1 --.py": GOOD,
    "%2e%2e%2fevil.py": GOOD,
    "\u202eyp.live.py": GOOD,
    "dust.zip": with_player(entry("__MACOSX/._player.py"), entry(".DS_Store")),
    "setuid.zip": with_player(entry("tool", b"#!/bin/sh\n", mode=0o106777)),
    "dots.zip": with_player(entry("./also.py", b"x = 1\n")),
    "overlapping.zip": overlapping(),
    "comment.zip": with_player(comment=b"<script>../../evil</script>"),
}


def refused(author, name, data, **query):
    status, body = author.submit(name, data, **query)
    sentence = json.loads(body)["error"]
    assert status in (400, 404, 413, 422), (name, query, status, sentence)
    assert 5 < len(sentence) < 600 and TMP not in sentence, sentence
    return sentence


def test_there_are_enough_of_them():
    assert len(REFUSED) + len(REFUSED_NAMES) + len(HARMLESS) >= 40


def test_hostile_zip_files_are_refused():
    author = Author(SITE, "zipper")
    taken = [what for what, data in REFUSED.items() if author.submit("player.zip", data, language="python")[0] == 201]
    assert taken == [], taken
    for data in REFUSED.values():
        refused(author, "player.zip", data)  # nor is it looked into to find out its language
    assert rows("main", "SELECT count(*) FROM submissions") == [(0,)]


def test_hostile_names_are_refused():
    author = Author(SITE, "namer")
    for name, data, query in REFUSED_NAMES:
        refused(author, name, data, **query)
    assert rows("main", "SELECT count(*) FROM submissions") == [(0,)]


def test_other_addresses_lead_nowhere():
    author = Author(SITE, "walker")
    for number in ("0", "-1", "1e3", "9" * 30, "1%00", "..", "%2e%2e", "1;", "'"):
        for method, path in (("GET", ""), ("GET", "/source"), ("POST", "/active")):
            url = f"/api/v1/submissions/{number}{path}"
            status, _, _ = SITE.ask(method, url, None, {"Authorization": "Bearer " + author.token})
            assert status in (400, 404, 405), (url, status)


def test_what_is_never_finished_takes_bounded_memory():
    author = Author(SITE, "crowd")
    head = f"POST /api/v1/submissions?ladder=main&name=a.py HTTP/1.1\r\nHost: x\r\nContent-Length: {1 << 20}\r\n\r\n".encode()

    def answer():
        time.sleep(0.2)  # between two tries, each of which counts
        return author.submit("a.py", bytes(1 << 20))[0]

    assert answer() == 422
    crowd = []
    try:
        for _ in range(150):
            crowd.append(socket.create_connection(("127.0.0.1", SITE.port), timeout=60))
            crowd[-1].sendall(head + bytes((1 << 20) - 1))
        wait_for(lambda: answer() == 503)
        assert SITE.get("/healthz")
    finally:
        for one in crowd:
            one.close()
    wait_for(lambda: answer() == 422)


def test_what_is_strange_but_harmless_plays():
    Worker("main"), Worker("main")
    sent = []
    for number, (name, data) in enumerate(HARMLESS.items()):
        author = Author(SITE, f"harmless{number}")
        sent.append((author, name, data, author.sent(name, data)))
    for author, name, data, number in sent:
        b = author.built(number)
        assert b["state"] == ("broken" if name == "overlapping.zip" else "active") and b["file"] == name, b
        status, headers, source = SITE.ask("GET", f"/api/v1/submissions/{number}/source", None, {"Authorization": "Bearer " + author.token})
        assert status == 200 and source == data
        assert headers["Content-Disposition"] == "attachment; filename*=UTF-8''" + urllib.parse.quote(name, safe="-_.").replace("~", "%7E")
        assert headers["Content-Type"] == "application/octet-stream" and headers["X-Content-Type-Options"] == "nosniff"
    programs = os.path.join(TMP, "main", "programs")
    for folder, _, files in os.walk(programs):
        for file in files:
            mode = os.lstat(os.path.join(folder, file)).st_mode
            assert stat.S_ISREG(mode) and not mode & 0o6022, (file, oct(mode))


def test_nothing_got_out():
    new = set(os.listdir("/tmp")) - BEFORE
    assert not any("evil" in name for name in new), new
    for folder in (TMP, os.path.join(TMP, "main"), os.getcwd(), "/", "/etc/cron.d"):
        assert not os.path.isdir(folder) or not any("evil" in name for name in os.listdir(folder)), folder
    SITE.get("/healthz")
    taisen("db", "check", "--db", os.path.join(TMP, "main", "league.db"))


if __name__ == "__main__":
    tap.run(sys.modules[__name__])
