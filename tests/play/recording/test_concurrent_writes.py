"""Phones that write at the same moment: real threads, real connections, on the database the tests run on."""

from collections.abc import Callable
from typing import Any

import pytest

from scorekeeper.play import recording
from scorekeeper.play.errors import ConflictError
from scorekeeper.play.models import Access, Hand, Role, Session
from scorekeeper.play.recording.write import Write
from tests.concurrency import at_once
from tests.play.tables import GARDE, Scorer, device, fresh, start, token

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


def phone(session: Session, **given: Any) -> Callable[[], str]:
    """A phone that records a hand at the revision it sees, like a request: with its own instance of the session."""
    given = {"token": token(), "revision": session.revision, **given}

    def write() -> str:
        access = Access.objects.select_related("session").get(pk=given["access"].pk)
        try:
            written = recording.record(Write(access.session, **{**given, "access": access}), raw=GARDE)
        except ConflictError:
            return "conflict"
        return "repeated" if written.repeated else "written"

    return write


def test_of_several_writes_at_the_same_revision_one_succeeds() -> None:
    scorer = Scorer()
    for hands in range(1, 4):
        outcomes = at_once([phone(scorer.session, access=scorer.access) for _ in range(6)])
        assert outcomes == {"written": 1, "conflict": 5}
        scorer.session.refresh_from_db()
        assert scorer.session.revision == hands
    assert fresh(scorer.session).totals == (594, -198, -198, -198)


def test_submitting_a_form_many_times_at_once_records_one_hand() -> None:
    scorer = Scorer()
    for hands in range(1, 4):
        once = token()
        outcomes = at_once([phone(scorer.session, access=scorer.access, token=once) for _ in range(6)])
        assert outcomes == {"written": 1, "repeated": 5}
        assert Hand.objects.count() == hands
        scorer.session.refresh_from_db()


def test_writers_who_retry_lose_and_duplicate_nothing() -> None:
    scorer = Scorer()
    accesses = [scorer.access, recording.join(scorer.session, device=device(), role=Role.SCORER)]

    def stubborn(access: Access) -> Callable[[], str]:
        def write() -> str:
            for _ in range(5):
                once = token()
                while phone(Session.objects.get(pk=access.session_id), access=access, token=once)() == "conflict":
                    pass
            return "done"

        return write

    assert at_once([stubborn(access) for access in accesses]) == {"done": 2}
    ledger = fresh(scorer.session)
    assert [hand.number for hand in ledger.hands] == list(range(1, 11))
    assert ledger.totals == (1980, -660, -660, -660)
    assert [change.revision for change in scorer.session.changes.all()] == list(range(11))


def test_a_session_submitted_many_times_at_once_starts_once() -> None:
    device_id, once = device(), token()
    outcomes = at_once([lambda: start(device=device_id, token=once).public_id] * 6)
    assert len(outcomes) == 1
    assert Session.objects.get().public_id in outcomes
    assert len(Session.objects.get().seats) == 4


def test_a_device_that_joins_many_times_at_once_joins_once() -> None:
    session, phone = start(), device()
    outcomes = at_once([lambda: str(recording.join(session, device=phone, role=Role.WATCHER).pk)] * 6)
    assert len(outcomes) == 1
    assert session.accesses.count() == 2
