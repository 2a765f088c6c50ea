"""A very small test runner: every function whose name begins with test_ is a test; prints TAP.

ONLY=words runs those alone whose titles have these words in them.
"""
import os
import sys
import traceback


class Skip(Exception):
    """Raised by a test that cannot run here, with the reason."""


def run(module):
    only = os.environ.get("ONLY", "").replace(" ", "_")
    tests = [(n, f) for n, f in vars(module).items() if n.startswith("test_") and callable(f) and only in n]
    if not tests:
        sys.exit(f"no test of this file has these words in its title: {os.environ['ONLY']}")
    print(f"1..{len(tests)}", flush=True)
    failed = 0
    for number, (name, function) in enumerate(tests, 1):
        title = name[len("test_"):].replace("_", " ")
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
    sys.exit(1 if failed else 0)
