"""Every write of an evening before it is settled: when it is, who is there, who sits down.

*Tonight* is the one evening of a club that is open on this date. A night lasts until six in the morning: what is
started at half past twelve belongs to the evening before. An evening that is settled takes no write (`EveningSettled`)
until its settlement is withdrawn: who was there pays into the kitty, and what was closed has been paid.
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
from scorekeeper.clubs.models import Club, Evening, Player, Presence, make_public_id
from scorekeeper.clubs.names import called, folded, tidy
from scorekeeper.play.evening_notes import Did, note
from scorekeeper.play.models import Seat, Session
from scorekeeper.play.refusals import EveningSettled, NotThere

NIGHT_ENDS = 6
"""The hour at which the date of an evening is over."""


def unsettled(club: Club) -> QuerySet[Evening]:
    """The evenings to which sessions can belong still, the latest first."""
    return club.evenings.filter(settled_at=None)


def date_of(moment: datetime) -> date:
    """The date of the evening that a moment belongs to."""
    return (timezone.localtime(moment) - timedelta(hours=NIGHT_ENDS)).date()


def tonight(club: Club) -> Evening | None:
    """The evening of this date where exactly one is open; of the calendar's date, where last night's is none."""
    now = timezone.now()
    for day in dict.fromkeys((date_of(now), timezone.localdate(now))):
        found = list(unsettled(club).filter(date=day)[:2])
        if found:
            return found[0] if len(found) == 1 else None
    return None


def moment_of(evening: Evening, at: time) -> datetime:
    """A time by the clock as a moment of the evening: the small hours are those of the next day."""
    day = evening.date + timedelta(days=at.hour < NIGHT_ENDS)
    return timezone.make_aware(datetime.combine(day, at))


# Holding


def hold(evening: Evening) -> Evening:
    """The evening as it is now, kept from being settled until the transaction ends; raises `EveningSettled`."""
    held = Evening.objects.select_for_update().get(pk=evening.pk)
    if held.settled_at is not None:
        raise EveningSettled
    return held


def hold_of(session: Session) -> None:
    """The same for the evening of a session, where it has one."""
    mine = Evening.objects.select_for_update(of=("self",)).filter(sessions=session.pk)
    if any(evening.settled_at is not None for evening in mine):
        raise EveningSettled


# The evening itself


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
    """A new evening under a name of its own in addresses; the one that was begun, where the form was sent before."""
    fields = {"date": day, "name": tidy(name), "kitty": kitty, "rounding": rounding, "currency": currency}
    try:
        return _begin(club, token, by, fields)
    except IntegrityError:
        return club.evenings.filter(public_id=token).first() or _begin(club, make_public_id(), by, fields)


@transaction.atomic(durable=True)
def _begin(club: Club, public_id: str, by: str, fields: Mapping[str, Any]) -> Evening:
    made = Evening.objects.create(club=club, public_id=public_id, **fields)
    note(made, by, Did.BEGIN)
    return made


@transaction.atomic(durable=True)
def change(
    evening: Evening, *, day: date, name: str, kitty: Decimal | None, rounding: Decimal, currency: str, by: str = ""
) -> None:
    """Other terms, as long as nothing is settled on these."""
    held = hold(evening)
    terms = {"date": day, "name": tidy(name), "kitty": kitty, "rounding": rounding, "currency": currency}
    changed = [field for field, value in terms.items() if getattr(held, field) != value]
    if not changed:
        return
    for field in changed:
        setattr(held, field, terms[field])
    held.save(update_fields=changed)
    note(held, by, Did.CHANGE, *changed)


# Who is there


@transaction.atomic(durable=True)
def come(evening: Evening, *, player: int | None = None, name: str = "", by: str = "") -> Presence:
    """Somebody is there, from now on: a player of the club, or a guest by a name; whoever had left is back.

    A name that the club knows is that person's. Who is there already stays there since then.
    """
    held = hold(evening)
    return _come(held, _player_of(held.club, player) if player is not None else _named(held.club, name), by)


def _come(evening: Evening, player: Player, by: str) -> Presence:
    found, made = Presence.objects.get_or_create(
        evening=evening, player=player, defaults={"came_at": timezone.now(), "left_at": None}
    )
    if made or found.left_at is not None:
        note(evening, by, Did.COME, called(player))
    if not made and (found.left_at is not None or found.by_table):
        found.left_at, found.by_table = None, False
        found.save(update_fields=["left_at", "by_table"])
    return found


def _player_of(club: Club, player: int) -> Player:
    found = club.players.filter(pk=player, merged_into=None).first()
    if found is None:
        raise NotThere(f"nobody of the club has the number {player}")
    return found


def _named(club: Club, name: str) -> Player:
    known = clubs.people(club).by_name.get(folded(name))
    return known or Player.objects.create(club=club, name=tidy(name), guest=True)


@transaction.atomic(durable=True)
def leave(evening: Evening, *, player: int, by: str = "") -> Presence:
    """Somebody goes home now; refused while they sit at a table."""
    held = hold(evening)
    found = _presence(held, player)
    if found.left_at is None:
        refuse_seated(held, [found.player])
        found.left_at = max(timezone.now(), found.came_at)
        found.save(update_fields=["left_at"])
        note(held, by, Did.LEAVE, called(found.player))
    return found


@transaction.atomic(durable=True)
def was_not_there(evening: Evening, *, player: int, by: str = "") -> None:
    """Take back that somebody is there; refused for whoever has played."""
    held = hold(evening)
    found = held.presences.filter(player=player).select_related("player").first()
    if found is None:
        return
    if Seat.objects.filter(session__evening=held, player=player).exists():
        words = _("{name} has played at a table of this evening.", name=called(found.player))
        raise RuleError(Code.IMPOSSIBLE, "player", words)
    found.delete()
    note(held, by, Did.NOT_THERE, called(found.player))


@transaction.atomic(durable=True)
def set_times(evening: Evening, *, player: int, came: time, left: time | None, by: str = "") -> Presence:
    """When somebody came and, unless they are there still, left."""
    held = hold(evening)
    found = _presence(held, player)
    before = found.came_at, found.left_at
    found.came_at, found.left_at = moment_of(held, came), None if left is None else moment_of(held, left)
    if found.left_at is not None:
        if found.left_at < found.came_at:
            raise RuleError(Code.IMPOSSIBLE, "left", _("Nobody leaves before they come."))
        refuse_seated(held, [found.player], field="left")
    if (found.came_at, found.left_at) == before:
        return found
    found.save(update_fields=["came_at", "left_at"])
    note(held, by, Did.SET_TIMES, called(found.player), f"{came:%H:%M}", f"{left:%H:%M}" if left else "")
    return found


def _presence(evening: Evening, player: int) -> Presence:
    found = evening.presences.filter(player=player).select_related("player").first()
    if found is None:
        raise NotThere(f"nobody there has the number {player}")
    return found


# Who sits down


def seat(evening: Evening, session: Session, *, afterwards: bool = False) -> None:
    """The people of a session that has just been started are there; refuses whoever sits at another table still.

    Where it is entered `afterwards`, they were there when it was played, and who has left stays away.
    """
    players = [seat.player for seat in session.seats.select_related("player").order_by("place")]
    refuse_seated(evening, players, apart_from=session)
    known = set(evening.presences.filter(player__in=players).values_list("player_id", flat=True))
    if not afterwards:
        evening.presences.filter(player__in=players, left_at__isnull=False).update(left_at=None)
    came = session.started_at if afterwards else timezone.now()
    Presence.objects.bulk_create(
        Presence(evening=evening, player=player, came_at=came, by_table=True)
        for player in players
        if player.pk not in known
    )


def refuse_seated(
    evening: Evening, players: Sequence[Player], *, apart_from: Session | None = None, field: str = "players"
) -> None:
    """Refuse whoever sits at a table of the evening that is open."""
    open_tables = Session.objects.filter(evening=evening, closed_at=None)
    if apart_from is not None:
        open_tables = open_tables.exclude(pk=apart_from.pk)
    seated = Seat.objects.filter(session__in=open_tables, player__in=players).order_by("player_id").first()
    if seated is not None:
        words = _(
            "{name} still sits at another table of this evening. Close that table first, or change its players.",
            name=seated.name,
        )
        raise RuleError(Code.SAME_PLAYER, field, words)
