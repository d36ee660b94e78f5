"""Phones that record at the real server, and remember what they sent and what was acknowledged."""

from __future__ import annotations

import http.client
import time
from collections import Counter
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass, field
from threading import Event, Thread
from urllib.parse import urlencode

from django.urls import reverse
from django.utils import timezone

from scorekeeper.devtools.bench import form_of
from scorekeeper.web.cookies import DEVICE_COOKIE, signed_device

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
    """One hand as its phone knows it: for whom, at how many counters each, when last sent and when acknowledged."""

    taker: int
    each: int
    at: float = 0.0
    tries: int = 0
    acknowledged_at: float = 0.0

    @property
    def acknowledged(self) -> bool:
        return self.acknowledged_at > 0

    @property
    def amounts(self) -> list[int]:
        return [3 * self.each if seat == self.taker else -self.each for seat in range(4)]


@dataclass
class Writer(Thread):
    """A phone that records one hand after the other, and sends again what was not answered, as the page does."""

    port: int
    public_id: str
    device: str
    enough: Event
    hands: dict[str, Sent] = field(default_factory=dict)
    answers: Counter[int | str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        super().__init__(daemon=True)
        self.cookies = {DEVICE_COOKIE: signed_device(self.device)}
        self.wire = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)

    def __hash__(self) -> int:
        return id(self)

    def run(self) -> None:
        with closing(self.wire):
            page = self.answered("GET", reverse("session", args=[self.public_id]))
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
            page = self.answered("POST", reverse("record", args=[self.public_id]), urlencode(form), sent)
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
                    sent.acknowledged_at = time.monotonic()
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


def acknowledged(writers: Iterable[Writer]) -> int:
    return sum(sent.acknowledged for writer in writers for sent in list(writer.hands.values()))
