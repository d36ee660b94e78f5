"""The columns of a file of members: their headings in each language, and how their cells are read.

A name can be in one column or in two, first name and surname.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db.models import CharField, Model
from django.utils.text import capfirst
from django.utils.translation import get_language, gettext_lazy, ngettext, override
from django.utils.translation import gettext as _

from games.scoring.documents import LONGEST_NAME
from scorekeeper.clubs.dates import in_our_time, in_the_past, since_1900
from scorekeeper.clubs.duplicates import plain
from scorekeeper.clubs.models import PersonalData, Player
from scorekeeper.clubs.name_fields import checked_name
from scorekeeper.clubs.names import tidy, turned_round
from scorekeeper.files.spreadsheets.reader import Cell, FormulaError, SpreadsheetRow, UnreadableFileError

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


class MemberColumn(StrEnum):
    """A column about members. The values are sent from a preview to its confirmation, and name a field of an entry."""

    NAME = "name"
    NICKNAME = "nickname"
    GUEST = "guest"
    RETIRED = "retired"
    MEMBER_NUMBER = "member_number"
    CATEGORY = "category"
    FEDERATION_NUMBER = "federation_number"
    EMAIL = "email"
    PHONE_NUMBER = "phone_number"
    ENTERED_ON = "entered_on"


LABELS: dict[MemberColumn, StrPromise] = {
    MemberColumn.NAME: gettext_lazy("name"),
    MemberColumn.NICKNAME: gettext_lazy("nickname"),
    MemberColumn.MEMBER_NUMBER: gettext_lazy("member number"),
    MemberColumn.CATEGORY: gettext_lazy("category"),
    MemberColumn.FEDERATION_NUMBER: gettext_lazy("federation number"),
    MemberColumn.EMAIL: gettext_lazy("e-mail"),
    MemberColumn.PHONE_NUMBER: gettext_lazy("phone number"),
    MemberColumn.ENTERED_ON: gettext_lazy("entry date"),
    MemberColumn.GUEST: gettext_lazy("guest"),
    MemberColumn.RETIRED: gettext_lazy("retired"),
}


class NamePart(StrEnum):
    """A column with a part of the name."""

    FIRST_NAME = "first_name"
    SURNAME = "surname"


OF_MEMBER_NUMBERS = (
    *("mitgliedsnr", "mitglieds-nr", "mitglied nr", "member no", "membership number"),
    *("n° de membre", "n° d’adherent", "numero d’adherent"),
)
OTHER_HEADINGS: dict[str, MemberColumn | NamePart] = {
    **dict.fromkeys(("no", "nr", "n°", "number", "nummer", "numero"), MemberColumn.MEMBER_NUMBER),
    **dict.fromkeys(OF_MEMBER_NUMBERS, MemberColumn.MEMBER_NUMBER),
    **dict.fromkeys(("phone", "telephone", "telefon", "mobile", "handy"), MemberColumn.PHONE_NUMBER),
    **dict.fromkeys(("mail", "courriel"), MemberColumn.EMAIL),
    **dict.fromkeys(("first name", "given name", "forename", "vorname", "prenom"), NamePart.FIRST_NAME),
    **dict.fromkeys(("surname", "last name", "family name"), NamePart.SURNAME),
    **dict.fromkeys(("nachname", "familienname", "nom de famille"), NamePart.SURNAME),
}
"""Names that clubs often use for a column in their lists, without case, accents and full stops."""


def heading(column: MemberColumn) -> str:
    """Return a column's heading in the active language."""
    return str(capfirst(LABELS[column]))


@cache
def own_headings() -> dict[str, MemberColumn]:
    """Return our own headings, in all languages, without case and accents."""
    headings = {column.value: column for column in MemberColumn}
    for language, _name in settings.LANGUAGES:
        with override(language):
            headings |= {plain(heading(column)): column for column in MemberColumn}
    return headings


@dataclass(frozen=True)
class IgnoredColumn:
    """A column that is ignored, by its heading."""

    heading: str


Known = MemberColumn | NamePart | IgnoredColumn | None
"""What a column of a file is; None without a heading."""


def columns_of(first: SpreadsheetRow, rows: Sequence[SpreadsheetRow]) -> list[Known]:
    """Return what each column is; raises `UnreadableFileError`.

    Each is taken once: our own heading comes before others that mean the same, and those are taken from the left.
    """
    headings = [tidy(str(cell or "")) for cell in first.cells]
    columns: list[Known] = [own_headings().get(plain(text)) for text in headings]
    for place, column in enumerate(columns):
        if column and column in columns[:place]:
            reason = _("Two columns have the heading “%(heading)s”.") % {"heading": headings[place]}
            raise UnreadableFileError(reason, first.number)
    for place, text in enumerate(headings):
        other = OTHER_HEADINGS.get(plain(text))
        if columns[place] is None and other not in columns and not _has_row_numbers(rows, place):
            columns[place] = other
    settle_names(columns)
    if MemberColumn.NAME not in columns and NamePart.SURNAME not in columns:
        reason = _("There is no column with the heading “%(name)s”. Known headings: %(known)s.")
        known = ", ".join(heading(column) for column in MemberColumn)
        raise UnreadableFileError(reason % {"name": heading(MemberColumn.NAME), "known": known}, first.number)
    return [
        column or (IgnoredColumn(text[:LONGEST_NAME]) if text else None)
        for column, text in zip(columns, headings, strict=True)
    ]


_ROW_NUMBER = re.compile(r"m[0-9]+\.[0-9a-f]{8}")


def _has_row_numbers(rows: Sequence[SpreadsheetRow], place: int) -> bool:
    """Return whether a column holds the row numbers that version 1.0.0 exported as “No.”."""
    return any(place < len(row.cells) and _ROW_NUMBER.fullmatch(str(row.cells[place])) for row in rows)


def settle_names(columns: list[Any]) -> None:
    """Leave either the name or both of its parts. A “Name” beside a first name is the surname."""
    if NamePart.FIRST_NAME in columns and MemberColumn.NAME in columns and NamePart.SURNAME not in columns:
        columns[columns.index(MemberColumn.NAME)] = NamePart.SURNAME
    if MemberColumn.NAME in columns or not {*NamePart} <= {*columns}:
        columns[:] = [None if isinstance(column, NamePart) else column for column in columns]


def remarks_on(columns: Sequence[object], headings: SpreadsheetRow) -> list[str]:
    """Return sentences about names in two columns and about ignored columns, if any."""
    remarks = []
    if NamePart.SURNAME in columns:
        names = {part.value: tidy(str(headings.cells[columns.index(part)])) for part in NamePart}
        remarks.append(_("Names are put together from the columns “%(first_name)s” and “%(surname)s”.") % names)
    ignored = [
        _("“%(heading)s”") % {"heading": column.heading} for column in columns if isinstance(column, IgnoredColumn)
    ]
    if ignored:
        words = ngettext("Ignored column: %(names)s.", "Ignored columns: %(names)s.", len(ignored))
        remarks.append(words % {"names": ", ".join(ignored)})
    return remarks


def without_heading(cell: Cell) -> str:
    """Return a sentence on a cell in a column without a heading."""
    return _("“%(text)s” is in a column without a heading.") % {"text": _text(cell)[:LONGEST_NAME]}


def with_subject(subject: str, text: str) -> str:
    """Return what is said of someone or something, punctuated for the language."""
    return _("%(subject)s: %(text)s") % {"subject": subject, "text": text}


# Cells


@dataclass(frozen=True, kw_only=True)
class MemberEntry:
    """A row about one person. `retired` is a date, or only yes or no; `written` is a name that was turned round."""

    row: int
    name: str
    written: str = ""
    nickname: str = ""
    member_number: str = ""
    category: str = ""
    federation_number: str = ""
    email: str = ""
    phone_number: str = ""
    entered_on: date | None = None
    guest: bool = False
    retired: date | bool = False


class WrongRowError(Exception):
    """A cell has an invalid value; the message is in the reader's language."""


def entry(row: SpreadsheetRow, columns: Sequence[Known]) -> MemberEntry:
    """Return the entry of a row; raises `WrongRowError`."""
    cells: dict[MemberColumn | NamePart, Cell] = {}
    for place, cell in enumerate(row.cells):
        column = columns[place] if place < len(columns) else None
        if isinstance(column, MemberColumn | NamePart):
            if isinstance(cell, FormulaError):
                raise WrongRowError(_("There is a formula here that results in an error."))
            cells[column] = cell
        elif column is None and cell not in (None, ""):
            raise WrongRowError(without_heading(cell))
    written = _name(cells.get(MemberColumn.NAME))
    name = turned_round(written) or _name(" ".join(_text(cells.get(part)).strip(", ") for part in NamePart))
    if not name:
        raise WrongRowError(_("The name is missing."))
    return MemberEntry(
        row=row.number,
        name=name,
        written=written if name != written else "",
        nickname=_name(cells.get(MemberColumn.NICKNAME)),
        member_number=_checked(Player, MemberColumn.MEMBER_NUMBER, cells),
        category=_checked(Player, MemberColumn.CATEGORY, cells),
        federation_number=_checked(PersonalData, MemberColumn.FEDERATION_NUMBER, cells),
        email=_checked(PersonalData, MemberColumn.EMAIL, cells),
        phone_number=_checked(PersonalData, MemberColumn.PHONE_NUMBER, cells),
        entered_on=_entered_on(cells.get(MemberColumn.ENTERED_ON)),
        guest=_guest(cells.get(MemberColumn.GUEST)),
        retired=_retired(cells.get(MemberColumn.RETIRED)),
    )


def name_in(row: SpreadsheetRow, columns: Sequence[Known]) -> str:
    """Return the name in a row that may be wrong otherwise, as it is written."""
    cells = dict(zip(columns, row.cells, strict=False))
    return " ".join(filter(None, (_text(cells.get(column)) for column in (MemberColumn.NAME, *NamePart))))[:80]


def _text(cell: Cell) -> str:
    if isinstance(cell, float) and cell.is_integer():
        cell = int(cell)
    return "" if cell is None else tidy(str(cell))


def _name(cell: Cell) -> str:
    text = _text(cell)
    if len(text) > LONGEST_NAME:
        raise WrongRowError(_("A name can have at most %(longest)d characters.") % {"longest": LONGEST_NAME})
    try:
        return checked_name(text) if text else ""
    except ValidationError as error:
        raise WrongRowError(" ".join(error.messages)) from error


def _checked(model: type[Model], column: MemberColumn, cells: Mapping[MemberColumn | NamePart, Cell]) -> str:
    """Return the text of a cell, checked as on a member's page; the message names the column."""
    text, field = _text(cells.get(column)), model._meta.get_field(column.value)
    assert isinstance(field, CharField)
    assert field.max_length
    if len(text) > field.max_length:
        longest = _("At most %(longest)d characters fit here.") % {"longest": field.max_length}
        raise WrongRowError(with_subject(heading(column), longest))
    try:
        if text:
            field.run_validators(checked_name(text))
    except ValidationError as error:
        raise WrongRowError(with_subject(heading(column), " ".join(error.messages))) from error
    return text


YES = frozenset({"yes", "y", "true", "1", "x", "oui", "o", "vrai", "ja", "j", "wahr"})
NO = frozenset({"", "no", "n", "false", "0", "-", "non", "faux", "nein", "falsch"})
"""In all languages of the app, as people and spreadsheets write it."""


def _guest(cell: Cell) -> bool:
    word = _text(cell).casefold()
    if word in YES:
        return True
    if word in NO:
        return False
    raise WrongRowError(_("The guest column must say “yes” or “no”, not “%(text)s”.") % {"text": word[:LONGEST_NAME]})


ISO = re.compile(r"(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})(?:[T ]00:00(:00)?)?")
DOTTED = re.compile(r"(?P<day>\d{1,2})\. ?(?P<month>\d{1,2})\. ?(?P<year>\d{4})")
SLASHED = re.compile(r"(?P<day>\d{1,2})/(?P<month>\d{1,2})/(?P<year>\d{4})")
MONTHS = 12


def _retired(cell: Cell) -> date | bool:
    text = _text(cell).casefold()
    return text in YES if text in YES | NO else _possible(_day(cell), in_our_time)


def _entered_on(cell: Cell) -> date | None:
    if cell in (None, ""):
        return None
    try:
        return _possible(_day(cell), since_1900)
    except WrongRowError as error:
        raise WrongRowError(with_subject(heading(MemberColumn.ENTERED_ON), str(error))) from error


def _day(cell: Cell) -> date:
    """Return a date as spreadsheets or people write it."""
    if isinstance(cell, date):
        return cell
    text = _text(cell)
    match = ISO.fullmatch(text) or DOTTED.fullmatch(text) or SLASHED.fullmatch(text)
    if match is None:
        raise WrongRowError(_("“%(text)s” is not a date. Write it as 2026-11-22.") % {"text": text[:LONGEST_NAME]})
    day, month, year = (int(match[part]) for part in ("day", "month", "year"))
    if match.re is SLASHED and (get_language() or "en").startswith("en") and day != month:
        day, month = _day_and_month(text, day, month)
    try:
        return date(year, month, day)
    except ValueError as error:
        raise WrongRowError(_("“%(text)s” is not a date in the calendar.") % {"text": text}) from error


def _day_and_month(text: str, first: int, second: int) -> tuple[int, int]:
    """Return day and month; English uses both orders, so one of the two must be above 12."""
    if first <= MONTHS and second <= MONTHS:
        reason = _("“%(text)s” is ambiguous: the day or the month could come first. Write it as 2026-11-22.")
        raise WrongRowError(reason % {"text": text})
    return (first, second) if second <= MONTHS else (second, first)


def _possible(day: date, not_too_early: Callable[[date], None]) -> date:
    try:
        not_too_early(day)
        in_the_past(day)
    except ValidationError as error:
        raise WrongRowError(" ".join(error.messages)) from error
    return day
