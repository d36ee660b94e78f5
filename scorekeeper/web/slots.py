"""Limits on how many of something are held at the same time, in all and by each client.

Unlike rate limits, these count what is held now and forget it when it ends.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager


class NoSlotError(Exception):
    """All slots are taken: by this client (`by_one`), or by all clients together."""

    def __init__(self, *, by_one: bool) -> None:
        super().__init__("all slots of this client are taken" if by_one else "all slots are taken")
        self.by_one = by_one


class Slots:
    """Slots of one kind in one process. Take and release them in one thread, that of the event loop.

    >>> slots = Slots()
    >>> with slots.held(most=10, by={"Anne": 1}):
    ...     with slots.held(most=10, by={"Anne": 1}):
    ...         pass
    Traceback (most recent call last):
    scorekeeper.web.slots.NoSlotError: all slots of this client are taken
    """

    def __init__(self) -> None:
        self.used = 0
        self.taken_by: Counter[str] = Counter()

    @contextmanager
    def held(self, *, most: int, by: Mapping[str, int]) -> Iterator[None]:
        """Hold one of `most` slots; `by` maps each client it counts for to its limit. Raises `NoSlotError`."""
        if self.used >= most:
            raise NoSlotError(by_one=False)
        if any(self.taken_by[client] >= limit for client, limit in by.items()):
            raise NoSlotError(by_one=True)
        self.used += 1
        self.taken_by.update(by.keys())
        try:
            yield
        finally:
            self.used -= 1
            self.taken_by.subtract(by.keys())
            for client in by:
                if not self.taken_by[client]:
                    del self.taken_by[client]
