"""Two evenings of French Tarot, tonight's of five and last week's of four, and sessions of any length made of them."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from itertools import cycle, islice
from typing import Any

from django.db.models import Model, QuerySet

from games import registry
from games.scoring import documents
from games.scoring.document_format import VERSION
from scorekeeper.play.models import Session
from scorekeeper.play.recording import session_start

FOR_A_HAND = timedelta(minutes=7)

FIVE = ("Marion", "Théo", "Inès", "Gabriel", "Solène")
FOUR = FIVE[:4]

TONIGHT: Sequence[Mapping[str, Any]] = (
    {"call": "prise", "taker": "Théo", "partner": "Solène", "bouts": 1, "points": 54.5},
    {"call": "garde", "taker": "Marion", "partner": "Gabriel", "bouts": 2, "points": 49},
    {"call": "passed"},
    {"call": "garde", "taker": "Inès", "partner": "Théo", "bouts": 2, "points": 38.5, "petit_au_bout": "defence"},
    {"call": "prise", "taker": "Solène", "partner": "Marion", "bouts": 0, "points": 58},
    {"call": "misdeal", "note": "Fourteen cards before Gabriel"},
    {
        "call": "garde",
        "taker": "Gabriel",
        "partner": "Inès",
        "bouts": 2,
        "points": 55.5,
        "poignees": [{"player": "Gabriel", "size": "simple"}],
    },
    {"call": "garde", "taker": "Théo", "bouts": 3, "points": 61, "note": "Called himself, and nobody saw it coming"},
    {"call": "prise", "taker": "Marion", "partner": "Inès", "bouts": 1, "points": 43},
    {"call": "garde", "taker": "Solène", "partner": "Théo", "bouts": 1, "points": 52, "petit_au_bout": "attack"},
    {"call": "garde_sans", "taker": "Inès", "partner": "Gabriel", "bouts": 2, "points": 46.5},
    {"call": "petit_sec"},
    {"call": "garde", "taker": "Gabriel", "partner": "Marion", "bouts": 2, "points": 33},
    {
        "call": "garde",
        "taker": "Marion",
        "partner": "Solène",
        "bouts": 3,
        "points": 66.5,
        "poignees": [{"player": "Inès", "size": "simple"}, {"player": "Marion", "size": "double"}],
    },
    {"call": "prise", "taker": "Inès", "partner": "Solène", "bouts": 2, "points": 51},
    {"call": "passed"},
    {"call": "garde", "taker": "Théo", "partner": "Inès", "bouts": 1, "points": 47.5, "petit_au_bout": "attack"},
    {
        "call": "correction",
        "amounts": {"Théo": -20, "Marion": 10, "Solène": 10},
        "note": "Théo had a trump after all: agreed at 10 each",
    },
    {"call": "garde_contre", "taker": "Gabriel", "partner": "Théo", "bouts": 2, "points": 42.5},
    {"call": "prise", "taker": "Solène", "bouts": 1, "points": 39},
    {"call": "garde", "taker": "Marion", "partner": "Théo", "bouts": 2, "points": 58, "petit_au_bout": "attack"},
    {"call": "garde_sans", "taker": "Solène", "partner": "Inès", "bouts": 1, "points": 44.5},
    {"call": "garde", "taker": "Inès", "partner": "Marion", "bouts": 1, "points": 56},
    {"call": "prise", "taker": "Théo", "partner": "Gabriel", "bouts": 2, "points": 62.5},
    {"call": "garde", "taker": "Gabriel", "partner": "Solène", "bouts": 2, "points": 51},
)

LAST_WEEK: Sequence[Mapping[str, Any]] = (
    {"call": "garde", "taker": "Gabriel", "bouts": 2, "points": 45},
    {"call": "prise", "taker": "Inès", "bouts": 1, "points": 57},
    {"call": "passed"},
    {"call": "garde", "taker": "Marion", "bouts": 2, "points": 60, "petit_au_bout": "attack"},
    {"call": "garde", "taker": "Théo", "bouts": 1, "points": 48},
    {"call": "garde_sans", "taker": "Marion", "bouts": 3, "points": 52},
    {"call": "prise", "taker": "Gabriel", "bouts": 0, "points": 56},
    {"call": "garde", "taker": "Inès", "bouts": 2, "points": 54, "poignees": [{"player": "Inès", "size": "simple"}]},
    {"call": "garde", "taker": "Théo", "bouts": 3, "points": 44, "petit_au_bout": "attack"},
    {"call": "garde", "taker": "Gabriel", "bouts": 1, "points": 39},
)


def evening(hands: int) -> list[Mapping[str, Any]]:
    """Return the outcomes of last week's evening, players by name; they repeat if it is long."""
    return list(islice(cycle(LAST_WEEK), hands))


def read_evening(hands: int) -> documents.SessionDocument:
    """Return that evening as a session document."""
    raw = {
        "format": documents.SESSION_FORMAT,
        "version": VERSION,
        "game": "tarot",
        "rules": "fft",
        "players": list(FOUR),
        "hands": evening(hands),
    }
    return documents.read(raw, registry.find_rules)


def table_with(hands: int, device: str) -> Session:
    """Create a session of that many hands in which the device is a scorer."""
    return session_start.import_document(device=device, document=read_evening(hands), token=secrets.token_urlsafe(12))


def date_back(session: Session, end: datetime) -> None:
    """Spread the changes of a session, recorded within moments, over the hours before `end`."""
    changes = list(session.changes.order_by("revision"))
    begin = end - FOR_A_HAND * len(changes)
    for number, change in enumerate(changes, 1):
        at = begin + FOR_A_HAND * number
        _dated(session.changes.filter(pk=change.pk), at=at)
        # Rows have exactly the time of the change that wrote them.
        _dated(session.hands.filter(recorded_at=change.at), recorded_at=at)
        _dated(session.hands.filter(voided_at=change.at), voided_at=at)
        _dated(session.settlements.filter(settled_at=change.at), settled_at=at)
        _dated(Session.objects.filter(pk=session.pk, closed_at=change.at), closed_at=at)
    _dated(Session.objects.filter(pk=session.pk), started_at=begin)


def _dated(rows: QuerySet[Model], **moments: datetime) -> None:
    rows.update(**moments)
