"""What the writes of a round ask of tournaments, which may import this package but can't be imported from it.

They register their implementation when the server starts.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

from scorekeeper.evenings.models import Round
from scorekeeper.play.recording.ports import Port


class TournamentRounds(Protocol):
    """What tournaments say of the seats of a round. At an ordinary evening everybody may sit and no table has a list.

    Ask once the round is locked: somebody may just have withdrawn, or a list may just have been typed.
    """

    def tables_with_list(self, round_: Round) -> Collection[int]:
        """Return the tables that have a list, by number: their results belong to the places, so the players stay."""
        ...

    def may_sit(self, round_: Round, player: int) -> bool:
        """Return whether a player takes part in the round and sits at no table."""
        ...


tournament_rounds: Port[TournamentRounds] = Port("tournament rounds")
