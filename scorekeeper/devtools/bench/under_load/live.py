"""Benchmark of how soon all watchers of a table have a recorded hand, by event streams and by polling."""

from __future__ import annotations

import asyncio
import gc
import secrets
from collections.abc import Coroutine, Iterator, Sequence
from dataclasses import dataclass
from statistics import median, quantiles
from time import perf_counter

from django.utils import timezone

from scorekeeper.devtools.bench.timing import verdict
from scorekeeper.devtools.bench.under_load.phones import ListeningPhone, Poller, RecordingPhone, some_at_a_time, until
from scorekeeper.devtools.demo_data.tarot_evening import table_with
from scorekeeper.devtools.sandbox.server import BenchServer, Usage, running_server
from scorekeeper.play.live.hub import BEAT
from scorekeeper.play.models import Access, Role, Session

AIMS = {200: 50, 1000: 200}
"""For each number of watchers, the milliseconds within which the last one should have a hand."""
HANDS_BEFORE = 20
EVERY = 1.0
"""Seconds between two hands."""
GRACE = 10.0
"""Seconds after the last hand before it counts as missed."""


@dataclass(frozen=True)
class WatcherTimes:
    """The measurements of a number of watchers of one table.

    `delays` has, for each hand, the sorted seconds until each watcher had it; `missed` counts those that never did.
    `idle` and `busy` are the share of one core that the server used before and while hands were recorded. `memory` is
    in bytes, `aim` in milliseconds.
    """

    name: str
    watchers: int
    delays: Sequence[Sequence[float]]
    missed: int
    problems: Sequence[str]
    idle: float
    busy: float
    memory: float
    aim: int | None = None

    @property
    def all_delays(self) -> list[float]:
        return [delay for of_hand in self.delays for delay in of_hand]

    @property
    def last(self) -> float:
        """The milliseconds until the last watcher had a hand, as the median over the hands."""
        return median(of_hand[-1] for of_hand in self.delays) * 1000

    @property
    def slow(self) -> float:
        """The 99th percentile in milliseconds."""
        return quantiles(self.all_delays, n=100, method="inclusive")[-1] * 1000

    def line(self) -> str:
        delays = self.all_delays
        times = f"{median(delays) * 1000:9,.0f}{self.slow:9,.0f}{self.last:9,.0f}{max(delays) * 1000:9,.0f}"
        usage = f"{self.idle:8.1%}{self.busy:8.1%}{self.memory / 2**20:8.0f}"
        words = f"   aim {self.aim} ms: {verdict(self.last, self.aim)}" if self.aim else ""
        problems = f"   {len(self.problems)} PROBLEMS, such as: {self.problems[0]}" if self.problems else ""
        return f"{f'{self.watchers:,} {self.name}':20}{times}{self.missed:8}{usage}{words}{problems}"


HEAD = f"{'':20}{'p50':>9}{'p99':>9}{'last':>9}{'worst':>9}{'missed':>8}{'idle':>8}{'busy':>8}{'MB':>8}"


def measure_watchers(counts: Sequence[int], seconds: int) -> Iterator[WatcherTimes]:
    """Measure each number of watchers, by streams and then by polling, while a hand is recorded every second."""
    for count in counts:
        for kind in (ListeningPhone, Poller):
            session = table_with(HANDS_BEFORE, writer := secrets.token_hex(16))
            devices = let_in(session, count)
            with running_server() as server:
                yield asyncio.run(watched(server, session, writer, devices, kind, seconds))


def let_in(session: Session, count: int) -> list[str]:
    """Give new devices access as watchers, in one statement, and return them."""
    devices = [secrets.token_hex(16) for _ in range(count)]
    now = timezone.now()
    accesses = [Access(session=session, device=name, role=Role.WATCHER, granted_at=now) for name in devices]
    Access.objects.bulk_create(accesses)
    return devices


async def watched(
    server: BenchServer,
    session: Session,
    writer_device: str,
    devices: Sequence[str],
    kind: type[ListeningPhone] | type[Poller],
    seconds: int,
) -> WatcherTimes:
    writer = RecordingPhone(server.port, writer_device, session.public_id)
    watchers = [kind(server.port, device, session.public_id) for device in devices]
    await writer.start()
    await writer.record()  # the first hand is always the slowest, and is not counted
    await some_at_a_time([watcher.start() for watcher in watchers])
    gc.collect()
    gc.freeze()  # so that collections don't go through all watchers each time
    idle = await used(server, asyncio.sleep(min(BEAT, seconds)))
    writer.sent.clear()
    busy = await used(server, writer.evening(seconds, EVERY))
    await until(lambda: all(watcher.has_all(writer) for watcher in watchers), GRACE)
    for watcher in watchers:
        watcher.stop()
    writer.wire.close()
    gc.unfreeze()
    return _watcher_times(writer, watchers, idle, busy, server.usage())


async def used(server: BenchServer, work: Coroutine[None, None, None]) -> float:
    """Return the share of one core that the server uses meanwhile."""
    before, began = server.usage(), perf_counter()
    await work
    return (server.usage().busy - before.busy) / (perf_counter() - began)


def _watcher_times(
    writer: RecordingPhone, watchers: Sequence[ListeningPhone | Poller], idle: float, busy: float, usage: Usage
) -> WatcherTimes:
    delays = []
    for revision, sent in writer.sent.items():
        received = [at for watcher in watchers if (at := watcher.received_at(revision)) is not None]
        delays.append(sorted(at - sent for at in received))
    return WatcherTimes(
        name="streams" if isinstance(watchers[0], ListeningPhone) else "polling",
        watchers=len(watchers),
        delays=delays,
        missed=sum(len(watchers) - len(of_hand) for of_hand in delays),
        problems=[*writer.problems, *(problem for watcher in watchers for problem in watcher.problems)],
        idle=idle,
        busy=busy,
        memory=usage.memory,
        aim=AIMS.get(len(watchers)) if isinstance(watchers[0], ListeningPhone) else None,
    )
