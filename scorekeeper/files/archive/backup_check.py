"""The result of every session from its rows alone, to compare a file with the database it was restored into."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from games import registry
from games.scoring.errors import RuleError
from games.scoring.naming import Naming
from games.scoring.replay import replay
from games.scoring.tariffs import OwnTariff
from games.scoring.types import Amounts, Seat


@dataclass(frozen=True)
class CameTo:
    """The result of a session: its settlements, and its totals, or None if the current rules refuse a hand."""

    is_open: bool
    totals: Amounts | None
    settled: Sequence[str]


@dataclass
class StoredSession:
    """The rows of a session that its ledger needs. Outcomes stay text to save memory."""

    session: Mapping[str, Any]
    seats: list[tuple[int, str]] = field(default_factory=list)
    hands: dict[int, tuple[int, bool, str]] = field(default_factory=dict)
    replaced: set[int | None] = field(default_factory=set)
    settled: list[str] = field(default_factory=list)


class Replays:
    """Collects rows, sessions first, and replays their ledgers."""

    def __init__(self) -> None:
        self._sessions: dict[int, StoredSession] = {}

    def take(self, model: str, columns: Sequence[str], values: Sequence[Any]) -> None:
        """Take a row of any model; most models don't matter here."""
        row = dict(zip(columns, values, strict=True))
        if model == "play.session":
            self._sessions[row["id"]] = StoredSession(row)
        elif model == "play.seat":
            self._sessions[row["session_id"]].seats.append((row["place"], row["name"]))
        elif model == "play.hand":
            rows = self._sessions[row["session_id"]]
            rows.hands[row["id"]] = (row["number"], row["voided_at"] is not None, json.dumps(row["outcome"]))
            rows.replaced.add(row["replaces_id"])
        elif model == "play.settlement":
            what = {name: row[name] for name in ("totals", "transfers", "stake", "currency", "withdrawn_at")}
            self._sessions[row["session_id"]].settled.append(json.dumps(what, sort_keys=True))

    def came_to(self) -> dict[str, CameTo]:
        """Return the results by the sessions' public ids."""
        return {
            rows.session["public_id"]: CameTo(rows.session["closed_at"] is None, _totals(rows), rows.settled)
            for rows in self._sessions.values()
        }


def _totals(rows: StoredSession) -> Amounts | None:
    session, names = rows.session, [name for _place, name in sorted(rows.seats)]
    rules = registry.find_rules(session["game"])
    if rules is None or session["rules"] not in rules.rule_sets:
        return None
    options = {"rules": session["rules"], "options": session["options"], "first_dealer": Seat(session["first_dealer"])}
    own = session["tariff"] and OwnTariff.stored(session["tariff"])
    try:
        table = rules.table(names, tariff=own, **options)
    except RuleError:
        return None
    ledger = replay(rules, table, _outcomes(rows), Naming(table.players, by_seat=True))
    return None if ledger.refusal else ledger.totals


def _outcomes(rows: StoredSession) -> Iterator[Mapping[str, Any]]:
    """Yield the outcomes of the hands that count, by number."""
    live = (hand for pk, hand in rows.hands.items() if pk not in rows.replaced)
    for _number, voided, outcome in sorted(live):
        if not voided:
            yield json.loads(outcome)
