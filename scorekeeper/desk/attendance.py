"""Writes of an evening before it is settled: its terms, and who is present.

A settled evening takes no writes (`EveningSettledError`) until its settlement is withdrawn, because everyone present
pays into the kitty and the closed tables have been paid.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, time
from decimal import Decimal
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from games.scoring.errors import Code, RuleError
from games.scoring.text import message as _
from scorekeeper.clubs import queries as clubs
from scorekeeper.clubs import services
from scorekeeper.clubs.models import Club, Player
from scorekeeper.clubs.names import display_name, folded, tidy, typed_name
from scorekeeper.desk.audit_notes import EveningAction, note
from scorekeeper.evenings.models import CENT, Evening, Presence
from scorekeeper.evenings.queries import (
    evening_tonight,
    last_evening,
    lock_evening,
    moment_of_evening,
    refuse_when_final,
    unsettled_evenings,
)
from scorekeeper.play.errors import NotThereError
from scorekeeper.play.evening_tables import refuse_seated
from scorekeeper.play.models import Seat
from scorekeeper.web.dates import this_evening
from scorekeeper.web.locales import usual_currency

# Terms


def usual_terms(club: Club, locale: str) -> dict[str, Any]:
    """Return kitty, rounding and currency of the last evening, or else what is usual where people read so."""
    last = last_evening(club)
    money = {"kitty": None, "rounding": CENT, "currency": usual_currency(locale)}
    return {name: getattr(last, name) for name in money} if last else money


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
        return _begin(club, by, public_id=token, **fields)
    except IntegrityError:
        return club.evenings.filter(public_id=token).first() or _begin(club, by, **fields)


@transaction.atomic
def _begin(club: Club, by: str, **fields: Any) -> Evening:
    evening = Evening.objects.create(club=club, **fields)
    note(evening, by, EveningAction.BEGIN)
    return evening


@transaction.atomic(durable=True)
def begin_tonight(club: Club, locale: str, *, by: str = "") -> Evening:
    """Return tonight's evening, the newest of several; without one, create it on the usual terms."""
    services.lock(club)
    tonight = evening_tonight(club) or unsettled_evenings(club).filter(date=this_evening()).first()
    return tonight or _begin(club, by, date=this_evening(), **usual_terms(club, locale))


@transaction.atomic(durable=True)
def plan(club: Club, days: Iterable[date], *, name: str = "", by: str = "", **terms: Any) -> None:
    """Create an evening on each of these days that has none; `terms` are kitty, rounding and currency."""
    services.lock(club)
    taken = set(club.evenings.values_list("date", flat=True))
    for day in days:
        if day not in taken:
            _begin(club, by, date=day, name=tidy(name), **terms)


@transaction.atomic(durable=True)
def change(
    evening: Evening, *, day: date, name: str, kitty: Decimal | None, rounding: Decimal, currency: str, by: str = ""
) -> None:
    """Change the terms of an evening that is not settled; raise `ResultStandsError` at another date of a final one."""
    locked = lock_evening(evening)
    terms = {"date": day, "name": tidy(name), "kitty": kitty, "rounding": rounding, "currency": currency}
    changed = [field for field, value in terms.items() if getattr(locked, field) != value]
    if not changed:
        return
    if "date" in changed:
        refuse_when_final(locked)
    for field in changed:
        setattr(locked, field, terms[field])
    locked.save(update_fields=changed)
    note(locked, by, EveningAction.CHANGE, *changed)


def may_delete(evening: Evening) -> bool:
    """Return whether nothing of an evening would be lost with it but its attendance."""
    kept = (evening.sessions, evening.settlements, evening.rounds)
    return not (hasattr(evening, "tournament") or any(rows.exists() for rows in kept))


@transaction.atomic(durable=True)
def delete(evening: Evening, *, by: str = "") -> None:
    """Delete an evening that was started by mistake; raise `RuleError` if it has more than its attendance."""
    locked = lock_evening(evening)
    if not may_delete(locked):
        words = _("Only an evening that has nothing but its attendance can be deleted.")
        raise RuleError(Code.IMPOSSIBLE, None, words)
    note(locked, by, EveningAction.DELETE)
    locked.delete()


# Attendance


@transaction.atomic(durable=True)
def check_in(evening: Evening, *, player: int | None = None, name: str = "", by: str = "") -> Presence:
    """Mark a player of the club, or a guest by name, as present from now on; someone who had left is back.

    A name that the club knows stands for that player. Someone already present keeps the time of arrival.
    """
    locked = lock_evening(evening)
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
    locked = lock_evening(evening)
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
    locked = lock_evening(evening)
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
    locked = lock_evening(evening)
    presence = _presence(locked, player)
    before = presence.came_at, presence.left_at
    presence.came_at, presence.left_at = (
        moment_of_evening(locked, came),
        None if left is None else moment_of_evening(locked, left),
    )
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
