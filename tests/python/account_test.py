"""Accounts over the network: signing up, logging in and out, passwords, tokens, and whoever should not come in.

Usage: account_test.py TAISEN SOURCE_ROOT
"""
import concurrent.futures
import json
import os
import re
import shutil
import sqlite3
import stat
import subprocess
import sys
import threading
import time

from kit import tap
from kit.site_kit import OPENAPI, TAISEN, TMP, Site, conforms

WORD = "correct horse"


class Browser:
    """Keeps the cookie and the word of the site's pages; holds every answer against site/api/openapi.yaml."""

    def __init__(self, site):
        self.site, self.cookie, self.csrf, self.cookies_set = site, None, None, []

    def ask(self, method, path, body=None, headers=None, bare=False):
        """Status and JSON; `bare`: without what a page of the site would send along."""
        sent = {} if bare or not self.cookie else {"Cookie": self.cookie, "X-CSRF-Token": self.csrf or ""}
        if body is not None:
            sent["Content-Type"] = "application/json"
            body = body if isinstance(body, (str, bytes)) else json.dumps(body)
        status, got, text = self.site.ask(method, path, body, {**sent, **(headers or {})})
        written = path if path in OPENAPI["paths"] else path.rsplit("/", 1)[0] + "/{id}"
        conforms(written, method.lower(), status, got, text)
        self.cookies_set = got.get_all("Set-Cookie") or []
        value = json.loads(text) if text else None
        if self.cookies_set and not bare:
            self.cookie = self.cookies_set[0].split(";")[0]
            self.csrf = value and value.get("csrf")
        return status, value

    def sign_up(self, name, password=WORD, **more):
        return self.ask("POST", "/api/v1/accounts", {"name": name, "password": password, **more})

    def log_in(self, name, password=WORD, **more):
        return self.ask("POST", "/api/v1/session", {"name": name, "password": password}, **more)

    def name(self):
        account = self.ask("GET", "/api/v1/session")[1]["account"]
        return account and account["name"]


OPEN = Site("open", "--no-bots", "--signup", "open", "--tries", "1000")
CLOSED = Site("closed", "--no-bots")
INVITED = Site("invited", "--no-bots", "--signup", "invitation", "--tries", "1", "--https")


def rows(site, sql, *args):
    with sqlite3.connect(os.path.join(site.var, "league.db"), timeout=60) as db:
        return db.execute(sql, args).fetchall()


def account(site, *args, status=0, given=None):
    """Standard output of `taisen account`, and standard error where it should fail."""
    p = subprocess.run([TAISEN, "account", *args, "--db", os.path.join(site.var, "league.db")],
                       input=given, capture_output=True, text=True, timeout=120)
    assert p.returncode == status, (args, p)
    return p.stderr if status else p.stdout


def player(name):
    browser = Browser(OPEN)
    status, value = browser.sign_up(name)
    assert status == 201, value
    return browser


def test_an_account_is_made_and_used():
    hana = Browser(OPEN)
    status, value = hana.sign_up("Hana")
    assert status == 201 and value["account"] == {"id": value["account"]["id"], "name": "Hana", "role": "player"}
    assert hana.name() == "Hana"
    assert hana.ask("DELETE", "/api/v1/session")[0] == 204
    assert hana.name() is None
    assert hana.log_in("hana", "wrong word")[0] == 401
    assert hana.log_in("nobody", "wrong word")[1] == hana.log_in("hana", "wrong word")[1], "the answers tell who is here"
    for word in ("", WORD + "x", "x" * 300):
        assert Browser(OPEN).log_in("hana", word)[0] == 401, word
    assert hana.log_in("hana")[0] == 200 and hana.name() == "Hana"
    assert Browser(OPEN).sign_up("HANA")[0] == 409
    kinds = [kind for kind, in rows(OPEN, "SELECT kind FROM deeds ORDER BY id")]
    assert kinds[:4] == ["signup", "logout", "refused", "refused"] and "login" in kinds


def test_nothing_secret_is_stored():
    secret = player("secretive")
    token = secret.ask("POST", "/api/v1/tokens", {"name": "laptop"})[1]["token"]
    for table in ("accounts", "sessions", "tokens", "deeds"):
        text = repr(rows(OPEN, f"SELECT * FROM {table}"))
        for word in (WORD, token, token[4:], secret.cookie.split("=")[1], secret.csrf):
            assert word not in text, (table, word)
    assert all("$argon2id$v=19$m=65536,t=2" in hash for hash, in rows(OPEN, "SELECT password FROM accounts"))


def test_the_cookie_is_for_this_site_alone():
    player("cookie")
    browser = Browser(OPEN)
    browser.log_in("cookie")
    assert browser.cookies_set[0].split("; ")[1:] == ["Path=/", "Max-Age=2592000", "HttpOnly", "SameSite=Lax"]
    browser.log_in("cookie", headers={"X-Forwarded-Proto": "https"})
    assert browser.cookies_set[0].endswith("; Secure")


def test_a_session_that_was_set_by_another_is_not_taken_over():
    player("fixed")
    victim, planted = Browser(OPEN), "taisen_session=" + "A" * 43
    victim.log_in("fixed", headers={"Cookie": planted})
    assert victim.cookie != planted and victim.name() == "fixed"
    assert victim.ask("GET", "/api/v1/session", bare=True, headers={"Cookie": planted})[1]["account"] is None
    before = victim.cookie
    victim.log_in("fixed")
    assert victim.cookie != before
    assert victim.ask("GET", "/api/v1/session", bare=True, headers={"Cookie": before})[1]["account"] is None


def test_other_sites_change_nothing():
    browser, stranger = player("target"), player("stranger")
    cookie = {"Cookie": browser.cookie}
    own = {**cookie, "X-CSRF-Token": browser.csrf}
    token = browser.ask("POST", "/api/v1/tokens", {"name": "kept"})[1]["id"]
    changes = [("DELETE", "/api/v1/session", None), ("POST", "/api/v1/tokens", {"name": "x"}),
               ("PUT", "/api/v1/password", {"old": WORD, "new": "another word"}),
               ("DELETE", f"/api/v1/tokens/{token}", None)]
    attacks = [cookie, {**cookie, "X-CSRF-Token": ""}, {**cookie, "X-CSRF-Token": "0" * 64},
               {**cookie, "X-CSRF-Token": stranger.csrf}, {**own, "Origin": "https://evil.example"},
               {**own, "Origin": "null"}, {**own, "Sec-Fetch-Site": "cross-site"}, {**own, "Sec-Fetch-Site": "same-site"}]
    for method, path, body in changes:
        for headers in attacks:
            assert browser.ask(method, path, body, headers, bare=True)[0] == 403, (method, path, headers)
    for path in ("/api/v1/session", "/api/v1/accounts"):
        body = {"name": "target", "password": WORD}
        assert browser.ask("POST", path, body, {"Origin": "https://evil.example"}, bare=True)[0] == 403
        assert browser.ask("POST", path, "name=target&password=" + WORD, {"Content-Type": "application/x-www-form-urlencoded"}, bare=True)[0] == 415
    assert browser.name() == "target"
    origin = {"Origin": f"http://127.0.0.1:{OPEN.port}", "Sec-Fetch-Site": "same-origin"}
    assert browser.ask("DELETE", "/api/v1/session", headers=origin)[0] == 204


def test_another_password_ends_all_other_sessions_and_tokens():
    here, there = player("changer"), Browser(OPEN)
    there.log_in("changer")
    bearer = {"Authorization": "Bearer " + there.ask("POST", "/api/v1/tokens", {"name": "thief"})[1]["token"]}
    assert Browser(OPEN).ask("GET", "/api/v1/session", headers=bearer)[0] == 200
    assert here.ask("PUT", "/api/v1/password", {"old": "wrong word", "new": "another word"})[0] == 401
    assert here.ask("PUT", "/api/v1/password", {"old": WORD, "new": "short"})[0] == 422
    assert there.name() == "changer"
    assert here.ask("PUT", "/api/v1/password", {"old": WORD, "new": "another word"})[0] == 200
    assert here.name() == "changer" and there.name() is None
    assert Browser(OPEN).ask("GET", "/api/v1/session", headers=bearer)[0] == 401
    assert there.log_in("changer")[0] == 401 and there.log_in("changer", "another word")[0] == 200


def test_a_token_opens_for_programs():
    owner, other = player("owner"), player("other")
    made = owner.ask("POST", "/api/v1/tokens", {"name": "laptop"})[1]
    bearer = {"Authorization": "Bearer " + made["token"]}
    program = Browser(OPEN)
    assert program.ask("GET", "/api/v1/session", headers=bearer)[1] == {
        "account": {"id": owner.ask("GET", "/api/v1/session")[1]["account"]["id"], "name": "owner", "role": "player"},
        "csrf": None, "signup": "open", "first": True}
    tokens = program.ask("GET", "/api/v1/tokens", headers=bearer)[1]["tokens"]
    assert [t["name"] for t in tokens] == ["laptop"] and tokens[0]["used"] > 0
    # It opens nothing that makes another one.
    assert program.ask("POST", "/api/v1/tokens", {"name": "x"}, bearer)[0] == 403
    assert program.ask("PUT", "/api/v1/password", {"old": WORD, "new": "another word"}, bearer)[0] == 403
    assert other.ask("DELETE", f"/api/v1/tokens/{made['id']}")[0] == 404
    assert program.ask("GET", "/api/v1/session", headers=bearer)[0] == 200
    assert owner.ask("DELETE", f"/api/v1/tokens/{made['id']}")[0] == 204
    for bad in (bearer, {"Authorization": "Bearer "}, {"Authorization": "Bearer " + "x" * 4000}):
        assert program.ask("GET", "/api/v1/session", headers=bad)[0] == 401
    assert program.ask("GET", "/api/v1/tokens")[0] == 401
    for number in range(20):
        assert owner.ask("POST", "/api/v1/tokens", {"name": f"t{number}"})[0] == 201
    assert owner.ask("POST", "/api/v1/tokens", {"name": "t20"})[0] == 409


def test_hostile_names_and_bodies_are_refused():
    browser = Browser(OPEN)
    for name in ("", " ", "a b", "<script>alert(1)</script>", "a'--", "../x", "a\nb", "a\x7f", "\u202eabc", "\u200b",
                 "\u3000", "x" * 65, "対" * 22, "a\\b", "$(id)", "a%00"):
        assert browser.sign_up(name)[0] == 422, name
    for body in ("", "{", "[]", "null", '{"name":1,"password":"correct horse"}', '{"name":"a\\u0000b","password":"correct horse"}',
                 '{"name":"a","name":"b","password":"correct horse"}', b'{"name":"\xff","password":"correct horse"}',
                 '{"name":"\\ud800","password":"correct horse"}', "[" * 3000):
        assert browser.ask("POST", "/api/v1/accounts", body)[0] == 400, body
    for password in ("", "short", "x" * 257):
        assert browser.sign_up("fine", password)[0] == 422
    assert browser.sign_up("花子", "パスワードです")[0] == 201 and browser.name() == "花子"
    for cookie in ("", "x", "A" * 4000, "'; DROP TABLE accounts", "%00"):
        assert browser.ask("GET", "/api/v1/session", bare=True, headers={"Cookie": "taisen_session=" + cookie})[1]["account"] is None


def test_who_may_sign_up_is_the_sites_choice():
    assert Browser(CLOSED).sign_up("hana")[0] == 403
    assert Browser(CLOSED).ask("GET", "/api/v1/session")[1]["signup"] == "closed"
    assert account(INVITED, "invite", "SAKURA") == "SAKURA\n"
    assert "already" in account(INVITED, "invite", "SAKURA", status=2)
    browser = Browser(INVITED)
    assert browser.sign_up("hana")[0] == 403
    assert browser.sign_up("hana", invitation="MOMIJI")[0] == 403
    assert browser.sign_up("hana", invitation="SAKURA")[0] == 201
    assert browser.cookies_set[0].endswith("; Secure"), "the site was told that all come by TLS"
    assert Browser(INVITED).sign_up("taro", invitation="SAKURA")[0] == 403


def test_guessing_is_limited():
    guesser = Browser(INVITED)
    assert guesser.log_in("hana", "wrong word")[0] == 401
    assert guesser.log_in("hana", "wrong word")[0] == 429
    assert guesser.log_in("HANA")[0] == 429, "the right word, but too late; and it is the same account"
    statuses = [guesser.log_in(f"nobody{i}", "wrong word")[0] for i in range(3)]
    assert statuses == [401, 401, 429], statuses  # the address has its limit, too: five times that
    # A proxy on this machine is believed: somebody else may try.
    assert guesser.log_in("nobody", "wrong word", headers={"X-Forwarded-For": "10.1.2.3"})[0] == 401


def cookie_of(browser, name):
    return next(c.split(";")[0] for c in browser.cookies_set if c.startswith(name + "="))


def test_guessers_do_not_lock_out_the_owner():
    site = Site("besieged", "--no-bots", "--signup", "open", "--tries", "2", "--https")
    try:
        owner, thief = Browser(site), Browser(site)
        assert owner.sign_up("Owner")[0] == 201
        device = {"Cookie": cookie_of(owner, "taisen_device")}
        there = {"X-Forwarded-For": "198.51.100.7"}
        # Somebody tries from the owner's own address, and others from many.
        assert [thief.log_in("owner", "wrong word")[0] for _ in range(3)] == [401, 401, 429]
        assert Browser(site).log_in("owner", headers=there)[0] == 200, "from home"
        assert Browser(site).log_in("owner")[0] == 429, "a browser that nobody knows, at the guesser's address"
        assert Browser(site).log_in("owner", headers=device)[0] == 200, "a known browser, there"
        for n in range(8):  # networks of IPv6 are one each, whatever the rest
            other = {"X-Forwarded-For": f"2001:db8::{n}"}
            assert thief.log_in("owner", "wrong word", headers=other)[0] == (401 if n < 2 else 429), n
        assert thief.log_in("owner", "wrong word", headers={"X-Forwarded-For": "2001:db8:0:1::1"})[0] == 401
        # A known browser has its tries, and no more; one of somebody else's, or a forged one, has none.
        assert [Browser(site).log_in("owner", "wrong word", headers=device)[0] for _ in range(3)] == [401, 401, 429]
        other = Browser(site)
        assert other.sign_up("Other")[0] == 201
        for forged in (cookie_of(other, "taisen_device"), device["Cookie"][:-1] + "x", "taisen_device=" + "0" * 96, "taisen_device="):
            assert Browser(site).log_in("owner", headers={"Cookie": forged})[0] == 429, forged
        # The cookie opens nothing, and ends with the password.
        assert Browser(site).ask("GET", "/api/v1/session", headers=device)[1]["account"] is None
        assert owner.ask("PUT", "/api/v1/password", {"old": WORD, "new": "another word"}, headers={**there, "Cookie": owner.cookie})[0] == 200
        assert Browser(site).log_in("owner", "another word", headers=device)[0] == 429
    finally:
        site.stop()


def test_codes_of_rooms_are_guessed_no_faster_than_passwords():
    site = Site("guessed", "--no-bots", "--signup", "open", "--tries", "1")
    try:
        owner = Browser(site)
        assert owner.sign_up("Owner")[0] == 201
        code = owner.ask("POST", "/api/v1/rooms", {"game": "reborn"})[1]["code"]
        ask = lambda code: site.ask("GET", "/api/v1/rooms/" + code, None, {"Cookie": owner.cookie})[0]
        assert ask(code) == 200
        assert [ask("nocode") for _ in range(6)] == [404] * 5 + [429]
        assert ask(code) == 429, "a right guess beyond the limit tells nothing"
    finally:
        site.stop()


def test_a_banned_account_is_told_why():
    banned = player("banned")
    account(OPEN, "ban", "banned", "too <b>loud</b>")
    assert banned.name() is None
    assert banned.log_in("banned", "wrong word")[0] == 401, "only who knows the password hears of it"
    status, value = banned.log_in("banned")
    assert status == 403 and "too <b>loud</b>" in value["error"]
    account(OPEN, "unban", "Banned")
    assert banned.log_in("banned")[0] == 200


def test_an_organiser_is_made_on_the_command_line():
    made = json.loads(account(CLOSED, "add", "先生", "--organiser", "--json"))
    browser = Browser(CLOSED)
    status, value = browser.log_in("先生", made["password"])
    assert status == 200 and value["account"]["role"] == "organiser"
    assert "already" in account(CLOSED, "add", "先生", status=2)
    assert account(CLOSED, "password", "先生", "--stdin", given="another word\n") == ""
    assert browser.name() is None and browser.log_in("先生", "another word")[0] == 200
    for wrong in (["add", "a b"], ["add"], ["add", "x", "--stdin"], ["password", "nobody"], ["ban", "先生"], ["fly"], [],
                  ["list", "x"], ["invite", "--uses", "0"], ["invite", ""], ["ban", "先生", ""]):
        said = account(CLOSED, *wrong, status=2, given="short\n")
        assert said.startswith("taisen: ") and said.count("\n") == 1, (wrong, said)
    assert [json.loads(line)["name"] for line in account(CLOSED, "list", "--json").splitlines()] == ["先生"]


def test_a_class_gets_its_cards():
    folder = os.path.join(TMP, "class")
    os.mkdir(folder)
    lists, page = os.path.join(folder, "3b.csv"), os.path.join(folder, "cards.html")

    def write(data):
        with open(lists, "wb") as file:
            file.write(data)

    for data, says in ((b"", "no name"), (b"\n \r\n,,\n", "no name"), (b"ok1\na!b\n", "line 2: "), (b"ok1\nOK1\n", "line 2: OK1"),
                       (b"ok1\n\xff\n", "neither UTF-8 nor Shift_JIS"), (b"a\0b\n", "no text"), (b"x" * 70, "line 1: "),
                       (b"\n".join(b"p%d" % i for i in range(2001)), "more than 2000"), (b"ok1\n\xe5\x85\x88\xe7\x94\x9f\n", "already")):
        write(data)
        assert says in account(CLOSED, "class", lists, "--cards", page, status=2), data
    assert not os.path.exists(page) and len(account(CLOSED, "list").splitlines()) == 1, "a list is taken as a whole"
    write("\ufeffhanako,\"花子 <b>\"\"x\"\"</b>, 3-B\"\r\n\r\n taro \r\n".encode())
    account(CLOSED, "class", lists, "--cards", page, "--url", "https://arena.example/?a=1&b=2")
    assert stat.S_IMODE(os.stat(page).st_mode) == 0o600
    with open(page, encoding="utf-8") as file:
        html = file.read()
    assert "花子 &lt;b&gt;&quot;x&quot;&lt;/b&gt;, 3-B" in html and "<b>\"x" not in html and "?a=1&amp;b=2" in html
    passwords = re.findall(r"name <b>(\w+)</b></p>\n<p>password <b>([-\w]+)</b>", html)
    assert [name for name, _ in passwords] == ["hanako", "taro"]
    assert Browser(CLOSED).log_in(*passwords[0])[0] == 200
    write(b"jiro\n")
    assert "cannot write" in account(CLOSED, "class", lists, "--cards", page, status=2), "cards are never written over"
    cards = account(CLOSED, "class", lists).split("\n")
    assert cards[0] == "jiro" and Browser(CLOSED).log_in("jiro", cards[1])[0] == 200


def test_a_class_list_of_excel_is_shown_made_and_taken_back():
    lists, page = os.path.join(TMP, "excel.csv"), os.path.join(TMP, "excel.html")
    with open(lists, "wb") as file:
        file.write("番号,アカウント,氏名\r\n1,omote,表 花子\r\n2,aki,秋\r\n".encode("cp932"))
    before = account(CLOSED, "list")
    shown = account(CLOSED, "class", lists, "--check")
    assert re.search(r"1  omote +表 花子\n +2  aki +秋\n", shown) and account(CLOSED, "list") == before, shown
    os.environ["LC_ALL"] = "ja_JP.UTF-8"
    try:
        account(CLOSED, "class", lists, "--cards", page)
    finally:
        del os.environ["LC_ALL"]
    with open(page, encoding="utf-8") as file:
        html = file.read()
    passwords = dict(re.findall(r"名前 <b>(\w+)</b></p>\n<p>パスワード <b>([-\w]+)</b>", html))
    assert list(passwords) == ["omote", "aki"] and '<html lang="ja">' in html and "表 花子" in html
    assert Browser(CLOSED).log_in("aki", passwords["aki"])[0] == 200
    said = account(CLOSED, "class", lists, "--undo", status=1)
    assert "aki stays: the account was used" in said and "1 of 2 accounts were removed" in said, said
    names = [json.loads(line)["name"] for line in account(CLOSED, "list", "--json").splitlines()]
    assert "aki" in names and "omote" not in names


def test_nothing_is_changed_when_the_password_cannot_be_shown():
    """Output that goes nowhere: no account whose password nobody knows."""
    lists = os.path.join(TMP, "lost.csv")
    with open(lists, "w", encoding="utf-8") as file:
        file.write("lost1\nlost2\n")
    account(CLOSED, "add", "kept", "--stdin", given="a good password\n")
    before = account(CLOSED, "list", "--json"), rows(CLOSED, "SELECT count(*) FROM invitations"), rows(CLOSED, "SELECT count(*) FROM deeds")
    for args in (["add", "lost"], ["password", "kept"], ["class", lists], ["class", lists, "--json"], ["invite"]):
        for where in (">/dev/full", ">&-"):
            p = subprocess.run(["sh", "-c", f'exec "$0" "$@" {where}', TAISEN, "account", *args, "--db",
                                os.path.join(CLOSED.var, "league.db")], stderr=subprocess.PIPE, text=True, timeout=60)
            assert p.returncode == 3 and "write" in p.stderr, (args, where, p)
    assert before == (account(CLOSED, "list", "--json"), rows(CLOSED, "SELECT count(*) FROM invitations"), rows(CLOSED, "SELECT count(*) FROM deeds"))
    assert Browser(CLOSED).log_in("kept", "a good password")[0] == 200


def test_passwords_do_not_stop_the_loop():
    """While passwords are being hashed without end, others are answered in between, not after each."""
    came, enough = [], threading.Event()

    def come():
        while not enough.is_set():
            came.append(Browser(OPEN).log_in("Hana")[0])

    with concurrent.futures.ThreadPoolExecutor(8) as crowd:
        asked = [crowd.submit(come) for _ in range(8)]
        while not came:
            assert not any(one.done() for one in asked)
            time.sleep(0.01)
        before = len(came)
        for _ in range(30):
            OPEN.get("/api/v1/games")
        hashed = len(came) - before
        enough.set()
    assert [one.result() for one in asked] == [None] * 8 and set(came) == {200}
    assert hashed < 60, f"{hashed} came in while 30 others were answered"


def test_a_site_that_is_stopped_answers_whoever_waits():
    site = Site("stopped", "--no-bots", "--signup", "open")
    with concurrent.futures.ThreadPoolExecutor(8) as crowd:
        asked = [crowd.submit(Browser(site).sign_up, f"p{i}") for i in range(8)]
        while not rows(site, "SELECT 1 FROM accounts"):
            time.sleep(0.01)
        assert site.stop() == 0
        for one in asked:
            assert one.exception() or one.result()[0] in (201, 503), one.result()
    assert rows(site, "SELECT count(*) FROM accounts")[0][0] > 0


# ---- the first organiser ----

def word_of(site):
    return site.told["organiser"].partition("#organiser=")[2]


def test_who_sits_at_the_machine_becomes_the_first_organiser_once():
    site = Site("own", "--no-bots")
    word, guest = word_of(site), Browser(site)
    assert len(word) == 43 and site.told["organiser"].startswith(f"http://127.0.0.1:{site.port}/signup#organiser=")
    assert guest.ask("GET", "/api/v1/session")[1]["first"] is True
    assert word not in "".join(open(os.path.join(root, name), "rb").read().decode("latin-1")
                               for root, _, names in os.walk(site.var) for name in names), "it is kept on disk"
    assert guest.sign_up("mallory")[0] == 403
    assert guest.sign_up("mallory", invitation="x" * 43)[0] == 403
    # A page whose name leads here (DNS rebinding), and whoever comes by a proxy, has no use for it.
    for headers in ({"Host": "evil.example"}, {"Host": f"evil.example:{site.port}"}, {"Host": "127.0.0.1.evil.example"}, {"X-Forwarded-For": "127.0.0.1"},
                    {"Forwarded": "for=127.0.0.1"}, {"Via": "1.1 proxy"}, {"Sec-Fetch-Site": "cross-site"}):
        body = {"name": "mallory", "password": WORD, "invitation": word}
        assert guest.ask("POST", "/api/v1/accounts", body, headers)[0] == 403, headers
        assert not guest.ask("GET", "/api/v1/session", headers=headers)[1]["first"] or "Sec-Fetch-Site" in headers, headers
    status, session = guest.sign_up("hana", invitation=word)
    assert status == 201 and session["account"]["role"] == "organiser" and session["first"] is False, session
    assert guest.ask("GET", "/api/v1/desk/accounts")[0] == 200
    second = Browser(site)
    assert second.sign_up("taro", invitation=word)[0] == 403
    log = guest.ask("GET", "/api/v1/desk/audit")[1]
    assert "the first organiser" in json.dumps(log) and word not in json.dumps(log)
    site.stop()
    again = Site("own", "--no-bots")
    again.stop()
    assert again.told["organiser"] is None, "there is an organiser already"


def test_there_is_no_first_organiser_where_others_can_connect():
    for number, args in enumerate((["--listen", "0.0.0.0:0"], ["--https"])):
        site = Site(f"wide{number}", "--no-bots", *args)
        assert site.told["organiser"] is None, args
        assert Browser(site).ask("GET", "/api/v1/session")[1]["first"] is False
        assert Browser(site).sign_up("mallory", invitation="")[0] == 403
        site.stop()


def test_an_organiser_of_the_command_line_ends_the_link():
    site = Site("late", "--no-bots")
    subprocess.run([TAISEN, "account", "add", "boss", "--organiser", "--db", os.path.join(site.var, "league.db")], check=True, capture_output=True)
    guest = Browser(site)
    assert guest.sign_up("mallory", invitation=word_of(site))[0] == 403
    assert guest.ask("GET", "/api/v1/session")[1]["first"] is False
    site.stop()


try:
    tap.run(sys.modules[__name__])
finally:
    for server in (OPEN, CLOSED, INVITED):
        server.stop()
    shutil.rmtree(TMP)
