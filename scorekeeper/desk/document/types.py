"""A tournament as its document describes it, after all checks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from games.scoring.documents import read_players
from games.scoring.rules import AnyRules
from games.scoring.types import OptionValue, RuleSet, Table
from scorekeeper.desk.seating.requests import count_meetings

FIXED = "fixed"
"""The seating of a round that the desk typed or imported; the other words are those of `SeatingMethod`."""


class Missed(StrEnum):
    """What counts for a round in which an entry sat at none of the tables."""

    NOTHING = "nothing"
    AVERAGE = "average"


class LossMoneyTo(StrEnum):
    """Where the loss money goes."""

    HOUSE = "house"
    POOL = "pool"


class TieBreak(StrEnum):
    """What is compared between entries or teams with the same total."""

    BEST_ROUND = "best_round"
    LAST_ROUND = "last_round"
    ROUNDS_WON = "rounds_won"
    WON = "won"
    LOST = "lost"
    LOT = "lot"


class SpecialFor(StrEnum):
    """What a special prize is for."""

    BEST_ROUND = "best_round"
    BEST = "best"
    LAST = "last"


class Penalty(NamedTuple):
    """Points that are taken off an entry in a round at one of whose tables it sits."""

    round: int
    points: int
    reason: str


@dataclass(frozen=True, kw_only=True, slots=True)
class DocumentEntry:
    """A player with a start number; `withdrawn_after` is the last round that they took part in, 0 for none."""

    number: int
    name: str
    team: str | None = None
    tandem: str | None = None
    category: str | None = None
    withdrawn_after: int | None = None
    penalties: tuple[Penalty, ...] = ()

    def penalty_in(self, number: int) -> int:
        """Return the points that are taken off in the round of this number."""
        return sum(penalty.points for penalty in self.penalties if penalty.round == number)

    def plays(self, number: int) -> bool:
        """Return whether the entry had not yet withdrawn in the round of this number, counted from 1."""
        return self.withdrawn_after is None or number <= self.withdrawn_after


@dataclass(frozen=True, kw_only=True, slots=True)
class SpecialPrize:
    """A prize beside those by place; with a category, only for those in it."""

    what: SpecialFor
    cents: int
    category: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Prizes:
    """Prizes by place, in cents or in per cent of the pool, and special prizes.

    With `every`, one place wins for every full `every` entries, and at least one.
    """

    amounts: tuple[int, ...] = ()
    percent: tuple[int, ...] = ()
    every: int | None = None
    special: tuple[SpecialPrize, ...] = ()


class LossStep(NamedTuple):
    """Each lost game of a round, from this one on, costs this many cents."""

    game: int
    cents: int


@dataclass(frozen=True, kw_only=True, slots=True)
class TournamentTerms:
    """The terms of a tournament. Money is in cents, and None where the terms have none of it.

    * `hands` are the planned hands of a round by the size of the table.
    * `seating` is one word for all rounds, or one for each.
    * `odd_tables` is the size of tables that are not of four, if the game allows several.
    """

    rounds: int
    hands: Mapping[int, int] = field(default_factory=dict)
    seating: tuple[str, ...]
    keep_apart: bool = False
    seed: int | None = None
    odd_tables: int = 5
    missed: Missed = Missed.NOTHING
    tie_breaks: tuple[TieBreak, ...] = ()
    entry_fee: int | None = None
    house_share: int = 0
    loss_money: tuple[LossStep, ...] | None = None
    loss_money_to: LossMoneyTo = LossMoneyTo.HOUSE
    prizes: Prizes | None = None

    @property
    def have_money(self) -> bool:
        """Whether there is a fee, loss money or a prize, and so a cash report."""
        return self.entry_fee is not None or self.loss_money is not None or self.prizes is not None

    def seating_of(self, number: int) -> str:
        """Return how the round of this number, counted from 1, is seated."""
        return self.seating[0] if len(self.seating) == 1 else self.seating[number - 1]


class RoundResult(NamedTuple):
    """What a round at a table brought the player of a seat.

    `points` are the game points; `round_points` count in the ranking, less the `penalty`. Games won and lost are 0
    where a game doesn't count them.
    """

    points: int
    round_points: int
    won: int
    lost: int
    penalty: int = 0

    def less(self, penalty: int) -> RoundResult:
        """Return the result with a penalty."""
        return self._replace(round_points=self.round_points - penalty, penalty=penalty)


@dataclass(frozen=True, kw_only=True)
class RoundTable:
    """A table of a round: the names in seat order and, once it has been played, their results."""

    seats: tuple[str, ...]
    results: tuple[RoundResult, ...] | None = None


@dataclass(frozen=True, kw_only=True)
class DocumentRound:
    """The tables of a round, table 1 first, and the names of those who sit out."""

    tables: tuple[RoundTable, ...]
    out: tuple[str, ...] = ()

    @cached_property
    def seated(self) -> frozenset[str]:
        """The names at all tables."""
        return frozenset(name for table in self.tables for name in table.seats)

    @cached_property
    def results(self) -> dict[str, RoundResult]:
        """The results by name, of the tables that have been played; empty if there are none."""
        return {
            name: result
            for table in self.tables
            if table.results is not None
            for name, result in zip(table.seats, table.results, strict=True)
        }


@dataclass(frozen=True, kw_only=True, slots=True)
class TournamentGame:
    """The game of all tables, with its rule set and all options."""

    rules: AnyRules
    rule_set: RuleSet
    options: Mapping[str, OptionValue]

    def table(self, players: tuple[str, ...]) -> Table:
        """Return a table of these players; raise `RuleError` if the game can't be played there."""
        read_players(self.rule_set, list(players))
        return self.rules.table(players, rules=self.rule_set.slug, options=self.options)


@dataclass(frozen=True, kw_only=True)
class TournamentDocument:
    """A tournament of the kind `rounds`: the game, the entries, the terms, and the rounds so far."""

    game: TournamentGame
    entries: tuple[DocumentEntry, ...]
    terms: TournamentTerms
    rounds: tuple[DocumentRound, ...]

    @property
    def meetings(self) -> Mapping[frozenset[str], int]:
        """How often any two have sat at one table so far."""
        return count_meetings([table.seats for table in one.tables] for one in self.rounds)
