"""A plan as the panel shows it: its rows in groups, each with a sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.clubs.names import display_name
from scorekeeper.files.spreadsheets.columns import MemberColumn, heading
from scorekeeper.files.spreadsheets.import_plan import (
    Plan,
    PlanLine,
    PlannedAction,
    day_in_words,
    with_subject,
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
        lines = [PlanRow(row=line.row, name=line.name, details=_details(line)) for line in plan.of(kind)]
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


def _details(line: PlanLine) -> str:
    if line.kind is PlannedAction.CHANGED:
        return "; ".join(with_subject(one.what, f"{one.before} → {one.after}") for one in line.changes)
    if line.kind is PlannedAction.SAME and line.player:
        return line.player.name if not line.player.nickname else f"{line.player.name} ({display_name(line.player)})"
    return _as_whom(line) if line.kind is PlannedAction.NEW else line.reason


def _as_whom(line: PlanLine) -> str:
    """Return how someone new is added: as member or guest, nickname, retired."""
    one = line.entry
    assert one is not None  # only a wrong row has no entry
    words = [_("guest") if one.guest else _("member")]
    if one.nickname:
        words.append(with_subject(heading(MemberColumn.NICKNAME), one.nickname))
    if one.retired:
        words.append(with_subject(heading(MemberColumn.RETIRED), day_in_words(one.retired)))
    return " · ".join(words)


def examples() -> dict[str, list[Any]]:
    """Return an example of a file."""
    yes, no = yes_or_no(True), yes_or_no(False)
    some = [MemberColumn.NAME, MemberColumn.NICKNAME, MemberColumn.GUEST, MemberColumn.RETIRED]
    rows = [("Jeanne Petit", "Jeanne P.", no, ""), ("Karl Kranz", "", no, "2025-06-30"), ("Zoé", "", yes, "")]
    return {"headings": [heading(column) for column in some], "examples": [list(row) for row in rows]}
