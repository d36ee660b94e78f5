"""Marked sheet of Cayenne: five ticks for an ordinary hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.cayenne.forms import NOT_PLAYED, PENALTY_WORDS, TRUMP_WORDS
from games.cayenne.lines import SIDE_WORDS
from games.cayenne.outcome import MISDEAL, Position
from games.cayenne.sheet import SIGNS
from games.cayenne.tariff import ALL_HONOURS, BOOK, NO_TRUMP, SUITS, Side, Trump
from games.families.whist.marked_sheet import CALL, WhistMarkedSheet
from games.scoring.text import Text
from games.scoring.text import gettext_lazy as _
from games.scoring.types import Correction, ScoredHand, SeatNumber
from games.ui.marked_sheet import Field, MarkedRow, Marks, TickBox, Ticks, is_only_in_words, ticked

CAYENNE, TRUMP, HONOURS = "cayenne", "trump", "honours"
FEW_RUBBERS = 2
"""So many rubbers hardly ever come to a total of three digits."""
_WITHOUT_SUIT = {Trump.GRAND: "G", Trump.NULLO: "N"}


class CayenneMarkedSheet(WhistMarkedSheet):
    """The boxes of Cayenne. Honours are those of the side with the odd trick; totals are written when a rubber ends.

    With more than two rubbers, or a tariff of the club's own, the totals take the room of the revokes, which are then
    left to words.
    """

    landscape = True
    sides = {Side.AB: "A–B", Side.YZ: "Y–Z"}
    side_names = SIDE_WORDS
    penalties = PENALTY_WORDS
    not_played = (TickBox(key=MISDEAL, head=_("MD"), means=NOT_PLAYED[MISDEAL]),)

    @property
    def total_places(self) -> int:  # type: ignore[override] # by the number of rubbers
        return 2 if self._small_totals else 3

    @property
    def _small_totals(self) -> bool:
        return int(self.table.options["rubbers"]) <= FEW_RUBBERS and self.table.tariff is None

    def fields(self) -> Sequence[Field]:
        suits = tuple(TickBox(key=suit, head=SIGNS[suit]) for suit in SUITS)
        others = tuple(TickBox(key=trump, head=head, means=TRUMP_WORDS[trump]) for trump, head in _WITHOUT_SUIT.items())
        honours = tuple(TickBox(key=str(number), head=str(number)) for number in range(ALL_HONOURS + 1))
        return (
            Ticks(name=CAYENNE, head=_("Cayenne"), boxes=suits),
            Ticks(name=TRUMP, head=_("Trump"), boxes=(*suits, *others)),
            *self.fields_of_tricks(),
            Ticks(name=HONOURS, head=_("Honours"), boxes=honours),
            *(self.fields_of_revokes() if self._small_totals else ()),
            self.field_of_misdeals(),
        )

    def explained(self) -> Sequence[Text]:
        return (
            _("Tick the tricks and the honours of the side that won the odd trick."),
            _("Write the totals when a rubber ends."),
        )

    def played(self, row: MarkedRow) -> dict[str, Any]:
        trump, cayenne = row.needed_box(TRUMP), row.box(CAYENNE)
        raw: dict[str, Any] = {"trump": trump} | ({"cayenne": cayenne} if cayenne else {})
        raw |= self.tricks(row)
        if trump not in NO_TRUMP:
            held = int(row.needed_box(HONOURS))
            raw["honours"] = held if raw["tricks"] > BOOK else ALL_HONOURS - held
        return raw

    def marks(self, raw: Mapping[str, Any]) -> Marks | None:
        if is_only_in_words(raw) or (raw.get("revokes") and not self._small_totals):
            return None
        if "call" in raw:
            return {CALL: ticked(raw["call"])}
        marks = self.marks_of_tricks(raw)
        if marks is None:
            return None
        marks[TRUMP] = ticked(raw["trump"])
        if raw.get("cayenne"):
            marks[CAYENNE] = ticked(raw["cayenne"])
        if raw.get("honours") is not None:
            held = raw["honours"]
            marks[HONOURS] = ticked(held if raw["tricks"] > BOOK else ALL_HONOURS - held)
        return marks

    def writes_total(self, scored: ScoredHand, seat: SeatNumber) -> bool:
        correction = isinstance(scored.hand.outcome, Correction)
        return correction or (isinstance(scored.state, Position) and scored.state.last_rubber is not None)
