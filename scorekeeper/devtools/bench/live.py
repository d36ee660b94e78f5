"""How soon all who watch a table have what was recorded there, by event streams and by asking every few seconds."""

from __future__ import annotations

import asyncio
import gc
import secrets
from collections.abc import Coroutine, Iterator, Sequence
from dataclasses import dataclass
from statistics import median, quantiles
from time import perf_counter

from django.utils import timezone

from scorekeeper.devtools.bench.phones import ListeningPhone, Poller, RecordingPhone, some_at_a_time, until
from scorekeeper.devtools.bench.served import BenchServer, Usage, served
from scorekeeper.devtools.bench.stage import table_with
from scorekeeper.devtools.bench.timing import verdict
from scorekeeper.play.live.hub import BEAT
from scorekeeper.play.models import Access, Role, Session

AIMS = {200: 50, 1000: 200}
"""For so many watchers, the milliseconds within which the last of them has it."""
HANDS_BEFORE = 20
EVERY = 1.0
"""Seconds from one hand to the next."""
GRACE = 10.0
"""Seconds after the last hand in which everybody must have it."""


@dataclass(frozen=True)
class Watched:
    """What so many watchers of one table came to.

    `delays` has, for each hand, the seconds until each watcher had it, in order; whoever never had it is `missed`. The
    processor's part is of one core, `idle` while nothing happens and `busy` while hands come.
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
        """The milliseconds until the last watcher had a hand: the median of the hands."""
        return median(of_hand[-1] for of_hand in self.delays) * 1000

    def line(self) -> str:
        delays = self.all_delays
        slow = quantiles(delays, n=100, method="inclusive")[-1] * 1000
        times = f"{median(delays) * 1000:9,.0f}{slow:9,.0f}{self.last:9,.0f}{max(delays) * 1000:9,.0f}"
        usage = f"{self.idle:8.1%}{self.busy:8.1%}{self.memory / 2**20:8.0f}"
        words = f"   aim {self.aim} ms: {verdict(self.last, self.aim)}" if self.aim else ""
        wrong = f"   {len(self.problems)} PROBLEMS, such as: {self.problems[0]}" if self.problems else ""
        return f"{f'{self.watchers:,} {self.name}':20}{times}{self.missed:8}{usage}{words}{wrong}"


HEAD = f"{'':20}{'p50':>9}{'p99':>9}{'last':>9}{'worst':>9}{'missed':>8}{'idle':>8}{'busy':>8}{'MB':>8}"


def watched(counts: Sequence[int], seconds: int) -> Iterator[Watched]:
    """So many watchers of one table, while a hand is recorded every second: each number by both ways, in turns."""
    for count in counts:
        for kind in (ListeningPhone, Poller):
            session = table_with(HANDS_BEFORE, writer := secrets.token_hex(16))
            devices = _let_in(session, count)
            with served() as server:
                yield asyncio.run(_watch(server, session, writer, devices, kind, seconds))


def _let_in(session: Session, count: int) -> list[str]:
    """Browsers that may watch; by one statement, which the app has no use for."""
    devices = [secrets.token_hex(16) for _ in range(count)]
    now = timezone.now()
    accesses = [Access(session=session, device=name, role=Role.WATCHER, granted_at=now) for name in devices]
    Access.objects.bulk_create(accesses)
    return devices


async def _watch(
    server: BenchServer,
    session: Session,
    writer_device: str,
    devices: Sequence[str],
    kind: type[ListeningPhone] | type[Poller],
    seconds: int,
) -> Watched:
    writer = RecordingPhone(server.port, writer_device, session.public_id)
    watchers = [kind(server.port, device, session.public_id) for device in devices]
    await writer.start()
    await writer.record()  # the first is the slowest everywhere, and is not counted
    await some_at_a_time([watcher.start() for watcher in watchers])
    gc.collect()
    gc.freeze()  # what is made from here on is little; the watchers need not be gone through again and again
    idle = await used(server, asyncio.sleep(min(BEAT, seconds)))
    writer.sent.clear()
    busy = await used(server, writer.evening(seconds, EVERY))
    await until(lambda: all(watcher.has_all(writer) for watcher in watchers), GRACE)
    for watcher in watchers:
        watcher.stop()
    writer.wire.close()
    gc.unfreeze()
    return _found(writer, watchers, idle, busy, server.usage())


async def used(server: BenchServer, doing: Coroutine[None, None, None]) -> float:
    """How much of one core the server uses meanwhile."""
    before, began = server.usage(), perf_counter()
    await doing
    return (server.usage().busy - before.busy) / (perf_counter() - began)


def _found(
    writer: RecordingPhone, watchers: Sequence[ListeningPhone | Poller], idle: float, busy: float, usage: Usage
) -> Watched:
    delays = []
    for revision, sent in writer.sent.items():
        had = [at for watcher in watchers if (at := watcher.had(revision)) is not None]
        delays.append(sorted(at - sent for at in had))
    return Watched(
        name="streams" if isinstance(watchers[0], ListeningPhone) else "polling",
        watchers=len(watchers),
        delays=delays,
        missed=sum(len(watchers) - len(of_hand) for of_hand in delays),
        problems=[*writer.problems, *(said for watcher in watchers for said in watcher.problems)],
        idle=idle,
        busy=busy,
        memory=usage.memory,
        aim=AIMS.get(len(watchers)) if isinstance(watchers[0], ListeningPhone) else None,
    )
