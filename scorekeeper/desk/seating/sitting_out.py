"""Who sits out when the numbers don't fit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from scorekeeper.desk.seating.requests import Entrant


def must_and_may(order: Sequence[Entrant], out: int) -> tuple[list[Entrant], list[Entrant]]:
    """Return who must sit out because they have done so least often, and who may, having done so equally often.

    Those who must are at most `out`; the others come from those who may, in their order.

    >>> anne, bruno, chloe = [Entrant(number=n, name=name, sat_out=n // 2) for n, name in enumerate("ABC")]
    >>> [[entrant.name for entrant in part] for part in must_and_may([bruno, chloe, anne], 1)]
    [[], ['B', 'A']]
    >>> [[entrant.name for entrant in part] for part in must_and_may([bruno, chloe, anne], 3)]
    [['B', 'A'], ['C']]
    """
    if not out:
        return [], []
    last = sorted(entrant.sat_out for entrant in order)[out - 1]
    must = [entrant for entrant in order if entrant.sat_out < last]
    return must, [entrant for entrant in order if entrant.sat_out == last]


def sitting_out(order: Sequence[Entrant], out: int, tables: int, *, keep_apart: bool) -> list[Entrant]:
    """Return who sits out, in the order in which they are chosen.

    With teams kept apart, those first whose absence leaves the fewest pairs of mates at one table.
    """
    absent, may = must_and_may(order, out)
    here = Counter(entrant.team for entrant in order)
    here.subtract(entrant.team for entrant in absent)

    def pairs_saved(entrant: Entrant) -> int:
        """Return how many pairs fewer there are without this entrant if the team is spread evenly."""
        return (here[entrant.team] - 1) // tables if keep_apart and entrant.team is not None else 0

    may.reverse()
    while len(absent) < out:
        chosen = max(may, key=pairs_saved)  # the last in the order, of equal ones
        may.remove(chosen)
        absent.append(chosen)
        here[chosen.team] -= 1
    return absent
