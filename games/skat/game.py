"""Declaration of Skat for the registry."""

from __future__ import annotations

from collections.abc import Mapping

from games.game import Game
from games.scoring.text import Amount, Text
from games.scoring.text import message as _
from games.skat.form import SkatForm
from games.skat.marked_sheet import PAPER_LISTS, SkatMarkedSheet
from games.skat.rules import SkatRules
from games.skat.sheet import PAGE_TARIFFS, SkatSheet
from games.skat.shorthand import SkatShorthand
from games.skat.tariff import CALL_NAMES


def seeger_total(total: int, counted: Mapping[str, int]) -> Text:
    """Return what makes a total on a Seeger-Fabian list: the points, the games, and what these count."""
    points = counted["points"]
    values = {**counted, "points": Amount(points), "more": Amount(total - points, signed=True)}
    return _("{points} points, {won} won, {lost} lost: {more}", **values)


GAME = Game(
    rules=SkatRules(),
    name=_("Skat"),
    summary=_("32 cards, a declarer against two; with four or five at the table, one or two sit out."),
    order=_("In clockwise order."),
    counter=_("points"),
    form=SkatForm,
    page_tariffs=PAGE_TARIFFS,
    sheet=SkatSheet,
    marked_sheet=SkatMarkedSheet,
    paper_lists=PAPER_LISTS,
    shorthand=SkatShorthand,
    call_names=CALL_NAMES,
    position_template="skat/_position.html",
    beside_total=lambda table: seeger_total if table.options.get("seeger") else None,
    stylesheet="skat/skat.css",
    list_lengths=(36, 48, 60),
    tournament=_("Seeger-Fabian points"),
    tournament_terms={
        "rounds": 2,
        "hands": {"4": 48, "3": 36},
        "seating": ["draw", "rank"],
        "tie_breaks": ["won", "lost"],
        "entry_fee": "10.00",
        "loss_money": [[1, "0.50"], [4, "1.00"]],
    },
    tournament_options={"seeger": True},
    at_home={"de": 1},
    usual_rules={"de": "isko", "fr": "isko", "en": "isko", "en-US": "foster"},
)
