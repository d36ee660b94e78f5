"""Types shared by all games: tables, options, entries, corrections and contests."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import KW_ONLY, dataclass, field
from operator import add
from typing import NamedTuple, NewType, Protocol, Self

from games.scoring.tariffs import Figures, OwnTariff
from games.scoring.text import Text
from games.scoring.text import message as _

SeatNumber = NewType("SeatNumber", int)
"""A place at the table, counted from 0 in the order of the deal."""

Amounts = tuple[int, ...]
"""Signed counters that each seat gains, in seat order."""

OptionValue = bool | int | str
NO_SOURCE = Text("")


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a rule set, of one of three kinds.

    With `choices` (value and words), it is one of these, by default the first; with `low`, a whole number from `low`,
    its default, to `high`; with neither, true or false. If `players` is set, the option has an effect, and is shown,
    only with these numbers of players. The form of a new session offers a `proposed` value in place of the default with
    a choice of another option, given as its name and value before that.
    """

    name: str
    label: Text
    help: Text
    _: KW_ONLY
    default: OptionValue = False
    choices: tuple[tuple[str, Text], ...] = ()
    low: int | None = None
    high: int | None = None
    players: tuple[int, ...] = ()
    proposed: tuple[tuple[str, OptionValue, OptionValue], ...] = ()

    def __post_init__(self) -> None:
        if self.default is False and (self.choices or self.low is not None):
            object.__setattr__(self, "default", self.choices[0][0] if self.choices else self.low)

    def in_words(self, value: OptionValue) -> Text:
        """Return what is chosen: "Played to: 500", or only the label of what is switched on."""
        if isinstance(value, bool):
            return self.label if value else _("{option}: no", option=self.label)
        return _("{option}: {value}", option=self.label, value=dict(self.choices).get(str(value), value))


@dataclass(frozen=True, slots=True)
class RuleSet:
    """A named bundle of rules, with the possible numbers of players and its options.

    `summary` is a sentence for the page on which it is chosen. `version` is stored with each hand. Where the lowest
    total wins, payments can't settle the totals themselves, so they are paid by difference. A stake is for each point,
    or for each game won if it is `stake_per_game`.
    """

    slug: str
    name: Text
    summary: Text
    _: KW_ONLY
    players: tuple[int, ...]
    options: tuple[Option, ...] = ()
    version: int = 1
    lowest_wins: bool = False
    stake_per_game: bool = False


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph of the rules page: its slug, its heading, and the rule that lines refer to, with its source."""

    slug: str
    title: Text
    sentence: Text
    source: Text = NO_SOURCE


@dataclass(frozen=True, kw_only=True)
class Table:
    """The players in seat order, and their rule set with all options filled in.

    `figures` are the tariff to play for: the printed figures, overridden by those of the club's own `tariff`.
    """

    players: tuple[str, ...]
    rules: str
    options: Mapping[str, OptionValue]
    first_dealer: SeatNumber
    tariff: OwnTariff | None = None
    figures: Figures = field(default_factory=dict, compare=False)

    size: int = field(init=False, compare=False)
    seats: tuple[SeatNumber, ...] = field(init=False, compare=False)

    def __post_init__(self) -> None:
        # Fields, since every hand reads them several times.
        object.__setattr__(self, "size", len(self.players))
        object.__setattr__(self, "seats", tuple(SeatNumber(number) for number in range(len(self.players))))

    def after(self, seat: SeatNumber) -> SeatNumber:
        """Return the next seat in the order of the deal."""
        return self.seats[(seat + 1) % self.size]


class State(Protocol):
    """What is carried from hand to hand: a named tuple with the dealer of the next hand, and whatever a game adds.

    Not a frozen dataclass, which takes several times as long to make: a ledger has one for each hand.
    """

    @property
    def dealer(self) -> SeatNumber: ...

    def __hash__(self) -> int: ...

    def _replace(self, *, dealer: SeatNumber) -> Self: ...


class Deal(NamedTuple):
    """The state of a game that carries nothing but the deal from hand to hand."""

    dealer: SeatNumber


class Line(NamedTuple):
    """One reason why counters move: the slug of the rule's paragraph, a label, and what each seat gains."""

    rule: str
    label: Text
    amounts: Amounts


class Entry(NamedTuple):
    """The effect of one hand: its lines, and their sum for each seat."""

    lines: tuple[Line, ...]
    amounts: Amounts

    @classmethod
    def from_lines(cls, size: int, lines: Iterable[Line]) -> Entry:
        """Sum up the lines for a table of `size` seats; without lines the amounts are zero."""
        lines = tuple(lines)
        if len(lines) == 1:
            return cls(lines, lines[0].amounts)
        if not lines:
            return cls(lines, (0,) * size)
        sums: Iterable[int] = lines[0].amounts
        for line in lines[1:]:
            sums = map(add, sums, line.amounts)  # half the time of summing column by column
        return cls(lines, tuple(sums))


CORRECTION = "correction"
"""The call of a correction, in every game."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Correction:
    """The outcome of a correction: counters moved by hand. The same for every game; the hand's note has the reason."""

    amounts: Amounts
    call: str = CORRECTION


class Contest(NamedTuple):
    """The sides of a hand and what was undertaken, for statistics.

    * `side` are the players who undertook `call`; with an empty `call`, one of two partnerships.
    * `opponents` played together against them; players who play for themselves are on neither side.
    * `made` is whether the side made its call, or None if that doesn't apply.

    In a game without calls, `call` can be one of the rules' `parts`, in which the side then wins or loses.
    """

    call: str
    side: tuple[SeatNumber, ...]
    opponents: tuple[SeatNumber, ...]
    made: bool | None

    @classmethod
    def against_the_rest(
        cls, call: str, side: tuple[SeatNumber, ...], *, playing: Iterable[SeatNumber], made: bool
    ) -> Contest:
        """Return the contest of a side against all others who play the hand.

        >>> first, second, third = map(SeatNumber, range(3))
        >>> Contest.against_the_rest("solo", (second,), playing=(first, second, third), made=True)
        Contest(call='solo', side=(1,), opponents=(0, 2), made=True)
        """
        return cls(call, side, tuple([seat for seat in playing if seat not in side]), made)


class EnteredHand(NamedTuple):
    """An outcome with the stated dealer, if not the expected one, and a note."""

    outcome: object
    dealer: SeatNumber | None = None
    note: str = ""


class ScoredHand(NamedTuple):
    """A hand with its dealer (None for a correction), its entry, and the totals and state after it."""

    hand: EnteredHand
    dealer: SeatNumber | None
    entry: Entry
    totals: Amounts
    state: State
