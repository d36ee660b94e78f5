"""An evening of French Tarot of four, and sessions of any length made of it, for the bench."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from itertools import cycle, islice
from typing import Any

from games import registry
from games.scoring import documents
from games.scoring.document_format import VERSION
from scorekeeper.play.models import Session
from scorekeeper.play.recording import session_start

FOUR = ("Marion", "Théo", "Inès", "Gabriel")

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
