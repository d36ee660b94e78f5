"""Order by lot, the same on every machine and with every version of Python.

Each entrant's lot is the SHA-256, in hex, of the text `SEED:ROUND:NUMBER`, with rounds counted from 1 and the entrant's
start number; the smaller one comes first. Without a seed, `SEED` is empty.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from random import Random

from scorekeeper.desk.seating.requests import Entrant


def by_lot(entrants: Iterable[Entrant], seed: int | None, round_: int) -> list[Entrant]:
    """Return the entrants in the order of their lots for the round (from 0).

    >>> entrants = [Entrant(number=1, name="Anne"), Entrant(number=2, name="Bruno"), Entrant(number=3, name="Chloé")]
    >>> [entrant.name for entrant in by_lot(entrants, 7, 0)]
    ['Anne', 'Bruno', 'Chloé']
    """
    return sorted(entrants, key=lambda entrant: sha256(_text(seed, round_, entrant.number).encode()).hexdigest())


def lots(seed: int | None, round_: int) -> Random:
    """Return a source of lots for a search; `random()` is the method that keeps its sequence in all versions."""
    return Random(_text(seed, round_, "search"))  # noqa: S311 - a search, and the lots are to be the same again


def _text(seed: int | None, round_: int, lot: int | str) -> str:
    return f"{'' if seed is None else seed}:{round_ + 1}:{lot}"
