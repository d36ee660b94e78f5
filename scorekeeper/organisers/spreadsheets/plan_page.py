"""A plan as the panel shows it: its rows in groups, each with a sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.clubs.names import display_name
from scorekeeper.files.spreadsheets.columns import MemberColumn, heading, with_subject
from scorekeeper.files.spreadsheets.import_plan import (
    RECORD_COLUMNS,
    Plan,
    PlanLine,
    PlannedAction,
    day_in_words,
    record_value,
    yes_or_no,
)


@dataclass(frozen=True, kw_only=True)
class PlanRow:
    """A row and the sentence about it."""

    row: int
    name: str
    details: str


@dataclass(frozen=True, kw_only=True)
class RowGroup:
    """The rows of one kind, in the order of the file."""

    kind: PlannedAction
    title: str
    about: str
    lines: list[PlanRow]


def groups(plan: Plan) -> list[RowGroup]:
    """Return the groups, those that need attention first."""
    row_groups = []
    for kind in PlannedAction:
        lines = [PlanRow(row=line.row, name=line.name, details=_with_written_name(line)) for line in plan.of(kind)]
        title, about = _words(kind, len(lines))
        row_groups.append(RowGroup(kind=kind, title=title, about=about, lines=lines))
    return row_groups


def _words(kind: PlannedAction, number: int) -> tuple[str, str]:
    """Return the heading of a group, and of its column of sentences."""
    one: dict[PlannedAction, Any] = {
        PlannedAction.WRONG: (ngettext("%(number)d row has an error", "%(number)d rows have errors", number), _("Why")),
        PlannedAction.LIKELY: (
            ngettext(
                "%(number)d is probably already in the club", "%(number)d are probably already in the club", number
            ),
            _("Similar to"),
        ),
        PlannedAction.NEW: (ngettext("%(number)d is new", "%(number)d are new", number), _("Added as")),
        PlannedAction.CHANGED: (ngettext("%(number)d will change", "%(number)d will change", number), _("Changes")),
        PlannedAction.SAME: (
            ngettext("%(number)d is unchanged", "%(number)d are unchanged", number),
            _("Matched with"),
        ),
    }
    title, about = one[kind]
    return title % {"number": number}, about


def _with_written_name(line: PlanLine) -> str:
    """Return the sentence about a row, and its name in the file if that was turned round."""
    written = line.entry.written if line.entry else ""
    return " · ".join(filter(None, (_details(line), written and _("in the file: “%(name)s”") % {"name": written})))


def _details(line: PlanLine) -> str:
    if line.kind is PlannedAction.CHANGED:
        return "; ".join(with_subject(one.what, f"{one.before} → {one.after}") for one in line.changes)
    if line.kind is PlannedAction.SAME and line.player:
        return line.player.name if not line.player.nickname else f"{line.player.name} ({display_name(line.player)})"
    return _as_whom(line) if line.kind is PlannedAction.NEW else line.reason


def _as_whom(line: PlanLine) -> str:
    """Return how someone new is added: as a member or guest, with which details, retired or not."""
    one = line.entry
    assert one is not None  # only a wrong row has no entry
    words = [_("guest") if one.guest else _("member")]
    in_words = {column: record_value(getattr(one, column)) for column in (MemberColumn.NICKNAME, *RECORD_COLUMNS)}
    words += [with_subject(heading(column), value) for column, value in in_words.items() if value]
    if one.retired:
        words.append(with_subject(heading(MemberColumn.RETIRED), day_in_words(one.retired)))
    return " · ".join(words)


def examples() -> dict[str, list[Any]]:
    """Return an example of a file."""
    yes, no = yes_or_no(True), yes_or_no(False)
    rows: list[dict[MemberColumn, str]] = [
        {
            MemberColumn.NAME: "Jeanne Petit",
            MemberColumn.NICKNAME: "Jeanne P.",
            MemberColumn.MEMBER_NUMBER: "17",
            MemberColumn.CATEGORY: _("Seniors"),
            MemberColumn.FEDERATION_NUMBER: "04-1178",
            MemberColumn.EMAIL: "jeanne@example.org",
            MemberColumn.PHONE_NUMBER: "+33 1 99 00 12 34",
            MemberColumn.ENTERED_ON: "2009-03-14",
            MemberColumn.GUEST: no,
        },
        {MemberColumn.NAME: "Karl Kranz", MemberColumn.GUEST: no, MemberColumn.RETIRED: "2025-06-30"},
        {MemberColumn.NAME: "Zoé", MemberColumn.GUEST: yes},
    ]
    return {
        "headings": [heading(column) for column in MemberColumn],
        "examples": [[row.get(column, "") for column in MemberColumn] for row in rows],
    }
