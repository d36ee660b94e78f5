"""Score sheet of Solo Whist: the call, the tricks, what each adversary settles, then the players' columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.scoring.text import Amount, Text
from games.scoring.text import message as _
from games.scoring.types import SeatNumber
from games.solo_whist import page
from games.solo_whist.hand import HAND, Outcome
from games.solo_whist.rules import FIRST_UNDERTRICK_FREE, PARAGRAPHS
from games.solo_whist.tariff import RED
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
)

TRICKS, ODD, EACH = "tricks", "odd", "each"


class SoloWhistSheet(ScoreSheet):
    """A sheet with a row for each hand. Ticks mark the caller and partner, or who took the last trick of a grand."""

    @property
    def hands(self) -> int:  # type: ignore[override] # whole rounds, with room to write
        return 16 if self.small else 24

    @property
    def in_counters(self) -> bool:
        """Whether white and red counters are paid and odd tricks count; the British rules have neither."""
        return self.table.rules == "foster"

    # The columns

    def columns(self) -> Sequence[SheetColumn]:
        odd = [SheetColumn(name=ODD, head=_("Odd"), share=1)] if self.in_counters else []
        return [
            SheetColumn(name=NUMBER, share=0.7),
            SheetColumn(name=WHAT, head=_("Call"), share=2.7, words=True),
            SheetColumn(name=TRICKS, head=_("Tricks"), share=1.05),
            *odd,
            SheetColumn(name=EACH, head=_("Each"), share=1.2),
            *self.seat_columns(totals=1.3, marks=0.7),
        ]

    def explained(self) -> Sequence[Text]:
        sentences = [_("○ deals; × calls, or accepts a proposal.")]
        if self.table.options["grand"]:
            sentences.append(_("In a grand × takes the last trick."))
        if self.in_counters:
            sentences.append(_("Odd: the tricks over (+) or under (−)."))
        sentences.append(_("Each: what each adversary pays (+) or gets (−)."))
        if self.in_counters:
            sentences.append(_("All amounts are white counters; a red one is {red} white.", red=RED))
        return sentences

    # The rows

    def cells(self, hand: SheetHand) -> Mapping[str, Value]:
        outcome = hand.scored.hand.outcome
        assert isinstance(outcome, Outcome)
        ticked = (outcome.caller, outcome.partner, outcome.last_trick)
        cells: dict[str, Value] = {WHAT: HAND.names[outcome.call]}
        cells |= {mark(seat): TICK for seat in ticked if seat is not None}
        if outcome.tricks is not None:
            cells[TRICKS] = outcome.tricks
            if self.in_counters:
                cells[ODD] = Amount(outcome.tricks - HAND.needs[outcome.call], signed=True)
        if outcome.caller is not None:
            cells[EACH] = Amount(_settled_by_each(hand, (outcome.caller, outcome.partner)), signed=True)
        return cells

    # Below the rows

    def foot(self, hands: Sequence[SheetHand] | None) -> Sequence[SheetRow]:
        rows = list(super().foot(hands))
        if not self.in_counters:
            return rows
        totals = None if hands is None else self.totals_after(hands)
        return [*rows, *in_red_and_white(totals, red=RED)]

    # The tariff

    def small_print(self) -> Sequence[TariffTable]:
        return (self._stakes(), page.shares())

    def _stakes(self) -> TariffTable:
        return page.stakes(self.table.rules, with_grand=self.table.options["grand"] is True)

    def card(self) -> Sequence[CardPart]:
        rules, options = self.table.rules, self.table.options
        worth, tariffs = [_FLAT], [page.stakes(rules, with_grand=False)]
        if self.in_counters:
            first_free = options["first_undertrick_free"] is True
            worth = [_ODD_TRICKS, *([FIRST_UNDERTRICK_FREE.help] if first_free else [])]
            tariffs.append(page.worth(first_free=first_free))
        parts = [
            CardPart(title=_("Table and deal"), sentences=(_DEAL,)),
            CardPart(title=_("The calls"), sentences=(_RANK,), tariffs=(page.calls(),)),
            CardPart(title=_("What is paid"), sentences=tuple(worth), tariffs=tuple(tariffs)),
            CardPart(title=_("Who pays"), sentences=(_WHO_PAYS,), tariffs=(page.shares(),)),
        ]
        if options["grand"]:
            parts.append(CardPart.from_paragraph(PARAGRAPHS["grand"], page.grand(rules)))
        return [*parts, CardPart(title=_("A revoke"), sentences=_REVOKE)]


def _settled_by_each(hand: SheetHand, side: tuple[SeatNumber | None, ...]) -> int:
    """Return what each adversary pays, or gets if negative; it is the same for all of them."""
    return -next(amount for seat, amount in enumerate(hand.scored.entry.amounts) if seat not in side)


_DEAL = _(
    "Four players, 52 cards, 13 each. The dealer turns up his last card for trumps, and the player on his left, the "
    "eldest hand, calls first. Five at a table take turns between sessions, never within one."
)
_RANK = _("A higher call overrides a lower one, even a proposal that has been accepted.")
_FLAT = _("Every call has a fixed price, made or lost. Tricks over or under don’t count.")
_ODD_TRICKS = _(
    "A call for a number of tricks is worth its stake, plus 1 for each trick over or under. A misère, a spread and a "
    "slam are worth only their stake, made or lost."
)
_WHO_PAYS = _(
    "Two partners each settle with one adversary; a player who calls alone settles with each of the three others."
)
_REVOKE = (
    _(
        "In a call for a number of tricks, move three tricks to the other side. The side that revoked fails by at "
        "least one.*"
    ),
    _("A caller who revokes in a misère, spread or slam fails; if an adversary revokes, it is made.*"),
)
