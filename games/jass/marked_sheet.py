"""Marked sheet of Jass: for a Schieber the points of the first side, with what is ticked; for a Differenzler numbers.

Left to words is who was out first and, where it has no effect, which suit was trumps.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from games.jass.hand import OUT, TEAM_BOXES, TEAM_WORDS, WEIS, WEIS_FIELDS, Team, TeamPoints, Weis, written
from games.scoring.hand import Call, Item
from games.scoring.rules import AnyRules
from games.scoring.text import Text
from games.scoring.text import message as _
from games.scoring.types import Table
from games.ui.hand_sheet import HandMarkedSheet
from games.ui.marked_sheet import DigitBoxes, Field, Mark, MarkedRow, TickBox, Ticks, ticked

PLACES = 3
OF_WEIS = "weis-sum"


class JassMarkedSheet(HandMarkedSheet):
    landscape = True

    def __init__(self, rules: AnyRules, table: Table) -> None:
        super().__init__(rules, table)
        self.items = [item for item in self.items if item is not OUT and not _is_left_open(item)]
        self.is_differenzler = table.rules == "differenzler"
        if self.is_differenzler:
            self.total_places = PLACES

    def boxes(self, item: Item) -> Iterator[Field]:
        if item is WEIS:
            boxes = tuple(TickBox(key=team, head=TEAM_BOXES[team], means=TEAM_WORDS[team]) for team in Team)
            yield Ticks(name=WEIS.name, head=WEIS.label, boxes=boxes)
            yield DigitBoxes(name=OF_WEIS, head=_("Sum"), places=PLACES)
        else:
            yield from super().boxes(item)

    def explained(self) -> Sequence[Text]:
        if self.is_differenzler:
            return (_("A number after → is what was announced, after = what was taken."),)
        words = _("Write the points of {side}; tick neither O nor U if a suit was trumps.", side=TEAM_WORDS[Team.FIRST])
        return (words,)

    def raw_of(self, item: Item, call: Call, row: MarkedRow, raw: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
        match item:
            case TeamPoints():
                if (points := row.number(item.name)) is not None:
                    yield item.name, points
            case Weis():
                if team := row.box(item.name):
                    yield WEIS_FIELDS[Team(team)], row.needed_number(OF_WEIS)
            case _:
                yield from super().raw_of(item, call, row, raw)

    def marks_of(self, item: Item, call: Call, raw: Mapping[str, Any]) -> Iterator[tuple[str, Mark]]:
        if item is WEIS:
            for team, number in written(raw):
                yield item.name, ticked(team)
                yield OF_WEIS, number
        elif not _is_left_open(item):
            yield from super().marks_of(item, call, raw)


def _is_left_open(item: Item) -> bool:
    """Return whether an item is the suit where it has no effect."""
    return item.name == "suit" and item.rare
