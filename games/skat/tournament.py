"""Tournament points of Skat: game points, and the Seeger-Fabian points of a game or a whole list. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.scoring.types import Amounts, Correction, ScoredHand, SeatNumber, Table
from games.skat.club_tariff import OTHERS, OWN, POINTS, SEEGER
from games.skat.game_value import value_parts
from games.skat.outcome import Outcome


def premium(table: Table, declarer: SeatNumber, *, won: bool) -> Amounts:
    """Return the Seeger-Fabian points of a game.

    As printed: won, the declarer gains 50; lost, he loses 50 and each other player gains 40 (three at the table) or 30.

    >>> from games.skat.rules import SkatRules
    >>> premium(SkatRules().table(["Anna", "Ben", "Clara", "David"]), SeatNumber(1), won=False)
    (30, -50, 30, 30)
    """
    declarers, others = table.figures[SEEGER, OWN, POINTS], 0
    if not won:
        declarers, others = -declarers, table.figures[SEEGER, f"{OTHERS}-{table.size}", POINTS]
    return tuple([declarers if seat == declarer else others for seat in table.seats])


def premiums(table: Table, won: Sequence[int], lost: Sequence[int]) -> Amounts:
    """Return the Seeger-Fabian points of a whole list, from the games that each seat won and lost.

    Each player has 50 for each game won, −50 for each one lost, and 30 (three at the table: 40) for each that another
    player lost.

    >>> from games.skat.rules import SkatRules
    >>> premiums(SkatRules().table(["Anna", "Ben", "Clara", "David"]), [9, 4, 0, 0], [1, 3, 0, 0])
    (490, 80, 120, 120)
    """
    own = table.figures[SEEGER, OWN, POINTS]
    others = table.figures[SEEGER, f"{OTHERS}-{table.size}", POINTS]
    return tuple([own * (ups - downs) + others * (sum(lost) - downs) for ups, downs in zip(won, lost, strict=True)])


def game_points(table: Table, hands: Iterable[ScoredHand]) -> Amounts:
    """Return what these hands write on a list.

    That is the value of each game to its declarer or, of a Ramsch, to its loser, and corrections as they were written.
    """
    points = [0] * table.size
    for scored in hands:
        outcome = scored.hand.outcome
        if isinstance(outcome, Correction):
            points = [own + amount for own, amount in zip(points, outcome.amounts, strict=True)]
        elif isinstance(outcome, Outcome):
            for seat, part in value_parts(table.rules, table.figures, outcome):
                points[seat] += part.entry
    return tuple(points)
