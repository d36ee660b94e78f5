"""Sessions of Solo Whist for the tests, written as session documents.

Hands are dictionaries, as in a session document. Tests name only the fields that differ from an ordinary hand.
"""

from __future__ import annotations

from typing import Any

from games.scoring.documents import read
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


def ledger(*hands: Any, rules: str = "foster", tariff: Raw | None = None, **options: Any) -> Ledger:
    """Return the ledger of these hands."""
    document = documents.document("solo_whist", NAMES, hands, rules=rules, options=options, tariff=tariff)
    return read(document, {"solo_whist": RULES}.get).single().ledger()


def amounts(played: Raw, **table: Any) -> tuple[int, ...]:
    """Return the amounts of one hand, in seat order."""
    return ledger(played, **table).totals


def refusal(*hands: Any, **table: Any) -> tuple[int | None, str | None, str]:
    """Return the hand, the field and the code of the first error."""
    return documents.refused(lambda: ledger(*hands, **table))
