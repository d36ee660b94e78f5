"""Phones that write at the same moment: real threads, real connections, on the database the tests run on."""

from collections import Counter
from collections.abc import Callable, Sequence
from threading import Barrier, Thread
from typing import Any

import pytest
from django.db import connection

from scorekeeper.play.errors import ConflictError
from scorekeeper.play.models import Access, Hand, Role, Session
from scorekeeper.play.recording import services
from scorekeeper.play.recording.transaction import Write
from tests.play.tables import GARDE, Scribe, device, fresh, start, token

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(doings: Sequence[Callable[[], str]]) -> Counter[str]:
    """Do all of this at the same time, each on its own connection; count the results."""
    barrier, said = Barrier(len(doings)), []

    def run(doing: Callable[[], str]) -> None:
        try:
            barrier.wait()
            said.append(doing())
        except Exception as error:
            said.append(repr(error))
        finally:
            connection.close()

    threads = [Thread(target=run, args=(doing,)) for doing in doings]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return Counter(said)


def phone(session: Session, **given: Any) -> Callable[[], str]:
    """A phone that records a hand at the revision it sees, like a request: with its own instance of the session."""
    given = {"token": token(), "revision": session.revision, **given}

    def write() -> str:
        access = Access.objects.select_related("session").get(pk=given["access"].pk)
        try:
            written = services.record(Write(access.session, **{**given, "access": access}), raw=GARDE)
        except ConflictError:
            return "conflict"
        return "repeated" if written.repeated else "written"

    return write


def test_of_writers_at_the_same_revision_one_wins_and_the_others_are_told() -> None:
    scribe = Scribe()
    for hands in range(1, 4):
        said = at_once([phone(scribe.session, access=scribe.access) for _ in range(6)])
        assert said == {"written": 1, "conflict": 5}
        scribe.session.refresh_from_db()
        assert scribe.session.revision == hands
    assert fresh(scribe.session).totals == (594, -198, -198, -198)


def test_the_same_form_sent_many_times_at_once_is_one_hand() -> None:
    scribe = Scribe()
    for hands in range(1, 4):
        once = token()
        said = at_once([phone(scribe.session, access=scribe.access, token=once) for _ in range(6)])
        assert said == {"written": 1, "repeated": 5}
        assert Hand.objects.count() == hands
        scribe.session.refresh_from_db()


def test_writers_who_look_again_lose_nothing_and_double_nothing() -> None:
    scribe = Scribe()
    accesses = [scribe.access, services.join(scribe.session, device=device(), role=Role.SCORER)]

    def stubborn(access: Access) -> Callable[[], str]:
        def write() -> str:
            for _ in range(5):
                once = token()
                while phone(Session.objects.get(pk=access.session_id), access=access, token=once)() == "conflict":
                    pass
            return "done"

        return write

    assert at_once([stubborn(access) for access in accesses]) == {"done": 2}
    ledger = fresh(scribe.session)
    assert [hand.number for hand in ledger.hands] == list(range(1, 11))
    assert ledger.totals == (1980, -660, -660, -660)
    assert [change.revision for change in scribe.session.changes.all()] == list(range(11))


def test_a_session_asked_for_many_times_at_once_is_started_once() -> None:
    mine, once = device(), token()
    said = at_once([lambda: start(device=mine, token=once).public_id] * 6)
    assert len(said) == 1
    assert Session.objects.get().public_id in said
    assert Session.objects.get().seats.count() == 4


def test_a_device_that_joins_many_times_at_once_joins_once() -> None:
    session, phone = start(), device()
    said = at_once([lambda: str(services.join(session, device=phone, role=Role.WATCHER).pk)] * 6)
    assert len(said) == 1
    assert session.accesses.count() == 2
