"""The totals of sessions from their rows alone, without the cache, to check them before and after an import."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from games.scoring.errors import RuleError
from scorekeeper.play.ledger import ledgers
from scorekeeper.play.ledger.ledgers import PlayedHand
from scorekeeper.play.models import Hand, Seat, Session


def totals_of(session: Session, seats: Sequence[Seat], hands: Iterable[PlayedHand]) -> list[int] | None:
    """Return the totals in seat order; None if the game is gone or its current rules refuse a hand."""
    try:
        ledger = ledgers.replayed(session, ledgers.table_of(session, seats), hands)
    except (LookupError, RuleError):
        return None
    return None if ledger.refusal else list(ledger.totals)


def totals_by_session(sessions: Sequence[Session]) -> dict[int, list[int] | None]:
    """Return the totals of some sessions by key, from the rows in the database."""
    seats: dict[int, list[Seat]] = {one.pk: [] for one in sessions}
    for seat in Seat.objects.filter(session__in=seats).order_by("session_id", "place"):
        seats[seat.session_id].append(seat)
    hands: dict[int, list[PlayedHand]] = {one.pk: [] for one in sessions}
    live = Hand.objects.filter(session__in=seats, replaced_by=None).order_by("session_id", "number")
    columns = live.values_list("session_id", "number", "outcome", "recorded_at", "voided_at")
    for session, number, raw, recorded_at, voided_at in columns:
        hands[session].append(played(number, raw, recorded_at, voided_at))
    return {one.pk: totals_of(one, seats[one.pk], hands[one.pk]) for one in sessions}


def played(number: int, raw: Mapping[str, Any], recorded_at: datetime, voided_at: datetime | None) -> PlayedHand:
    return PlayedHand(pk=0, number=number, raw=raw, recorded_at=recorded_at, voided=voided_at is not None)
