"""The totals of sessions replayed from their rows alone, without the cache, to compare an archive with a database."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from games.scoring.errors import RuleError
from scorekeeper.files.archive.schema_history import Row
from scorekeeper.play.ledger import ledgers
from scorekeeper.play.ledger.ledgers import PlayedHand
from scorekeeper.play.models import Hand, Seat, Session

"""When a hand was recorded makes no difference to its amounts."""

Totals = list[int] | None
"""In seat order; None if the game is gone or its current rules refuse a hand."""


def totals_of(session: Session, seats: Iterable[Seat], hands: Iterable[PlayedHand]) -> Totals:
    """Return the totals of rows; `seats` by place, `hands` by number, without those that were replaced."""
    try:
        ledger = ledgers.replayed(session, ledgers.table_of(session, seats), hands)
    except (LookupError, RuleError):
        return None
    return None if ledger.refusal else list(ledger.totals)


def played(number: int, raw: Mapping[str, Any], *, voided: bool) -> PlayedHand:
    return PlayedHand(pk=0, number=number, raw=raw, voided=voided)


def totals_by_session(sessions: Iterable[Session]) -> dict[int, Totals]:
    """Return the totals of some sessions by key, from the rows in the database."""
    by_key = {one.pk: one for one in sessions}
    seats: dict[int, list[Seat]] = {key: [] for key in by_key}
    for seat in Seat.objects.filter(session__in=by_key).order_by("session_id", "place"):
        seats[seat.session_id].append(seat)
    hands: dict[int, list[PlayedHand]] = {key: [] for key in by_key}
    live = Hand.objects.filter(session__in=by_key, replaced_by=None).order_by("session_id", "number")
    for session, number, raw, voided_at in live.values_list("session_id", "number", "outcome", "voided_at"):
        hands[session].append(played(number, raw, voided=voided_at is not None))
    return {key: totals_of(one, seats[key], hands[key]) for key, one in by_key.items()}


@dataclass
class ReplayedSession:
    """The rows of a session that its ledger needs. Outcomes stay text to save memory."""

    session: Session
    seats: list[Seat] = field(default_factory=list)
    hands: dict[int, tuple[int, bool, str]] = field(default_factory=dict)
    replaced: set[int | None] = field(default_factory=set)

    def totals(self) -> Totals:
        live = sorted(hand for key, hand in self.hands.items() if key not in self.replaced)
        hands = (played(number, json.loads(outcome), voided=voided) for number, voided, outcome in live)
        return totals_of(self.session, sorted(self.seats, key=lambda seat: seat.place), hands)


class Replays:
    """Collects the rows of a backup or of a database, sessions first, and replays their ledgers."""

    OF_SESSION = ("public_id", "game", "rules", "options", "tariff", "first_dealer", "closed_at")

    def __init__(self) -> None:
        self._sessions: dict[int, ReplayedSession] = {}

    def take(self, kind: str, row: Row) -> None:
        """Take a row of any model; most models don't matter here."""
        if kind == "play.session":
            self._sessions[row["id"]] = ReplayedSession(Session(**{name: row[name] for name in self.OF_SESSION}))
        elif kind == "play.seat":
            self._sessions[row["session_id"]].seats.append(Seat(place=row["place"], name=row["name"]))
        elif kind == "play.hand":
            rows = self._sessions[row["session_id"]]
            rows.hands[row["id"]] = (row["number"], row["voided_at"] is not None, json.dumps(row["outcome"]))
            rows.replaced.add(row["replaces_id"])

    def totals(self) -> dict[str, Totals]:
        """Return the totals by public id."""
        return {one.session.public_id: one.totals() for one in self._sessions.values()}

    def open_sessions(self) -> set[str]:
        return {one.session.public_id for one in self._sessions.values() if one.session.closed_at is None}
