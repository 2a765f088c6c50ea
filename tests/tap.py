"""A very small test runner: every function whose name begins with test_ is a test; prints TAP."""
import sys
import traceback


class Skip(Exception):
    """Raised by a test that cannot run here, with the reason."""


def run(module):
    tests = [(n, f) for n, f in vars(module).items() if n.startswith("test_") and callable(f)]
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
