"""Sessions of Cayenne for the tests, written as session documents."""

from __future__ import annotations

from typing import Any

from games.cayenne.rules import CayenneRules
from games.scoring.documents import ledger_document, read
from games.scoring.replay import Ledger
from tests.games import documents
from tests.games.documents import Raw as Raw
from tests.games.sheet_text import OnPaper

NAMES = ("A", "Y", "B", "Z")
RULES = CayenneRules()
MISDEAL: Raw = {"call": "misdeal"}
SLAM: Raw = {"trump": "grand", "tricks": 13}
"""7 × 8 = 56: four quadruples at once, which is a rubber of 16 + 8 + 6 = 30 for A and B."""
CORRECTION: Raw = {"call": "correction", "amounts": {"A": 10, "Y": -10}, "note": "paid late"}


def trump(multiplier: int, tricks: Any, honours: Any, *revokes: str, **more: Any) -> Raw:
    """Return a hand with hearts as cayenne and the trump with this multiplier; "ab add" is a revoke by A and B."""
    suit = {4: "hearts", 3: "diamonds", 2: "clubs", 1: "spades"}[multiplier]
    return {"cayenne": "hearts", "trump": suit, "tricks": tricks, "honours": honours, **_listed(revokes), **more}


def no_trump(word: str, tricks: Any, *revokes: str, **more: Any) -> Raw:
    return {"trump": word, "tricks": tricks, **_listed(revokes), **more}


def _listed(revokes: tuple[str, ...]) -> Raw:
    listed = [dict(zip(("by", "penalty"), revoke.split(), strict=True)) for revoke in revokes]
    return {"revokes": listed} if listed else {}


def document(
    *hands: Any, players: Any = NAMES, first_dealer: str | None = None, tariff: Raw | None = None, **options: Any
) -> Raw:
    return documents.document("cayenne", players, hands, options=options, first_dealer=first_dealer, tariff=tariff)


def scored(*hands: Any, **table: Any) -> Ledger:
    return read(document(*hands, **table), {"cayenne": RULES}.get).single().ledger()


def ledger(*hands: Any, **table: Any) -> Raw:
    """Return the ledger of these hands as the `score` command prints it."""
    return ledger_document(scored(*hands, **table))


def paper(*hands: Any, **table: Any) -> OnPaper:
    return OnPaper(scored(*hands, **table))


def markers(*hands: Any, **table: Any) -> tuple[int, int]:
    marker = ledger(*hands, **table)["state"]["marker"]
    return marker["ab"], marker["yz"]


def sheet(*hands: Any, **table: Any) -> tuple[list[int], list[int], int, int]:
    """Return the games of A and B, those of Y and Z, and the slam points of both."""
    state = ledger(*hands, **table)["state"]
    return state["sheet"]["ab"], state["sheet"]["yz"], state["slams"]["ab"], state["slams"]["yz"]


def rubber(*hands: Any, **table: Any) -> tuple[str, int, int, int] | None:
    """Return the rubber that the last hand ended: winner, totals of A and B and of Y and Z, value."""
    last = ledger(*hands, **table)["state"]["last_rubber"]
    return last and (last["winner"], last["totals"]["ab"], last["totals"]["yz"], last["value"])


def refusal(*hands: Any, **table: Any) -> tuple[int | None, str | None, str]:
    """Return the hand, the field and the code of the first error."""
    return documents.refused(lambda: ledger(*hands, **table))
