"""Schedules of Boston, whose figures a club can replace."""

from __future__ import annotations

from collections.abc import Mapping

from games.boston.tariff import (
    FAILING,
    LOWEST_BID,
    MISDEAL,
    MISERE,
    PARTOUT,
    REVOKE_IN_PARTOUT,
    SPOILT_MISERE,
    TOO_FEW_CARDS_IN_PARTOUT,
    TRICKS,
    WINNING,
    Call,
    Penalty,
    PrintedFigure,
    Rows,
)
from games.scoring.tariffs import FigurePlace, Figures, PrintedTariff, Schedule, schedule
from games.scoring.text import Text
from games.scoring.text import gettext_lazy as _

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
