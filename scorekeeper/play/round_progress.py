"""How far a table is in its round, such as 17 of 48 planned hands.

The hands of all stretches of the session count, those that the game deals again don't. How many are planned depends on
the size of the table, and a round need not plan any.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scorekeeper.play import stretches
from scorekeeper.play.ledger import ledgers
from scorekeeper.play.ledger.ledgers import SessionLedger
from scorekeeper.play.models import Session
from scorekeeper.play.stretches import Stretches


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
    return of_all([session], {session.pk: ledger}).get(session.pk)


def of_all(sessions: Sequence[Session], loaded: Mapping[int, SessionLedger]) -> dict[int, RoundProgress]:
    """Return how far those of the tables are that belong to a round, by primary key.

    `loaded` are their ledgers; a table without one is left out. The number of queries doesn't grow with the tables, if
    their rounds are loaded.
    """
    tables = [session for session in sessions if session.round_id is not None and session.pk in loaded]
    whole = stretches.of_all([session for session in tables if session.continues])
    played = {
        session.pk: [*(one.session for one in whole.get(session.pk, Stretches()).before(session)), session]
        for session in tables
    }
    earlier = [one for sessions in played.values() for one in sessions if one.pk not in loaded]
    every = {**loaded, **ledgers.load_all(ledgers.installed(earlier))}
    return {
        session.pk: _progress(session, [every[one.pk] for one in played[session.pk] if one.pk in every])
        for session in tables
    }


def _progress(session: Session, played: Sequence[SessionLedger]) -> RoundProgress:
    assert session.round is not None
    return RoundProgress(
        round=session.round.number,
        hands=sum(ledger.in_round for ledger in played),
        planned=session.round.hands.get(str(played[-1].table.size)),
    )
