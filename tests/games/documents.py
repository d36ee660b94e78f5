"""Sessions written as session documents, for the tests of every game."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from games.scoring.documents import DocumentError

Raw = dict[str, Any]

NOT_GIVEN = object()


def changed(usual: Raw, changes: Raw) -> Raw:
    """Return this hand with other fields; `NOT_GIVEN` removes a field."""
    return {name: value for name, value in {**usual, **changes}.items() if value is not NOT_GIVEN}


def document(game: str, players: Any, hands: Iterable[Any], **given: Any) -> Raw:
    """Return the document of a session; None leaves out a field."""
    raw = {"format": "scorekeeper.session", "version": 1, "game": game, "players": list(players), "hands": list(hands)}
    return raw | {name: value for name, value in given.items() if value is not None}


def refused(score: Callable[[], object]) -> tuple[int | None, str | None, str]:
    """Return the hand, the field and the code of the first error."""
    try:
        score()
    except DocumentError as error:
        return error.hand, error.error.field, str(error.error.code)
    raise AssertionError("nothing was refused")


def own_tariff(place: str, figure: int) -> Raw:
    """Return a club's tariff with one figure of its own, as keyword arguments of a session."""
    return {"tariff": {"name": "Thursdays", "figures": {place: figure}}}
