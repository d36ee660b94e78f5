"""Score sheet of Jass: for a Schieber two columns for each side, for a Differenzler what was announced and taken."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from games.jass.hand import Outcome
from games.jass.tariff import WEIS_FIGURES
from games.scoring.text import SeatName, Text
from games.scoring.text import message as _
from games.ui.page import TariffTable, tariff
from games.ui.sheet import DEALER_COLUMN, NUMBER, WHAT, ScoreSheet, SheetColumn, SheetHand, Value, columns_of_amounts

ANNOUNCED_BY, TAKEN_BY = "announced-{}", "taken-{}"


def weise() -> TariffTable:
    return tariff(Text("Weis"), [Text("Weis"), _("points")], WEIS_FIGURES)


class JassSheet(ScoreSheet):
    """A sheet with a row for each hand; players of a Schieber have no columns, so their rows name the dealer."""

    @property
    def is_schieber(self) -> bool:
        return self.table.rules == "schieber"

    def columns(self) -> Sequence[SheetColumn]:
        if not self.is_schieber:
            return self._columns_of_differenzler()
        return [
            SheetColumn(name=NUMBER, share=0.6),
            DEALER_COLUMN,
            SheetColumn(name=WHAT, head=_("Played"), share=4, words=True),
            *self.side_columns(),
        ]

    def _columns_of_differenzler(self) -> Sequence[SheetColumn]:
        columns = [SheetColumn(name=NUMBER, share=0.6), SheetColumn(name=WHAT, share=1.2, words=True)]
        for seat in self.table.seats:
            name = SeatName(seat)
            columns += [
                SheetColumn(name=ANNOUNCED_BY.format(seat), head=_("Ann."), group=name, seat=seat),
                SheetColumn(name=TAKEN_BY.format(seat), head=_("Pts"), group=name, seat=seat),
                *columns_of_amounts(seat, name, gains=1, totals=1.15),
            ]
        return columns

    def cells(self, hand: SheetHand) -> Mapping[str, Value]:
        outcome = hand.scored.hand.outcome
        assert isinstance(outcome, Outcome)
        if self.is_schieber:
            return super().cells(hand)
        numbers = zip(self.table.seats, outcome.announced, outcome.points, strict=True)
        return {
            name: number
            for seat, announced, taken in numbers
            for name, number in ((ANNOUNCED_BY.format(seat), announced), (TAKEN_BY.format(seat), taken))
        }

    def explained(self) -> Sequence[Text]:
        if self.is_schieber:
            return ()
        return (_("Ann.: what was announced. Pts: what was taken. The lowest total wins."),)

    @cached_property
    def printed(self) -> Mapping[str, TariffTable]:
        """The schedules that have an effect at this table, in a Schieber after what the Weise are worth."""
        options = self.table.options
        without_effect = {"times"} if options.get("multipliers") == "none" else set()
        if options.get("exact_bonus") is False:
            without_effect.add("exact")
        first = {"weise": weise()} if self.is_schieber else {}
        return first | {slug: table for slug, table in super().printed.items() if slug not in without_effect}

    def on_card(self, slug: str) -> bool:
        if not self.is_schieber:
            return slug in ("difference", "correction")
        return slug != "difference"
