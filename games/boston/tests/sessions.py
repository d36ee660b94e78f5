"""Sessions of Boston for the tests, written as the documents that people exchange.

A hand is a dictionary as it stands in a session document. A test says what is different from an ordinary one.
"""

from __future__ import annotations

from typing import Any

from games.boston.rules import BostonRules
from games.scoring.documents import SessionDocument, ledger_document, read
from games.scoring.replay import Ledger
from tests.games import written
from tests.games.written import NOT_GIVEN as NOT_GIVEN
from tests.games.written import Raw as Raw

NAMES = ("Anne", "Bruno", "Chloé", "David")
RULES = BostonRules()

SEVEN: Raw = {"call": "tricks", "bidder": "Anne", "bid": 7, "tricks": 7}
"""Made exactly."""
MISERE: Raw = {"call": "little_misere", "bidder": "Anne", "made": True}
PASSED: Raw = {"call": "passed"}

DECIMAL: Raw = {}
ORIGINAL: Raw = {"rules": "original"}
POOL: Raw = {"pool": True}


def hand(ordinary: Raw, **changes: Any) -> Raw:
    """That hand with other fields; `NOT_GIVEN` takes a field away."""
    return written.changed(ordinary, changes)


def partout(*tricks: Any, **changes: Any) -> Raw:
    """Misère partout with the tricks of each in seat order."""
    return {"call": "misere_partout", "tricks_taken": dict(zip(NAMES, tricks, strict=True)), **changes}


def penalty(by: Any, to: Any, amount: Any) -> Raw:
    return {"by": by, "to": to, "amount": amount}


def document(
    *hands: Any, rules: str = "decimal", players: Any = NAMES, tariff: Raw | None = None, **options: Any
) -> Raw:
    return written.document("boston", players, hands, rules=rules, options=options, tariff=tariff)


def session(*hands: Any, **table: Any) -> SessionDocument:
    """The session that the hands make, read from its document."""
    return read(document(*hands, **table), {"boston": RULES}.get)


def ledger(*hands: Any, **table: Any) -> Ledger:
    """What the hands come to."""
    return session(*hands, **table).ledger()


def printed(*hands: Any, **table: Any) -> Raw:
    """What the hands come to, as the `score` command prints it."""
    return ledger_document(ledger(*hands, **table))


def amounts(*hands: Any, **table: Any) -> tuple[int, ...]:
    """What the last of the hands moves, in the order of the seats."""
    return ledger(*hands, **table).hands[-1].entry.amounts


def refusal(*hands: Any, **table: Any) -> tuple[int | None, str | None, str]:
    """The hand, the field and the code of the first thing that is wrong."""
    return written.refused(lambda: ledger(*hands, **table))
