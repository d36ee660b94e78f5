"""Shorthand of Jass: the points of one side, or what everybody announced and then what everybody took."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from games.jass.hand import ANNOUNCED, TEAM_WORDS, WEIS, WEIS_FIELDS, TeamPoints, Weis, written
from games.scoring.hand import Call, CountOfEach, Item, OneOf
from games.scoring.sides import of_side
from games.scoring.text import Text
from games.scoring.text import message as _
from games.ui.hand_shorthand import HandShorthand
from games.ui.shorthand import Pieces
from games.ui.tokens import NUMBER, Word


class JassShorthand(HandShorthand):
    def words_of(self, item: Item) -> Iterator[Word]:
        if item is not WEIS:
            yield from super().words_of(item)
            return
        for team, spelled in WEIS.short.items():
            what, example = of_side(WEIS.label, TEAM_WORDS[team]), f"{str(spelled).split()[0]}50"
            means = _("{what}: {example}", what=what, example=example)
            yield Word(slot=item.name, value=team, spelled=spelled, means=means, takes=NUMBER)

    def order(self) -> Sequence[Text]:
        if ANNOUNCED in self.items:
            return (_("First what everybody announced, then what everybody took, in the order of the players."),)
        first = _("The points of {side}, then what else there is; trumps are a suit unless another word says so.")
        return (Text(first.template, {"side": next(iter(TEAM_WORDS.values()))}),)

    def examples(self) -> Sequence[str]:
        if ANNOUNCED in self.items:
            numbers = (40, 60, 30, 20)[: self.table.size], (52, 75, 30, 0)[: self.table.size]
            return (" ".join(str(number) for half in numbers for number in half),)
        return [self.write({"call": "trumpf"} | raw) for raw in self._samples()]

    def _samples(self) -> Iterator[dict[str, Any]]:
        suits = (item for item in self.items if isinstance(item, OneOf) and item.name == "suit" and item.needed)
        suit = {item.name: item.answers[0].value for item in suits}
        yield {**suit, "points": 93, "stoeck": "team2"}
        yield {**suit, "match": "team1", "weis_team1": 50}
        yield {"call": "obenabe", "points": 60, "weis_team2": 20}

    def fields_of(self, item: Item, pieces: Pieces, call: Call, raw: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
        match item:
            case TeamPoints():
                if others := pieces.word(item.other):
                    points = None if others[1] is None else item.total - others[1]
                else:
                    points = pieces.word(NUMBER)
                if points is not None:
                    yield item.name, points
            case Weis():
                if weis := pieces.word(item.name):
                    yield WEIS_FIELDS[weis[0]], pieces.misses(item.label) if weis[1] is None else weis[1]
            case _:
                yield from super().fields_of(item, pieces, call, raw)

    def _number_of_each(self, pieces: Pieces, item: CountOfEach) -> dict[str, Any]:
        numbers = [pieces.word(NUMBER) for _seat in self.table.seats]
        if None in numbers:
            pieces.misses(item.missing)
        return {str(seat): number for seat, number in enumerate(numbers)}

    def tokens(self, item: Item, raw: Mapping[str, Any]) -> Iterator[str]:
        if item is WEIS:
            yield from (f"{self.spell(item.name, team)}{number}" for team, number in written(raw))
        else:
            yield from super().tokens(item, raw)
