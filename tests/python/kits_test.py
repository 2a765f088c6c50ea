"""The starter kits: `taisen new`, and every kit built as its comment says, checked, and played.

Usage: kits_test.py TAISEN SOURCE_ROOT BUILD_ROOT [LANGUAGE...]
Plays the kits of the languages named, or of all.
"""
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile

from kit import games_kit
from kit import tap

TAISEN, SOURCE, BUILD = (os.path.abspath(a) for a in sys.argv[1:4])
KITS = os.path.join(SOURCE, "kits")
TMP = tempfile.mkdtemp(prefix="taisen-kits-")
GAMES = games_kit.games(TAISEN)
# Folders by game and language. Our own games have a kit for each language; another may bring those it has.
KITS_OF = {game: games_kit.kits(SOURCE, game) for game in GAMES}
HASHES = {}
PLAIN_PATH = os.path.dirname(TAISEN) + ":/usr/bin:/bin"


def run(*words, status=0, **options):
    p = subprocess.run(words, capture_output=True, text=True, timeout=300, **options)
    assert p.returncode == status, f"{words}: exit status {p.returncode}\n{p.stdout}\n{p.stderr}"
    return p


def path(*names):
    return os.path.join(TMP, *names)


LANGUAGES = {entry["language"]: entry for entry in map(json.loads, run(TAISEN, "new", "--list", "--json").stdout.splitlines())}


def need(language):
    if not LANGUAGES[language]["ready"]:
        raise tap.Skip(f"{LANGUAGES[language]['packages']} is not installed")


def made(game, language):
    """The folder of a kit, copied and built once."""
    folder = path(language, game)
    if not os.path.exists(folder):
        run(TAISEN, "new", game, language, folder)
        run("sh", "-c", LANGUAGES[language]["build"], cwd=folder)
    return folder


def refused(*args, says, env=None):
    p = run(TAISEN, "new", *args, status=2, env=env, cwd=TMP)
    assert p.stdout == "" and len(p.stderr.splitlines()) == 1, (p.stdout, p.stderr)
    for word in says:
        assert word in p.stderr, (word, p.stderr)


# ---- taisen new ----

def test_the_list_names_nine_languages():
    text = run(TAISEN, "new", "--list").stdout
    assert [line.split()[0] for line in text.splitlines()] == list(LANGUAGES) and len(LANGUAGES) == 9
    for entry in LANGUAGES.values():
        assert entry["title"] in text
        assert os.path.isdir(os.path.join(KITS, entry["language"]))
    assert all(KITS_OF.values()), KITS_OF
    for game in GAMES:
        brings_its_own = os.path.isdir(os.path.join(SOURCE, "games", game, "kits"))
        assert brings_its_own or set(KITS_OF[game]) == set(LANGUAGES), (game, KITS_OF[game])


def test_what_is_unknown_is_told_with_the_list():
    refused("chess", "c", "x", says=["chess", *GAMES])
    refused("reborn", "cobol", "x", says=["cobol", *LANGUAGES])
    refused("reborn", "c", says=["a folder"])
    refused("reborn", "c", "", says=["empty"])
    assert not os.path.exists(path("x"))


def test_a_folder_that_is_not_empty_is_refused_and_left_alone():
    os.mkdir(path("full"))
    with open(path("full", "player.py"), "w") as f:
        f.write("mine")
    refused("reborn", "python", path("full"), says=["full", "nothing was copied"])
    refused("reborn", "python", path("full", "player.py"), says=["player.py"])
    assert os.listdir(path("full")) == ["player.py"]
    with open(path("full", "player.py")) as f:
        assert f.read() == "mine"


def test_an_empty_folder_and_a_deep_one_will_do():
    need("python")
    os.mkdir(path("hollow"))
    for folder in (path("hollow"), path("deep", "er", "mine")):
        run(TAISEN, "new", "codevs5", "python", folder)
        assert sorted(os.listdir(folder)) == ["arena.py", "player.py"]


def test_a_missing_compiler_is_told_with_its_package():
    os.makedirs(path("nothing"), exist_ok=True)
    for name, entry in LANGUAGES.items():
        refused("reborn", name, "y", says=[entry["needs"].split()[0], entry["packages"]], env={"PATH": path("nothing")})
    assert not os.path.exists(path("y"))
    assert run(TAISEN, "new", "--list", env={"PATH": path("nothing")}).stdout.count("is missing") == 9


def test_a_bad_list_of_languages_is_told_with_its_line():
    os.mkdir(path("bad"))
    whole = "language x\ntitle X\nneeds sh\npackages x\nmain x.c\nbuild true\nrun ./x\n"
    cases = [("language x\ncolour blue\n", "line 2"), ("title X\n", "line 1"), ("language x\ntitle X\n", "needs"),
             ("language x\nlanguage y\n", "line 2"), (whole + "run ./y\n", "line 8"), ("language\n", "line 1"),
             (whole + "language " + "y" * 300 + "\n", "line 8"), (whole + "language y", "no end"),
             (whole + "uses " + "(" * 40 + "a" + "+)" * 40 + "\n", "line 8"), (whole + "uses a{1,9}\n", "line 8")]
    for text, word in cases:
        with open(path("bad", "languages.list"), "w") as f:
            f.write(text)
        refused("reborn", "x", "z", says=[path("bad"), word], env={"TAISEN_KITS": path("bad")})
    refused("reborn", "x", "z", says=["/no/kits"], env={"TAISEN_KITS": "/no/kits"})


def printed_commands(text):
    return [line[2:] for line in text.splitlines() if line.startswith("  ")]


def in_an_empty_environment(game, language):
    need(language)
    home = tempfile.mkdtemp(dir=TMP)
    empty = ["env", "-i", f"PATH={PLAIN_PATH}"]
    if shutil.which(LANGUAGES[language]["needs"].split()[0], path=PLAIN_PATH) is None:
        raise tap.Skip(f"{LANGUAGES[language]['needs']} is not in /usr/bin")
    commands = printed_commands(run(*empty, "taisen", "new", game, language, "my player", cwd=home).stdout)
    assert len(commands) == 3, commands
    out = run(*empty, "sh", "-e", "-c", "\n".join(commands), cwd=home).stdout
    # Nobody prints a seed, so the last game may even be lost.
    assert "All is well." in out and re.search(r" wins|draw", out) and f"starter-{language}" in out, out


def test_python_and_the_printed_commands_run_in_an_empty_environment():
    in_an_empty_environment("reborn", "python")


def test_c_and_the_printed_commands_run_in_an_empty_environment():
    in_an_empty_environment("codevs5", "c")


def test_java_and_the_printed_commands_run_in_an_empty_environment():
    in_an_empty_environment("chaser", "java")


def test_an_installed_program_brings_its_own_kits():
    meson = shutil.which("meson")
    if not meson:
        raise tap.Skip("no meson")
    need("python")
    run(meson, "install", "-C", BUILD, "--no-rebuild", "--quiet", "--destdir", path("root"))
    found = run("find", path("root"), "-name", "taisen", "-type", "f", "-perm", "-u+x").stdout.split()
    assert len(found) == 1, found
    kit = os.path.join(os.path.dirname(found[0]), "..", "share", "taisen", "kits", "python", "reborn", "player.py")
    with open(kit, "a") as f:
        f.write("# installed\n")
    run(found[0], "new", "reborn", "python", path("from-installed"))
    with open(path("from-installed", "player.py")) as f:
        assert f.read().endswith("# installed\n")


# ---- the kits ----

def test_every_kit_says_how_it_is_built_and_where_to_begin():
    for game in GAMES:
        for name, folder in KITS_OF[game].items():
            entry = LANGUAGES[name]
            (player,) = [f for f in os.listdir(folder) if f.lower().startswith("player.")]
            with open(os.path.join(folder, player), encoding="utf-8") as f:
                text = f.read()
            comment = "\n".join(text.splitlines()[:8])
            assert f"build: {entry['build']}\n" in comment, (name, game)
            assert f"run:   {entry['run']}\n" in comment, (name, game)
            assert text.count("YOUR IDEA HERE") == 1 and "ここを工夫しよう" in text, (name, game)
            assert re.search("[ぁ-ん]", comment), (name, game)


def play_kit(game, language):
    need(language)
    folder, command, short = made(game, language), LANGUAGES[language]["run"], games_kit.short(TAISEN, game)
    findings = run(TAISEN, "check", game, command, "--games", "1", "--json", *short, cwd=folder).stdout.splitlines()
    assert findings and all(json.loads(f)["weight"] == "fine" for f in findings), findings
    out = run(TAISEN, "batch", game, command, "bot:random", "--games", "4", "--seeds", "1", "--jobs", "2", "--json", *short,
              cwd=folder).stdout
    (result,) = json.loads(out)["pairings"]
    # The kits of a game think alike, so the same seeds give the same games in every language.
    assert json.loads(out)["hash"] == HASHES.setdefault(game, json.loads(out)["hash"]), (game, HASHES)
    assert result["wins"] >= 3 and result["wins"] + result["losses"] + result["draws"] == 4, result
    assert result["crashes"][0] == result["time_losses"][0] == result["invalid"][0] == 0, result


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def listens(port):
    with open("/proc/net/tcp") as f:
        return f":{port:04X} 00000000:0000 0A" in f.read()


def play_over_tcp(language):
    """The client that a school starts by hand: HOST PORT NAME."""
    need(language)
    folder, port = made("chaser", language), free_port()
    arena = subprocess.Popen([TAISEN, "play", "chaser", f"tcp:127.0.0.1:{port}", "bot:random", "--seed", "1", "--json"],
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    while not listens(port):
        assert arena.poll() is None, arena.communicate()
    try:
        client = run("sh", "-c", f"{LANGUAGES[language]['run']} 127.0.0.1 {port} taro", cwd=folder)
        out, _ = arena.communicate(timeout=60)
    finally:
        arena.kill()
    result = json.loads(out)
    assert client.stderr == "" and result["seats"][0]["name"] == "taro", (client, result)
    assert result["winner"] == 0 and result["seats"][0]["fault"] is None, result


def add_tests():
    """One test a kit, so that a failure names it."""
    for language in sys.argv[4:] or LANGUAGES:
        for game in [game for game in GAMES if language in KITS_OF[game]]:
            globals()[f"test_{language}_beats_the_random_bot_in_{game}"] = lambda g=game, l=language: play_kit(g, l)
        globals()[f"test_{language}_plays_chaser_over_tcp"] = lambda l=language: play_over_tcp(l)


add_tests()
try:
    tap.run(sys.modules[__name__])
finally:
    shutil.rmtree(TMP)
