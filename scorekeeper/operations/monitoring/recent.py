"""The requests of the last hour and the latest errors of this process, in memory and bounded."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock

from scorekeeper import telemetry
from scorekeeper.telemetry import Durations, RequestRecord

MINUTES = 60
"""How long requests are kept."""
LATELY = 5
"""Minutes that count as now."""
MOST_ERRORS = 20
METHODS = frozenset({"GET", "HEAD", "POST"})


@dataclass(slots=True)
class RouteFigures:
    """Requests to one route: how long they took, seconds of it spent waiting for a thread, and how many failed."""

    durations: Durations = field(default_factory=Durations)
    waited: float = 0.0
    failed: int = 0

    def include(self, other: RouteFigures) -> None:
        self.durations.include(other.durations)
        self.waited += other.waited
        self.failed += other.failed


Routes = dict[str, RouteFigures]


class RecentRequests:
    """The requests of the last hour, by minute and route."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self.began = clock, clock()
        self._minutes: deque[tuple[int, Routes]] = deque(maxlen=MINUTES)
        self._lock = Lock()

    def add(self, route: str, seconds: float, waited: float, *, failed: bool) -> None:
        minute = int(self._clock() // 60)
        with self._lock:
            if not self._minutes or self._minutes[-1][0] != minute:
                self._minutes.append((minute, {}))
            figures = self._minutes[-1][1].setdefault(route, RouteFigures())
            figures.durations.add(seconds)
            figures.waited += waited
            figures.failed += failed

    def of_last(self, minutes: int) -> Routes:
        """Return the sums over the last minutes, this one included."""
        first, sums = int(self._clock() // 60) - minutes + 1, Routes()
        with self._lock:
            for minute, routes in self._minutes:
                if minute >= first:
                    for route, figures in routes.items():
                        sums.setdefault(route, RouteFigures()).include(figures)
        return sums

    def minutes_of(self, minutes: int) -> float:
        """Return for how many minutes `of_last` has counted: less just after the start, and in this minute."""
        now = self._clock()
        first = (now // 60 - minutes + 1) * 60
        return max(now - max(first, self.began), 1.0) / 60


requests = RecentRequests()


def note(record: RequestRecord, method: str, status: int) -> None:
    """Count a request that was answered."""
    method = method if method in METHODS else "other"
    telemetry.REQUESTS.add(record.route, method, f"{status // 100}xx")
    telemetry.REQUEST_SECONDS.add(record.seconds, record.route, method)
    telemetry.WAIT_SECONDS.add(record.wait, record.thread)
    telemetry.STATEMENTS.add(number=record.statements)
    telemetry.STATEMENT_SECONDS.add(number=record.statement_seconds)
    requests.add(record.route, record.seconds, record.wait, failed=status >= 500)


@dataclass(frozen=True)
class LoggedError:
    """One error of the log: when, in seconds since 1970, and what it says without its details."""

    at: float
    words: str


errors: deque[LoggedError] = deque(maxlen=MOST_ERRORS)
"""The latest errors of this process, filled by `scorekeeper.operations.logs.formats.RecentErrors`."""
