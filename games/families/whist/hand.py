"""What the whist games of two sides record of a hand: who won the odd trick, the tricks, and revokes with penalties.

The side with more than six tricks wins the *odd trick*. People name that side and its own numbers; an outcome has those
of the first side, and the other side has the rest. At a revoke, the other side chooses the penalty.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import KW_ONLY, dataclass, field
from enum import StrEnum
from typing import Any, Generic, NamedTuple

from games.scoring.fields import Field, Fields, RecordsField, WordField
from games.scoring.hand import NEVER, Answer, Call, Count, Hand, Item
from games.scoring.sides import SIDE_WORDS, Side, SideT
from games.scoring.text import Text
from games.scoring.text import message as _

ALL_TRICKS = 13
BOOK = 6
"""The first six tricks of a side, which don't count."""
PLAYED = "hand"
"""The call of a hand that was played; documents leave it out."""

_WON_BY, _ODD_TRICK, _ODD_TRICK_BOXES = _("The odd trick was won by"), _("odd trick"), _("Odd trick")
_TRICKS_OF_SIDE, _TRICKS, _TRICKS_BOXES = _("Tricks of that side"), _("tricks"), _("Tricks")
_TRICKS_MADE = _("tricks {number} – {others}")
_HONOURS, _HONOURS_MISSING, _HONOURS_HELD = _("Honours"), _("honours"), _("honours {number} – {others}")
_REVOKES = _("Revokes")


class Penalty(StrEnum):
    """The penalties for a revoke, of which the other side chooses one, in the order in which they are applied."""

    DEDUCT = "deduct"
    ADD = "add"
    TRICKS = "tricks"


PENALTIES: Mapping[str, Text] = {
    Penalty.DEDUCT: _("3 points off"),
    Penalty.ADD: _("3 points to the others"),
    Penalty.TRICKS: _("3 tricks taken"),
}
SPELLED: Mapping[str, Text] = {
    Penalty.DEDUCT: _("o off"),
    Penalty.ADD: _("a added"),
    Penalty.TRICKS: _("t tricks"),
}
"""The spellings of the penalties in shorthand."""
BOXES: Mapping[str, Text | str] = {Penalty.DEDUCT: "−3", Penalty.ADD: "+3", Penalty.TRICKS: _("3 tr")}
"""The heads of their boxes on the sheet for the camera."""


class Revoke(NamedTuple, Generic[SideT]):
    """A revoke: the side that made it, and the penalty that the other side chose, if it has a choice."""

    by: SideT
    penalty: Penalty = Penalty.TRICKS


@dataclass(frozen=True, eq=False)
class SideWords(Answer):
    """The words for a side. `revoked` are the spellings of a revoke by it."""

    _: KW_ONLY
    revoked: Text


Sides = tuple[SideWords, SideWords]


def _partners(side: Side, short: Text, revoked: Text, box: str) -> SideWords:
    names = SIDE_WORDS[side]
    return SideWords(side, names, names, short, revoked=revoked, box=box)


BOTH_SIDES = (
    _partners(Side.AB, _("ab a-b"), _("rab revoke-of-a-b"), "A–B"),
    _partners(Side.YZ, _("yz y-z"), _("ryz revoke-of-y-z"), "Y–Z"),
)
"""The sides of fixed partners."""


@dataclass(frozen=True, eq=False)
class OddTrick(Item):
    """The side that won the odd trick, which fills no field: it follows from the tricks."""

    name: str = "side"
    label: Text = _WON_BY
    missing: Text = _ODD_TRICK
    _: KW_ONLY
    head: Text | None = _ODD_TRICK_BOXES
    sides: Sides

    @property
    def fields(self) -> tuple[Field, ...]:
        return ()


@dataclass(frozen=True, eq=False)
class OfFirstSide(Count):
    """A number of the first side, such as its honours; the other side has the rest of `high`: the `others` in `one`."""

    def said(self, raw: Mapping[str, Any]) -> Iterator[Text]:
        if self.name in raw:
            number = raw[self.name]
            yield Text(self.one.template, {"number": number, "others": self.high - number})


@dataclass(frozen=True, eq=False)
class Tricks(OfFirstSide):
    """The tricks of the first side, asked for as those of the side that won the odd trick.

    Its chips show what they gain; `slam_apart` is whether a slam gains nothing there, because it is scored separately.
    `slams` are the words for the numbers that are a slam, by a side that didn't revoke.
    """

    name: str = "tricks"
    label: Text = _TRICKS_OF_SIDE
    missing: Text = _TRICKS
    _: KW_ONLY
    head: Text | None = _TRICKS_BOXES
    high: int = ALL_TRICKS
    one: Text = _TRICKS_MADE
    slam_apart: bool = False
    slams: Mapping[int, Text] = field(default_factory=dict)
    sides: tuple[str, str] = (Side.AB, Side.YZ)

    def said(self, raw: Mapping[str, Any]) -> Iterator[Text]:
        yield from super().said(raw)
        yield from self.slam_in(raw)

    def slam_in(self, raw: Mapping[str, Any]) -> Iterator[Text]:
        """Yield the words for a slam, if there was one."""
        tricks, offenders = raw.get(self.name, BOOK), {revoke["by"] for revoke in raw.get("revokes", ())}
        won = zip((tricks, self.high - tricks), self.sides, strict=True)
        yield from (self.slams[number] for number, side in won if number in self.slams and side not in offenders)

    def gain(self, won: int) -> int:
        return 0 if self.slam_apart and won == ALL_TRICKS else won - BOOK


@dataclass(frozen=True, eq=False)
class Honours(OfFirstSide):
    """The honours of the first side. If there is a `usual` number, it need not be tapped or typed."""

    name: str = "honours"
    label: Text = _HONOURS
    missing: Text = _HONOURS_MISSING
    _: KW_ONLY
    head: Text | None = _HONOURS
    one: Text = _HONOURS_HELD
    usual: int | None = None

    @property
    def needed(self) -> bool:
        return self.usual is None


@dataclass(frozen=True, eq=False)
class Revokes(Item):
    """The revokes of both sides, each with its penalty. A single penalty is not recorded.

    The penalty in tricks leaves `kept` of them to the side that revoked. It is impossible if there are no more, and
    under any of the conditions in `none_taken_with`.
    """

    name: str = "revokes"
    label: Text = _REVOKES
    missing: Text = NEVER
    _: KW_ONLY
    rare: bool = True
    sides: Sides
    penalties: Mapping[str, Text] = field(default_factory=lambda: PENALTIES)
    kept: int = 0
    none_taken_with: tuple[str, ...] = ()

    @property
    def fields(self) -> tuple[Field, ...]:
        by = WordField(name="by", words=tuple(side.value for side in self.sides))
        penalty = WordField(name="penalty", words=tuple(Penalty))
        of_revoke = Fields((by, penalty) if self.has_choice else (by,))
        return (RecordsField(name=self.name, fields=of_revoke, make=Revoke),)

    @property
    def has_choice(self) -> bool:
        """Whether the other side chooses among several penalties."""
        return len(self.penalties) > 1

    def said(self, raw: Mapping[str, Any]) -> Iterator[Text]:
        return self.in_words(raw.get(self.name, ()), {side.value: side.said for side in self.sides})

    def in_words(self, revokes: Iterable[Mapping[str, str]], names: Mapping[str, Text | str]) -> Iterator[Text]:
        """Yield each revoke in a few words, with these names of the sides."""
        for revoke in revokes:
            penalty = self.penalties[revoke.get("penalty", Penalty.TRICKS)]
            yield _("revoke: {side}, {penalty}", side=names[revoke["by"]], penalty=penalty)

    def never_taken(self, by: str) -> Iterator[str]:
        """Yield the conditions under which the side chosen in the group `by` has no trick that can be taken."""
        yield from self.none_taken_with
        first, other = (side.value for side in self.sides)
        for winner, loser in ((first, other), (other, first)):
            for won in range(ALL_TRICKS - self.kept, ALL_TRICKS + 1):
                yield f"side={winner}&tricks={won}&{by}={loser}"


def whist_hand(*items: Item, misdeals: tuple[Call, ...], told: tuple[Item, ...] = (), template: str) -> Hand:
    """Return the declaration of a game with one call that nobody makes: a hand with these items, or a misdeal."""
    played = Call(PLAYED, _("Played"), NEVER, NEVER, items, told=told, said=Text(""))
    return Hand(
        calls=(played, *misdeals), minor_legend=_("The deal"), template=template, folded=_("Revoke, dealer, note")
    )
