"""Score sheet of Schafkopf: the game, what each loser pays, the players' columns, and the stock."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from operator import sub

from games.schafkopf.hand import FIVE, OWN, WITH_RAMSCH, Game, Outcome
from games.schafkopf.lines import DOUBLES, price_each
from games.schafkopf.rules import with_stock
from games.schafkopf.tariff import JUNGFRAU, STOCK, TARIFF_NAMES
from games.scoring.hand import Made, Player
from games.scoring.text import Amount, Text, joined
from games.scoring.text import message as _
from games.scoring.types import Amounts
from games.ui.page import TariffTable
from games.ui.sheet import (
    NUMBER,
    TICK,
    WHAT,
    CardPart,
    ScoreSheet,
    SheetColumn,
    SheetHand,
    SheetRow,
    Value,
    mark,
    sums,
)

EACH = "each"


class SchafkopfSheet(ScoreSheet):
    """A sheet with a row for each hand. Ticks mark the declarer and his partner, or the loser of a Ramsch."""

    @property
    def landscape(self) -> bool:  # type: ignore[override] # five have no place on an upright page
        return self.table.size == FIVE

    @property
    def hands(self) -> int:  # type: ignore[override] # whole rounds, with room to write
        return 15 if self.small or self.landscape else 24

    # The columns

    def columns(self) -> Sequence[SheetColumn]:
        stock = [SheetColumn(name=STOCK, head=Text("Stock"), share=1.1, running=True)]
        return [
            SheetColumn(name=NUMBER, share=0.7),
            SheetColumn(name=WHAT, head=_("Played"), share=3.2, words=True),
            SheetColumn(name=EACH, head=_("Each"), share=1.1),
            *self.seat_columns(totals=1.3, marks=0.6),
            *(stock if with_stock(self.table) else []),
        ]

    def explained(self) -> Sequence[Text]:
        with_ramsch = _("○ deals; × played, two of them in a Rufspiel. In a Ramsch, × lost.")
        beside_stock = _("Each: what each of the others pays (+) or gets (−), without the stock.")
        return (
            with_ramsch if self._plays_ramsch else _("○ deals; × played, two of them in a Rufspiel."),
            beside_stock if with_stock(self.table) else _("Each: what each of the others pays (+) or gets (−)."),
        )

    # The rows

    def row(self, hand: SheetHand) -> SheetRow:
        row = super().row(hand)
        return self._beside_stock(row, hand.scored.totals)

    def _beside_stock(self, row: SheetRow, totals: Amounts) -> SheetRow:
        """Return the row with what is then in the stock: what the players have lost together."""
        return replace(row, cells={**row.cells, STOCK: Amount(-sum(totals))}) if with_stock(self.table) else row

    def cells(self, hand: SheetHand) -> Mapping[str, Value]:
        outcome = hand.scored.hand.outcome
        assert isinstance(outcome, Outcome)
        call = self.rules.hand_at(self.table).by_key[outcome.call]
        raw = outcome._asdict()
        said = [words for item in call.items if not isinstance(item, Player | Made) for words in item.said(raw)]
        price = price_each(hand.scored.entry, outcome)
        return {
            WHAT: joined([call.name, *said]),
            **({} if price is None else {EACH: Amount(price, signed=True)}),
            **{mark(seat): TICK for seat in outcome.party},
        }

    # Below the rows

    def foot(self, hands: Sequence[SheetHand] | None) -> Sequence[SheetRow]:
        (row,) = super().foot(hands)
        if not with_stock(self.table):
            return [row]
        totals: Amounts = ()
        due: Amounts = ()
        if hands is not None:
            totals = self.totals_after(hands)
            due, row = self.rules.round_totals(self.table, totals, (), ()), self._beside_stock(row, totals)
        return [
            row,
            sums(_("The stock, shared out"), tuple(map(sub, due, totals))),
            sums(_("To be settled"), due, strong=True),
        ]

    # The tariff

    @property
    def _plays_ramsch(self) -> bool:
        return self.table.options["ramsch"] is True

    def small_print(self) -> Sequence[TariffTable]:
        """Return the schedules with the tariff of this table alone, and only what is played there."""
        column = 1 + list(TARIFF_NAMES).index(str(self.table.options["tariff"]))
        return [
            replace(
                printed,
                head=(printed.head[0], printed.head[column]),
                rows=tuple(
                    (cells[0], cells[column])
                    for row, cells in zip(table.rows, printed.rows, strict=True)
                    if self._is_played(row.key)
                ),
            )
            for table, printed in zip(self.rules.tariff(self.table.rules).schedules, self.printed.values(), strict=True)
        ]

    def _is_played(self, row: str) -> bool:
        """Return whether a row of the tariff counts at this table."""
        if row == Game.RAMSCH:
            return self._plays_ramsch
        if row == JUNGFRAU:
            return self._plays_ramsch and self.table.options["jungfrau"] == OWN
        return row != STOCK or with_stock(self.table)

    def on_card(self, slug: str) -> bool:
        if slug in WITH_RAMSCH:
            return self._plays_ramsch
        return slug != STOCK or with_stock(self.table)

    def sentence_on_card(self, slug: str) -> Text:
        options = self.table.options
        if slug == Game.RAMSCH:
            return joined([_RAMSCH, *filter(None, [_OF_JUNGFRAU.get(str(options["jungfrau"]))])], by=" ")
        if slug == STOCK and options["stock"] == Game.RUFSPIEL:
            return _STOCK_OF_RUFSPIEL
        return super().sentence_on_card(slug)

    def card(self) -> Sequence[CardPart]:
        *parts, tariff = super().card()
        return [*parts, replace(tariff, tariffs=tuple(self.small_print()))]


_RAMSCH = _(
    "The player with the most Augen pays twice the base to each of the others. If two have the most, the one with more "
    "tricks has lost, then the one with the higher trump*."
)
_OF_JUNGFRAU: Mapping[str, Text] = {
    OWN: _("A Jungfrau took no trick: she gets four times the base."),
    DOUBLES: _("A Jungfrau took no trick: she doubles what everybody gets."),
}
_STOCK_OF_RUFSPIEL = _(
    "When the cards are thrown in, each of the four pays the base into the stock. The declarer’s party takes all of it "
    "if it wins the next Rufspiel, or pays as much again into it if it loses, half for each of the two. Klopfer and "
    "Spritzen don’t affect it*."
)
