"""Playing again with the same people: the next session of a table that has closed one.

At the end of a session, several phones show the same button. Whichever is tapped first starts the next session, which
*follows* the closed one, as after a change of players: every browser with access to the table gets the same access to
it. The other phones are led there. Later than a day after the end, the people start a session of their own, to which
nobody else has access, because the links of that evening were given for that evening.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from django.db import IntegrityError, transaction
from django.utils import timezone

from scorekeeper.clubs.models import Player
from scorekeeper.clubs.names import folded
from scorekeeper.play import queries
from scorekeeper.play.errors import AccessRevokedError, EveningSettledError, require_scorer
from scorekeeper.play.ledger import session_ledger
from scorekeeper.play.models import Access, Role, Session
from scorekeeper.play.recording import ports, services
from scorekeeper.play.recording.change_players import following, insert_following
from scorekeeper.play.recording.session_start import (
    SessionStart,
    dealt_first,
    refuse_after_tournament_table,
    require_starter,
    settled_meanwhile,
)

EVENING_LASTS = timedelta(days=1)
"""How long after its end a session is continued, with everybody who has access."""


def start_again(session: Session, *, device: str, token: str) -> Session:
    """Return the next session with the same players under the same rules, and start it unless another phone has.

    If the session was reopened, return it: the same people are playing it.

    The player who would deal next deals first, if the rules allow it. Raise `RuleError` after a table of a tournament
    and if one of the players sits at another table of the evening, and `AccessRevokedError` if the browser was shut out
    of what follows.
    """
    access = Access.objects.get(session=session, device=device)
    require_scorer(session, access)
    require_starter(session.club, device)
    was_reopened = session.closed_at is None and session.settlements.exists()
    if was_reopened:
        return session
    refuse_after_tournament_table(session)
    if session.closed_at is None or session.closed_at < timezone.now() - EVENING_LASTS:
        return _opening(session, access, token).write(_people(session))
    latest = _latest(session)
    if latest.closed_at is None:
        return _joined(latest, access)
    if following(latest) is not None:  # with other people
        return _opening(latest, access, token).write(_people(latest))
    return _followed(latest, access, token)


def _latest(session: Session) -> Session:
    """Return the last of the sessions that the same people have played since, one after the other."""
    people = _seated(session)
    while (followed := following(session)) is not None and _seated(followed) == people:
        session = followed
    return session


def _seated(session: Session) -> set[int]:
    return {seat.player_id for seat in session.seats}


def _joined(session: Session, access: Access) -> Session:
    """Return a session that another phone has started, to which this one has access as well."""
    services.join(session, device=access.device, role=Role.SCORER, label=access.label)
    return session


def _followed(session: Session, access: Access, token: str) -> Session:
    """Start the session that follows; if another phone does so at the same moment, return the one that it started."""
    if session.accesses.filter(device=access.device, shut_out_at__isnull=False).exists():
        raise AccessRevokedError
    opening = _opening(session, access, token, follows=session)
    try:
        with transaction.atomic(durable=True):
            return insert_following(opening, _people(session))
    except EveningSettledError:
        raise settled_meanwhile() from None
    except IntegrityError:
        latest = _latest(session)
        if latest != session:
            return _joined(latest, access)
        # The token was spent on something else, or the table has just continued with other people.
        return replace(opening, follows=None).write(_people(session))


def _opening(session: Session, access: Access, token: str, *, follows: Session | None = None) -> SessionStart:
    ledger = session_ledger(session)
    due = ledger.rules.dealer(ledger.table, ledger.state)
    return SessionStart(
        device=access.device,
        game=session.game,
        club=session.club,
        evening=ports.evenings().tonight(session.club) if session.club else None,
        follows=follows,
        table=dealt_first(ledger.rules, ledger.table, due),
        stake=session.stake,
        currency=session.currency,
        token=token,
        label=access.label,
        repeats=session,
    )


def _people(session: Session) -> dict[str, Player]:
    return {folded(seat.name): seat.player for seat in queries.seats(session)}
