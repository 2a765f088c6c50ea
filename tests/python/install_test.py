"""What `meson install` puts where with DESTDIR, and that an installed program finds it and keeps its data in the right place.

Usage: install_test.py BUILD
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile

from kit import tap

BUILD = os.path.abspath(sys.argv[1])
TMP = tempfile.mkdtemp(prefix="taisen-install-")
PREFIX = os.path.join(TMP, "root", "usr", "local")
TAISEN = os.path.join(PREFIX, "bin", "taisen")


def install():
    subprocess.run(["meson", "install", "-C", BUILD, "--no-rebuild", "--quiet"], check=True, timeout=300,
                   env={**os.environ, "DESTDIR": os.path.join(TMP, "root")}, stdout=subprocess.DEVNULL)


def run(*args, **env):
    return subprocess.run([TAISEN, *args], capture_output=True, text=True, timeout=120, check=False, cwd=TMP,
                          env={**os.environ, "LC_ALL": "C", **env})


def test_everything_lies_below_destdir():
    for path in ("bin/taisen", "libexec/taisen-full", "share/taisen/viewer.html", "share/taisen/site/index.html",
                 "share/taisen/kits/languages.list", "share/taisen/contests/school.ini", "share/bash-completion/completions/taisen",
                 "share/man/man1/taisen-batch.1", "share/man/man5/taisen-record.5", "share/man/man7/taisen.7"):
        assert os.path.exists(os.path.join(PREFIX, path)), path
    assert os.listdir(TMP) == ["root"] and os.listdir(os.path.join(TMP, "root")) == ["usr"]


def test_the_installed_program_has_every_command():
    assert run("--version").stdout.startswith("taisen ")
    assert run("play", "reborn", "bot:random", "bot:random", "--seed", "1").returncode == 0
    assert run("db", "init", "--db", os.path.join(TMP, "league.db")).returncode == 0


def opened(*args):
    """The files that a run looks for or opens below this prefix and below the tree that it was built in."""
    log = os.path.join(TMP, "trace")
    subprocess.run(["strace", "-f", "-qq", "-e", "trace=openat,access", "-o", log, TAISEN, *args], check=True, timeout=120, cwd=TMP,
                   stdout=subprocess.DEVNULL)
    with open(log, encoding="utf-8", errors="replace") as f:
        return f.read()


def test_kits_and_pages_come_from_where_they_were_installed():
    record = os.path.join(TMP, "game.jsonl")
    assert run("play", "reborn", "bot:random", "bot:random", "--seed", "1", "--record", record).returncode == 0
    for args, part in ((("new", "reborn", "python", os.path.join(TMP, "mine")), "share/taisen/kits"),
                       (("replay", record, "--html", os.path.join(TMP, "game.html")), "share/taisen/viewer.html")):
        trace = opened(*args)
        assert part in trace and os.path.dirname(BUILD) + "/kits" not in trace and BUILD + "/web" not in trace, (args, trace)


def test_man_shows_the_installed_page():
    folder = os.path.join(TMP, "bin")
    os.mkdir(folder)
    os.symlink("/bin/echo", os.path.join(folder, "man"))
    shown = run("man", "batch", PATH=folder).stdout.strip()
    assert os.path.realpath(shown) == os.path.realpath(os.path.join(PREFIX, "share/man/man1/taisen-batch.1")), shown


def serve_once(**env):
    """Starts a site without --var and ends it once it says where it is."""
    inherited = {k: v for k, v in os.environ.items() if k != "TAISEN_DB"}
    p = subprocess.Popen([TAISEN, "serve", "--listen", "127.0.0.1:0", "--no-bots", "--json"], stdout=subprocess.PIPE, cwd=TMP,
                         env={**inherited, **env}, text=True)
    try:
        assert json.loads(p.stdout.readline())["url"]
    finally:
        p.terminate()
        assert p.wait(timeout=60) == 0


def test_a_site_of_an_installed_program_keeps_its_data_where_users_have_it():
    home, data = os.path.join(TMP, "home"), os.path.join(TMP, "data")
    serve_once(HOME=home, XDG_DATA_HOME="")
    assert os.path.exists(os.path.join(home, ".local/share/taisen/league.db"))
    serve_once(HOME=home, XDG_DATA_HOME=data)
    assert os.path.exists(os.path.join(data, "taisen/league.db"))
    assert not os.path.exists(os.path.join(TMP, "var"))


try:
    install()
    tap.run(sys.modules[__name__])
finally:
    shutil.rmtree(TMP)
