"""Tournament documents for the tests, and what the commands make of them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any

from games.registry import find_rules
from scorekeeper.desk.document import TournamentError, decode, read
from scorekeeper.desk.document_seating import seated_document
from scorekeeper.desk.result.day_list import day_list
from scorekeeper.desk.result.ranking_document import ranking_document

FOLDER = Path(__file__).parent
NAMES = ("Anne", "Bruno", "Chloé", "David", "Emil", "Frida", "Gustav", "Heidi", "Ida", "Jakob", "Klara", "Ludwig")

Document = dict[str, Any]


def examples(file: str) -> list[dict[str, Any]]:
    """Return the examples in a file of this folder."""
    read_examples: list[dict[str, Any]] = json.loads((FOLDER / file).read_text(encoding="utf-8"))
    return read_examples


def score(document: object) -> dict[str, Any]:
    """Return the ranking of a document, or its error."""
    try:
        return ranking_document(day_list(read(document, find_rules)))
    except TournamentError as error:
        return error.as_json()


def seat(document: Any) -> dict[str, Any]:
    """Return a document with its next round, or its error; the given one stays as it was."""
    before = deepcopy(document)
    try:
        seated = seated_document(document, read(decode(json.dumps(document)), find_rules))
    except TournamentError as error:
        seated = error.as_json()
    assert document == before
    return seated


def tournament(
    names: Sequence[str], *, terms: Document | None = None, rounds: Sequence[Document] = (), **others: Any
) -> Document:
    """Return a tournament of Skat with start numbers from 1, unless others say otherwise."""
    return {
        "format": "scorekeeper.tournament",
        "version": 1,
        "game": "skat",
        "rules": "isko",
        "kind": "rounds",
        "entries": [{"number": number, "name": name} for number, name in enumerate(names, 1)],
        "terms": {"rounds": 5, **(terms or {})},
        "rounds": list(rounds),
        **others,
    }


def table(number: int, seats: Sequence[str], points: Sequence[int] | None = None) -> Document:
    """Return a table; with points, it has been played, and nobody won or lost a game."""
    if points is None:
        return {"table": number, "seats": list(seats)}
    results = {name: {"points": own, "won": 0, "lost": 0} for name, own in zip(seats, points, strict=True)}
    return {"table": number, "seats": list(seats), "results": results}
