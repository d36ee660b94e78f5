"""What is recorded of a hand of Hearts: everybody's points and, where they count, the jack and a choice at a moon."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from games.scoring.hand import Answer, Call, CountOfEach, Hand, OneOf, Player, seat_name
from games.scoring.text import SeatName, Text
from games.scoring.text import message as _
from games.scoring.types import SeatNumber

PLAYED = "hand"
"""The only call."""
HEARTS, QUEEN = 13, 13
"""The hearts, which count 1 each, and what the queen of spades counts."""
ALL_POINTS = HEARTS + QUEEN


class Moon(StrEnum):
    """What a player who shoots the moon makes of it."""

    OTHERS = "others"
    SELF = "self"


class Outcome(NamedTuple):
    """The outcome of one deal: the points in everybody's tricks, before anything is made of a moon."""

    call: str
    points: tuple[int, ...] = ()
    jack: SeatNumber | None = None
    moon: Moon | None = None


def shooter_of(points: Mapping[int, int]) -> int | None:
    """Return who shot the moon: the player, by seat, with all points.

    >>> shooter_of({0: 0, 1: 26, 2: 0}), shooter_of({0: 25, 1: 1, 2: 0})
    (1, None)
    """
    return next((seat for seat, number in points.items() if number == ALL_POINTS), None)


def shot_the_moon(shooter: int) -> Text:
    return _("{player} shoots the moon", player=SeatName(shooter))


@dataclass(frozen=True, eq=False)
class PointsOfEach(CountOfEach):
    """Everybody's points; the player who has all of them shot the moon."""

    def said(self, raw: Mapping[str, Any]) -> Iterator[Text]:
        shooter = shooter_of({int(seat): number for seat, number in raw[self.name].items()})
        if shooter is None:
            yield from super().said(raw)
        else:
            yield shot_the_moon(shooter)


@dataclass(frozen=True, eq=False)
class Jack(Player):
    """The player in whose tricks the jack of diamonds lay."""

    def said(self, raw: Mapping[str, Any]) -> Iterator[Text]:
        yield Text("{player} {jack}", {"player": seat_name(raw[self.name]), "jack": self.head})


POINTS = PointsOfEach(
    "points",
    _("Hearts taken, and ♠Q; or 26 for a moon"),
    _("points"),
    typed=_("the points of each player"),
    together=ALL_POINTS,
)
JACK = Jack("jack", _("Jack of diamonds"), _("jack of diamonds"), head=_("♦J"))
MOON = OneOf(
    "moon",
    _("The moon"),
    answers=(
        Answer(Moon.OTHERS, _("added to the others"), _("added to the others"), _("o others"), box="+26"),
        Answer(Moon.SELF, _("taken off"), _("taken off"), _("s self"), box="−26"),
    ),
)


def _hand(*items: PointsOfEach | Jack | OneOf) -> Hand:
    """Return the hand with these items, of which the ledger says the jack first: a narrow one cuts off the end."""
    told = tuple(item for item in (JACK, POINTS, MOON) if item in items)
    call = Call(PLAYED, _("Hand"), _("h hand"), "", items, said=Text(""), told=told)
    return Hand(calls=(call,), starts_with=PLAYED)


HANDS: Mapping[tuple[bool, bool], Hand] = {
    (False, False): _hand(POINTS),
    (False, True): _hand(POINTS, MOON),
    (True, False): _hand(POINTS, JACK),
    (True, True): _hand(POINTS, JACK, MOON),
}
"""What is recorded, by whether the jack counts and whether the shooter chooses what a moon does."""
