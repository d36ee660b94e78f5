"""Whether a page of a sheet continues the one before, by the totals carried over to it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scorekeeper.reading.decoder.evidence import LOOKS_DIFFERENT, number_cost, number_guesses
from scorekeeper.reading.observations import BLANK, AnyNumberSeen, RowSeen, TotalsOnPaper

FEWEST = 2
"""If at least this many totals differ, they are carried over from another sheet: a single one is a slip."""


def are_others(rows: Sequence[RowSeen], carried: TotalsOnPaper) -> bool:
    """Return whether most totals carried over clearly differ from those at the end of these rows, where both are there.

    If the last hand has no totals at all, somebody added them up only for the next page, and nobody can tell.
    """
    filled = [row for row in rows if row.ink > BLANK]
    if not filled or not any(map(_is_written, filled[-1].totals.values())):
        return False
    pairs = list(_pairs(filled, carried))
    others = sum(_differ(last, now) for last, now in pairs)
    return others >= FEWEST and 2 * others > len(pairs)


def _pairs(rows: Sequence[RowSeen], carried: TotalsOnPaper) -> Iterator[tuple[AnyNumberSeen, AnyNumberSeen]]:
    """Yield the last total of each seat that has one, with the one carried over."""
    for seat, now in carried.items():
        last = next((row.totals[seat] for row in reversed(rows) if _is_written(row.totals[seat])), None)
        if last is not None and _is_written(now):
            yield last, now


def _is_written(number: AnyNumberSeen) -> bool:
    return number_guesses(number)[0].number is not None


def _differ(one: AnyNumberSeen, other: AnyNumberSeen) -> bool:
    """Return whether no number is nearly as likely for both of these as what each looks most like."""
    least, most = number_guesses(one)[0].cost, number_guesses(other)[0].cost
    return all(
        guess.cost > least + LOOKS_DIFFERENT or number_cost(other, guess.number) > most + LOOKS_DIFFERENT
        for guess in number_guesses(one)
    )
