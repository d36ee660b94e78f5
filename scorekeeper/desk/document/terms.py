"""The terms of a tournament."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from enum import StrEnum
from itertools import pairwise
from typing import Annotated, Any, NamedTuple

from pydantic import AfterValidator, BeforeValidator, Field, PlainValidator, TypeAdapter, WrapValidator

from games.scoring.errors import Code, RuleError
from games.scoring.fields import either, refuse_strangers
from games.scoring.numbers import MOST
from games.scoring.rules import AnyRules
from games.scoring.text import message as _
from scorekeeper.desk.document.game import TournamentGame
from scorekeeper.desk.document.values import (
    AMOUNT,
    FROM_ONE,
    LIST,
    NAME,
    NOTHING_ELSE,
    OBJECT,
    one_of,
    read_as,
    read_number,
    read_whole,
    read_word,
    refused,
    whole_from,
)
from scorekeeper.desk.seating.requests import SeatingMethod

FIXED = "fixed"
"""The seating of a round that the desk typed or imported; the other words are those of `SeatingMethod`."""
SEATINGS = (*(method.value for method in SeatingMethod), FIXED)
ODD_SIZES = (3, 5)
TEAM = "team"
PERCENT = 100


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


def tie_breaks_of(rules: AnyRules) -> tuple[TieBreak, ...]:
    """Return the tie-breaks that a game has."""
    of_games = (TieBreak.WON, TieBreak.LOST)
    return tuple(word for word in TieBreak if rules.counts_games or word not in of_games)


@dataclass(frozen=True, kw_only=True, slots=True)
class SpecialPrize:
    """A prize beside those by place; with a category, only for those in it."""

    __pydantic_config__ = NOTHING_ELSE
    what: Annotated[SpecialFor, Field(alias="for"), one_of(SpecialFor)]
    cents: Annotated[int, Field(alias="amount"), AMOUNT]
    category: Annotated[str | None, NAME] = None


def _at_most_all(percent: tuple[int, ...]) -> tuple[int, ...]:
    if sum(percent) > PERCENT:
        raise refused(Code.TOTAL, _("These add up to {total} per cent, more than 100.", total=sum(percent)))
    return percent


@dataclass(frozen=True, kw_only=True, slots=True)
class Prizes:
    """Prizes by place, in cents or in per cent of the pool, and special prizes.

    With `every`, one place wins for every full `every` entries, and at least one.
    """

    __pydantic_config__ = NOTHING_ELSE
    amounts: tuple[Annotated[int, AMOUNT], ...] = ()
    percent: Annotated[tuple[Annotated[int, whole_from(0, PERCENT)], ...], AfterValidator(_at_most_all)] = ()
    every: Annotated[int | None, FROM_ONE] = None
    special: tuple[SpecialPrize, ...] = ()


def _falling(points: tuple[int, ...]) -> tuple[int, ...]:
    if any(later > before for before, later in pairwise(points)):
        raise refused(Code.OUT_OF_RANGE, _("A later place can’t have more points than one before it."))
    return points


class LossStep(NamedTuple):
    """Each lost game of a round, from this one on, costs this many cents."""

    game: Annotated[int, FROM_ONE]
    cents: Annotated[int, AMOUNT]


def _pair(raw: Any) -> Any:
    if type(raw) is not list:
        raise refused(Code.INVALID, LIST)
    if len(raw) != len(LossStep._fields):
        raise refused(Code.INVALID, _("This must be the number of a lost game and its price."))
    return raw


def _read_seating(raw: Any, read_list: Callable[[Any], tuple[str, ...]]) -> tuple[str, ...]:
    return read_list(raw) if type(raw) is list else (read_word(raw, SEATINGS),)


def _read_size(raw: Any, sizes: Sequence[int]) -> int:
    number = read_whole(raw, -MOST, MOST)
    if number not in sizes:
        message = _("This must be {choices}, not {given}.", choices=either(sizes), given=number)
        raise refused(Code.OUT_OF_RANGE, message)
    return number


TIE_BREAK = PlainValidator(lambda raw, reading: read_word(raw, tie_breaks_of(reading.context.rules)))
"""Reads one of the tie-breaks that the game has, which is the context."""
TABLE_SIZE = PlainValidator(lambda raw, reading: _read_size(raw, reading.context.rule_set.players))
"""Reads one of the sizes of tables that the rules allow."""


@dataclass(frozen=True, kw_only=True, slots=True)
class TournamentTerms:
    """The terms of a tournament. Money is in cents, and None where the terms have none of it.

    * `hands` are the planned hands of a round by the size of the table.
    * `seating` is one word for all rounds, or one for each.
    * `odd_tables` is the size of tables that are not of four, if the game allows several; `table_size` that of all
      tables, even if more people sit out. `tables` is their number, and None for as many as are needed.
    * `team_size` is that of a full team; one with a player fewer in a round counts as full.
    * `match_points` are those of a round by place among the teams that meet; without any, teams rank by their totals.
    """

    __pydantic_config__ = NOTHING_ELSE
    rounds: Annotated[int, FROM_ONE]
    hands: dict[int, Annotated[int, FROM_ONE]] = field(default_factory=dict)
    seating: Annotated[tuple[Annotated[str, one_of(SEATINGS)], ...], WrapValidator(_read_seating)] = (SEATINGS[0],)
    keep_apart: Annotated[bool, PlainValidator(lambda raw: read_word(raw, (TEAM,)) == TEAM)] = False
    seed: Annotated[int | None, PlainValidator(read_number)] = None
    odd_tables: Annotated[int, PlainValidator(lambda raw: _read_size(raw, ODD_SIZES))] = 5
    table_size: Annotated[int | None, TABLE_SIZE] = None
    tables: Annotated[int | None, FROM_ONE] = None
    missed: Annotated[Missed, one_of(Missed)] = Missed.NOTHING
    tie_breaks: tuple[Annotated[TieBreak, TIE_BREAK], ...] = ()
    team_size: Annotated[int | None, whole_from(2)] = None
    match_points: Annotated[tuple[Annotated[int, whole_from(0)], ...], AfterValidator(_falling)] = ()
    entry_fee: Annotated[int | None, AMOUNT] = None
    house_share: Annotated[int, AMOUNT] = 0
    loss_money: tuple[Annotated[LossStep, BeforeValidator(_pair)], ...] | None = None
    loss_money_to: Annotated[LossMoneyTo, one_of(LossMoneyTo)] = LossMoneyTo.HOUSE
    prizes: Prizes | None = None

    @property
    def have_money(self) -> bool:
        """Whether there is a fee, loss money or a prize."""
        return self.entry_fee is not None or self.loss_money is not None or self.prizes is not None

    def seating_of(self, number: int) -> str:
        """Return how the round of this number, counted from 1, is seated."""
        return self.seating[0] if len(self.seating) == 1 else self.seating[number - 1]


TERMS = TypeAdapter(TournamentTerms)


def read_terms(raw: Mapping[str, Any], game: TournamentGame) -> TournamentTerms:
    """Return the terms; refuse what the game doesn't have, such as loss money outside Skat."""
    names = [term.name for term in fields(TournamentTerms) if has_term(term.name, game.rules)]
    refuse_strangers(frozenset(names), raw, "terms.")
    if isinstance(hands := raw.get("hands"), dict):
        refuse_strangers(frozenset(map(str, game.rule_set.players)), hands, "terms.hands.")
    for name, shape in (("loss_money", LIST), ("prizes", OBJECT)):
        if raw.get(name, shape) is None:  # which stands for none inside the app
            raise RuleError(Code.INVALID, f"terms.{name}", shape)
    terms = read_as(TERMS, raw, "terms", game)
    for place, (before, step) in enumerate(pairwise(terms.loss_money or ()), 1):
        if step.game <= before.game:
            message = _("Each step must begin later than the one before it.")
            raise RuleError(Code.OUT_OF_RANGE, f"terms.loss_money.{place}.0", message)
    if {"amounts", "percent"} <= raw.get("prizes", {}).keys():
        message = _("Prizes are either amounts or percentages of the pool.")
        raise RuleError(Code.UNKNOWN_FIELD, "terms.prizes.percent", message)
    if type(raw.get("seating")) is list and len(terms.seating) != terms.rounds:
        message = _(
            "This must be one word for all rounds, or a list of {rounds}, not of {given}.",
            rounds=terms.rounds,
            given=len(terms.seating),
        )
        raise RuleError(Code.INVALID, "terms.seating", message)
    if TieBreak.LOT in terms.tie_breaks and terms.seed is None:
        message = _("Drawing lots needs a seed number, so that the draw can be repeated.")
        raise RuleError(Code.REQUIRED, "terms.seed", message)
    if terms.house_share > (terms.entry_fee or 0):
        message = _("The house share can’t be more than the entry fee.")
        raise RuleError(Code.OUT_OF_RANGE, "terms.house_share", message)
    return terms


def has_term(name: str, rules: AnyRules) -> bool:
    """Return whether the terms of a game can have this one."""
    return name not in BELONGS or BELONGS[name](rules)


def _counts_games(rules: AnyRules) -> bool:
    return rules.counts_games


def _has_odd_tables(rules: AnyRules) -> bool:
    """Return whether the game is played at tables of three and of five, so that one is chosen.

    A list of games won and lost is of three where it isn't of four.
    """
    return _sizes(rules).issuperset(ODD_SIZES) and not rules.counts_games


def _sizes(rules: AnyRules) -> set[int]:
    return {size for rule_set in rules.rule_sets.values() for size in rule_set.players}


BELONGS: Mapping[str, Callable[[AnyRules], bool]] = {
    "odd_tables": _has_odd_tables,
    "table_size": lambda rules: len(_sizes(rules)) > 1,
    "loss_money": _counts_games,
    "loss_money_to": _counts_games,
}
"""Which games have the terms that not all have."""
