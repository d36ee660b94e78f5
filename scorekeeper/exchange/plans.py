"""What reading a file of members would come to: a *plan*, row by row, from which it is carried out.

Whom a row is about: whose number it has; else somebody of its name, the one of its nickname first; else whoever the
table calls so. Of two rows each gets somebody of its own. A row about nobody is somebody *new*, unless it is *likely*
somebody who is there: then the organiser says whether to add it. A second person whom the table would call the same is
refused, as on the page of a member.
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
from scorekeeper.clubs.names import called, folded
from scorekeeper.days import long_day
from scorekeeper.exchange import columns as of_columns
from scorekeeper.exchange.alike import Alike
from scorekeeper.exchange.columns import Column, Entry, heading


class Kind(StrEnum):
    """What would become of a row. The words are in addresses of the page and its classes."""

    WRONG = "wrong"
    LIKELY = "likely"
    NEW = "new"
    CHANGED = "changed"
    SAME = "same"


@dataclass(frozen=True)
class Change:
    """What a row changes of a record, in words."""

    what: str
    before: str
    after: str


@dataclass(frozen=True, kw_only=True)
class Line:
    """A row, and what would become of it: about whom it is, what it changes, or why it is wrong or likely a double."""

    row: int
    name: str
    kind: Kind
    entry: Entry | None = None
    player: Player | None = None
    changes: tuple[Change, ...] = ()
    why: str = ""


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What a whole file would come to."""

    lines: Sequence[Line]
    thorough: bool = True
    """Whether also names that are only almost alike were looked for."""

    def of(self, kind: Kind) -> list[Line]:
        return [line for line in self.lines if line.kind is kind]

    def writes(self, chosen: Iterable[int]) -> bool:
        """Whether there is anything to be written, or said against that; `chosen` are likely doubles to be added."""
        some = set(chosen)
        return any(
            line.kind in (Kind.NEW, Kind.CHANGED, Kind.WRONG) or (line.kind is Kind.LIKELY and line.row in some)
            for line in self.lines
        )

    @property
    def digest(self) -> str:
        """By which a confirmation shows that this is what was looked at, whatever the language."""
        seen = [(line.row, line.name, line.kind, line.player and line.player.pk, _facts(line)) for line in self.lines]
        return sha256(repr(seen).encode()).hexdigest()


def _facts(line: Line) -> tuple[object, ...]:
    """What a row would overwrite."""
    player = line.player if line.kind is Kind.CHANGED else None
    return () if player is None else (player.name, player.nickname, player.guest, player.retired_at)


def people_of(club: Club) -> list[Player]:
    """All whom a file of the club is compared with; those that were merged are part of another."""
    return list(club.players.filter(merged_into=None).order_by("pk"))


def plan(club: Club, entries: Sequence[Entry], columns: Iterable[Column], wrong: Sequence[Line] = ()) -> Plan:
    """What these rows would come to; `wrong` are rows that say nothing that could be looked at."""
    people, told = people_of(club), frozenset(columns)
    faults = _twice(entries)
    found = _about(club, [one for one in entries if one.row not in faults], people, faults)
    alike = Alike(people, len(entries) - len(found))
    lines = [*wrong]
    for one in entries:
        if why := faults.get(one.row):
            lines.append(Line(row=one.row, name=one.name, kind=Kind.WRONG, entry=one, why=why))
        else:
            lines.append(_line(one, found.get(one.row), told, alike))
    in_order = sorted(lines, key=lambda line: line.row)
    return Plan(lines=_without_namesakes(in_order, people, told), thorough=alike.thorough)


def _twice(entries: Iterable[Entry]) -> dict[int, str]:
    """What is wrong with the rows that say again what another said; two numbers are two records."""
    found: dict[int, str] = {}
    seen: dict[tuple[object, ...], list[Entry]] = {}
    numbers: dict[str, int] = {}
    for one in entries:
        key = (folded(one.name), folded(one.nickname), one.guest, bool(one.retired))
        same = [other for other in seen.get(key, []) if not one.number or not other.number]
        if one.number in numbers or same:
            first = numbers.get(one.number) or same[0].row
            found[one.row] = _("The same person stands in row %(row)d already.") % {"row": first}
            continue
        seen.setdefault(key, []).append(one)
        if one.number:
            numbers[one.number] = one.row
    return found


# About whom a row is


Way = tuple[Callable[[Player], object], Callable[[Entry], object]]
"""What is compared of a record and of a row."""

SURE: Way = (
    lambda who: (folded(who.name), folded(who.nickname), who.guest, who.retired_at is not None),
    lambda one: (folded(one.name), folded(one.nickname), one.guest, bool(one.retired)),
)
BY_NAMES: Sequence[Way] = (
    (lambda who: (folded(who.name), folded(who.nickname)), lambda one: (folded(one.name), folded(one.nickname))),
    (lambda who: folded(who.name), lambda one: folded(one.name)),
    (lambda who: folded(called(who)), lambda one: None if one.nickname else folded(one.name)),
)
"""From the surer to the less sure; each only where it leads to one person."""


def _about(club: Club, entries: Sequence[Entry], people: Sequence[Player], faults: dict[int, str]) -> dict[int, Player]:
    """Whom each row is about, nobody twice; where that cannot be known, it is told among the faults."""
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
                faults[one.row] = _("Several people are called so; say by the nickname which of them it is.")
            elif left:
                found[one.row] = left.pop(0)
    return found


def _line(one: Entry, player: Player | None, told: frozenset[Column], alike: Alike) -> Line:
    if player is None:
        double = alike.to(one)
        kind = Kind.LIKELY if double else Kind.NEW
        return Line(row=one.row, name=one.name, kind=kind, entry=one, player=double and double[0], why=_why(double))
    changes = tuple(_changes(one, player, told))
    kind = Kind.CHANGED if changes else Kind.SAME
    return Line(row=one.row, name=one.name, kind=kind, entry=one, player=player, changes=changes)


def _why(double: tuple[Player, Any] | None) -> str:
    return said_of(double[0].name, str(double[1])) if double else ""


def said_of(what: str, said: str) -> str:
    """What is said of somebody or something, as the language sets it."""
    return _("%(what)s: %(said)s") % {"what": what, "said": said}


# What it changes


def _changes(one: Entry, player: Player, told: frozenset[Column]) -> Iterator[Change]:
    """Only what the file has a column for; who is found by what the table calls them keeps name and nickname."""
    if folded(one.name) != folded(player.name) and not by_number(one, player):
        told = told - {Column.NAME, Column.NICKNAME}
    if Column.NAME in told and one.name != player.name:
        yield Change(heading(Column.NAME), player.name, one.name)
    no = pgettext("nickname", "none")
    if Column.NICKNAME in told and one.nickname != player.nickname:
        yield Change(heading(Column.NICKNAME), player.nickname or no, one.nickname or no)
    if Column.GUEST in told and one.guest != player.guest:
        yield Change(heading(Column.GUEST), yes_or_no(player.guest), yes_or_no(one.guest))
    if Column.RETIRED in told and not _same_day(one.retired, player):
        yield Change(heading(Column.RETIRED), day_in_words(day_of(player) or False), day_in_words(one.retired))


def by_number(one: Entry, player: Player) -> bool:
    assert player.club_id is not None  # all are of one club
    return of_columns.player_of(player.club_id, one.number) == player.pk


def day_of(player: Player) -> date | None:
    """The day on which somebody retired."""
    return timezone.localtime(player.retired_at).date() if player.retired_at else None


def _same_day(said: date | bool, player: Player) -> bool:
    return said == day_of(player) if isinstance(said, date) else said == (player.retired_at is not None)


def yes_or_no(it_is: bool) -> str:
    return _("Yes") if it_is else _("No")


def day_in_words(said: date | bool) -> str:
    return long_day(said) if isinstance(said, date) else yes_or_no(said)


# Whom the table would call the same


def _without_namesakes(lines: list[Line], people: Sequence[Player], told: frozenset[Column]) -> list[Line]:
    """The lines, of which each is wrong that would give the table a second member of a name."""
    lines_of = {line.player.pk: line for line in lines if line.player and line.kind is Kind.CHANGED}
    names: dict[str, str] = {}
    for player in people:
        if player.pk not in lines_of and not player.guest and player.retired_at is None:
            names.setdefault(folded(called(player)), player.name)
    return [_or_namesake(line, names, told) for line in lines]


def _or_namesake(line: Line, names: dict[str, str], told: frozenset[Column]) -> Line:
    one = line.entry
    if one is None or line.kind in (Kind.WRONG, Kind.SAME):
        return line
    said = as_columns(one, line.player if line.kind is Kind.CHANGED else None, told)
    if said["guest"] or said["retired"]:
        return line
    name = str(said["nickname"] or said["name"])
    if other := names.get(folded(name)):
        why = _("%(other)s is called “%(name)s” at the table already; a nickname tells them apart.")
        words = why % {"other": other, "name": name}
        return Line(row=line.row, name=line.name, kind=Kind.WRONG, entry=one, why=words)
    names[folded(name)] = str(said["name"])
    return line


def as_columns(one: Entry, player: Player | None, told: frozenset[Column]) -> Mapping[str, Any]:
    """What a record is after a row was read: as the row says, or for what it does not say as the record is."""
    if player is None:
        return {"name": one.name, "nickname": one.nickname, "guest": one.guest, "retired": one.retired}
    found = {
        "name": player.name,
        "nickname": player.nickname,
        "guest": player.guest,
        "retired": player.retired_at is not None,
    }
    named = folded(one.name) == folded(player.name) or by_number(one, player)
    for column in told & {Column.NAME, Column.NICKNAME, Column.GUEST, Column.RETIRED}:
        if named or column not in (Column.NAME, Column.NICKNAME):
            found[column.value] = getattr(one, column.value)
    return found
