"""How far a table is in its round, such as 17 of 48 planned hands.

The hands that the game deals again don't count. How many are planned depends on the size of the table, and a round need
not plan any.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scorekeeper.play.ledger.ledgers import SessionLedger
from scorekeeper.play.models import Session


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundProgress:
    """The number of the round, and the hands of it that a table has played; `planned` is None without a limit."""

    round: int
    hands: int
    planned: int | None

    @property
    def is_over(self) -> bool:
        return self.planned is not None and self.hands >= self.planned

    @property
    def round_in_words(self) -> str:
        return _("Round %(number)s") % {"number": self.round}

    @property
    def hands_in_words(self) -> str:
        """Such as "17 of 48"; empty without a limit."""
        if self.planned is None:
            return ""
        return _("%(hands)s of %(planned)s") % {"hands": self.hands, "planned": self.planned}


def of(session: Session, ledger: SessionLedger) -> RoundProgress | None:
    """Return how far a table is; None if it belongs to no round."""
    if session.round is None:
        return None
    planned = session.round.hands.get(str(ledger.table.size))
    return RoundProgress(round=session.round.number, hands=ledger.in_round, planned=planned)


def of_all(sessions: Sequence[Session], loaded: Mapping[int, SessionLedger]) -> dict[int, RoundProgress]:
    """Return how far those of the tables are that belong to a round, by primary key.

    `loaded` are their ledgers; a table without one is left out. If the rounds are loaded, nothing is queried.
    """
    found = {session.pk: of(session, loaded[session.pk]) for session in sessions if session.pk in loaded}
    return {key: progress for key, progress in found.items() if progress is not None}
