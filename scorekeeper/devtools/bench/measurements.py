"""The measurements of `manage.py bench`: requests as a phone sends them, and the replay alone."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Callable

from django.urls import reverse

from games import registry
from games.scoring.replay import Ledger, replay
from scorekeeper.devtools.bench.browser import BenchAnswer, Browser, form_of
from scorekeeper.devtools.bench.timing import Measurement, Ready
from scorekeeper.devtools.demo_data.drawn_hands import draw_sessions, seen_before
from scorekeeper.devtools.demo_data.tarot_evening import table_with
from scorekeeper.devtools.sandbox.urls import FLOOR
from scorekeeper.play.ledger import ledgers
from scorekeeper.play.models import Session, Settlement
from scorekeeper.play.recording import services
from scorekeeper.play.recording.transaction import Write

LENGTHS = (50, 500)
FIRST_SEED = 1000
"""The seed of the hands that are drawn for the first round; each further round has the next one."""
AIMS = {500: 5}
"""Milliseconds that a replay of this many hands may take, in any game."""


class BenchedPhone:
    """A phone, and the requests that it sends in each round."""

    def __init__(self, browser: Browser, device: str) -> None:
        self.browser, self.device = browser, device

    def floor(self, number: int) -> Callable[[], BenchAnswer]:
        """Prepare a write of one row, with the cookie and the CSRF token of a form."""
        new = self.browser.get(reverse("new")).text
        values = {"name": f"Player {number}", "csrfmiddlewaretoken": form_of(new, "languages")["csrfmiddlewaretoken"]}
        return self.browser.ready("POST", FLOOR, values, htmx=True)

    def recording(self, hand: int) -> Ready:
        """Return the recording of hand number `hand`, at a new table in each round, right after its page was loaded."""

        def ready(number: int) -> Callable[[], BenchAnswer]:
            return self._posting("record", table_with(hand - 1, self.device), number)

        return ready

    def preview(self, hand: int) -> Ready:
        """Return the preview of hand number `hand`."""
        session = table_with(hand - 1, self.device)
        return lambda number: self._posting("preview", session, number)

    def page(self, hands: int) -> Ready:
        """Return the page of a session with that many hands, loaded once before."""
        session = table_with(hands, self.device)
        path = reverse("session", args=[session.public_id])

        def ready(_number: int) -> Callable[[], BenchAnswer]:
            self.browser.get(path)
            return self.browser.ready("GET", path)

        return ready

    def unread(self, hands: int) -> Ready:
        """Return the page of a session whose ledger must be read and replayed first."""
        session = table_with(hands, self.device)

        def ready(_number: int) -> Callable[[], BenchAnswer]:
            ledgers.forget()
            return self.browser.ready("GET", reverse("session", args=[session.public_id]))

        return ready

    def closing(self, hands: int) -> Ready:
        """Return the service call that closes a session whose ledger is cached, without the page that follows."""

        def ready(_number: int) -> Callable[[], Settlement]:
            session = table_with(hands, self.device)
            ledgers.of(session)
            access, revision, token = session.accesses.get(), session.revision, secrets.token_urlsafe(12)
            return lambda: services.close(Write(session, access, revision, token))

        return ready

    def _posting(self, name: str, session: Session, number: int) -> Callable[[], BenchAnswer]:
        page = self.browser.get(reverse("session", args=[session.public_id]))
        values = form_of(page.text, "outcome") | ordinary_hand(number)
        return self.browser.ready("POST", reverse(name, args=[session.public_id]), values, htmx=True)


def ordinary_hand(number: int) -> dict[str, str]:
    """Return the fields of an ordinary hand of four; it differs from round to round, so that nothing is cached."""
    taker, units = number % 4, number // 4 % 10
    return {"call": "garde", "taker": str(taker), "bouts": "2", "points-tens": "4", "points-units": str(units)}


def replaying(slug: str, hands: int) -> Ready:
    """Return the replay alone of hands that are drawn anew in each round, as in a server that has just started.

    Stored outcomes are decoded, scored and added up, without the database.
    """

    def ready(number: int) -> Callable[[], list[Ledger]]:
        sessions = draw_sessions(slug, hands, FIRST_SEED + number)
        _forget_lines(slug)
        return lambda: [replay(*session) for session in sessions]

    return ready


def _forget_lines(slug: str) -> None:
    """Empty the caches of a game, which scored the hands when they were drawn."""
    for name, module in list(sys.modules.items()):
        if name.startswith(f"games.{slug}."):
            for value in vars(module).values():
                if clear := getattr(value, "cache_clear", None):
                    clear()


def replays() -> list[Measurement]:
    """Return the replays of each installed game, at two lengths."""
    return [
        Measurement(f"{game.name}, {hands:,} hands", replaying(game.slug, hands), aim=AIMS.get(hands))
        for game in registry.all_games()
        for hands in LENGTHS
    ]


def hands_seen_before() -> str:
    """Say how many of the replayed hands of each game repeat an earlier one."""
    shares = [
        f"{game.name} {seen_before(draw_sessions(game.slug, max(LENGTHS), FIRST_SEED)):.0%}"
        for game in registry.all_games()
    ]
    return f"Of {max(LENGTHS)} hands, these came before at their table:\n{', '.join(shares)}."


def everything(browser: Browser, device: str) -> list[Measurement]:
    """Return everything else that is timed, the floor first, with the aims."""
    phone = BenchedPhone(browser, device)
    floor = Measurement("the floor", phone.floor)
    page = Measurement("the page of 50", phone.page(50))
    long_page = Measurement("session page, 500 hands", phone.page(500), of=page, aim=2)
    return [
        floor,
        Measurement("recording hand 1", phone.recording(1), of=floor),
        Measurement("recording hand 50", phone.recording(50), of=floor, aim=2.5),
        Measurement("recording hand 500", phone.recording(500), of=floor),
        Measurement("preview of hand 50", phone.preview(50), of=floor, aim=3),
        Measurement("preview of hand 500", phone.preview(500), of=floor),
        Measurement("closing after 50 hands", phone.closing(50), of=floor),
        Measurement("closing after 500 hands", phone.closing(500), of=floor),
        page,
        long_page,
        Measurement("the same, its ledger unread", phone.unread(500), of=long_page),
    ]


def new_device() -> str:
    return secrets.token_hex(16)
