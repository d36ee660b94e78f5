"""Sessions without hands, which count nowhere.

A session is *empty* if it is closed and has no hand that counts: none was recorded, or all of them are voided. It has
no results, no evening or list shows it, and its players are not marked present for it. Its rows, links and journal are
kept. Its page says why it is not listed, and it can be reopened.
"""

from __future__ import annotations

from django.db.models import Exists, OuterRef, Q

from scorekeeper.play.ledger.ledgers import SessionLedger
from scorekeeper.play.models import Hand, Session


def is_empty(session: Session, ledger: SessionLedger) -> bool:
    return session.closed_at is not None and not ledger.counting


def not_empty(to_session: str = "") -> Q:
    """Return the condition of a session that is not empty; `to_session` is the lookup prefix, such as `session__`."""
    return Q(**{f"{to_session}closed_at": None}) | Q(_has_hand(to_session))


def closed_with_hands(to_session: str = "") -> Q:
    """Return the condition of a closed session that is not empty.

    With `not_empty`, which is true of open ones as well, PostgreSQL would read the sessions of every club.
    """
    return Q(**{f"{to_session}closed_at__isnull": False}) & Q(_has_hand(to_session))


def empty(to_session: str = "") -> Q:
    """Return the condition of an empty session."""
    return Q(**{f"{to_session}closed_at__isnull": False}) & ~Q(_has_hand(to_session))


def _has_hand(to_session: str) -> Exists:
    return Exists(Hand.objects.filter(session=OuterRef(f"{to_session}pk"), replaced_by=None, voided_at=None))
