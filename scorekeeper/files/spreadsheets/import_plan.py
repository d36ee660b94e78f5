"""Likely duplicates in a file of members, by the rules of `scorekeeper.clubs.duplicates`.

A row can duplicate a player of the club or a row above. Two rows with a member number are two people, whatever their
names. Comparing every pair of thousands of names would take minutes, so in a file that long only equal names are found.

A row is about the player with its member number; else the one with its name; else the one with that display name. A row
that could be about several players is *wrong*, as is one with an invalid cell or a second player with the same display
name: it is reported and left out, and the other rows are imported. No two rows are about the same player. Any other row
is a *new* player, unless it is a *likely* duplicate: then the organiser decides whether to add it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from hashlib import sha256
from typing import TYPE_CHECKING, Any, TypeVar

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scorekeeper.clubs.duplicates import keys, reason, words
from scorekeeper.clubs.models import Club, Player
from scorekeeper.clubs.names import display_name, folded, turned_round
from scorekeeper.clubs.personal_data import RECORD_FIELDS, record_of
from scorekeeper.files.spreadsheets.columns import MemberColumn, MemberEntry, heading, with_subject
from scorekeeper.files.spreadsheets.writer import yes_or_no
from scorekeeper.web.dates import long_day

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

MOST_PAIRS = 100_000
"""About a second."""


@dataclass(frozen=True)
class NamedPerson:
    """A player of the club, or the person in a row of the file."""

    player: Player
    entry: MemberEntry | None = None


class DuplicateFinder:
    """The people of a club and of the rows so far, to compare with `names` new names."""

    def __init__(self, people: Sequence[Player], names: int) -> None:
        self.thorough = (len(people) + names // 2) * names <= MOST_PAIRS
        self._people: list[NamedPerson] = []
        self._called: dict[str, list[NamedPerson]] = {}
        for player in people:
            self._add(NamedPerson(player))

    def _add(self, person: NamedPerson) -> None:
        self._people.append(person)
        for key in _names(person.player):
            self._called.setdefault(key, []).append(person)

    def to(self, entry: MemberEntry) -> tuple[NamedPerson, StrPromise] | None:
        """Return the likeliest duplicate of an entry and the reason, or None.

        Later entries are compared with this one too.
        """
        incoming = Player(name=entry.name, nickname=entry.nickname, guest=entry.guest)
        duplicate = next(self._likely(incoming, entry), None)
        self._add(NamedPerson(incoming, entry))
        return duplicate

    def _likely(self, incoming: Player, entry: MemberEntry) -> Iterator[tuple[NamedPerson, StrPromise]]:
        for person in self._candidates(incoming):
            if entry.member_number and person.entry and person.entry.member_number:
                continue
            if found_reason := reason(incoming, person.player):
                yield person, found_reason

    def _candidates(self, player: Player) -> Iterator[NamedPerson]:
        for key in _names(player):
            yield from self._called.get(key, ())
        if self.thorough:
            yield from self._people


def _names(player: Player) -> dict[str, None]:
    """Return the names by which equal people are found, each once."""
    return dict.fromkeys((*keys(player), " ".join(words(player.name))))


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

    def lines_of_kind(self, kind: PlannedAction) -> list[PlanLine]:
        return [line for line in self.lines if line.kind is kind]

    def writes(self, chosen: Iterable[int]) -> bool:
        """Return whether there is anything to write; `chosen` are likely duplicates to add."""
        some = set(chosen)
        return any(
            line.kind in (PlannedAction.NEW, PlannedAction.CHANGED)
            or (line.kind is PlannedAction.LIKELY and line.row in some)
            for line in self.lines
        )

    @property
    def digest(self) -> str:
        """A hash of what is not wrong, the same in every language, by which a confirmation shows what was seen."""
        content = [
            (line.row, line.name, line.kind, line.player and line.player.pk, _facts(line))
            for line in self.lines
            if line.kind is not PlannedAction.WRONG
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
    """Return what these rows would do; `unreadable` are rows with an invalid cell."""
    people, present = people_of(club), frozenset(columns)
    matched, faults = _matched(entries, people, present)
    faults |= _repeated([entry for entry in entries if entry.row not in faults], matched)
    alike = DuplicateFinder(people, len(entries) - len(matched))
    lines = [*unreadable]
    for entry in entries:
        if reason := faults.get(entry.row):
            lines.append(_wrong(entry, reason))
        else:
            lines.append(_line(entry, matched.get(entry.row), present, alike))
    with_own_names = _without_namesakes(lines, people, present)
    return Plan(lines=sorted(with_own_names, key=lambda line: line.row), thorough=alike.thorough)


def _wrong(entry: MemberEntry, reason: str) -> PlanLine:
    return PlanLine(row=entry.row, name=entry.name, kind=PlannedAction.WRONG, entry=entry, reason=reason)


# Matching rows with players


def _by_member_number(
    entries: Sequence[MemberEntry], people: Sequence[Player]
) -> tuple[dict[int, Player], dict[int, str]]:
    """Return the players of rows by member number, and what is wrong with rows whose number is another person's."""
    matched: dict[int, Player] = {}
    faults: dict[int, str] = {}
    owners = {player.member_number: player for player in people if player.member_number}
    names, names_in_file = {folded(player.name) for player in people}, {folded(entry.name) for entry in entries}
    first_rows: dict[str, MemberEntry] = {}
    for entry in entries:
        number, name = entry.member_number, folded(entry.name)
        if not number:
            continue
        owner = owners.get(number)
        renamed = owner and name != folded(owner.name)
        if owner and renamed and (name in names or folded(owner.name) in names_in_file):
            faults[entry.row] = _belongs(number, owner.name)
        elif (first := first_rows.setdefault(number, entry)) is not entry:
            faults[entry.row] = _repeats(first) if folded(first.name) == name else _belongs(number, first.name)
        elif owner:
            matched[entry.row] = owner
    return matched, faults


def _belongs(number: str, name: str) -> str:
    return _("Member number %(number)s belongs to %(name)s.") % {"number": number, "name": name}


def _repeats(first: MemberEntry) -> str:
    return _("The same person is already in row %(row)d.") % {"row": first.row}


Way = tuple[Callable[[Player], object], Callable[[MemberEntry], object]]
"""What is compared: a value of a player and a value of an entry."""


def _ways(present: frozenset[MemberColumn]) -> list[Way]:
    """Return how rows without a known member number are matched, from the surest way to the least sure.

    The first finds rows that change nothing.
    """
    columns = sorted(present - {MemberColumn.NAME})
    unchanged: Way = (
        lambda who: (folded(who.name), *map(_values_of(who).get, columns)),
        lambda record: (folded(record.name), *map(vars(record).get, columns)),
    )
    both_names: Way = (
        lambda who: (folded(who.name), folded(who.nickname)),
        lambda record: (folded(record.name), folded(record.nickname)),
    )
    return [
        unchanged,
        *([both_names] if MemberColumn.NICKNAME in present else []),
        (lambda who: folded(who.name), lambda record: folded(record.name)),
        (lambda who: folded(display_name(who)), lambda record: None if record.nickname else folded(record.name)),
    ]


def _values_of(player: Player) -> dict[str, Any]:
    return {**cells_of(player), MemberColumn.RETIRED: day_of(player) or False}


def _matched(
    entries: Sequence[MemberEntry], people: Sequence[Player], present: frozenset[MemberColumn]
) -> tuple[dict[int, Player], dict[int, str]]:
    """Return the player of each row, nobody twice, and what is wrong with rows that can't be decided.

    Where each of several namesakes has a row that changes nothing, it doesn't matter whose it is.
    """
    matched, faults = _by_member_number(entries, people)
    for number, (of_player, of_entry) in enumerate(_ways(present)):
        matched_pks = {player.pk for player in matched.values()}
        players = _grouped((player for player in people if player.pk not in matched_pks), of_player)
        waiting = (entry for entry in entries if entry.row not in matched and entry.row not in faults)
        for key, rows in _grouped(waiting, of_entry).items():
            found = players.get(key, [])
            if len(found) == 1 or (number == 0 and len(found) <= len(rows)):
                matched |= {entry.row: player for entry, player in zip(rows, found, strict=False)}
            elif found and number:
                reason = _("Several people have this name. Add the member number or the nickname to say which one.")
                faults |= {entry.row: reason for entry in rows}
    return matched, faults


Thing = TypeVar("Thing")


def _grouped(things: Iterable[Thing], by: Callable[[Thing], object]) -> dict[object, list[Thing]]:
    groups: dict[object, list[Thing]] = {}
    for thing in things:
        groups.setdefault(by(thing), []).append(thing)
    return groups


def _repeated(entries: Iterable[MemberEntry], matched: Mapping[int, Player]) -> dict[int, str]:
    """Return what is wrong with rows that repeat another; two member numbers are two people."""
    faults: dict[int, str] = {}
    first_rows: dict[object, MemberEntry] = {}
    for entry in entries:
        first = first_rows.setdefault(
            (folded(entry.name), folded(entry.nickname), entry.guest, bool(entry.retired)), entry
        )
        if first is not entry and entry.row not in matched and not (entry.member_number and first.member_number):
            faults[entry.row] = _repeats(first)
    return faults


def _line(
    entry: MemberEntry, player: Player | None, present: frozenset[MemberColumn], alike: DuplicateFinder
) -> PlanLine:
    if player is None:
        double = alike.to(entry)
        if double is None:
            return PlanLine(row=entry.row, name=entry.name, kind=PlannedAction.NEW, entry=entry)
        person, reason = double
        words = with_subject(_in_words(person), str(reason))
        return PlanLine(
            row=entry.row,
            name=entry.name,
            kind=PlannedAction.LIKELY,
            entry=entry,
            player=None if person.entry else person.player,
            reason=words,
        )
    changes = tuple(_changes(entry, player, present))
    kind = PlannedAction.CHANGED if changes else PlannedAction.SAME
    return PlanLine(row=entry.row, name=entry.name, kind=kind, entry=entry, player=player, changes=changes)


def _in_words(person: NamedPerson) -> str:
    if person.entry is None:
        return person.player.name
    return _("%(name)s in row %(row)d") % {"name": person.entry.name, "row": person.entry.row}


# Changes


def _changes(entry: MemberEntry, player: Player, present: frozenset[MemberColumn]) -> Iterator[FieldChange]:
    """Yield the changes in columns that the file has."""
    present = present - _kept(entry, player)
    if MemberColumn.NAME in present and entry.name != player.name:
        yield FieldChange(heading(MemberColumn.NAME), player.name, entry.name)
    none, cells = pgettext("nickname", "none"), cells_of(player)
    for column in (MemberColumn.NICKNAME, *RECORD_COLUMNS):
        before, after = cells[column], getattr(entry, column)
        if column in present and before != after:
            yield FieldChange(heading(column), record_value(before) or none, record_value(after) or none)
    if MemberColumn.GUEST in present and entry.guest != player.guest:
        yield FieldChange(heading(MemberColumn.GUEST), yes_or_no(player.guest), yes_or_no(entry.guest))
    if MemberColumn.RETIRED in present and not _same_day(entry.retired, player):
        yield FieldChange(
            heading(MemberColumn.RETIRED), day_in_words(day_of(player) or False), day_in_words(entry.retired)
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


def _kept(entry: MemberEntry, player: Player) -> set[MemberColumn]:
    """Return the names that a row doesn't change: one that is only turned round, or those behind a display name."""
    if folded(entry.name) == folded(player.name):
        return set() if turned_round(player.name) == player.name else {MemberColumn.NAME}
    by_display_name = not entry.nickname and folded(entry.name) == folded(player.nickname)
    return {MemberColumn.NAME, MemberColumn.NICKNAME} if by_display_name else set()


def day_of(player: Player) -> date | None:
    """Return the day on which someone retired."""
    return timezone.localtime(player.retired_at).date() if player.retired_at else None


def _same_day(value: date | bool, player: Player) -> bool:
    return value == day_of(player) if isinstance(value, date) else value == (player.retired_at is not None)


def day_in_words(value: date | bool) -> str:
    return long_day(value) if isinstance(value, date) else yes_or_no(value)


# Equal display names


def _without_namesakes(
    lines: Sequence[PlanLine], people: Sequence[Player], present: frozenset[MemberColumn]
) -> list[PlanLine]:
    """Return the lines; those that would give the table a second member of a name are wrong.

    Likely duplicates come last, since they may not be added. A name that somebody gives up is free in the next import.
    """
    names: dict[str, str] = {}
    for player in people:
        if _at_the_table(player):
            names.setdefault(folded(display_name(player)), player.name)
    in_order = sorted(lines, key=lambda line: (line.kind is PlannedAction.LIKELY, line.row))
    return [_or_namesake(line, names, present) for line in in_order]


def _at_the_table(player: Player) -> bool:
    return not player.guest and player.retired_at is None


def _or_namesake(line: PlanLine, names: dict[str, str], present: frozenset[MemberColumn]) -> PlanLine:
    entry, player = line.entry, line.player if line.kind is PlannedAction.CHANGED else None
    if entry is None or line.kind in (PlannedAction.WRONG, PlannedAction.SAME):
        return line
    values = as_columns(entry, player, present)
    name = str(values["nickname"] or values["name"])
    unchanged = player and _at_the_table(player) and folded(display_name(player)) == folded(name)
    if values["guest"] or values["retired"] or unchanged:
        return line
    if other := names.get(folded(name)):
        reason = _("%(other)s is already called “%(name)s” at the table. Add a nickname to tell them apart.")
        return _wrong(entry, reason % {"other": other, "name": name})
    names[folded(name)] = str(values["name"])
    return line


def as_columns(entry: MemberEntry, player: Player | None, present: frozenset[MemberColumn]) -> Mapping[str, Any]:
    """Return a player's values after a row was imported; those that the row doesn't have stay."""
    if player is None:
        return {column: getattr(entry, column) for column in MemberColumn}
    columns = present - _kept(entry, player)
    values = {**cells_of(player), MemberColumn.RETIRED: player.retired_at is not None}
    return {**values, **{column: getattr(entry, column) for column in columns}}
