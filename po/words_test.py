"""The command line speaks Japanese: no message lacks a translation, none was forgotten, and what programs read stays as it is.

Usage: words_test.py TAISEN SOURCE_ROOT
"""
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

TAISEN, SOURCE = (os.path.abspath(a) for a in sys.argv[1:3])
sys.path.insert(0, os.path.join(SOURCE, "tests/python"))
from kit import tap  # noqa: E402

TMP = tempfile.mkdtemp(prefix="taisen-words-")
JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
# A machine without any locale but C.UTF-8, as a bare Debian is, whatever this one has. The C library leaks what it makes of
# LOCPATH, which the sanitizers would find.
BARE = os.environ if os.environ.get("SANITIZED") else {**os.environ, "LOCPATH": TMP}


def run(*args, program=TAISEN, stdin="", **env):
    return subprocess.run([program, *args], input=stdin, capture_output=True, text=True, timeout=120, env={**BARE, **env}, cwd=TMP,
                          check=False)


def japanese(*args, **more):
    return run(*args, LANG="ja_JP.UTF-8", **more)


def tool(*args):
    return subprocess.run(args, capture_output=True, text=True, timeout=120, cwd=SOURCE, check=False)


def columns(text):
    return sum(2 if re.match(r"[\u1100-\u115f\u2e80-\ufe00\ufe30-\uff60\uffe0-\uffe6]", c) else 1 for c in text)


def test_every_message_has_a_translation_with_the_same_directives():
    p = tool("msgfmt", "--check", "--statistics", "-o", "/dev/null", "po/ja.po")
    assert p.returncode == 0, p.stderr
    assert re.fullmatch(r"\d+ translated messages\.\n", p.stderr), p.stderr  # nothing fuzzy, nothing untranslated


def test_translations_are_in_step_with_the_code():
    p = tool("po/update", "--check")
    assert p.returncode == 0, "po/update writes po/ja.po anew:\n" + p.stdout + p.stderr


def test_every_sentence_in_the_code_is_marked():
    p = tool("tests/check_words")
    assert p.returncode == 0, p.stdout


def test_a_forgotten_mark_is_found():
    code = os.path.join(TMP, "forgotten.c")
    for line in ('printf("nobody marked this one\\n");', 'puts(ok ? _("fine") : "wrong");', 'const char *words[] = {"two words"};',
                 'fprintf(stderr, "taisen: %s is missing\\n", name);'):
        with open(code, "w", encoding="utf-8") as f:
            f.write("void f(void)\n{\n    " + line + "\n}\n")
        p = tool("tests/check_words", code)
        assert p.returncode == 1 and "forgotten.c:3:" in p.stdout, (line, p.stdout)
    with open(code, "w", encoding="utf-8") as f:
        f.write('void f(void)\n{\n    printf(_("somebody marked this one\\n"));\n    cli_use("%s is missing", name);\n}\n')
    assert tool("tests/check_words", code).returncode == 0


def test_the_environment_chooses_the_language_also_where_the_machine_has_no_such_locale():
    for env in ({"LANG": "ja_JP.UTF-8"}, {"LC_ALL": "ja_JP.UTF-8", "LANG": "C"}, {"LC_MESSAGES": "ja_JP"}, {"LANGUAGE": "ja"},
                {"LANGUAGE": "ja", "LANG": "en_US.UTF-8"}, {"LANGUAGE": "ja", "LANG": "C.UTF-8"}, {"LANGUAGE": "fr:ja", "LANG": "fr_FR"}):
        assert run("play", **env).stderr.startswith("taisen: play にはゲームと"), env
    for env in ({}, {"LANG": "C"}, {"LANG": "C.UTF-8"}, {"LANG": "en_US.UTF-8"}, {"LANG": "fr_FR.UTF-8"}, {"LANG": "ja_JP.UTF-8", "LC_ALL": "C"},
                {"LANG": "ja_JP.UTF-8", "LC_ALL": "POSIX", "LANGUAGE": "ja"}, {"LANG": "ja_JP.UTF-8", "LC_MESSAGES": "en_GB"},
                {"LANG": "ja_JP.UTF-8", "LANGUAGE": "en:ja"}):
        assert run("play", **env).stderr.startswith("taisen: play takes a game"), env


# Parts of a help without a Japanese word: an example.
PLAIN = re.compile(r"taisen play reborn bot:greedy bot:random")


def parts(text):
    """The paragraphs and rows of a help, each as one line."""
    return [" ".join(part.split()) for part in re.split(r"\n\n|\n(?=  \S)", text) if part.strip()]


def test_every_part_of_every_help_is_japanese():
    commands = [json.loads(line)["command"] for line in run("completions", "json").stdout.splitlines()]
    assert len(commands) > 20
    for command in ([], *([c] for c in commands)):
        text = japanese(*command, "--help").stdout
        assert re.match("使い方: taisen ", text), command
        usage = re.match(r".*\n( {8}taisen .*\n)*", text).end()
        found = parts(text[usage:])
        assert len(found) > 1, text
        for part in found:
            assert JAPANESE.search(part) or PLAIN.fullmatch(part), (command, part)


def test_check_doctor_and_errors_are_japanese():
    p = japanese("check", "reborn", "bot:random", "--games", "1")
    assert p.returncode == 0 and p.stderr == "", (p.stdout, p.stderr)
    for line in p.stdout.splitlines():
        assert JAPANESE.search(line), line
    assert p.stdout.endswith("問題はありません。\n"), p.stdout
    p = japanese("doctor")
    assert p.returncode == 0 and "サンドボックス全体: " in p.stdout, p.stdout
    for line in p.stdout.splitlines():
        assert JAPANESE.search(line), line
    for args, words in ((("nothing",), "コマンド nothing はありません"), (("play", "--seed", "x"), "--seed には 0 から"),
                        (("replay", "nowhere"), "nowhere を開けません"), (("play", "chess", "a", "b"), "「chess」というゲームはありません"),
                        (("db", "ladders"), "db には --db URL"),
                        (("stats", "/dev/null"), "/dev/null"), (("tournament", "/dev/null"), "/dev/null")):
        p = japanese(*args)
        assert p.returncode == 2 and words in p.stderr and JAPANESE.search(p.stderr), (args, p.stderr)


def test_what_the_rules_say_is_japanese_too():
    path = os.path.join(TMP, "odd.map")
    with open(path, "w", encoding="utf-8") as f:
        f.write("N:odd\nT:0\n")
    for args, words in ((("gen", "chaser", "--setup", "width=4"), "width は 5〜39 の整数です"), (("gen", "reborn", "--setup", "x=1"), "x という設定はありません"),
                        (("map", "show", path), "2 行目: T はターン数")):
        p = japanese(*args)
        assert p.returncode == 2 and words in p.stderr, (args, p.stderr)
    record = os.path.join(TMP, "decided.jsonl")
    p = japanese("play", "reborn", "bot:greedy", "bot:random", "--seed", "7", "--quiet", "--record", record)
    assert "が random に勝ちました: デンジャーライン超え" in p.stdout, p.stdout
    last = japanese("replay", record).stdout.splitlines()[-1]
    assert re.match(r"ターン27: greedyの18チェイン", last), last


def test_every_word_for_the_end_of_a_game_is_a_term():
    with open(os.path.join(SOURCE, "cli/term.c"), encoding="utf-8") as f:
        terms = set(re.findall(r'N_\("([^"]*)"\)', f.read()))
    arrays = r"\b(?:reasons|chaser_ending_names|foul_names|chaser_oddity_names|format_words|fault_names)\[\w*\] = \{(.*?)\};"
    found = set()
    for path in (*glob.glob(f"{SOURCE}/games/*/*.c"), f"{SOURCE}/league/contest/contest.c", f"{SOURCE}/referee/match.c"):
        with open(path, encoding="utf-8") as f:
            text = f.read()
        for body in re.findall(arrays, text, re.S):
            found |= set(re.findall(r'"([^"]*)"', body))
        found |= set(re.findall(r'\[END_\w+\] = "([^"]*)"', text))
    assert len(found) > 40 and not found - terms, found - terms


def test_columns_stay_aligned_in_japanese():
    lines = [line for line in japanese("doctor").stdout.splitlines() if not line.startswith(("サンド", " "))]
    assert len(lines) > 8
    for line in lines:
        grade, name, found = re.match(r"(\S+ +)(\S+(?: \S+)? +)(.*)", line).groups()
        assert (columns(grade), columns(name)) == (10, 16) and found, line
    for line in japanese("check", "reborn", "bot:random", "--games", "1").stdout.splitlines()[:-1]:
        assert columns(re.match(r"\S+ +", line).group()) == 9, line


def test_a_name_wider_than_its_column_stays_apart_from_the_next():
    league = ("--db", os.path.join(TMP, "league.db"))
    name = "とても長い名前のとても長いラダー"
    for args in (("init",), ("add-ladder", name, "reborn"), ("add-ladder", "short", "reborn")):
        assert run("db", *args, *league).returncode == 0, args
    lines = japanese("db", "ladders", *league).stdout.splitlines()
    assert any(line.startswith(name + " reborn ") for line in lines), lines
    assert any(line.startswith("short" + 20 * " " + "reborn   glicko2  開催中 ") for line in lines), lines


def test_a_batch_is_told_in_japanese_and_its_numbers_are_the_same():
    args = ("batch", "reborn", "bot:random", "bot:random", "bot:greedy", "--games", "2", "--setup", "turns=3")
    english, ours = run(*args), japanese(*args)
    assert english.returncode == ours.returncode == 0, ours.stderr
    head = next(line for line in ours.stdout.splitlines() if line.startswith("順位"))
    row = ours.stdout.splitlines()[ours.stdout.splitlines().index(head) + 1]
    assert columns(head[:head.index("試合数")]) == 61 and columns(head) == 75, head
    assert columns(row) == columns(next(line for line in english.stdout.splitlines() if "[" in line and line.startswith("   1 "))), row
    assert "三すくみ" not in ours.stdout and " 対 " in ours.stdout and "games" not in ours.stdout + ours.stderr, ours.stdout
    numbers = [re.findall(r"results ([0-9a-f]{16})", english.stdout), re.findall(r"ハッシュ ([0-9a-f]{16})", ours.stdout)]
    assert numbers[0] == numbers[1] and len(numbers[0]) == 1, numbers


def test_what_programs_read_does_not_follow_the_language():
    for args in (("games", "--json"), ("bots", "--json"), ("completions", "bash"), ("completions", "zsh"), ("completions", "json"),
                 ("gen", "reborn", "--seed", "1"), ("batch", "reborn", "bot:random", "bot:random", "--games", "2", "--json", "--setup", "turns=2")):
        english, ours = run(*args).stdout, japanese(*args).stdout
        if args[0] == "batch":  # the time that a turn took is in it
            english, ours = (re.sub(r'"ms_max":\[[^]]*\]', "", text) for text in (english, ours))
        assert english == ours and english, args
    with open(os.path.join(SOURCE, "docs/man/taisen-play.1"), encoding="utf-8") as f:
        page = f.read()
    assert japanese("man", "--lists", stdin=page).stdout == page
    items = json.loads(japanese("doctor", "--json").stdout)["items"]
    assert not any(JAPANESE.search(item["found"] + (item["advice"] or "")) for item in items)
    findings = japanese("check", "reborn", "bot:random", "--games", "1", "--json").stdout
    assert findings and not JAPANESE.search(findings), findings
    first, second = os.path.join(TMP, "a.jsonl"), os.path.join(TMP, "b.jsonl")
    play = ("play", "reborn", "bot:random", "bot:random", "--seed", "1", "--quiet", "--json", "--setup", "turns=2", "--record")
    results = [json.loads(p.stdout) for p in (run(*play, first), japanese(*play, second))]
    assert results[0]["reason"] == results[1]["reason"] == "turns", results
    third = os.path.join(TMP, "c.jsonl")  # what cannot be started says so where players write
    japanese("play", "reborn", "/nowhere/player", "bot:random", "--quiet", "--record", third)
    for path in (second, third):
        with open(path, encoding="utf-8") as f:
            text = f.read()
        assert not JAPANESE.search(text), text
    assert "cannot start /nowhere/player: No such file or directory" in text, text


def test_an_installed_program_takes_the_translation_beside_it_and_is_english_without_one():
    root = os.path.join(TMP, "root")
    os.makedirs(os.path.join(root, "bin"))
    program = shutil.copy(TAISEN, os.path.join(root, "bin"))
    place = os.path.join(root, "share/locale/ja/LC_MESSAGES")
    os.makedirs(place)
    words = os.path.join(TMP, "own.po")
    with open(words, "w", encoding="utf-8") as f:
        f.write('msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "bench takes no arguments"\nmsgstr "引数は不要"\n')
    assert tool("msgfmt", "-o", os.path.join(place, "taisen.mo"), words).returncode == 0
    assert japanese("bench", "x", program=program).stderr == "taisen: 引数は不要\n"
    assert japanese("doctor", "x", program=program).stderr == "taisen: doctor takes no arguments\n"  # not in that file
    with open(os.path.join(place, "taisen.mo"), "wb") as f:
        f.write(b"no translation at all")
    assert japanese("bench", "x", program=program).stderr == "taisen: bench takes no arguments\n"


try:
    tap.run(sys.modules[__name__])
finally:
    shutil.rmtree(TMP)
