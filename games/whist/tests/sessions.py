"""Sessions of Whist for the tests, written as session documents."""

from __future__ import annotations

from typing import Any

from games.scoring.documents import ledger_document, read
from games.scoring.replay import Ledger
from games.whist.rules import WhistRules
from tests.games import documents
from tests.games.documents import Raw as Raw

NAMES = ("A", "Y", "B", "Z")
RULES = WhistRules()
LOST: Raw = {"call": "misdeal_lost"}
TREBLE: Raw = {"tricks": 11, "honours": 2}
"""Five by cards: in short whist a game at once, against nothing."""


def hand(tricks: Any, honours: Any = None, *revokes: str, **more: Any) -> Raw:
    """Return a hand; "ab add" is a revoke by A and B, and "ab" one in the American game."""
    listed = [dict(zip(("by", "penalty"), revoke.split(), strict=False)) for revoke in revokes]
    of_honours = {} if honours is None else {"honours": honours}
    return {"tricks": tricks, **of_honours, **({"revokes": listed} if listed else {}), **more}


def document(
    *hands: Any, players: Any = NAMES, rules: str | None = None, tariff: Raw | None = None, **options: Any
) -> Raw:
    raw = documents.document("whist", players, hands, options=options, tariff=tariff)
    return {**raw, "rules": rules} if rules else raw


def played(*hands: Any, **table: Any) -> Ledger:
    return read(document(*hands, **table), {"whist": RULES}.get).single().ledger()


def ledger(*hands: Any, **table: Any) -> Raw:
    """Return the ledger of these hands as the `score` command prints it."""
    return ledger_document(played(*hands, **table))


def markers(*hands: Any, **table: Any) -> tuple[int, int]:
    marker = ledger(*hands, **table)["state"]["marker"]
    return marker["ab"], marker["yz"]


def refusal(*hands: Any, **table: Any) -> tuple[int | None, str | None, str]:
    """Return the hand, the field and the code of the first error."""
    return documents.refused(lambda: ledger(*hands, **table))
