"""Benchmark of many tables at once: one phone at each records, and the others follow."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median, quantiles

from scorekeeper.devtools.bench.timing import verdict
from scorekeeper.devtools.bench.under_load.live import GRACE, used
from scorekeeper.devtools.bench.under_load.phones import ListeningPhone, RecordingPhone, some_at_a_time, until
from scorekeeper.devtools.demo_data.tarot_evening import table_with
from scorekeeper.devtools.sandbox.server import BenchServer, running_server
from scorekeeper.play.models import Role, Session
from scorekeeper.play.recording import services

TABLES = 30
EVERY = 2.0
"""Seconds between two hands at a table, much faster than anybody plays."""
LISTENING = (Role.SCORER, Role.WATCHER, Role.WATCHER)
"""The roles of the phones that follow at each table."""
AIM = 50
"""Milliseconds for the 95th percentile of recording."""


@dataclass(frozen=True)
class LoadTimes:
    """The measurements of an evening.

    `took` has the seconds of each recording, `delays` those until each other phone had the hand; `missed` counts those
    that never did. `busy` is the share of one core that the server used.
    """

    took: Sequence[float]
    delays: Sequence[float]
    missed: int
    problems: Sequence[str]
    busy: float
    memory: float

    @property
    def slow(self) -> float:
        """The 95th percentile of recording, in milliseconds."""
        return quantiles(self.took, n=20, method="inclusive")[-1] * 1000

    def lines(self) -> list[str]:
        return [
            f"{'':20}{'p50':>9}{'p95':>9}{'p99':>9}{'worst':>9}",
            f"{'recording':20}{times(self.took)}   aim of the 95th {AIM} ms: {verdict(self.slow, AIM)}",
            f"{'until others had it':20}{times(self.delays)}",
            f"{len(self.took):,} hands recorded; missed: {self.missed}; errors: {len(self.problems)}",
            *self.problems[:3],
            f"The server used {self.busy:.0%} of a core and {self.memory / 2**20:.0f} MB.",
        ]


def times(seconds: Sequence[float]) -> str:
    """Return the median, the 95th and 99th percentiles and the maximum, in milliseconds."""
    parts = quantiles(seconds, n=100, method="inclusive")
    return "".join(f"{one * 1000:9.1f}" for one in (median(seconds), parts[94], parts[98], max(seconds)))


def measure_load(tables: int, seconds: int, workers: int) -> LoadTimes:
    """Measure an evening of that many tables for that many seconds."""
    seated = [_table() for _ in range(tables)]
    with running_server(workers, apart=workers == 1) as server:
        return asyncio.run(_evening(server, seated, max(round(seconds / EVERY), 1)))


def _table() -> tuple[Session, list[str]]:
    """Create a session; return it with the devices at it, the recording one first."""
    session = table_with(0, writer := secrets.token_hex(16))
    others = [secrets.token_hex(16) for _ in LISTENING]
    for device, role in zip(others, LISTENING, strict=True):
        services.join(session, device=device, role=role)
    return session, [writer, *others]


async def _evening(server: BenchServer, seated: Sequence[tuple[Session, list[str]]], hands: int) -> LoadTimes:
    writers = [RecordingPhone(server.port, devices[0], session.public_id) for session, devices in seated]
    listeners = [
        [ListeningPhone(server.port, device, session.public_id) for device in devices[1:]]
        for session, devices in seated
    ]
    phones = [phone for at_table in listeners for phone in at_table]
    await some_at_a_time([phone.start() for phone in [*writers, *phones]])
    await _all_write(writers, 1)  # the first hand is always the slowest, and is not counted
    for writer in writers:
        writer.sent.clear()
        writer.durations.clear()
    busy = await used(server, _all_write(writers, hands))
    pairs = list(zip(writers, listeners, strict=True))
    await until(lambda: all(phone.has_all(writer) for writer, others in pairs for phone in others), GRACE)
    usage = server.usage()
    for phone in phones:
        phone.stop()
    for writer in writers:
        writer.wire.close()
    times_of = [
        (phone.received_at(revision), at)
        for writer, others in pairs
        for phone in others
        for revision, at in writer.sent.items()
    ]
    return LoadTimes(
        took=[took for writer in writers for took in writer.durations],
        delays=[received - sent for received, sent in times_of if received is not None],
        missed=sum(received is None for received, _sent in times_of),
        problems=[problem for phone in [*writers, *phones] for problem in phone.problems],
        busy=busy,
        memory=usage.memory,
    )


async def _all_write(writers: Sequence[RecordingPhone], hands: int) -> None:
    """Record at all tables, with starts spread over the interval between hands."""

    async def later(place: int, writer: RecordingPhone) -> None:
        await asyncio.sleep(EVERY * place / len(writers))
        await writer.evening(hands, EVERY)

    await asyncio.gather(*(later(place, writer) for place, writer in enumerate(writers)))
