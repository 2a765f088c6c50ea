"""What ./run and ./test say while they set a machine up: steps, and what helps when apt or npm fails.

Usage: setup_test.py SOURCE_ROOT
"""
import http.server
import os
import shutil
import subprocess
import sys
import tempfile
import threading

from kit import tap

SOURCE = os.path.abspath(sys.argv[1])
STEP = os.path.join(SOURCE, "packages", "step")
TMP = tempfile.mkdtemp(prefix="taisen-setup-")


def run(*words, **env):
    return subprocess.run(words, capture_output=True, text=True, timeout=60, env={**os.environ, **env})


def program(folder, name, text):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)
    os.chmod(path, 0o755)


def test_a_quick_step_says_nothing():
    p = run(STEP, "trying", "echo", "hello")
    assert (p.returncode, p.stdout, p.stderr) == (0, "", ""), p


def test_a_long_step_says_what_it_does_and_how_long_it_took():
    p = run(STEP, "[1/4] trying", "sh", "-c", "echo hello; sleep 1.5")
    assert p.returncode == 0 and p.stdout == "", p
    assert p.stderr.splitlines()[0] == "[1/4] trying ..." and "[1/4] trying: done in" in p.stderr and "hello" not in p.stderr, p


def test_a_step_that_fails_shows_its_end_and_passes_its_status_on():
    p = run(STEP, "trying", "sh", "-c", "echo dlstatus:1:50:x; echo the reason; exit 7")
    assert p.returncode == 7 and "the reason" in p.stderr and "trying: failed" in p.stderr and "dlstatus" not in p.stderr, p


def test_a_failure_of_apt_ends_with_what_helps():
    tree = os.path.join(TMP, "tree")
    shutil.copytree(os.path.join(SOURCE, "packages"), os.path.join(tree, "packages"))
    with open(os.path.join(tree, "packages", "x.txt"), "w", encoding="utf-8") as f:
        f.write("no-such-package\n")
    tools = os.path.join(TMP, "tools")
    os.mkdir(tools)
    program(tools, "apt-get", "#!/bin/sh\necho 'Temporary failure resolving' >&2\nexit 100\n")
    program(tools, "sudo", '#!/bin/sh\nexec "$@"\n')
    p = run(os.path.join(tree, "packages", "install"), "x", PATH=tools + ":" + os.environ["PATH"])
    assert p.returncode == 3 and "Temporary failure" in p.stderr and "Traceback" not in p.stderr, p
    assert p.stderr.rstrip().endswith("install these by hand and start again: no-such-package"), p


class Junk(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"junk")

    def log_message(self, *_):
        pass


def fetch_npm(registry):
    """On a machine without npm."""
    tools, web = os.path.join(TMP, "bare"), os.path.join(TMP, "web")
    os.makedirs(tools, exist_ok=True)
    os.makedirs(web, exist_ok=True)
    shutil.copy(os.path.join(SOURCE, "web", "npm"), web)
    p = run(os.path.join(web, "npm"), "--version", PATH=tools, npm_config_registry=registry, no_proxy="127.0.0.1")
    return p, os.listdir(web)


def test_a_registry_that_cannot_be_reached_is_told():
    p, left = fetch_npm("http://127.0.0.1:1")
    assert p.returncode == 1 and "cannot fetch http://127.0.0.1:1/npm/-/npm-" in p.stderr and "https_proxy" in p.stderr, p
    assert "Traceback" not in p.stderr and left == ["npm"], (p, left)


def test_an_npm_that_is_not_the_right_one_is_not_installed():
    server = http.server.HTTPServer(("127.0.0.1", 0), Junk)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    p, left = fetch_npm(f"http://127.0.0.1:{server.server_port}/")
    server.shutdown()
    assert p.returncode == 1 and "checksum" in p.stderr and left == ["npm"], (p, left)


try:
    tap.run(sys.modules[__name__])
finally:
    shutil.rmtree(TMP)
