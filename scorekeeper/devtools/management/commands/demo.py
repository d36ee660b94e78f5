"""`manage.py demo`: record an evening of French Tarot through the app's own services, and print the links to it.

Each run creates two new sessions: one in progress, and one settled a week earlier.
"""

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.db.models import Model, QuerySet
from django.urls import reverse
from django.utils import timezone

from games.scoring.codec import decode_hand, encode_hand
from games.scoring.naming import Naming
from scorekeeper.play.ledger import ledgers
from scorekeeper.play.models import Access, Role, Session
from scorekeeper.play.recording import services, starting
from scorekeeper.play.recording.transaction import Write

FIVE = ("Marion", "Théo", "Inès", "Gabriel", "Solène")
FOUR = FIVE[:4]
FOR_A_HAND = timedelta(minutes=7)

TONIGHT: Sequence[Mapping[str, Any]] = (
    {"call": "prise", "taker": "Théo", "partner": "Solène", "bouts": 1, "points": 54.5},
    {"call": "garde", "taker": "Marion", "partner": "Gabriel", "bouts": 2, "points": 49},
    {"call": "passed"},
    {"call": "garde", "taker": "Inès", "partner": "Théo", "bouts": 2, "points": 38.5, "petit_au_bout": "defence"},
    {"call": "prise", "taker": "Solène", "partner": "Marion", "bouts": 0, "points": 58},
    {"call": "misdeal", "note": "Fourteen cards before Gabriel"},
    {
        "call": "garde",
        "taker": "Gabriel",
        "partner": "Inès",
        "bouts": 2,
        "points": 55.5,
        "poignees": [{"player": "Gabriel", "size": "simple"}],
    },
    {"call": "garde", "taker": "Théo", "bouts": 3, "points": 61, "note": "Called himself, and nobody saw it coming"},
    {"call": "prise", "taker": "Marion", "partner": "Inès", "bouts": 1, "points": 43},
    {"call": "garde", "taker": "Solène", "partner": "Théo", "bouts": 1, "points": 52, "petit_au_bout": "attack"},
    {"call": "garde_sans", "taker": "Inès", "partner": "Gabriel", "bouts": 2, "points": 46.5},
    {"call": "petit_sec"},
    {"call": "garde", "taker": "Gabriel", "partner": "Marion", "bouts": 2, "points": 33},
    {
        "call": "garde",
        "taker": "Marion",
        "partner": "Solène",
        "bouts": 3,
        "points": 66.5,
        "poignees": [{"player": "Inès", "size": "simple"}, {"player": "Marion", "size": "double"}],
    },
    {"call": "prise", "taker": "Inès", "partner": "Solène", "bouts": 2, "points": 51},
    {"call": "passed"},
    {"call": "garde", "taker": "Théo", "partner": "Inès", "bouts": 1, "points": 47.5, "petit_au_bout": "attack"},
    {
        "call": "correction",
        "amounts": {"Théo": -20, "Marion": 10, "Solène": 10},
        "note": "Théo had a trump after all: agreed at 10 each",
    },
    {"call": "garde_contre", "taker": "Gabriel", "partner": "Théo", "bouts": 2, "points": 42.5},
    {"call": "prise", "taker": "Solène", "bouts": 1, "points": 39},
    {"call": "garde", "taker": "Marion", "partner": "Théo", "bouts": 2, "points": 58, "petit_au_bout": "attack"},
    {"call": "garde_sans", "taker": "Solène", "partner": "Inès", "bouts": 1, "points": 44.5},
    {"call": "garde", "taker": "Inès", "partner": "Marion", "bouts": 1, "points": 56},
    {"call": "prise", "taker": "Théo", "partner": "Gabriel", "bouts": 2, "points": 62.5},
    {"call": "garde", "taker": "Gabriel", "partner": "Solène", "bouts": 2, "points": 51},
)

LAST_WEEK: Sequence[Mapping[str, Any]] = (
    {"call": "garde", "taker": "Gabriel", "bouts": 2, "points": 45},
    {"call": "prise", "taker": "Inès", "bouts": 1, "points": 57},
    {"call": "passed"},
    {"call": "garde", "taker": "Marion", "bouts": 2, "points": 60, "petit_au_bout": "attack"},
    {"call": "garde", "taker": "Théo", "bouts": 1, "points": 48},
    {"call": "garde_sans", "taker": "Marion", "bouts": 3, "points": 52},
    {"call": "prise", "taker": "Gabriel", "bouts": 0, "points": 56},
    {"call": "garde", "taker": "Inès", "bouts": 2, "points": 54, "poignees": [{"player": "Inès", "size": "simple"}]},
    {"call": "garde", "taker": "Théo", "bouts": 3, "points": 44, "petit_au_bout": "attack"},
    {"call": "garde", "taker": "Gabriel", "bouts": 1, "points": 39},
)


class Command(BaseCommand):
    help = "Fill in a realistic evening of French Tarot and print the link to its table."

    def handle(self, **options: Any) -> None:
        device = secrets.token_hex(16)
        now = timezone.now()
        earlier = DemoSession(device, FOUR, scribe="Inès")
        earlier.play(LAST_WEEK)
        earlier.close()
        date_back(earlier.session, now - timedelta(days=7))
        tonight = DemoSession(device, FIVE, scribe="Marion")
        tonight.play(TONIGHT[:8])
        tonight.scribe("Solène")
        tonight.play(TONIGHT[8:20])
        tonight.amend(9, points=47)
        tonight.undone({"call": "garde", "taker": "Marion", "partner": "Gabriel", "bouts": 2, "points": 58})
        tonight.play(TONIGHT[20:])
        date_back(tonight.session, now)
        self.stdout.write(f"Record at tonight's table: {_address('join', tonight.session.scorer_token)}")
        self.stdout.write(f"Watch it:                  {_address('watch', tonight.session.watch_token)}")
        self.stdout.write(f"Last week's, settled:      {_address('join', earlier.session.scorer_token)}")


def _address(name: str, token: str) -> str:
    return f"http://localhost:{settings.PORT}{reverse(name, args=[token])}"


class DemoSession:
    """A session, and the access of the phone that currently records."""

    def __init__(self, device: str, players: Sequence[str], *, scribe: str) -> None:
        self.session = starting.start_session(
            device=device,
            game="tarot",
            rules="fft",
            options={},
            players=players,
            first_dealer=len(players) - 1,
            stake=Decimal("0.05"),
            currency="€",
            token=secrets.token_urlsafe(12),
            label=scribe,
        )
        self.access: Access = self.session.accesses.get(device=device)

    def scribe(self, name: str) -> None:
        """Let somebody else take over, on another phone."""
        self.access = services.join(self.session, device=secrets.token_hex(16), role=Role.SCORER, label=name)

    def play(self, hands: Sequence[Mapping[str, Any]]) -> None:
        for hand in hands:
            services.record(Write(self.session, **self._now()), raw=self._by_seat(hand))

    def amend(self, number: int, **changed: Any) -> None:
        raw = ledgers.of(self.session).hand(number).raw
        services.amend(Write(self.session, **self._now()), number=number, raw={**raw, **changed})

    def undone(self, hand: Mapping[str, Any]) -> None:
        """Record a wrong hand and undo it at once."""
        self.play([hand])
        services.undo(Write(self.session, **self._now()))

    def close(self) -> None:
        services.close(Write(self.session, **self._now()))

    def _now(self) -> dict[str, Any]:
        return {"access": self.access, "revision": self.session.revision, "token": secrets.token_urlsafe(12)}

    def _by_seat(self, hand: Mapping[str, Any]) -> dict[str, Any]:
        ledger = ledgers.of(self.session)
        decoded, _state = decode_hand(ledger.rules, ledger.table, ledger.state, hand, Naming(ledger.table.players))
        return encode_hand(ledger.rules, ledger.table, decoded, ledger.naming)


def date_back(session: Session, end: datetime) -> None:
    """Spread the changes of a session, recorded within moments, over the hours before `end`."""
    changes = list(session.changes.order_by("revision"))
    begin = end - FOR_A_HAND * len(changes)
    for number, change in enumerate(changes, 1):
        at = begin + FOR_A_HAND * number
        _dated(session.changes.filter(pk=change.pk), at=at)
        # Rows have exactly the time of the change that wrote them.
        _dated(session.hands.filter(recorded_at=change.at), recorded_at=at)
        _dated(session.hands.filter(voided_at=change.at), voided_at=at)
        _dated(session.settlements.filter(settled_at=change.at), settled_at=at)
        _dated(Session.objects.filter(pk=session.pk, closed_at=change.at), closed_at=at)
    _dated(Session.objects.filter(pk=session.pk), started_at=begin)


def _dated(rows: QuerySet[Model], **moments: datetime) -> None:
    rows.update(**moments)
