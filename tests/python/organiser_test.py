"""The organisers' desk over the network: who may use it, what it does, and that everything is written down.

Usage: organiser_test.py TAISEN SOURCE_ROOT
"""
import json
import re
import shutil
import sqlite3
import sys

from kit import tap
from kit.browser_kit import WORD, Browser, db_of, organiser, run
from kit.site_kit import OPENAPI, TMP, Site, wait_for

SITE = Site("desk", "--no-bots", "--signup", "open", "--tries", "1000")
DESK = organiser(SITE)


def account_of(name):
    return next((a for a in DESK.get("/desk/accounts")["accounts"] if a["name"] == name), None)


def audit_log():
    return [(d["kind"], d["text"], d["name"]) for d in DESK.get("/desk/audit?limit=200")["entries"]]


def rows(sql, *args):
    with sqlite3.connect(db_of(SITE), timeout=60) as db:
        return db.execute(sql, args).fetchall()


def is_well():
    assert run("db", "check", "--db", db_of(SITE)) == "All is well.\n"


def play(ladder, a, b, games=2):
    run("db", "queue", ladder, a, b, "--games", str(games), "--db", db_of(SITE))
    run("worker", "--drain", "--quiet", "--db", db_of(SITE))


def test_the_desk_is_for_organisers_alone():
    player, nobody = Browser(SITE).sign_up("ordinary"), Browser(SITE)
    token = DESK.post("/tokens", {"name": "laptop"}, 201)["token"]
    program = {"Authorization": "Bearer " + token}
    for path, methods in OPENAPI["paths"].items():
        if "/desk/" not in path:
            continue
        address = re.sub(r"\{\w+\}", "1", path).removeprefix("/api/v1")
        for method in methods:
            body = {} if method == "post" else None
            assert player.ask(method.upper(), address, body)[0] == 403, (method, path)
            assert nobody.ask(method.upper(), address, body)[0] == 401, (method, path)
            # A token looks, and changes nothing.
            got = nobody.ask(method.upper(), address, body, program)[0]
            assert got == (200 if method == "get" else 403), (method, path, got)
            if method != "get":
                assert DESK.ask(method.upper(), address, body, {"X-CSRF-Token": "0" * 64})[0] == 403
                assert DESK.ask(method.upper(), address, body, {"Origin": "https://evil.example"})[0] == 403


def test_bans_roles_and_passwords():
    guest = Browser(SITE).sign_up("guest")
    number = account_of("guest")["id"]
    DESK.post(f"/desk/accounts/{number}/ban", {"why": ""}, 422)
    DESK.post(f"/desk/accounts/{number}/ban", {"why": "too <b>loud</b>"})
    assert guest.get("/session")["account"] is None and account_of("guest")["banned"] == "too <b>loud</b>"
    assert Browser(SITE).ask("POST", "/session", {"name": "guest", "password": WORD})[0] == 403
    DESK.post(f"/desk/accounts/{number}/lift")
    card, = DESK.post(f"/desk/accounts/{number}/password", status=200)["cards"]
    assert card["name"] == "guest"
    guest.log_in("guest", card["password"])
    DESK.post(f"/desk/accounts/{number}/role", {"role": "king"}, 422)
    DESK.post(f"/desk/accounts/{number}/role", {"role": "organiser"})
    assert guest.get("/desk/queue")["queue"] == []
    own = account_of("organiser")["id"]
    for change, body in (("ban", {"why": "x"}), ("role", {"role": "player"})):
        DESK.post(f"/desk/accounts/{own}/{change}", body, 409)
        DESK.post(f"/desk/accounts/4711/{change}", body, 404)
    DESK.post(f"/desk/accounts/{number}/role", {"role": "player"})
    guest.get("/desk/queue", 403)
    kinds = [kind for kind, text, who in audit_log() if who == "organiser" and "guest" in text]
    assert kinds == ["role", "role", "new-password", "unban", "ban"], kinds


def send_list(text, status, path="/desk/accounts", encoding="utf-8"):
    return DESK.post(path, text.encode(encoding), status)


def test_a_list_of_a_spreadsheet_is_shown_before_it_is_made():
    text = "番号,氏名,クラス\r\n1,山田　太郎,3-B\r\n2,佐藤 花,3-B\r\n3,佐藤花,3-A\r\n4,organiser,\r\n5,,3-A\r\n"
    before = len(DESK.get("/desk/accounts")["accounts"])
    for encoding, charset in (("cp932", "Shift_JIS"), ("utf-8-sig", "UTF-8"), ("utf-16", "UTF-16")):
        seen = send_list(text, 200, "/desk/classes/preview", encoding)
        assert charset in seen["charset"] and seen["has_headings"] and seen["has_numbers"] and seen["most"] == 300, seen
        assert [(r["line"], r["name"], r["who"]) for r in seen["rows"]] == [
            (2, "山田太郎", "3-B"), (3, "佐藤花", "3-B"), (4, "佐藤花", "3-A"), (5, "organiser", ""), (6, "", "3-A")], seen
        assert [r["odd_said"] and r["odd_said"]["code"] for r in seen["rows"]] == [None, None, "class-twice", "account-exists", "name-empty"], seen
    for wrong, status in ((b"", 422), (b"\xff\xff\n", 422), (b"a\0b\n", 422), (b"\n".join(b"p%d" % i for i in range(2001)), 422)):
        assert DESK.post("/desk/classes/preview", wrong, status)["code"] != "other"
    assert len(DESK.get("/desk/accounts")["accounts"]) == before


def test_a_class_list_is_taken_back_as_long_as_nobody_has_used_it():
    before = {a["name"] for a in DESK.get("/desk/accounts")["accounts"]}
    made = send_list("氏名\n上野 一\n下田 二\n", 201, encoding="cp932")
    assert [c["who"] for c in made["cards"]] == ["上野 一", "下田 二"]
    entry, = [e for e in DESK.get("/desk/classes")["lists"] if e["list"] == made["list"]]
    assert (entry["count"], entry["first"], entry["last"]) == (2, "上野一", "下田二"), entry
    DESK.ask("DELETE", f"/desk/classes/{made['list']}")
    assert {a["name"] for a in DESK.get("/desk/accounts")["accounts"]} == before
    made = send_list("上野一\n下田二\n", 201)
    Browser(SITE).log_in("下田二", made["cards"][1]["password"])
    status, said = DESK.ask("DELETE", f"/desk/classes/{made['list']}")
    assert status == 409 and (said["code"], said["params"]) == ("list-used", {"name": "下田二"}), said
    assert {a["name"] for a in DESK.get("/desk/accounts")["accounts"]} == before | {"上野一", "下田二"}
    assert DESK.ask("DELETE", "/desk/classes/4711")[1]["code"] == "no-list"
    assert [kind for kind, _, _ in audit_log()].count("class-undone") == 1


def test_a_class_is_made_as_a_whole():
    names = "hanako,\"花子 <b>, 3-B\"\r\ntaro\n"
    cards = send_list(names, 201)["cards"]
    assert [(c["name"], c["who"]) for c in cards] == [("hanako", "花子 <b>, 3-B"), ("taro", "")]
    for card in cards:
        Browser(SITE).log_in(card["name"], card["password"])
    before = len(DESK.get("/desk/accounts")["accounts"])
    assert "already" in send_list("jiro\ntaro\n", 409)["error"]
    said = send_list("jiro\na!b\n", 422)
    assert said["error"].startswith("line 2: ") and (said["code"], said["params"]) == ("name-letters", {"line": 2}), said
    assert "300" in send_list("\n".join(f"p{i}" for i in range(301)), 422)["error"]
    send_list("", 422)
    assert len(DESK.get("/desk/accounts")["accounts"]) == before and account_of("jiro") is None
    assert ("class", "2 accounts", "organiser") in audit_log()


def test_a_contest_is_previewed_as_it_will_be():
    text = "[contest]\ngame = reborn\n[ladder]\nfinalists = 4\n[phase Finals]\nformat = knockout\nbest-of = 3\nthird-place = yes\n"
    seen = DESK.post("/desk/preview", {"text": text}, 200)
    assert seen["plan"] == [{"name": "Finals", "format": "knockout", "players": 4, "matches": 4}], seen["plan"]
    assert seen["most_games"] == 12 and seen["finalists"] == 4 and not seen["over"], seen
    first = [m["players"] for m in seen["phases"][0]["matches"] if m["round"] == 1]
    assert first == [["#1", "#4"], ["#2", "#3"]], first
    assert "line:2" in DESK.post("/desk/preview", {"text": text.replace("reborn", "go")}, 422)["error"]
    assert DESK.post("/desk/preview", {}, 422)["error"]
    assert DESK.get("/desk/contests")["contests"] == [], "nothing is kept"
    assert DESK.get("/desk/broken")["broken"] == []


def test_invitations():
    made = DESK.post("/desk/invitations", {"code": "SAKURA", "uses": 3}, 201)
    free = DESK.post("/desk/invitations", {}, 201)
    assert re.fullmatch(r"\w{4}-\w{4}-\w{4}", free["code"])
    DESK.post("/desk/invitations", {"code": "SAKURA"}, 422)
    DESK.post("/desk/invitations", {"uses": 0}, 422)
    listed = {i["code"]: i["uses"] for i in DESK.get("/desk/invitations")["invitations"]}
    assert listed == {"SAKURA": 3, free["code"]: 1}
    DESK.post(f"/desk/invitations/{made['id']}", method="DELETE")
    DESK.post(f"/desk/invitations/{made['id']}", status=404, method="DELETE")
    assert len(DESK.get("/desk/invitations")["invitations"]) == 1


def test_announcements_are_for_everybody():
    text = "<script>alert(1)</script> 大会は18時まで"
    made = DESK.post("/desk/announcements", {"text": text}, 201)
    DESK.post("/desk/announcements", {"text": ""}, 422)
    assert [n["text"] for n in Browser(SITE).get("/announcements")["announcements"]] == [text]
    DESK.post("/desk/announcements", {"text": "over", "ends": 1}, 201)
    assert len(Browser(SITE).get("/announcements")["announcements"]) == 1
    DESK.post(f"/desk/announcements/{made['id']}", method="DELETE")
    assert Browser(SITE).get("/announcements")["announcements"] == []


def test_a_match_is_annulled_and_the_ratings_forget_it():
    db = db_of(SITE)
    for ladder in ("with", "without"):
        run("db", "add-ladder", ladder, "reborn", "--rating", "codevs5", "--setup", "turns=5", "--set", "pairing=0", "--db", db)
        for name in ("greedy", "random"):
            run("db", "add-player", ladder, name, f"bot:{name}", "--db", db)
    play("with", "greedy", "random", 4)
    matches = Browser(SITE).get("/matches?ladder=with")["matches"]
    bad = matches[2]["id"]
    DESK.post(f"/desk/matches/{bad}/annul", {"why": ""}, 409)
    DESK.post(f"/desk/matches/{bad}/annul", {"why": "the wrong seed"})
    DESK.post(f"/desk/matches/{bad}/annul", {"why": "again"}, 409)
    DESK.post("/desk/matches/4711/annul", {"why": "nothing"}, 409)
    is_well()
    match = Browser(SITE).get(f"/matches/{bad}")
    assert (match["state"], match["void_why"]) == ("void", "the wrong seed")
    # As if it had never been: the other ones played anew give the same standings.
    games = [(m["players"][0]["name"], m["winner"]) for m in reversed(matches) if m["id"] != bad]
    points = {"greedy": [0, 0, 0], "random": [0, 0, 0]}
    for first, winner in games:
        second = "random" if first == "greedy" else "greedy"
        for name, side in ((first, 0), (second, 1)):
            points[name][2 if winner == -1 else 0 if winner == side else 1] += 1
    standings = Browser(SITE).get("/ladders/with")["standings"]
    assert {s["name"]: [s["wins"], s["losses"], s["draws"]] for s in standings} == points
    before = {s["name"]: s["rating"] for s in standings}
    run("db", "rerate", "with", "--db", db)
    assert {s["name"]: s["rating"] for s in Browser(SITE).get("/ladders/with")["standings"]} == before
    last = Browser(SITE).get("/matches?ladder=with")["matches"][0]
    assert {p["name"]: r for p, r in zip(last["players"], last["ratings"])} == before, "history is rewritten, too"
    assert ("annul", f"match {bad}: the wrong seed", "organiser") in audit_log()
    said = [d["text_said"] for d in DESK.get("/desk/audit?limit=200")["entries"] if d["kind"] == "annul"]
    assert {"code": "audit-match-why", "params": {"match": bad, "why": "the wrong seed"}} in said, said
    DESK.post(f"/desk/matches/{bad}/rerun")
    waiting, = DESK.get("/desk/queue")["queue"]
    assert waiting["match"] == bad and not waiting["is_running"]
    run("worker", "--drain", "--quiet", "--db", db)
    assert Browser(SITE).get(f"/matches/{bad}")["state"] == "done" and DESK.get("/desk/queue")["queue"] == []
    assert sum(s["games"] for s in Browser(SITE).get("/ladders/with")["standings"]) == 8
    is_well()


def test_what_somebody_typed_is_never_taken_for_a_message():
    for text in ("audit-x: {n=,\"a\":1}", "audit-match:", "audit-late: {"):
        made = DESK.post("/desk/announcements", {"text": text}, 201)
        entry = next(d for d in DESK.get("/desk/audit")["entries"] if d["kind"] == "announce")
        assert (entry["text"], entry["text_said"]) == (text, None), entry
        DESK.post(f"/desk/announcements/{made['id']}", method="DELETE")


def test_annulling_on_the_command_line():
    db = db_of(SITE)
    play("without", "greedy", "random")
    match = Browser(SITE).get("/matches?ladder=without")["matches"][0]["id"]
    run("db", "annul", str(match), "by hand", "--db", db)
    assert "already" in run("db", "annul", str(match), "by hand", "--db", db, status=2)
    assert "no such" in run("db", "annul", "4711", "by hand", "--db", db, status=2)
    is_well()


def test_machines_are_listed():
    site = Site("machines", "--signup", "open", "--pace-ms", "50")
    try:
        desk = organiser(site)
        worker = wait_for(lambda: desk.get("/desk/workers")["workers"])[0]
        assert worker["name"] and worker["machine"] and worker["seen"] >= worker["started"]
        running = wait_for(lambda: [w for w in desk.get("/desk/queue")["queue"] if w["is_running"]])[0]
        desk.post(f"/desk/matches/{running['match']}/annul", {"why": "stopped by hand"})
        assert desk.get(f"/matches/{running['match']}")["state"] == "void"
        wait_for(site.finished)
        assert desk.get(f"/matches/{running['match']}")["state"] == "void", "whoever played it was too late"
    finally:
        site.stop()


def test_the_log_can_be_turned_back():
    first = DESK.get("/desk/audit?limit=1")["entries"][0]
    second = DESK.get(f"/desk/audit?limit=1&before={first['id']}")["entries"][0]
    assert second["id"] < first["id"]
    assert json.dumps(DESK.get("/desk/audit?limit=200")).count(WORD) == 0


try:
    tap.run(sys.modules[__name__])
finally:
    SITE.stop()
    shutil.rmtree(TMP)
