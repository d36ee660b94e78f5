"""What every game is told and what every game answers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, NewType

from games.scoring.text import Text

if TYPE_CHECKING:
    from games.scoring.tariffs import Figures, OwnTariff

Seat = NewType("Seat", int)
"""A place at the table, counted from 0 the way the deal goes round."""

Amounts = tuple[int, ...]
"""Signed counters that each seat gains, in seat order."""

OptionValue = bool | int | str


@dataclass(frozen=True, kw_only=True, slots=True)
class Option:
    """A switch of a rule set: true or false, one of some words, or a whole number in a range.

    Exactly one of three kinds: `choices` (value and words, the default among them), `low` (a whole number from there to
    `high`), or neither (true or false). `players` limits where the option has an effect; elsewhere it is not shown.
    """

    name: str
    label: Text
    help: Text
    default: OptionValue
    choices: tuple[tuple[str, Text], ...] = ()
    low: int | None = None
    high: int | None = None
    players: tuple[int, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class RuleSet:
    """A named bundle of rules: how many may play, its switches, and a version kept with each stored hand.

    `summary` is a sentence for the people who choose; `counter` is what one unit of the ledger is called.
    """

    slug: str
    name: Text
    summary: Text
    players: tuple[int, ...]
    options: tuple[Option, ...] = ()
    version: int = 1


@dataclass(frozen=True, kw_only=True, slots=True)
class Paragraph:
    """A paragraph of the rules page: its slug, heading and the sentence that a line rests on, with its source."""

    slug: str
    title: Text
    sentence: Text
    source: Text


@dataclass(frozen=True, kw_only=True)
class Table:
    """Who sits where, and the rule set with all its options filled in.

    `figures` are those of the tariff that is played for: the printed ones, with those of the club's own `tariff`.
    """

    players: tuple[str, ...]
    rules: str
    options: Mapping[str, OptionValue]
    first_dealer: Seat
    tariff: OwnTariff | None = None
    figures: Figures = field(default_factory=dict, compare=False)

    @cached_property
    def size(self) -> int:
        return len(self.players)

    @cached_property
    def seats(self) -> tuple[Seat, ...]:
        return tuple(Seat(number) for number in range(len(self.players)))

    def after(self, seat: Seat) -> Seat:
        """The next seat in the order of the deal."""
        return Seat((seat + 1) % len(self.players))


@dataclass(frozen=True, kw_only=True)
class State:
    """What is carried from hand to hand; a game adds its own. `dealer` deals the next hand."""

    dealer: Seat


class Line(NamedTuple):
    """One reason why counters move: the paragraph it rests on, in words, and what each seat gains by it."""

    rule: str
    label: Text
    amounts: Amounts


class Entry(NamedTuple):
    """All that one hand moved. The amounts are the sum of the lines."""

    lines: tuple[Line, ...]
    amounts: Amounts

    @classmethod
    def of(cls, size: int, lines: Iterable[Line]) -> Entry:
        """Sum up the lines for a table of `size` seats; without lines nothing moved."""
        lines = tuple(lines)
        if len(lines) == 1:
            return cls(lines, lines[0].amounts)
        if not lines:
            return cls(lines, (0,) * size)
        return cls(lines, tuple(map(sum, zip(*[line.amounts for line in lines], strict=True))))


CORRECTION = "correction"
"""The call of every game's corrections."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Correction:
    """Counters moved by hand, with the reason; the same for every game."""

    amounts: Amounts
    call: str = CORRECTION


class Contest(NamedTuple):
    """Who played a hand together, and what of it was undertaken.

    `side` are those who undertook `call`, or where nobody undertook anything (`call` empty) one of two partnerships;
    `opponents` played together against them, and stand in neither where everybody played for himself. `made` is whether
    they made what they undertook, None where that is no question. In a game without calls `call` can be one of the
    rules' `parts` instead: then it is won or lost in that part.
    """

    call: str
    side: tuple[Seat, ...]
    opponents: tuple[Seat, ...]
    made: bool | None

    @classmethod
    def against_the_rest(cls, call: str, side: tuple[Seat, ...], *, playing: Iterable[Seat], made: bool) -> Contest:
        """What a side undertakes against all the others who play the hand.

        >>> Contest.against_the_rest("solo", (Seat(1),), playing=(Seat(0), Seat(1), Seat(2)), made=True)
        Contest(call='solo', side=(1,), opponents=(0, 2), made=True)
        """
        return cls(call, side, tuple([seat for seat in playing if seat not in side]), made)


class Hand(NamedTuple):
    """An outcome with what any hand may carry: the dealer, where it was not the expected one, and a note."""

    outcome: object
    dealer: Seat | None = None
    note: str = ""
