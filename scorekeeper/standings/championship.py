"""What each player has scored in each evening or round, which of it counts, and the places. Pure Python.

A *unit* is what is counted: an evening or a round. What a player gained in one is an *amount*; what a championship
makes of it is the *score*, by its *scoring*. Standings add up the amounts themselves. With *best*, only that many of a
player's best scores count and the others are *struck*; of equal scores, that of the earlier unit counts. A unit that a
player missed has no score and is never struck.

Scores are exact fractions, rounded only when they are printed. A championship is for members alone: guests take no
place points and never set the best result of a day. The sources say nothing on ties and on days without a gain: those
rules are ours.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from operator import attrgetter
from typing import Any, Generic, TypeVar

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


@dataclass(slots=True)
class UnitScore:
    """What a player gained in a unit, in how many sessions and hands; what that scores, and whether it is struck.

    `without_hands` is the part of the amount from sessions on paper of which nobody knows how many hands they had.
    `last` is the session that was added last.
    """

    amount: int = 0
    sessions: int = 0
    hands: int = 0
    without_hands: int = 0
    by_game: dict[str, int] = field(default_factory=dict)
    last: Hashable = None
    score: Score = 0
    struck: bool = False

    def add(self, session: Hashable, game: str, hands: int | None, amount: int) -> None:
        """Add a result; those of one session, at several seats, one after the other."""
        self.amount += amount
        self.by_game[game] = self.by_game.get(game, 0) + amount
        if hands is None:
            self.without_hands += amount
        else:
            self.hands += hands
        if session != self.last:
            self.sessions += 1
            self.last = session


@dataclass(frozen=True, kw_only=True)
class ScoreRow(Generic[Player, Unit]):
    """One player's scores by unit. `score` is what ranks: the sum of those that count or, if so scored, their average.

    `place` is None for a player with too few units to be ranked.
    """

    player: Player
    scores: Mapping[Unit, UnitScore]
    score: Score
    place: int | None = None

    @property
    def units(self) -> int:
        return len(self.scores)

    @property
    def counted_units(self) -> int:
        return sum(not cell.struck for cell in self.scores.values())


RowT = TypeVar("RowT", bound=ScoreRow[Any, Any])


def score_rows(
    cells: Mapping[Player, Mapping[Unit, UnitScore]],
    units: Sequence[Unit],
    scoring: Scoring = Scoring.SUM,
    best: int | None = None,
) -> list[ScoreRow[Player, Unit]]:
    """Score and strike what players gained; return a row, without its place, for each who played at least one unit.

    `cells` are what each player gained in each unit, `units` are in the order of play. The rows are in the order of
    `cells`.

    >>> anne, bruno = {1: UnitScore(9), 2: UnitScore(-4), 3: UnitScore(6)}, {1: UnitScore(3), 3: UnitScore(12)}
    >>> rows = score_rows({"Anne": anne, "Bruno": bruno}, [1, 2, 3], best=2)
    >>> [(row.player, int(row.score), row.counted_units, row.units) for row in rows]
    [('Anne', 15, 2, 3), ('Bruno', 15, 2, 2)]
    """
    _score(cells.values(), scoring)
    return [_row(player, of_player, units, scoring, best) for player, of_player in cells.items() if of_player]


def ranking(
    rows: Iterable[RowT], minimum: int = 0, key: Callable[[RowT], Any] = attrgetter("score")
) -> tuple[list[RowT], list[RowT]]:
    """Return the rows with their places, and those with fewer than `minimum` units, each the highest key first.

    Equal keys share a place, and the next one is skipped; rows with equal keys stay in their order.
    """
    enough: list[RowT] = []
    too_few: list[RowT] = []
    for row in rows:
        (enough if row.units >= minimum else too_few).append(row)
    ranked = [replace(row, place=place) for place, row in placed(enough, key)]
    return ranked, sorted(too_few, key=key, reverse=True)


def _score(cells: Iterable[Mapping[Unit, UnitScore]], scoring: Scoring) -> None:
    by_unit: defaultdict[Unit, list[UnitScore]] = defaultdict(list)
    for of_player in cells:
        for unit, cell in of_player.items():
            cell.score = cell.amount
            by_unit[unit].append(cell)
    if compare := COMPARED.get(scoring):
        for of_unit in by_unit.values():
            score = compare(sorted((cell.amount for cell in of_unit), reverse=True))
            for cell in of_unit:
                cell.score = score[cell.amount]


def counting(scores: Mapping[Unit, Score], units: Sequence[Unit], best: int) -> set[Unit]:
    """Return the units that count, the `best` ones; of equal scores the earlier.

    >>> sorted(counting({1: 30, 2: -50, 3: 30, 4: 70}, [1, 2, 3, 4], 2))
    [1, 4]
    """
    played = [unit for unit in units if unit in scores]
    return set(sorted(played, key=lambda unit: scores[unit], reverse=True)[:best])


def _row(
    player: Player, cells: Mapping[Unit, UnitScore], units: Sequence[Unit], scoring: Scoring, best: int | None
) -> ScoreRow[Player, Unit]:
    if best is not None:
        counts = counting({unit: cell.score for unit, cell in cells.items()}, units, best)
        for unit, cell in cells.items():
            cell.struck = unit not in counts
    scores = [cell.score for cell in cells.values() if not cell.struck]
    total = sum(scores)
    return ScoreRow(
        player=player,
        scores=cells,
        score=Fraction(total) / len(scores) if scoring is Scoring.AVERAGE else total,
    )


# What a unit scores where players are compared: for the amounts of everybody who played it, from the highest, the
# score of each amount


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
    if falling[0] <= 0:
        return dict.fromkeys(falling, 0)
    return {amount: Fraction(100 * amount, falling[0]) for amount in falling}


COMPARED: Mapping[Scoring, Callable[[Sequence[int]], dict[int, Score]]] = {
    Scoring.PLACE_POINTS: _place_points,
    Scoring.PLAYERS_BEHIND: _players_behind,
    Scoring.PER_CENT: _per_cent,
}
