"""The columns of a file of members: what they are called in each language, and what their cells say.

The *number* is that of a record, with a seal by which this installation knows it as its own and the club's: a file
that went out and came back finds its people by it even where a name was mended. Any other number means nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.text import capfirst
from django.utils.translation import get_language, gettext_lazy, override, pgettext_lazy
from django.utils.translation import gettext as _

from games.scoring.documents import LONGEST_NAME
from scorekeeper.clubs.admin.names import name_of
from scorekeeper.clubs.dates import in_our_time
from scorekeeper.clubs.doubles import plain
from scorekeeper.clubs.names import tidy
from scorekeeper.exchange.reading import Cell, Row, Unreadable

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


class Column(StrEnum):
    """What a file says of people. The words are sent from a preview to its confirmation."""

    NUMBER = "number"
    NAME = "name"
    NICKNAME = "nickname"
    GUEST = "guest"
    RETIRED = "retired"


LABELS: dict[Column, StrPromise] = {
    Column.NUMBER: pgettext_lazy("heading of a column", "No."),
    Column.NAME: gettext_lazy("name"),
    Column.NICKNAME: gettext_lazy("nickname"),
    Column.GUEST: gettext_lazy("guest"),
    Column.RETIRED: gettext_lazy("retired"),
}


def heading(column: Column) -> str:
    """In the reader's language."""
    return str(capfirst(LABELS[column]))


@cache
def known_headings() -> dict[str, Column]:
    """Every heading that is understood, without case and accents: the columns' names in all languages."""
    found = {column.value: column for column in Column}
    for language, _name in settings.LANGUAGES:
        with override(language):
            found |= {plain(heading(column)): column for column in Column}
    return found


def how_many_known(headings: Sequence[str]) -> int:
    return sum(plain(heading) in known_headings() for heading in headings)


def columns_of(first: Row) -> list[Column | None]:
    """What each column is; None for one without heading. Raises `Unreadable`."""
    found: list[Column | None] = []
    for cell in first.cells:
        text = tidy(str(cell or ""))
        column = known_headings().get(plain(text))
        if text and column is None:
            why = _("“%(heading)s” is no heading that is known here. Those that are: %(known)s.")
            listed = ", ".join(heading(one) for one in Column)
            raise Unreadable(why % {"heading": text[:LONGEST_NAME], "known": listed}, first.number)
        if column and column in found:
            raise Unreadable(_("Two columns are headed “%(heading)s”.") % {"heading": text}, first.number)
        found.append(column)
    if Column.NAME not in found:
        raise Unreadable(_("No column is headed “%(name)s”.") % {"name": heading(Column.NAME)}, first.number)
    return found


# What a cell says


@dataclass(frozen=True, kw_only=True)
class Entry:
    """What a row says of one person. `retired` is a day, or whether that is so."""

    row: int
    name: str
    number: str = ""
    nickname: str = ""
    guest: bool = False
    retired: date | bool = False


class Wrong(Exception):  # noqa: N818 - what the row is
    """A cell says what cannot be: why, in the reader's language."""


def entry(row: Row, columns: Sequence[Column | None]) -> Entry:
    """What a row says; raises `Wrong`."""
    cells: dict[Column, Cell] = {}
    for place, cell in enumerate(row.cells):
        column = columns[place] if place < len(columns) else None
        if column:
            cells[column] = cell
        elif cell not in (None, ""):
            raise Wrong(_("“%(text)s” stands under no heading.") % {"text": _text(cell)[:LONGEST_NAME]})
    name = _name(cells.get(Column.NAME))
    if not name:
        raise Wrong(_("The name is missing."))
    return Entry(
        row=row.number,
        name=name,
        number=_text(cells.get(Column.NUMBER)),
        nickname=_name(cells.get(Column.NICKNAME)),
        guest=_guest(cells.get(Column.GUEST)),
        retired=_retired(cells.get(Column.RETIRED)),
    )


def _text(cell: Cell) -> str:
    if isinstance(cell, float) and cell.is_integer():
        cell = int(cell)
    return "" if cell is None else tidy(str(cell))


def _name(cell: Cell) -> str:
    text = _text(cell)
    if len(text) > LONGEST_NAME:
        raise Wrong(_("A name has at most %(longest)d characters.") % {"longest": LONGEST_NAME})
    try:
        return name_of(text) if text else ""
    except ValidationError as error:
        raise Wrong(" ".join(error.messages)) from error


YES = frozenset({"yes", "y", "true", "1", "x", "oui", "o", "vrai", "ja", "j", "wahr"})
NO = frozenset({"", "no", "n", "false", "0", "-", "non", "faux", "nein", "falsch"})
"""In every language of ours, as people write it and as spreadsheets do."""


def _guest(cell: Cell) -> bool:
    word = _text(cell).casefold()
    if word in YES:
        return True
    if word in NO:
        return False
    raise Wrong(_("Whether somebody is a guest is “yes” or “no”, not “%(text)s”.") % {"text": word[:LONGEST_NAME]})


ISO = re.compile(r"(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})(?:[T ]00:00(:00)?)?")
DOTTED = re.compile(r"(?P<day>\d{1,2})\. ?(?P<month>\d{1,2})\. ?(?P<year>\d{4})")
SLASHED = re.compile(r"(?P<day>\d{1,2})/(?P<month>\d{1,2})/(?P<year>\d{4})")
MONTHS = 12


def _retired(cell: Cell) -> date | bool:
    if isinstance(cell, date):
        return _possible(cell)
    text = _text(cell)
    if text.casefold() in YES | NO:
        return text.casefold() in YES
    found = ISO.fullmatch(text) or DOTTED.fullmatch(text) or SLASHED.fullmatch(text)
    if found is None:
        raise Wrong(_("“%(text)s” is no date. Write it as 2026-11-22.") % {"text": text[:LONGEST_NAME]})
    day, month, year = (int(found[part]) for part in ("day", "month", "year"))
    if found.re is SLASHED and (get_language() or "en").startswith("en") and day != month:
        day, month = _of_either_order(text, day, month)
    try:
        return _possible(date(year, month, day))
    except ValueError as error:
        raise Wrong(_("There is no day “%(text)s”.") % {"text": text}) from error


def _of_either_order(text: str, first: int, second: int) -> tuple[int, int]:
    """Day and month where English has both orders: known where one of the two is no month."""
    if first <= MONTHS and second <= MONTHS:
        why = _("“%(text)s” can be two dates, as some write the day first and some the month. Write it as 2026-11-22.")
        raise Wrong(why % {"text": text})
    return (first, second) if second <= MONTHS else (second, first)


def _possible(day: date) -> date:
    try:
        in_our_time(day)
    except ValidationError as error:
        raise Wrong(" ".join(error.messages)) from error
    if day > timezone.localdate():
        raise Wrong(_("This day is still to come."))
    return day


# Numbers with their seal

_NUMBER = re.compile(r"m([0-9]{1,18})\.([0-9a-f]{8})")


def number_of(club: int, player: int) -> str:
    """A record's number in the files of its club."""
    return f"m{player}.{_seal(club, player)}"


def player_of(club: int, number: str) -> int | None:
    """Whose number it is, where it is one of this club's."""
    found = _NUMBER.fullmatch(number)
    if found is None or not constant_time_compare(found[2], _seal(club, int(found[1]))):
        return None
    return int(found[1])


def _seal(club: int, player: int) -> str:
    return salted_hmac("scorekeeper.exchange.number", f"{club}:{player}", algorithm="sha256").hexdigest()[:8]
