"""Tables of figures, on a game's page "how this is scored" and on paper.

A *tariff* is a payment schedule, ready to print: templates compute nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from games.scoring.tariffs import OwnTariff, PrintedTariff, Schedule
from games.scoring.text import Text, number_words
from games.scoring.text import message as _

NOTHING = "–"
"""Printed in a cell without a figure."""


MOST_ON_A_PHONE = 2
"""The number of columns that fits the narrowest phones, even under long headings."""
OURS = _("our own reading, not in a printed source")
"""The meaning of the star beside a cell."""
TARIFF = _("Tariff")


class TariffCell(NamedTuple):
    """A cell of a tariff: a figure or a word.

    `ours` marks with a star what is not in any source. `printed` is the printed figure, if the club has its own.
    """

    words: Text | str
    ours: bool = False
    printed: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class TariffTable:
    """A schedule with its heading row; the first cell of each row is the row's heading."""

    caption: Text
    head: tuple[TariffCell, ...]
    rows: tuple[tuple[TariffCell, ...], ...]
    words: int = 1
    """The number of leading columns that hold words; the others hold figures."""
    star: ClassVar[Text] = OURS

    @property
    def wide(self) -> bool:
        """Whether the tariff may need scrolling on a phone."""
        return len(self.head) > MOST_ON_A_PHONE

    @property
    def ours(self) -> bool:
        """Whether any cell has a star, which is then explained below."""
        return any(cell.ours for row in (self.head, *self.rows) for cell in row)

    @property
    def own(self) -> bool:
        """Whether any cell has a club's own figure; the printed one beside it is then explained below."""
        return any(cell.printed for row in self.rows for cell in row)


Value = TariffCell | Text | str | float


def tariff(caption: Text, head: Iterable[Value], rows: Iterable[Iterable[Value]], *, words: int = 1) -> TariffTable:
    """Build a tariff from plain figures and words.

    >>> [cell.words for cell in tariff(Text("Poignées"), ["size", "worth"], [["simple", 20]]).rows[0]]
    ['simple', '20']
    """
    return TariffTable(caption=caption, head=_cells(head), rows=tuple(_cells(row) for row in rows), words=words)


def _cells(values: Iterable[Value]) -> tuple[TariffCell, ...]:
    return tuple(_cell(value) for value in values)


def _cell(value: Value) -> TariffCell:
    if isinstance(value, TariffCell):
        return value
    if isinstance(value, int | float):
        return TariffCell(number_words(value))
    return TariffCell(value)


def own_tables(printed: PrintedTariff, club_tariff: OwnTariff) -> tuple[TariffTable, ...]:
    """Return every schedule that a club's tariff changes, complete, with the printed figures beside its own."""
    return tuple(_beside_printed(table, club_tariff) for table in printed.schedules if _differs(table, club_tariff))


def printed_tables(printed: PrintedTariff) -> Mapping[str, TariffTable]:
    """Return every schedule of a printed tariff, by its slug."""
    as_printed = OwnTariff(name="")
    return {table.slug: _beside_printed(table, as_printed) for table in printed.schedules}


def _differs(table: Schedule, club_tariff: OwnTariff) -> bool:
    return any(club_tariff.figures.get(place, figure) != figure for place, figure in table.cells())


def _beside_printed(table: Schedule, club_tariff: OwnTariff) -> TariffTable:
    """Return the whole schedule with the club's figures. A changed figure loses its star.

    >>> from games.scoring.tariffs import OwnTariff, schedule
    >>> table = schedule("s", Text("Stakes"), {"solo": "Solo", "slam": "Slam"}, {"each": "each"},
    ...     {"solo": 10, "slam": 40}, corner=Text("Call"), ours={"solo"})
    >>> [row[1] for row in _beside_printed(table, OwnTariff(name="Ours", figures={("s", "solo", "each"): 12})).rows]
    [TariffCell(words='12', ours=False, printed='10'), TariffCell(words='40', ours=False, printed='')]
    """

    def cell(row: str, column: str) -> TariffCell:
        figure = table.figures.get((row, column))
        if figure is None:
            return TariffCell(NOTHING)
        played = club_tariff.figures.get((table.slug, row, column), figure)
        if played != figure:
            return TariffCell(number_words(played), printed=number_words(figure))
        return TariffCell(number_words(figure), ours=(row, column) in table.ours)

    rows = [[row.words, *(cell(row.key, column.key) for column in table.columns)] for row in table.rows]
    return tariff(table.title, [table.corner, *(column.words for column in table.columns)], rows)
