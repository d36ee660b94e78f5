"""Agreeing at a table that its round is over: the session closes with the last phone that agrees.

Every phone that writes at the table has to agree, that is, each scorer that is not shut out, except the phone that
started the session and has written nothing since, such as the one that started all tables of the round.

An agreement is a line of the journal. It holds until anything but an agreement is written at the table: any change
takes all of them back.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import OuterRef, Subquery

from scorekeeper.play.errors import PANEL, CallSetError, NotThereError, RowsWaitError, SessionClosedError
from scorekeeper.play.ledger import SessionLedger, round_progress
from scorekeeper.play.models import Access, Change, Role, Session, Verb
from scorekeeper.play.recording import planned_changes, ports
from scorekeeper.play.recording.planned_changes import PlannedChange


@dataclass(frozen=True, kw_only=True)
class Agreement:
    """The phones that have agreed, and those that still have to."""

    agreed: tuple[Access, ...]
    missing: tuple[Access, ...]

    def has(self, access: Access) -> bool:
        """Return whether this phone has agreed."""
        return access.pk in {one.pk for one in self.agreed}

    def closes_with(self, access: Access) -> bool:
        """Return whether nobody else has to agree, once this phone does."""
        return all(one.pk == access.pk for one in self.missing)


def of(session: Session) -> Agreement:
    """Return who has agreed so far that the round is over at this table."""
    last_other = Change.objects.filter(session=OuterRef("session")).exclude(verb=Verb.AGREE).order_by("-revision")
    standing = session.changes.filter(verb=Verb.AGREE, revision__gt=Subquery(last_other.values("revision")[:1]))
    agreed = set(standing.values_list("access", flat=True))
    scorers = _scorers(session)
    return Agreement(
        agreed=tuple(one for one in scorers if one.pk in agreed),
        missing=tuple(one for one in _writing(session, scorers) if one.pk not in agreed),
    )


def _scorers(session: Session) -> list[Access]:
    scorers = Access.objects.filter(shut_out_at=None, session=session, role=Role.SCORER)
    return list(scorers.exclude(device__startswith=PANEL).order_by("pk"))


def _writing(session: Session, scorers: list[Access]) -> list[Access]:
    """Return the scorers without a phone that has done nothing but start the session."""
    written = session.changes.exclude(verb=Verb.AGREE).order_by()
    pairs = set(written.values_list("verb", "access__device").distinct())
    started = {device for verb, device in pairs if verb == Verb.START}
    wrote = {device for verb, device in pairs if verb != Verb.START}
    return [one for one in scorers if one.device not in started - wrote]


def plan_agree(session: Session, ledger: SessionLedger, access: Access) -> tuple[PlannedChange, ...]:
    """Plan to agree that the round is over and, if nobody else has to, to close the session.

    The plan is empty if this phone has agreed already. Raise `NotThereError` if the round is not over,
    `SessionClosedError`, `CallSetError` if a further hand is being played, and `RowsWaitError` if the session would
    close although rows of its photographed sheet aren't recorded.
    """
    if session.closed_at is not None:
        raise SessionClosedError(session)
    progress = round_progress(session, ledger)
    if progress is None or not progress.is_over:
        raise NotThereError("the round is not over")
    if session.called:
        raise CallSetError
    so_far, steps = of(session), []
    if not so_far.has(access):
        ledger = ledger.revised(ledger.revision + 1)
        steps.append(PlannedChange(verb=Verb.AGREE, ledger=ledger, insert=lambda _at: None))
    if so_far.closes_with(access):
        if ports.sheet_photos().waiting_rows(session):
            raise RowsWaitError
        steps.append(planned_changes.plan_close(session, ledger))
    return tuple(steps)
