"""Ports for tests that nobody listens on."""
import os
import socket


def free_ports(count):
    """So many ports side by side that nobody listens on, below those that the kernel gives to connections."""
    least, most = 21000, 32700
    begin = least + os.getpid() % (most - least)
    for first in (*range(begin, most, count), *range(least, begin, count)):
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
