"""Random hands of any game, for benchmarks: all that its rules allow, about as often as tables play them.

Most hands are *usual*: one of the game's ten common hands with other players, and with numbers near its own. The others
are drawn from everything that the fields of a call accept. A hand that the rules refuse is drawn again.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

from games import common_hands, examples, registry
from games.scoring.codec import encode_hand
from games.scoring.errors import RuleError
from games.scoring.fields import (
    MISSING,
    Field,
    FlagField,
    PlayerField,
    PlayersField,
    PointsField,
    RecordsField,
    WholeField,
    WordField,
)
from games.scoring.naming import Naming
from games.scoring.replay import score_hand
from games.scoring.rules import AnyRules
from games.scoring.types import CORRECTION, Amounts, Option, OptionValue, ScoredHand, State, Table

Raw = Mapping[str, Any]

UNUSUAL, NOTED, NAMING_THE_DEALER, CORRECTED = 0.1, 0.03, 0.02, 0.01
"""The shares of hands that are not usual, that have a note or name their dealer, and that are corrections."""
STATED, STATED_IF_USUAL = 0.25, 0.05
"""How often a hand has an optional field."""
SPREAD = 1 / 10
"""The standard deviation of a number from that of the common hand, as a share of the field's range."""
UNLIMITED = 50
"""How far a number without an upper limit goes above the lowest."""
ATTEMPTS = 10_000
NAMES = ("Anne", "Bruno", "Chloé", "David", "Elsa", "Farid", "Greta")


class DrawnSession(NamedTuple):
    """A table and the hands drawn for it, with players by seat: what `replay` takes. The rules accept all of them."""

    rules: AnyRules
    table: Table
    hands: Sequence[Raw]
    naming: Naming


def draw_sessions(slug: str, hands: int, seed: int) -> list[DrawnSession]:
    """Return sessions with `hands` hands in all, equally many at each table of a game; a game that ends starts anew.

    The same seed always draws the same hands.
    """
    rules = registry.get(slug).rules
    tables, random = list(tables_of(rules)), Random(seed)  # noqa: S311 - nobody wins by guessing them
    return [
        session
        for number, table in enumerate(tables)
        for session in _sessions_at(rules, table, (hands + number) // len(tables), random)
    ]


def tables_of(rules: AnyRules) -> Iterator[Table]:
    """Yield a table for each rule set and number of players, and for each option one with another value."""
    for rule_set in rules.rule_sets.values():
        for size in rule_set.players:
            yield rules.table(NAMES[:size], rules=rule_set.slug)
        for option in rule_set.options:
            players = NAMES[: (option.players or rule_set.players)[-1]]
            for value in _other_values(option):
                yield rules.table(players, rules=rule_set.slug, options={option.name: value})


def _other_values(option: Option) -> list[OptionValue]:
    if option.choices:
        return [value for value, _words in option.choices if value != option.default]
    return [not option.default] if isinstance(option.default, bool) else [int(option.default) + 1]


def seen_before(sessions: Iterable[DrawnSession]) -> float:
    """Return the share of hands that were played at their table before, regardless of dealer and note."""
    hands = [
        (session.table.rules, session.table.size, repr(session.table.options), repr(sorted(_without_note(raw).items())))
        for session in sessions
        for raw in session.hands
    ]
    return 1 - len(set(hands)) / len(hands)


def _without_note(raw: Raw) -> Raw:
    return {name: value for name, value in raw.items() if name not in ("dealer", "note")}


def _sessions_at(rules: AnyRules, table: Table, hands: int, random: Random) -> Iterator[DrawnSession]:
    naming = Naming(table.players, by_seat=True)
    while hands > 0:
        drawn: list[Raw] = []
        state, totals = rules.opening(table), (0,) * table.size
        while len(drawn) < hands and not rules.over(table, state):
            raw, scored = _Deal(random, rules, table, state).next(naming, totals)
            drawn.append(raw)
            state, totals = scored.state, scored.totals
        hands -= len(drawn)
        yield DrawnSession(rules, table, drawn, naming)


@dataclass(frozen=True)
class _Deal:
    """A position at a table, in which a hand is drawn."""

    random: Random
    rules: AnyRules
    table: Table
    state: State

    def next(self, naming: Naming, totals: Amounts) -> tuple[Raw, ScoredHand]:
        """Return a hand that the rules accept, and its score."""
        pattern, stated = self._pattern()
        for _attempt in range(ATTEMPTS):
            raw = self._correction() if pattern["call"] == CORRECTION else self._hand(pattern, stated)
            try:
                return raw, score_hand(self.rules, self.table, self.state, totals, raw, naming)
            except RuleError:
                continue
        raise LookupError(f"no hand like {pattern} is accepted")

    def _pattern(self) -> tuple[Raw, float]:
        """Return what a hand should be like, at least its call, and how often it has an optional field."""
        if self.random.random() < CORRECTED:
            return {"call": CORRECTION}, 0
        calls = self.rules.calls(self.table)
        if self.random.random() >= UNUSUAL and (common := _common_hands(self.rules.slug)):
            usual = self.random.choice(common)
            if usual["call"] in calls:
                return usual, STATED_IF_USUAL
        return {"call": self.random.choice(calls)}, STATED

    def _correction(self) -> Raw:
        (one, other), amount = self.random.sample(self.table.seats, 2), self.random.randint(1, 100)
        return {"call": CORRECTION, "amounts": {str(one): amount, str(other): -amount}, "note": "agreed"}

    def _hand(self, pattern: Raw, stated: float) -> Raw:
        """Return a hand with the call of a pattern and similar fields."""
        random, call = self.random, pattern["call"]
        raw: dict[str, Any] = {} if call == self.rules.ordinary_call else {"call": call}
        for field in self._fields(call, raw):
            if field.name in pattern:
                raw[field.name] = self._like(pattern[field.name], field)
            elif field.default is MISSING or random.random() < stated:
                raw[field.name] = self._value(field)
        if random.random() < NOTED:
            raw["note"] = "counted twice"
        if random.random() < NAMING_THE_DEALER:
            raw["dealer"] = random.choice(self.table.seats)
        return raw

    def _fields(self, call: str, raw: Raw) -> Iterator[Field]:
        """Yield the fields of a hand while they are filled in, since one can determine which others there are."""
        done: set[str] = set()
        while left := [field for field in self.rules.fields(self.table, call, raw) if field.name not in done]:
            done.add(left[0].name)
            yield left[0]

    def _like(self, value: Any, field: Field) -> Any:
        match field:
            case FlagField() | WordField():
                return value
            case WholeField() | PointsField():
                numbers = _numbers(field)
                place = round(self.random.gauss(bisect_left(numbers, value), SPREAD * len(numbers)))
                return numbers[min(max(place, 0), len(numbers) - 1)]
        return self._value(field)

    def _value(self, field: Field) -> Any:
        """Draw from all that a field accepts or, if only this game has such a field, from those in its examples."""
        random, playing = self.random, self.rules.playing(self.table, self.state)
        value: Any
        match field:
            case PlayerField():
                value = random.choice(playing)
            case PlayersField():
                value = random.sample(playing, random.randint(1, 2))
            case FlagField():
                value = random.choice((False, True))
            case WordField():
                value = random.choice(field.words).value
            case WholeField() | PointsField():
                value = random.choice(_numbers(field))
            case RecordsField():
                records = range(random.randint(1, 2))
                value = [{part.name: self._value(part) for part in field.fields} for _record in records]
            case _:
                value = random.choice(_examples_of(self.rules.slug, field.name))
                if isinstance(value, dict):
                    value = self._shared_out(value)
        return value

    def _shared_out(self, numbers: Mapping[str, int]) -> dict[str, int]:
        """Return a number for each player of this hand, with the same sum as the given ones."""
        playing = self.rules.playing(self.table, self.state)
        cuts = sorted(self.random.choices(range(sum(numbers.values()) + 1), k=len(playing) - 1))
        parts = [high - low for low, high in pairwise((0, *cuts, sum(numbers.values())))]
        return {str(seat): part for seat, part in zip(playing, parts, strict=True)}


def _numbers(field: WholeField | PointsField) -> Sequence[int | float]:
    """Return all numbers that a field accepts, lowest first; without an upper limit, those of a usual size."""
    if isinstance(field, PointsField):
        halves = [half / 2 for half in range(2 * field.low, 2 * field.high + 1)]
        return halves if field.halves else range(field.low, field.high + 1)
    if field.values is not None:
        return sorted(field.values)
    return range(field.low, (field.low + UNLIMITED if field.high is None else field.high) + 1)


@cache
def _common_hands(slug: str) -> tuple[Raw, ...]:
    """Return the common hands of a game, each with its call even where documents leave it out."""
    ordinary = registry.get(slug).rules.ordinary_call
    return tuple({"call": ordinary, **common.raw} for common in common_hands.of(slug).hands)


@cache
def _examples_of(slug: str, name: str) -> tuple[Any, ...]:
    """Return the values that a field has in the worked examples, with players by seat."""
    found = []
    for document in examples.documents(slug):
        naming = Naming(document.table.players, by_seat=True)
        raws = [encode_hand(document.rules, document.table, scored.hand, naming) for scored in document.ledger().hands]
        found += [value for raw in raws for value in _values_of(raw, name)]
    return tuple(found) or (None,)


def _values_of(value: Any, name: str) -> Iterator[Any]:
    """Yield the values of a field with this name, in a hand or in a record of one."""
    for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _values_of(item, name)
    if isinstance(value, dict) and name in value:
        yield value[name]
