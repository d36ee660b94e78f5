"""A sheet put together from its pages, and the hands on it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from games.game import Game
from games.scoring.types import Amounts, State, Table
from scorekeeper.printing.marked_sheets.code import SheetCode
from scorekeeper.printing.marked_sheets.layout import marked_sheet
from scorekeeper.reading.decoder.hands import ReadHand, read_hands
from scorekeeper.reading.observations import BLANK, RowSeen, TotalsOnPaper
from scorekeeper.reading.sheet import row_heads


class SheetError(Exception):
    """The pages don't make a sheet; `code` says why, for a sentence that says what to do.

    The codes: `none` (no page at all), `others` (pages of different sheets), `twice` (a page twice), `missing` (a page
    before or between these), and `printed` (hands are printed on the sheet, and the session that has them isn't here).
    `page` is the number of the page.
    """

    def __init__(self, code: str, page: int = 0) -> None:
        self.code, self.page = code, page
        super().__init__(f"{code} (page {page})" if page else code)


@dataclass(frozen=True, kw_only=True)
class SeenPage:
    """A page, with what was seen in each of its rows for a hand; `first_row` is the number of the first of them.

    `carried` are the totals above them, carried over from the page before.
    """

    code: SheetCode
    first_row: int
    rows: tuple[RowSeen, ...]
    carried: TotalsOnPaper = field(default_factory=dict)


def same_sheet(one: SheetCode, other: SheetCode) -> bool:
    """Return whether two codes are of pages of the same sheet."""
    return replace(one, page=1) == replace(other, page=1)


@dataclass(frozen=True, kw_only=True, eq=False)
class SeenSheet:
    """The pages of a sheet, in order, from the first on or, if that isn't needed any more, from a later one.

    Each is equal only to itself, so that it can be part of a key.
    """

    pages: tuple[SeenPage, ...]
    photo: str = ""  # changes when a page is photographed again; with fewer pages it is a prefix

    @classmethod
    def from_pages(cls, pages: Iterable[SeenPage], *, hands_before: int = 0) -> SeenSheet:
        """Put pages in order; raise `SheetError` unless they are of one sheet and without a gap.

        They begin with the first page, unless at least as many hands are already known as the earlier pages have rows.
        """
        ordered = sorted(pages, key=lambda page: page.code.page)
        if not ordered:
            raise SheetError("none")
        first = ordered[0].code.page if ordered[0].first_row - 1 <= hands_before else 1
        for number, page in enumerate(ordered, start=first):
            code = page.code
            if not same_sheet(code, ordered[0].code):
                raise SheetError("others", code.page)
            if code.page < number:
                raise SheetError("twice", code.page)
            if code.page > number:
                raise SheetError("missing", number)
        return cls(pages=tuple(ordered))

    @property
    def code(self) -> SheetCode:
        """The code of the first page here."""
        return self.pages[0].code

    @cached_property
    def game_at_table(self) -> tuple[Game, Table]:
        return self.code.game_at_table()

    @cached_property
    def shape(self) -> float:
        """The aspect ratio of a row's picture: width by height."""
        return row_heads.shape_of(self.code)

    @cached_property
    def rows(self) -> Sequence[RowSeen]:
        """What was seen in the rows for hands, from the first page to the last."""
        return [row for page in self.pages for row in page.rows]

    @property
    def before(self) -> int:
        """How many rows are on the pages before the first one here."""
        return self.pages[0].first_row - 1

    @property
    def numbers(self) -> range:
        """The numbers of the rows that are here."""
        return range(self.before + 1, self.before + 1 + len(self.rows))

    def written_rows(self, done: int) -> list[int]:
        """Return the numbers of the rows after those that are done that seem to hold a hand, before they are read."""
        return [
            number
            for number, row in zip(self.numbers, self.rows, strict=True)
            if number > done and (number <= self.code.printed or row.ink > BLANK)
        ]

    def row(self, number: int) -> RowSeen:
        """Return what was seen in the row with this number."""
        return self.rows[number - 1 - self.before]

    def hands(
        self,
        state: State | None = None,
        totals: Amounts | None = None,
        rows: Sequence[int] | None = None,
        offsets: Amounts = (),
    ) -> list[ReadHand]:
        """Return the hands in these rows, or in all rows of the sheet.

        `state` and `totals` are those before them, by default of a game that begins; `offsets` are by how much the
        totals on the sheet are higher. Raise `SheetError` if hands are printed on the sheet and none are given.
        """
        game, table = self.game_at_table
        if state is None or totals is None:
            if self.code.printed:
                raise SheetError("printed")
            state, totals = game.rules.opening(table), (0,) * table.size
        numbers = self.numbers if rows is None else rows
        read = read_hands(marked_sheet(game, table), state, totals, list(map(self.row, numbers)), offsets)
        return [replace(hand, row=numbers[hand.row] - 1) for hand in read]
