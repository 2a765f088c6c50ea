"""Ports for tests that nobody listens on."""
import os
import socket


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
