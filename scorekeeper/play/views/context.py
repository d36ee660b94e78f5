"""Template context that the pages of a session share."""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from games import registry
from scorekeeper.play import round_progress
from scorekeeper.play.ledger.formatting import tariff_name
from scorekeeper.play.ledger.ledgers import SessionLedger
from scorekeeper.play.ledger.notations import Notation
from scorekeeper.play.models import Access, Role
from scorekeeper.play.recording.session_start import may_start


def of_session(access: Access, ledger: SessionLedger, notation: Notation) -> dict[str, Any]:
    """Return the session, its game and players, and what this browser may do."""
    return {
        "access": access,
        "session": access.session,
        "game": registry.get(ledger.rules.slug),
        "rule_set": ledger.rules.rule_set(ledger.table),
        "names": ledger.table.players,
        "marks": ledger.marks,
        "notation": notation,
        "progress": round_progress.of(access.session, ledger),
        **played_for(ledger, reverse("session_tariff", args=[access.session.public_id])),
        "may_write": access.role == Role.SCORER,
        "may_start": lambda: may_start_another(access),  # a callable, because few pages need it
    }


def may_start_another(access: Access) -> bool:
    """Return whether the browser may start another session in the same club, or without one if this one has none."""
    return not access.of_removed_phone and may_start(access.session.club, access.device)


def played_for(ledger: SessionLedger, url: str) -> dict[str, str]:
    """Return the name of the club's own tariff and the URL of its figures; nothing for the printed tariff."""
    tariff = ledger.table.tariff
    return {"tariff": tariff_name(tariff), "tariff_url": url} if tariff else {}
