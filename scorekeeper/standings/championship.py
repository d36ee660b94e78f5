"""A championship: what each player has scored in each evening, which of it counts, and the places. Pure Python.

A *unit* is what is counted: an evening or a round. What a player gained in one is an *amount*; what the championship
makes of it is the *score*, by its *scoring*. With *best*, only that many of a player's best scores count and the others
are *struck*; of equal scores, that of the earlier unit counts. A unit that a player missed has no score and is never
struck.

Scores are exact fractions, rounded only when they are printed. Everything here is for members alone: guests take no
place points and never set the best result of a day. The sources say nothing on ties and on days without a gain: those
rules are ours.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import Generic, NamedTuple, TypeVar

from games.scoring.places import placed

Player = TypeVar("Player", bound=Hashable)
Unit = TypeVar("Unit", bound=Hashable)

Score = Fraction | int

PLACE_POINTS = (25, 18, 15, 12, 10, 8, 6, 4, 2, 1)
"""The points of the first ten places; further ones have none."""


class Scoring(StrEnum):
    """How a unit scores, and what the scores that count come to."""

    SUM = "sum"
    AVERAGE = "average"
    PLACE_POINTS = "place_points"
    PLAYERS_BEHIND = "players_behind"
    PER_CENT = "per_cent"


class UnitScore(NamedTuple):
    """What a player gained in a unit, what it scores, and whether it is struck."""

    amount: int
    score: Score
    struck: bool


@dataclass(frozen=True, kw_only=True)
class ChampionshipRow(Generic[Player, Unit]):
    """One player's scores by unit. `total` is what ranks: the sum of those that count or, if so scored, their average.

    `place` is None for a player with too few units to be ranked.
    """

    player: Player
    scores: Mapping[Unit, UnitScore]
    total: Score
    place: int | None

    @property
    def units(self) -> int:
        return len(self.scores)

    @property
    def counted(self) -> int:
        return sum(not one.struck for one in self.scores.values())


def championship(
    amounts: Mapping[Player, Mapping[Unit, int]],
    units: Sequence[Unit],
    scoring: Scoring = Scoring.SUM,
    *,
    best: int | None = None,
    minimum: int = 0,
) -> list[ChampionshipRow[Player, Unit]]:
    """Return a row for each player who played at least one unit, ranked ones first, then by falling total.

    `amounts` are by player and unit, `units` in the order of play. Equal totals share a place, and the next one is
    skipped; players with equal totals stay in the order of `amounts`.

    >>> rows = championship({"Anne": {1: 9, 2: -4, 3: 6}, "Bruno": {1: 3, 3: 12}}, [1, 2, 3], best=2)
    >>> [(row.place, row.player, int(row.total), row.counted, row.units) for row in rows]
    [(1, 'Anne', 15, 2, 3), (1, 'Bruno', 15, 2, 2)]
    """
    scores = unit_scores(amounts, units, scoring)
    rows = [
        _row(player, amounts[player], of_player, units, scoring, best)
        for player, of_player in scores.items()
        if of_player
    ]
    enough, too_few = ([row for row in rows if (row.units >= minimum) is ranks] for ranks in (True, False))
    ranked = [replace(row, place=place) for place, row in placed(enough, key=_total)]
    return [*ranked, *sorted(too_few, key=_total, reverse=True)]


def _total(row: ChampionshipRow[Player, Unit]) -> Score:
    return row.total


def unit_scores(
    amounts: Mapping[Player, Mapping[Unit, int]], units: Sequence[Unit], scoring: Scoring
) -> dict[Player, dict[Unit, Score]]:
    """Return the score of every amount, by player and unit."""
    score = UNIT_SCORES[scoring]
    scores: dict[Player, dict[Unit, Score]] = {player: {} for player in amounts}
    by_unit: dict[Unit, dict[Player, int]] = {unit: {} for unit in units}
    for player, of_player in amounts.items():
        for unit, amount in of_player.items():
            by_unit[unit][player] = amount
    for unit, of_unit in by_unit.items():
        value = score(sorted(of_unit.values(), reverse=True))
        for player, amount in of_unit.items():
            scores[player][unit] = value[amount]
    return scores


def counting(scores: Mapping[Unit, Score], units: Sequence[Unit], best: int | None) -> set[Unit]:
    """Return the units that count: all, or the `best` ones; of equal scores the earlier.

    >>> sorted(counting({1: 30, 2: -50, 3: 30, 4: 70}, [1, 2, 3, 4], 2))
    [1, 4]
    """
    if best is None:
        return set(scores)
    played = [unit for unit in units if unit in scores]
    return set(sorted(played, key=lambda unit: scores[unit], reverse=True)[:best])


def _row(
    player: Player,
    amounts: Mapping[Unit, int],
    scores: Mapping[Unit, Score],
    units: Sequence[Unit],
    scoring: Scoring,
    best: int | None,
) -> ChampionshipRow[Player, Unit]:
    counts = counting(scores, units, best)
    total = sum(scores[unit] for unit in counts)
    return ChampionshipRow(
        player=player,
        scores={
            unit: UnitScore(amount=amounts[unit], score=score, struck=unit not in counts)
            for unit, score in scores.items()
        },
        total=Fraction(total) / len(counts) if scoring is Scoring.AVERAGE else total,
        place=None,
    )


# What a unit scores: for the amounts of everybody who played it, from the highest, the score of each amount


def _amounts(falling: Sequence[int]) -> dict[int, Score]:
    return {amount: amount for amount in falling}


def _place_points(falling: Sequence[int]) -> dict[int, Score]:
    """Return 25-18-15-12-10-8-6-4-2-1 by place.

    >>> {amount: str(points) for amount, points in _place_points([60, 20, 20, -100]).items()}
    {60: '25', 20: '33/2', -100: '12'}
    """
    return _shared(falling, lambda place: PLACE_POINTS[place - 1] if place <= len(PLACE_POINTS) else 0)


def _players_behind(falling: Sequence[int]) -> dict[int, Score]:
    """Return N − place + 1 for N players: one point for each player behind, and one for taking part.

    >>> {amount: str(points) for amount, points in _players_behind([60, 20, 20, -100]).items()}
    {60: '4', 20: '5/2', -100: '1'}
    """
    return _shared(falling, lambda place: len(falling) - place + 1)


def _shared(falling: Sequence[int], points: Callable[[int], int]) -> dict[int, Score]:
    """Return the points by amount: players who share places share their points in equal parts*, as with prizes.

    The sum of the points depends only on how many played. (*) Ours.
    """
    places: dict[int, list[int]] = {}
    for place, amount in enumerate(falling, 1):
        places.setdefault(amount, []).append(points(place))
    return {amount: Fraction(sum(shared), len(shared)) for amount, shared in places.items()}


def _per_cent(falling: Sequence[int]) -> dict[int, Score]:
    """Return the amounts in per cent of the highest. If that is not above zero, all have 0*: there is nothing to share.

    (*) Ours.

    >>> {amount: str(per_cent) for amount, per_cent in _per_cent([60, 20, -80]).items()}
    {60: '100', 20: '100/3', -80: '-400/3'}
    >>> _per_cent([-5, -10]) == {-5: 0, -10: 0}
    True
    """
    if not falling or falling[0] <= 0:
        return dict.fromkeys(falling, 0)
    return {amount: Fraction(100 * amount, falling[0]) for amount in falling}


UNIT_SCORES: Mapping[Scoring, Callable[[Sequence[int]], dict[int, Score]]] = {
    Scoring.SUM: _amounts,
    Scoring.AVERAGE: _amounts,
    Scoring.PLACE_POINTS: _place_points,
    Scoring.PLAYERS_BEHIND: _players_behind,
    Scoring.PER_CENT: _per_cent,
}
