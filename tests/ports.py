"""Ports for servers that tests start side by side."""

import os
import secrets
import socket
from contextlib import closing
from itertools import cycle

FIRST, WORKERS, OF_EACH = 20_000, 12, 1_000
"""Below the ports that systems give to outgoing connections, which could take one before a server does.

Each worker of a test run has ports of its own, and takes one after the other. So nobody else is given a port between
the moment at which it was found free and the start of its server, or while that server is killed and restarted.
"""

_worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")) % WORKERS
_begin = secrets.randbelow(OF_EACH)  # as another test run may be going on
_ports = cycle(FIRST + _worker * OF_EACH + (_begin + place) % OF_EACH for place in range(OF_EACH))


def free_ports(number: int) -> int:
    """Return the first of so many free ports in a row."""
    while True:
        ports = [next(_ports) for _ in range(number)]
        if ports[-1] - ports[0] == number - 1 and all(map(_is_free, ports)):
            return ports[0]


def free_port() -> int:
    return free_ports(1)


def _is_free(port: int) -> bool:
    with closing(socket.socket()) as probe:
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True
