"""The entries of a tournament: typed one by one or as lines, taken over from those present, changed and withdrawn.

A *penalty* takes points off an entry in a round, with a reason.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import timedelta

from django.db import transaction
from django.db.models import Max, ProtectedError

from games.scoring.errors import Code, RuleError
from games.scoring.numbers import MOST
from games.scoring.text import Text
from games.scoring.text import message as _
from scorekeeper.clubs import personal_data
from scorekeeper.clubs import queries as clubs
from scorekeeper.clubs.models import Club, Player
from scorekeeper.clubs.names import display_name, folded, tidy
from scorekeeper.desk import publication
from scorekeeper.desk.audit_notes import DeskAction, note
from scorekeeper.desk.models import Tournament, TournamentEntry
from scorekeeper.desk.register import EntryDetails, EntryRegister, columns_of
from scorekeeper.evenings.models import Evening, Round, RoundSeat
from scorekeeper.evenings.queries import refuse_when_final
from scorekeeper.play.errors import NotThereError
from scorekeeper.web.request_params import number_of

NUMBER_IN_FRONT = re.compile(r"([0-9]+)(?:\s*[;,.)]\s*|\s+)")
IN_LINES = ("name", "team", "category")
WRITTEN_TOGETHER = timedelta(minutes=1)
"""The most by which a guest can be older than the entry that it was created for."""


@dataclass(kw_only=True)
class EnteredLines:
    """What came of several lines, or of those present: the new entries, and the lines or names refused, and why."""

    entries: list[TournamentEntry] = field(default_factory=list)
    refused: list[tuple[str, Text]] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True)
class EntryLine:
    """A line as it was typed, what it says, and the start number in front and the member number if it has them."""

    text: str
    details: EntryDetails
    number: int | None = None
    member_number: str = ""


def read_lines(text: str) -> Iterator[EntryLine]:
    r"""Yield what each line says that is not blank: name, team, category, member number, with `;` or tabs between.

    A comma belongs to the name; only after a start number does it separate, as a full stop or a space does there.

    >>> [(row.number, row.details.name, row.details.team) for row in read_lines("Anne; Asse; women\n17, Meier, Bruno")]
    [(None, 'Anne', 'Asse'), (17, 'Meier, Bruno', '')]
    """
    for line in filter(None, map(str.strip, text.splitlines())):
        front = NUMBER_IN_FRONT.match(line)
        said = line[front.end() :] if front else line
        (cells,) = csv.reader([said or ";"], delimiter=";" if ";" in said else "\t", skipinitialspace=True)
        details = EntryDetails(**dict(zip(IN_LINES, cells, strict=False)))
        yield EntryLine(
            text=line,
            details=details,
            number=number_of(front[1]) if front else None,
            member_number="".join(cells[len(IN_LINES) : len(IN_LINES) + 1]).strip(),
        )


# Writes


@transaction.atomic(durable=True)
def enter(tournament: Tournament, details: EntryDetails, *, number: int | None = None, by: str = "") -> TournamentEntry:
    """Enter somebody by name, with the next start number or this one."""
    evening = lock(tournament)
    entry = EntryRegister(tournament, evening.club).enter(details, number=number)
    note(evening, by, DeskAction.ENTER, entry.name, str(entry.number))
    return entry


@transaction.atomic(durable=True)
def enter_lines(tournament: Tournament, text: str, *, by: str = "") -> EnteredLines:
    """Enter somebody for each line; lines that can't be entered are returned, and stop nobody else."""
    evening = lock(tournament)
    register, entered = EntryRegister(tournament, evening.club), EnteredLines()
    for line in read_lines(text):
        try:
            _refuse_commas(line.details.name)
            entered.entries.append(register.enter(line.details, number=line.number, member_number=line.member_number))
        except RuleError as error:
            entered.refused.append((line.text, error.message))
    _note_several(evening, by, entered.entries)
    return entered


def _refuse_commas(name: str) -> None:
    """Raise `RuleError` for a name with two commas, which stand for semicolons."""
    if name.count(",") > 1:
        message = _("Put semicolons between name, team and category: {example}.", example="Anne Meier; Asse")
        raise RuleError(Code.INVALID, "name", message)


@transaction.atomic(durable=True)
def enter_present(tournament: Tournament, *, by: str = "") -> EnteredLines:
    """Enter everybody who is at the evening and has not entered yet, in the order in which they came.

    Those whose name somebody else has on the list are returned, and stop nobody else.
    """
    evening = lock(tournament)
    register, entered = EntryRegister(tournament, evening.club), EnteredLines()
    present = evening.presences.filter(left_at=None).select_related("player").order_by("came_at", "pk")
    for player in [presence.player for presence in present if presence.player_id not in register.players]:
        try:
            entered.entries.append(register.enter_player(player))
        except RuleError as error:
            if error.code != Code.SAME_PLAYER:
                raise  # it would be the same for everybody
            entered.refused.append((display_name(player), error.message))
    _note_several(evening, by, entered.entries)
    return entered


@transaction.atomic(durable=True)
def change(tournament: Tournament, key: int, details: EntryDetails, *, number: int, by: str = "") -> TournamentEntry:
    """Change an entry. Another known name is that player, unless this one has already been seated."""
    evening = lock(tournament)
    entry, details = find(tournament, key), details.tidied()
    register = EntryRegister(tournament, evening.club, but=entry)
    register.refuse_number(number)
    before, written = entry.player, (entry.number, *columns_of(entry).values())
    if folded(details.name) != folded(entry.name):
        entry.player = _renamed(evening, register, entry, details.name)
    register.refuse_name(details.name)
    entry.number = number
    for name, value in columns_of(details).items():
        setattr(entry, name, value)
    if written != (entry.number, *columns_of(entry).values()):
        entry.save()
        note(evening, by, DeskAction.CHANGE_ENTRY, entry.name, str(entry.number))
    if before.pk != entry.player_id:
        forget_guest(before, entry)
    return entry


@transaction.atomic(durable=True)
def withdraw(tournament: Tournament, key: int, *, after: int, by: str = "") -> None:
    """Note that somebody plays no round after this one; 0 for none at all. They no longer sit out in later rounds."""
    evening = lock(tournament)
    entry = find(tournament, key)
    first, last = last_round_of(tournament, entry), int(tournament.terms["rounds"]) - 1
    if not first <= after <= max(first, last):
        if first:
            message = _("{name} has been seated in round {round}.", name=entry.name, round=first)
        else:
            message = _("There is no such round.")
        raise RuleError(Code.IMPOSSIBLE, "after", message)
    if entry.withdrawn_after != after:
        entry.withdrawn_after = after
        entry.save(update_fields=["withdrawn_after"])
        RoundSeat.objects.filter(round__evening=evening, round__number__gt=after, player=entry.player_id).delete()
        note(evening, by, DeskAction.WITHDRAW, entry.name, str(after))


@transaction.atomic(durable=True)
def bring_back(tournament: Tournament, key: int, *, by: str = "") -> None:
    """Undo a withdrawal."""
    evening = lock(tournament)
    entry = find(tournament, key)
    if entry.withdrawn_after is not None:
        entry.withdrawn_after = None
        entry.save(update_fields=["withdrawn_after"])
        note(evening, by, DeskAction.BRING_BACK, entry.name)


@transaction.atomic(durable=True)
def delete(tournament: Tournament, key: int, *, by: str = "") -> None:
    """Delete an entry that sits nowhere and has paid nothing."""
    evening = lock(tournament)
    entry = find(tournament, key)
    refuse_delete(tournament, entry)
    entry.delete()
    forget_guest(entry.player, entry)
    note(evening, by, DeskAction.DELETE_ENTRY, entry.name, str(entry.number))


def refuse_delete(tournament: Tournament, entry: TournamentEntry) -> None:
    """Raise `RuleError` for an entry that is part of a seating or has paid."""
    if number := last_round_of(tournament, entry, seated_only=False):
        message = _("{name} has been seated in round {round} and can only withdraw.", name=entry.name, round=number)
        raise RuleError(Code.IMPOSSIBLE, "entry", message)
    if entry.payments.exists():
        message = _("{name} has paid the fee. Give it back and remove the tick first.", name=entry.name)
        raise RuleError(Code.IMPOSSIBLE, "entry", message)


def last_round_of(tournament: Tournament, entry: TournamentEntry, *, seated_only: bool = True) -> int:
    """Return the last round in which an entry sits at a table, or sits out as well; 0 if there is none."""
    seats = RoundSeat.objects.filter(round__evening=tournament.evening_id, player=entry.player_id)
    if seated_only:
        seats = seats.filter(table__isnull=False)
    return seats.aggregate(last=Max("round__number"))["last"] or 0


def is_drawn(tournament: Tournament) -> bool:
    """Return whether a round has been seated."""
    return Round.objects.filter(evening=tournament.evening_id).exists()


def forget_guest(player: Player, entry: TournamentEntry) -> None:
    """Delete a guest who was only created for an entry, and about whom nothing else is known.

    A record that is older than the entry, or says more than a name, is the club's: someone who enters a name by the
    link and takes the entry back must not delete it.
    """
    stored = Player.objects.filter(pk=player.pk, guest=True, merged_into=None, user=None).first()
    if stored is None or stored.merged.exists() or stored.presences.exists():
        return
    is_older = stored.created_at < entry.entered_at - WRITTEN_TOGETHER
    if is_older or stored.nickname or any(personal_data.record_of(stored).values()):
        return
    try:
        stored.delete()
    except ProtectedError:
        return


def lock(tournament: Tournament) -> Evening:
    """Lock the evening of a tournament; raise `RuleError` if the result is final."""
    evening = publication.lock(tournament).evening
    refuse_when_final(evening)
    return evening


def find(tournament: Tournament, key: int) -> TournamentEntry:
    """Return an entry with its player; raise `NotThereError`."""
    entry = tournament.entries.filter(pk=key).select_related("player").first()
    if entry is None:
        raise NotThereError(f"the tournament has no entry {key}")
    return entry


def _note_several(evening: Evening, by: str, entries: Sequence[TournamentEntry]) -> None:
    if len(entries) == 1:
        note(evening, by, DeskAction.ENTER, entries[0].name, str(entries[0].number))
    elif entries:
        note(evening, by, DeskAction.ENTER_SEVERAL, str(len(entries)))


def _renamed(evening: Evening, register: EntryRegister, entry: TournamentEntry, name: str) -> Player:
    """Return the player of an entry under another name.

    It is the one who is known by it. Otherwise a guest whom only this evening knows is renamed, and anybody else is
    replaced by a new guest, or keeps the place under this name once seated.
    """
    seated = last_round_of(register.tournament, entry, seated_only=False)
    known = register.known(name)
    if known is not None and known.pk != entry.player_id:
        if seated:
            message = _("This is another player, and round {round} has already been seated.", round=seated)
            raise RuleError(Code.IMPOSSIBLE, "name", message)
        register.refuse_player(known)
        return known
    if known is None and _only_here(evening, entry.player):
        entry.player.name = name
        entry.player.save(update_fields=["name"])
    elif known is None and not seated:
        return register.new_guest(name)
    return entry.player


def _only_here(evening: Evening, player: Player) -> bool:
    """Return whether a guest has been at no other evening, table or tournament."""
    return (
        player.guest
        and not player.nickname
        and not player.seats.exclude(stretch__session__evening=evening).exists()
        and not player.presences.exclude(evening=evening).exists()
        and not player.entries.exclude(tournament__evening=evening).exists()
    )


def categories_of(entries: Collection[TournamentEntry], club: Club) -> list[str]:
    """Return the categories to suggest: those of the entries, then those of the club's members."""
    of_club = clubs.categories(Club.objects.filter(pk=club.pk))
    return list(dict.fromkeys([*(entry.category for entry in entries if entry.category), *of_club]))


def rounds_of(entry: TournamentEntry) -> list[int]:
    """Return the published rounds in which an entry sits at a table: penalties count there."""
    rounds = Round.objects.filter(
        evening=entry.tournament.evening_id, published_at__isnull=False, seats__player=entry.player_id
    )
    return sorted(rounds.filter(seats__table__isnull=False).values_list("number", flat=True))


@transaction.atomic(durable=True)
def give(
    tournament: Tournament, key: int, *, round_: int, points: int, reason: str, seen: int, by: str = ""
) -> TournamentEntry:
    """Take points off an entry; `seen` is how many penalties it had. Raise `RuleError` at the field that is wrong."""
    evening = lock(tournament)
    entry = _find_seen(tournament, key, seen)
    if round_ not in rounds_of(entry):
        message = _("{name} sits at no table of round {round}.", name=entry.name, round=round_)
        raise RuleError(Code.NOT_PLAYING, "round", message)
    if not 1 <= points <= MOST:
        raise RuleError(Code.OUT_OF_RANGE, "points", _("Enter a number from 1 to {most}.", most=MOST))
    if not tidy(reason):
        raise RuleError(Code.REQUIRED, "reason", _("Give a reason for the penalty."))
    penalty = {"round": round_, "points": points, "reason": tidy(reason)}
    entry.penalties = [*entry.penalties, penalty]
    entry.save(update_fields=["penalties"])
    note(evening, by, DeskAction.GIVE_PENALTY, entry.name, str(points), str(round_), tidy(reason))
    return entry


@transaction.atomic(durable=True)
def take_back(tournament: Tournament, key: int, *, place: int, seen: int, by: str = "") -> TournamentEntry:
    """Give the points of a penalty back; `place` is its place in the list, and `seen` how many there were."""
    evening = lock(tournament)
    entry = _find_seen(tournament, key, seen)
    if 0 <= place < len(entry.penalties):
        penalty = entry.penalties.pop(place)
        entry.save(update_fields=["penalties"])
        note(evening, by, DeskAction.TAKE_PENALTY_BACK, entry.name, str(penalty["points"]), str(penalty["round"]))
    return entry


def _find_seen(tournament: Tournament, key: int, seen: int) -> TournamentEntry:
    """Return an entry that still has as many penalties as the page showed, so that a second tap gives no second one."""
    entry = find(tournament, key)
    if len(entry.penalties) != seen:
        message = _("Someone else has changed this entry in the meantime. This is the current version.")
        raise RuleError(Code.IMPOSSIBLE, None, message)
    return entry
