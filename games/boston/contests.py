"""The sides of a hand of Boston, and whether the call was made. Pure."""

from __future__ import annotations

from collections.abc import Iterable

from games.boston.outcome import Outcome
from games.scoring.types import Contest, SeatNumber


def call_made(outcome: Outcome) -> bool:
    """Return whether the bidder took the tricks he bid, or made his misère.

    >>> call_made(Outcome(call="tricks", bidder=SeatNumber(0), bid=7, tricks=6))
    False
    """
    if outcome.bid is None or outcome.tricks is None:
        return outcome.made is True
    return outcome.tricks >= outcome.bid


def contests(playing: Iterable[SeatNumber], outcome: Outcome) -> tuple[Contest, ...]:
    """Return the bidder against the three others; nothing for misère partout, in which each plays for himself."""
    if outcome.bidder is None:
        return ()
    return (Contest.against_the_rest(outcome.call, (outcome.bidder,), playing=playing, made=call_made(outcome)),)
