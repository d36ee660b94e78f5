"""Sessions of wiezen for the tests, written as session documents."""

from __future__ import annotations

from typing import Any

from games.colour_whist.rules import ColourWhistRules
from games.scoring.documents import read
from games.scoring.replay import Ledger
from games.scoring.types import Table
from tests.games import documents
from tests.games.documents import Raw as Raw

NAMES = ("Anne", "Bruno", "Chloé", "David")
RULES = ColourWhistRules()
COULEUR: Raw = {"rules": "couleur"}

PASSED: Raw = {"call": "passed"}
VRAAG: Raw = {"call": "vraag", "caller": "Anne", "partner": "Chloé", "tricks": 8}


def misere(call: str = "miserie", **declarers: bool) -> Raw:
    """Return a misère with these players; Chloe stands for Chloé."""
    return {"call": call, "declarers": {name.replace("Chloe", "Chloé"): made for name, made in declarers.items()}}


def ledger(
    *hands: Raw, rules: str = "wiezen", players: Any = NAMES, tariff: Raw | None = None, **options: Any
) -> Ledger:
    """Return the ledger of these hands."""
    document = documents.document("colour_whist", players, hands, rules=rules, options=options, tariff=tariff)
    return read(document, {"colour_whist": RULES}.get).single().ledger()


def amounts(hand: Raw, **table: Any) -> tuple[int, ...]:
    """Return the amounts of one hand, in seat order."""
    return ledger(hand, **table).totals


def labels(hand: Raw, **table: Any) -> list[str]:
    """Return the reasons for the amounts of one hand."""
    played = ledger(hand, **table)
    return [line.label.render(played.table.players) for line in played.hands[0].entry.lines]


def table(rules: str = "wiezen", size: int = 4, **options: Any) -> Table:
    return RULES.table((*NAMES, "Emma")[:size], rules=rules, options=options)
