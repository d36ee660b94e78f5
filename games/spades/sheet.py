"""Score sheet of Spades: who dealt, the nils and, for each team, its bid, tricks, bags and score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.scoring.text import Text, joined
from games.scoring.text import message as _
from games.scoring.types import SeatNumber
from games.spades.hand import TEAM_NAMES, Outcome, nil_words
from games.spades.rules import SpadesState
from games.ui.sheet import DEALER_COLUMN, NUMBER, WHAT, ScoreSheet, SheetColumn, SheetHand, Value, columns_of_amounts

BID, TRICKS, BAGS = "bid-{}", "tricks-{}", "bags-{}"


class SpadesSheet(ScoreSheet):
    """A sheet with a row for each hand, and under each team the columns that Spades is written in."""

    # The columns

    def columns(self) -> Sequence[SheetColumn]:
        return [
            SheetColumn(name=NUMBER, share=0.6),
            DEALER_COLUMN,
            SheetColumn(name=WHAT, head=_("Nils"), share=2.4, words=True),
            *(column for team in range(len(TEAM_NAMES)) for column in _team_columns(team)),
        ]

    def explained(self) -> Sequence[Text]:
        target = self.table.options["target"]
        return [_("Bags: those since the last penalty; with ten, they begin anew. Played to {target}.", target=target)]

    # The rows

    def cells(self, hand: SheetHand) -> Mapping[str, Value]:
        outcome, after = hand.scored.hand.outcome, hand.scored.state
        assert isinstance(outcome, Outcome)
        assert isinstance(after, SpadesState)
        cells: dict[str, Value] = {WHAT: joined([nil_words(*nil) for nil in outcome.nils])}
        for team in range(len(TEAM_NAMES)):
            cells[BID.format(team)] = outcome.bids[team]
            cells[TRICKS.format(team)] = outcome.taken[team]
            cells[BAGS.format(team)] = after.bags[team]
        return cells

    # The rule card

    def on_card(self, slug: str) -> bool:
        return slug != "blind-nil" or self.table.options["blind_nil"] is True


def _team_columns(team: int) -> list[SheetColumn]:
    names, seat = TEAM_NAMES[team], SeatNumber(team)
    return [
        SheetColumn(name=BID.format(team), head=_("Bids"), share=0.9, group=names, seat=seat),
        SheetColumn(name=TRICKS.format(team), head=_("Tricks"), share=1, group=names, seat=seat),
        SheetColumn(name=BAGS.format(team), head=_("Bags"), share=0.9, group=names, seat=seat),
        *columns_of_amounts(seat, names, gains=1.1, totals=1.3),
    ]
