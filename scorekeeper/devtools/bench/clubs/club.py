"""Benchmark of a club with a hundred thousand hands: standings, a member's page and the lists of the panel.

Each page is the first request of a new process, and is then requested again. Comparison with the same pages of a small
club in the same database shows whether the number of SQL statements grows with the rows.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from random import Random
from statistics import median, quantiles

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.backends.db import SessionStore
from django.urls import reverse

from scorekeeper.clubs.services import make_organiser
from scorekeeper.devtools.bench.restarts import FirstRequests, first_requests
from scorekeeper.devtools.bench.timing import verdict
from scorekeeper.devtools.demo_data.insertion import SeedResult, insert_club
from scorekeeper.standings.models import Result

AIM = 100
"""Milliseconds that the first request may take."""
SMALL = 1000
"""Hands of the small club."""
PANEL = "panel"
MEMBERS = 60
HEAD = f"{'':34}{'first':>8}{'cpu':>8}{'median':>8}{'95 %':>8}{'kB':>6}{'statements':>12}{'small club':>12}"


@dataclass(frozen=True, kw_only=True)
class SeededClub:
    """A seeded club, with the session cookie of its organiser."""

    seeded: SeedResult
    cookies: dict[str, str]

    def pages(self) -> dict[str, str]:
        """Return the paths to request, by name, with the member of the latest result and the latest season."""
        club = self.seeded.club
        member = Result.objects.filter(session__club=club).latest("pk").seat.player_id
        season = club.seasons.latest("starts").pk
        panel = {
            f"{PANEL}: {model.replace('_', ', ')}": reverse(f"admin:{model}_changelist")
            for model in ("clubs_player", "play_session")
        }
        return {
            "the club": reverse("club"),
            "standings": reverse("standings"),
            "standings of a season": f"{reverse('standings')}?season={season}",
            "standings, Seeger-Fabian": f"{reverse('standings')}?game=skat&by=points",
            "championship of a season": f"{reverse('championship')}?season={season}",
            "championship of all time": f"{reverse('championship')}?scoring=place_points",
            "members": reverse("members"),
            "a member": reverse("member", args=[member]),
            "sessions of a member": reverse("member_sessions", args=[member]),
            PANEL: reverse("admin:index"),
            f"{PANEL}: journal": reverse("admin:play_session_journal"),
            **panel,
        }


@dataclass(frozen=True)
class MeasuredPage:
    """The measurements of one page of the large club; `small` is the number of statements for the small one."""

    name: str
    found: FirstRequests
    small: int

    def line(self) -> str:
        one = self.found
        slow = quantiles(one.later, n=20, method="inclusive")[-1]
        numbers = f"{one.first:8.1f}{one.busy:8.1f}{median(one.later):8.1f}{slow:8.1f}{one.size / 1000:6.1f}"
        aim = "" if self.name.startswith(PANEL) else f"   aim of the first {AIM} ms: {verdict(one.first, AIM)}"
        grows = "   THEY GROW" if one.statements > self.small else ""
        return f"{self.name:34}{numbers}{one.statements:12}{self.small:12}{aim}{grows}"


def pages(hands: int, rounds: int, names: Collection[str] = ()) -> Iterator[MeasuredPage]:
    """Measure the pages of these names, or every page; each in a new process."""
    large, small = _seed("Large", hands), _seed("Small", SMALL)
    of_small = small.pages()
    for name, path in large.pages().items():
        if names and name not in names:
            continue
        requests = _requests_of(large, path, rounds)
        yield MeasuredPage(name, requests, _requests_of(small, of_small[name], 0).statements)


def _seed(name: str, hands: int) -> SeededClub:
    seeded = insert_club(name, members=MEMBERS, hands=hands, device=secrets.token_hex(16), random=Random(1))  # noqa: S311
    user = User.objects.create_user(f"organiser of {name}", password=secrets.token_urlsafe(12))
    make_organiser(seeded.club, user)
    return SeededClub(seeded=seeded, cookies={settings.SESSION_COOKIE_NAME: session_of(user)})


def session_of(user: User) -> str:
    """Return the key of a new Django session in which the user is signed in."""
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    return str(session.session_key)


def _requests_of(club: SeededClub, path: str, rounds: int) -> FirstRequests:
    return first_requests(club.seeded.device, path, rounds, club.cookies)
