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
from scorekeeper.files.spreadsheets import columns as of_columns
from scorekeeper.files.spreadsheets.columns import MemberColumn, MemberEntry, heading
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
    why: str = ""


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
        seen = [(line.row, line.name, line.kind, line.player and line.player.pk, _facts(line)) for line in self.lines]
        return sha256(repr(seen).encode()).hexdigest()


def _facts(line: PlanLine) -> tuple[object, ...]:
    """Return the values that a row would overwrite."""
    player = line.player if line.kind is PlannedAction.CHANGED else None
    return () if player is None else (player.name, player.nickname, player.guest, player.retired_at)


def people_of(club: Club) -> list[Player]:
    """Return the players that a file of the club is compared with; merged records are left out."""
    return list(club.players.filter(merged_into=None).order_by("pk"))


def plan(
    club: Club, entries: Sequence[MemberEntry], columns: Iterable[MemberColumn], wrong: Sequence[PlanLine] = ()
) -> Plan:
    """Return what these rows would do; `wrong` are rows that could not be read."""
    people, told = people_of(club), frozenset(columns)
    faults = _twice(entries)
    found = _about(club, [one for one in entries if one.row not in faults], people, faults)
    alike = DuplicateFinder(people, len(entries) - len(found))
    lines = [*wrong]
    for one in entries:
        if why := faults.get(one.row):
            lines.append(PlanLine(row=one.row, name=one.name, kind=PlannedAction.WRONG, entry=one, why=why))
        else:
            lines.append(_line(one, found.get(one.row), told, alike))
    in_order = sorted(lines, key=lambda line: line.row)
    return Plan(lines=_without_namesakes(in_order, people, told), thorough=alike.thorough)


def _twice(entries: Iterable[MemberEntry]) -> dict[int, str]:
    """Return what is wrong with rows that repeat another; rows with different numbers are different players."""
    found: dict[int, str] = {}
    seen: dict[tuple[object, ...], list[MemberEntry]] = {}
    numbers: dict[str, int] = {}
    for one in entries:
        key = (folded(one.name), folded(one.nickname), one.guest, bool(one.retired))
        same = [other for other in seen.get(key, []) if not one.number or not other.number]
        if one.number in numbers or same:
            first = numbers.get(one.number) or same[0].row
            found[one.row] = _("The same person is already in row %(row)d.") % {"row": first}
            continue
        seen.setdefault(key, []).append(one)
        if one.number:
            numbers[one.number] = one.row
    return found


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
    found = {row: keys[pk] for row, pk in numbered.items() if pk in keys}
    for number, (of_player, of_entry) in enumerate((SURE, *BY_NAMES)):
        taken = {player.pk for player in found.values()}
        waiting: dict[object, list[Player]] = {}
        for player in people:
            if player.pk not in taken:
                waiting.setdefault(of_player(player), []).append(player)
        for one in entries:
            left = waiting.get(of_entry(one)) if one.row not in found and one.row not in faults else None
            if left and len(left) > 1 and number:
                faults[one.row] = _("Several people have this name. Add the nickname to say which one.")
            elif left:
                found[one.row] = left.pop(0)
    return found


def _line(one: MemberEntry, player: Player | None, told: frozenset[MemberColumn], alike: DuplicateFinder) -> PlanLine:
    if player is None:
        double = alike.to(one)
        if double is None:
            return PlanLine(row=one.row, name=one.name, kind=PlannedAction.NEW, entry=one)
        who, why = double
        words = said_of(_in_words(who), str(why))
        return PlanLine(
            row=one.row, name=one.name, kind=PlannedAction.LIKELY, entry=one, player=_of_club(who), why=words
        )
    changes = tuple(_changes(one, player, told))
    kind = PlannedAction.CHANGED if changes else PlannedAction.SAME
    return PlanLine(row=one.row, name=one.name, kind=kind, entry=one, player=player, changes=changes)


def _of_club(who: NamedPerson) -> Player | None:
    return None if who.entry else who.player


def _in_words(who: NamedPerson) -> str:
    if who.entry is None:
        return who.player.name
    return _("%(name)s in row %(row)d") % {"name": who.entry.name, "row": who.entry.row}


def said_of(what: str, said: str) -> str:
    """Return what is said of someone or something, punctuated for the language."""
    return _("%(what)s: %(said)s") % {"what": what, "said": said}


# Changes


def _changes(one: MemberEntry, player: Player, told: frozenset[MemberColumn]) -> Iterator[FieldChange]:
    """Yield the changes in columns that the file has; a player found by display name keeps name and nickname."""
    if folded(one.name) != folded(player.name) and not by_number(one, player):
        told = told - {MemberColumn.NAME, MemberColumn.NICKNAME}
    if MemberColumn.NAME in told and one.name != player.name:
        yield FieldChange(heading(MemberColumn.NAME), player.name, one.name)
    no = pgettext("nickname", "none")
    if MemberColumn.NICKNAME in told and one.nickname != player.nickname:
        yield FieldChange(heading(MemberColumn.NICKNAME), player.nickname or no, one.nickname or no)
    if MemberColumn.GUEST in told and one.guest != player.guest:
        yield FieldChange(heading(MemberColumn.GUEST), yes_or_no(player.guest), yes_or_no(one.guest))
    if MemberColumn.RETIRED in told and not _same_day(one.retired, player):
        yield FieldChange(
            heading(MemberColumn.RETIRED), day_in_words(day_of(player) or False), day_in_words(one.retired)
        )


def by_number(one: MemberEntry, player: Player) -> bool:
    assert player.club_id is not None  # everyone compared is of one club
    return of_columns.player_of(player.club_id, one.number) == player.pk


def day_of(player: Player) -> date | None:
    """Return the day on which someone retired."""
    return timezone.localtime(player.retired_at).date() if player.retired_at else None


def _same_day(said: date | bool, player: Player) -> bool:
    return said == day_of(player) if isinstance(said, date) else said == (player.retired_at is not None)


def yes_or_no(it_is: bool) -> str:
    return _("Yes") if it_is else _("No")


def day_in_words(said: date | bool) -> str:
    return long_day(said) if isinstance(said, date) else yes_or_no(said)


# Equal display names


def _without_namesakes(
    lines: list[PlanLine], people: Sequence[Player], told: frozenset[MemberColumn]
) -> list[PlanLine]:
    """Return the lines; those that would give the table a second member of a name are wrong."""
    lines_of = {line.player.pk: line for line in lines if line.player and line.kind is PlannedAction.CHANGED}
    names: dict[str, str] = {}
    for player in people:
        if player.pk not in lines_of and not player.guest and player.retired_at is None:
            names.setdefault(folded(display_name(player)), player.name)
    return [_or_namesake(line, names, told) for line in lines]


def _or_namesake(line: PlanLine, names: dict[str, str], told: frozenset[MemberColumn]) -> PlanLine:
    one = line.entry
    if one is None or line.kind in (PlannedAction.WRONG, PlannedAction.SAME):
        return line
    said = as_columns(one, line.player if line.kind is PlannedAction.CHANGED else None, told)
    if said["guest"] or said["retired"]:
        return line
    name = str(said["nickname"] or said["name"])
    if other := names.get(folded(name)):
        why = _("%(other)s is already called “%(name)s” at the table. Add a nickname to tell them apart.")
        words = why % {"other": other, "name": name}
        return PlanLine(row=line.row, name=line.name, kind=PlannedAction.WRONG, entry=one, why=words)
    names[folded(name)] = str(said["name"])
    return line


def as_columns(one: MemberEntry, player: Player | None, told: frozenset[MemberColumn]) -> Mapping[str, Any]:
    """Return a player's values after a row was imported; those that the row doesn't have stay."""
    if player is None:
        return {"name": one.name, "nickname": one.nickname, "guest": one.guest, "retired": one.retired}
    found = {
        "name": player.name,
        "nickname": player.nickname,
        "guest": player.guest,
        "retired": player.retired_at is not None,
    }
    named = folded(one.name) == folded(player.name) or by_number(one, player)
    for column in told & {MemberColumn.NAME, MemberColumn.NICKNAME, MemberColumn.GUEST, MemberColumn.RETIRED}:
        if named or column not in (MemberColumn.NAME, MemberColumn.NICKNAME):
            found[column.value] = getattr(one, column.value)
    return found
