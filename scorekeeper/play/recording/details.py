"""Changing the details of a session: who its people are, how their names are written, the stake, a title and a note.

Hands and totals stay where they are, and so a person who takes the place of another takes over the hands and the total.
Whose name becomes that of a known person was the wrong one: two people of the session change places, or somebody else
takes the place of one of them. Any other name is a correction: the player is renamed, or becomes a new one if it was
also seen at other tables. In a club only guests can be renamed here, because the names of members belong to the
organisers; a new name in the place of a member is that of a guest.

The stake is frozen once the session is closed.

Other people in the seats are a change of their own, `exchange_people`, that Undo takes back. It leaves corrected names,
stake, title and note, which change no hand and can be changed back where they were changed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from django.db.models import F

from games.scoring.documents import read_players
from games.scoring.errors import Code, RuleError
from games.scoring.text import message as _
from scorekeeper.clubs import queries as clubs
from scorekeeper.clubs.models import Player
from scorekeeper.clubs.names import folded, tidy, typed_name
from scorekeeper.play import payments, queries
from scorekeeper.play.errors import ConflictError, NotThereError, SessionClosedError, UnchangedError
from scorekeeper.play.evening_tables import (
    move_round_seats,
    refuse_round_seat,
    seat_players,
    seat_players_again,
)
from scorekeeper.play.ledger import SessionLedger
from scorekeeper.play.models import Access, Seat, Session, Verb
from scorekeeper.play.recording.session import forget_presences
from scorekeeper.play.recording.start import known_by_name
from scorekeeper.play.recording.write import DETAILS, PlannedChange, Write, WriteResult


def change_details(write: Write, *, wanted: SessionDetails) -> WriteResult:
    """Correct names, or change the stake, title or note of a session, whatever was recorded in the meantime.

    Raise `RuleError` at a name that is refused, `UnchangedError` if nothing would change, `SessionClosedError` if the
    stake of a closed session would, `EveningSettledError` if people or stake count in a settled evening,
    `ResultStandsError` if they count in a confirmed list, and `ConflictError` if a name is that of another person.
    """
    return _change(write, wanted, Verb.DETAILS)


def exchange_people(write: Write, *, wanted: SessionDetails) -> WriteResult:
    """Put other people in the place of those who were the wrong ones, and change the other details as wanted.

    Raise what `change_details` raises, and `ConflictError` if everybody is the right person.
    """
    return _change(write, wanted, Verb.EXCHANGE_PEOPLE)


def _change(write: Write, wanted: SessionDetails, verb: Verb) -> WriteResult:
    session, access = write.session, write.access

    def plan(ledger: SessionLedger) -> tuple[PlannedChange, ...]:
        steps = plan_details(session, access, ledger, wanted)
        if steps[-1].verb != verb:
            raise ConflictError
        return steps

    result = write.commit(plan, verb)
    access.refresh_from_db(fields=["label"])
    return result


@dataclass(frozen=True, kw_only=True)
class SessionDetails:
    """What can be changed about a session besides its hands. `names` are those of its people, in their order."""

    names: tuple[str, ...]
    stake: Decimal | None
    currency: str
    kitty: Decimal | None
    planned_hands: int | None
    title: str
    note: str

    @classmethod
    def from_session(cls, session: Session, people: Sequence[Seat]) -> SessionDetails:
        return cls(names=tuple(seat.name for seat in people), **{name: getattr(session, name) for name in DETAILS})

    @property
    def money(self) -> tuple[Decimal | None, str, Decimal | None]:
        return self.stake, self.currency, self.kitty


def plan_details(
    session: Session, access: Access, ledger: SessionLedger, wanted: SessionDetails
) -> tuple[PlannedChange, ...]:
    """Return the steps that make the details as wanted: those other than people, and then the exchange of people.

    Raise `UnchangedError` if they are, `SessionClosedError` if the stake of a closed session would change, and
    `RuleError` at the name that is refused. The change itself raises `RuleError` if a person who takes the place of
    another sits at another table of the evening.
    """
    people = queries.people(session)
    before = SessionDetails.from_session(session, people)
    typed = [
        seat.name if tidy(name) == seat.name else typed_name(name)
        for seat, name in zip(people, wanted.names, strict=True)
    ]
    wanted = replace(wanted, names=tuple(typed))
    if wanted == before:
        raise UnchangedError
    same_money = wanted.money == before.money
    if session.closed_at is not None and not same_money:
        raise SessionClosedError(session)
    renamed = named_anew(session, access.device, people, ledger, wanted.names)
    # A known player is written as elsewhere, however the name was typed.
    wanted = replace(wanted, names=tuple(renamed[seat].name if seat in renamed else seat.name for seat in people))
    others = {seat: new for seat, new in renamed.items() if new.is_other_than(seat)}
    corrected = {seat: new for seat, new in renamed.items() if seat not in others}
    names = tuple(corrected[seat].name if seat in corrected else seat.name for seat in people)
    wanted, steps = replace(wanted, names=names), []
    if wanted != before:
        details = PlannedChange(
            verb=Verb.DETAILS,
            ledger=ledger.revised(ledger.revision + 1),
            before=_changed(before, wanted),
            after=_changed(wanted, before),
            insert=lambda _at: _name_anew(session, corrected, has_counted=bool(ledger.counting)),
            columns={name: getattr(wanted, name) for name in DETAILS},
            reloads=bool(corrected),
            moves_money=not same_money or (bool(corrected) and session.closed_at is not None),
        )
        steps.append(details)
        ledger = details.ledger
    if others:
        steps.append(_plan_exchange(session, ledger, people, names, others))
    return tuple(steps)


def _plan_exchange(
    session: Session,
    ledger: SessionLedger,
    people: Sequence[Seat],
    names: Sequence[str],
    others: Mapping[Seat, Named],
) -> PlannedChange:
    """Return the step that puts others in the place of people, who have these names."""
    return PlannedChange(
        verb=Verb.EXCHANGE_PEOPLE,
        ledger=ledger.revised(ledger.revision + 1),
        before={"names": list(names), "players": [seat.player_id for seat in others]},
        after={
            "names": [others[seat].name if seat in others else name for seat, name in zip(people, names, strict=True)],
            "others": [place for place, seat in enumerate(people) if seat in others],
        },
        insert=lambda _at: _name_anew(session, others, has_counted=bool(ledger.counting)),
        reloads=True,
        moves_money=True,
    )


def plan_undo_exchange(session: Session, ledger: SessionLedger) -> PlannedChange:
    """Return the step that takes the latest exchange of people back.

    Raise `NotThereError` if one of those who had the seats is no longer known, and `RuleError` if one of them can't
    have the seat of the round any more. The change itself raises `RuleError` as that of `plan_details`.
    """
    assert ledger.latest is not None
    before, places = ledger.latest.before, ledger.latest.after["others"]
    people, players = queries.people(session), Player.objects.in_bulk(before["players"])
    if len(players) < len(places):
        raise NotThereError("a player is no longer known")
    others = {
        people[place]: Named(before["names"][place], clubs.now_part_of(players[key]))
        for place, key in zip(places, before["players"], strict=True)
    }
    _refuse(session, people, others)
    exchange = _plan_exchange(session, ledger, people, [seat.name for seat in people], others)
    return replace(exchange, verb=Verb.UNDO, before=ledger.latest.after, after=None)


@dataclass(frozen=True)
class Named:
    """The new name of a person of a session; `player` is whose it is, or None for a corrected name or a newcomer."""

    name: str
    player: Player | None = None
    is_new: bool = False

    def is_other_than(self, seat: Seat) -> bool:
        """Return whether this is another person than the one who has the seat now."""
        return self.is_new or (self.player is not None and self.player != seat.player)


def named_anew(
    session: Session, device: str, people: Sequence[Seat], ledger: SessionLedger, names: Sequence[str]
) -> dict[Seat, Named]:
    """Return whose name changes, and how. `people` have the latest seat of each person, and `names` their new names.

    Raise `RuleError` at the name that is refused.
    """
    read_players(ledger.rules.rule_set(ledger.table), [names[person] for person in ledger.last.people])
    here = {folded(seat.name): seat.player for seat in people}
    known = {**known_by_name(device, session.club), **here}
    renamed: dict[Seat, Named] = {}
    for seat, name in zip(people, names, strict=True):
        if name != seat.name:
            player = known.get(folded(name))
            if player is None or player == seat.player:
                renamed[seat] = Named(name)
            else:
                renamed[seat] = Named(name if folded(name) in here else player.name, player)
    taking_over = {new.player for new in renamed.values()}
    for seat, new in renamed.items():
        is_members = session.club_id is not None and not seat.player.guest
        if new.player is None and (seat.player in taking_over or (is_members and folded(new.name) not in known)):
            renamed[seat] = Named(new.name, is_new=True)
    _refuse(session, people, renamed)
    return renamed


def _refuse(session: Session, people: Sequence[Seat], renamed: Mapping[Seat, Named]) -> None:
    """Raise `RuleError` at a name that two would have, at a renamed member, and at who can't sit in the round."""
    taken: set[str] = set()
    players: set[Player] = set()
    for place, seat in enumerate(people):
        new = renamed.get(seat, Named(seat.name, seat.player))
        field, player = f"players.{place}", new.player
        if folded(new.name) in taken or player in players:
            words = _("{name} is in this session already. To exchange two people, change both names.", name=new.name)
            raise RuleError(Code.SAME_PLAYER, field, words)
        taken.add(folded(new.name))
        players |= {player} if player else set()
        if seat not in renamed:
            continue
        if new.is_other_than(seat):
            refuse_round_seat(session, new.name, player, field=field)
        elif session.club_id is not None and not seat.player.guest:
            raise RuleError(Code.INVALID, field, _("Only an organiser can rename a member."))


def _name_anew(session: Session, renamed: Mapping[Seat, Named], *, has_counted: bool) -> None:
    """Write the new names and people in every stretch, with what they pay, and who is there in the evening.

    Closing a session in which no hand `has_counted` has made nobody present.
    """
    players: dict[int, Player] = {}
    for seat, new in renamed.items():
        players[seat.player_id] = _player(session, seat, new)
        if not new.is_other_than(seat):
            session.accesses.filter(label=seat.name).update(label=new.name)
    others = {before: now for before, now in players.items() if now.pk != before}
    evening = session.evening
    if evening is not None:
        gone = set(others) - {player.pk for player in others.values()}
        forget_presences(session, gone)
    seats = Seat.objects.filter(stretch__session=session)
    # Nobody may have two seats, not even between two statements: foreign keys are checked when the change is committed.
    seats.filter(player__in=others).update(player=-F("player"))
    for seat, new in renamed.items():
        before = seat.player_id
        seats.filter(player=-before if before in others else before).update(player=players[before], name=new.name)
    payments.move([session.pk], others)
    move_round_seats(session, others)
    _move_in_journal(session, others)
    if evening is not None and others:
        session = Session.objects.get(pk=session.pk)
        if session.closed_at is None:
            seat_players(evening, session)
        if has_counted:
            seat_players_again(evening, session)


def _move_in_journal(session: Session, players: Mapping[int, Player]) -> None:
    """Give others the seats that people had before the latest change of players, which Undo may bring back."""
    change = session.changes.filter(verb=Verb.PLAYERS).last()
    if players and change is not None and change.before is not None:
        seated = change.before["players"]
        change.before["players"] = [players[key].pk if key in players else key for key in seated]
        change.save(update_fields=["before"])


def _player(session: Session, seat: Seat, new: Named) -> Player:
    """Return the player of a new name: a known one, the one who had the seat before, or one who is new."""
    if new.player is not None:
        return new.player
    elsewhere = Seat.objects.filter(player=seat.player).exclude(stretch__session=session)
    is_kept = folded(new.name) == folded(seat.player.name) or session.club_id is not None or not elsewhere.exists()
    if new.is_new or not is_kept:
        return Player.objects.create(name=new.name, club=session.club, guest=session.club_id is not None)
    Player.objects.filter(pk=seat.player_id).update(name=new.name)
    return seat.player


def _changed(details: SessionDetails, other: SessionDetails) -> Mapping[str, Any]:
    """Return what differs in these details from the others, as the journal stores it."""
    changed: dict[str, Any] = {}
    if details.names != other.names:
        changed["names"] = list(details.names)
    if (details.stake, details.currency) != (other.stake, other.currency):
        changed["stake"] = None if details.stake is None else str(details.stake)
        changed["currency"] = details.currency
    if details.kitty != other.kitty:
        kitty = {"money": str(details.kitty), "currency": details.currency}
        changed["kitty"] = None if details.kitty is None else kitty
    changed |= {
        name: getattr(details, name)
        for name in ("planned_hands", "title", "note")
        if getattr(details, name) != getattr(other, name)
    }
    return changed
