"""Members as rows of a file; and their import: rows as entries, from preview to confirmation, and into the club.

What is written is only the plan that was seen, in one transaction.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, fields
from datetime import date, datetime, time
from typing import Any

from django.core import signing
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scorekeeper.clubs import personal_data, services
from scorekeeper.clubs.models import Club, PersonalData, Player
from scorekeeper.clubs.names import name_order
from scorekeeper.files.spreadsheets.columns import (
    OTHER_HEADINGS,
    MemberColumn,
    MemberEntry,
    WrongRowError,
    columns_of,
    entry,
    heading,
    name_in,
    own_headings,
    remarks_on,
)
from scorekeeper.files.spreadsheets.import_plan import (
    Plan,
    PlanLine,
    PlannedAction,
    as_columns,
    cells_of,
    day_of,
    people_of,
    plan,
)
from scorekeeper.files.spreadsheets.reader import contents
from scorekeeper.files.spreadsheets.writer import Cell, ExportSheet, yes_or_no
from scorekeeper.web.downloads import file_name

SALT = "scorekeeper.files.spreadsheets.members.3"
"""Change its number when a preview holds something else."""
LASTS = 24 * 3600
"""Seconds in which a preview can be confirmed."""
MOST_SENT = 800_000
"""The most characters of a preview; a form takes a megabyte."""


def sheet(club: Club) -> ExportSheet:
    """Return the members and guests of a club, including retired ones."""
    return ExportSheet(
        name=file_name(club.name, _("Members")), headings=[heading(column) for column in MemberColumn], rows=_rows(club)
    )


def _rows(club: Club) -> Iterator[list[Cell]]:
    for player in sorted(people_of(club), key=lambda player: (name_order(player.name), player.pk)):
        cells: dict[str, Cell] = {**cells_of(player), MemberColumn.RETIRED: day_of(player)}
        cells[MemberColumn.GUEST] = yes_or_no(player.guest)
        yield [cells[column] for column in MemberColumn]


@dataclass(frozen=True, kw_only=True)
class IncomingMembers:
    """The content of a file: columns, entries, rows that can't be read, and remarks on how it was read."""

    columns: tuple[MemberColumn, ...]
    entries: tuple[MemberEntry, ...]
    wrong: tuple[PlanLine, ...] = ()
    remarks: tuple[str, ...] = ()


def incoming(data: bytes) -> IncomingMembers:
    """Read a file of members; raises `UnreadableFileError`."""
    file = contents(data, own_headings() | OTHER_HEADINGS)
    columns = columns_of(file.headings, file.rows)
    entries, wrong = [], []
    for row in file.rows:
        try:
            entries.append(entry(row, columns))
        except WrongRowError as error:
            name = name_in(row, columns)
            wrong.append(PlanLine(row=row.number, name=name, kind=PlannedAction.WRONG, reason=str(error)))
    taken = {column for column in columns if isinstance(column, MemberColumn)}
    return IncomingMembers(
        columns=tuple(column for column in MemberColumn if column in taken | {MemberColumn.NAME}),
        entries=tuple(entries),
        wrong=tuple(wrong),
        remarks=(*file.remarks, *remarks_on(columns, file.headings)),
    )


# From preview to confirmation

FIELDS = tuple(field.name for field in fields(MemberEntry))
DATES = (MemberColumn.ENTERED_ON, MemberColumn.RETIRED)


class StaleFileError(Exception):
    """The posted preview is too old, or not by this organiser for this club."""


def packed(read: IncomingMembers, club: Club, user: int) -> str:
    """Return the rows as a signed text for the confirmation by the same organiser for the same club."""
    rows = [[_packed(getattr(entry, name)) for name in FIELDS] for entry in read.entries]
    wrong = [(line.row, line.name, line.reason) for line in read.wrong]
    content = {"columns": list(read.columns), "rows": rows, "wrong": wrong}
    return signing.dumps(content, salt=_salt(club, user), compress=True)


def unpacked(text: str, club: Club, user: int) -> IncomingMembers:
    """Return the rows from a signed text; raises `StaleFileError`."""
    try:
        content: Any = signing.loads(text, salt=_salt(club, user), max_age=LASTS)
    except signing.BadSignature as error:
        raise StaleFileError from error
    entries = [
        MemberEntry(**{name: _unpacked(name, value) for name, value in zip(FIELDS, row, strict=True)})
        for row in content["rows"]
    ]
    wrong = [
        PlanLine(row=row, name=name, kind=PlannedAction.WRONG, reason=reason) for row, name, reason in content["wrong"]
    ]
    columns = tuple(MemberColumn(word) for word in content["columns"])
    return IncomingMembers(columns=columns, entries=tuple(entries), wrong=tuple(wrong))


def _salt(club: Club, user: int) -> str:
    return f"{SALT}.{club.pk}.{user}"


def _packed(value: Any) -> Any:
    return value.isoformat() if isinstance(value, date) else value


def _unpacked(name: str, value: Any) -> Any:
    return date.fromisoformat(value) if name in DATES and isinstance(value, str) else value


# Into the club

STORED = ("name", "nickname", *personal_data.CLUB_FIELDS, "guest")
"""The columns of `Player` that a row writes as they are."""


class ChangedMeanwhileError(Exception):
    """Someone has changed the members since: the argument is the plan that the file leads to now."""

    def __init__(self, now: Plan) -> None:
        super().__init__(now)
        self.now = now


@dataclass(frozen=True)
class ImportCounts:
    """The numbers of members added and changed."""

    added: int
    changed: int


@transaction.atomic
def apply_plan(club: Club, incoming: IncomingMembers, *, digest: str, chosen: Collection[int]) -> ImportCounts:
    """Add and change members as in the plan with this digest; `chosen` are rows of likely duplicates to add.

    Rows with errors are left out. Importing again writes nothing. Raises `ChangedMeanwhileError` if the plan has
    changed.
    """
    services.lock(club)
    now = plan(club, incoming.entries, incoming.columns, incoming.wrong)
    if not now.writes(chosen):
        return ImportCounts(0, 0)
    if now.digest != digest:
        raise ChangedMeanwhileError(now)
    added = [
        (Player(club=club), _values(line, incoming))
        for line in now.lines
        if line.kind is PlannedAction.NEW or (line.kind is PlannedAction.LIKELY and line.row in chosen)
    ]
    changed = [
        (line.player, _values(line, incoming)) for line in now.lines_of_kind(PlannedAction.CHANGED) if line.player
    ]
    for player, values in (*changed, *added):
        player.retired_at = _moment(values["retired"], player)
        for name in STORED:
            setattr(player, name, values[name])
    Player.objects.bulk_update([player for player, _row in changed], [*STORED, "retired_at"], batch_size=100)
    Player.objects.bulk_create([player for player, _row in added], batch_size=500)
    if {*personal_data.FIELDS} & {*incoming.columns}:
        _store_personal_data([*changed, *added])
    return ImportCounts(len(added), len(changed))


def _values(line: PlanLine, incoming: IncomingMembers) -> Any:
    """Return a player's values as the row leaves them."""
    assert line.entry is not None  # only a wrong row has no entry
    player = line.player if line.kind is PlannedAction.CHANGED else None
    return as_columns(line.entry, player, frozenset(incoming.columns))


def _store_personal_data(lines: Sequence[tuple[Player, Any]]) -> None:
    """Store the personal data of these people with their values; everybody's row is made anew."""
    rows = [
        PersonalData(player=player, **{name: values[name] for name in personal_data.FIELDS}) for player, values in lines
    ]
    PersonalData.objects.filter(player__in=[player.pk for player, _row in lines]).delete()
    known = [row for row in rows if any(getattr(row, name) for name in personal_data.FIELDS)]
    PersonalData.objects.bulk_create(known, batch_size=500)


def _moment(retired: date | bool, player: Player) -> datetime | None:
    """Return when someone retired: the stored time if the day is the same, else the start of the day, or now."""
    if not retired:
        return None
    stored = player.retired_at
    if isinstance(retired, date):
        return stored if day_of(player) == retired else timezone.make_aware(datetime.combine(retired, time()))
    return stored or timezone.now()
