"""A new game is a folder and a line: games/example, which is not built by default, gets its line in a copy of the tree.

Usage: tutorial_test.py TAISEN SOURCE_ROOT BUILD
The copy is built (what has not changed is taken over from BUILD), and the game is played in the terminal and in a browser.
"""
import functools
import json
import os
import shutil
import subprocess
import sys
import tempfile

from kit import tap

TAISEN, SOURCE, BUILD = (os.path.abspath(a) for a in sys.argv[1:4])
TMP = os.path.realpath(tempfile.mkdtemp(prefix="taisen-tutorial-"))
LINE = "example example.c example_text.c\n"
TARGETS = ["taisen", "games/wasm/games.wasm", "tests/example_test", "tests/conformance_test", "tests/golden_test"]
NOT_SOURCES = {".git", "node_modules", "var", "__pycache__"}


def run(*words, status=0, cwd=None, timeout=300, **options):
    p = subprocess.run(words, capture_output=True, text=True, cwd=cwd, timeout=timeout, **options)
    assert p.returncode == status, f"{words}: exit status {p.returncode}\n{p.stdout[-4000:]}\n{p.stderr[-4000:]}"
    return p


def sources_only(folder, names):
    """Leaves out builds and what belongs to a machine."""
    builds = {name for name in names if os.path.exists(os.path.join(folder, name, "build.ninja"))}
    return (NOT_SOURCES & set(names)) | builds


def objects_only(folder, names):
    return {name for name in names if name in ("tests", "web", "meson-private", "meson-info", "meson-logs") and folder == BUILD}


def option(name):
    """An option of the build whose objects are taken over: with another one they would not fit."""
    with open(os.path.join(BUILD, "meson-info", "intro-buildoptions.json"), encoding="utf-8") as f:
        return next(each["value"] for each in json.load(f) if each["name"] == name)


def compiler():
    with open(os.path.join(BUILD, "compile_commands.json"), encoding="utf-8") as f:
        return json.load(f)[0]["command"].split()[0]


def copy_missing(source, target):
    if not os.path.exists(target):
        shutil.copy2(source, target)


def reuse_objects(build):
    """Objects and ninja's log of them; ninja compiles again what a changed file or command asks for."""
    if os.path.dirname(BUILD) == SOURCE:  # ninja's paths are relative: they fit only from a folder beside the sources
        shutil.copytree(BUILD, build, ignore=objects_only, dirs_exist_ok=True, copy_function=copy_missing)


def make_tree():
    root = os.path.join(TMP, "tree")
    build = os.path.join(root, os.path.basename(BUILD))
    shutil.copytree(SOURCE, root, ignore=sources_only, symlinks=True)
    with open(os.path.join(root, "games", "games.list"), "a", encoding="utf-8") as f:
        f.write(LINE)
    run("meson", "setup", build, "-Dtests=enabled", f"-Dwerror={str(option('werror')).lower()}",
        f"-Dbuildtype={option('buildtype')}", cwd=root, env={**os.environ, "CC": compiler()})
    reuse_objects(build)
    told = run("ninja", "-C", build, *TARGETS).stdout
    print(f"# {told.count('Compiling')} files compiled", flush=True)
    return root


@functools.cache
def made():
    """Once, whatever comes of it."""
    try:
        return make_tree(), None
    except AssertionError as why:
        return None, why


def tree():
    """The copy, with the line, built."""
    root, why = made()
    assert root, why
    return root


def taisen(*words, **options):
    return run(os.path.join(tree(), os.path.basename(BUILD), "taisen"), *words, **options)


def result(*words, **options):
    return json.loads(taisen(*words, "--json", **options).stdout)


# ---- the rules ----

def test_its_rules_are_tested_by_its_own_tests_and_by_those_for_all_games():
    tests = os.path.join(tree(), os.path.basename(BUILD), "tests")
    run(os.path.join(tests, "example_test"))
    run(os.path.join(tests, "conformance_test"), "example")
    assert "SKIP" not in run(os.path.join(tests, "golden_test"), "example", env={**os.environ, "TAISEN_ROOT": tree()}).stdout


# ---- in the terminal ----

def test_the_game_is_listed_with_its_bot_and_the_others_are_still_there():
    names = [json.loads(line)["name"] for line in taisen("games", "--json").stdout.splitlines()]
    before = [json.loads(line)["name"] for line in run(TAISEN, "games", "--json").stdout.splitlines()]
    assert names == [*before, "example"] and "example" not in before, names
    assert "careful" in taisen("bots", "example").stdout


def test_its_kits_are_made_checked_and_play_against_its_bot():
    for language, build, command in (("python", "python3 -m py_compile player.py", "python3 player.py"),
                                     ("c", "gcc -O2 -o player player.c", "./player")):
        folder = os.path.join(TMP, language)
        assert build in taisen("new", "example", language, folder).stdout
        run("sh", "-c", build, cwd=folder)
        taisen("check", "example", command, cwd=folder)
        match = result("play", "example", "bot:careful", command, "--seed", "7", cwd=folder)
        assert [seat["fault"] for seat in match["seats"]] == [None, None] and match["turns"] > 6, match
        assert match["reason"] in ("line", "full board"), match
        batch = result("batch", "example", command, "bot:random", "--games", "10", "--seeds", "1", cwd=folder)
        assert batch["pairings"][0]["wins"] >= 8, batch
    missing = taisen("new", "example", "ruby", os.path.join(TMP, "ruby"), status=2).stderr
    assert "no kit for Ruby" in missing, missing


def test_its_bot_beats_a_random_one():
    batch = result("batch", "example", "bot:careful", "bot:random", "--games", "100", "--seeds", "1")
    assert batch["pairings"][0]["wins"] >= 90, batch


def test_its_scripts_are_run():
    script = '{"seed":1,"setup":"opening=0"}\n' + "".join('{"answer":"%s"}\n' % c for c in "0011223")
    last = json.loads(taisen("sim", "example", input=script).stdout.splitlines()[-1])
    assert last["over"] and last["winner"] == 0 and last["line"] == [[0, 0], [1, 0], [2, 0], [3, 0]], last
    assert "line 1" in taisen("sim", "example", status=2, input='{"answer":"0"}\n').stderr


def test_a_record_is_replayed():
    record = os.path.join(TMP, "match.jsonl")
    taisen("play", "example", "bot:careful", "bot:random", "--seed", "3", "--record", record)
    taisen("replay", record)


# ---- in a browser ----

def test_it_is_watched_and_played_in_a_browser():
    if not shutil.which("node") or not os.path.exists(os.path.join(SOURCE, "web", "node_modules")):
        raise tap.Skip("there are no pages: node and web/node_modules are missing")
    if not shutil.which("chromium"):
        raise tap.Skip("there is no Chromium here")
    build = os.path.join(tree(), os.path.basename(BUILD))
    modules = os.path.join(tree(), "web", "node_modules")
    if not os.path.exists(modules):
        os.symlink(os.path.join(SOURCE, "web", "node_modules"), modules)
    run(os.path.join(tree(), "web", "build"), build)
    told = run("node", os.path.join(tree(), "tests", "e2e", "tutorial_test.mjs"), os.path.join(build, "taisen")).stdout
    print("".join(f"# {line}\n" for line in told.splitlines()), flush=True)


try:
    tap.run(sys.modules[__name__])
finally:
    shutil.rmtree(TMP, ignore_errors=True)
