"""Checks of the contests of a hand, for the tests of every game."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from games.scoring.replay import Ledger
from games.scoring.types import Contest, Correction, ScoredHand, Seat, State

Pieces = tuple[str, str, str, bool | None]


def contests(ledger: Ledger) -> Iterator[tuple[ScoredHand, State, tuple[Contest, ...]]]:
    """Yield each hand except corrections, with the state before it and its contests."""
    for scored, state in ledger.played():
        outcome = scored.hand.outcome
        if not isinstance(outcome, Correction):
            yield scored, state, ledger.rules.contests(ledger.table, state, outcome, scored.entry.amounts)


def contested(ledger: Ledger) -> list[Pieces | None]:
    """Return the contest of each hand except corrections (call, sides, whether it was made), or None."""
    pieces: list[Pieces | None] = []
    for found in each_contested(ledger):
        assert len(found) <= 1
        pieces += found or [None]
    return pieces


def each_contested(ledger: Ledger) -> list[list[Pieces]]:
    """Return the same for games with several contests in a hand."""
    names = ledger.table.players

    def listed(seats: tuple[Seat, ...]) -> str:
        return ", ".join(names[seat] for seat in seats)

    return [
        [(one.call, listed(one.side), listed(one.opponents), one.made) for one in found]
        for _scored, _state, found in contests(ledger)
    ]


def misjudged(ledger: Ledger, of_call: Collection[str]) -> list[ScoredHand]:
    """Return the hands in which a made call loses or a failed call gains by the lines of these paragraphs."""
    return [
        scored
        for scored, _state, found in contests(ledger)
        for contest in found
        for line in scored.entry.lines
        if line.rule in of_call and any((line.amounts[seat] > 0) is not contest.made for seat in contest.side)
    ]
