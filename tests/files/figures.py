"""The figures of an installation as JSON: ledgers, settlements, evenings and standings.

Sessions and evenings are listed by their public identifiers, clubs and people by their names; primary keys are left
out.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from scorekeeper.clubs.models import Club
from scorekeeper.evenings.models import Evening, EveningSettlement
from scorekeeper.play.models import Session
from scorekeeper.standings.models import Season
from scorekeeper.standings.standings import Terms, standings
from tests.play.tables import fresh

Figures = dict[str, dict[str, Any]]


def figures() -> Figures:
    """Return all figures of the database."""
    sessions = Session.objects.select_related("club").order_by("pk")
    settled = Session.objects.filter(settlements__isnull=False).distinct().order_by("pk")
    evenings = Evening.objects.filter(settlements__isnull=False).distinct().order_by("pk")
    return {
        "sessions": {session.public_id: _ledger(session) for session in sessions},
        "settlements": {session.public_id: _settlements(session) for session in settled},
        "evenings": {
            evening.public_id: [_evening(row) for row in evening.settlements.order_by("pk")] for evening in evenings
        },
        "standings": {club.name: _standings(club) for club in Club.objects.order_by("name")},
    }


def as_text(found: Figures) -> str:
    """Return the figures as JSON with a line for each session, evening and club."""
    parts = []
    for part, named in found.items():
        lines = [
            f"  {json.dumps(name, ensure_ascii=False)}: {json.dumps(values, ensure_ascii=False)}"
            for name, values in named.items()
        ]
        parts.append(f' "{part}": {{\n' + ",\n".join(lines) + "\n }")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def of_club(found: Figures, club: str) -> Figures:
    """Return the part of the figures that is one club's."""
    sessions = {name: values for name, values in found["sessions"].items() if values["club"] == club}
    return {
        "sessions": sessions,
        "settlements": {name: values for name, values in found["settlements"].items() if name in sessions},
        "evenings": {
            name: values for name, values in found["evenings"].items() if {*values[0]["sessions"]} <= sessions.keys()
        },
        "standings": {club: found["standings"][club]},
    }


def _ledger(session: Session) -> dict[str, Any]:
    ledger = fresh(session)
    return {
        "club": session.club.name if session.club else None,
        "game": session.game,
        "rules": session.rules,
        "players": [*ledger.table.players],
        "hands": [[hand.number, [*hand.scored.entry.amounts] if hand.scored else None] for hand in ledger.hands],
        "totals": [*ledger.totals],
        "closed": session.closed_at is not None,
    }


def _settlements(session: Session) -> list[dict[str, Any]]:
    return [
        {
            "totals": row.totals,
            "transfers": row.transfers,
            "stake": _money(row.stake),
            "currency": row.currency,
            "stands": row.withdrawn_at is None,
        }
        for row in session.settlements.order_by("pk")
    ]


def _evening(row: EveningSettlement) -> dict[str, Any]:
    names = {balance["player"]: balance["name"] for balance in row.balances}
    sessions = Session.objects.filter(pk__in=row.sessions).order_by("public_id")
    return {
        "balances": [
            [balance["name"], _money(balance["played"]), _money(balance["amount"])] for balance in row.balances
        ],
        "transfers": [
            [names.get(payment.debtor_id), names.get(payment.creditor_id), _money(payment.money)]
            for payment in row.payments.all()
        ],
        "sessions": [*sessions.values_list("public_id", flat=True)],
        "kitty": _money(row.kitty),
        "currency": row.currency,
        "stands": row.withdrawn_at is None,
    }


def _standings(club: Club) -> dict[str, Any]:
    """Return the standings of all time under an empty name, then those of the seasons."""
    return {
        "": _standing(Terms(club=club)),
        **{season.name: _of_season(club, season) for season in club.seasons.order_by("name")},
    }


def _of_season(club: Club, season: Season) -> list[Sequence[Any]]:
    """Return a season's standings of those who have played its minimum in sessions.

    In older files, seasons counted sessions and not evenings. None has a player with more sessions than count.
    """
    terms = Terms(club=club, season=season, game=season.game, rules=season.rules)
    return _standing(terms, sessions=season.minimum)


def _standing(terms: Terms, *, sessions: int = 0) -> list[Sequence[Any]]:
    ranked = [row for row in standings(terms).ranked if row.sessions >= sessions]
    totals = [row.total for row in ranked]
    return [[row.name, totals.index(row.total) + 1, row.sessions, row.counted, row.hands, row.total] for row in ranked]


def _money(amount: Decimal | str | None) -> str | None:
    """Return an amount as decimal text without trailing zeros."""
    return None if amount is None else f"{Decimal(amount).normalize():f}"
