"""What games of Skat come to on a Seeger-Fabian list, wherever they were played. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache

from games.scoring.replay import ScoredHand
from games.scoring.types import Amounts, Seat, Table
from games.skat.outcome import Outcome
from games.skat.tariff import SEEGER_OTHERS, SEEGER_OWN
from games.skat.worth import REASONS


@cache
def premium(size: int, declarer: Seat, *, won: bool) -> Amounts:
    """What a list adds to a game: 50 to whoever won it; lost, 50 less for him and 40 or 30 for each of the others.

    >>> premium(4, Seat(1), won=False)
    (30, -50, 30, 30)
    """
    own, others = (SEEGER_OWN, 0) if won else (-SEEGER_OWN, SEEGER_OTHERS[size])
    return tuple([own if seat == declarer else others for seat in range(size)])


def list_points(table: Table, hands: Iterable[ScoredHand]) -> Amounts:
    """The points of a Seeger-Fabian list on which the declarers' games of these hands stand.

    A list knows neither Ramsch nor contra, and no corrections: a game that was doubled counts simply.
    """
    points = [0] * table.size
    for scored in hands:
        outcome = scored.hand.outcome
        if not isinstance(outcome, Outcome) or outcome.declarer is None:
            continue
        entry = _entry(table.rules, outcome)
        points[outcome.declarer] += entry
        for seat, amount in enumerate(premium(table.size, outcome.declarer, won=entry > 0)):
            points[seat] += amount
    return tuple(points)


def _entry(rules: str, outcome: Outcome) -> int:
    if outcome.contra is not None:
        outcome = replace(outcome, contra=None)
    return sum(reason.entry for reason in REASONS[rules][outcome.call](outcome))
