"""`manage.py demo`: record an evening of French Tarot through the app's own services, and print the links to it.

Each run creates two new sessions: one in progress, and one settled a week earlier.
"""

import secrets
from collections.abc import Mapping, Sequence
from datetime import timedelta
from decimal import Decimal
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.urls import reverse
from django.utils import timezone

from games.scoring.codec import decode_hand, encode_hand
from games.scoring.naming import Naming
from scorekeeper.devtools.demo_data.tarot_evening import FIVE, FOUR, LAST_WEEK, TONIGHT, date_back
from scorekeeper.play.ledger import ledgers
from scorekeeper.play.models import Access, Role
from scorekeeper.play.recording import services, session_start
from scorekeeper.play.recording.transaction import Write


class Command(BaseCommand):
    help = "Fill in a realistic evening of French Tarot and print the link to its table."

    def handle(self, **options: Any) -> None:
        device = secrets.token_hex(16)
        now = timezone.now()
        earlier = DemoSession(device, FOUR, scorer="Inès")
        earlier.play(LAST_WEEK)
        earlier.close()
        date_back(earlier.session, now - timedelta(days=7))
        tonight = DemoSession(device, FIVE, scorer="Marion")
        tonight.play(TONIGHT[:8])
        tonight.hand_over("Solène")
        tonight.play(TONIGHT[8:20])
        tonight.amend(9, points=47)
        tonight.void({"call": "garde", "taker": "Marion", "partner": "Gabriel", "bouts": 2, "points": 58})
        tonight.play(TONIGHT[20:])
        date_back(tonight.session, now)
        self.stdout.write(f"Record at tonight's table: {_address('join', tonight.session.scorer_token)}")
        self.stdout.write(f"Watch it:                  {_address('watch', tonight.session.watch_token)}")
        self.stdout.write(f"Last week's, settled:      {_address('join', earlier.session.scorer_token)}")


def _address(name: str, token: str) -> str:
    return f"http://localhost:{settings.PORT}{reverse(name, args=[token])}"


class DemoSession:
    """A session, and the access of the phone that currently records."""

    def __init__(self, device: str, players: Sequence[str], *, scorer: str) -> None:
        self.session = session_start.start_session(
            device=device,
            game="tarot",
            rules="fft",
            options={},
            players=players,
            first_dealer=len(players) - 1,
            stake=Decimal("0.05"),
            currency="€",
            token=secrets.token_urlsafe(12),
            label=scorer,
        )
        self.access: Access = self.session.accesses.get(device=device)

    def hand_over(self, name: str) -> None:
        """Let somebody else record, on another phone."""
        self.access = services.join(self.session, device=secrets.token_hex(16), role=Role.SCORER, label=name)

    def play(self, hands: Sequence[Mapping[str, Any]]) -> None:
        for hand in hands:
            services.record(Write(self.session, **self._now()), raw=self._by_seat(hand))

    def amend(self, number: int, **changed: Any) -> None:
        raw = ledgers.of(self.session).hand(number).raw
        services.amend(Write(self.session, **self._now()), number=number, raw={**raw, **changed})

    def void(self, hand: Mapping[str, Any]) -> None:
        """Record a wrong hand and void it at once."""
        self.play([hand])
        services.void(Write(self.session, **self._now()), number=ledgers.of(self.session).hands[-1].number)

    def close(self) -> None:
        services.close(Write(self.session, **self._now()))

    def _now(self) -> dict[str, Any]:
        return {"access": self.access, "revision": self.session.revision, "token": secrets.token_urlsafe(12)}

    def _by_seat(self, hand: Mapping[str, Any]) -> dict[str, Any]:
        ledger = ledgers.of(self.session)
        decoded, _state = decode_hand(ledger.rules, ledger.table, ledger.state, hand, Naming(ledger.table.players))
        return encode_hand(ledger.rules, ledger.table, decoded, ledger.naming)
