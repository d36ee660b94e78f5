"""Sessions of Mort for the tests, written as session documents."""

from __future__ import annotations

from typing import Any

from games.mort.rules import MortRules
from games.scoring.documents import ledger_document, read
from games.scoring.replay import Ledger
from tests.games import documents
from tests.games.documents import Raw as Raw
from tests.games.sheet_text import OnPaper

NAMES = ("Ada", "Ben", "Cora", "Dan", "Eve")
RULES = MortRules()
MISDEAL: Raw = {"call": "misdeal"}
LOST: Raw = {"call": "misdeal_lost"}
WIN: Raw = {"tricks": 11}
"""Five points at once: a triple for Vivant, 5 + 3 + 4 = 12."""
CORRECTION: Raw = {"call": "correction", "amounts": {"Ada": 10, "Ben": -10}, "note": "paid late"}


def hand(tricks: Any, *revokes: str, **more: Any) -> Raw:
    """Return a hand with revokes: "v add" is one by Vivant, with 3 points for the adversaries."""
    sides = {"v": "vivant", "a": "adversaries"}
    listed = [{"by": sides[side], "penalty": penalty} for side, penalty in (revoke.split() for revoke in revokes)]
    return {"tricks": tricks, **({"revokes": listed} if listed else {}), **more}


def document(
    *hands: Any, players: int = 3, first_dealer: str | None = None, tariff: Raw | None = None, **options: Any
) -> Raw:
    return documents.document("mort", NAMES[:players], hands, options=options, first_dealer=first_dealer, tariff=tariff)


def scored(*hands: Any, **table: Any) -> Ledger:
    return read(document(*hands, **table), {"mort": RULES}.get).single().ledger()


def ledger(*hands: Any, **table: Any) -> Raw:
    """Return the ledger of these hands as the `score` command prints it."""
    return ledger_document(scored(*hands, **table))


def paper(*hands: Any, **table: Any) -> OnPaper:
    return OnPaper(scored(*hands, **table))


def totals(*hands: Any, **table: Any) -> tuple[int, ...]:
    return tuple(ledger(*hands, **table)["totals"].values())


def last_game(*hands: Any, **table: Any) -> tuple[str, str, int] | None:
    """Return the game that the last hand ended: winner, class, net."""
    last = ledger(*hands, **table)["state"]["last_game"]
    return last and (last["winner"], last["class"], last["net"])


def refusal(*hands: Any, **table: Any) -> tuple[int | None, str | None, str]:
    """Return the hand, the field and the code of the first error."""
    return documents.refused(lambda: ledger(*hands, **table))
