"""Score sheet of French Tarot: contract, bouts, points and bonuses of each hand, then the players' columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.scoring.text import MINUS, Amount, SeatName, Text, joined
from games.scoring.text import message as _
from games.scoring.types import Line
from games.tarot import page
from games.tarot.hand import FIVE, Outcome, active, margin
from games.tarot.tariff import CALL_NAMES, MULTIPLIER, OF_CONTRACT, POIGNEES
from games.ui.page import TARIFF, TariffTable
from games.ui.sheet import NUMBER, WHAT, CardPart, ScoreSheet, SheetColumn, SheetHand, Value

TAKER, PARTNER, BOUTS, POINTS, MARGIN = "taker", "partner", "bouts", "points", "margin"
PETIT, POIGNEE, SLAM = "petit-au-bout", "poignee", "slam"
HANDS, HANDS_ON_SMALL_PAPER = {3: 27, 4: 28, 5: 20}, {3: 21, 4: 20, 5: 10}
"""Rows of a blank sheet: as many whole rounds as fit on a page, by number of players at the table."""


class TarotSheet(ScoreSheet):
    """A sheet with a row for each hand: the contract and its result, the bonuses, and each player's gain and total."""

    @property
    def hands(self) -> int:  # type: ignore[override] # by the number at the table
        return (HANDS_ON_SMALL_PAPER if self.small else HANDS)[self.table.size]

    @property
    def landscape(self) -> bool:  # type: ignore[override] # five have no place on an upright page
        return self.table.size == FIVE

    @property
    def classic(self) -> bool:
        return self.table.rules == "classic"

    @property
    def partners(self) -> bool:
        return active(self.table) == FIVE

    def columns(self) -> Sequence[SheetColumn]:
        partner = [SheetColumn(name=PARTNER, head=_("Partner"), share=1.8, words=True)] if self.partners else []
        head = _("Poignée, misère") if self.classic else _("Poignée")
        return [
            SheetColumn(name=NUMBER, share=0.7),
            SheetColumn(name=WHAT, head=_("Contract"), share=2, words=True),
            SheetColumn(name=TAKER, head=_("Taker"), share=1.8, words=True),
            *partner,
            SheetColumn(name=BOUTS, head=_("Bouts"), share=0.8),
            SheetColumn(name=POINTS, head=_("Points"), share=0.9),
            SheetColumn(name=MARGIN, head=_("Margin"), share=0.85),
            SheetColumn(name=PETIT, head=_("Petit"), share=0.8),
            SheetColumn(name=POIGNEE, head=head, share=1.5 if self.classic else 1, words=self.classic),
            SheetColumn(name=SLAM, head=_("Slam"), share=1),
            *self.seat_columns(gains=1.1),
        ]

    def explained(self) -> Sequence[Text]:
        pays = _(
            "Each defender pays the attack {base} plus the margin, times the contract, plus petit and slam; − means "
            "the defender gets it.",
            base=self.table.figures[OF_CONTRACT],
        )
        if self.classic:
            return (
                pays,
                _("A poignée or misère is settled by its player with each of the others; − means the player pays it."),
            )
        return (pays, _("Each defender also pays poignées, with the sign of the contract."), *self._of_partners())

    def _of_partners(self) -> tuple[Text, ...]:
        return (_PARTNER,) if self.partners else ()

    # The rows

    def cells(self, hand: SheetHand) -> Mapping[str, Value]:
        outcome = hand.scored.hand.outcome
        assert isinstance(outcome, Outcome)
        if outcome.call not in MULTIPLIER:
            return {WHAT: hand.what}
        return {
            WHAT: CALL_NAMES[outcome.call],
            TAKER: SeatName(outcome.taker),
            **({PARTNER: _partner(outcome)} if self.partners else {}),
            BOUTS: outcome.bouts,
            POINTS: outcome.attack_points,
            MARGIN: self._margin(outcome),
            **self._bonuses(hand, outcome),
        }

    def _margin(self, outcome: Outcome) -> str:
        """Return the margin that counts, with its sign; a contract just made has a plus."""
        tens = self.table.options["round_to_ten"] is True
        won, _by, counted = margin(bouts=outcome.bouts, points=outcome.attack_points, round_to_ten=tens)
        return f"{'+' if won else MINUS}{counted}"

    def _bonuses(self, hand: SheetHand, outcome: Outcome) -> dict[str, Value]:
        """Return the cells for bonuses: what each defender pays the attack, or in `classic` who settles them."""
        attack = (outcome.taker, outcome.partner)
        defender = next(seat for seat in self.rules.playing(self.table, hand.before) if seat not in attack)
        lines = hand.scored.entry.lines
        personal = [line for line in lines if line.rule in ("poignee", "misere")]
        worth = {rule: -sum(_amounts(lines, rule, defender)) for rule in (PETIT, SLAM, POIGNEE)}
        bonuses: dict[str, Value] = {rule: Amount(value, signed=True) for rule, value in worth.items() if value}
        if self.classic and personal:
            bonuses[POIGNEE] = self._personal(outcome, personal)
        return bonuses

    def _personal(self, outcome: Outcome, lines: Sequence[Line]) -> Text:
        """Return each bonus shown, with its player and what each of the others pays for it."""
        players = [*(poignee.player for poignee in outcome.poignees), *(misere.player for misere in outcome.miseres)]
        others = self.table.size - 1
        return joined(
            [
                Text(
                    "{worth} {player}", {"worth": Amount(line.amounts[seat] // others, True), "player": SeatName(seat)}
                )
                for seat, line in zip(players, lines, strict=True)
            ]
        )

    # The tariff

    def small_print(self) -> Sequence[TariffTable]:
        return (page.needed(), *{**self.printed, POIGNEES: page.poignee(active(self.table))}.values())

    def on_card(self, slug: str) -> bool:
        return slug != "correction" and (self.classic or slug != "misere")

    def card(self) -> Sequence[CardPart]:
        *paragraphs, _tariff = super().card()
        return [
            *paragraphs,
            CardPart(title=_("Who pays whom"), sentences=(_WHO_PAYS, *self._of_partners())),
            CardPart(title=_("The deal"), sentences=(_DEAL,)),
            CardPart(title=TARIFF, tariffs=tuple(self.small_print())),
        ]


def _partner(outcome: Outcome) -> Value:
    return _("alone") if outcome.partner is None else SeatName(outcome.partner)


def _amounts(lines: Sequence[Line], rule: str, seat: int) -> list[int]:
    return [line.amounts[seat] for line in lines if line.rule == rule]


_WHO_PAYS = _("Each defender pays the attack the value of the hand or, if it is negative, gets it.")
_PARTNER = _("With a partner, the taker gets two thirds and the partner one third.")
_DEAL = _(
    "The deal passes to the next player. After a misdeal the same player deals again; a mort deals until someone takes."
)
