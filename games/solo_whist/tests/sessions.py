"""Sessions of Solo Whist for the tests, written as session documents.

Hands are dictionaries, as in a session document. Tests name only the fields that differ from an ordinary hand.
"""

from __future__ import annotations

from typing import Any

from games.scoring.documents import StretchDocument, read
from games.scoring.replay import Ledger
from games.solo_whist.rules import SoloWhistRules
from tests.games import documents
from tests.games.documents import NOT_GIVEN as NOT_GIVEN
from tests.games.documents import Raw as Raw

NAMES = ("Anne", "Bruno", "Chloé", "David")
RULES = SoloWhistRules()

SOLO: Raw = {"call": "solo", "caller": "Anne", "tricks": 5}
"""A solo made exactly."""
PROPOSAL: Raw = {"call": "proposal", "caller": "Anne", "partner": "Chloé", "tricks": 8}
"""A proposal made exactly, by two players who sit opposite each other."""
MISERE: Raw = {"call": "misere", "caller": "Anne", "made": True}
GRAND: Raw = {"call": "grand", "last_trick": "Anne"}
PASSED: Raw = {"call": "passed"}

FOSTER: Raw = {}
BRITISH: Raw = {"rules": "british"}
FREE: Raw = {"first_undertrick_free": True}


def hand(ordinary: Raw, **changes: Any) -> Raw:
    """Return the hand with other fields; `NOT_GIVEN` removes a field."""
    return documents.changed(ordinary, changes)


def document(
    *hands: Any, rules: str = "foster", players: Any = NAMES, tariff: Raw | None = None, **options: Any
) -> Raw:
    return documents.document("solo_whist", players, hands, rules=rules, options=options, tariff=tariff)


def session(*hands: Any, **table: Any) -> StretchDocument:
    """Return the session with these hands, read from its document."""
    return read(document(*hands, **table), {"solo_whist": RULES}.get).single()


def ledger(*hands: Any, **table: Any) -> Ledger:
    """Return the ledger of these hands."""
    return session(*hands, **table).ledger()


def amounts(played: Raw, **table: Any) -> tuple[int, ...]:
    """Return the amounts of one hand, in seat order."""
    return ledger(played, **table).totals


def refusal(*hands: Any, **table: Any) -> tuple[int | None, str | None, str]:
    """Return the hand, the field and the code of the first error."""
    return documents.refused(lambda: ledger(*hands, **table))
