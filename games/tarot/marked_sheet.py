"""Marked sheet of French Tarot: five marks for an ordinary hand.

The taker, the contract and the bonuses are ticked; the bouts and the points of the attack are digits.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import ceil, floor
from typing import Any

from games.scoring.errors import Code, RuleError
from games.scoring.hand import Call, Item, OfPlayers, OneOf, Player, Points
from games.scoring.text import Text
from games.scoring.text import message as _
from games.tarot.hand import FIVE, FOUR, OF_ATTACK, OF_DEFENCE, active, contract_won
from games.tarot.tariff import POINTS_WITH_BOUTS, Slam
from games.tarot.tariff import Call as Contract
from games.ui.hand_sheet import HandMarkedSheet
from games.ui.marked_sheet import Field, Mark, MarkedRow, TickBox, Ticks, players, ticked

SHOWN, SHOWN_BY, SLAM, ANNOUNCED = "shown", "shown-by", "slam", "announced"
SLAM_ANNOUNCED, SLAM_MADE = "slam_announced", "slam_made"
SLAMS: Mapping[str, Text] = {ANNOUNCED: _("ann."), Slam.GRAND: OF_ATTACK, Slam.DEFENCE: OF_DEFENCE}


class TarotMarkedSheet(HandMarkedSheet):
    """The boxes of French Tarot.

    A poignée is ticked by its trumps. By the federation's rules it doesn't matter who showed it; by the Classic rules
    those who showed it, or a misère, are ticked as well. Of five, a taker without a partner is ticked as partner too.
    Left to words are bonuses of different kinds in one hand, and where there is little room, slams and a petit sec.
    """

    remarks = (_("who showed the poignée is not on the sheet"),)

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
        calls = [call for call in self.calls if call.key != Contract.PETIT_SEC or self._roomy]
        return (*self.boxes_of_calls(calls), *self.fields_of(self.items))

    def boxes(self, item: Item) -> Iterator[Field]:
        match item:
            case OneOf() if item.name in (SLAM_ANNOUNCED, SLAM_MADE):
                if self._roomy:
                    boxes = [TickBox(key=key, head=head) for key, head in SLAMS.items()]
                    yield Ticks(name=SLAM, head=_("Slam"), boxes=tuple(boxes), most=2)
            case OfPlayers():
                head = _("Poignée, misère") if self._classic else _("Poignée")
                answers = [answer for shown in self._shown for answer in shown.answers]
                boxes = [
                    TickBox(key=answer.value, head=answer.box or answer.hint, means=answer.means or answer.label)
                    for answer in answers
                ]
                yield Ticks(name=SHOWN, head=head, boxes=tuple(boxes))
                if self._classic:
                    yield players(self.table, SHOWN_BY, _("Shown by"), most=self.table.size)
            case _:
                yield from super().boxes(item)

    @property
    def _shown(self) -> list[OfPlayers]:
        return [item for item in self.items if isinstance(item, OfPlayers)]

    def left_open(self, raw: Mapping[str, Any]) -> Sequence[Text]:
        return self.remarks if raw.get("poignees") and not self._classic else ()

    def explained(self) -> Sequence[Text]:
        partners = (_("A taker without a partner is ticked as taker and as partner."),) if self._partners else ()
        if active(self.table) == FOUR:
            return partners
        return (*partners, _("Half points are rounded: up if the contract is made, down if it fails."))

    # From marks to a hand

    def raw_of(self, item: Item, call: Call, row: MarkedRow, raw: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
        match item:
            case Player() if item.optional:
                partner = int(row.needed_box(item.name))
                if partner != raw[item.other_than]:
                    yield item.name, partner
            case OneOf() if item.name == SLAM_ANNOUNCED:
                if row.tick(SLAM, ANNOUNCED):
                    yield item.name, str(Slam.GRAND)
            case OneOf() if item.name == SLAM_MADE:
                if camp := row.box(SLAM):
                    yield item.name, camp
            case OfPlayers():
                if word := row.box(SHOWN):
                    seats = self._shown_by(row) if self._classic else [raw["taker"]]
                    shown = next(item for item in self._shown if any(word == answer.value for answer in item.answers))
                    yield shown.name, [{"player": seat, shown.part: word} for seat in seats]
            case _:
                yield from super().raw_of(item, call, row, raw)

    @staticmethod
    def _shown_by(row: MarkedRow) -> list[int]:
        seats = sorted(map(int, row.several(SHOWN_BY)))
        if not seats:
            raise RuleError(Code.REQUIRED, SHOWN_BY, _("Who showed it?"))
        return seats

    # From a hand to marks

    def has_boxes(self, raw: Mapping[str, Any]) -> bool:
        item = self.hand.call_of(raw).points
        if item is None:
            return self._roomy or raw["call"] != Contract.PETIT_SEC
        shown = [record[item.part] for item in self._shown for record in raw.get(item.name, ())]
        slam = raw.get(SLAM_ANNOUNCED) or raw.get(SLAM_MADE)
        if len(set(shown)) > 1 or (len(shown) > 1 and not self._classic) or (slam and not self._roomy):
            return False
        low, high = POINTS_WITH_BOUTS[active(self.table)][raw["bouts"]]
        whole = _rounded(item, raw)
        return whole == item.points_in(raw) or (low <= whole <= high and not raw.get(SLAM_MADE))

    def marks_of(self, item: Item, call: Call, raw: Mapping[str, Any]) -> Iterator[tuple[str, Mark]]:
        match item:
            case Player() if raw.get(item.name) is None:
                yield item.name, ticked(raw[item.other_than])
            case Points():
                yield item.name, _rounded(item, raw)
            case OneOf() if item.name in (SLAM_ANNOUNCED, SLAM_MADE):
                if made := raw.get(item.name):
                    yield SLAM, ticked(ANNOUNCED if item.name == SLAM_ANNOUNCED else made)
            case OfPlayers():
                for record in raw.get(item.name, ()):
                    yield SHOWN, ticked(record[item.part])
                    if self._classic:
                        yield SHOWN_BY, ticked(record["player"])
            case _:
                yield from super().marks_of(item, call, raw)


def _rounded(item: Points, raw: Mapping[str, Any]) -> int:
    """Return the attack's points in whole points; half a point counts for the camp that wins, as the score has it."""
    points = item.points_in(raw)
    return ceil(points) if contract_won(raw["bouts"], points) else floor(points)
