"""Benchmark of the tournament desk: ranking a large tournament from its document, as `manage.py tournament score`."""

from __future__ import annotations

import json
from typing import Any

from games.registry import find_rules
from scorekeeper.devtools.bench.timing import Measurement
from scorekeeper.tournaments.document import decode, read
from scorekeeper.tournaments.result.day_list import day_list
from scorekeeper.tournaments.result.ranking_document import ranking_document

PLAYERS, ROUNDS, TEAM = 400, 5, 4
SEATS = 4
ALL_MS = 1000


def rankings() -> list[Measurement]:
    """Return the ranking of a tournament in Skat with teams, tie-breaks, loss money and prizes."""
    text = json.dumps(document())
    return [Measurement("ranking", lambda number: lambda: _score(text), aim=ALL_MS)]


def _score(text: str) -> dict[str, Any]:
    return ranking_document(day_list(read(decode(text), find_rules)))


def document() -> dict[str, Any]:
    """Return the document of that tournament."""
    return {
        "format": "scorekeeper.tournament",
        "version": 1,
        "game": "skat",
        "rules": "isko",
        "options": {"seeger": True},
        "kind": "rounds",
        "entries": [
            {"number": player + 1, "name": _name(player), "team": f"Team {player // TEAM + 1}"}
            for player in range(PLAYERS)
        ],
        "terms": {
            "rounds": ROUNDS,
            "hands": {"4": 48, "3": 36},
            "seed": 1,
            "missed": "average",
            "tie_breaks": ["won", "lost", "rounds_won", "best_round", "last_round", "lot"],
            "entry_fee": "10.00",
            "loss_money": [[1, "0.50"], [4, "1.00"]],
            "loss_money_to": "pool",
            "prizes": {"percent": [40, 25, 15, 10, 5]},
        },
        "rounds": [_round(number) for number in range(ROUNDS)],
    }


def _name(player: int) -> str:
    return f"Player {player + 1}"


def _round(number: int) -> dict[str, Any]:
    """Return a round in which the player at seat s of each table has moved on by s tables since the last."""
    tables = PLAYERS // SEATS
    return {
        "tables": [
            _table(table, [(table + seat * number) % tables * SEATS + seat for seat in range(SEATS)], number)
            for table in range(tables)
        ]
    }


def _table(table: int, players: list[int], number: int) -> dict[str, Any]:
    return {
        "table": table + 1,
        "seats": [_name(player) for player in players],
        "results": {_name(player): _result(player, number) for player in players},
    }


def _result(player: int, number: int) -> dict[str, int]:
    """Return figures of a usual size that repeat, so that ties have to be broken."""
    mixed = (player * 37 + number * 101) % 97
    return {"points": 8 * mixed - 60, "won": mixed % 11, "lost": mixed % 2}
