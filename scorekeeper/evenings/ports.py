"""What the writes of an evening ask of tournaments, which may import this package but can't be imported from it.

They register their implementation when the server starts.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

from scorekeeper.evenings.models import Evening, Round
from scorekeeper.play.models import Session
from scorekeeper.play.recording.ports import Port


class TournamentRounds(Protocol):
    """What tournaments say of an evening, its rounds and their tables. At an ordinary evening everything is allowed.

    Ask once the evening is locked: somebody may just have withdrawn, or a list may just have been typed or confirmed.
    """

    def refuse_when_final(self, evening: Evening) -> None:
        """Raise `ResultStandsError` if the result of the evening is final."""
        ...

    def refuse_when_confirmed(self, session: Session) -> None:
        """Raise `ResultStandsError` if the list of a session's table is confirmed, or the whole result final."""
        ...

    def tables_with_list(self, round_: Round) -> Collection[int]:
        """Return the tables that have a list, by number: their results belong to the places, so the players stay."""
        ...

    def may_sit(self, round_: Round, player: int) -> bool:
        """Return whether a player takes part in the round and sits at no table."""
        ...


tournament_rounds: Port[TournamentRounds] = Port("tournament rounds")
