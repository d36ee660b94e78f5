"""How many connections and event streams one server process accepts.

Every connection is an open file. The system limits open files per process to the *soft limit*, which the process may
raise up to the *hard limit*. A *reserve* stays free for the database, the log, temporary files, and connections that
the system has accepted but nobody has counted yet.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

MOST_FILES = 8192
"""The most open files that a process asks for: far more than a club needs, and some 150 MB if all are connections."""
WITHOUT_LIMIT = 512
"""The limit where the system sets none: on Windows, where Python can wait for at most 512 sockets at once."""
OWN_FILES = 64
"""Open files that the process itself needs: the database, the listening socket, the log, temporary files."""
MOST_ACCEPTED_AT_ONCE = 128
ROUNDS = 5
"""How many times the event loop accepts connections before the first can be counted and, if need be, closed."""


@dataclass(frozen=True)
class Capacity:
    """The maximum number of connections and, among them, event streams; up to `backlog` are accepted at a time."""

    connections: int
    streams: int
    backlog: int

    @classmethod
    def of(cls, files: int) -> Capacity:
        """Return the capacity that this many open files allow.

        >>> Capacity.of(1024)
        Capacity(connections=704, streams=528, backlog=51)
        >>> Capacity.of(8192)
        Capacity(connections=6080, streams=4560, backlog=128)
        """
        uncounted = files // 4
        connections = max(files - uncounted - OWN_FILES, files // 4)
        return cls(connections, connections * 3 // 4, max(1, min(uncounted // ROUNDS, MOST_ACCEPTED_AT_ONCE)))


def for_one(limit: int | None, total: int) -> int:
    """Return how many one client may hold: at most three quarters of all, unless there is no limit per client.

    >>> for_one(300, 4560), for_one(600, 704), for_one(None, 704)
    (300, 528, 704)
    """
    return total if limit is None else min(limit, total * 3 // 4)


def open_files() -> int:
    """Raise the soft limit of open files as far as is useful, and return it."""
    try:
        import resource  # noqa: PLC0415 - Windows has none
    except ImportError:
        return WITHOUT_LIMIT
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    limit = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < limit:
        resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))
    return limit


@cache
def of_process() -> Capacity:
    """Return the capacity of this process, raising its soft limit first."""
    return Capacity.of(open_files())
