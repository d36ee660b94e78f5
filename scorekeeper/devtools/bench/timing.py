"""Timing of several things in turns, so that they are comparable."""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import median, quantiles
from time import perf_counter, process_time

from scorekeeper.operations.serving.server import GARBAGE
from scorekeeper.play.ledger import ledgers

WARM_UP = 3

Ready = Callable[[int], Callable[[], object]]
"""A function that prepares the round of a given number and returns the function to be timed."""


@dataclass
class Measurement:
    """One thing that is timed, with its wall-clock times and its CPU times (`busy`) in seconds.

    An `aim` is the most that the median may be: a multiple of the median of `of` or, without it, milliseconds.
    """

    name: str
    ready: Ready
    of: Measurement | None = None
    aim: float | None = None
    times: list[float] = field(default_factory=list)
    busy: list[float] = field(default_factory=list)

    @property
    def median(self) -> float:
        """The median in milliseconds."""
        return median(self.times) * 1000

    @property
    def slow(self) -> float:
        """The 95th percentile in milliseconds."""
        return quantiles(self.times, n=20, method="inclusive")[-1] * 1000

    @property
    def cpu(self) -> float:
        """The median CPU time in milliseconds, which excludes waiting for the disk or other processes."""
        return median(self.busy) * 1000

    @property
    def words(self) -> str:
        """The ratio to `of`, and the aim with its verdict."""
        value = self.median / self.of.median if self.of else self.median
        ratio = f"{value:.1f} × {self.of.name}" if self.of else ""
        if self.aim is None:
            return ratio
        unit = "×" if self.of else " ms"
        return f"{ratio}{', ' if ratio else ''}aim {self.aim:g}{unit}: {verdict(value, self.aim)}"

    def line(self) -> str:
        return f"{self.name:28}{self.median:8.2f}{self.slow:8.2f}{self.cpu:8.2f}   {self.words}".rstrip()


def verdict(value: float, aim: float) -> str:
    """Return whether an aim is met, as a word; it makes nothing fail, since a machine can be slow for many reasons."""
    return "met" if value <= aim else "MISSED"


def measure(measured: Sequence[Measurement], rounds: int) -> None:
    """Time each thing once a round, after a few rounds of warm-up that don't count.

    Garbage is collected as seldom as in the server.
    """
    usual = gc.get_threshold()
    gc.set_threshold(GARBAGE)
    for number in range(-WARM_UP, rounds):
        if number == 0:
            gc.collect()
            gc.freeze()  # so that collections don't go through all existing objects each time
        ledgers.forget()  # steps that need a warm cache fill it while getting ready
        for one in measured:
            action = one.ready(number)
            gc.collect()  # so that the action doesn't pay for garbage from its preparation
            started, began = perf_counter(), process_time()
            action()
            busy, took = process_time() - began, perf_counter() - started
            if number >= 0:
                one.times.append(took)
                one.busy.append(busy)
    gc.unfreeze()
    gc.set_threshold(*usual)
