"""Evenings with their presences, rounds, tournament and settlements.

An evening's settlements are its history. An existing evening is updated only if its history is the beginning of that in
the file. If it is settled and the file has another history, it is *held*: nothing that belongs to it is changed. Ticks
on payments are no history; on existing settlements they stay as they are here. `round_rows` says what happens to
rounds and tournaments.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from decimal import Decimal
from functools import partial
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scorekeeper.clubs.models import Club
from scorekeeper.evenings.models import Evening, EveningSettlement, Presence
from scorekeeper.files.archive.format import LinePart
from scorekeeper.files.archive.records import round_rows
from scorekeeper.files.archive.records.base import RecordType
from scorekeeper.files.archive.records.id_map import IdMap
from scorekeeper.files.archive.records.references import Names, key_of
from scorekeeper.files.archive.records.report import Verdict, history_verdict
from scorekeeper.files.archive.records.round_rows import ROUNDS, TOURNAMENTS, NewProgrammeRows, ProgrammeRows
from scorekeeper.files.archive.rows import RowType
from scorekeeper.files.archive.schema_history import Row

PRESENCES = RowType(model=Presence, parent="evening", references={"player": "player__uid", "number": "pk"})
SETTLEMENTS = RowType(model=EveningSettlement, parent="evening")
COMPARED = ("date", "name", "kitty", "rounding", "currency")

Settled = list[dict[str, Any]]


class EveningRecord(RecordType):
    slug = "evening"
    labels = {
        "evening": gettext_lazy("Evenings"),
        "presence": gettext_lazy("Attendance records added to evenings"),
        "round": gettext_lazy("Rounds"),
        "tournament": gettext_lazy("Tournaments"),
    }
    rows = RowType(
        model=Evening,
        nested={"presences": PRESENCES, "rounds": ROUNDS, "tournaments": TOURNAMENTS, "settlements": SETTLEMENTS},
    )

    def __init__(self) -> None:
        super().__init__()
        self._added: list[tuple[Evening, LinePart]] = []
        self._presences: list[tuple[int, Presence]] = []
        self._existing: dict[str, Evening] | None = None
        self._existing_presences: dict[tuple[int, int], Presence] = {}
        self._settled: dict[int, Settled] = {}
        self._programmes: dict[int, ProgrammeRows] = {}
        self._new_programme = NewProgrammeRows()

    def export(self, club: Club, names: Names) -> Iterator[Row]:
        for row in self.rows.fetched(club=club):
            presences = [{**one, "number": names.presence(one["number"])} for one in row["presences"]]
            yield {
                **row,
                "presences": presences,
                "settlements": [_without_keys(one, names) for one in row["settlements"]],
            }

    def import_(self, part: LinePart, id_map: IdMap) -> None:
        row = self.rows.read(part)
        name = row["public_id"]
        if name in id_map.evenings:
            raise part["public_id"].error(_("this evening is already in the file."))
        evening, may_add = self._existing_evenings(id_map).get(name), True
        if evening is None:
            evening = Evening(club=id_map.club, **row)
            self._added.append((evening, part))
            id_map.report.count(self.slug, Verdict.NEW, str(evening))
        else:
            may_add = self._compare(evening, row, part, id_map)
            if may_add:
                self._add_presences(evening, part, id_map)
        id_map.evenings[name] = evening
        here = self._programmes.get(evening.pk, ProgrammeRows())
        self._new_programme.add(here, round_rows.read(part, evening, id_map), evening, id_map, may=may_add)

    def _existing_evenings(self, id_map: IdMap) -> dict[str, Evening]:
        if self._existing is None:
            self._existing = {one.public_id: one for one in id_map.existing(Evening)}
            if self._existing:
                names = Names.of(id_map.club)
                # Matched players are named as they will be after the import.
                names.players |= {one.pk: uid for uid, one in id_map.records.items() if one.pk}
                presences = Presence.objects.filter(evening__club=id_map.club)
                self._existing_presences = {(one.evening_id, one.player_id): one for one in presences}
                for key, rows in SETTLEMENTS.by_parent(evening__club=id_map.club).items():
                    self._settled[key] = [_without_keys(one, names) for one in rows]
                self._programmes = round_rows.stored(id_map.club)
        return self._existing

    def _compare(self, evening: Evening, row: dict[str, Any], part: LinePart, id_map: IdMap) -> bool:
        """Decide what happens to an existing evening; its terms always stay as they are here.

        Return whether what is missing here is added.
        """
        existing, in_file = self._settled.get(evening.pk, []), part["settlements"].content
        if not isinstance(in_file, list):
            raise part["settlements"].error(_("this is not a list."))
        verdict = history_verdict(_without_ticks(existing), _without_ticks(in_file), _same_settlement)
        name = str(evening)
        if verdict in (Verdict.OLDER, Verdict.PARTED) and evening.settled_at is not None:
            id_map.held.add(evening.public_id)
        if verdict is Verdict.SAME and any(getattr(evening, one) != row[one] for one in COMPARED):
            verdict = Verdict.DIFFERS
        if verdict is Verdict.LONGER:
            id_map.later.append(
                partial(self._continue_history, evening, row["settled_at"], part, len(existing), id_map)
            )
        id_map.report.count(self.slug, verdict, name)
        return evening.public_id not in id_map.held and (evening.settled_at is None or verdict is Verdict.LONGER)

    def _continue_history(
        self, evening: Evening, settled_at: datetime | None, part: LinePart, existing_count: int, id_map: IdMap
    ) -> None:
        """Take over the file's further settlements; runs at the end, when the settled sessions exist."""
        if not id_map.writes:
            return
        rows = list(evening.settlements.order_by("pk"))
        for row, one in zip(rows, part["settlements"].each(), strict=False):
            row.withdrawn_at = SETTLEMENTS.read(one)["withdrawn_at"]
            row.save(update_fields=["withdrawn_at"])
        evening.settled_at = settled_at
        evening.save(update_fields=["settled_at"])
        _insert_settlements(evening, list(part["settlements"].each())[existing_count:], id_map)

    def flush(self, id_map: IdMap) -> None:
        new = {evening.public_id: part for evening, part in self._added}
        if other := Evening.objects.filter(public_id__in=list(new)).first():
            raise new[other.public_id]["public_id"].error(_("here, this evening belongs to another club."))
        id_map.insert([evening for evening, _part in self._added], timestamps=("created_at",))
        for evening, part in self._added:
            self._add_presences(evening, part, id_map)
            settlements = list(part["settlements"].each())
            if settlements:
                id_map.later.append(partial(_insert_settlements, evening, settlements, id_map))
        inserted = id_map.insert([presence for _number, presence in self._presences])
        for (number, _presence), one in zip(self._presences, inserted, strict=True):
            id_map.presences[number] = one.pk
        self._presences.clear()
        self._new_programme.insert(id_map)

    def _add_presences(self, evening: Evening, part: LinePart, id_map: IdMap) -> None:
        """Add people who are not on the evening's list yet; existing entries stay as they are here."""
        added_players = set()
        for one in part["presences"].each():
            row = PRESENCES.read(one)
            player, number = id_map.people.get(one["player"].text()), one["number"].number()
            if player is None:
                raise one["player"].error(_("the file has no person with this name."))
            existing = self._existing_presences.get((evening.pk, player.pk)) if evening.pk and player.pk else None
            if existing is not None:
                id_map.presences[number] = existing.pk
            elif id(player) not in added_players:
                added_players.add(id(player))
                self._presences.append((number, Presence(evening=evening, player=player, **row)))
                if evening in (self._existing or {}).values():
                    id_map.report.count("presence", Verdict.NEW)


def _same_settlement(earlier: Any, later: Any) -> bool:
    """Return whether a settlement is the same later on; it may have been withdrawn since."""
    return earlier == later or (isinstance(later, dict) and earlier == {**later, "withdrawn_at": None})


def _without_ticks(settlements: Sequence[Any]) -> list[Any]:
    """Return settlements as if no payment had been ticked."""
    return [{**one, "paid": []} if isinstance(one, dict) else one for one in settlements]


# Settlements


def _without_keys(row: Row, names: Names) -> dict[str, Any]:
    """Return a settlement whose people and sessions are named as in the file."""
    return {
        **row,
        "sessions": [names.session(key) for key in row["sessions"]],
        "balances": [_exported_balance(one, names) for one in row["balances"]],
        "transfers": [_exported_payment(one, names) for one in row["transfers"]],
        "paid": [_exported_payment(one, names) for one in row["paid"]],
    }


def _exported_payment(one: dict[str, Any], names: Names) -> dict[str, Any]:
    return {**one, **{name: _optional_player(one[name], names) for name in ("debtor", "creditor")}}


def _optional_player(player: int | None, names: Names) -> str | None:
    return None if player is None else names.player(player)


def _exported_balance(one: dict[str, Any], names: Names) -> dict[str, Any]:
    balance = {**one, "player": names.player(one["player"])}
    if "tables" in one:
        balance["tables"] = {names.session(int(key)): money for key, money in one["tables"].items()}
    return balance


def _insert_settlements(evening: Evening, parts: Sequence[LinePart], id_map: IdMap) -> None:
    """Insert settlements, at the end, with the keys of players and sessions; money stays text, but must be a number."""
    people = {uid: one.pk or 0 for uid, one in id_map.records.items()}
    rows = []
    for part in parts:
        keys = {
            "sessions": [_key(one, id_map.sessions) for one in part["sessions"].each()],
            "balances": [_balance(one, people, id_map.sessions) for one in part["balances"].each()],
            "transfers": [_transfer(one, people) for one in part["transfers"].each()],
            "paid": [_pair(one.only("debtor", "creditor"), people) for one in part["paid"].each()],
        }
        rows.append(EveningSettlement(evening=evening, **{**SETTLEMENTS.read(part), **keys}))
    id_map.insert(rows)


def _balance(part: LinePart, people: dict[str, int], sessions: dict[str, int]) -> dict[str, Any]:
    balance = dict(part.only("player", "name", "played", "fee", "amount", "tables").content)
    balance |= {"player": _key(part["player"], people), "name": part["name"].text()}
    balance |= {name: _money(part[name]) for name in ("played", "amount", *(["fee"] if "fee" in balance else []))}
    if "tables" in balance:
        tables = part["tables"].only(*part["tables"].content)
        balance["tables"] = {
            str(_key(LinePart(tables.line, name, tables.place), sessions)): _money(tables[name])
            for name in tables.content
        }
    return balance


def _transfer(part: LinePart, people: dict[str, int]) -> dict[str, Any]:
    part.only("debtor", "creditor", "amount")
    return {**_pair(part, people), "amount": _money(part["amount"])}


def _pair(part: LinePart, people: dict[str, int]) -> dict[str, Any]:
    """Return debtor and creditor of a payment, by key; one of them may be the kitty or the cash box."""
    pair = {name: part[name].or_none() for name in ("debtor", "creditor")}
    return {name: one and _key(one, people) for name, one in pair.items()}


def _key(part: LinePart, keys: dict[str, int]) -> int:
    try:
        return key_of(part.text(), keys)
    except KeyError:
        raise part.error(_("the file has no entry with this name.")) from None


def _money(part: LinePart) -> str:
    try:
        finite = Decimal(part.text()).is_finite()
    except ArithmeticError:
        finite = False
    if not finite:
        raise part.error(_("this is not an amount of money."))
    return part.text()
