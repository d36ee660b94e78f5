"""A server that is killed repeatedly loses no acknowledged hand and stores none twice.

With PostgreSQL, there are two server processes. Six kills are enough for the suite; for a long run that prints what
happened, use `KILLS=40 python -m pytest -s tests/test_killed_server.py`.
"""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Iterator
from threading import Event

import pytest
from django.db import connection

from scorekeeper.play import recording
from scorekeeper.play.models import Hand, Role, Session
from tests.play.tables import Scorer, device, fresh
from tests.recording_phones import PATIENCE, Writer, acknowledged
from tests.servers import Server

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]

KILLS = int(os.environ.get("KILLS", "6"))
TABLES = 4


@pytest.fixture
def server(transactional_db: None) -> Iterator[Server]:
    workers = 2 if connection.vendor == "postgresql" else 1
    with Server(workers=workers, PATIENCE_UNDER_TEST=f"{PATIENCE}") as server:
        yield server


@pytest.fixture
def writers(server: Server) -> list[Writer]:
    """Two phones at each table."""
    enough, all_writers = Event(), []
    for _table in range(TABLES):
        scorer, other = Scorer(), device()
        recording.join(scorer.session, device=other, role=Role.SCORER)
        table, phones = scorer.session.public_id, (scorer.access.device, other)
        all_writers += [Writer(server.port, table, phone, enough) for phone in phones]
    return all_writers


def killed_again_and_again(server: Server, writers: list[Writer]) -> None:
    """Start all writers, kill the server meanwhile, and let them finish their last hands."""
    connection.close()  # so that the restarted server is the first to open the file, and recovers it by itself
    for writer in writers:
        writer.start()
    for kill in range(KILLS):
        known = acknowledged(writers)
        until = time.monotonic() + PATIENCE
        while acknowledged(writers) < known + len(writers):
            assert time.monotonic() < until, "nothing is recorded any more"
            time.sleep(0.01)
        time.sleep(kill % 7 / 14)
        server.kill()
        server.start()
    writers[0].enough.set()
    for writer in writers:
        writer.join(timeout=PATIENCE)
        assert not writer.is_alive()
    server.kill()


def summary(writers: list[Writer]) -> str:
    """Return what happened, in figures."""
    hands = {note: sent for writer in writers for note, sent in writer.hands.items()}
    answers = sum((writer.answers for writer in writers), Counter[int | str]())
    lost = sum(
        hand.recorded_at.timestamp() < hands[hand.outcome["note"]].at
        for hand in Hand.objects.all()  # by the clock of this machine: recorded before it was sent for the last time
    )
    return (
        f"{connection.vendor}, {KILLS} kills: {acknowledged(writers)} hands acknowledged, {lost} of them only when sent"
        f" again after the first answer was lost; {answers['none']} times no answer, {answers[409]} conflicts"
    )


def test_acknowledged_hands_survive_and_none_is_stored_twice(server: Server, writers: list[Writer]) -> None:
    killed_again_and_again(server, writers)
    print(f"\n{summary(writers)}")  # noqa: T201 - for whoever makes a long run
    assert {response for writer in writers for response in writer.answers} == {"none", 200, 409}
    for first, second in zip(writers[::2], writers[1::2], strict=True):
        session, hands = Session.objects.get(public_id=first.public_id), first.hands | second.hands
        ledger = fresh(session)
        assert [hand.number for hand in ledger.hands] == list(range(1, len(hands) + 1))
        assert sorted(hand.raw["note"] for hand in ledger.hands) == sorted(hands)
        assert ledger.refusal is None
        assert ledger.totals == tuple(map(sum, zip(*(sent.amounts for sent in hands.values()), strict=True)))
        assert list(session.changes.values_list("revision", flat=True)) == list(range(len(hands) + 1))
    connection.check_constraints()
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            assert cursor.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
