"""What this process counts and times while it runs: plain numbers in memory.

Every package may add to them with one call; `scorekeeper.operations.monitoring` makes the metrics and the operator's
page of them. An *event count* is a number that only grows. A *distribution* counts durations by size. Both are kept by
*labels*, each of which has few possible values: a route, a game, the name of a limit. Nothing that anybody typed is
ever a label, nor a secret, an address or a name.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from math import inf
from threading import Lock
from time import monotonic, perf_counter
from typing import Any

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.02, 0.035, 0.05, 0.075, 0.1, 0.2, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Upper bounds of the buckets of a distribution, in seconds: close together around 50 ms, which a page may take."""

Labels = tuple[str, ...]


class EventCount:
    """Numbers that only grow, one for each combination of labels."""

    def __init__(self, name: str, about: str, *labels: str) -> None:
        self.name, self.about, self.labels = name, about, labels
        self.counts: dict[Labels, float] = {}
        self.forget()
        self._lock = Lock()
        EVENT_COUNTS.append(self)

    def forget(self) -> None:
        """Start again: at zero, or without a number for any label, since a label is only known when it is met."""
        self.counts = {} if self.labels else {(): 0}

    def add(self, *labels: str, number: float = 1) -> None:
        """Add to the number with these labels. Can be called from any thread."""
        with self._lock:
            self.counts[labels] = self.counts.get(labels, 0) + number

    def now(self) -> Mapping[Labels, float]:
        """Return a copy of the numbers."""
        with self._lock:
            return dict(self.counts)


@dataclass(slots=True)
class Durations:
    """How many durations fell into each bucket of `BOUNDS`, and their sum and extremes in seconds.

    >>> durations = Durations()
    >>> for milliseconds in (4, 40, 40, 45, 60_000):
    ...     durations.add(milliseconds / 1000)
    >>> durations.count, f"{durations.quantile(0.5):.4f}", f"{durations.quantile(0.99):.1f}", durations.worst
    (5, '0.0425', '57.5', 60.0)
    """

    buckets: list[int] = field(default_factory=lambda: [0] * (len(BOUNDS) + 1))
    total: float = 0.0
    least: float = inf
    worst: float = 0.0

    @property
    def count(self) -> int:
        return sum(self.buckets)

    def add(self, seconds: float) -> None:
        self.buckets[bisect_left(BOUNDS, seconds)] += 1
        self.total += seconds
        self.least = min(self.least, seconds)
        self.worst = max(self.worst, seconds)

    def include(self, other: Durations) -> None:
        """Add what another one counted."""
        self.buckets = [ours + theirs for ours, theirs in zip(self.buckets, other.buckets, strict=True)]
        self.total += other.total
        self.least = min(self.least, other.least)
        self.worst = max(self.worst, other.worst)

    def quantile(self, share: float) -> float:
        """Return the duration that this share does not exceed, interpolated within its bucket; 0 without any."""
        rank, lower = share * self.count, 0.0
        for number, bound in zip(self.buckets, (*BOUNDS, inf), strict=True):
            if number and rank <= number:
                low, high = max(lower, self.least), min(bound, self.worst)
                return low + (high - low) * rank / number
            rank, lower = rank - number, bound
        return 0.0


class Distribution:
    """Durations for each combination of labels."""

    def __init__(self, name: str, about: str, *labels: str) -> None:
        self.name, self.about, self.labels = name, about, labels
        self.durations: dict[Labels, Durations] = {}
        self._lock = Lock()
        DISTRIBUTIONS.append(self)

    def add(self, seconds: float, *labels: str) -> None:
        """Count one duration. Can be called from any thread."""
        with self._lock:
            self.durations.setdefault(labels, Durations()).add(seconds)

    def now(self) -> Mapping[Labels, Durations]:
        """Return a copy of the durations."""
        with self._lock:
            return {
                labels: replace(durations, buckets=[*durations.buckets]) for labels, durations in self.durations.items()
            }


EVENT_COUNTS: list[EventCount] = []
DISTRIBUTIONS: list[Distribution] = []

REQUESTS = EventCount(
    "http_requests", "Requests that were answered, event streams excepted.", "route", "method", "status"
)
REQUEST_SECONDS = Distribution(
    "http_request_duration_seconds", "From the end of a request to the start of its answer.", "route", "method"
)
WAIT_SECONDS = Distribution("http_request_wait_seconds", "How long requests waited for their thread.", "thread")
STATEMENTS = EventCount("database_statements", "Statements that requests sent to the database.")
STATEMENT_SECONDS = EventCount("database_statement_seconds", "Seconds that these statements took.")
FAULTS = EventCount("database_faults", "Requests that failed because of the database.", "fault")
LOCK_WAITS = EventCount("sqlite_lock_waits", "Requests that had to wait for the lock of another process.")
CHANGES = EventCount("changes", "Changes committed at tables; a recorded hand has the verb record.", "game", "verb")
REPEATED = EventCount("changes_repeated", "Changes that were sent again and had been committed before.")
CONFLICTS = EventCount("changes_refused", "Changes refused because somebody else was first.")
THROTTLED = EventCount("throttled", "Requests refused by a rate limit.", "limit")
STREAMS_REFUSED = EventCount("streams_refused", "Event streams that were not opened.", "reason")
STREAM_MESSAGES = EventCount("stream_messages", "Messages sent through event streams, heartbeats included.")
UPDATE_SECONDS = Distribution(
    "update_seconds", "From the news of a change until its message is ready for every stream of this process."
)
PRINT_SECONDS = Distribution("print_seconds", "How long Typst took for each document.", "form")


@dataclass(slots=True)
class RequestRecord:
    """What is known of the current request, for the log and the figures; times are those of `perf_counter`.

    It is complete at `queued`, waits for a thread until `started`, and its answer starts at `answered`.
    """

    queued: float = field(default_factory=perf_counter)
    started: float = 0.0
    answered: float = 0.0
    thread: str = ""
    route: str = ""
    club: int | None = None
    statements: int = 0
    statement_seconds: float = 0.0

    @property
    def seconds(self) -> float:
        """The time from the end of the request to the start of its answer."""
        return max(0.0, self.answered - self.queued)

    @property
    def wait(self) -> float:
        """The part of these seconds in which it waited for its thread."""
        return max(0.0, self.started - self.queued) if self.started else 0.0

    def statement(self, execute: Callable[..., Any], *given: Any) -> Any:
        """Execute a statement and time it: a wrapper for `connection.execute_wrapper`."""
        began = perf_counter()
        try:
            return execute(*given)
        finally:
            self.statements += 1
            self.statement_seconds += perf_counter() - began


class ActiveSessions:
    """The sessions in which this process recorded something in the last hour, by key."""

    PERIOD = 3600.0

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._at: dict[int, float] = {}
        self._lock = Lock()

    def add(self, key: int) -> None:
        with self._lock:
            self._at[key] = self._clock()

    def now(self) -> list[int]:
        """Return the keys, and forget all others."""
        since = self._clock() - self.PERIOD
        with self._lock:
            self._at = {key: at for key, at in self._at.items() if at > since}
            return sorted(self._at)


active_sessions = ActiveSessions()
current: ContextVar[RequestRecord | None] = ContextVar("current", default=None)
"""The request that is being answered, in the event loop and in the thread that answers it."""


def of_club(club: int | None) -> None:
    """Note for the log that the current request is about a club, by its key."""
    if record := current.get():
        record.club = club


def forget() -> None:
    """Start again at zero, for a test."""
    for one in EVENT_COUNTS:
        one.forget()
    for each in DISTRIBUTIONS:
        each.durations.clear()
