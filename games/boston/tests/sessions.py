"""Sessions of Boston for the tests, written as session documents.

Hands are dictionaries, as in a session document. Tests name only the fields that differ from an ordinary hand.
"""

from __future__ import annotations

from typing import Any

from games.boston.rules import BostonRules
from games.scoring.documents import ledger_document, read
from games.scoring.replay import Ledger
from tests.games import documents
from tests.games.documents import NOT_GIVEN as NOT_GIVEN
from tests.games.documents import Raw as Raw

NAMES = ("Anne", "Bruno", "Chloé", "David")
RULES = BostonRules()

SEVEN: Raw = {"call": "tricks", "bidder": "Anne", "bid": 7, "tricks": 7}
"""A bid of seven, made exactly."""
MISERE: Raw = {"call": "little_misere", "bidder": "Anne", "made": True}
PASSED: Raw = {"call": "passed"}

DECIMAL: Raw = {}
ORIGINAL: Raw = {"rules": "original"}
POOL: Raw = {"pool": True}


def hand(ordinary: Raw, **changes: Any) -> Raw:
    """Return the hand with other fields; `NOT_GIVEN` removes a field."""
    return documents.changed(ordinary, changes)


def partout(*tricks: Any, **changes: Any) -> Raw:
    """Return a misère partout with each player's tricks, in seat order."""
    return {"call": "misere_partout", "tricks_taken": dict(zip(NAMES, tricks, strict=True)), **changes}


def penalty(by: Any, to: Any, amount: Any) -> Raw:
    return {"by": by, "to": to, "amount": amount}


def ledger(
    *hands: Any, rules: str = "decimal", players: Any = NAMES, tariff: Raw | None = None, **options: Any
) -> Ledger:
    """Return the ledger of these hands, read from the session's document."""
    document = documents.document("boston", players, hands, rules=rules, options=options, tariff=tariff)
    return read(document, {"boston": RULES}.get).single().ledger()


def printed(*hands: Any, **table: Any) -> Raw:
    """Return the ledger of these hands as the `score` command prints it."""
    return ledger_document(ledger(*hands, **table))


def amounts(*hands: Any, **table: Any) -> tuple[int, ...]:
    """Return the amounts of the last hand, in seat order."""
    return ledger(*hands, **table).hands[-1].entry.amounts


def refusal(*hands: Any, **table: Any) -> tuple[int | None, str | None, str]:
    """Return the hand, the field and the code of the first error."""
    return documents.refused(lambda: ledger(*hands, **table))
