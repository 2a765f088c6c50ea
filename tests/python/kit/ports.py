"""Ports for tests: some that are free, and waiting until somebody listens on one."""
import os
import socket
import time


def free_ports(count):
    """So many ports side by side that nobody listens on."""
    for first in range(21000 + os.getpid() % 20000, 64000, count):
        try:
            held = []
            for port in range(first, first + count):
                held.append(socket.socket())
                held[-1].bind(("", port))
            return first
        except OSError:
            continue
        finally:
            for one in held:
                one.close()
    raise AssertionError("no ports are free")


def wait_for_listener(port):
    """Looks without connecting, which would take the seat."""
    end = time.monotonic() + 60
    while True:
        for name in ("/proc/net/tcp", "/proc/net/tcp6"):
            with open(name, encoding="ascii") as f:
                if any(row.split()[1].endswith(f":{port:04X}") and row.split()[3] == "0A" for row in f.readlines()[1:]):
                    return
        assert time.monotonic() < end, f"nobody listens on {port}"
        time.sleep(0.005)
