"""A very small test runner: every function whose name begins with test_ is a test; prints TAP.

ONLY=words runs those alone whose titles have these words in them. COSTS=1 says what each took.
"""
import glob
import os
import sys
import tempfile
import time
import traceback

# Tests read English, whoever runs them; those of other languages say so.
for name in "LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE":
    os.environ.pop(name, None)

# With SANITIZED=1 the programs under test are built with sanitizers. What these find goes to files: a process whose end nobody
# looks at must not take its finding with it.
FINDINGS = tempfile.mkdtemp(prefix="taisen-findings-") if os.environ.get("SANITIZED") else None
if FINDINGS:
    os.chmod(FINDINGS, 0o1777)  # programs of other users write here, too
    for sanitizer in "ASAN", "UBSAN", "LSAN":
        options = os.environ.get(f"{sanitizer}_OPTIONS", "print_stacktrace=1:halt_on_error=1")
        os.environ[f"{sanitizer}_OPTIONS"] = f"{options}:log_path={FINDINGS}/{sanitizer.lower()}"


class Skip(Exception):
    """Raised by a test that cannot run here, with the reason."""


def report_findings(number):
    """The last test of a sanitized run; how many failures it is."""
    found = sorted(glob.glob(os.path.join(FINDINGS, "*")))
    for path in found:
        with open(path, errors="replace") as log:
            print("".join(f"# {line}" for line in log.readlines()[:60]))
    print(f"{'not ok' if found else 'ok'} {number} - the sanitizers found nothing in any process", flush=True)
    return len(found)


def costs():
    """Seconds by the wall, and of CPU with all processes that have ended."""
    now = os.times()
    return time.monotonic(), now.user + now.system + now.children_user + now.children_system


def run(module):
    only = os.environ.get("ONLY", "").replace(" ", "_")
    tests = [(n, f) for n, f in vars(module).items() if n.startswith("test_") and callable(f) and only in n]
    if not tests:
        sys.exit(f"no test of this file has these words in its title: {os.environ['ONLY']}")
    print(f"1..{len(tests) + bool(FINDINGS)}", flush=True)
    failed = 0
    for number, (name, function) in enumerate(tests, 1):
        title = name[len("test_"):].replace("_", " ")
        began = costs()
        try:
            function()
            print(f"ok {number} - {title}", flush=True)
        except Skip as why:
            print(f"ok {number} - {title} # SKIP {why}", flush=True)
        except Exception:  # a failing test must not keep the others from running
            failed += 1
            for line in traceback.format_exc().splitlines():
                print("#", line)
            print(f"not ok {number} - {title}", flush=True)
        if os.environ.get("COSTS"):
            print("# {:.1f} s, {:.1f} s of CPU: {}".format(*(b - a for a, b in zip(began, costs())), title), flush=True)
    if FINDINGS:
        failed += report_findings(len(tests) + 1)
    sys.exit(1 if failed else 0)
