"""Tariffs: the printed payment schedules of a game, and a club's own figures for them.

A *schedule* is one table of a printed tariff. A *place* identifies a figure by schedule, row and column; as text, these
are joined by dots. A club's *own tariff* has a name and the figures in which it differs from the printed tariff of a
rule set. This module doesn't know which club it is or what a figure pays for.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from games.scoring.errors import Code, RuleError
from games.scoring.numbers import read_whole
from games.scoring.text import Text, can_be_a_name, quoted
from games.scoring.text import message as _

HIGHEST = 9999
"""The default highest figure: no tariff has more, and totals stay readable."""
LONGEST_TARIFF_NAME = 60
MOST_VERSIONS = 9999


class FigurePlace(NamedTuple):
    """The position of a figure in a tariff.

    >>> str(FigurePlace("failing", "9", "3")), FigurePlace.from_text("stake.solo.each")
    ('failing.9.3', FigurePlace(schedule='stake', row='solo', column='each'))
    """

    schedule: str
    row: str
    column: str

    def __str__(self) -> str:
        return ".".join(self)

    @classmethod
    def from_text(cls, text: str) -> FigurePlace | None:
        """Parse a place; return None if the text doesn't have three parts."""
        parts = text.split(".")
        return cls(*parts) if len(parts) == 3 else None


Figures = Mapping[tuple[str, str, str], int]
"""Figures by place."""


class Head(NamedTuple):
    """The heading of a row or column: the key of its figures, and its words."""

    key: str
    words: Text | str


@dataclass(frozen=True, kw_only=True)
class Schedule:
    """One table of a printed tariff.

    `figures` are keyed by row and column; a missing one is an empty cell. `low` and `high` limit a club's own figures.
    `ours` are the cells that are not in a printed source. `corner` is the heading above the row headings.
    """

    slug: str
    title: Text
    rows: tuple[Head, ...]
    columns: tuple[Head, ...]
    corner: Text
    figures: Mapping[tuple[str, str], int]
    low: int = 0
    high: int = HIGHEST
    ours: frozenset[tuple[str, str]] = frozenset()

    def cells(self) -> Iterable[tuple[FigurePlace, int]]:
        """Yield every figure with its place, row by row."""
        for row in self.rows:
            for column in self.columns:
                if (row.key, column.key) in self.figures:
                    yield FigurePlace(self.slug, row.key, column.key), self.figures[row.key, column.key]


def schedule(  # noqa: PLR0913 - what a table has
    slug: str,
    title: Text,
    rows: Mapping[str, Text | str],
    columns: Mapping[str, Text | str],
    figures: Mapping[Any, int],
    *,
    corner: Text,
    low: int = 0,
    high: int = HIGHEST,
    ours: Iterable[Any] = (),
) -> Schedule:
    """Build a schedule from figures by (row, column), or by row alone if there is only one column.

    >>> table = schedule("stake", Text("Stakes"), {"solo": "Solo"}, {"each": "each"}, {"solo": 10}, corner=Text("Call"))
    >>> list(table.cells())
    [(FigurePlace(schedule='stake', row='solo', column='each'), 10)]
    """

    def key(cell: Any) -> tuple[str, str]:
        row, column = cell if isinstance(cell, tuple) else (cell, next(iter(columns)))
        return str(row), str(column)

    return Schedule(
        slug=slug,
        title=title,
        rows=tuple(Head(str(name), words) for name, words in rows.items()),
        columns=tuple(Head(str(name), words) for name, words in columns.items()),
        corner=corner,
        figures={key(cell): figure for cell, figure in figures.items()},
        low=low,
        high=high,
        ours=frozenset(key(cell) for cell in ours),
    )


@dataclass(frozen=True, kw_only=True)
class OwnTariff:
    """A club's own tariff: its name and the figures in which it differs from the printed one.

    `version` starts at 1 and goes up each time the club changes the tariff.
    """

    name: str
    version: int = 1
    figures: Figures = field(default_factory=dict)

    def document(self) -> dict[str, Any]:
        """Return the tariff as it is in a session document."""
        figures = {".".join(place): figure for place, figure in self.figures.items()}
        return {"name": self.name, "version": self.version, "figures": figures}

    @classmethod
    def stored(cls, document: Mapping[str, Any]) -> OwnTariff:
        """Return the tariff from a stored document, unchecked: places that no schedule has any more do no harm."""
        figures: dict[tuple[str, str, str], int] = {
            place: figure for text, figure in document["figures"].items() if (place := FigurePlace.from_text(text))
        }
        return cls(name=document["name"], version=document["version"], figures=figures)


class PrintedTariff:
    """The printed tariff of a rule set: all its schedules."""

    def __init__(self, *schedules: Schedule) -> None:
        self.schedules = schedules

    @cached_property
    def figures(self) -> Figures:
        """Every printed figure by place."""
        return {place: figure for table in self.schedules for place, figure in table.cells()}

    @cached_property
    def _limits(self) -> Mapping[str, tuple[int, int]]:
        return {table.slug: (table.low, table.high) for table in self.schedules}

    def read_figure(self, place: FigurePlace, value: object, at: str) -> int:
        """Return a club's figure for this place after checking it; raise `RuleError` at the field `at` if invalid."""
        return read_whole(value, at, *self._limits[place.schedule])

    def read_own(self, raw: Mapping[str, Any], at: str = "tariff") -> OwnTariff:
        """Read a club's tariff from a document; raise `RuleError` at the first error.

        Figures equal to the printed ones are dropped, so that equal tariffs have equal documents.
        """
        for name in raw:
            if name not in ("name", "version", "figures"):
                words = _("“{name}” does not belong here.", name=quoted(name))
                raise RuleError(Code.UNKNOWN_FIELD, f"{at}.{quoted(name)}", words)
        called, raw_figures = raw.get("name"), raw.get("figures", {})
        if not isinstance(called, str) or not called.strip() or len(called) > LONGEST_TARIFF_NAME:
            words = _("A tariff needs a name of at most {longest} characters.", longest=LONGEST_TARIFF_NAME)
            raise RuleError(Code.REQUIRED, f"{at}.name", words)
        if not can_be_a_name(called):
            words = _("A name contains a character that can’t be stored or shown.")
            raise RuleError(Code.INVALID, f"{at}.name", words)
        version = read_whole(raw.get("version", 1), f"{at}.version", 1, MOST_VERSIONS)
        if not isinstance(raw_figures, dict):
            raise RuleError(Code.INVALID, f"{at}.figures", _("“{name}” has the wrong type.", name="figures"))
        figures: dict[tuple[str, str, str], int] = {}
        for text, value in raw_figures.items():
            field_ = f"{at}.figures.{quoted(text)}"
            place = FigurePlace.from_text(text)
            if place is None or place not in self.figures:
                words = _("This rule set has no figure “{name}”.", name=quoted(text))
                raise RuleError(Code.UNKNOWN_FIELD, field_, words)
            figures[place] = self.read_figure(place, value, field_)
        return self.own(called, figures, version=version)

    def own(self, name: str, figures: Figures, *, version: int = 1) -> OwnTariff:
        """Build a club's tariff from these figures, in printed order and without those equal to the printed ones."""
        complete = {place: figures.get(place, printed) for place, printed in self.figures.items()}
        changed = {place: figure for place, figure in complete.items() if figure != self.figures[place]}
        return OwnTariff(name=name, version=version, figures=changed)

    def with_own(self, tariff: OwnTariff | None) -> Figures:
        """Return the figures to play for: the printed ones, overridden by the club's own."""
        return {**self.figures, **tariff.figures} if tariff else self.figures


NO_TARIFF = PrintedTariff()
