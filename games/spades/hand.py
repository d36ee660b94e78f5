"""What is recorded of a hand of Spades: the bid of each team, the tricks of the first, and the nils."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import KW_ONLY, dataclass, replace
from typing import Any, NamedTuple

from games.scoring.errors import Code, RuleError
from games.scoring.fields import Field, Fields, FlagField, PlayerField, RecordsField, WholeField
from games.scoring.hand import NEVER, Call, Count, Hand, Item, seat_name
from games.scoring.naming import Reading
from games.scoring.sides import PARTNERS
from games.scoring.text import SeatName, Text, joined, plural_message
from games.scoring.text import message as _
from games.scoring.types import SeatNumber

PLAYED = "hand"
"""The only call."""
ALL_TRICKS = 13
NILS = "nils"
TEAMS = ("team1", "team2")
"""What documents call the teams: the first and third player, and the second and fourth."""
TEAM_NAMES = tuple(Text("{one} + {other}", {"one": SeatName(one), "other": SeatName(other)}) for one, other in PARTNERS)

NIL, BLIND = _("nil"), _("blind nil")


class Nil(NamedTuple):
    """A bid of no trick, possibly before its bidder saw the cards, and the tricks that he took all the same."""

    player: SeatNumber
    blind: bool = False
    tricks: int = 0


class Outcome(NamedTuple):
    """The outcome of one deal. A team's bid is what its partners bid together; a nil adds nothing to it."""

    call: str
    bid_team1: int = 0
    bid_team2: int = 0
    tricks: int = 0
    nils: tuple[Nil, ...] = ()

    @property
    def bids(self) -> tuple[int, int]:
        return self.bid_team1, self.bid_team2

    @property
    def taken(self) -> tuple[int, int]:
        """The tricks of each team."""
        return self.tricks, ALL_TRICKS - self.tricks

    def nils_of(self, team: int) -> list[Nil]:
        return [nil for nil in self.nils if nil.player in PARTNERS[team]]


# The declaration


@dataclass(frozen=True, kw_only=True)
class OtherPlayerField(PlayerField):
    """A player who is not among those `named` before."""

    named: frozenset[SeatNumber] = frozenset()

    def read(self, value: Any, place: str, reading: Reading) -> SeatNumber:
        seat = super().read(value, place, reading)
        if seat in self.named:
            raise RuleError(Code.SAME_PLAYER, place, _("{player} is named twice.", player=SeatName(seat)))
        return seat


@dataclass(frozen=True, kw_only=True)
class NilsField(RecordsField):
    """The nils of a hand, each by another player."""

    def read(self, value: Any, place: str, reading: Reading) -> tuple[Any, ...]:
        if type(value) is not list:
            return super().read(value, place, reading)
        nils: list[Nil] = []
        _player, *others = self.fields
        for number, raw in enumerate(value):
            player = OtherPlayerField(name="player", named=frozenset(nil.player for nil in nils))
            fields = replace(self, fields=Fields((player, *others)))
            nils.append(fields.record(raw, f"{place}.{number}", reading))
        return tuple(nils)


@dataclass(frozen=True, eq=False)
class Nils(Item):
    """The nils of a hand, with the tricks of each bidder; `with_blind` if they can be bid blind."""

    missing: Text = NEVER
    _: KW_ONLY
    with_blind: bool

    @property
    def fields(self) -> tuple[Field, ...]:
        blind = (FlagField(name="blind", default=False),) if self.with_blind else ()
        tricks = WholeField(name="tricks", low=0, high=ALL_TRICKS, default=0)
        return (NilsField(name=self.name, fields=Fields((PlayerField(name="player"), *blind, tricks)), make=Nil),)

    def said(self, raw: Mapping[str, Any]) -> Iterator[Text]:
        yield from (nil_words(**nil) for nil in raw.get(self.name, ()))


def nil_words(player: object, blind: bool = False, tricks: int = 0) -> Text:
    """Return a nil with its result.

    >>> str(nil_words(0)), str(nil_words(3, blind=True, tricks=2))
    ('1: nil, made', '4: blind nil, failed with 2 tricks')
    """
    values = {"player": seat_name(player), "nil": BLIND if blind else NIL}
    if not tricks:
        return _("{player}: {nil}, made", **values)
    return plural_message(
        "{player}: {nil}, failed with {number} trick", "{player}: {nil}, failed with {number} tricks", tricks, **values
    )


@dataclass(frozen=True, eq=False)
class SpadesCall(Call):
    """The call of a hand, in which the figures of the two teams stand beside each other."""

    def undertaken(self, raw: Mapping[str, Any]) -> Text:
        bids = _("bids {first} – {second}", first=raw["bid_team1"], second=raw["bid_team2"])
        tricks = _("tricks {first} – {second}", first=raw["tricks"], second=ALL_TRICKS - raw["tricks"])
        return joined([bids, tricks])


_BARE = Text("{number}")


def _bid(team: int, head: Text) -> Count:
    values = {"team": TEAM_NAMES[team]}
    return Count(
        f"bid_{TEAMS[team]}",
        _("Bid of {team}", **values),
        _("bid of {team}", **values),
        head=head,
        high=ALL_TRICKS,
        one=_BARE,
        called=True,
    )


BIDS = (_bid(0, _("Bid 1 + 3")), _bid(1, _("Bid 2 + 4")))
TRICKS = Count(
    "tricks",
    _("Tricks, {team} first", team=TEAM_NAMES[0]),
    _("tricks"),
    head=_("Tricks 1 + 3"),
    typed=_("tricks of {team}", team=TEAM_NAMES[0]),
    high=ALL_TRICKS,
    one=_BARE,
)


def _hand(with_blind: bool) -> Hand:
    nils = Nils(NILS, _("Nil"), with_blind=with_blind, called=True, rare=True)
    call = SpadesCall(PLAYED, _("Hand"), Text(PLAYED), "", (*BIDS, TRICKS, nils), told=(nils,))
    return Hand(
        calls=(call,),
        starts_with=PLAYED,
        folded=_("Nil, dealer, note"),
        set_call=_("Set the bids"),
        clear_call=_("Clear the bids"),
    )


HANDS = {with_blind: _hand(with_blind) for with_blind in (True, False)}
"""What is recorded, by whether a nil can be bid blind."""
