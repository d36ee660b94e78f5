"""Sessions written as a table and its hands, for the tests of games."""

from __future__ import annotations

from typing import Any

from games.scoring.naming import Naming
from games.scoring.replay import Ledger, replay
from games.scoring.rules import AnyRules
from games.scoring.types import Table


def ledger(rules: AnyRules, at: Table, *hands: dict[str, Any]) -> Ledger:
    """Return the ledger of these hands, none of which is refused."""
    played = replay(rules, at, hands, Naming(at.players))
    assert played.refusal is None
    return played


def refused(rules: AnyRules, at: Table, *hands: dict[str, Any]) -> tuple[str | None, str]:
    """Return at which field the last of these hands is refused, and by which code."""
    played = replay(rules, at, hands, Naming(at.players))
    assert played.refusal is not None
    assert played.refusal.number == len(hands)
    return played.refusal.error.field, played.refusal.error.code
