"""What tests/count makes of the logs of a run: skips are listed, flaky ones are named, nothing that was red looks green."""
import json, os, subprocess, sys, tempfile

from kit import tap

SOURCE = sys.argv[1]


def count(first, again=(), lint="ok 1 - layout\n", **settings):
    """Runs it on logs of (name, result, output); its status and its lines."""
    with tempfile.TemporaryDirectory() as folder:
        logs = os.path.join(folder, "meson-logs")
        os.mkdir(logs)
        for name, runs in ("testlog.json", first), ("again.json", again):
            with open(os.path.join(logs, name), "w") as log:
                for title, result, output in runs:
                    log.write(json.dumps({"name": title, "result": result, "stdout": output}) + "\n")
        if lint is not None:
            with open(os.path.join(folder, "lint.tap"), "w") as log:
                log.write(lint)
        env = {k: v for k, v in os.environ.items() if k not in ("CI", "STRICT")}
        done = subprocess.run([os.path.join(SOURCE, "tests", "count"), folder], env={**env, **settings}, text=True,
                              stdout=subprocess.PIPE)
        flaky = os.path.join(logs, "flaky.log")
        kept = open(flaky).read() if os.path.exists(flaky) else ""
    return done.returncode, done.stdout.splitlines(), kept


def test_what_passed_and_failed_is_counted():
    status, lines, _ = count([("a", "OK", "1..2\nok 1 - x\nok 2 - y\n"), ("b", "FAIL", "1..2\nok 1 - x\nnot ok 2 - y\n")])
    assert (status, lines[-1]) == (1, "4 passed, 1 failed, 0 skipped"), lines


def test_a_crash_is_one_failure():
    status, lines, _ = count([("a", "ERROR", "1..2\nok 1 - x\n")])
    assert (status, lines[-1]) == (1, "2 passed, 1 failed, 0 skipped"), lines


def test_every_skip_is_listed_with_its_reason():
    status, lines, _ = count([("golden", "OK", "1..1\nok 1 - recorded games # SKIP no recordings\n"),
                              ("browser", "SKIP", "1..0 # SKIP no Chromium\n")])
    assert status == 0 and lines == ["skipped: browser: no Chromium", "skipped: golden: recorded games: no recordings",
                                     "1 passed, 0 failed, 2 skipped"], lines


def test_a_skipped_security_suite_fails_where_ci_is_set():
    for suite in "cage", "referee caged", "hostile builds", "submit", "sandbox":
        runs = [(suite, "SKIP", "1..0 # SKIP no user namespaces\n")]
        assert count(runs)[0] == 0
        status, lines, _ = count(runs, CI="true")
        assert (status, lines[-1]) == (1, "1 passed, 1 failed, 0 skipped") and "no user namespaces" in lines[0], lines


def test_a_flaky_test_is_named_and_kept_and_strictly_a_failure():
    first, again = [("taisen / home", "FAIL", "1..1\nnot ok 1 - x\n# it was late\n")], [("home", "OK", "1..1\nok 1 - x\n")]
    status, lines, kept = count(first, again)
    assert status == 0 and lines[-1] == "2 passed, 0 failed, 0 skipped", lines
    assert lines[0].startswith("flaky: ") and " home " in lines[0] and "it was late" in kept, (lines, kept)
    status, lines, _ = count(first, again, STRICT="1")
    assert (status, lines[-1]) == (1, "2 passed, 1 failed, 0 skipped"), lines


def test_what_fails_twice_is_a_failure():
    bad = [("home", "FAIL", "1..1\nnot ok 1 - x\n")]
    status, lines, _ = count(bad, bad)
    assert (status, lines[-1]) == (1, "1 passed, 1 failed, 0 skipped"), lines


def test_nothing_run_is_a_failure():
    assert count([])[0] == 1
    assert count([("a", "OK", "ok 1 - x\n")], lint=None)[0] == 1


tap.run(sys.modules[__name__])
