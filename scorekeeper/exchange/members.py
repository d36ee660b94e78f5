"""Members as rows of a file, and the rows of a file as what is said of members."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.core import signing
from django.utils.translation import gettext as _

from scorekeeper.clubs.models import Club
from scorekeeper.exchange.columns import (
    Column,
    Entry,
    Wrong,
    columns_of,
    entry,
    heading,
    how_many_known,
    number_of,
)
from scorekeeper.exchange.plans import Kind, Line, day_of
from scorekeeper.exchange.reading import Row, rows_of
from scorekeeper.exchange.sheets import Cell, Sheet

SALT = "scorekeeper.exchange.members"
LASTS = 24 * 3600
"""Seconds that a preview can be confirmed."""
MOST_SENT = 800_000
"""Characters of a preview; a form takes a megabyte."""


def sheet(club: Club) -> Sheet:
    """The members and guests of a club, also those who come no longer."""
    return Sheet(name=f"{club.slug}-{_('Members')}", headings=[heading(column) for column in Column], rows=_rows(club))


def _rows(club: Club) -> Iterator[list[Cell]]:
    yes, no = _("Yes"), _("No")
    for player in club.players.filter(merged_into=None).order_by("name", "pk").iterator():
        number = number_of(club.pk, player.pk)
        yield [number, player.name, player.nickname, yes if player.guest else no, day_of(player)]


@dataclass(frozen=True, kw_only=True)
class Incoming:
    """What a file says: its columns, what its rows say, and those that say nothing that can be."""

    columns: tuple[Column, ...]
    entries: tuple[Entry, ...]
    wrong: tuple[Line, ...] = ()


def incoming(data: bytes) -> Incoming:
    """What a file says; raises `Unreadable`."""
    first, rows = rows_of(data, how_many_known)
    columns = columns_of(first)
    entries, wrong = [], []
    for row in rows:
        try:
            entries.append(entry(row, columns))
        except Wrong as error:
            name = _name_in(row, columns)
            wrong.append(Line(row=row.number, name=name, kind=Kind.WRONG, why=str(error)))
    return Incoming(columns=tuple(filter(None, columns)), entries=tuple(entries), wrong=tuple(wrong))


def _name_in(row: Row, columns: list[Column | None]) -> str:
    place = columns.index(Column.NAME)
    return str(row.cells[place] or "")[:80] if place < len(row.cells) else ""


# From a preview to its confirmation


class Stale(Exception):  # noqa: N818 - what it is
    """What was sent is no preview of this club by this organiser, or too old."""


def packed(found: Incoming, club: Club, user: int) -> str:
    """What a file said, sealed, to be sent with the confirmation by the same organiser for the same club."""
    rows = [[one.row, one.number, one.name, one.nickname, one.guest, _day_packed(one.retired)] for one in found.entries]
    content = {"columns": list(found.columns), "rows": rows}
    return signing.dumps(content, salt=_salt(club, user), compress=True)


def unpacked(text: str, club: Club, user: int) -> Incoming:
    """What was sealed; raises `Stale`."""
    try:
        content: Any = signing.loads(text, salt=_salt(club, user), max_age=LASTS)
    except signing.BadSignature as error:
        raise Stale from error
    entries = [
        Entry(row=row, number=number, name=name, nickname=nickname, guest=guest, retired=_day_unpacked(retired))
        for row, number, name, nickname, guest, retired in content["rows"]
    ]
    return Incoming(columns=tuple(Column(word) for word in content["columns"]), entries=tuple(entries))


def _salt(club: Club, user: int) -> str:
    return f"{SALT}.{club.pk}.{user}"


def _day_packed(retired: date | bool) -> str | bool:
    return retired.isoformat() if isinstance(retired, date) else retired


def _day_unpacked(retired: str | bool) -> date | bool:
    return date.fromisoformat(retired) if isinstance(retired, str) else retired
