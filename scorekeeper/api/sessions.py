"""Sessions as the API answers them: a list of them, and the two documents of one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import Q
from django.utils import translation
from django.utils.translation import gettext as _

from games.scoring.documents import ledger_document, session_document
from games.scoring.replay import Ledger
from scorekeeper.api import answers
from scorekeeper.api.asked import SessionsAsked
from scorekeeper.api.problems import CannotBeTold, NotHere, Unfit
from scorekeeper.clubs.dates import EARLIEST
from scorekeeper.clubs.models import Club
from scorekeeper.play import ledgers
from scorekeeper.play.models import Seat, Session, Settlement
from scorekeeper.play.reckoning import came_to
from scorekeeper.play.refusals import GameGone
from scorekeeper.play.settling import decimal_text
from scorekeeper.play.standings import within


def listed(club: Club, asked: SessionsAsked) -> answers.Sessions:
    """One page of the sessions, the latest begun first."""
    rows = Session.objects.filter(_where(asked), club=club)
    if asked.after is not None:
        last = Session.objects.filter(club=club, public_id=asked.after).first()
        if last is None:
            raise Unfit([("after", _("There is no such thing in this club."))])
        rows = rows.filter(Q(started_at__lt=last.started_at) | Q(started_at=last.started_at, pk__lt=last.pk))
    page = list(rows.select_related("evening").order_by("-started_at", "-pk")[: asked.limit + 1])
    found = page[: asked.limit]
    return answers.Sessions(
        sessions=sessions_as_answers(found), next=found[-1].public_id if len(page) > len(found) else None
    )


def _where(asked: SessionsAsked) -> Q:
    found = Q()
    if asked.since or asked.until:
        found &= within(asked.since or EARLIEST, asked.until)
    if asked.game:
        found &= Q(game=asked.game)
    if asked.state:
        found &= Q(closed_at__isnull=asked.state == "open")
    if asked.evening:
        found &= Q(evening__public_id=asked.evening)
    return found


def sessions_as_answers(sessions: Sequence[Session]) -> list[answers.Session]:
    """With everybody at each table and what it came to, in the same number of statements however many there are."""
    seats: dict[int, list[Seat]] = {session.pk: [] for session in sessions}
    for seat in Seat.objects.filter(session__in=sessions).order_by("session_id", "place"):
        seats[seat.session_id].append(seat)
    totals = _totals(sessions)
    return [_session(session, seats[session.pk], totals.get(session.pk)) for session in sessions]


def _totals(sessions: Iterable[Session]) -> dict[int, Sequence[int]]:
    """What each session came to: closed, as it was settled; open, as the ledger stands. None of a game that is gone."""
    opened = ledgers.installed(session for session in sessions if session.closed_at is None)
    replayed = ledgers.of_all(opened).items()
    found: dict[int, Sequence[int]] = {pk: ledger.totals for pk, ledger in replayed if ledger.refusal is None}
    frozen = Settlement.objects.filter(
        session__in=[session for session in sessions if session.closed_at is not None], withdrawn_at=None
    )
    for session, counters, transfers in frozen.values_list("session", "totals", "transfers"):
        found[session] = came_to(counters, transfers)
    return found


def _session(session: Session, seats: Sequence[Seat], totals: Sequence[int] | None) -> answers.Session:
    return answers.Session(
        id=session.public_id,
        game=session.game,
        rules=session.rules,
        options=session.options,
        tariff=session.tariff and answers.OwnTariff(**session.tariff),
        evening=session.evening.public_id if session.evening else None,
        state="open" if session.closed_at is None else "closed",
        locked=session.locked_at is not None,
        started_at=session.started_at,
        closed_at=session.closed_at,
        revision=session.revision,
        stake=None if session.stake is None else decimal_text(session.stake),
        currency=session.currency,
        players=[
            answers.Seated(member=seat.player_id, name=seat.name, total=totals[seat.place] if totals else None)
            for seat in seats
        ],
    )


def find(club: Club, public_id: str) -> Session:
    """A session of this club; every other is not here."""
    session = Session.objects.select_related("evening").filter(club=club, public_id=public_id).first()
    if session is None:
        raise NotHere(_("There is no such session in this club."))
    return session


def one(club: Club, public_id: str) -> answers.Session:
    """A session as the list has it."""
    return sessions_as_answers([find(club, public_id)])[0]


def as_session_document(club: Club, public_id: str) -> dict[str, Any]:
    """What is exported of it."""
    return session_document(_ledger(find(club, public_id)))


def as_ledger_document(club: Club, public_id: str) -> dict[str, Any]:
    """What the `score` command would print of it, in the language of the request."""
    return ledger_document(_ledger(find(club, public_id)), translation)


def _ledger(session: Session) -> Ledger:
    try:
        ledger = ledgers.of(session)
    except GameGone as gone:
        raise CannotBeTold(_("The game of this session is no longer installed.")) from gone
    if ledger.refusal:
        words = _("Hand %(number)s is refused by the rules as they are now; amend it first.")
        raise CannotBeTold(words % {"number": ledger.refusal.number})
    return ledger.ledger
