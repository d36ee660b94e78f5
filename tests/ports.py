"""Ports for servers that tests start side by side."""

import secrets
import socket
from contextlib import closing, suppress

FIRST, LAST = 20_000, 32_000
"""Below the ports that systems give to outgoing connections, which could take one before a server does."""


def free_ports(number: int) -> int:
    """Return the first of so many free ports in a row."""
    while True:
        first = FIRST + secrets.randbelow(LAST - FIRST)
        with suppress(OSError):
            for port in range(first, first + number):
                with closing(socket.socket()) as probe:
                    probe.bind(("127.0.0.1", port))
            return first


def free_port() -> int:
    return free_ports(1)
