"""A club on its way in: what the file's names are here, and what is still to be written when all lines were read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from django.db.models import Model

from scorekeeper.clubs.models import Club, Evening, Player, Tariff
from scorekeeper.moving_house.report import Report

Row = TypeVar("Row", bound=Model)


@dataclass
class Arrival:
    """The club that takes the file in. Without `writes` nothing is written: it is only worked out what would be.

    `records` are people by the uid they have in the file, `people` those that they are part of by now; `evenings` and
    `sessions` lead from a name in the file to the row here, `presences` from a number to a key.
    """

    club: Club
    is_new: bool
    writes: bool
    report: Report
    records: dict[str, Player] = field(default_factory=dict)
    people: dict[str, Player] = field(default_factory=dict)
    evenings: dict[str, Evening] = field(default_factory=dict)
    sessions: dict[str, int] = field(default_factory=dict)
    tariffs: dict[str, Tariff] = field(default_factory=dict)
    presences: dict[int, int] = field(default_factory=dict)
    new_people: set[str] = field(default_factory=set)
    held: set[str] = field(default_factory=set)
    """Evenings here whose money stands: nothing that the file has of them moves it."""
    later: list[Callable[[], None]] = field(default_factory=list)
    """What refers to lines that come later, done at the end."""

    def insert(self, rows: Sequence[Row], *, again: Sequence[str] = ()) -> Sequence[Row]:
        """The rows with their keys; `again` are the columns that Django fills in by itself when it inserts."""
        if not (self.writes and rows):
            return rows
        model: Any = type(rows[0])
        kept = [{name: getattr(row, name) for name in again} for row in rows]
        made: list[Row] = model._base_manager.bulk_create(rows, batch_size=500)
        if again:
            for row, values in zip(made, kept, strict=True):
                for name, value in values.items():
                    setattr(row, name, value)
            model._base_manager.bulk_update(made, list(again), batch_size=200)
        return made
