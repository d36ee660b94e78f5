"""Score sheet of Boston: the bid, the tricks, what each adversary settles, the players' totals, and the pool."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from operator import add, sub

from games.boston.hand import MADE, MISERES, Outcome, with_pool
from games.boston.rules import PARAGRAPHS
from games.boston.tariff import FAILED, RED, TRICK_FEWER
from games.scoring.text import Amount, Text, joined
from games.scoring.text import message as _
from games.scoring.types import Amounts, Entry
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
    in_red_and_white,
    mark,
    sums,
)

TRICKS, EACH, POOL = "tricks", "each", "pool"


class BostonSheet(ScoreSheet):
    """A sheet with a row for each hand, followed by a row for each of its penalties."""

    @property
    def hands(self) -> int:  # type: ignore[override] # twelve hands make a game (F)
        return 12 if self.small else 24

    @property
    def with_pool(self) -> bool:
        return with_pool(self.table)

    # The columns

    def columns(self) -> Sequence[SheetColumn]:
        pool = [SheetColumn(name=POOL, head=_("Pool"), share=1.1, running=True)]
        return [
            SheetColumn(name=NUMBER, share=0.7),
            SheetColumn(name=WHAT, head=_("Bid"), share=2.6, words=True),
            SheetColumn(name=TRICKS, head=_("Tricks"), share=1.05),
            SheetColumn(name=EACH, head=_("Each"), share=1.2),
            *self.seat_columns(totals=1.3, marks=0.7),
            *(pool if self.with_pool else []),
        ]

    def explained(self) -> Sequence[Text]:
        misere_partout = PARAGRAPHS["misere-partout"].sentence.template
        sentences = [
            _("○ deals; × bids. In misère partout, the tricks of each player."),
            _("Each: what each of the three others pays (+) or gets (−)."),
            _("All amounts are white counters; a red one is {red} white.", red=RED),
            Text(misere_partout, {"worth": self.table.figures[TRICK_FEWER]}),
            *self._options(),
        ]
        return [*sentences, PARAGRAPHS["pool"].sentence] if self.with_pool else sentences

    def _options(self) -> Iterator[Text]:
        """Yield what the options of the table add to the rules."""
        if not self.table.options["overtricks"]:
            yield _("Over-tricks are not paid: a bid that is made pays the first figure of its row.")
        if self.with_pool:
            yield _("Into the empty pool: {ante} from each*", ante=Amount(int(self.table.options["ante"])))

    # The rows

    def filled(self, hands: Sequence[SheetHand]) -> Sequence[SheetRow]:
        return [row for hand in hands for row in self._rows(hand)]

    def _rows(self, hand: SheetHand) -> Iterator[SheetRow]:
        """Yield the row of the hand and those of its penalties."""
        scored, size = hand.scored, self.table.size
        penalties = [line for line in scored.entry.lines if line.rule == "penalty"]
        played = Entry.from_lines(size, [line for line in scored.entry.lines if line.rule != "penalty"])
        totals = tuple(map(sub, scored.totals, Entry.from_lines(size, penalties).amounts))
        row = self.row(hand._replace(scored=scored._replace(entry=played, totals=totals)))
        yield self._beside_pool(row, totals)
        for line in penalties:
            totals = tuple(map(add, totals, line.amounts))
            row = SheetRow(cells={WHAT: line.label, **self.amounts(line.amounts, totals)}, across=True)
            yield self._beside_pool(row, totals)

    def _beside_pool(self, row: SheetRow, totals: Amounts) -> SheetRow:
        """Return the row with what is then in the pool: what the players have lost together."""
        return replace(row, cells={**row.cells, POOL: Amount(-sum(totals))}) if self.with_pool else row

    def cells(self, hand: SheetHand) -> Mapping[str, Value]:
        outcome = hand.scored.hand.outcome
        assert isinstance(outcome, Outcome)
        name: Value = self.rules.hand.names[outcome.call]
        if outcome.bidder is None:
            return {WHAT: name, **{mark(seat): tricks for seat, tricks in enumerate(outcome.tricks_taken)}}
        return {
            WHAT: name if outcome.bid is None else str(outcome.bid),
            **({} if outcome.tricks is None else {TRICKS: outcome.tricks}),
            EACH: Amount(_settled_by_each(hand), signed=True),
            mark(outcome.bidder): TICK,
        }

    # Below the rows

    def foot(self, hands: Sequence[SheetHand] | None) -> Sequence[SheetRow]:
        (row,) = super().foot(hands)
        totals: Amounts = ()
        due: Amounts = ()
        if hands is not None:
            totals = self.totals_after(hands)
            due, row = self.rules.round_totals(self.table, totals, (), ()), self._beside_pool(row, totals)
        shared = [
            sums(_("The pool, shared out"), tuple(map(sub, due, totals))),
            sums(_("To be settled"), due, strong=True),
        ]
        return [row, *(shared if self.with_pool else []), *in_red_and_white(due, red=RED)]

    # The tariff

    def small_print(self) -> Sequence[TariffTable]:
        return [self.printed[slug] for slug in (MADE, FAILED, MISERES)]

    def on_card(self, slug: str) -> bool:
        return slug != "pool" or self.with_pool

    def card(self) -> Sequence[CardPart]:
        order = joined([call.name for call in self.rules.hand.calls if not call.minor])
        bids = (_("From lowest to highest: {bids}.", bids=order), *self._options())
        return [
            CardPart(title=_("Bids and options"), sentences=bids),
            *super().card(),
            CardPart(title=_("A revoke, or too few cards"), sentences=_FAULTS),
        ]


_FAULTS = (
    _("A bidder with too few cards fails by at least one trick."),
    _("If an adversary has too few cards, the bidder is paid as if the bid had been made, with all over-tricks."),
    _("A revoke in a bid of tricks: the bidder’s counts as a failure by at least one, an adversary’s as made.*"),
)


def _settled_by_each(hand: SheetHand) -> int:
    """Return what each adversary pays for the bid itself, or gets if it is negative; it is the same for all three."""
    outcome, lines = hand.scored.hand.outcome, hand.scored.entry.lines
    assert isinstance(outcome, Outcome)
    bid = next(line for line in lines if line.rule in ("tricks-made", "tricks-failed", "misere"))
    return -next(amount for seat, amount in enumerate(bid.amounts) if seat != outcome.bidder)
