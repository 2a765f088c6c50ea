"""A PostgreSQL of one's own: a private cluster on a Unix socket, gone when it is closed.

As a program: postgres.py COMMAND... runs the command with the cluster's address in POSTGRES_URL; without PostgreSQL on this
machine it prints a skipped test instead. POSTGRES_OPTIONS replaces the options of the server.
"""
import glob
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time


class Missing(Exception):
    """There is no PostgreSQL on this machine."""


def programs():
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb"), key=lambda p: int(p.split("/")[4]))
    if not found:
        raise Missing("no PostgreSQL on this machine (package postgresql)")
    return os.path.dirname(found[-1])


def keeper():
    """Who may run it: PostgreSQL refuses to be root."""
    if os.getuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name).pw_name
        except KeyError:
            pass
    raise Missing("root, and nobody to run PostgreSQL as")


class Cluster:
    # What a crash of the whole machine would cost is not tested here.
    FAST = "-c fsync=off -c full_page_writes=off"

    def __init__(self):
        self.bin, self.user = programs(), keeper()
        self.options = os.environ.get("POSTGRES_OPTIONS", self.FAST)
        self.folder = tempfile.mkdtemp(prefix="taisen-pg-")
        if self.user:
            shutil.chown(self.folder, self.user)
            os.chmod(self.folder, 0o755)  # the socket is for everybody
        self.run("initdb", "-D", self.data(), "-A", "trust", "-U", "league", "-N", "--locale=C", "-E", "UTF8")
        self.start()

    def data(self):
        return os.path.join(self.folder, "data")

    def run(self, program, *args, check=True):
        options = {"user": self.user, "group": pwd.getpwnam(self.user).pw_gid, "extra_groups": []} if self.user else {}
        log = open(os.path.join(self.folder, "log"), "ab") if not self.user else subprocess.DEVNULL
        try:
            return subprocess.run([os.path.join(self.bin, program), *args], check=check, cwd=self.folder, stdout=log, stderr=log,
                                  stdin=subprocess.DEVNULL, **options)
        finally:
            if not self.user:
                log.close()

    def start(self):
        self.run("pg_ctl", "-D", self.data(), "-w", "-t", "120", "-l", os.path.join(self.folder, "server.log"), "-o",
                 f"-c listen_addresses='' -c unix_socket_directories={self.folder} -c max_connections=60 {self.options}", "start")

    def stop(self, mode="fast", check=True):
        """immediate: as if it had crashed."""
        self.run("pg_ctl", "-D", self.data(), "-w", "-t", "120", "-m", mode, "stop", check=check)

    def crash(self):
        """Killed, and started again once the last of its processes has noticed."""
        with open(os.path.join(self.data(), "postmaster.pid"), encoding="utf-8") as f:
            first = int(f.readline())
        os.kill(first, signal.SIGKILL)
        end = time.monotonic() + 120
        while any(self.is_of_it(name) for name in os.listdir("/proc") if name.isdigit()):
            assert time.monotonic() < end, "PostgreSQL's processes do not end"
            time.sleep(0.05)
        # Where nobody collects the dead, the number of the first is still taken.
        for lock in [os.path.join(self.data(), "postmaster.pid"), *glob.glob(os.path.join(self.folder, ".s.*.lock"))]:
            os.unlink(lock)
        self.start()

    def is_of_it(self, pid):
        try:
            return os.path.samefile(f"/proc/{pid}/cwd", self.data())
        except OSError:
            return False

    def database(self, name):
        """Makes a database; its address."""
        self.run("createdb", "-h", self.folder, "-U", "league", name)
        return f"postgres:///{name}?host={self.folder}&user=league"

    def close(self):
        self.stop("immediate", check=False)
        shutil.rmtree(self.folder, ignore_errors=True)


def main(command):
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the cluster goes, too
    try:
        cluster = Cluster()
    except Missing as why:
        print(f"1..1\nok 1 - PostgreSQL # SKIP {why}")
        return 0
    try:
        env = dict(os.environ, POSTGRES_URL=cluster.database("league"))
        return subprocess.run(command, env=env).returncode
    finally:
        cluster.close()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
