"""One table of options per command: --help, completions, manual and parsing say the same.

Usage: options_test.py TAISEN SOURCE_ROOT
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

from kit import tap

TAISEN, SOURCE = (os.path.abspath(a) for a in sys.argv[1:3])
TMP = tempfile.mkdtemp(prefix="taisen-options-")
ENGLISH = {**os.environ, "LC_ALL": "C"}


def run(*args, env=None, stdin=""):
    return subprocess.run([TAISEN, *args], input=stdin, capture_output=True, text=True, timeout=60, env=env or ENGLISH,
                          cwd=TMP, check=False)


def tables():
    return [json.loads(line) for line in run("completions", "json").stdout.splitlines()]


def source(path):
    with open(os.path.join(SOURCE, path), encoding="utf-8") as f:
        return f.read()


def manual():
    folder = os.path.join(SOURCE, "docs/man")
    return sorted("docs/man/" + name for name in os.listdir(folder) if name != "meson.build")


def shown(option):
    return f"--{option['name']}" + (f" {option['argument']}" if option["argument"] else "")


def names(command):
    return {o["name"] for o in command["options"]}


def test_help_lists_every_option_in_two_languages():
    for command in tables():
        for language in ("C", "ja_JP.UTF-8"):
            text = run(command["command"], "--help", env={**os.environ, "LC_ALL": language}).stdout
            squeezed = re.sub(r"\s+", "", text)
            listed = set(re.findall(r"^  --([a-z-]+)", text, re.M))
            assert listed == names(command), (command["command"], listed ^ names(command))
            for o in command["options"]:
                assert re.search(rf"^  {re.escape(shown(o))}  ", text, re.M), shown(o)
                is_there = re.sub(r"\s+", "", o["help"]) in squeezed
                assert o["help"] and is_there == (language == "C"), (command["command"], o["name"], language)


def test_help_is_japanese_only_where_the_locale_says_so():
    def help_in(**locale):
        env = {k: v for k, v in os.environ.items() if k not in ("LC_ALL", "LC_MESSAGES", "LANG")}
        return run("play", "--help", env={**env, **locale}).stdout

    for locale in ({"LANG": "ja_JP.UTF-8"}, {"LC_MESSAGES": "ja_JP", "LANG": "C"}, {"LC_ALL": "ja", "LANG": "en_US.UTF-8"}):
        assert help_in(**locale).startswith("使い方: taisen play"), locale
    for locale in ({}, {"LANG": "C"}, {"LANG": "ja_JP.UTF-8", "LC_ALL": "C"}, {"LANG": "ja_JP.UTF-8", "LC_MESSAGES": "en_GB"}):
        assert help_in(**locale).startswith("Usage: taisen play"), locale


def test_help_fits_a_terminal():
    wide = re.compile(r"[\u2e80-\uffff]")
    for command in tables():
        for language in ("C", "ja_JP.UTF-8"):
            for line in run(command["command"], "--help", env={**os.environ, "LC_ALL": language}).stdout.splitlines():
                assert len(line) + len(wide.findall(line)) <= 100, line
                assert line == line.rstrip(), repr(line)


def test_completions_and_manual_are_what_the_program_prints():
    for shell, path in (("bash", "taisen.bash"), ("zsh", "_taisen"), ("fish", "taisen.fish")):
        assert run("completions", shell).stdout == source("completions/" + path), f"completions/update writes {path} anew"
    for path in manual():
        page = source(path)
        assert run("man", "--lists", stdin=page).stdout == page, f"completions/update writes the lists of {path} anew"
    assert run("man", "--lists", stdin='.\\" begin options nothing\n').returncode == 2
    assert run("completions", "csh").returncode == 2


def test_completions_know_every_option_of_every_command():
    zsh, fish = source("completions/_taisen"), source("completions/taisen.fish")
    for command in tables():
        name = command["command"]
        part = re.search(rf"^    {name}\)\n(.*?)^        ;;", zsh, re.M | re.S).group(1)
        assert set(re.findall(r"'\*?--([a-z-]+)\[", part)) == names(command), name
        assert set(re.findall(rf"subcommand_from {name}' -l ([a-z-]+) ", fish)) == names(command), name


def bash_completes(*words):
    script = (f"PATH={os.path.dirname(TAISEN)}:$PATH; source {SOURCE}/completions/taisen.bash\n"
              f"COMP_WORDS=(taisen {' '.join(repr(w) for w in words)})\nCOMP_CWORD={len(words)}\n"
              "_taisen; printf '%s\\n' \"${COMPREPLY[@]}\"")
    p = subprocess.run(["bash", "-c", script], capture_output=True, text=True, timeout=60, cwd=TMP, check=True)
    assert p.stderr == "", p.stderr
    return set(p.stdout.split())


def test_bash_completes_every_option_and_its_words():
    for command in tables():
        name = command["command"]
        assert bash_completes(name, "--") == {"--" + n for n in names(command)}, name
    assert bash_completes("play", "--think", "") == {"parallel", "serial"}
    assert bash_completes("serve", "--signup", "") == {"closed", "invitation", "open"}
    assert bash_completes("play", "--seed", "") == set()
    assert "reborn" in bash_completes("play", "")
    assert "bot:greedy" in bash_completes("play", "reborn", "bot:") and "bot:greedy" in bash_completes("play", "reborn", "x", "bot:")
    assert "add-ladder" in bash_completes("db", "") and "check" in bash_completes("map", "")
    assert "greedy" in bash_completes("bot", "reborn", "")


def fish_completes(*lines):
    """For each line what fish offers at its end."""
    script = f"set PATH {os.path.dirname(TAISEN)} $PATH; source {SOURCE}/completions/taisen.fish\n"
    script += "".join(f"complete -C '{line}'; echo =\n" for line in lines)
    p = subprocess.run(["fish", "--no-config", "-c", script], capture_output=True, text=True, timeout=120, cwd=TMP, check=True,
                       env={**ENGLISH, "HOME": TMP})
    assert p.stderr == "", p.stderr
    return [{offer.split("\t")[0] for offer in part.splitlines()} for part in p.stdout.split("=\n")[:-1]]


def test_fish_completes_every_option_and_its_words():
    commands = tables()
    offers = fish_completes(*(f"taisen {c['command']} --" for c in commands))
    assert len(offers) == len(commands)
    for command, offered in zip(commands, offers):
        assert offered - {"--version"} == {"--" + n for n in names(command)}, (command["command"], offered)
    think, first, seat = fish_completes("taisen play --think ", "taisen ba", "taisen play reborn bot:gre")
    assert think == {"parallel", "serial"} and {"batch"} <= first and "bot:greedy" in seat, (think, first, seat)


def zsh(script):
    p = subprocess.run(["zsh", "-f", "-c", script], capture_output=True, text=True, timeout=120, cwd=TMP, check=False,
                       env={**ENGLISH, "HOME": TMP, "TERM": "dumb", "PATH": os.path.dirname(TAISEN) + ":" + os.environ["PATH"]})
    assert p.returncode == 0 and p.stderr == "", (p.returncode, p.stdout, p.stderr)
    return p.stdout


def test_zsh_takes_the_options_of_every_command():
    # The function as zsh runs it, with _arguments printing what it is given.
    load = f"fpath=({SOURCE}/completions $fpath); autoload -Uz +X _taisen; _taisen 2>/dev/null\n_arguments() {{ print -rl -- \"$@\" }}\n"
    asks = "".join(f"() {{ local -a words=(taisen {c['command']} -); local CURRENT=3; _taisen; print = }}\n" for c in tables())
    for command, given in zip(tables(), zsh(load + asks).split("=\n")):
        assert set(re.findall(r"^\*?--([a-z-]+)\[", given, re.M)) == names(command), (command["command"], given)


def test_zsh_completes_an_option_when_tab_is_pressed():
    out = zsh(f"""zmodload zsh/zpty; zpty -b z zsh -f -i
        zpty -w z 'fpath=({SOURCE}/completions $fpath); autoload -Uz compinit; compinit -u -D; echo be""gin'
        zpty -r z out '*begin*'
        zpty -n -w z $'taisen batch --spr\\t'
        zpty -r z out '*--sprt*' && print completed
        zpty -d z""")
    assert "completed" in out, out


def test_the_manual_has_a_page_for_every_command_with_every_option():
    overview = source("docs/man/taisen.1")
    for command in tables():
        name = command["command"]
        page = source(f"docs/man/taisen-{name}.1")
        for part in ("name", "synopsis", "options"):
            assert f'.\\" begin {part} {name}\n' in page, (name, part)
        assert set(re.findall(r"^\.It Fl -([a-z-]+)", page, re.M)) >= names(command), name
        assert overview.count(f".It Xr taisen-{name} 1\n") == 1, name
    assert len([p for p in manual() if p.endswith(".1")]) == len(tables()) + 1, "a page of a command that is gone"


def test_every_page_of_the_manual_is_installed_and_refers_to_pages_that_exist():
    pages = {os.path.basename(p) for p in manual()}
    listed = source("docs/man/meson.build")
    for page in pages:
        name = re.sub(r"^taisen-(.*)\.1$", r"\1", page)
        assert f"'{name}'" in listed, page
        for other, section in re.findall(r"^\.(?:It |Pq )?Xr (taisen[a-z-]*) (\d)", source("docs/man/" + page), re.M):
            assert f"{other}.{section}" in pages, (page, other)


def test_the_formats_in_the_manual_have_every_key_of_the_documents():
    for document, page in (("docs/REPLAY.md", "taisen-record.5"), ("docs/CONTEST.md", "taisen-contest.5")):
        text = source("docs/man/" + page)
        rows = [line for line in source(document).splitlines() if line.startswith("| `") and ".ini" not in line]
        keys = {key for row in rows for key in re.findall(r"`([a-z_-]+)`", row.split("|")[1])}
        assert len(keys) > 12, keys
        for key in keys:
            assert re.search(rf"^\.It Sy (.*, )?{key}( ,|$)", text, re.M), (page, key)
    journal = os.path.join(TMP, "journal.jsonl")
    assert run("batch", "reborn", "bot:random", "bot:random", "--games", "2", "--out", journal).returncode == 0
    text = source("docs/man/taisen-journal.5")
    with open(journal, encoding="utf-8") as f:
        lines = [json.loads(line) for line in f]
    for key in {*lines[0], *lines[1]} - {"first_seed"}:
        assert re.search(rf"^\.(It )?Sy (.*, )?{key}( ,|$)", text, re.M), key


def test_man_shows_a_page_or_says_why_not():
    folder = os.path.join(TMP, "man")
    os.mkdir(folder)
    with open(os.path.join(folder, "man"), "w", encoding="utf-8") as f:
        f.write('#!/bin/sh\necho "page: $1"\n')
    os.chmod(os.path.join(folder, "man"), 0o755)
    with_man = {**ENGLISH, "PATH": folder + ":" + os.environ["PATH"]}
    for word, file in ((), "taisen.1"), (("batch",), "taisen-batch.1"), (("record",), "taisen-record.5"), (("concepts",), "taisen.7"):
        shown_page = run("man", *word, env=with_man).stdout
        assert re.match(rf"page: .*/{re.escape(file)}(\.gz)?$", shown_page), (word, shown_page)
    p = run("man", "batch", env={**ENGLISH, "PATH": "/nowhere"})
    assert p.returncode == 3 and "man-db" in p.stderr and "taisen-batch.1" in p.stderr, p.stderr
    for wrong in (("nothing",), ("completions",), ("play", "batch")):
        assert run("man", *wrong, env=with_man).returncode == 2, wrong


def refusal(command, *words):
    """What is said about wrong use: one sentence, and nothing else happens."""
    p = run(command, *words, "--help")
    assert p.returncode == 2 and p.stdout == "", (command, words, p.stdout[:200], p.stderr)
    assert len(p.stderr.splitlines()) == 1 and p.stderr.startswith("taisen: "), p.stderr
    return p.stderr


def is_accepted(command, *words):
    """--help comes last: whatever stands before it was read without complaint."""
    p = run(command, *words, "--help")
    assert p.returncode == 0 and p.stdout.startswith(f"Usage: taisen {command}"), (command, words, p.stderr)


def fitting(option):
    """A value that an option with a reader of its own takes."""
    a_file = os.path.join(TMP, "a.map")
    with open(a_file, "w", encoding="utf-8") as f:
        f.write("N:a\n")
    known = {"clock": "cpu", "setup": "turns=3", "map": a_file, "maps": TMP, "cores": "0", "compat": "official", "sprt": "elo0=0,elo1=5",
             "ports": "40000-40001", "from": a_file, "relay": "2009,2010", "token-file": a_file, "stages": "0-3", "input": "12:1",
             "set": "games=5", "rating": "none", "name": "ann", "decide": "Ben > Aki", "again": "7", "forfeit": "7",
             "accept": "7", "spectators": "30"}
    return known[option["name"]]


def good_values(o):
    """The first and the last that it takes."""
    if o["kind"] in ("int", "size"):
        return str(o["least"]), str(o["most"])
    if o["kind"] == "seed":
        return "0", str(2 ** 64 - 1)
    if o["kind"] == "word":
        return o["words"][0], o["words"][-1]
    return (fitting(o),) * 2 if o["kind"] == "call" else ("anything", "")


def test_every_option_is_accepted():
    for command in tables():
        options = [o for o in command["options"] if o["name"] != "help"]
        for which in (0, 1):
            is_accepted(command["command"], *(word for o in options for word in
                                              ["--" + o["name"], *([good_values(o)[which]] if o["argument"] else [])]))
        for o in [o for o in options if o["argument"]][:1]:
            assert "needs a value" in run(command["command"], "--" + o["name"]).stderr, (command["command"], o["name"])


def test_every_bound_is_enforced():
    """An option that several commands share is tried in the first of them."""
    tried = set()
    for command in tables():
        for o in command["options"]:
            name, option, key = command["command"], "--" + o["name"], json.dumps(o)
            if key in tried or o["kind"] not in ("int", "size", "word", "seed"):
                continue
            tried.add(key)
            if o["kind"] == "word":
                told = refusal(name, option, "nonsense")
                assert option in told and all(word in told for word in o["words"]), told
                continue
            least, most = (0, 2 ** 64 - 1) if o["kind"] == "seed" else (o["least"], o["most"])
            for wrong in (str(least - 1), str(most + 1), "x"):
                told = refusal(name, option, wrong)
                assert option in told and f"`{wrong}`" in told, told
                assert o["kind"] == "size" or f"from {least} to {most}" in told, told
    assert len(tried) > 40, len(tried)
    for wrong in ("", "1.5", "9" * 30, "1 1", "0x10", "+"):
        assert "--turn-ms" in refusal("play", "--turn-ms", wrong)
        assert "--memory" in refusal("play", "--memory", wrong)


def test_sizes_have_units_and_their_bounds_are_told_with_them():
    is_accepted("play", "--memory", "8m")
    told = refusal("play", "--memory", "8191k")
    assert "from 8m to 1048576g" in told, told


def test_options_that_belong_elsewhere_are_told_where():
    assert "--seeds" in refusal("batch", "--seed", "1")
    assert "--records" in refusal("batch", "--record", "x")
    assert "no option --fast" in refusal("play", "--fast")


try:
    tap.run(sys.modules[__name__])
finally:
    shutil.rmtree(TMP)
