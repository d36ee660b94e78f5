"""Sessions without hands, which count nowhere.

A session is *empty* when it is closed and none of its hands stands: none was recorded, or all of them are voided. It
has no results, no evening or list shows it, and its players are not noted as present for it. Its rows, links and
journal are kept: its page says why it is gone, and it can be reopened.
"""

from __future__ import annotations

from django.db.models import Exists, OuterRef, Q

from scorekeeper.play.ledger.ledgers import SessionLedger
from scorekeeper.play.models import Hand, Session


def is_empty(session: Session, ledger: SessionLedger) -> bool:
    return session.closed_at is not None and not ledger.counting


def not_empty(to_session: str = "") -> Q:
    """Return the condition of a session that lists show; `to_session` is the way to it, such as `session__`."""
    return Q(**{f"{to_session}closed_at": None}) | Q(_has_hand(to_session))


def empty(to_session: str = "") -> Q:
    """Return the condition of the others."""
    return Q(**{f"{to_session}closed_at__isnull": False}) & ~Q(_has_hand(to_session))


def _has_hand(to_session: str) -> Exists:
    return Exists(Hand.objects.filter(session=OuterRef(f"{to_session}pk"), replaced_by=None, voided_at=None))
