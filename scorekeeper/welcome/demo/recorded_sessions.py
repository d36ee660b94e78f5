"""Sessions recorded through the app's own services, with the hands of the games' worked examples."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from functools import cache
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from games import examples, registry
from games.scoring.codec import encode_hand
from games.scoring.errors import RuleError
from games.scoring.naming import Naming
from games.scoring.replay import Ledger, replay
from scorekeeper.play.models import Access, Session
from scorekeeper.play.recording.services import close, record
from scorekeeper.play.recording.session_start import start_session
from scorekeeper.play.recording.transaction import Write

FOR_A_HAND = timedelta(minutes=7)

Raw = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class StartedSession:
    """A session, and the access of the device that records."""

    session: Session
    access: Access

    def now(self) -> dict[str, Any]:
        return {"access": self.access, "revision": self.session.revision, "token": secrets.token_urlsafe(12)}


def played(  # noqa: PLR0913 - each is a fact of the session
    device: str,
    game: str,
    rules: str,
    names: Sequence[str],
    hands: int,
    *,
    stake: Decimal | None = None,
    begin: int = 12,
    is_finished: bool = False,
    until: datetime | None = None,
    **more: Any,
) -> StartedSession:
    """Record a session with that many hands of the game's worked examples, dated as if it had been played until now.

    It begins at the example with the number `begin` or soon after: the first dozen precede those of ordinary play. It
    may have ended at an earlier moment, `until`.
    """
    ledger = _unfinished(game, rules, names, hands, begin)
    session = start_session(
        device=device,
        game=game,
        rules=rules,
        options={},
        players=names,
        first_dealer=ledger.table.first_dealer,
        stake=stake,
        currency="€",
        token=secrets.token_urlsafe(12),
        label=names[0],
        **more,
    )
    started_session = StartedSession(session=session, access=session.accesses.get(device=device))
    naming = Naming(ledger.table.players, by_seat=True)
    for scored in ledger.hands:
        raw = encode_hand(ledger.rules, ledger.table, scored.hand, naming)
        record(Write(session, **started_session.now()), raw=raw)
    if is_finished:
        close(Write(session, **started_session.now()))
    date_back(session, until or timezone.now())
    return started_session


def _unfinished(game: str, rules: str, names: Sequence[str], hands: int, begin: int) -> Ledger:
    """Return a ledger with that many hands in which, if possible, the game is not over."""
    for first in range(begin, begin + 48, 4):
        ledger = session_of(game, rules, names, hands, begin=first)
        if len(ledger.hands) == hands and not ledger.rules.over(ledger.table, ledger.state):
            return ledger
    return session_of(game, rules, names, hands)


def session_of(slug: str, rules: str, names: Sequence[str], hands: int, *, begin: int = 0) -> Ledger:
    """Return a session of these players with the worked examples' hands that their table accepts, from `begin` on.

    It has fewer than `hands` hands if the table refuses a whole round of the examples.
    """
    game = registry.get(slug)
    table = game.rules.table(names, rules=rules)
    naming = Naming(table.players, by_seat=True)
    ledger = replay(game.rules, table, [], naming)
    raws = _by_seat(slug)
    refused, place = 0, begin
    while len(ledger.hands) < hands and refused < len(raws):
        try:
            ledger, refused = ledger.then(raws[place % len(raws)], naming), 0
        except (RuleError, LookupError):  # LookupError: a seat that this table doesn't have
            refused += 1
        place += 1
    return ledger


@cache
def _by_seat(slug: str) -> tuple[Raw, ...]:
    """Return the hands of the worked examples, with players by seat."""
    return tuple(
        encode_hand(document.rules, document.table, scored.hand, Naming(document.table.players, by_seat=True))
        for document in examples.documents(slug)
        for scored in document.ledger().hands
    )


@transaction.atomic
def date_back(session: Session, end: datetime) -> None:
    """Spread the changes of a session, recorded within moments, over the hours before `end`."""
    changes = session.changes.order_by("revision")
    begin = end - FOR_A_HAND * len(changes)
    # Rows have exactly the time of the change that wrote them.
    new_times = {change.at: begin + FOR_A_HAND * number for number, change in enumerate(changes, 1)}
    stored = Session.objects.filter(pk=session.pk)
    columns: dict[QuerySet[Any], tuple[str, ...]] = {
        changes: ("at",),
        session.hands.all(): ("recorded_at", "voided_at"),
        session.settlements.all(): ("settled_at",),
        stored: ("closed_at",),
    }
    for rows, names in columns.items():
        for row in rows:
            for name in names:
                setattr(row, name, new_times.get(getattr(row, name), getattr(row, name)))
        rows.bulk_update(rows, names)
    stored.update(started_at=begin)
