"""A new session as the browser sends it: the form with its seats, and a document to import."""

from __future__ import annotations

from typing import Any

from tests.play.tables import FOUR

SEATS = {f"player-{place}": name for place, name in enumerate(FOUR)}


def posted(**changes: str) -> dict[str, str]:
    """Return a complete form of a new session, as the page posts it."""
    usual = {"game": "tarot", "rules": "fft", "first_dealer": "3", "option-round_to_ten": "no", "stake": ""}
    return {**usual, "currency": "€", "token": "a-token", "action": "start", **SEATS, **changes}


def document(**changes: Any) -> dict[str, Any]:
    hand = {"call": "garde", "taker": "Anne", "bouts": 2, "points": 49}
    usual = {"format": "scorekeeper.session", "version": 1, "game": "tarot", "rules": "fft", "players": FOUR}
    return {**usual, "hands": [hand], **changes}
