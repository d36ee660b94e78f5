"""A club file moves a club to a server that does not have it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import IO, Any

from django.apps import apps
from django.contrib.admin.models import CHANGE
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.models import Model, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from scorekeeper.clubs import services
from scorekeeper.clubs.audit_notes import AuditAction, audit_message
from scorekeeper.clubs.models import AuditEntry, Club, Merge, make_phones_token
from scorekeeper.evenings.models import EveningSettlement, Presence
from scorekeeper.files.archive import reader, tables
from scorekeeper.files.archive.format import NOT_READABLE, ArchiveError, Header, damaged_file, write
from scorekeeper.files.archive.tables import Values
from scorekeeper.play import results
from scorekeeper.play.models import Change, Hand, Verb, make_token

MOVED: Mapping[str, str | tuple[str, ...]] = {
    "clubs.club": "pk",
    "clubs.tariff": "club",
    "clubs.tariffversion": "tariff__club",
    "clubs.houserules": "club",
    "clubs.player": "club",
    "clubs.personaldata": "player__club",
    "clubs.merge": "club",
    "clubs.auditentry": "club",
    "standings.season": "club",
    "evenings.evening": "club",
    "evenings.presence": "evening__club",
    "evenings.round": "evening__club",
    "evenings.roundseat": "round__evening__club",
    "evenings.eveningsettlement": "evening__club",
    "tournaments.tournament": "evening__club",
    "tournaments.tournamententry": "tournament__evening__club",
    "tournaments.entrypayment": "entry__tournament__evening__club",
    "tournaments.signup": "tournament__evening__club",
    "tournaments.tablelist": "round__evening__club",
    "play.session": "club",
    "play.stretch": "session__club",
    "play.seat": "stretch__session__club",
    "play.hand": "session__club",
    "play.change": "session__club",
    "play.settlement": "session__club",
    "play.payment": ("settlement__session__club", "evening_settlement__evening__club"),
    "printing.writtentotal": "session__club",
    "standings.result": "session__club",
    "standings.callstats": "result__session__club",
    "standings.playerpairstats": "result__session__club",
}
"""The models whose rows are a club's, each with the lookup of the club, or those of which one finds it."""

REPLACED: Mapping[str, Mapping[str, Callable[[], Any]]] = {
    "clubs.club": {"phones_token": make_phones_token},
    "clubs.player": {"user_id": lambda: None},
    "play.session": {
        "scorer_token": make_token,
        "watch_token": make_token,
        "creation_token": make_token,
        "night_id": lambda: None,
    },
    "play.payment": {"night_id": lambda: None},
    "play.change": {"token": make_token, "access_id": lambda: None},
    "tournaments.tournament": {"sign_up_token": make_token, "public_token": make_token},
    "tournaments.tournamententry": {"sign_up_key": str},
    "tournaments.signup": {"key": make_token},
}
"""Columns that get new values, in the file and again on import.

Who has the file must not know the links, and accounts and phones stay where they are. A night has no club.
"""


class ClubIsHereError(ArchiveError):
    """The club of a file is already here."""

    def __init__(self, club: Club) -> None:
        super().__init__(_("The club “%(club)s” is already here.") % {"club": club.name})
        self.club = club


Keys = Mapping[str, Mapping[int, int]]
"""The keys that rows of the file get here, by model."""


@dataclass(frozen=True)
class ImportedClub:
    """A club that was imported, and how much of it there is."""

    club: Club
    people: int
    evenings: int
    sessions: int
    hands: int

    def __str__(self) -> str:
        return _(
            "“%(club)s” was imported. People: %(people)s, evenings: %(evenings)s, sessions: %(sessions)s, hands: "
            "%(hands)s."
        ) % vars(self)


def moved_models() -> list[type[Model]]:
    return [apps.get_model(label) for label in MOVED]


def _club_condition(model: type[Model], club: Club) -> Q:
    lookups = MOVED[model._meta.label_lower]
    either = (lookups,) if isinstance(lookups, str) else lookups
    return Q(*((lookup, club.pk) for lookup in either), _connector=Q.OR)


def export(club: Club, out: IO[bytes]) -> None:
    """Write everything of a club into a file; call it within `tables.snapshot`."""
    lines = (
        (model._meta.label_lower, row) for model in moved_models() for row in tables.as_json(model, _rows(model, club))
    )
    header = Header(
        made_at=timezone.now().isoformat(),
        migrations=sorted(MigrationLoader(None).disk_migrations),
        club={"uid": club.uid, "name": club.name},
    )
    write(out, header, lines)


def import_club(path: Path, *, by: str) -> ImportedClub:
    """Add the club of a file, all of it or nothing; raises `ArchiveError`, also if it is here.

    Everything is read, checked and prepared before the transaction, which only inserts: others can't write meanwhile.
    """
    with reader.staged(path, is_club=True) as alias:
        club = _club(alias)
        try:
            keys = _reserved(club, alias)
            inserts = [
                (statement, list(parameters))
                for model in moved_models()
                for statement, parameters in [
                    tables.prepared(model, _with_keys(model, _rows(model, club, alias), keys), connection)
                ]
            ]
        except NOT_READABLE as error:
            raise damaged_file() from error
        try:
            with transaction.atomic(durable=True):
                for statement, parameters in inserts:
                    tables.execute(statement, iter(parameters), connection)
                imported = _imported(Club.objects.get(uid=club.uid))
                _log(imported, by)
        except DatabaseError as error:
            if here := Club.objects.filter(uid=club.uid).first():  # by another import at the same time
                raise ClubIsHereError(here) from error
            reason = " ".join(str(error).split())
            raise ArchiveError(
                _("The database does not take what the file holds (%(why)s).") % {"why": reason}
            ) from error
    list(results.recount())  # a migration may have left figures to be worked out
    return imported


def imported_since(moment: datetime, club: Club, *, by: str) -> ImportedClub | None:
    """Return the import of a club by this person since a moment, if there was one."""
    log = AuditEntry.objects.filter(club=club, who=by, at__gte=moment, message__contains=f'"{AuditAction.READ_IN}"')
    return _imported(club) if log.exists() else None


def _club(alias: str) -> Club:
    """Return the club of a file; raises `ArchiveError` unless it can become a club here."""
    clubs = list(Club.objects.using(alias))
    if len(clubs) != 1:
        raise damaged_file()
    club = clubs[0]
    if here := Club.objects.filter(uid=club.uid).first():
        raise ClubIsHereError(here)
    if Club.objects.filter(name__iexact=club.name).exists():
        words = _("A different club here is also called “%(club)s”. Rename it first.")
        raise ArchiveError(words % {"club": club.name})
    Club.objects.using(alias).filter(pk=club.pk).update(slug=services.free_slug(club.name))
    return club


def _rows(model: type[Model], club: Club, alias: str = DEFAULT_DB_ALIAS) -> Iterator[Values]:
    """Yield the rows of a club without secrets, and without what they say about accounts and phones."""
    label = model._meta.label_lower
    names = [field.attname for field in tables.columns(model)]
    replaced = {names.index(name): make for name, make in REPLACED.get(label, {}).items()}
    for row in tables.rows(model, _club_condition(model, club), using=alias):
        values = list(row)
        for place, make in replaced.items():
            values[place] = make()
        yield values


# Keys


def _reserved(club: Club, alias: str) -> Keys:
    """Reserve keys here for all rows of the club, and for the presences that undoing a merge brings back."""
    keys = {}
    for model in moved_models():
        label = model._meta.label_lower
        rows = model._base_manager.using(alias).filter(_club_condition(model, club))
        old = dict.fromkeys(rows.order_by("pk").values_list("pk", flat=True))
        if model is Presence:
            merges = Merge.objects.using(alias).order_by("pk")
            old |= dict.fromkeys(joined["gone"]["pk"] for merge in merges for joined in merge.moved["joined"])
        keys[label] = dict(zip(old, _new_keys(model, len(old)), strict=True))
    return keys


@transaction.atomic
def _new_keys(model: type[Model], number: int) -> Sequence[int]:
    """Return keys that no row of a model has or will get."""
    table = model._meta.db_table
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(
                "SELECT nextval(pg_get_serial_sequence(%s, 'id')) FROM generate_series(1, %s)", [table, number]
            )
            return [key for (key,) in cursor.fetchall()]
        cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [table])
        row = cursor.fetchone()
        last = row[0] if row else 0
        if row:
            cursor.execute("UPDATE sqlite_sequence SET seq = %s WHERE name = %s", [last + number, table])
        else:
            cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, number])
        return range(last + 1, last + number + 1)


def _with_keys(model: type[Model], rows: Iterator[Values], keys: Keys) -> Iterator[Values]:
    """Yield rows with the keys that they and those they refer to get here."""
    label, fields = model._meta.label_lower, tables.columns(model)
    names = [field.attname for field in fields]
    by_place = {
        place: keys[(field.related_model or model)._meta.label_lower]
        for place, field in enumerate(fields)
        if field.primary_key or (field.is_relation and field.attname not in REPLACED.get(label, {}))
    }
    within = WITH_KEYS.get(model)
    for row in rows:
        values = list(row)
        for place, by_key in by_place.items():
            if values[place] is not None:
                values[place] = by_key[values[place]]
        yield within(dict(zip(names, values, strict=True)), keys) if within else values


def _settlement(row: dict[str, Any], keys: Keys) -> Values:
    people, sessions = keys["clubs.player"], keys["play.session"]
    row["sessions"] = [_or_gone(sessions, session) for session in row["sessions"]]
    for balance in row["balances"]:
        balance["player"] = _or_gone(people, balance["player"])
        if "tables" in balance:
            balance["tables"] = {
                str(_or_gone(sessions, int(session))): amount for session, amount in balance["tables"].items()
            }
    return list(row.values())


def _merge(row: dict[str, Any], keys: Keys) -> Values:
    moved = row["moved"]
    for name, label in MERGED.items():
        moved[name] = [keys[label][key] for key in moved.get(name, ()) if key in keys[label]]
    moved["joined"] = [joined for joined in moved["joined"] if joined["evening"] in keys["evenings.evening"]]
    for joined in moved["joined"]:
        joined["evening"] = keys["evenings.evening"][joined["evening"]]
        for side in ("kept", "gone"):
            joined[side]["pk"] = _or_gone(keys["evenings.presence"], joined[side]["pk"])
    return list(row.values())


def _change(row: dict[str, Any], keys: Keys) -> Values:
    if row["verb"] in (Verb.PLAYERS, Verb.EXCHANGE_PEOPLE) and row["before"]:
        row["before"]["players"] = [_or_gone(keys["clubs.player"], player) for player in row["before"]["players"]]
    return list(row.values())


def _audit_entry(row: dict[str, Any], keys: Keys) -> Values:
    key = int(row["key"]) if row["key"].isdecimal() else 0
    row["key"] = str(keys.get(row["model"], {}).get(key, ""))
    return list(row.values())


MERGED = {
    "seats": "play.seat",
    "presences": "evenings.presence",
    "rounds": "evenings.round",
    "tournaments": "evenings.evening",
}
"""What a merge moved, by key."""

WITH_KEYS: Mapping[type[Model], Callable[[dict[str, Any], Keys], Values]] = {
    EveningSettlement: _settlement,
    Merge: _merge,
    Change: _change,
    AuditEntry: _audit_entry,
}
"""Models with keys in columns that are no foreign keys."""


def _or_gone(keys: Mapping[int, int], key: int) -> int:
    """Return the key of a row here; a negative one, which no row has, if the row no longer exists."""
    return keys.get(key, -abs(key))


# The report


def _imported(club: Club) -> ImportedClub:
    return ImportedClub(
        club=club,
        people=club.players.count(),
        evenings=club.evenings.count(),
        sessions=club.sessions.listed().count(),
        hands=Hand.objects.filter(session__club=club).count(),
    )


def _log(imported: ImportedClub, by: str) -> None:
    """Log the import in the club's audit log."""
    club = imported.club
    new = {"people": imported.people, "evenings": imported.evenings, "sessions": imported.sessions}
    AuditEntry.objects.create(
        club=club,
        who=by,
        action=CHANGE,
        model="clubs.club",
        key=str(club.pk),
        name=club.name,
        message=json.dumps(audit_message(AuditAction.READ_IN, **new)),
    )
