"""Sessions of Tarot for the tests, written as session documents.

Hands are dictionaries, as in a session document. `PRISE` is an ordinary hand; tests name only the fields that differ.
"""

from __future__ import annotations

from typing import Any

from games.scoring.documents import read
from games.scoring.replay import Ledger
from games.tarot.rules import TarotRules
from tests.games import documents
from tests.games.documents import NOT_GIVEN as NOT_GIVEN
from tests.games.documents import Raw as Raw

NAMES = ("Anne", "Bruno", "Chloé", "David", "Emma")
RULES = TarotRules()
PRISE: Raw = {"call": "prise", "taker": "Anne", "bouts": 2, "points": 45}
"""A prise made by 4."""

FFT: Raw = {"rules": "fft"}
THREE: Raw = {"rules": "fft", "players": 3}
FIVE: Raw = {"rules": "fft", "players": 5}
MORT: Raw = {"rules": "fft", "players": 5, "five_players": "mort"}
"""Emma deals and sits out."""
CLASSIC: Raw = {}


def hand(**changes: Any) -> Raw:
    """Return the ordinary prise with other fields; `NOT_GIVEN` removes a field."""
    return documents.changed(PRISE, changes)


def ledger(*hands: Any, rules: str = "classic", players: int = 4, tariff: Raw | None = None, **options: Any) -> Ledger:
    """Return the ledger of these hands, read from the session's document."""
    document = documents.document("tarot", NAMES[:players], hands, rules=rules, options=options, tariff=tariff)
    return read(document, {"tarot": RULES}.get).single().ledger()


def amounts(played: Raw, **table: Any) -> tuple[int, ...]:
    """Return the amounts of one hand, in seat order."""
    return ledger(played, **table).totals


def labels(played: Raw, **table: Any) -> list[str]:
    """Return the labels of a hand's lines, with the players' names."""
    return [line.label.render(NAMES) for line in ledger(played, **table).hands[0].entry.lines]


def refusal(*hands: Any, **table: Any) -> tuple[int | None, str | None, str]:
    """Return the hand, the field and the code of the first error."""
    return documents.refused(lambda: ledger(*hands, **table))


def simple(player: str, size: Any = "simple") -> Raw:
    return {"player": player, "size": size}


def poor(player: str, kind: Any = "no_trumps") -> Raw:
    return {"player": player, "kind": kind}


def four(s: int) -> tuple[int, ...]:
    """Return the amounts if Anne takes with four players: she gets three times S."""
    return (3 * s, -s, -s, -s)
