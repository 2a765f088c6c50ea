"""A browser without a window, for tests of the site: keeps the cookie and the word of the site's pages, and holds every
answer against site/api/openapi.yaml."""
import json
import os
import re
import subprocess

from kit.site_kit import OPENAPI, TAISEN, conforms

WORD = "correct horse"


def written(path):
    """The path as the file writes it."""
    path = path.split("?")[0]
    if path in OPENAPI["paths"]:
        return path
    for known in OPENAPI["paths"]:
        if re.fullmatch(re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(known)), path):
            return known
    raise KeyError(path)


class Browser:
    def __init__(self, site):
        self.site, self.cookie, self.csrf = site, None, None

    def ask(self, method, path, body=None, headers=None):
        """Status, and JSON or text."""
        sent = {"Cookie": self.cookie, "X-CSRF-Token": self.csrf or ""} if self.cookie else {}
        if body is not None:
            is_file = isinstance(body, bytes)
            sent["Content-Type"] = "application/octet-stream" if is_file else "application/json"
            body = body if is_file else json.dumps(body)
        status, got, text = self.site.ask(method, "/api/v1" + path, body, {**sent, **(headers or {})})
        conforms(written("/api/v1" + path), method.lower(), status, got, text)
        is_json = text and got["Content-Type"].startswith("application/json")
        value = json.loads(text) if is_json else text.decode() or None
        cookies = got.get_all("Set-Cookie") or []
        if cookies:
            self.cookie = cookies[0].split(";")[0]
            self.csrf = value and value.get("csrf")
        return status, value

    def get(self, path, status=200):
        got, value = self.ask("GET", path)
        assert got == status, (path, got, value)
        return value

    def post(self, path, body=None, status=204, method="POST"):
        got, value = self.ask(method, path, body)
        assert got == status, (path, body, got, value)
        return value

    def sign_up(self, name, password=WORD):
        self.post("/accounts", {"name": name, "password": password}, 201)
        return self

    def log_in(self, name, password=WORD):
        self.post("/session", {"name": name, "password": password}, 200)
        return self


def db_of(site):
    return os.path.join(site.var, "league.db")


def run(*args, status=0, given=None):
    """Standard output of a command of taisen's, and standard error where it should fail."""
    p = subprocess.run([TAISEN, *args], input=given, capture_output=True, text=True, timeout=300)
    assert p.returncode == status, (args, p)
    return p.stderr if status else p.stdout


def organiser(site, name="organiser"):
    """Somebody who may do everything, logged in."""
    password = json.loads(run("account", "add", name, "--organiser", "--json", "--db", db_of(site)))["password"]
    return Browser(site).log_in(name, password)
