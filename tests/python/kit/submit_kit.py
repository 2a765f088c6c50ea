"""What tests of submitted programs share: leagues, workers, authors, and programs to send in.

The tests are called with TAISEN SOURCE_ROOT.
"""
import io
import json
import os
import sqlite3
import subprocess
import sys
import urllib.parse
import zipfile

from kit import leftovers
from kit.site_kit import SOURCE, TAISEN, TMP, Site, conforms, wait_for

os.chmod(TMP, 0o755)  # caged programs of root's run as somebody else
KITS = os.path.join(SOURCE, "kits")


def db_of(name):
    return os.path.join(TMP, name, "league.db")


def taisen(*args, status=0, **options):
    p = subprocess.run([TAISEN, *args], capture_output=True, text=True, timeout=300, **options)
    assert p.returncode == status, (args, p)
    return p


# Who is not root may have no control groups: then the cage is weak, and submitted programs are taken all the same.
CAGE = json.loads(taisen("doctor", "--json").stdout)["sandbox"]
LEAST = ("--sandbox-min", "weak") if CAGE == "weak" else ()


def need_cage(grade):
    """Ends the test program as skipped where the sandbox of this machine is weaker."""
    if ["none", "weak", "full"].index(CAGE) < ["none", "weak", "full"].index(grade):
        print(f"1..0 # SKIP the sandbox of this machine is {CAGE}")
        sys.exit(0)


def make_league(name, *ladders):
    """A league with these ladders and no bots but one, so that the machine is not busy with others' matches."""
    os.mkdir(os.path.join(TMP, name))
    taisen("db", "init", "--db", db_of(name))
    for ladder, game, settings in ladders:
        taisen("db", "add-ladder", ladder, game, *settings, "--db", db_of(name))


class Worker:
    def __init__(self, name, *args):
        self.process = subprocess.Popen(
            [TAISEN, "worker", "--db", db_of(name), "--jobs", "1", "--programs", os.path.join(TMP, name, "programs"),
             "--lease-ms", "3000", "--name", "worker", *LEAST, *args], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        leftovers.begun.append(self.process)


def serve(name, *args):
    """A site on a league that is there; ended with the test, as workers are."""
    return Site(name, "--no-bots", "--signup", "open", "--tries", "100000", *LEAST, *args)


class Author:
    """An account with a token; every answer is held against site/api/openapi.yaml."""

    def __init__(self, site, name):
        self.site, self.name = site, name
        status, headers, body = site.ask("POST", "/api/v1/accounts", json.dumps({"name": name, "password": "correct horse"}),
                                         {"Content-Type": "application/json"})
        assert status == 201, body
        self.cookie, self.csrf = headers["Set-Cookie"].split(";")[0], json.loads(body)["csrf"]
        status, _, body = site.ask("POST", "/api/v1/tokens", json.dumps({"name": "test"}),
                                   {"Content-Type": "application/json", "Cookie": self.cookie, "X-CSRF-Token": self.csrf})
        assert status == 201, body
        self.token = json.loads(body)["token"]

    def ask(self, method, path, body=None, headers=None):
        sent = headers if headers is not None else {"Authorization": "Bearer " + self.token}
        got = self.site.ask(method, path, body, sent)
        parts = path.split("?")[0].split("/")
        written = "/".join("{id}" if part.isdigit() else part for part in parts)
        conforms(written, method.lower(), *got)
        return got[0], got[2]

    def submit(self, name, source, ladder="main", language="", **more):
        query = urllib.parse.urlencode({"ladder": ladder, "name": name, "language": language})
        source = source.encode() if isinstance(source, str) else source
        return self.ask("POST", "/api/v1/submissions?" + query, source, **more)

    def sent(self, name, source, **more):
        status, body = self.submit(name, source, **more)
        assert status == 201, (name, status, body)
        return json.loads(body)["id"]

    def get(self, number):
        status, body = self.ask("GET", f"/api/v1/submissions/{number}")
        assert status == 200, body
        return json.loads(body)

    def built(self, number):
        """What came of it, once something has."""
        return wait_for(lambda: (lambda b: b if b["finished"] else None)(self.get(number)), 180)


def zipped(files):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as z:
        for name, data in files.items():
            z.writestr(name, data)
    return out.getvalue()


def kit(language, game="reborn", top=""):
    files = {}
    for folder in ("pipe", game):
        path = os.path.join(KITS, language, folder)
        for name in os.listdir(path):
            with open(os.path.join(path, name), "rb") as f:
                files[top + name] = f.read()
    return zipped(files)


# A whole player of reborn in one file.
PLAYER = """import sys
print("%s", flush=True)


def until_end(count):
    while count:
        line = sys.stdin.readline()
        if not line:
            sys.exit(0)
        count -= line.strip() == "END"


until_end(500)
for turn in range(500):
    until_end(2)
    print(turn %% 9, turn %% 4, flush=True)
"""


def player(name="single", more=""):
    return PLAYER % name + more


def rows(league, sql, *args):
    with sqlite3.connect(db_of(league), timeout=60) as db:
        return db.execute(sql, args).fetchall()
