"""Benchmark of a club among many others: each page in a database of its own and in a crowd, in turns.

The crowd is made of copies of the club, so that both databases show the same pages. All caches of a session are emptied
before each request.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from io import StringIO
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from django.conf import settings
from django.contrib import admin
from django.contrib.auth.models import User
from django.core.handlers.wsgi import WSGIHandler
from django.core.management import call_command
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.urls import reverse

from scorekeeper.clubs.services import make_organiser
from scorekeeper.devtools.bench.browser import Browser
from scorekeeper.devtools.bench.clubs.club import PANEL, SeededClub, session_of
from scorekeeper.devtools.bench.measurements import BenchedPhone
from scorekeeper.devtools.bench.timing import Ready, verdict
from scorekeeper.devtools.demo_data.copies import copy_everything
from scorekeeper.devtools.demo_data.insertion import insert_club
from scorekeeper.devtools.demo_data.tarot_evening import table_with
from scorekeeper.play.ledger import ledgers
from scorekeeper.play.models import Session

AIM = 1.2
"""How many times as long a page may take in the crowd as alone."""
MEMBERS = 20
SITE, RECORDING = "site", "recording a hand"
WARM_UP = 2
HEAD = f"{'':40}{'alone':>8}{'crowd':>8}{'ratio':>7}{'statements':>12}{'in the crowd':>14}"


@dataclass
class ComparedPage:
    """The times of one page in milliseconds, and its numbers of SQL statements, alone and in the crowd."""

    name: str
    alone: list[float] = field(default_factory=list)
    crowd: list[float] = field(default_factory=list)
    statements: set[int] = field(default_factory=set)
    statements_in_crowd: set[int] = field(default_factory=set)

    def line(self) -> str:
        ratio = min(self.crowd) / min(self.alone)
        aim = "" if self.name.startswith(SITE) else f"   aim {AIM}: {verdict(ratio, AIM)}"
        counts = f"{max(self.statements):12}{max(self.statements_in_crowd):14}"
        return f"{self.name:40}{min(self.alone):8.1f}{min(self.crowd):8.1f}{ratio:7.2f}{counts}{aim}"


@dataclass(frozen=True)
class Crowd:
    """A club in two databases: the present one, where it is one of many, and `alone`, where it is the only one."""

    club: SeededClub
    site: dict[str, str]
    table: Session
    alone: str

    def pages(self) -> dict[str, tuple[str, dict[str, str]]]:
        """Return the paths to request by name, each with the cookies of an organiser or of the site administrator."""
        own, site = self.club.cookies, self.site
        evening = self.club.seeded.club.evenings.latest("date").public_id
        of_club = {
            "home page": reverse("home"),
            "a new session": reverse("new"),
            "a table": reverse("session", args=[self.table.public_id]),
            "evenings": reverse("evenings"),
            "an evening": reverse("evening", args=[evening]),
            **self.club.pages(),
        }
        lists = {
            f"{SITE} {PANEL}: {meta.verbose_name_plural}": reverse(
                f"admin:{meta.app_label}_{meta.model_name}_changelist"
            )
            for meta in (model._meta for model in admin.site._registry)
        }
        of_site = {
            f"{SITE} {PANEL}": reverse("admin:index"),
            f"{SITE} {PANEL}: journal": reverse("admin:play_session_journal"),
            f"{SITE} {PANEL}: search members": f"{reverse('admin:clubs_player_changelist')}?q=marion",
            f"{SITE} {PANEL}: search sessions": f"{reverse('admin:play_session_changelist')}?q=marion",
            **lists,
        }
        return {name: (path, own) for name, path in of_club.items()} | {
            name: (path, site) for name, path in of_site.items()
        }


@contextmanager
def crowd(clubs: int, hands: int) -> Iterator[Crowd]:
    """Fill the test bed with clubs of at least so many hands each."""
    device = secrets.token_hex(16)
    seeded = insert_club("Club", members=MEMBERS, hands=hands, device=device, random=Random(1))  # noqa: S311
    organiser = User.objects.create_user("organiser", password=secrets.token_urlsafe(12))
    make_organiser(seeded.club, organiser)
    administrator = User.objects.create_superuser("site", password=secrets.token_urlsafe(12))
    site = {settings.SESSION_COOKIE_NAME: session_of(administrator)}
    club = SeededClub(seeded=seeded, cookies={settings.SESSION_COOKIE_NAME: session_of(organiser)})
    table = table_with(20, device)
    with _copied_database() as alone:
        copy_everything(clubs - 1)
        yield Crowd(club, site, table, alone)


def compare(application: WSGIHandler, found: Crowd, rounds: int, names: Collection[str] = ()) -> Iterator[ComparedPage]:
    """Measure the pages of these names, or every page, and recording a hand: alone and in the crowd in turns."""
    device = found.club.seeded.device
    for name, (path, cookies) in found.pages().items():
        if not names or name in names:
            browser = Browser(application, device)
            browser.cookies.load(cookies)
            yield _compared(name, partial(_getting, browser, path), found, rounds)
    recording = BenchedPhone(Browser(application, device), device).recording(20)
    if not names or RECORDING in names:
        yield _compared(RECORDING, recording, found, rounds)


def _getting(browser: Browser, path: str, _number: int) -> Callable[[], object]:
    return browser.ready("GET", path)


def _compared(name: str, ready: Ready, found: Crowd, rounds: int) -> ComparedPage:
    page = ComparedPage(name)
    sides = ((found.alone, page.alone, page.statements), ("", page.crowd, page.statements_in_crowd))
    for number in range(-WARM_UP, rounds):
        for database, times, statements in sides if number % 2 else reversed(sides):
            with _in_database(database):
                took, sent = _measured(ready(number))
            if number >= 0:
                times.append(took)
                statements.add(sent)
    return page


def _measured(request: Callable[[], object]) -> tuple[float, int]:
    """Return the milliseconds that a request takes and the statements that it sends."""
    statements = 0

    def count(execute: Any, *args: Any) -> Any:
        nonlocal statements
        statements += 1
        return execute(*args)

    ledgers.forget()
    with connection.execute_wrapper(count):
        began = perf_counter()
        request()
        return (perf_counter() - began) * 1000, statements


def run_commands() -> Iterator[tuple[str, float]]:
    """Run an operator's commands in the crowd, and yield the seconds that each takes."""
    with TemporaryDirectory(dir=settings.DATA_DIR) as folder:
        backup = {"to": Path(folder)}
        for name, options in (("erasedeleted", {}), ("recount", {}), ("backup", backup)):
            began = perf_counter()
            call_command(name, stdout=StringIO(), stderr=StringIO(), **options)
            yield name, perf_counter() - began


@contextmanager
def _copied_database() -> Iterator[str]:
    """Copy the present database for as long as the block lasts; yield the name of the copy."""
    present = str(connection.settings_dict["NAME"])
    if connection.vendor == "sqlite":
        name = f"{present}-alone"
        with connection.cursor() as cursor:
            cursor.execute("VACUUM INTO %s", [name])
        yield name
        Path(name).unlink()
        return
    name, quote = f"{present}_alone", connection.ops.quote_name
    connection.close()  # a database that is in use can't be copied
    with connection._nodb_cursor() as cursor:
        cursor.execute(f"CREATE DATABASE {quote(name)} TEMPLATE {quote(present)}")
    with _in_database(name), connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    try:
        yield name
    finally:
        _opened.pop(name).close()
        with connection._nodb_cursor() as cursor:
            cursor.execute(f"DROP DATABASE {quote(name)}")


_opened: dict[str, BaseDatabaseWrapper] = {}
"""The connections to copied databases, by name."""


@contextmanager
def _in_database(name: str) -> Iterator[None]:
    """Use the copied database of this name in a block; empty for the present one."""
    if not name:
        yield
        return
    present = connections[DEFAULT_DB_ALIAS]
    if name not in _opened:
        _opened[name] = present.copy()
        _opened[name].settings_dict["NAME"] = name
    connections[DEFAULT_DB_ALIAS] = _opened[name]
    try:
        yield
    finally:
        connections[DEFAULT_DB_ALIAS] = present
