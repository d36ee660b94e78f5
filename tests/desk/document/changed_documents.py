"""Whole tournament documents, and how to change one value in them."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from tests.desk.documents import NAMES, Document, table, tournament

DELETED: Any = object()
SEATS = NAMES[:4]
PRIZES = {
    "amounts": ["20.00", "10.00"],
    "every": 2,
    "special": [{"for": "best_round", "amount": "5.00", "category": "women"}],
}
SKAT = tournament(
    (*SEATS, "Emil"),
    options={"seeger": True},
    terms={
        "rounds": 3,
        "hands": {"4": 48, "3": 36},
        "seating": ["draw", "rank", "fixed"],
        "keep_apart": "team",
        "seed": 7,
        "missed": "average",
        "tie_breaks": ["won", "lost", "best_round", "last_round", "rounds_won", "lot"],
        "entry_fee": "10.00",
        "house_share": "1.00",
        "loss_money": [[1, "0.50"], [4, "1.00"]],
        "loss_money_to": "pool",
        "prizes": PRIZES,
    },
    rounds=[
        {"tables": [table(1, SEATS, [1, 2, 3, 4])], "out": ["Emil"]},
        {"tables": [table(1, [*SEATS[1:], "Emil"])]},
    ],
)
HANDS = [
    {"call": "suit", "declarer": "Anne", "suit": "clubs", "bid": 18, "matadors": 1, "card_points": 70},
    {"call": "suit", "declarer": "Bruno", "suit": "clubs", "bid": 18, "matadors": 1, "card_points": 70},
]
SESSION = {
    "format": "scorekeeper.session",
    "version": 1,
    "game": "skat",
    "rules": "isko",
    "options": {"seeger": True},
    "players": list(SEATS),
    "hands": HANDS,
}
PLAYED = deepcopy(SKAT)
PLAYED["rounds"][0]["tables"][0] = {**table(1, SEATS), "session": SESSION}
TAROT = tournament(
    SEATS,
    game="tarot",
    rules="fft",
    rounds=[{"tables": [{**table(1, SEATS), "results": {name: {"points": 0} for name in SEATS}}]}],
)


def changed(document: Document, path: str, value: Any) -> Document:
    """Return the document with another value at a path such as `rounds.0.tables`, or without it."""
    document = deepcopy(document)
    *way, last = path.split(".")
    part: Any = document
    for step in way:
        part = part[int(step)] if isinstance(part, list) else part[step]
    key: Any = int(last) if isinstance(part, list) else last
    if value is DELETED:
        del part[key]
    elif isinstance(part, list) and key == len(part):
        part.append(value)
    else:
        part[key] = value
    return document
