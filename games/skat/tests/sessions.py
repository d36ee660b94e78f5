"""Sessions of Skat for the tests, written as session documents.

Hands are dictionaries, as in a session document. `SOLO`, `CLUBS` and the like are ordinary hands; tests name only the
fields that differ.
"""

from __future__ import annotations

from typing import Any

from games.scoring.documents import StretchDocument, read
from games.scoring.replay import Ledger
from games.skat.form import SkatForm
from games.skat.rules import SkatRules
from games.ui.forms import Choice, Choices
from games.ui.hand_form import Unfolding
from tests.games import documents
from tests.games.documents import Raw as Raw

NAMES = ("Anna", "Ben", "Clara", "David", "Emil")
RULES = SkatRules()

FOSTER: Raw = {}
GUCKI: Raw = {"rules": "gucki_solo"}
ISKO: Raw = {"rules": "isko"}
FOUR: Raw = {"players": 4}
"""David deals and sits out."""

SOLO: Raw = {"call": "solo", "declarer": "Anna", "suit": "hearts", "matadors": 3, "card_points": 70}
TOURNEE: Raw = {**SOLO, "call": "tournee"}
OPEN: Raw = {"call": "open_grand", "declarer": "Anna", "matadors": 2, "card_points": 120, "schwarz": True}
GRAND: Raw = {"call": "grand", "declarer": "Anna", "matadors": 1, "card_points": 70}
CLUBS: Raw = {"call": "suit", "declarer": "Anna", "suit": "clubs", "bid": 18, "matadors": 1, "card_points": 70}
NULL: Raw = {"call": "null", "declarer": "Anna", "bid": 18, "made": True}
NULLO: Raw = {"call": "gucki_nullo", "declarer": "Anna", "made": True}
RAMSCH: Raw = {"call": "ramsch", "points_taken": {"Anna": 50, "Ben": 40, "Clara": 30}}


def hand(usual: Raw, **changes: Any) -> Raw:
    """Return a usual hand with other fields."""
    return {**usual, **changes}


def session(
    *hands: Any, rules: str = "foster", players: int = 3, tariff: Raw | None = None, **options: Any
) -> StretchDocument:
    """Return the session with these hands, read from its document."""
    document = documents.document("skat", NAMES[:players], hands, rules=rules, options=options, tariff=tariff)
    return read(document, {"skat": RULES}.get).single()


def ledger(*hands: Any, rules: str = "foster", players: int = 3, **options: Any) -> Ledger:
    """Return the ledger of these hands."""
    return session(*hands, rules=rules, players=players, **options).ledger()


def amounts(played: Raw, *, rules: str = "foster", players: int = 3, **options: Any) -> tuple[int, ...]:
    """Return the amounts of one hand, in seat order."""
    return ledger(played, rules=rules, players=players, **options).totals


def entry(played: Raw, *, rules: str = "foster", **options: Any) -> int:
    """Return what is written for Anna, the declarer."""
    return amounts(played, rules=rules, payment="sheet", **options)[0]


def refusal(*hands: Any, rules: str = "foster", players: int = 3, **options: Any) -> tuple[int | None, str | None, str]:
    """Return the hand, the field and the code of the first error."""
    return documents.refused(lambda: ledger(*hands, rules=rules, players=players, **options))


def chips_of(form: SkatForm, name: str) -> list[Choice]:
    """Return the chips of a group, those that are folded away included."""
    group = form.shown[name].group
    if isinstance(group, Unfolding):
        return [*group.few, *group.others]
    assert isinstance(group, Choices)
    return [*group]
