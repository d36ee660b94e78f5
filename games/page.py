"""What a game puts on its page "how this is scored": sections, in the order in which they are read.

A *section* is a heading with an anchor; it says the sentence of its paragraph, then the game's own words (a template),
then worked examples. A *tariff* is one printed schedule of it, a *term* one of the game's words, which are explained at
the table as well. All of it is ready to print: templates compute nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from games.scoring.tariffs import OwnTariff, PrintedTariff, Schedule
from games.scoring.text import Text, number_words, signed_words
from games.scoring.text import gettext_lazy as _
from games.scoring.types import Paragraph

NOTHING = "–"
"""What stands in a cell where a tariff has no figure."""


MOST_ON_A_PHONE = 2
"""Columns of a tariff; more, under long headings, are wider than the narrowest phones."""
OURS = _("no source says so: our own reading")
"""What the star beside a cell means."""


class Cell(NamedTuple):
    """One figure or word of a tariff; `ours` marks with a star what no source says.

    `printed` is the printed figure beside one that a club has set for itself.
    """

    words: Text | str
    ours: bool = False
    printed: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Tariff:
    """A schedule with its heading row; the first cell of each row is the row's heading."""

    caption: Text
    head: tuple[Cell, ...]
    rows: tuple[tuple[Cell, ...], ...]
    words: int = 1
    """How many of its columns, from the first, are words; the others are figures."""
    star: Text = OURS

    @property
    def wide(self) -> bool:
        """Whether it may have to be scrolled on a phone."""
        return len(self.head) > MOST_ON_A_PHONE

    @property
    def ours(self) -> bool:
        """Whether any of it is our own reading, so that the mark is explained below."""
        return any(cell.ours for row in (self.head, *self.rows) for cell in row)

    @property
    def own(self) -> bool:
        """Whether any of it is a club's own figure, so that the one beside it is explained below."""
        return any(cell.printed for row in self.rows for cell in row)


Value = Cell | Text | str | int | Fraction


def tariff(
    caption: Text, head: Iterable[Value], rows: Iterable[Iterable[Value]], *, words: int = 1, star: Text = OURS
) -> Tariff:
    """A tariff from figures and words as they come.

    >>> [cell.words for cell in tariff(Text("Poignées"), ["size", "worth"], [["simple", 20]]).rows[0]]
    ['simple', '20']
    """
    return Tariff(caption=caption, head=_cells(head), rows=tuple(_cells(row) for row in rows), words=words, star=star)


def _cells(values: Iterable[Value]) -> tuple[Cell, ...]:
    return tuple(_cell(value) for value in values)


def _cell(value: Value) -> Cell:
    if isinstance(value, Cell):
        return value
    if isinstance(value, int | Fraction):
        return Cell(number_words(value))
    return Cell(value)


def ours(value: Text | str | int) -> Cell:
    """A cell with something that no source says."""
    return Cell(_cell(value).words, ours=True)


def own_tables(printed: PrintedTariff, own: OwnTariff) -> tuple[Tariff, ...]:
    """The schedules in which a club's tariff differs, whole, with the printed figures beside its own."""
    return tuple(_beside_printed(table, own) for table in printed.schedules if _differs(table, own))


def _differs(table: Schedule, own: OwnTariff) -> bool:
    return any(own.figures.get(place, figure) != figure for place, figure in table.cells())


def _beside_printed(table: Schedule, own: OwnTariff) -> Tariff:
    """A whole schedule; an own figure stands for the printed one, and has no star any more.

    >>> from games.scoring.tariffs import OwnTariff, schedule
    >>> table = schedule("s", Text("Stakes"), {"solo": "Solo", "slam": "Slam"}, {"each": "each"},
    ...     {"solo": 10, "slam": 40}, corner=Text("Call"), ours={"solo"})
    >>> [row[1] for row in _beside_printed(table, OwnTariff(name="Ours", figures={("s", "solo", "each"): 12})).rows]
    [Cell(words='12', ours=False, printed='10'), Cell(words='40', ours=False, printed='')]
    """

    def cell(row: str, column: str) -> Cell:
        figure = table.figures.get((row, column))
        if figure is None:
            return Cell(NOTHING)
        played = own.figures.get((table.slug, row, column), figure)
        if played != figure:
            return Cell(number_words(played), printed=number_words(figure))
        return Cell(number_words(figure), ours=(row, column) in table.ours)

    rows = [[row.words, *(cell(row.key, column.key) for column in table.columns)] for row in table.rows]
    return tariff(table.title, [table.corner, *(column.words for column in table.columns)], rows)


def signed(value: int) -> str:
    """What is gained or lost, as a tariff prints it.

    >>> signed(400), signed(-150), signed(0)
    ('+400', '−150', '0')
    """
    return signed_words(value)


class Term(NamedTuple):
    """A word of the game with what it means: the word stays that of those who play, the meaning is in plain words."""

    word: Text
    meaning: Text


@dataclass(frozen=True, kw_only=True, slots=True)
class Section:
    """One section of the page. `slug` is its anchor: that of its paragraph, where it explains one."""

    slug: str
    title: Text
    paragraph: Paragraph | None = None
    template: str = ""
    """The partial with the game's own words; it finds the tariffs in `section.tariffs`."""
    tariffs: Mapping[str, Tariff] = field(default_factory=dict)
    examples: tuple[str, ...] = ()
    """The worked examples, by their `id`, that are printed in full below the words."""

    @classmethod
    def of(
        cls, paragraph: Paragraph, *, template: str = "", examples: tuple[str, ...] = (), **tariffs: Tariff
    ) -> Section:
        """The section that explains a paragraph."""
        return cls(
            slug=paragraph.slug,
            title=paragraph.title,
            paragraph=paragraph,
            template=template,
            tariffs=tariffs,
            examples=examples,
        )
