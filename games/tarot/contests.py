"""The sides of a hand of French Tarot, and whether the contract was made. Pure."""

from __future__ import annotations

from math import floor

from games.scoring.numbers import Number
from games.scoring.types import Contest, SeatNumber
from games.tarot.outcome import Outcome
from games.tarot.tariff import MULTIPLIER, POINTS_NEEDED


def contract_won(bouts: int, points: Number) -> bool:
    """Return whether the attack's card points reach what its bouts require; half a point short fails.

    >>> contract_won(2, 41), contract_won(2, 40.5)
    (True, False)
    """
    return floor(points) >= POINTS_NEEDED[bouts]


def contests(playing: tuple[SeatNumber, ...], outcome: Outcome) -> tuple[Contest, ...]:
    """Return the taker and his partner against the defence; nothing if there was no taker."""
    if outcome.call not in MULTIPLIER:
        return ()
    partner = () if outcome.partner is None else (outcome.partner,)
    made = contract_won(outcome.bouts, outcome.attack_points)
    return (Contest.against_the_rest(outcome.call, (outcome.taker, *partner), playing=playing, made=made),)
