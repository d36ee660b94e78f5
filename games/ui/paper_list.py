"""Lists that are printed elsewhere: a table of ruled lines, with a row for each hand, filled in freehand.

A game declares the contents of each column, in terms of its marked sheet. Where the lines are in a photo, and what is
written between them, is for `scorekeeper.reading.lists`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from games.scoring.types import OptionValue
from games.ui.marked_sheet import Marks


@dataclass(frozen=True, kw_only=True, slots=True)
class ListColumn:
    """A column that isn't read, such as the number of the hand. `width` is in millimetres, more or less.

    Some printings of the list don't have a column that is `optional`.
    """

    width: float
    optional: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class TickColumn(ListColumn):
    """A column in which a box of the marked sheet is ticked."""

    field: str
    key: str


@dataclass(frozen=True, kw_only=True, slots=True)
class NumberColumn(ListColumn):
    """A column for a number of the marked sheet; several columns can be for the same one, of which one is used."""

    field: str
    places: int


@dataclass(frozen=True, kw_only=True, slots=True)
class MeaningColumn(ListColumn):
    """A column whose numbers mean ticks on the marked sheet, as the base value of a game says which game it is.

    `dash` is what a dash means.
    """

    places: int
    means: Mapping[int, Marks]
    dash: Marks


@dataclass(frozen=True, kw_only=True, slots=True)
class ValueColumn(ListColumn):
    """A column for what a hand scores by itself; any entry in it means a tick on the marked sheet."""

    places: int
    field: str
    key: str
    negative: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class TotalColumn(ListColumn):
    """A column for the running total of a player; a dash says that the player wasn't the declarer."""

    places: int


@dataclass(frozen=True, kw_only=True, slots=True)
class CountColumn(ListColumn):
    """A column in which a player's games are counted, those won or those lost.

    Any entry in it means that the player was the declarer, and a tick on the marked sheet.
    """

    field: str
    key: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Rows:
    """The rows for hands on a page: how many there are, and how high they are in millimetres, more or less."""

    number: int
    height: float


@dataclass(frozen=True, kw_only=True)
class FederationList:
    """A list that is printed elsewhere.

    `columns` come first, then those of each player, in seat order, then those `after` them. `declarer` is the field of
    the marked sheet in which the player is ticked whose total is written. `rows` are those for hands, by the size of
    the table. `rules` are the rule sets that it is for, and `options` those of the rules that it assumes; `usual` are
    others that most of those who keep it play with.
    """

    columns: tuple[ListColumn, ...]
    each_player: tuple[ListColumn, ...]
    after: tuple[ListColumn, ...] = ()
    declarer: str
    rows: Mapping[int, Rows]
    rules: tuple[str, ...]
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    usual: Mapping[str, OptionValue] = field(default_factory=dict)

    def all_columns(self, size: int) -> tuple[ListColumn, ...]:
        """Return the columns of a list for so many players, optional ones included."""
        return self.columns + self.each_player * size + self.after

    def printings(self, size: int) -> Iterator[tuple[ListColumn, ...]]:
        """Yield the columns of each printing of a list for so many players: with the optional ones, and without."""
        columns = self.all_columns(size)
        yield columns
        if any(column.optional for column in columns):
            yield tuple(column for column in columns if not column.optional)
