"""Sessions of Doppelkopf, for its tests."""

from __future__ import annotations

from functools import partial
from typing import Any

from games.doppelkopf.rules import DoppelkopfRules
from games.scoring.types import Table
from tests.games import replays

RULES = DoppelkopfRules()
ledger, refused = partial(replays.ledger, RULES), partial(replays.refused, RULES)
FOUR, FIVE = ("Anne", "Bruno", "Chloé", "David"), ("Anne", "Bruno", "Chloé", "David", "Edith")


def table(rules: str = "ddv", players: tuple[str, ...] = FOUR, **options: Any) -> Table:
    return RULES.table(players, rules=rules, options=options)


def normal(augen: int, **more: Any) -> dict[str, Any]:
    """Return a normal game of Anne and Bruno as Re."""
    return {"call": "normal", "re": ["Anne", "Bruno"], "augen": augen, **more}


def solo(player: str, augen: int, **more: Any) -> dict[str, Any]:
    return {"call": "solo", "declarer": player, "augen": augen, **more}
