"""Whether the totals of a sheet continue those of its session, or begin at 0 again, as on a fresh sheet."""

from __future__ import annotations

from collections.abc import Sequence
from math import log

from games.scoring.types import Amounts, State
from games.ui.marked_sheet import MarkedSheet
from scorekeeper.reading.decoder.search import Search
from scorekeeper.reading.observations import RowSeen

FAR_LIKELIER = log(100)
ENOUGH = 8
"""This many rows are enough to tell where a sheet begins."""


def at_0(running: Amounts) -> Amounts:
    """Return by how much totals that begin at 0 again are higher than the running totals of the session."""
    return tuple(-total for total in running)


def begins_at_0(
    sheet: MarkedSheet, state: State, totals: Amounts, running: Amounts, rows: Sequence[RowSeen], offsets: Amounts = ()
) -> bool:
    """Return whether the totals of these rows are far likelier if they begin at 0 than with the known `offsets`.

    `totals` are those before the rows by the rules, and `running` those that the sheet would have.
    """
    anew = at_0(running)
    if anew == (offsets or (0,) * len(anew)):
        return False
    usual, fresh = (_cost(sheet, state, totals, rows[:ENOUGH], one) for one in (offsets, anew))
    return fresh + FAR_LIKELIER < usual


def _cost(sheet: MarkedSheet, state: State, totals: Amounts, rows: Sequence[RowSeen], offsets: Amounts) -> float:
    search = Search(sheet, state, totals, offsets)
    search.read(rows)
    return search.cost
