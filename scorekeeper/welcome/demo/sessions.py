"""Sessions of the demo: the common hands of their games, recorded through the app's own services and dated back."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from itertools import count
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from games import common_hands
from games.scoring.codec import decode_hand, encode_hand
from games.scoring.documents import StretchDocument
from games.scoring.errors import RuleError
from games.scoring.naming import Naming
from scorekeeper.evenings.models import Evening
from scorekeeper.play import recording
from scorekeeper.play.ledger import SessionLedger, session_ledger
from scorekeeper.play.models import Session
from scorekeeper.play.recording.start import start_session
from scorekeeper.play.recording.write import Write

FOR_A_HAND = timedelta(minutes=7)
STAKE = Decimal("0.05")


@dataclass(frozen=True, kw_only=True)
class DemoTable:
    """What is played at one table of an evening."""

    game: str
    rules: str
    size: int


def play(table: DemoTable, names: Sequence[str], evening: Evening, *, device: str, hands: int, variety: int) -> Session:
    """Start a session and record that many hands; with another `variety` they are others, or others play them."""
    session = start_session(
        device=device,
        game=table.game,
        rules=table.rules,
        options={},
        players=names,
        first_dealer=table.size - 1,
        stake=STAKE,
        currency=evening.currency,
        token=secrets.token_urlsafe(12),
        label=names[0],
        evening=evening.public_id,
    )
    for number in range(hands):
        _record(session, device, variety=variety + number)
    return session


def close(session: Session, device: str) -> None:
    recording.close(write(session, device))


def _record(session: Session, device: str, *, variety: int) -> None:
    """Record the first common hand that the rules accept at this table now."""
    for raw in _candidates(session_ledger(session), variety):
        try:
            recording.record(write(session, device), raw=raw)
        except RuleError:
            continue
        return


def write(session: Session, device: str) -> Write:
    """Return what a write by this device needs."""
    access = session.accesses.get(device=device)
    return Write(session, access=access, revision=session.revision, token=secrets.token_urlsafe(12))


def _candidates(ledger: SessionLedger, variety: int) -> Iterator[Mapping[str, Any]]:
    """Yield the common hands by these rules as outcomes of this table, with the people in every other place."""
    documents = [hand.document for hand in common_hands.common_hands(ledger.rules.slug).hands]
    usable = [
        document
        for document in documents
        if document.table.rules == ledger.table.rules and document.table.size <= ledger.table.size
    ]
    for place in range(len(usable) * ledger.table.size):
        document = usable[(3 * variety + place) % len(usable)]
        try:
            yield _at_table(document, ledger, turned=2 * variety + variety // 3 + place)
        except RuleError:  # such as a hand of four players at a table of five
            continue


def _at_table(document: StretchDocument, ledger: SessionLedger, *, turned: int) -> Mapping[str, Any]:
    """Return the hand of a document as an outcome of this table, with its people in the next seats but `turned`."""
    scored = document.ledger().hands[0]
    raw = encode_hand(document.rules, document.table, scored.hand, document.naming)
    spare = (f"{number}" for number in count())
    people = [*document.table.players, *(next(spare) for _seat in range(document.table.size, ledger.table.size))]
    turned %= len(people)
    seats = Naming([*people[turned:], *people[:turned]])
    hand, _state = decode_hand(ledger.rules, ledger.table, ledger.state, raw, seats)
    return encode_hand(ledger.rules, ledger.table, hand, ledger.last.naming)


@transaction.atomic
def date_back(session: Session, end: datetime | None = None) -> None:
    """Spread the changes of a session, recorded within moments, over the hours before `end` or before now."""
    changes = session.changes.order_by("revision")
    begin = (end or timezone.now()) - FOR_A_HAND * len(changes)
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
