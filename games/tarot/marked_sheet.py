"""Marked sheet of French Tarot: five marks for an ordinary hand.

The taker, the contract and the bonuses are ticked; the bouts and the points of the attack are digits.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import ceil, floor
from typing import Any

from games.scoring.errors import Code, RuleError
from games.scoring.hand import Count, OneOf, Player, Points
from games.scoring.rules import AnyRules
from games.scoring.text import Text
from games.scoring.text import message as _
from games.scoring.types import State, Table
from games.tarot.hand import FIVE, FOUR, active, contract_won
from games.tarot.tariff import (
    CARD_POINTS,
    MISERE_NAMES,
    MULTIPLIER,
    POIGNEE_NAMES,
    POIGNEE_TRUMPS,
    POINTS_WITH_BOUTS,
    Call,
    Camp,
    MisereKind,
    Slam,
)
from games.ui.hand_sheet import CALL, HandMarkedSheet
from games.ui.marked_sheet import (
    DigitBoxes,
    Field,
    MarkedRow,
    Marks,
    TickBox,
    Ticks,
    is_only_in_words,
    players,
    ticked,
)

TAKER, PARTNER, BOUTS, POINTS = "taker", "partner", "bouts", "points"
PETIT, SHOWN, SHOWN_BY, SLAM = "petit_au_bout", "shown", "shown-by", "slam"
ANNOUNCED = "announced"
WHO_SHOWED = _("who showed the poignée is not on the sheet")

CAMPS: Mapping[str, Text] = {Camp.ATTACK: _("att."), Camp.DEFENCE: _("def.")}
KINDS: Mapping[str, Text] = {MisereKind.NO_HONOURS: _("MH"), MisereKind.NO_TRUMPS: _("MT")}
SLAMS: Mapping[str, Text] = {ANNOUNCED: _("ann."), Slam.GRAND: CAMPS[Camp.ATTACK], Slam.DEFENCE: CAMPS[Camp.DEFENCE]}


class TarotMarkedSheet(HandMarkedSheet):
    """The boxes of French Tarot.

    A poignée is ticked by its trumps. By the federation's rules it doesn't matter who showed it; by the Classic rules
    those who showed it, or a misère, are ticked as well. Of five, a taker without a partner is ticked as partner too.
    Left to words are bonuses of different kinds in one hand, and where there is little room, slams and a petit sec.
    """

    def __init__(self, rules: AnyRules, table: Table) -> None:
        super().__init__(rules, table)
        self.remarks = (WHO_SHOWED,)

    @property
    def total_places(self) -> int:  # type: ignore[override] # a fourth digit has no room beside five and a partner
        return 3 if self._partners else 4

    @property
    def _partners(self) -> bool:
        return active(self.table) == FIVE

    @property
    def _classic(self) -> bool:
        return self.table.rules == "classic"

    @property
    def _roomy(self) -> bool:
        """Whether there is room for slams and a petit sec."""
        return not self._classic and self.table.size < FIVE

    # The boxes

    def fields(self) -> Sequence[Field]:
        return tuple(self._fields())

    def _fields(self) -> Iterator[Field]:
        calls = [call for call in self.calls if call.key != Call.PETIT_SEC or self._roomy]
        boxes = tuple(TickBox(key=call.key, head=call.box, means=call.name) for call in calls)
        yield Ticks(name=CALL, head=self.hand.legend, boxes=boxes)
        for item in self.hand.items:
            match item:
                case Player():
                    yield players(self.table, item.name, item.label)
                case Count():
                    yield DigitBoxes(name=item.name, head=item.label, places=len(str(item.high)))
                case Points():
                    yield DigitBoxes(name=item.name, head=item.label, places=len(str(item.total)))
                case OneOf() if item.name == PETIT:
                    boxes = tuple(
                        TickBox(key=answer.value, head=CAMPS[answer.value], means=answer.said)
                        for answer in item.answers
                    )
                    yield Ticks(name=PETIT, head=_("Petit"), boxes=boxes)
        head = _("Poignée, misère") if self._classic else _("Poignée")
        yield Ticks(name=SHOWN, head=head, boxes=tuple(self._bonuses()))
        if self._classic:
            yield players(self.table, SHOWN_BY, _("Shown by"), most=self.table.size)
        if self._roomy:
            boxes = tuple(TickBox(key=key, head=head) for key, head in SLAMS.items())
            yield Ticks(name=SLAM, head=_("Slam"), boxes=boxes, most=2)

    def _bonuses(self) -> Iterator[TickBox]:
        for size, trumps in POIGNEE_TRUMPS[active(self.table)].items():
            yield TickBox(key=size, head=trumps, means=POIGNEE_NAMES[size])
        if self._classic:
            for kind, head in KINDS.items():
                yield TickBox(key=kind, head=head, means=MISERE_NAMES[kind])

    def left_open(self, raw: Mapping[str, Any]) -> Sequence[Text]:
        return (WHO_SHOWED,) if raw.get("poignees") and not self._classic else ()

    def explained(self) -> Sequence[Text]:
        partners = (_("A taker without a partner is ticked as taker and as partner."),) if self._partners else ()
        if active(self.table) == FOUR:
            return partners
        return (*partners, _("Half points are rounded: up if the contract is made, down if it fails."))

    # From marks to a hand

    def outcome(self, state: State, marks: Marks) -> dict[str, Any]:
        row = MarkedRow(marks)
        raw: dict[str, Any] = {"call": row.needed_box(CALL)}
        if raw["call"] in MULTIPLIER:
            raw |= self._contract(row)
        row.refuse_rest()
        return raw

    def _contract(self, row: MarkedRow) -> dict[str, Any]:
        taker = int(row.needed_box(TAKER))
        raw: dict[str, Any] = {"taker": taker}
        if self._partners and (partner := int(row.needed_box(PARTNER))) != taker:
            raw["partner"] = partner
        raw |= {"bouts": row.needed_number(BOUTS), "points": row.needed_number(POINTS)}
        if camp := row.box(PETIT):
            raw["petit_au_bout"] = camp
        if shown := row.box(SHOWN):
            name, part = ("miseres", "kind") if shown in KINDS else ("poignees", "size")
            raw[name] = [{"player": seat, part: shown} for seat in (self._shown_by(row) if self._classic else [taker])]
        if slams := row.several(SLAM):
            raw |= self._slams(slams)
        return raw

    @staticmethod
    def _shown_by(row: MarkedRow) -> list[int]:
        seats = sorted(map(int, row.several(SHOWN_BY)))
        if not seats:
            raise RuleError(Code.REQUIRED, SHOWN_BY, _("Who showed it?"))
        return seats

    @staticmethod
    def _slams(slams: frozenset[str]) -> dict[str, Any]:
        made, *others = slams - {ANNOUNCED} or (None,)
        if others:
            raise RuleError(Code.INVALID, SLAM, _("Only one camp can make a slam."))
        announced = {"slam_announced": str(Slam.GRAND)} if ANNOUNCED in slams else {}
        return announced | ({"slam_made": made} if made else {})

    # From a hand to marks

    def marks(self, raw: Mapping[str, Any]) -> Marks | None:
        call = raw.get("call", "")
        if is_only_in_words(raw) or (call == Call.PETIT_SEC and not self._roomy):
            return None
        if call not in MULTIPLIER:
            return {CALL: ticked(call)}
        points, bonuses = self._rounded(raw), self._marks_of_bonuses(raw)
        if points is None or bonuses is None:
            return None
        marks: dict[str, frozenset[str] | int] = {CALL: ticked(call), TAKER: ticked(raw["taker"])}
        if self._partners:
            partner = raw.get("partner")
            marks[PARTNER] = marks[TAKER] if partner is None else ticked(partner)
        return {**marks, BOUTS: raw["bouts"], POINTS: points, **bonuses}

    def _rounded(self, raw: Mapping[str, Any]) -> int | None:
        """Return the attack's points in whole points, or None if a rounded half changes more than how they are written.

        Half a point counts for the camp that wins, as the score has it.
        """
        points = raw["points"] if raw.get("points") is not None else CARD_POINTS - raw["defence_points"]
        whole = ceil(points) if contract_won(raw["bouts"], points) else floor(points)
        low, high = POINTS_WITH_BOUTS[active(self.table)][raw["bouts"]]
        return whole if whole == points or (low <= whole <= high and not raw.get("slam_made")) else None

    def _marks_of_bonuses(self, raw: Mapping[str, Any]) -> dict[str, frozenset[str] | int] | None:
        marks: dict[str, frozenset[str] | int] = {}
        if raw.get("petit_au_bout"):
            marks[PETIT] = ticked(raw["petit_au_bout"])
        shown = [(poignee["player"], poignee["size"]) for poignee in raw.get("poignees", ())]
        shown += [(misere["player"], misere["kind"]) for misere in raw.get("miseres", ())]
        if len({what for _seat, what in shown}) > 1 or (len(shown) > 1 and not self._classic):
            return None
        if shown:
            marks[SHOWN] = ticked(shown[0][1])
            if self._classic:
                marks[SHOWN_BY] = frozenset(str(seat) for seat, _what in shown)
        slams = {ANNOUNCED} if raw.get("slam_announced") else set()
        slams |= {raw["slam_made"]} if raw.get("slam_made") else set()
        if slams and not self._roomy:
            return None
        return {**marks, SLAM: frozenset(slams)} if slams else marks
