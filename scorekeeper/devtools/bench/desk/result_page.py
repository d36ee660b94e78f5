"""Benchmark of the tournament desk: the result of a large tournament on its page, on paper, and during play."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import unescape
from itertools import cycle
from re import search
from statistics import quantiles
from time import perf_counter

from django.db import connection
from django.db.models import CharField, Value
from django.db.models.functions import Cast, Concat
from django.urls import reverse
from django.utils import timezone

from scorekeeper.clubs.models import Club, ClubDevice
from scorekeeper.devtools.bench.browser import Application, Browser
from scorekeeper.devtools.bench.desk.ranking import document
from scorekeeper.devtools.bench.timing import Measurement, Ready, verdict
from scorekeeper.devtools.bench.under_load.load import times
from scorekeeper.devtools.bench.under_load.phones import BenchClient, RecordingPhone, some_at_a_time
from scorekeeper.devtools.demo_data.tarot_evening import table_with
from scorekeeper.devtools.sandbox.server import BenchServer, running_server
from scorekeeper.play.models import Session
from scorekeeper.tournaments.desk.document_import import import_tournament
from scorekeeper.tournaments.models import TableList, Tournament

TABLES, WATCHERS = 100, 200
POLL = 8.0
"""Seconds between two polls, as in templates/tournaments/_shown_result.html."""
CONFIRMED_EVERY = 20.0
"""Seconds between two lists that are confirmed, each of which changes the ranking."""
ALL_MS = 1000


@dataclass(frozen=True)
class StoredTournament:
    """The tournament of `ranking.document` at a club, open to the public, and a phone of the club."""

    tournament: Tournament
    device: str

    @property
    def public_page(self) -> str:
        return reverse("public_result", args=[self.tournament.public_token])


def store() -> StoredTournament:
    device = secrets.token_hex(16)
    club = Club.objects.create(name="Red Lion Card Club")
    ClubDevice.objects.create(club=club, device=device, runs=True)
    tournament = import_tournament(club, json.dumps(document()).encode(), day=timezone.localdate())
    tournament.is_public = True
    tournament.save()
    return StoredTournament(tournament, device)


def results(application: Application, stored: StoredTournament) -> list[Measurement]:
    """Return the page of the result, at first and after everybody got a new name, and the result sheet.

    The new names make sure that neither the page nor the typesetter has anything cached.
    """
    browser, evening = Browser(application, stored.device), stored.tournament.evening
    page = reverse("tournament_result", args=[evening.public_id])
    paper = reverse("tournament_paper_pdf", args=[evening.public_id])

    def with_new_names(path: str, prefix: str) -> Ready:
        def ready(number: int) -> Callable[[], object]:
            name = Concat(Value(f"{prefix} {number}/"), Cast("number", CharField()))
            stored.tournament.entries.update(name=name)
            return browser.ready("GET", path)

        return ready

    return [
        Measurement("result page, first view", with_new_names(page, "Player"), aim=ALL_MS),
        Measurement("result page, next view", lambda _number: browser.ready("GET", page), aim=ALL_MS),
        Measurement("result sheet, PDF", with_new_names(f"{paper}?what=result", "Guest"), aim=ALL_MS),
    ]


# While everybody plays


class RankingWatcher(BenchClient):
    """A browser that has the public page of a result open; `durations` are the seconds of each response."""

    def __init__(self, port: int, page: str) -> None:
        super().__init__(port, secrets.token_hex(16))
        self.fresh = page
        self.durations: list[float] = []
        self.changes = -1  # how often the ranking was new; the first one doesn't count

    async def look(self) -> None:
        """Fetch the page or, once it is open, what is new."""
        began = perf_counter()
        answer = await self.ask("GET", self.fresh, htmx=self.changes >= 0)
        self.durations.append(perf_counter() - began)
        if answer.body:
            address = search(r'id="result"[^>]*hx-get="([^"]*)"', answer.text)
            assert address, "the page does not poll"
            self.fresh = unescape(address[1])
            self.changes += 1

    async def watch(self, seconds: float) -> None:
        """Poll for this long, starting at a random moment of the first interval."""
        due = perf_counter() + min(POLL, seconds) * secrets.randbelow(1000) / 1000
        end = perf_counter() + seconds
        while due < end:
            await asyncio.sleep(max(due - perf_counter(), 0))
            await self.look()
            due = max(due + POLL, perf_counter())


@dataclass(frozen=True)
class WatchedTimes:
    """The seconds that recording a hand, first views and polling the ranking took, and all problems.

    `alone` are recordings before anybody watches; `busy` is the CPU time that the server used while everybody does.
    """

    alone: Sequence[float]
    first_views: Sequence[float]
    recording: Sequence[float]
    polling: Sequence[float]
    changes: int
    problems: Sequence[str]
    busy: float

    def lines(self) -> list[str]:
        counted = f"{len(self.recording)} hands, {len(self.polling)} polls, {self.changes} new rankings"
        answers = len(self.recording) + len(self.polling)
        return [
            f"{'':28}{'p50':>9}{'p95':>9}{'p99':>9}{'worst':>9}",
            f"{'recording, nobody watches':28}{times(self.alone)}",
            _line("recording, all watch", self.recording),
            _line("ranking, all open it", self.first_views),
            _line("ranking, polled", self.polling),
            f"{counted}; errors: {len(self.problems)}",
            *self.problems[:3],
            f"The server used {self.busy / answers * 1000:.1f} ms of a core for each.",
        ]


def _line(name: str, seconds: Sequence[float]) -> str:
    slow = quantiles(seconds, n=20, method="inclusive")[-1] * 1000
    return f"{name:28}{times(seconds)}   aim of the 95th {ALL_MS} ms: {verdict(slow, ALL_MS)}"


def measure_watched(stored: StoredTournament, tables: int, watchers: int, seconds: int) -> WatchedTimes:
    """Measure each table of the evening recording a hand within these seconds while the ranking is watched.

    The ranking is that of rounds whose lists are confirmed, so the hands don't change it; the confirmed lists do.
    """
    begun = {device: table_with(0, device) for device in (secrets.token_hex(16) for _table in range(tables))}
    evening = stored.tournament.evening
    Session.objects.filter(pk__in=[table.pk for table in begun.values()]).update(club=evening.club, evening=evening)
    lists = list(TableList.objects.filter(round__evening=evening).values_list("pk", flat=True))
    with running_server() as server:
        return asyncio.run(_minute(server, begun, [stored.public_page] * watchers, lists, seconds))


async def _minute(
    server: BenchServer, tables: Mapping[str, Session], pages: Sequence[str], lists: Sequence[int], seconds: int
) -> WatchedTimes:
    writers = [RecordingPhone(server.port, device, table.public_id) for device, table in tables.items()]
    watchers = [RankingWatcher(server.port, page) for page in pages]
    await some_at_a_time([writer.start() for writer in writers])
    await _record(writers, seconds / 6)
    for writer in writers:
        writer.durations.clear()  # the first hand of a table takes longer, and is not counted
    await _record(writers, seconds / 6)
    await some_at_a_time([watcher.look() for watcher in watchers])
    confirming = asyncio.create_task(_confirm_lists(lists))
    before = server.usage().busy
    await asyncio.gather(_record(writers, seconds), *(watcher.watch(seconds) for watcher in watchers))
    busy = server.usage().busy - before
    confirming.cancel()
    for one in (*writers, *watchers):
        one.wire.close()
    return WatchedTimes(
        alone=[writer.durations[0] for writer in writers],
        first_views=[watcher.durations[0] for watcher in watchers],
        recording=[writer.durations[1] for writer in writers],
        polling=[took for watcher in watchers for took in watcher.durations[1:]],
        changes=sum(watcher.changes for watcher in watchers),
        problems=[problem for one in (*writers, *watchers) for problem in one.problems],
        busy=busy,
    )


async def _record(writers: Sequence[RecordingPhone], seconds: float) -> None:
    """Record a hand at each table, one after the other within this many seconds."""

    async def later(place: int, writer: RecordingPhone) -> None:
        await asyncio.sleep(seconds * place / len(writers))
        await writer.record()

    await asyncio.gather(*(later(place, writer) for place, writer in enumerate(writers)))


async def _confirm_lists(lists: Sequence[int]) -> None:
    """Confirm one list after the other again, until told to stop."""
    for one in cycle(lists):
        await asyncio.to_thread(_confirm, one)
        await asyncio.sleep(CONFIRMED_EVERY)


def _confirm(table_list: int) -> None:
    TableList.objects.filter(pk=table_list).update(confirmed_at=timezone.now())
    connection.close()  # the thread's own
