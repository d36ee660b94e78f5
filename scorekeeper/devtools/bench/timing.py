"""Times of several things, taken in turns."""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import median, quantiles
from time import perf_counter, process_time

from scorekeeper.play.ledger import ledgers

WARM_UP = 3

Ready = Callable[[int], Callable[[], object]]
"""Makes everything ready for a round, by its number, and gives what is to be timed."""


@dataclass
class Measured:
    """One thing and its times in seconds, by the clock and of the processor alone.

    An aim is at most so many times the median of `of`, or without it so many milliseconds.
    """

    name: str
    ready: Ready
    of: Measured | None = None
    aim: float | None = None
    times: list[float] = field(default_factory=list)
    busy: list[float] = field(default_factory=list)

    @property
    def median(self) -> float:
        """In milliseconds."""
        return median(self.times) * 1000

    @property
    def slow(self) -> float:
        """The 95th percentile in milliseconds."""
        return quantiles(self.times, n=20, method="inclusive")[-1] * 1000

    @property
    def cpu(self) -> float:
        """The median of the processor's time in milliseconds: what waiting for the disk or for others is no part of."""
        return median(self.busy) * 1000

    @property
    def words(self) -> str:
        """The ratio, and the aim with what it comes to."""
        found = self.median / self.of.median if self.of else self.median
        ratio = f"{found:.1f} × {self.of.name}" if self.of else ""
        if self.aim is None:
            return ratio
        unit = "×" if self.of else " ms"
        return f"{ratio}{', ' if ratio else ''}aim {self.aim:g}{unit}: {verdict(found, self.aim)}"


def verdict(found: float, aim: float) -> str:
    """Whether an aim is met; a machine may be slow for many reasons, so nothing fails by it."""
    return "met" if found <= aim else "MISSED"


def measure(measured: Sequence[Measured], rounds: int) -> None:
    """Time each thing once a round; some rounds first do not count."""
    for number in range(-WARM_UP, rounds):
        if number == 0:
            gc.collect()
            gc.freeze()  # what was made so far stays: a collection should not go through it again and again
        ledgers.forget()  # whatever a thing wants kept, it makes ready by itself
        for one in measured:
            action = one.ready(number)
            gc.collect()  # what making ready left behind is not for the action to clear away
            started, began = perf_counter(), process_time()
            action()
            busy, took = process_time() - began, perf_counter() - started
            if number >= 0:
                one.times.append(took)
                one.busy.append(busy)
    gc.unfreeze()
