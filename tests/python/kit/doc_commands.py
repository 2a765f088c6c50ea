"""The commands that the documents show: finding them, holding them against the program's own options, running them.

A command is a line of a code block (```, or four blanks), or a `taisen ...` within the text. What can be played in a scratch folder is
run, document by document, with games cut short. What cannot (servers, other machines, packages) must be a command that
exists with options that exist; programs other than taisen are in OTHERS with the reason why they are not run. The blocks
of docs/PLAYERS.md are run by docs_test.py itself, output and all.
"""
import functools
import glob
import os
import re
import shutil
import subprocess
import tempfile

LIMIT_S = 60

# Documents whose commands are run from top to bottom.
RUN = [f"{name}{language}.md" for name in ("README", "docs/CONTEST", "docs/OPERATIONS", "docs/MEASURING", "docs/FAIRNESS") for language in ("", ".ja")]

# Commands of ours that are not run, by their beginning.
NOT_RUN = {
    "chaser-server": "does not end", "worker": "does not end without --drain", "day": "needs players",
    "submit": "needs a site", "join": "needs a site", "tune": "takes hours", "man": "opens a pager",
}

# Programs of others: why they are not run.
OTHERS = {
    "./run": "serves", "./test": "is what runs this", "apt": "installs", "dpkg-buildpackage": "builds packages", "install": "needs rights",
    "meson": "builds", "podman": "needs a container engine", "sudo": "needs rights", "systemctl": "needs systemd", "createdb": "needs PostgreSQL",
    "echo": "writes settings", "for": "needs other machines", "do": "needs other machines", "done": "needs other machines", "wait": "of the shell",
    "export": "of the shell", "cd": "of the shell", "python3": "a player", "curl": "needs a site",
    **dict.fromkeys("gcc g++ mcs go javac node ruby rustc".split(), "builds a kit: kits_test.py does it"),
}

# What makes a long command short; the form of the command stays.
SHORTER = [(r"--games \d+", "--games 2"), (r"games=\d+", "games=2"), (r"build/taisen", "taisen")]

# What stands here for what a reader has: databases in a file, players of ours (prepare makes them), a site that is ended after a while.
STAND_INS = [
    (r"postgres:///league", "sqlite:server.db"), (r"@/etc/taisen/league", "@address"), (r"--db LEAGUE", "--db league.db"),
    (r"--db NEW", "--db new.db"), (r"account add NAME", "account add teacher"), (r"/var/lib/taisen", "site"),
    (r"'python3 /home/ben/player\.py'", "./anna/player"), (r"'java -jar player\.jar'", "./new"),
    (r"^taisen serve (.*)", r"timeout --preserve-status -s TERM 3 taisen serve \1 --listen 127.0.0.1:0"),
]


def documents(source):
    names = ["README.md", "README.ja.md", "CONTRIBUTING.md", "RELEASING.md", *glob.glob("docs/*.md", root_dir=source),
             *glob.glob("games/*.md", root_dir=source), *glob.glob("games/*/RULES*.md", root_dir=source)]
    return sorted(names)


def read(source, name):
    with open(os.path.join(source, name), encoding="utf-8") as f:
        return f.read()


def block_lines(text):
    """Lines of code blocks, and the text without them."""
    lines, prose, fence, before = [], [], None, ""
    for line in text.splitlines():
        if line.startswith("```"):
            fence = None if fence is not None else line[3:].strip()
        elif fence is not None:
            if fence.split(" ")[0] in ("", "sh", "console"):
                lines.append((fence, line))
        elif line.startswith("    ") and (before.strip() == "" or before.startswith("    ")):
            lines.append(("", line.strip()))  # deeper within a list
        else:
            prose.append(line)
        before = line
    return lines, "\n".join(prose)


def is_command(line):
    word = line.split(" ")[0]
    return re.match(r"(build/)?taisen$", word) is not None or word in OTHERS


def commands_of(source, name):
    """The commands of a document: those in blocks, those in blocks with their output, and those within its text."""
    lines, prose = block_lines(read(source, name))
    shown, with_output = [], []
    for fence, line in lines:
        if fence == "console":
            with_output += [line[2:]] if line.startswith("$ ") else []
        elif is_command(line) and not re.match(r"taisen: ", line):
            shown.append(re.sub(r"\s+# .*$", "", line))
    told = re.findall(r"`((?:build/)?taisen [^`\n]*)`", prose)
    return shown, with_output, told


def parts_of(line):
    """The single commands of a line of the shell."""
    return [part.strip() for part in re.split(r"&&|\|\||[;|]|(?<!>)&(?!\d)", line) if part.strip()]


@functools.cache
def help_of(taisen, command):
    """What a command prints about itself; None when there is no such command."""
    p = subprocess.run([taisen, command, "--help"], capture_output=True, text=True, timeout=LIMIT_S, check=False,
                       env={**os.environ, "LC_ALL": "C"})
    return p.stdout if p.returncode == 0 else None


def fault_in(taisen, part):
    """What is wrong with a command of ours; None when nothing is."""
    words = re.sub(r"'[^']*'|\"[^\"]*\"", "WORD", part).split()
    if len(words) < 2 or words[1] in ("--help", "--version") or not re.match(r"[a-z]", words[1]):
        return None
    text = help_of(taisen, words[1])
    if text is None:
        return f"there is no command {words[1]}"
    actions = re.findall(r"^  ([a-z][a-z-]*) .*  ", text, re.M) if "ACTION is one of" in text else None
    action = next((word for word in words[2:] if re.match(r"[a-z]", word)), None) if actions else None
    if actions and len(words) > 2 and action and words[2] == action and action not in actions:
        return f"{words[1]} has no action {action}"
    own = words[2:words.index("--")] if "--" in words else words[2:]
    for option in [word.split("=")[0] for word in own if re.match(r"--[a-z]", word)]:
        if not re.search(r"^  (?:-\w, )?" + option + r"(?![\w-])", text, re.M):
            return f"{words[1]} has no option {option}"
    return None


def program_of(part):
    words = [word for word in part.split() if not re.match(r"[A-Z_]+=", word)]
    return words[0] if words else ""


def check(taisen, name, line):
    """Faults of all commands of a line, and how many of ours there were."""
    faults, ours = [], 0
    for part in parts_of(line):
        if re.match(r"(build/)?taisen$", program_of(part)):
            ours += 1
            fault = fault_in(taisen, part)
            if fault:
                faults.append(f"{name}: {fault}: {part}")
    return faults, ours


# ---- running ----

PLAYER = "#!/bin/sh\nexec taisen bot {} {}\n"


def write(path, text, mode=0o644):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)
    os.chmod(path, mode)


def prepare(source, folder):
    """What the documents take for granted: a checkout, and players."""
    for name in ("contests", "games"):
        os.symlink(os.path.join(source, name), os.path.join(folder, name))
    for name in ("new", "old", "anna/player", "aki"):
        write(os.path.join(folder, name), PLAYER.format("reborn", "random"), 0o755)
    for name in ("school.csv", "3b.csv"):
        write(os.path.join(folder, name), "Aki\nBen\nChie\nDai\n")
    write(os.path.join(folder, "address"), "sqlite:server.db\n", 0o600)
    write(os.path.join(folder, "cup.ini"), "[contest]\ngame = reborn\nsetup = turns=3\n[player Aki]\nseat = ./aki\n"
          "[player Ben]\nseat = bot:random\n[phase All]\nformat = round-robin\n")


def told_and_harmless(source):
    """Commands within the text that print something and need nothing."""
    told = {line for name in documents(source) for line in commands_of(source, name)[2]}
    return sorted(line for line in told if re.match(r"(build/)?taisen (bots|games|doctor|new --list|gen|bench)\b", line)
                  and why_not_run(line) is None and "--speed" not in line and line.isascii())


def stand_in(line):
    for pattern, instead in STAND_INS:
        line = re.sub(pattern, instead, line)
    return line


def why_not_run(line):
    line = re.sub(r"^timeout .*(?=taisen serve)", "", stand_in(line))
    words = line.split()
    for part in parts_of(line):
        program = program_of(part)
        if not re.match(r"(build/)?taisen$", program):
            if program not in ("export", "cd"):
                return OTHERS.get(program, "unknown")
            continue
        command = part.split()[1]
        if command == "worker" and "--drain" in words:
            continue
        if command in NOT_RUN:
            return NOT_RUN[command]
        if re.search(r"postgres:|@/etc|java -jar|\b[A-Z]{2,}\b(?!=)", part):
            return "needs what a reader has"
        if re.search(r"--decide|--resume|\.zst", part):
            return "goes on from something that happened"
    return None


def shorter(line):
    line = stand_in(line)
    for pattern, instead in SHORTER:
        line = re.sub(pattern, instead, line)
    # A player that the reader made: the folder of the kit holds it.
    return re.sub(r"(?<=\s)\./mine(?=\s|$)", "./mine/play", line)


def run_document(taisen, source, name):
    """Runs what can be run of a document's blocks: how many commands, and what went wrong or None."""
    return run_lines(taisen, source, name, [line for line in commands_of(source, name)[0] if why_not_run(line) is None])


def run_lines(taisen, source, name, lines):
    """Runs lines in one shell in a scratch folder."""
    lines = [shorter(line) for line in lines]
    folder = tempfile.mkdtemp(prefix="taisen-commands-")
    try:
        prepare(source, folder)
        env = {"PATH": os.path.dirname(taisen) + ":/usr/bin:/bin", "HOME": folder, "LC_ALL": "C.UTF-8", "XDG_DATA_HOME": folder}
        script = "set -e\n"
        for line in lines:
            out = re.search(r"--out (\S+)", line)  # each example begins without the file
            script += f"rm -f {out[1]}\n" if out else ""
            script += f"echo 'RUN {line.replace(chr(39), '')}'\n{line}\n"
            if re.match(r"taisen new reborn python mine", line):
                script += "printf '#!/bin/sh\\nexec taisen bot reborn random\\n' >mine/play; chmod +x mine/play\n"
        p = subprocess.run(["bash"], input=script, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=env, cwd=folder, text=True,
                           timeout=10 * LIMIT_S, check=False)
        if p.returncode == 0:
            return len(lines), None
        return len(lines), f"{name}: ends with {p.returncode}:\n" + "\n".join(p.stdout.splitlines()[-6:])
    finally:
        shutil.rmtree(folder)
