"""Members as rows of a file, and the rows of a file as entries."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from datetime import date
from typing import Any

from django.core import signing
from django.utils.translation import gettext as _

from scorekeeper.clubs.models import Club
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
from scorekeeper.files.spreadsheets.import_plan import PlanLine, PlannedAction, cells_of, day_of, people_of
from scorekeeper.files.spreadsheets.reader import contents
from scorekeeper.files.spreadsheets.writer import Cell, ExportSheet

SALT = "scorekeeper.files.spreadsheets.members.3"
"""Change its number when a preview holds something else."""
LASTS = 24 * 3600
"""Seconds in which a preview can be confirmed."""
MOST_SENT = 800_000
"""The most characters of a preview; a form takes a megabyte."""


def sheet(club: Club) -> ExportSheet:
    """Return the members and guests of a club, including retired ones."""
    return ExportSheet(
        name=club.slug + "-" + _("Members"), headings=[heading(column) for column in MemberColumn], rows=_rows(club)
    )


def _rows(club: Club) -> Iterator[list[Cell]]:
    yes, no = _("Yes"), _("No")
    for player in sorted(people_of(club), key=lambda one: (name_order(one.name), one.pk)):
        cells: dict[str, Cell] = {**cells_of(player), MemberColumn.RETIRED: day_of(player)}
        cells[MemberColumn.GUEST] = yes if player.guest else no
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
    taken = {one for one in columns if isinstance(one, MemberColumn)}
    return IncomingMembers(
        columns=tuple(one for one in MemberColumn if one in taken | {MemberColumn.NAME}),
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
    rows = [[_packed(getattr(one, name)) for name in FIELDS] for one in read.entries]
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
