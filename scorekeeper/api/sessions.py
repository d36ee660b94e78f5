"""Sessions in the API: the list, single sessions, and the two documents and the journal of a session."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from django.db.models import Q, prefetch_related_objects
from django.utils import translation
from django.utils.translation import gettext as _

from scorekeeper.api import schemas
from scorekeeper.api.paging import last_seen, page_of
from scorekeeper.api.problems import CannotReplayError, NotFoundError, SealedError
from scorekeeper.api.query_params import SessionsParams
from scorekeeper.clubs.dates import EARLIEST
from scorekeeper.clubs.models import Club
from scorekeeper.desk.settlement import decimal_text
from scorekeeper.play import documents, queries
from scorekeeper.play.errors import GameNotInstalledError
from scorekeeper.play.formatting import notation_of_session
from scorekeeper.play.ledger import SessionLedger, session_ledger, session_ledgers, with_installed_game
from scorekeeper.play.models import Payment, Session, SessionQuerySet, Settlement
from scorekeeper.play.pages.journal import entries
from scorekeeper.play.sealed_tables import hidden_from
from scorekeeper.play.totals import SessionTotals


def listed(club: Club, params: SessionsParams) -> schemas.Sessions:
    """Return one page of the sessions, latest started first."""
    rows = _asked_for(club.sessions.listed().not_sealed(), params)
    if last := last_seen(club.sessions.all(), params):
        rows = rows.filter(Q(started_at__lt=last.started_at) | Q(started_at=last.started_at, pk__lt=last.pk))
    on_page, more = page_of(rows.select_related("evening", "round").order_by("-started_at", "-pk"), params)
    return schemas.Sessions(sessions=sessions_as_answers(on_page), next=more.public_id if more else None)


def _asked_for(sessions: SessionQuerySet, params: SessionsParams) -> SessionQuerySet:
    if params.since or params.until:
        sessions = sessions.within(params.since or EARLIEST, params.until)
    if params.game:
        sessions = sessions.filter(game=params.game)
    if params.state:
        sessions = sessions.filter(closed_at__isnull=params.state == "open")
    if params.evening:
        sessions = sessions.filter(evening__public_id=params.evening)
    return sessions


def _figures(session: Session, come_to: SessionTotals, place: int) -> dict[str, Any]:
    """Return the figures of one person; while the session is open, the total that its hands sum to, and no money."""
    if session.closed_at is None:
        return {**UNKNOWN, "total": come_to.counted[place]}
    fields: dict[str, Any] = {**UNKNOWN, "total": come_to.totals[place]}
    if come_to.worth is not None:
        fields |= {"gain": come_to.gains[place], "money": decimal_text(come_to.worth[place])}
    return fields


UNKNOWN = {"total": None, "gain": None, "money": None}


def sessions_as_answers(sessions: Sequence[Session]) -> list[schemas.Session]:
    """Return the sessions with players and totals; the number of queries doesn't depend on how many there are."""
    prefetch_related_objects(sessions, "stretches__seats")
    totals, payments = _totals(sessions), _payments(sessions)
    return [_session(session, totals.get(session.pk), payments.get(session.pk, ())) for session in sessions]


def _payments(sessions: Sequence[Session]) -> Mapping[int, Sequence[Payment]]:
    """Return the payments of each session that is paid by itself, not with its evening."""
    payments: dict[int, list[Payment]] = {}
    alone = [session for session in sessions if session.evening_id is None]
    owed = Payment.objects.filter(settlement__session__in=alone, settlement__withdrawn_at=None)
    for payment in owed.select_related("settlement"):
        if payment.settlement:
            payments.setdefault(payment.settlement.session_id, []).append(payment)
    return payments


def _totals(sessions: Sequence[Session]) -> dict[int, SessionTotals]:
    """Return each session's totals: as settled if closed, from the ledger if open.

    An open session is left out if its game is no longer installed or its ledger can't be replayed.
    """
    playing = {session.pk: session for session in sessions if session.closed_at is None}
    replayed = session_ledgers(with_installed_game(playing.values())).items()
    come_to = {pk: SessionTotals.from_ledger(ledger, playing[pk]) for pk, ledger in replayed if ledger.refusal is None}
    closed = [session for session in sessions if session.closed_at is not None]
    frozen = Settlement.objects.filter(session__in=closed, withdrawn_at=None)
    return come_to | {settlement.session_id: SessionTotals.from_settlement(settlement) for settlement in frozen}


def _session(session: Session, come_to: SessionTotals | None, payments: Sequence[Payment]) -> schemas.Session:
    return schemas.Session(
        id=session.public_id,
        title=session.title,
        game=session.game,
        rules=session.rules,
        options=session.stretch.options,
        tariff=session.tariff and schemas.OwnTariff(**session.tariff),
        evening=session.evening.public_id if session.evening else None,
        table_number=session.table_number,
        round=session.round.number if session.round else None,
        planned_hands=session.round.hands.get(str(len(session.seats))) if session.round else session.planned_hands,
        state="open" if session.closed_at is None else "closed",
        locked=session.locked_at is not None,
        started_at=session.started_at,
        closed_at=session.closed_at,
        revision=session.revision,
        stake=None if session.stake is None else decimal_text(session.stake),
        currency=session.currency,
        players=[
            schemas.Seated(
                member=seat.player_id, name=seat.name, **(_figures(session, come_to, place) if come_to else UNKNOWN)
            )
            for place, seat in enumerate(session.people)
        ],
        payments=[
            schemas.SessionPayment(
                debtor=cast(int, payment.debtor_id),
                creditor=payment.creditor_id,
                amount=payment.amount,
                money=None if payment.money is None else decimal_text(payment.money),
                ticked_at=payment.ticked_at,
            )
            for payment in payments
        ],
    )


def find(club: Club, public_id: str) -> Session:
    """Return the club's session with this id; raises `NotFoundError`, also for one that was closed without a hand.

    Raise `SealedError` if it counts for a sealed result.
    """
    session = club.sessions.listed().select_related("evening", "round").filter(public_id=public_id).first()
    if session is None:
        raise NotFoundError(_("There is no such session in this club."))
    if hidden_from(None, [session]):
        raise SealedError
    return session


def one(club: Club, public_id: str) -> schemas.Session:
    """Return a session as in the list."""
    return sessions_as_answers([find(club, public_id)])[0]


def as_session_document(club: Club, public_id: str) -> dict[str, Any]:
    """Return the session document, as exported."""
    session = find(club, public_id)
    return documents.api_document(session, _ledger(session))


def as_ledger_document(club: Club, public_id: str) -> dict[str, Any]:
    """Return the ledger document, as the `score` command prints it, in the language of the request."""
    session = find(club, public_id)
    return documents.api_ledger(session, _ledger(session), translation)


def journal(club: Club, public_id: str) -> schemas.Journal:
    """Return what was changed at a table, by whom and when, as its journal shows it."""
    session = find(club, public_id)
    ledger, changes = _replayed(session), queries.journal(session)
    lines = entries(ledger, changes, notation_of_session(session, in_counters=False))
    return schemas.Journal(
        changes=[
            schemas.JournalEntry(
                revision=change.revision,
                verb=change.verb,
                hand=line.hand_number,
                who=line.who,
                at=line.at,
                what=line.what,
                before=line.before,
                after=line.after,
            )
            for change, line in zip(changes, lines, strict=True)
        ]
    )


def _replayed(session: Session) -> SessionLedger:
    try:
        return session_ledger(session)
    except GameNotInstalledError as gone:
        raise CannotReplayError(_("The game of this session is no longer installed.")) from gone


def _ledger(session: Session) -> SessionLedger:
    ledger = _replayed(session)
    if ledger.refusal:
        words = _("Hand %(number)s isn’t possible under the current rules. Amend it first.")
        raise CannotReplayError(words % {"number": ledger.refusal.number})
    return ledger
