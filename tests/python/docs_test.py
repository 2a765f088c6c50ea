"""Every command shown in docs/PLAYERS.md is run, and what it prints is what the page shows. Commands of all other documents are run or
checked, too (kit/doc_commands.py).

Usage: docs_test.py TAISEN SOURCE_ROOT
A block that begins with ```console holds commands after `$ ` and their output. Times differ from run to run and are masked.
"""
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

from kit import doc_commands
from kit import games_kit
from kit import tap

TAISEN, SOURCE = (os.path.abspath(a) for a in sys.argv[1:3])
PAGE, JAPANESE = (os.path.join(SOURCE, "docs", name) for name in ("PLAYERS.md", "PLAYERS.ja.md"))
MARK = "--- end of command"


def blocks(page):
    with open(page, encoding="utf-8") as f:
        return re.findall(r"^```console\n(.*?)^```$", f.read(), re.M | re.S)


def steps(page):
    """Pairs of a command and the output shown."""
    found = []
    for line in "".join(blocks(page)).splitlines():
        if line.startswith("$ "):
            found.append((line[2:], []))
        else:
            found[-1][1].append(line)
    return found


def mentioned(page):
    """Commands with arguments that stand in the text; names of commands alone are not meant to be run."""
    with open(page, encoding="utf-8") as f:
        prose = re.sub(r"^```console\n.*?^```$", "", f.read(), flags=re.M | re.S)
    return re.findall(r"`(taisen [^`]* [^`]*)`", prose)


def masked(lines):
    """Lines without what differs from run to run: times, and blanks that make columns of them."""
    text = "\n".join(line.rstrip() for line in lines)
    text = re.sub(r"\b\d+(\.\d+)? ms\b", "N ms", text)
    text = re.sub(r"at most \(turn \d+\)", "at most (turn N)", text)
    text = re.sub(r"^(1[78]\d{4}|29\d{4}|300000)$", "TIME", text, flags=re.M)
    return re.sub(r" +", " ", text)


def run_all(commands):
    """Runs the commands in one shell, in an environment that has nothing but a PATH; the output of each."""
    folder = tempfile.mkdtemp(prefix="taisen-docs-")
    env = {"PATH": os.path.dirname(TAISEN) + ":/usr/bin:/bin", "HOME": folder, "LC_ALL": "C.UTF-8"}
    script = "".join(f"{command}\necho '{MARK}'\n" for command in commands)
    try:
        p = subprocess.run(["bash"], input=script, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=env, cwd=folder,
                           text=True, timeout=300)
    finally:
        shutil.rmtree(folder)
    return [part.splitlines() for part in p.stdout.split(MARK + "\n")[:-1]]


def test_every_command_shown_prints_what_is_shown():
    shown = steps(PAGE)
    printed = run_all([command for command, _ in shown])
    assert len(printed) == len(shown) > 30, (len(printed), len(shown))
    wrong = 0
    for (command, expected), got in zip(shown, printed):
        if masked(expected) != masked(got):
            wrong += 1
            print("#", command)
            for line in got:
                print("#   printed:", line)
    assert wrong == 0


def test_every_command_mentioned_works():
    commands = mentioned(PAGE)
    made = [command for command, _ in steps(PAGE) if re.match(r"taisen new reborn|cd mine|taisen play reborn .*--record game", command)]
    printed = run_all(made + [f"{command} >/dev/null 2>&1; echo status $?" for command in commands])
    assert len(commands) >= 4 and mentioned(JAPANESE) == commands, commands
    assert [lines[-1] for lines in printed[len(made):]] == ["status 0"] * len(commands), list(zip(commands, printed[len(made):]))


def test_the_japanese_page_shows_the_same_commands_and_outputs():
    assert blocks(JAPANESE) == blocks(PAGE)


def test_both_pages_have_ten_mistakes_and_all_games():
    for page in (PAGE, JAPANESE):
        with open(page, encoding="utf-8") as f:
            text = f.read()
        assert re.findall(r"^\*\*(\d+)\.", text, re.M) == [str(n) for n in range(1, 11)], page
        told = set(re.findall(r"^### .*`(\w+)`", text, re.M))
        there = set(games_kit.games(TAISEN))
        # A game that brings its own kits tells of itself in its RULES.md.
        assert told <= there, (page, told - there)
        assert told >= {game for game in there if os.path.isdir(os.path.join(SOURCE, "kits", "c", game))}, (page, told)


def test_the_tabs_of_the_nine_languages_show_what_taisen_new_prints():
    for page in (PAGE, JAPANESE):
        with open(page, encoding="utf-8") as f:
            tabs = re.findall(r"^```sh \S+\n(taisen new reborn (\w+) mine)\n(.*?)^```$", f.read(), re.M | re.S)
        assert sorted(language for _, language, _ in tabs) == sorted(
            "c cpp java csharp ruby python javascript go rust".split()), tabs
        printed = run_all([f"{command} && rm -r mine" for command, _, _ in tabs])
        for (_, language, told), lines in zip(tabs, printed):
            assert told.splitlines() == [line.strip() for line in lines if line.startswith("  ")], (language, lines)


def test_every_command_shown_exists_with_its_options():
    faults, ours, others, run_elsewhere = [], 0, 0, 0
    for name in doc_commands.documents(SOURCE):
        shown, with_output, told = doc_commands.commands_of(SOURCE, name)
        run_elsewhere += len(with_output)
        for line in shown + with_output + told:
            more, count = doc_commands.check(TAISEN, name, line)
            faults += more
            ours += count
        for line in shown:
            for part in doc_commands.parts_of(line):
                program = doc_commands.program_of(part)
                if re.match(r"(build/)?taisen$", program):
                    continue
                others += 1
                if program not in doc_commands.OTHERS:
                    faults.append(f"{name}: nothing is said about {program} in OTHERS: {line}")
    print(f"# {ours} commands of ours in {len(doc_commands.documents(SOURCE))} documents held against --help; {run_elsewhere} lines are run with their output by "
          f"docs_test.py; {others} of other programs are not run")
    assert ours > 150, ours
    assert not faults, "\n".join(faults)


def test_both_languages_of_a_document_are_level():
    """As many headings, the same commands, and as many rows and figures."""
    pairs = [(name, name.replace(".ja.md", ".md")) for name in doc_commands.documents(SOURCE) if name.endswith(".ja.md")]
    for japanese, english in pairs:
        shapes = []
        for name in (japanese, english):
            text = doc_commands.read(SOURCE, name)
            shown, with_output, _ = doc_commands.commands_of(SOURCE, name)
            counts = [len(re.findall(form, text, re.M)) for form in (r"^#+ ", r"^\|", r"^\[.*\]\(figures\.ts#")]
            shapes.append((counts, [re.sub(r"\".*?\"", "WORDS", line) for line in shown], with_output))
        assert shapes[0] == shapes[1], (japanese, shapes)
    assert len(pairs) >= 18, pairs


def test_japanese_has_one_word_for_one_thing():
    """Those of documents, of the command line, and of pages."""
    wrong = {r"檻": "サンドボックス", r"検査合計": "チェックサム", r"フォルダ(?!ー)|ディレクトリ": "フォルダー", r"(?<!プ)レート|レイティング": "レーティング",
             r"ターン計|ターン合計": "合計ターン数", r"運営者|オーガナイザ|幹事": "主催者", r"ノックアウト|勝ち抜き戦": "トーナメント"}
    files = [path for form in ("*.ja.md", "docs/*.ja.md", "games/*/*.ja.md", "games/*/*.ts", "po/ja.po", "web/src/i18n/*.ts", "cli/day/*")
             for path in glob.glob(os.path.join(SOURCE, form))]
    assert len(files) > 60, files
    faults = []
    for path in files:
        with open(path, encoding="utf-8") as f:
            faults += [f"{path}:{number}: {found.group()}, not {word}" for number, line in enumerate(f, 1) for form, word in wrong.items()
                       for found in re.finditer(form, line)]
    assert not faults, "\n".join(faults)


def test_commands_that_can_be_played_are_run():
    faults, ran = [], 0
    for name in doc_commands.RUN:
        count, fault = doc_commands.run_document(TAISEN, SOURCE, name)
        faults += [fault] if fault else []
        ran += count
    told = doc_commands.told_and_harmless(SOURCE)
    count, fault = doc_commands.run_lines(TAISEN, SOURCE, "within the text", told)
    faults += [fault] if fault else []
    print(f"# {ran} commands of blocks and {count} within the text run")
    assert ran > 60, ran
    assert not faults, "\n".join(faults)


def test_an_option_that_does_not_exist_is_found():
    for command, fault in (("taisen batch reborn ./new ./old --gamez 3", "batch has no option --gamez"),
                           ("taisen play reborn bot:greedy bot:random --seed 7", None),
                           ("taisen db add-laddr spring reborn", "db has no action add-laddr"),
                           ("build/taisen fight reborn", "there is no command fight"),
                           ("taisen join URL --ladder x -- ./player --my-own-option", None)):
        assert doc_commands.fault_in(TAISEN, command) == fault, command
    text = "text `x`\n\n    taisen play  # note\n\n```console\n$ a\nb\n```\n\n- item\n    more\n"
    assert doc_commands.block_lines(text)[0] == [("", "taisen play  # note"), ("console", "$ a"), ("console", "b")]


tap.run(sys.modules[__name__])
