"""Tables of Boston for its page "how this is scored" and for paper."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from games.boston.rules import BostonRules, partout
from games.boston.tariff import (
    BIDS,
    BLUE,
    CALL_NAMES,
    FAILING,
    LOWEST_BID,
    MISERE,
    PENALTIES_OF_THE_BOOK,
    RED,
    TRICKS,
    WINNING,
    Call,
    PrintedFigure,
)
from games.scoring.text import Text
from games.scoring.text import message as _
from games.ui.page import NOTHING, TariffTable, Value, ours, signed, tariff

_RULE_SETS = BostonRules.rule_sets


def counters() -> TariffTable:
    return tariff(
        _("Counters"),
        [_("Counter"), _("white ones")],
        [[_("red"), RED], [_("blue"), ours(BLUE)]],
    )


def bids(*rule_sets: str) -> TariffTable:
    """Return every bid with what it pays if made exactly, by each of the rule sets."""

    def row(bid: int | Call) -> list[Value]:
        if isinstance(bid, Call):
            return [CALL_NAMES[bid], _AIMS[bid], *(MISERE[bid] for _rules in rule_sets)]
        cells = [WINNING[rules][bid][0] for rules in rule_sets]
        return [str(bid), _("{tricks} tricks", tricks=bid), *map(_cell, cells)]

    return tariff(
        _("The bids from lowest to highest, and what each adversary pays for one that is made exactly"),
        [_("Bid"), _("Aim"), *(_RULE_SETS[rules].name for rules in rule_sets)],
        map(row, BIDS),
        words=2,
        star=_STARS["original"],
    )


_AIMS: Mapping[Call, Text] = {
    Call.LITTLE_MISERE: _("no trick of twelve"),
    Call.GRAND_MISERE: _("no trick"),
    Call.LITTLE_SPREAD: _("no trick of twelve, the hand open"),
    Call.GRAND_SPREAD: _("no trick, the hand open"),
}


def _cell(cell: PrintedFigure) -> Value:
    return ours(cell.worth) if cell.ours else cell.worth


_WINNING_CAPTIONS: Mapping[str, Text] = {
    "decimal": _("Decimal: what each adversary pays, by the bid and the tricks taken"),
    "original": _("Original: what each adversary pays, by the bid and the tricks taken"),
}
_STARS: Mapping[str, Text] = {
    "decimal": _("not in print: our own proposal"),
    "original": _("not legible in our printed source: from memory"),
}
_FAILING_CAPTIONS: Mapping[str, Text] = {
    "decimal": _("Decimal: what each adversary gets, by the bid and the tricks short"),
    "original": _("Original: what each adversary gets, by the bid and the tricks short"),
}


def winning(rules: str) -> TariffTable:
    return tariff(
        _WINNING_CAPTIONS[rules],
        [_("Bid"), *range(LOWEST_BID, TRICKS + 1)],
        [[bid, *[""] * (bid - LOWEST_BID), *map(_cell, cells)] for bid, cells in WINNING[rules].items()],
        star=_STARS[rules],
    )


def made_exactly(rules: str) -> TariffTable:
    """Return what a made bid pays if over-tricks are not paid."""
    rows = WINNING[rules]
    return tariff(
        _("What each adversary pays for a bid that is made"),
        [_("Bid"), *rows],
        [[_("from each"), *(_cell(exactly) for exactly, *_more in rows.values())]],
        star=_STARS[rules],
    )


def failing(rules: str) -> TariffTable:
    return tariff(
        _FAILING_CAPTIONS[rules],
        [_("Bid"), *range(1, TRICKS + 1)],
        [[bid, *map(_cell, cells), *[""] * (TRICKS - bid)] for bid, cells in FAILING[rules].items()],
    )


def misere() -> TariffTable:
    return tariff(
        _("Misères: what each adversary pays or gets, in both rule sets"),
        [_("Bid"), _("white"), _("red"), _("bidder, if made")],
        [[CALL_NAMES[call], worth, worth // RED, signed(3 * worth)] for call, worth in MISERE.items()],
    )


def partout_hands() -> TariffTable:
    hands = [(4, 3, 3, 3), (6, 2, 5, 0), (5, 5, 1, 2), (4, 4, 4, 1)]
    return tariff(
        _("Four hands of misère partout"),
        [_("Tricks of A, Y, B and Z"), "A", "Y", "B", "Z"],
        [[", ".join(map(str, tricks)), *map(signed, partout(tricks))] for tricks in hands],
    )


def pool() -> TariffTable:
    stays = _("stays")
    return tariff(
        _("What happens to the pool"),
        [_("What was played"), _("The bidder"), _("The pool")],
        [
            [_("a bid of tricks or a misère, made"), _("takes all of it"), _("is empty")],
            [_("a bid of tricks or a misère, lost"), _("pays in as much as it holds"), _("is doubled")],
            [_("Misère partout"), NOTHING, ours(stays)],
            [_("All passed"), NOTHING, ours(stays)],
            [_("Correction"), NOTHING, stays],
        ],
        words=3,
    )


def penalties(*, with_pool: bool) -> TariffTable:
    """Return the penalties of the book; without a pool, only those paid to players."""
    rows: list[list[Value]] = [
        [event, to_each or NOTHING, *([to_pool or NOTHING] if with_pool else [])]
        for event, (to_each, to_pool) in PENALTIES_OF_THE_BOOK.values()
        if to_each or with_pool
    ]
    head = [_("Event"), _("to each"), *([_("to the pool")] if with_pool else [])]
    return tariff(_("The book’s penalties, in white counters"), head, rows)


PAGE_TARIFFS: Mapping[str, Callable[[], TariffTable]] = {
    "counters": counters,
    "bids": partial(bids, "decimal", "original"),
    "winning-decimal": partial(winning, "decimal"),
    "winning-original": partial(winning, "original"),
    "failing-decimal": partial(failing, "decimal"),
    "failing-original": partial(failing, "original"),
    "misere": misere,
    "partout": partout_hands,
    "pool": pool,
    "penalties": partial(penalties, with_pool=True),
}
"""The tables that the text of the page shows."""
