"""Marked sheet of Schafkopf: two ticks are a Rufspiel, one with a game is a Solo, a Wenz, a Bettel or a Ramsch."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from games.schafkopf.hand import FIVE, Game
from games.scoring.errors import Code, RuleError
from games.scoring.hand import Call, Item, Player
from games.scoring.text import Text
from games.scoring.text import message as _
from games.ui.hand_sheet import CALL, HandMarkedSheet
from games.ui.marked_sheet import Field, Mark, MarkedRow, players, ticked

WHO = "who"
RARE = (Game.BETTEL, Game.SIE, Game.DURCHMARSCH)
"""The games without a box at a table of five, which has little room."""


class SchafkopfMarkedSheet(HandMarkedSheet):
    """The boxes of Schafkopf. Of the two who played a Rufspiel, they don't say who called, which pays the same.

    Left to words are the Jungfrauen of a Ramsch and, at a table of five, the rarest games.
    """

    landscape = True

    @property
    def _ticked(self) -> list[Call]:
        """The games with a box."""
        without = (Game.RUFSPIEL, *(RARE if self.table.size == FIVE else ()))
        return [call for call in self.calls if call.key not in without]

    # The boxes

    def fields(self) -> Sequence[Field]:
        others = [item for item in self.items if not isinstance(item, Player)]
        return (
            players(self.table, WHO, _("Plays"), most=2),
            *self.boxes_of_calls(self._ticked),
            *self.fields_of(others),
        )

    def explained(self) -> Sequence[Text]:
        return (
            _("Tick two players for a Rufspiel. For any other game, tick its declarer, or the loser of a Ramsch."),
            Text("L Laufende · K Klopfer · S Spritzen."),
        )

    # From marks to a hand

    def call_in(self, row: MarkedRow) -> Call:
        return self.hand.by_key[row.box(CALL) or Game.RUFSPIEL]

    def raw_of(self, item: Item, call: Call, row: MarkedRow, raw: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
        if not isinstance(item, Player):
            yield from super().raw_of(item, call, row, raw)
        elif item.name not in raw:
            seats = sorted(map(int, row.several(WHO)))
            if len(seats) != len(call.players):
                raise RuleError(Code.INVALID, WHO, _("Tick one player, or two for a Rufspiel."))
            yield from zip([player.name for player in call.players], seats, strict=True)

    # From a hand to marks

    def has_boxes(self, raw: Mapping[str, Any]) -> bool:
        has_box = raw["call"] == Game.RUFSPIEL or raw["call"] in [call.key for call in self._ticked]
        return has_box and not raw.get("jungfrauen")

    def marks_of_call(self, call: Call) -> Iterator[tuple[str, Mark]]:
        if call.key != Game.RUFSPIEL:
            yield from super().marks_of_call(call)

    def marks_of(self, item: Item, call: Call, raw: Mapping[str, Any]) -> Iterator[tuple[str, Mark]]:
        if isinstance(item, Player):
            yield WHO, ticked(raw[item.name])
        else:
            yield from super().marks_of(item, call, raw)
