"""Sessions of Schafkopf, for its tests."""

from __future__ import annotations

from functools import partial
from typing import Any

from games.schafkopf.rules import SchafkopfRules
from games.scoring.types import Table
from tests.games import replays

RULES = SchafkopfRules()
ledger, refused = partial(replays.ledger, RULES), partial(replays.refused, RULES)
FOUR, FIVE = ("Anne", "Bruno", "Chloé", "David"), ("Anne", "Bruno", "Chloé", "David", "Edith")
PASSED = {"call": "passed"}


def table(players: tuple[str, ...] = FOUR, **options: Any) -> Table:
    return RULES.table(players, options=options)


def rufspiel(made: bool = True, **more: Any) -> dict[str, Any]:
    """Return a Rufspiel of Anne with Bruno."""
    return {"call": "rufspiel", "declarer": "Anne", "partner": "Bruno", "made": made, **more}


def alone(call: str, made: bool = True, **more: Any) -> dict[str, Any]:
    """Return a game that Anne plays alone."""
    return {"call": call, "declarer": "Anne", "made": made, **more}
