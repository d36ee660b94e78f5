"""The contests of a hand, by player names, for the tests of every game."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from games.scoring.replay import Ledger
from games.scoring.types import Contest, Correction, ScoredHand, SeatNumber, State

Pieces = tuple[str, str, str, bool | None]


def contests(ledger: Ledger) -> Iterator[tuple[ScoredHand, State, tuple[Contest, ...]]]:
    """Return each hand except corrections, with the state in which it was played and its contests."""
    for scored, state in ledger.played():
        outcome = scored.hand.outcome
        if not isinstance(outcome, Correction):
            yield scored, state, ledger.rules.contests(ledger.table, state, outcome, scored.entry.amounts)


def contested(ledger: Ledger) -> list[Pieces | None]:
    """Return for each hand except corrections the call, its side, the opponents and whether it was made, or None."""
    pieces: list[Pieces | None] = []
    for found in each_contested(ledger):
        assert len(found) <= 1
        pieces += found or [None]
    return pieces


def each_contested(ledger: Ledger) -> list[list[Pieces]]:
    """The same for games in which a hand can have several."""
    names = ledger.table.players

    def listed(seats: tuple[SeatNumber, ...]) -> str:
        return ", ".join(names[seat] for seat in seats)

    return [
        [(contest.call, listed(contest.side), listed(contest.opponents), contest.made) for contest in found]
        for _scored, _state, found in contests(ledger)
    ]


def misjudged(ledger: Ledger, of_call: Collection[str]) -> list[ScoredHand]:
    """The hands, by the lines of these paragraphs, in which making a call loses points or failing gains them."""
    return [
        scored
        for scored, _state, found in contests(ledger)
        for contest in found
        for line in scored.entry.lines
        if line.rule in of_call and any((line.amounts[seat] > 0) is not contest.made for seat in contest.side)
    ]
