"""The state of an import: what the file's names stand for here, and what is left to do after the last line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from django.db.models import Model, QuerySet

from scorekeeper.clubs.models import Club, Player, Tariff
from scorekeeper.evenings.models import Evening, Round
from scorekeeper.files.archive.records.report import ImportReport

Row = TypeVar("Row", bound=Model)


@dataclass
class IdMap:
    """The club that is imported into. Without `writes` it is a dry run.

    `records` maps the uids in the file to players, `people` to those they are merged into by now. `evenings` and
    `sessions` map names in the file to rows or keys here, `presences` maps numbers to keys.
    """

    club: Club
    is_new: bool
    writes: bool
    report: ImportReport
    records: dict[str, Player] = field(default_factory=dict)
    people: dict[str, Player] = field(default_factory=dict)
    evenings: dict[str, Evening] = field(default_factory=dict)
    rounds: dict[tuple[str, int], Round | None] = field(default_factory=dict)
    """Rounds by evening and number; None for those of the file that are not added here."""
    sessions: dict[str, int] = field(default_factory=dict)
    tariffs: dict[str, Tariff] = field(default_factory=dict)
    presences: dict[int, int] = field(default_factory=dict)
    new_people: set[str] = field(default_factory=set)
    held: set[str] = field(default_factory=set)
    """Evenings here whose settlement stays in force: nothing in the file changes them."""
    later: list[Callable[[], None]] = field(default_factory=list)
    """Steps that need lines further on, done at the end."""

    def existing(self, model: type[Row]) -> QuerySet[Row]:
        """Return the club's rows of a model here, by primary key; none for a new club.

        In a dry run a new club has no key to filter by.
        """
        rows = model._base_manager.order_by("pk")
        return rows.none() if self.is_new else rows.filter(club=self.club)

    def insert(self, rows: Sequence[Row], *, timestamps: Sequence[str] = ()) -> Sequence[Row]:
        """Insert rows and return them with their keys; `timestamps` are columns that Django itself fills in."""
        if not (self.writes and rows):
            return rows
        model: Any = type(rows[0])
        originals = [{name: getattr(row, name) for name in timestamps} for row in rows]
        inserted: list[Row] = model._base_manager.bulk_create(rows, batch_size=500)
        if timestamps:
            for row, values in zip(inserted, originals, strict=True):
                for name, value in values.items():
                    setattr(row, name, value)
            model._base_manager.bulk_update(inserted, list(timestamps), batch_size=200)
        return inserted
