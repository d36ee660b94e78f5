"""Closed sessions stored with their results, for the tests of standings and members' pages."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime, time
from typing import Any

from django.utils import timezone

from scorekeeper.clubs.models import Club, Player
from scorekeeper.evenings.models import Evening
from scorekeeper.play.models import CallStats, Hand, PlayerPairStats, Result, Seat, Session, Stretch
from tests.play.tables import token

NEW_YEAR = date(2026, 1, 1)


def at(day: date, hour: int = 20, minute: int = 0) -> datetime:
    return timezone.make_aware(datetime.combine(day, time(hour, minute)))


def known(club: Club, name: str) -> Player:
    """Return the club's player with this name, or a new guest."""
    return club.players.filter(name=name).first() or Player.objects.create(club=club, name=name, guest=True)


def played(
    club: Club,
    totals: Mapping[str, int],
    *,
    game: str = "tarot",
    rules: str = "fft",
    hands: int = 10,
    day: date = NEW_YEAR,
    started: datetime | None = None,
    evening: Evening | None = None,
    points: Mapping[str, int] | None = None,
    feats: Mapping[str, tuple[int | None, int, int | None, int]] | None = None,
) -> Session:
    """Create a closed session with its results; `feats` are best hand, its amount, worst hand and its amount."""
    started = started or at(day)
    session = Session.objects.create(
        club=club,
        evening=evening,
        game=game,
        rules=rules,
        started_at=started,
        closed_at=started,
        creation_token=token(),
    )
    Hand.objects.create(session=session, number=1, outcome={"call": "passed"}, rules_version=1, recorded_at=started)
    stretch = Stretch.objects.create(session=session, first_dealer=0)
    for place, (name, total) in enumerate(totals.items()):
        seat = Seat.objects.create(stretch=stretch, place=place, player=known(club, name), name=name)
        best, best_amount, worst, worst_amount = feats[name] if feats and name in feats else (None, 0, None, 0)
        Result.objects.create(
            session=session,
            seat=seat,
            total=total,
            points=points[name] if points else None,
            hands=hands,
            best=best,
            best_amount=best_amount,
            worst=worst,
            worst_amount=worst_amount,
        )
    return session


def result(session: Session, name: str) -> Result:
    return Result.objects.get(session=session, seat__name=name)


def undertook(session: Session, name: str, call: str, *, made: int = 0, failed: int = 0, amount: int = 0) -> None:
    CallStats.objects.create(result=result(session, name), call=call, made=made, failed=failed, amount=amount)


def met(session: Session, name: str, other: str, **numbers: Any) -> None:
    """`together`, `together_amount`, `against`, `against_amount`."""
    PlayerPairStats.objects.create(result=result(session, name), other=session.stretch.seats.get(name=other), **numbers)
