"""Sessions of Tarot for the tests, written as the documents that people exchange.

A hand is a dictionary as it stands in a session document. `PRISE` is an ordinary one; a test says what is different.
"""

from __future__ import annotations

from typing import Any

from games.scoring.documents import SessionDocument, read
from games.scoring.replay import Ledger
from games.tarot.rules import TarotRules
from tests.games import written
from tests.games.written import NOT_GIVEN as NOT_GIVEN
from tests.games.written import Raw as Raw

NAMES = ("Anne", "Bruno", "Chloé", "David", "Emma")
RULES = TarotRules()
PRISE: Raw = {"call": "prise", "taker": "Anne", "bouts": 2, "points": 45}
"""Made by 4."""

FFT: Raw = {"rules": "fft"}
THREE: Raw = {"rules": "fft", "players": 3}
FIVE: Raw = {"rules": "fft", "players": 5}
MORT: Raw = {"rules": "fft", "players": 5, "five_players": "mort"}
"""Emma deals and sits out."""
CLASSIC: Raw = {}


def hand(**changes: Any) -> Raw:
    """The ordinary prise with other fields; `NOT_GIVEN` takes a field away."""
    return written.changed(PRISE, changes)


def session(
    *hands: Any, rules: str = "classic", players: int = 4, tariff: Raw | None = None, **options: Any
) -> SessionDocument:
    """The session that the hands make, read from its document."""
    document = written.document("tarot", NAMES[:players], hands, rules=rules, options=options, tariff=tariff)
    return read(document, {"tarot": RULES}.get)


def ledger(*hands: Any, rules: str = "classic", players: int = 4, **options: Any) -> Ledger:
    """What the hands come to."""
    return session(*hands, rules=rules, players=players, **options).ledger()


def amounts(played: Raw, *, rules: str = "classic", players: int = 4, **options: Any) -> tuple[int, ...]:
    """What one hand moves, in the order of the seats."""
    return ledger(played, rules=rules, players=players, **options).totals


def refusal(
    *hands: Any, rules: str = "classic", players: int = 4, **options: Any
) -> tuple[int | None, str | None, str]:
    """The hand, the field and the code of the first thing that is wrong."""
    return written.refused(lambda: ledger(*hands, rules=rules, players=players, **options))


def simple(player: str, size: Any = "simple") -> Raw:
    return {"player": player, "size": size}


def poor(player: str, kind: Any = "no_trumps") -> Raw:
    return {"player": player, "kind": kind}
