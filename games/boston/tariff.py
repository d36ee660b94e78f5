"""Figures of Boston as printed, stored cell by cell, with the schedules in which a club can replace them.

F is Foster, *Complete Hoyle* (1909); FT is the winning table of the same book; M are common modern tables. A star marks
a cell that is not in a printed source: it comes from memory, or is our own proposal. Amounts are in white counters.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from games.scoring.tariffs import FigurePlace, Figures, PrintedTariff, Schedule, schedule
from games.scoring.text import Text
from games.scoring.text import message as _

TRICKS = 13
LOWEST_BID = 5
RED = 10
"""The white counters in a red one (F); other games differ."""


class Call(StrEnum):
    """The calls of a hand."""

    TRICKS = "tricks"
    LITTLE_MISERE = "little_misere"
    GRAND_MISERE = "grand_misere"
    LITTLE_SPREAD = "little_spread"
    GRAND_SPREAD = "grand_spread"
    MISERE_PARTOUT = "misere_partout"
    PASSED = "passed"


BIDS: tuple[int | Call, ...] = (
    5,
    6,
    7,
    Call.LITTLE_MISERE,
    8,
    9,
    Call.GRAND_MISERE,
    10,
    11,
    Call.LITTLE_SPREAD,
    12,
    Call.GRAND_SPREAD,
    13,
)
"""All possible bids, lowest first: a number of tricks, or a misère."""

MISERE: Mapping[str, int] = {
    Call.LITTLE_MISERE: 20,
    Call.GRAND_MISERE: 40,
    Call.LITTLE_SPREAD: 80,
    Call.GRAND_SPREAD: 160,
}
"""The value of each misère. F: "each of these is twice the amount of the next lower"."""

PARTOUT = RED
"""What each trick fewer than the loser's pays in misère partout (F: one red)."""

DEFAULT_ANTE = 10
HIGHEST_ANTE = 1000


class PrintedFigure(NamedTuple):
    """A printed figure; `ours` is whether it is not in a printed source."""

    worth: int
    ours: bool


Rows = Mapping[int, tuple[PrintedFigure, ...]]
"""The cells of each row from the left, by bid."""


def printed(text: str) -> Rows:
    """Parse a table with a bid and the cells of its row on each line; a star marks `ours`.

    >>> printed("11 | 65 70* 70*")[11][1]
    PrintedFigure(worth=70, ours=True)
    """
    rows = {}
    for line in text.strip().splitlines():
        bid, _bar, cells = line.partition("|")
        rows[int(bid)] = tuple(PrintedFigure(int(cell.rstrip("*")), cell.endswith("*")) for cell in cells.split())
    return rows


WINNING: Mapping[str, Rows] = {
    # FT; the starred cells from memory.
    "original": printed(
        """
         5 | 12  12  13  13  14  14  14  15  15
         6 |     15  16  16  17  18  19  20  20
         7 |         18  20  21  22  23  24  26
         8 |             23  24  26  28  29  31
         9 |                 32  34  36  39  41
        10 |                     42  45* 48* 52*
        11 |                         63* 68* 72*
        12 |                            106* 114*
        13 |                                 166*
        """
    ),
    # M for bids made exactly, on the diagonal. The starred cells are our proposal: the original cell rounded to the
    # nearest five, never below the exact bid.
    "decimal": printed(
        """
         5 | 10  10* 15* 15* 15* 15* 15* 15* 15*
         6 |     15  15* 15* 15* 20* 20* 20* 20*
         7 |         20  20* 20* 20* 25* 25* 25*
         8 |             25  25* 25* 30* 30* 30*
         9 |                 35  35* 35* 40* 40*
        10 |                     45  45* 50* 50*
        11 |                         65  70* 70*
        12 |                            105 115*
        13 |                                170
        """
    ),
}
"""What each adversary pays for a made bid, by tricks taken, starting with exactly the bid."""

FAILING: Mapping[str, Rows] = {
    # F. Eight short of eight is 110 in both printings.
    "original": printed(
        """
         5 |  11  21  31  41  50
         6 |  15  24  35  45  55  66
         7 |  19  29  40  50  60  72  82
         8 |  23  34  46  56  67  78  89 110
         9 |  33  44  57  68  82  92 103 115 127
        10 |  44  56  70  82  94 107 119 132 145 157
        11 |  67  80  95 109 123 138 151 165 180 194 208
        12 | 113 130 148 165 182 200 217 234 252 270 286 304
        13 | 177 198 222 241 262 284 305 326 348 369 390 412 433
        """
    ),
    # F: "the same table reduced to the American decimal system, in which form it is commonly found in the clubs".
    "decimal": printed(
        """
         5 |  10  20  30  40  50
         6 |  15  25  35  45  55  65
         7 |  20  30  40  50  60  70  80
         8 |  25  35  45  55  70  85 100 115
         9 |  35  45  55  65  80  95 110 125 140
        10 |  45  55  70  80  95 110 125 140 155 170
        11 |  70  80  95 110 125 140 155 170 185 200 220
        12 | 120 130 145 160 180 200 220 240 260 280 300 320
        13 | 180 200 220 240 260 280 300 320 340 360 390 420 450
        """
    ),
}
"""What the bidder pays each adversary for a failed bid, by the number of tricks short, starting with one."""


class Penalty(NamedTuple):
    """A penalty of the book: what to pay to each player, and to the pool."""

    to_each: int
    to_pool: int


MISDEAL = Penalty(to_each=0, to_pool=10)
REVOKE_IN_PARTOUT = Penalty(to_each=50, to_pool=40)
TOO_FEW_CARDS_IN_PARTOUT = Penalty(to_each=50, to_pool=0)
SPOILT_MISERE = Penalty(to_each=0, to_pool=40)
"""F gives the penalties in red counters: one, five and four, five, four."""


# What a club can replace

CALL_NAMES: Mapping[str, Text] = {
    Call.TRICKS: _("Bid of tricks"),
    Call.LITTLE_MISERE: _("Little misère"),
    Call.GRAND_MISERE: _("Grand misère"),
    Call.LITTLE_SPREAD: _("Little spread"),
    Call.GRAND_SPREAD: _("Grand spread"),
    Call.MISERE_PARTOUT: _("Misère partout"),
    Call.PASSED: _("All passed"),
}

MADE, FAILED, MISERES, FEWER, PENALTIES = "winning", "failing", "misere", "partout", "penalty"
EACH, POOL = "each", "pool"
NUMERALS = tuple(map(str, range(TRICKS + 1)))
"""Numbers of tricks, as keys of rows and columns."""
LEAST = 1
"""The lowest figure for a call, so that making it always gains and failing always loses."""
THREE_DIGITS = 999
"""The highest figure for a trick in misère partout, and for a penalty, which is entered as three digits."""

PENALTIES_OF_THE_BOOK: Mapping[str, tuple[Text, Penalty]] = {
    "misdeal": (_("misdeal, or a player with too many cards: the same dealer deals again"), MISDEAL),
    "revoke_in_partout": (_("revoke in misère partout: the hands are thrown up"), REVOKE_IN_PARTOUT),
    "too_few_cards_in_partout": (
        _("too few cards in misère partout: the hands are abandoned"),
        TOO_FEW_CARDS_IN_PARTOUT,
    ),
    "spoilt_misere": (
        _("an adversary of a misère leads out of turn, exposes a card or plays too early: it counts as made"),
        SPOILT_MISERE,
    ),
}
"""The offences in the book, in words, with their penalties."""


def _of_tricks(slug: str, title: Text, rows: Rows, columns: range, first: Mapping[int, int]) -> Schedule:
    """Return a table by bid; `first` is the column in which each bid's row begins."""
    cells: dict[tuple[str, str], PrintedFigure] = {
        (NUMERALS[bid], NUMERALS[first[bid] + place]): cell
        for bid, row in rows.items()
        for place, cell in enumerate(row)
    }
    return schedule(
        slug,
        title,
        {NUMERALS[bid]: NUMERALS[bid] for bid in rows},
        {NUMERALS[column]: NUMERALS[column] for column in columns},
        {key: cell.worth for key, cell in cells.items()},
        corner=_("Bid"),
        low=LEAST,
        ours=[key for key, cell in cells.items() if cell.ours],
    )


def _winning(rules: str) -> Schedule:
    title, rows = _("Made: from each, by the tricks taken"), WINNING[rules]
    return _of_tricks(MADE, title, rows, range(LOWEST_BID, TRICKS + 1), {bid: bid for bid in rows})


def _failing(rules: str) -> Schedule:
    title, rows = _("Lost: to each, by the tricks short"), FAILING[rules]
    return _of_tricks(FAILED, title, rows, range(1, TRICKS + 1), dict.fromkeys(rows, 1))


_COUNTERS = {EACH: _("white counters")}


def _misere() -> Schedule:
    title, rows = _("Misères: what each pays or gets"), {call: CALL_NAMES[call] for call in MISERE}
    return schedule(MISERES, title, rows, _COUNTERS, MISERE, corner=_("Bid"), low=LEAST)


def _partout() -> Schedule:
    return schedule(
        FEWER,
        CALL_NAMES[Call.MISERE_PARTOUT],
        # The printed figure always divides evenly; who pays the odd counter of another one is our own rule.
        {EACH: _("each trick fewer; if two tie for the most, the earlier seat pays an odd counter*")},
        _COUNTERS,
        {EACH: PARTOUT},
        corner=_("Tricks"),
        high=THREE_DIGITS,
    )


def _penalties() -> Schedule:
    penalties = {
        (event, column): amount
        for event, (_words, penalty) in PENALTIES_OF_THE_BOOK.items()
        for column, amount in ((EACH, penalty.to_each), (POOL, penalty.to_pool))
        if amount
    }
    return schedule(
        PENALTIES,
        _("The book’s penalties, in white counters"),
        {event: words for event, (words, _penalty) in PENALTIES_OF_THE_BOOK.items()},
        {EACH: _("to each"), POOL: _("to the pool")},
        penalties,
        corner=_("Event"),
        high=THREE_DIGITS,
    )


TARIFFS: Mapping[str, PrintedTariff] = {
    rules: PrintedTariff((_winning(rules), _failing(rules), _misere(), _partout(), _penalties())) for rules in WINNING
}
_PAID_BY: Mapping[str, Mapping[int, tuple[tuple[FigurePlace, PrintedFigure], ...]]] = {
    rules: {
        bid: (
            *(
                (FigurePlace(FAILED, NUMERALS[bid], NUMERALS[bid - tricks]), short[bid - tricks - 1])
                for tricks in range(bid)
            ),
            *(
                (FigurePlace(MADE, NUMERALS[bid], NUMERALS[bid + over]), cell)
                for over, cell in enumerate(WINNING[rules][bid])
            ),
        )
        for bid, short in FAILING[rules].items()
    }
    for rules in WINNING
}
"""The place of each figure and its printed cell, by rule set, by bid and by tricks taken (from 0)."""
_PENALTY_PLACES = tuple(FigurePlace(PENALTIES, *key) for key in _penalties().figures)


def cell_of(
    figures: Figures, rules: str, *, bid: int, tricks: int, overtricks: bool = True
) -> tuple[bool, PrintedFigure]:
    """Return whether a bid of tricks is made, and the cell it is paid by; a club's own figure has no star.

    >>> cell_of(TARIFFS["decimal"].figures, "decimal", bid=5, tricks=4)
    (False, PrintedFigure(worth=10, ours=False))
    >>> cell_of(TARIFFS["original"].figures, "original", bid=7, tricks=13)
    (True, PrintedFigure(worth=26, ours=False))
    >>> cell_of({**TARIFFS["decimal"].figures, ("winning", "7", "9"): 22}, "decimal", bid=7, tricks=9)
    (True, PrintedFigure(worth=22, ours=False))
    """
    made = tricks >= bid
    place, cell = _PAID_BY[rules][bid][bid if made and not overtricks else tricks]
    worth = figures[place]
    return made, cell if worth == cell.worth else PrintedFigure(worth, ours=False)


def penalty_amounts(figures: Figures) -> list[int]:
    """Return the usual amounts of penalties, lowest first.

    >>> penalty_amounts(TARIFFS["decimal"].figures)
    [10, 40, 50]
    """
    return sorted({figures[place] for place in _PENALTY_PLACES} - {0})
