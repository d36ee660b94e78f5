"""Sessions of Hearts for the tests, written as session documents."""

from __future__ import annotations

from typing import Any

from games.hearts.rules import HeartsRules
from games.scoring.documents import read
from games.scoring.replay import Ledger
from tests.games import documents
from tests.games.documents import Raw as Raw

NAMES = ("Anne", "Bruno", "Chloé", "David")
RULES = HeartsRules()


def hand(*points: int, **more: Any) -> Raw:
    return {"call": "hand", "points": dict(zip(NAMES, points, strict=False)), **more}


def correction(**amounts: int) -> Raw:
    return {"call": "correction", "amounts": amounts, "note": "a revoke"}


def ledger(*hands: Raw, players: Any = NAMES, **options: Any) -> Ledger:
    """Return the ledger of these hands."""
    document = documents.document("hearts", players, hands, rules="standard", options=options)
    return read(document, {"hearts": RULES}.get).single().ledger()
