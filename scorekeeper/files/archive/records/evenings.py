"""Evenings with their presences and settlements.

An evening's settlements are its history. An existing evening is updated only if its history is the beginning of that in
the file. If it is settled and the file has another history, it is *held*: nothing that belongs to it is changed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import datetime
from decimal import Decimal
from functools import partial
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scorekeeper.clubs.models import Club
from scorekeeper.evenings.models import Evening, EveningSettlement, Presence
from scorekeeper.files.archive.fields import LinePart, columns, told
from scorekeeper.files.archive.id_map import Arrival
from scorekeeper.files.archive.records.base import RecordType, Said
from scorekeeper.files.archive.references import Names, key_of
from scorekeeper.files.archive.report import Verdict

COLUMNS = ("public_id", "date", "name", "kitty", "rounding", "currency", "settled_at", "created_at")
COMPARED = ("date", "name", "kitty", "rounding", "currency")
OF_PRESENCE = ("came_at", "left_at", "by_table")
OF_SETTLEMENT = ("kitty", "currency", "settled_at", "withdrawn_at")
FROZEN = ("sessions", "balances", "transfers")

Settled = list[dict[str, Any]]


class EveningKind(RecordType):
    slug = "evening"
    words = {"evening": gettext_lazy("Evenings"), "presence": gettext_lazy("Attendance records added to evenings")}

    def __init__(self) -> None:
        self._new: list[tuple[Evening, LinePart]] = []
        self._presences: list[tuple[int, Presence]] = []
        self._here: dict[str, Evening] | None = None
        self._there: dict[tuple[int, int], Presence] = {}
        self._settled: dict[int, Settled] = {}

    def count(self, club: Club) -> int:
        return club.evenings.count()

    def pack(self, club: Club, names: Names) -> Iterator[Said]:
        presences, settled = defaultdict(list), _settlements(club, names)
        for presence in Presence.objects.filter(evening__club=club).order_by("evening_id", "pk"):
            values = [getattr(presence, name) for name in OF_PRESENCE]
            presences[presence.evening_id].append(
                {
                    "number": names.presence(presence.pk),
                    "player": names.player(presence.player_id),
                    **told(Presence, OF_PRESENCE, values),
                }
            )
        for pk, *values in club.evenings.order_by("pk").values_list("pk", *COLUMNS):
            yield {**told(Evening, COLUMNS, values), "presences": presences[pk], "settlements": settled.get(pk, [])}

    def unpack(self, part: LinePart, arrival: Arrival) -> None:
        said = columns(Evening, COLUMNS, part.only(*COLUMNS, "presences", "settlements"))
        name = said["public_id"]
        if name in arrival.evenings:
            raise part["public_id"].refused(_("this evening is already in the file."))
        found = self._all_here(arrival).get(name)
        if found is None:
            found = Evening(club=arrival.club, **said)
            self._new.append((found, part))
            arrival.report.count(self.slug, Verdict.NEW, str(found))
        else:
            self._compare(found, said, part, arrival)
        arrival.evenings[name] = found

    def _all_here(self, arrival: Arrival) -> dict[str, Evening]:
        if self._here is None:
            self._here = {one.public_id: one for one in arrival.here(Evening)}
            if self._here:
                names = Names.of(arrival.club)
                # Matched players are named as they will be after the import.
                names.players |= {one.pk: uid for uid, one in arrival.records.items() if one.pk}
                there = Presence.objects.filter(evening__club=arrival.club)
                self._there = {(one.evening_id, one.player_id): one for one in there}
                self._settled = _settlements(arrival.club, names)
        return self._here

    def _compare(self, found: Evening, said: dict[str, Any], part: LinePart, arrival: Arrival) -> None:
        """Decide what happens to an existing evening; its terms always stay as they are here."""
        here, there = self._settled.get(found.pk, []), part["settlements"].said
        if not isinstance(there, list):
            raise part["settlements"].refused(_("this is not a list."))
        verdict = _history(here, there)
        name = str(found)
        if verdict in (Verdict.OLDER, Verdict.PARTED) and found.settled_at is not None:
            arrival.held.add(found.public_id)
        if verdict is Verdict.SAME and any(getattr(found, one) != said[one] for one in COMPARED):
            verdict = Verdict.DIFFERS
        if verdict is Verdict.LONGER:
            arrival.later.append(partial(self._move_on, found, said["settled_at"], part, len(here), arrival))
        arrival.report.count(self.slug, verdict, name)
        if found.public_id not in arrival.held and (found.settled_at is None or verdict is Verdict.LONGER):
            self._add_presences(found, part, arrival)

    def _move_on(
        self, found: Evening, settled_at: datetime | None, part: LinePart, known: int, arrival: Arrival
    ) -> None:
        """Take over the file's further settlements; runs at the end, when the settled sessions exist."""
        if not arrival.writes:
            return
        rows = list(found.settlements.order_by("pk"))
        for row, one in zip(rows, part["settlements"].each(), strict=False):
            row.withdrawn_at = columns(EveningSettlement, ("withdrawn_at",), one)["withdrawn_at"]
            row.save(update_fields=["withdrawn_at"])
        found.settled_at = settled_at
        found.save(update_fields=["settled_at"])
        _insert_settlements(found, list(part["settlements"].each())[known:], arrival)

    def flush(self, arrival: Arrival) -> None:
        new = {evening.public_id: part for evening, part in self._new}
        if other := Evening.objects.filter(public_id__in=list(new)).first():
            raise new[other.public_id]["public_id"].refused(_("here, this evening belongs to another club."))
        arrival.insert([evening for evening, _part in self._new], again=("created_at",))
        for evening, part in self._new:
            self._add_presences(evening, part, arrival)
            settlements = list(part["settlements"].each())
            if settlements:
                arrival.later.append(partial(_insert_settlements, evening, settlements, arrival))
        made = arrival.insert([presence for _number, presence in self._presences])
        for (number, _presence), one in zip(self._presences, made, strict=True):
            arrival.presences[number] = one.pk
        self._presences.clear()

    def _add_presences(self, evening: Evening, part: LinePart, arrival: Arrival) -> None:
        """Add people who are not on the evening's list yet; existing entries stay as they are here."""
        there = set()
        for one in part["presences"].each():
            said = columns(Presence, OF_PRESENCE, one.only("number", "player", *OF_PRESENCE))
            player, number = arrival.people.get(one["player"].text()), one["number"].number()
            if player is None:
                raise one["player"].refused(_("the file has no person with this name."))
            here = self._there.get((evening.pk, player.pk)) if evening.pk and player.pk else None
            if here is not None:
                arrival.presences[number] = here.pk
            elif id(player) not in there:
                there.add(id(player))
                self._presences.append((number, Presence(evening=evening, player=player, **said)))
                if evening in (self._here or {}).values():
                    arrival.report.count("presence", Verdict.NEW)


def _history(here: Settled, there: Sequence[Any]) -> Verdict:
    """Return the verdict on two histories."""
    if here == there:
        return Verdict.SAME
    if _begins(here, there):
        return Verdict.LONGER
    return Verdict.OLDER if _begins(there, here) else Verdict.PARTED


def _begins(shorter: Sequence[Any], longer: Sequence[Any]) -> bool:
    """Return whether one history continues the other; earlier settlements may have been withdrawn since."""
    return len(shorter) <= len(longer) and all(
        one == other or (isinstance(other, dict) and one == {**other, "withdrawn_at": None})
        for one, other in zip(shorter, longer, strict=False)
    )


# Settlements


def _settlements(club: Club, names: Names) -> dict[int, Settled]:
    """Return the settlements by evening, as written in a file."""
    found: dict[int, Settled] = defaultdict(list)
    for row in EveningSettlement.objects.filter(evening__club=club).order_by("pk").iterator(chunk_size=200):
        values = [getattr(row, name) for name in OF_SETTLEMENT]
        found[row.evening_id].append(
            {
                **told(EveningSettlement, OF_SETTLEMENT, values),
                "sessions": [names.session(key) for key in row.sessions],
                "balances": [_balance_told(one, names) for one in row.balances],
                "transfers": [
                    {**one, "debtor": names.player(one["debtor"]), "creditor": _maybe(one["creditor"], names)}
                    for one in row.transfers
                ],
            }
        )
    return found


def _maybe(player: int | None, names: Names) -> str | None:
    return None if player is None else names.player(player)


def _balance_told(one: dict[str, Any], names: Names) -> dict[str, Any]:
    said = {**one, "player": names.player(one["player"])}
    if "tables" in one:
        said["tables"] = {names.session(int(key)): money for key, money in one["tables"].items()}
    return said


def _insert_settlements(evening: Evening, parts: Sequence[LinePart], arrival: Arrival) -> None:
    """Insert settlements, at the end, with the keys of players and sessions; money stays text, but must be a number."""
    people = {uid: one.pk or 0 for uid, one in arrival.records.items()}
    rows = []
    for part in parts:
        said = columns(EveningSettlement, OF_SETTLEMENT, part.only(*OF_SETTLEMENT, *FROZEN))
        row = EveningSettlement(
            evening=evening,
            sessions=[_key(one, arrival.sessions) for one in part["sessions"].each()],
            balances=[_balance(one, people, arrival.sessions) for one in part["balances"].each()],
            transfers=[_transfer(one, people) for one in part["transfers"].each()],
            **said,
        )
        rows.append(row)
    arrival.insert(rows)


def _balance(part: LinePart, people: dict[str, int], sessions: dict[str, int]) -> dict[str, Any]:
    said = dict(part.only("player", "name", "played", "amount", "tables").said)
    said |= {"player": _key(part["player"], people), "name": part["name"].text()}
    said |= {name: _money(part[name]) for name in ("played", "amount")}
    if "tables" in said:
        tables = part["tables"].only(*part["tables"].said)
        said["tables"] = {
            str(_key(LinePart(part.line, name, tables.place), sessions)): _money(tables[name]) for name in tables.said
        }
    return said


def _transfer(part: LinePart, people: dict[str, int]) -> dict[str, Any]:
    part.only("debtor", "creditor", "amount")
    creditor = part["creditor"].maybe()
    return {
        "debtor": _key(part["debtor"], people),
        "creditor": creditor and _key(creditor, people),
        "amount": _money(part["amount"]),
    }


def _key(part: LinePart, keys: dict[str, int]) -> int:
    try:
        return key_of(part.text(), keys)
    except KeyError:
        raise part.refused(_("the file has no entry with this name.")) from None


def _money(part: LinePart) -> str:
    try:
        finite = Decimal(part.text()).is_finite()
    except ArithmeticError:
        finite = False
    if not finite:
        raise part.refused(_("this is not an amount of money."))
    return part.text()
