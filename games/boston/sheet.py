"""Score sheet of Boston: the bid, the tricks, what each adversary settles, the players' totals, and the pool."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from operator import add, sub

from games.boston import page
from games.boston.hand import Outcome
from games.boston.rules import PARAGRAPHS, BostonState, partout_sentence
from games.boston.tariff import CALL_NAMES, RED
from games.scoring.text import Amount, Text
from games.scoring.text import message as _
from games.scoring.types import Amounts, Entry, State
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
    total,
)

TRICKS, EACH, POOL = "tricks", "each", "pool"


class BostonSheet(ScoreSheet):
    """A sheet with a row for each hand, followed by a row for each of its penalties."""

    @property
    def hands(self) -> int:  # type: ignore[override] # twelve hands make a game (F)
        return 12 if self.small else 24

    @property
    def with_pool(self) -> bool:
        return self.table.options["pool"] is True

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
        sentences = [
            _("○ deals; × bids. In misère partout, the tricks of each player."),
            _("Each: what each of the three others pays (+) or gets (−)."),
            _("All amounts are white counters; a red one is {red} white.", red=RED),
            partout_sentence(self.table),
        ]
        return [*sentences, PARAGRAPHS["pool"].sentence] if self.with_pool else sentences

    # The rows

    def filled(self, hands: Sequence[SheetHand]) -> Sequence[SheetRow]:
        return [row for hand in hands for row in self._rows(hand)]

    def _rows(self, hand: SheetHand) -> Iterator[SheetRow]:
        """Yield the row of the hand and those of its penalties; what the players gain together, the pool loses."""
        scored, size = hand.scored, self.table.size
        penalties = [line for line in scored.entry.lines if line.rule == "penalty"]
        played = Entry.from_lines(size, [line for line in scored.entry.lines if line.rule != "penalty"])
        totals = tuple(map(sub, scored.totals, Entry.from_lines(size, penalties).amounts))
        assert isinstance(hand.before, BostonState)
        pool = hand.before.pool - sum(played.amounts)
        row = self.row(hand._replace(scored=scored._replace(entry=played, totals=totals)))
        yield self._beside(row, pool)
        for line in penalties:
            totals, pool = tuple(map(add, totals, line.amounts)), pool - sum(line.amounts)
            yield self._beside(
                SheetRow(cells={WHAT: line.label, **self.amounts(line.amounts, totals)}, across=True), pool
            )

    def _beside(self, row: SheetRow, pool: int) -> SheetRow:
        """Return the row with the counters then in the pool."""
        return replace(row, cells={**row.cells, POOL: Amount(pool)}) if self.with_pool else row

    def cells(self, hand: SheetHand) -> Mapping[str, Value]:
        outcome = hand.scored.hand.outcome
        assert isinstance(outcome, Outcome)
        name: Value = CALL_NAMES[outcome.call]
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
        if not self.with_pool:
            totals = None if hands is None else self.totals_after(hands)
            return [*super().foot(hands), *in_red_and_white(totals, red=RED)]
        return self._foot_with_pool(hands)

    def _foot_with_pool(self, hands: Sequence[SheetHand] | None) -> list[SheetRow]:
        """Return the foot of a sheet with a pool, which is shared out before the settlement."""
        (sums,) = super().foot(hands)
        if hands is None:
            shares, due, pool = None, None, None
        else:
            state: State = hands[-1].scored.state if hands else self.rules.opening(self.table)
            assert isinstance(state, BostonState)
            totals = self.totals_after(hands)
            due, pool = self.rules.settled(self.table, state, totals), state.pool
            shares = tuple(map(sub, due, totals))
        pool_cell: dict[str, Value] = {} if pool is None else {POOL: Amount(pool)}
        return [
            replace(sums, cells={**sums.cells, **pool_cell}),
            _sums(_("The pool, shared out"), shares),
            replace(_sums(_("To be settled"), due), strong=True),
            *in_red_and_white(due, red=RED),
        ]

    # The tariff

    def _winning(self) -> TariffTable:
        table = page.winning if self.table.options["overtricks"] else page.made_exactly
        return table(self.table.rules)

    def small_print(self) -> Sequence[TariffTable]:
        return (
            replace(self._winning(), caption=_("Made: from each, by the tricks taken")),
            replace(page.failing(self.table.rules), caption=_("Lost: to each, by the tricks short")),
            replace(page.misere(), caption=_MISERES),
        )

    def card(self) -> Sequence[CardPart]:
        rules, options = self.table.rules, self.table.options
        winning = CardPart.from_paragraph(PARAGRAPHS["tricks-made"], self._winning())
        if not options["overtricks"]:
            winning = replace(winning, sentences=(_NO_OVERTRICKS,))
        parts = [
            CardPart(title=_("The bids"), tariffs=(page.bids(rules), page.counters())),
            winning,
            CardPart.from_paragraph(PARAGRAPHS["tricks-failed"], page.failing(rules)),
            CardPart.from_paragraph(PARAGRAPHS["misere"], replace(page.misere(), caption=_MISERES)),
            CardPart.from_paragraph(PARAGRAPHS["misere-partout"], page.partout_hands()),
        ]
        if self.with_pool:
            pool = CardPart.from_paragraph(PARAGRAPHS["pool"], page.pool())
            ante = _("Into the empty pool: {ante} from each*", ante=Amount(int(options["ante"])))
            parts.append(replace(pool, sentences=(*pool.sentences, ante)))
        penalty = CardPart.from_paragraph(PARAGRAPHS["penalty"], page.penalties(with_pool=self.with_pool))
        return [*parts, replace(penalty, sentences=(*penalty.sentences, *_FAULTS))]


_FAULTS = (
    _("A bidder with too few cards fails by at least one trick."),
    _("If an adversary has too few cards, the bidder is paid as if the bid had been made, with all over-tricks."),
    _("A revoke in a bid of tricks: the bidder’s counts as a failure by at least one, an adversary’s as made.*"),
)
_MISERES = _("Misères: what each pays or gets")
_NO_OVERTRICKS = _(
    "A bidder who takes at least the tricks he bid gets the figure of the bid from each of the three others. Tricks "
    "above the bid are not paid."
)


def _settled_by_each(hand: SheetHand) -> int:
    """Return what each adversary pays for the bid itself, or gets if it is negative; it is the same for all three."""
    outcome, lines = hand.scored.hand.outcome, hand.scored.entry.lines
    assert isinstance(outcome, Outcome)
    bid = next(line for line in lines if line.rule in ("tricks-made", "tricks-failed", "misere"))
    return -next(amount for seat, amount in enumerate(bid.amounts) if seat != outcome.bidder)


def _sums(words: Text, amounts: Amounts | None) -> SheetRow:
    return SheetRow(cells={WHAT: words, **{total(seat): Amount(amount) for seat, amount in enumerate(amounts or ())}})
