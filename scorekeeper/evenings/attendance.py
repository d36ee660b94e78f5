"""Writes of an evening before it is settled: its terms, who is present, who is seated.

*Tonight* is the club's one open evening on the current date. The date changes at six in the morning: a session started
at half past midnight belongs to the evening before.

A settled evening takes no writes (`EveningSettledError`) until its settlement is withdrawn, because everyone present
pays into the kitty and the closed tables have been paid.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from games.scoring.errors import Code, RuleError
from games.scoring.text import gettext_lazy as _
from scorekeeper.clubs import queries as clubs
from scorekeeper.clubs.models import Club, Player
from scorekeeper.clubs.names import display_name, folded, tidy, typed_name
from scorekeeper.evenings.audit_notes import EveningAction, note
from scorekeeper.evenings.models import Evening, Presence, make_public_id
from scorekeeper.evenings.ports import tournament_rounds
from scorekeeper.play import queries
from scorekeeper.play.errors import EveningSettledError, NotThereError
from scorekeeper.play.models import Seat, Session
from scorekeeper.web.dates import NIGHT_ENDS, this_evening


def unsettled(club: Club) -> QuerySet[Evening]:
    """Return the evenings that can still take sessions, newest first."""
    return club.evenings.filter(settled_at=None)


def tonight(club: Club) -> Evening | None:
    """Return the only open evening of the current date, or None if there are several or none.

    If no evening is open on the date that lasts until six, the calendar date is tried.
    """
    for day in dict.fromkeys((this_evening(), timezone.localdate())):
        evenings = list(unsettled(club).filter(date=day)[:2])
        if evenings:
            return evenings[0] if len(evenings) == 1 else None
    return None


def moment_of(evening: Evening, at: time) -> datetime:
    """Return a clock time as a moment of the evening; times before six belong to the next calendar day."""
    day = evening.date + timedelta(days=at < NIGHT_ENDS)
    return timezone.make_aware(datetime.combine(day, at))


# Locking


def lock(evening: Evening) -> Evening:
    """Lock an evening and return it as stored, so that it can't be settled until the transaction ends.

    Raises `EveningSettledError` if it is settled.
    """
    locked = Evening.objects.select_for_update().get(pk=evening.pk)
    if locked.settled_at is not None:
        raise EveningSettledError(locked)
    return locked


def lock_of(session: Session) -> None:
    """Lock the evening of a session, if it has one, because what the session has come to is about to change.

    Raise `EveningSettledError` if the evening is settled, and `ResultStandsError` if the table's list is confirmed or
    the result final.
    """
    _refuse_change(session, Evening.objects.select_for_update(of=("self",)))


def refuse_change(session: Session) -> None:
    """Raise what `lock_of` raises, without locking: for a page, which then doesn't offer to change the session."""
    _refuse_change(session, Evening.objects.all())


def _refuse_change(session: Session, evenings: QuerySet[Evening]) -> None:
    for evening in evenings.filter(sessions=session.pk):
        if evening.settled_at is not None:
            raise EveningSettledError(evening)
        tournament_rounds().refuse_when_confirmed(session)


# Terms


def begin(
    club: Club,
    *,
    token: str,
    day: date,
    name: str = "",
    kitty: Decimal | None = None,
    rounding: Decimal,
    currency: str = "€",
    by: str = "",
) -> Evening:
    """Create an evening with `token` as its public id; if the form was sent before, return the evening it created."""
    fields = {"date": day, "name": tidy(name), "kitty": kitty, "rounding": rounding, "currency": currency}
    try:
        return _begin(club, token, by, fields)
    except IntegrityError:
        return club.evenings.filter(public_id=token).first() or _begin(club, make_public_id(), by, fields)


@transaction.atomic(durable=True)
def _begin(club: Club, public_id: str, by: str, fields: Mapping[str, Any]) -> Evening:
    evening = Evening.objects.create(club=club, public_id=public_id, **fields)
    note(evening, by, EveningAction.BEGIN)
    return evening


@transaction.atomic(durable=True)
def change(
    evening: Evening, *, day: date, name: str, kitty: Decimal | None, rounding: Decimal, currency: str, by: str = ""
) -> None:
    """Change the terms of an evening that is not settled; raise `ResultStandsError` at another date of a final one."""
    locked = lock(evening)
    terms = {"date": day, "name": tidy(name), "kitty": kitty, "rounding": rounding, "currency": currency}
    changed = [field for field, value in terms.items() if getattr(locked, field) != value]
    if not changed:
        return
    if "date" in changed:
        tournament_rounds().refuse_when_final(locked)
    for field in changed:
        setattr(locked, field, terms[field])
    locked.save(update_fields=changed)
    note(locked, by, EveningAction.CHANGE, *changed)


# Attendance


@transaction.atomic(durable=True)
def check_in(evening: Evening, *, player: int | None = None, name: str = "", by: str = "") -> Presence:
    """Mark a player of the club, or a guest by name, as present from now on; someone who had left is back.

    A name that the club knows stands for that player. Someone already present keeps the time of arrival.
    """
    locked = lock(evening)
    return _check_in(locked, _player_of(locked.club, player) if player is not None else _named(locked.club, name), by)


def _check_in(evening: Evening, player: Player, by: str) -> Presence:
    presence, is_new = Presence.objects.get_or_create(
        evening=evening, player=player, defaults={"came_at": timezone.now(), "left_at": None}
    )
    if is_new or presence.left_at is not None:
        note(evening, by, EveningAction.COME, display_name(player))
    if not is_new and (presence.left_at is not None or presence.by_table):
        presence.left_at, presence.by_table = None, False
        presence.save(update_fields=["left_at", "by_table"])
    return presence


def _player_of(club: Club, player: int) -> Player:
    member = club.players.filter(pk=player, merged_into=None).first()
    if member is None:
        raise NotThereError(f"nobody of the club has the number {player}")
    return member


def _named(club: Club, name: str) -> Player:
    player = clubs.people(club).by_name.get(folded(name))
    return player or Player.objects.create(club=club, name=typed_name(name), guest=True)


@transaction.atomic(durable=True)
def leave(evening: Evening, *, player: int, by: str = "") -> Presence:
    """Note that someone goes home now; refused while they sit at an open table."""
    locked = lock(evening)
    presence = _presence(locked, player)
    if presence.left_at is None:
        refuse_seated(locked, [presence.player])
        presence.left_at = max(timezone.now(), presence.came_at)
        presence.save(update_fields=["left_at"])
        note(locked, by, EveningAction.LEAVE, display_name(presence.player))
    return presence


@transaction.atomic(durable=True)
def undo_check_in(evening: Evening, *, player: int, by: str = "") -> None:
    """Remove someone from those present; refused if they have played this evening."""
    locked = lock(evening)
    presence = locked.presences.filter(player=player).select_related("player").first()
    if presence is None:
        return
    refuse_played(presence)
    presence.delete()
    note(locked, by, EveningAction.NOT_THERE, display_name(presence.player))


def refuse_played(presence: Presence) -> None:
    """Raise `RuleError` if someone has played this evening, and so was there."""
    seats = Seat.objects.of(presence.evening.sessions.listed())
    if seats.filter(player=presence.player).exists():
        words = _("{name} has played at one of this evening’s tables.", name=display_name(presence.player))
        raise RuleError(Code.IMPOSSIBLE, "player", words)


@transaction.atomic(durable=True)
def set_times(evening: Evening, *, player: int, came: time, left: time | None, by: str = "") -> Presence:
    """Set when someone came and left; `left` is None while they are present."""
    locked = lock(evening)
    presence = _presence(locked, player)
    before = presence.came_at, presence.left_at
    presence.came_at, presence.left_at = moment_of(locked, came), None if left is None else moment_of(locked, left)
    if presence.left_at is not None:
        if presence.left_at < presence.came_at:
            raise RuleError(Code.IMPOSSIBLE, "left", _("Nobody can leave before they arrive."))
        refuse_seated(locked, [presence.player], field="left")
    if (presence.came_at, presence.left_at) == before:
        return presence
    presence.save(update_fields=["came_at", "left_at"])
    note(
        locked,
        by,
        EveningAction.SET_TIMES,
        display_name(presence.player),
        f"{came:%H:%M}",
        f"{left:%H:%M}" if left else "",
    )
    return presence


def _presence(evening: Evening, player: int) -> Presence:
    presence = evening.presences.filter(player=player).select_related("player").first()
    if presence is None:
        raise NotThereError(f"nobody there has the number {player}")
    return presence


# Seating


def seat(evening: Evening, session: Session, *, afterwards: bool = False) -> None:
    """Mark the players of a session just started as present; refuses anyone who sits at another open table.

    For a session entered `afterwards`, newcomers are present from when it started, and those who have left stay away.
    Raise `ResultStandsError` at a tournament's evening whose result is final: a further table would count there.
    """
    tournament_rounds().refuse_when_final(evening)
    players = _players_of(session)
    refuse_seated(evening, players, apart_from=session)
    present = set(evening.presences.filter(player__in=players).values_list("player_id", flat=True))
    if not afterwards:
        evening.presences.filter(player__in=players, left_at__isnull=False).update(left_at=None)
    came_at = session.started_at if afterwards else timezone.now()
    Presence.objects.bulk_create(
        Presence(evening=evening, player=player, came_at=came_at, by_table=True)
        for player in players
        if player.pk not in present
    )


def refuse_seated_elsewhere(evening: Evening, session: Session) -> None:
    """Raise `RuleError` if one of the players of a session sits at another open table of the evening."""
    refuse_seated(evening, _players_of(session), apart_from=session)


def refuse_return(evening: Evening, session: Session) -> None:
    """Raise `RuleError` if a deleted session can't return: the evening has moved on without it.

    Its players sit at another open table, or its table of the round was started again.
    """
    if session.closed_at is None:
        refuse_seated_elsewhere(evening, session)
    if session.round is None:
        return
    at_table = evening.sessions.listed().filter(round=session.round, table_number=session.table_number)
    if at_table.exclude(pk=session.pk).exists():
        message = _(
            "Table {number} of round {round} is played in another session now. Delete that one first.",
            number=session.table_number,
            round=session.round.number,
        )
        raise RuleError(Code.IMPOSSIBLE, "players", message)


def _players_of(session: Session) -> list[Player]:
    """Return those who sit at a table now, or sat there last."""
    return [seat.player for seat in queries.seats(session)]


def seat_again(evening: Evening, session: Session) -> None:
    """Mark the players of a session that returns to the evening as present, from when it was started."""
    presences = [
        Presence(evening=evening, player_id=seat.player_id, came_at=session.started_at, by_table=True)
        for seat in session.people
    ]
    Presence.objects.bulk_create(presences, ignore_conflicts=True)


def present_for(evening: Evening, session: Session) -> QuerySet[Presence]:
    """Return the presences that only this session created: not entered by hand, and at no other table."""
    own = Seat.objects.of([session])
    others = Seat.objects.of(evening.sessions.listed().exclude(pk=session.pk))
    presences = evening.presences.filter(player__in=own.values("player"), by_table=True)
    return presences.exclude(player__in=others.values("player"))


def refuse_seated(
    evening: Evening, players: Sequence[Player], *, apart_from: Session | None = None, field: str = "players"
) -> None:
    """Raise `RuleError` if one of the players sits at another open table of the evening."""
    open_tables = evening.sessions.in_play()
    if apart_from is not None:
        open_tables = open_tables.exclude(pk=apart_from.pk)
    seats = Seat.objects.of(open_tables).filter(player__in=players)
    seated = seats.in_last_stretch().order_by("player_id").first()
    if seated is not None:
        words = _(
            "{name} is still at another of this evening’s tables. Close that table first, or change its players.",
            name=seated.name,
        )
        raise RuleError(Code.SAME_PLAYER, field, words)
