"""The *plan* of an import: row by row, what would happen to the members.

A row is about the player with its number; else one with its name, preferably with its nickname too; else one with that
display name. No two rows are about the same player. Any other row is a *new* player, unless it is a *likely* duplicate:
then the organiser decides whether to add it. A second player with the same display name is refused, as on a member's
page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from hashlib import sha256
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scorekeeper.clubs.models import Club, Player
from scorekeeper.clubs.names import display_name, folded
from scorekeeper.clubs.personal_data import RECORD_FIELDS, record_of
from scorekeeper.files.spreadsheets import columns as of_columns
from scorekeeper.files.spreadsheets.columns import MemberColumn, MemberEntry, heading, with_subject
from scorekeeper.files.spreadsheets.likely_duplicates import DuplicateFinder, NamedPerson
from scorekeeper.web.dates import long_day


class PlannedAction(StrEnum):
    """What would happen with a row. The values are used in URLs and CSS classes."""

    WRONG = "wrong"
    LIKELY = "likely"
    NEW = "new"
    CHANGED = "changed"
    SAME = "same"


@dataclass(frozen=True)
class FieldChange:
    """One change of a player by a row, in words."""

    what: str
    before: str
    after: str


@dataclass(frozen=True, kw_only=True)
class PlanLine:
    """A row and what would happen: whom it is about, what it changes, or why it is wrong or a likely duplicate."""

    row: int
    name: str
    kind: PlannedAction
    entry: MemberEntry | None = None
    player: Player | None = None
    changes: tuple[FieldChange, ...] = ()
    reason: str = ""


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What a whole file would do."""

    lines: Sequence[PlanLine]
    thorough: bool = True
    """Whether names that are almost alike were looked for."""

    def of(self, kind: PlannedAction) -> list[PlanLine]:
        return [line for line in self.lines if line.kind is kind]

    def writes(self, chosen: Iterable[int]) -> bool:
        """Return whether there is anything to write or to refuse; `chosen` are likely duplicates to add."""
        some = set(chosen)
        return any(
            line.kind in (PlannedAction.NEW, PlannedAction.CHANGED, PlannedAction.WRONG)
            or (line.kind is PlannedAction.LIKELY and line.row in some)
            for line in self.lines
        )

    @property
    def digest(self) -> str:
        """A hash of the plan, the same in every language, by which a confirmation shows what was seen."""
        content = [
            (line.row, line.name, line.kind, line.player and line.player.pk, _facts(line)) for line in self.lines
        ]
        return sha256(repr(content).encode()).hexdigest()


def _facts(line: PlanLine) -> tuple[object, ...]:
    """Return the values that a row would overwrite."""
    player = line.player if line.kind is PlannedAction.CHANGED else None
    return () if player is None else (*cells_of(player).values(), player.retired_at)


def people_of(club: Club) -> list[Player]:
    """Return the players that a file of the club is compared with; merged records are left out."""
    return list(club.players.filter(merged_into=None).select_related("personal_data").order_by("pk"))


def plan(
    club: Club, entries: Sequence[MemberEntry], columns: Iterable[MemberColumn], unreadable: Sequence[PlanLine] = ()
) -> Plan:
    """Return what these rows would do; `unreadable` are rows that could not be read."""
    people, present = people_of(club), frozenset(columns)
    faults = _twice(entries)
    matched = _about(club, [one for one in entries if one.row not in faults], people, faults)
    alike = DuplicateFinder(people, len(entries) - len(matched))
    lines = [*unreadable]
    for one in entries:
        if reason := faults.get(one.row):
            lines.append(PlanLine(row=one.row, name=one.name, kind=PlannedAction.WRONG, entry=one, reason=reason))
        else:
            lines.append(_line(one, matched.get(one.row), present, alike))
    in_order = sorted(lines, key=lambda line: line.row)
    with_own_names = _without_namesakes(in_order, people, present)
    return Plan(lines=_without_shared_numbers(with_own_names, people, present), thorough=alike.thorough)


def _twice(entries: Iterable[MemberEntry]) -> dict[int, str]:
    """Return what is wrong with rows that repeat another; rows with different numbers are different players."""
    faults: dict[int, str] = {}
    entries_by_key: dict[tuple[object, ...], list[MemberEntry]] = {}
    numbers: dict[str, int] = {}
    for one in entries:
        key = (folded(one.name), folded(one.nickname), one.guest, bool(one.retired))
        same = [other for other in entries_by_key.get(key, []) if not one.number or not other.number]
        if one.number in numbers or same:
            first = numbers.get(one.number) or same[0].row
            faults[one.row] = _("The same person is already in row %(row)d.") % {"row": first}
            continue
        entries_by_key.setdefault(key, []).append(one)
        if one.number:
            numbers[one.number] = one.row
    return faults


# Matching rows with players


Way = tuple[Callable[[Player], object], Callable[[MemberEntry], object]]
"""What is compared: a value of a player and a value of an entry."""

SURE: Way = (
    lambda who: (folded(who.name), folded(who.nickname), who.guest, who.retired_at is not None),
    lambda one: (folded(one.name), folded(one.nickname), one.guest, bool(one.retired)),
)
BY_NAMES: Sequence[Way] = (
    (lambda who: (folded(who.name), folded(who.nickname)), lambda one: (folded(one.name), folded(one.nickname))),
    (lambda who: folded(who.name), lambda one: folded(one.name)),
    (lambda who: folded(display_name(who)), lambda one: None if one.nickname else folded(one.name)),
)
"""From the surest to the least sure; each counts only if it leads to one player."""


def _about(
    club: Club, entries: Sequence[MemberEntry], people: Sequence[Player], faults: dict[int, str]
) -> dict[int, Player]:
    """Return the player of each row, nobody twice; adds rows that can't be decided to `faults`."""
    keys = {player.pk: player for player in people}
    numbered = {one.row: of_columns.player_of(club.pk, one.number) for one in entries if one.number}
    matched = {row: keys[pk] for row, pk in numbered.items() if pk in keys}
    for number, (of_player, of_entry) in enumerate((SURE, *BY_NAMES)):
        matched_pks = {player.pk for player in matched.values()}
        waiting: dict[object, list[Player]] = {}
        for player in people:
            if player.pk not in matched_pks:
                waiting.setdefault(of_player(player), []).append(player)
        for one in entries:
            candidates = waiting.get(of_entry(one)) if one.row not in matched and one.row not in faults else None
            if candidates and len(candidates) > 1 and number:
                faults[one.row] = _("Several people have this name. Add the nickname to say which one.")
            elif candidates:
                matched[one.row] = candidates.pop(0)
    return matched


def _line(
    one: MemberEntry, player: Player | None, present: frozenset[MemberColumn], alike: DuplicateFinder
) -> PlanLine:
    if player is None:
        double = alike.to(one)
        if double is None:
            return PlanLine(row=one.row, name=one.name, kind=PlannedAction.NEW, entry=one)
        person, reason = double
        words = with_subject(_in_words(person), str(reason))
        return PlanLine(
            row=one.row, name=one.name, kind=PlannedAction.LIKELY, entry=one, player=_of_club(person), reason=words
        )
    changes = tuple(_changes(one, player, present))
    kind = PlannedAction.CHANGED if changes else PlannedAction.SAME
    return PlanLine(row=one.row, name=one.name, kind=kind, entry=one, player=player, changes=changes)


def _of_club(person: NamedPerson) -> Player | None:
    return None if person.entry else person.player


def _in_words(person: NamedPerson) -> str:
    if person.entry is None:
        return person.player.name
    return _("%(name)s in row %(row)d") % {"name": person.entry.name, "row": person.entry.row}


# Changes


def _changes(one: MemberEntry, player: Player, present: frozenset[MemberColumn]) -> Iterator[FieldChange]:
    """Yield the changes in columns that the file has; a player found by display name keeps name and nickname."""
    if folded(one.name) != folded(player.name) and not by_number(one, player):
        present = present - {MemberColumn.NAME, MemberColumn.NICKNAME}
    if MemberColumn.NAME in present and one.name != player.name:
        yield FieldChange(heading(MemberColumn.NAME), player.name, one.name)
    none, cells = pgettext("nickname", "none"), cells_of(player)
    for column in (MemberColumn.NICKNAME, *RECORD_COLUMNS):
        before, after = cells[column], getattr(one, column)
        if column in present and before != after:
            yield FieldChange(heading(column), record_value(before) or none, record_value(after) or none)
    if MemberColumn.GUEST in present and one.guest != player.guest:
        yield FieldChange(heading(MemberColumn.GUEST), yes_or_no(player.guest), yes_or_no(one.guest))
    if MemberColumn.RETIRED in present and not _same_day(one.retired, player):
        yield FieldChange(
            heading(MemberColumn.RETIRED), day_in_words(day_of(player) or False), day_in_words(one.retired)
        )


RECORD_COLUMNS = tuple(MemberColumn(name) for name in RECORD_FIELDS)


def cells_of(player: Player) -> dict[str, Any]:
    """Return the values of a player in the columns of a file, except whether and when someone retired."""
    return {
        MemberColumn.NAME: player.name,
        MemberColumn.NICKNAME: player.nickname,
        **record_of(player),
        MemberColumn.GUEST: player.guest,
    }


def record_value(value: date | str | None) -> str:
    """Return a value of a member's record in words; empty if there is none."""
    return long_day(value) if isinstance(value, date) else value or ""


def by_number(one: MemberEntry, player: Player) -> bool:
    assert player.club_id is not None  # everyone compared is of one club
    return of_columns.player_of(player.club_id, one.number) == player.pk


def day_of(player: Player) -> date | None:
    """Return the day on which someone retired."""
    return timezone.localtime(player.retired_at).date() if player.retired_at else None


def _same_day(value: date | bool, player: Player) -> bool:
    return value == day_of(player) if isinstance(value, date) else value == (player.retired_at is not None)


def yes_or_no(it_is: bool) -> str:
    return _("Yes") if it_is else _("No")


def day_in_words(value: date | bool) -> str:
    return long_day(value) if isinstance(value, date) else yes_or_no(value)


# Equal display names


def _without_namesakes(
    lines: list[PlanLine], people: Sequence[Player], present: frozenset[MemberColumn]
) -> list[PlanLine]:
    """Return the lines; those that would give the table a second member of a name are wrong."""
    lines_of = {line.player.pk: line for line in lines if line.player and line.kind is PlannedAction.CHANGED}
    names: dict[str, str] = {}
    for player in people:
        if player.pk not in lines_of and not player.guest and player.retired_at is None:
            names.setdefault(folded(display_name(player)), player.name)
    return [_or_namesake(line, names, present) for line in lines]


def _or_namesake(line: PlanLine, names: dict[str, str], present: frozenset[MemberColumn]) -> PlanLine:
    one = line.entry
    if one is None or line.kind in (PlannedAction.WRONG, PlannedAction.SAME):
        return line
    values = as_columns(one, line.player if line.kind is PlannedAction.CHANGED else None, present)
    if values["guest"] or values["retired"]:
        return line
    name = str(values["nickname"] or values["name"])
    if other := names.get(folded(name)):
        reason = _("%(other)s is already called “%(name)s” at the table. Add a nickname to tell them apart.")
        words = reason % {"other": other, "name": name}
        return PlanLine(row=line.row, name=line.name, kind=PlannedAction.WRONG, entry=one, reason=words)
    names[folded(name)] = str(values["name"])
    return line


# Member numbers


def _without_shared_numbers(
    lines: list[PlanLine], people: Sequence[Player], present: frozenset[MemberColumn]
) -> list[PlanLine]:
    """Return the lines; those that would give two people one member number are wrong."""
    changed = {line.player.pk for line in lines if line.player and line.kind is PlannedAction.CHANGED}
    names = {one.member_number: one.name for one in people if one.pk not in changed}
    return [_or_shared_number(line, names, present) for line in lines]


def _or_shared_number(line: PlanLine, names: dict[str, str], present: frozenset[MemberColumn]) -> PlanLine:
    number = _number_after(line, present)
    if number and number in names:
        words = _("Member number %(number)s belongs to %(name)s.") % {"number": number, "name": names[number]}
        return PlanLine(row=line.row, name=line.name, kind=PlannedAction.WRONG, entry=line.entry, reason=words)
    names[number] = line.name
    return line


def _number_after(line: PlanLine, present: frozenset[MemberColumn]) -> str:
    """Return the member number that a row sets or leaves; empty for a row that writes nothing."""
    if line.entry is None or line.kind in (PlannedAction.WRONG, PlannedAction.SAME):
        return ""
    player = line.player if line.kind is PlannedAction.CHANGED else None
    return str(as_columns(line.entry, player, present)[MemberColumn.MEMBER_NUMBER])


def as_columns(one: MemberEntry, player: Player | None, present: frozenset[MemberColumn]) -> Mapping[str, Any]:
    """Return a player's values after a row was imported; those that the row doesn't have stay."""
    columns = {column for column in MemberColumn if column is not MemberColumn.NUMBER}
    if player is None:
        return {column: getattr(one, column) for column in columns}
    columns &= present
    if folded(one.name) != folded(player.name) and not by_number(one, player):
        columns -= {MemberColumn.NAME, MemberColumn.NICKNAME}
    values = {**cells_of(player), MemberColumn.RETIRED: player.retired_at is not None}
    return {**values, **{column: getattr(one, column) for column in columns}}
