"""A server that is killed repeatedly loses no acknowledged hand and stores none twice.

With PostgreSQL, there are two server processes. Six kills are enough for the suite; for a long run that prints what
happened, use `KILLS=40 python -m pytest -s tests/test_killed_server.py`.
"""

from __future__ import annotations

import http.client
import os
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from threading import Event, Thread
from urllib.parse import urlencode

import pytest
from django.core import signing
from django.db import connection
from django.urls import reverse
from django.utils import timezone

from scorekeeper.devtools.bench.browser import form_of
from scorekeeper.play.models import Hand, Role, Session
from scorekeeper.play.recording import services
from scorekeeper.web.device_cookie import COOKIE, SALT
from tests.play.tables import Scorer, device, fresh
from tests.servers import Server

pytestmark = pytest.mark.django_db(transaction=True)

KILLS = int(os.environ.get("KILLS", "6"))
TABLES = 4
PAUSE = 0.05
"""Seconds until a phone in this test tries again; a real one waits longer."""
PATIENCE = 60
"""Seconds after which the test fails: a server starts in less, however busy the machine is."""

HANDS = (
    ({"call": "garde", "bouts": "2", "points-tens": "4", "points-units": "9"}, 66),  # (25 + 8) × 2
    ({"call": "prise", "bouts": "1", "points-tens": "5", "points-units": "1"}, 25),
    ({"call": "garde", "bouts": "3", "points-tens": "3", "points-units": "0"}, -62),  # (25 + 6) × 2, lost
)
"""What is tapped, and what each of the three others pays the taker."""


@dataclass
class Sent:
    """One hand as its phone knows it: for whom, at how many counters each, and when it was last sent."""

    taker: int
    each: int
    at: float = 0.0
    tries: int = 0
    acknowledged: bool = False

    @property
    def amounts(self) -> list[int]:
        return [3 * self.each if seat == self.taker else -self.each for seat in range(4)]


@dataclass
class Writer(Thread):
    """A phone that records one hand after the other, and sends again what was not answered, as the page does."""

    server: Server
    session: Session
    device: str
    enough: Event
    hands: dict[str, Sent] = field(default_factory=dict)
    answers: Counter[int | str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        super().__init__(daemon=True)
        self.cookies = {COOKIE: signing.get_cookie_signer(salt=COOKIE + SALT).sign(self.device)}
        self.wire = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=10)

    def __hash__(self) -> int:
        return id(self)

    def run(self) -> None:
        with closing(self.wire):
            page = self.answered("GET", reverse("session", args=[self.session.public_id]))
            while not self.enough.is_set():
                page = self.record(page)

    def record(self, page: str) -> str:
        """Record one hand, until it is acknowledged; return the page that is then shown."""
        number = len(self.hands)
        note, (taps, each) = f"{self.device} {number}", HANDS[number % len(HANDS)]
        sent = self.hands[note] = Sent(number % 4, each)
        hand_form = {**taps, "taker": str(sent.taker), "note": note}
        while not sent.acknowledged:
            # After a conflict: the same hand, in the form that came back, which has a new revision and token.
            form = form_of(page, "outcome") | hand_form
            page = self.answered("POST", reverse("record", args=[self.session.public_id]), urlencode(form), sent)
        return page

    def answered(self, method: str, path: str, body: str | None = None, sent: Sent | None = None) -> str:
        """Return the answer; without one, send the same again."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if sent:
                sent.at, sent.tries = timezone.now().timestamp(), sent.tries + 1
            try:
                status, page, recorded = self.exchange(method, path, body)
            except (OSError, http.client.HTTPException):
                self.wire.close()
                self.answers["none"] += 1
            else:
                self.answers[status] += 1
                if sent and recorded:
                    sent.acknowledged = True
                if status in (200, 409):
                    return page
                assert status >= 500, f"{status}: {page}"
            time.sleep(PAUSE)
        raise TimeoutError(f"nobody answers any more: {self.answers}")

    def exchange(self, method: str, path: str, body: str | None) -> tuple[int, str, bool]:
        """Return status and body, and whether it says that a hand was recorded."""
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if body is not None:
            headers |= {"Content-Type": "application/x-www-form-urlencoded", "HX-Request": "true"}
        self.wire.request(method, path, body, headers)
        response = self.wire.getresponse()
        page = response.read().decode()
        for cookie in response.msg.get_all("Set-Cookie", []):
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name.strip()] = value
        return response.status, page, "X-Revision" in response.headers


@pytest.fixture
def server(transactional_db: None) -> Iterator[Server]:
    with Server(workers=2 if connection.vendor == "postgresql" else 1) as server:
        yield server


@pytest.fixture
def writers(server: Server) -> list[Writer]:
    """Two phones at each table."""
    enough, all_writers = Event(), []
    for _table in range(TABLES):
        scorer, other = Scorer(), device()
        services.join(scorer.session, device=other, role=Role.SCORER)
        all_writers += [Writer(server, scorer.session, name, enough) for name in (scorer.access.device, other)]
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


def acknowledged(writers: list[Writer]) -> int:
    return sum(sent.acknowledged for writer in writers for sent in list(writer.hands.values()))


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
        session, hands = first.session, first.hands | second.hands
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
