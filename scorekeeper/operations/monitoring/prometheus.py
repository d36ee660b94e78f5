"""The metrics of this process in Prometheus' format, served at an address of their own.

Each process has a port: the first has that of the setting, the next one the port after it. So every number is of one
process, and Prometheus sees a restart as what it is. A process that takes over from another waits for its port.
"""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import suppress
from itertools import accumulate

from django.conf import settings
from django.db import connection
from prometheus_client import CollectorRegistry, ProcessCollector, start_http_server
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, InfoMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from scorekeeper import __version__, telemetry
from scorekeeper.database.circuit_breaker import breaker
from scorekeeper.files.archive import last_backup
from scorekeeper.operations.monitoring import storage
from scorekeeper.operations.serving import connections
from scorekeeper.play.live.asgi import open_streams
from scorekeeper.telemetry import BOUNDS, Durations

PREFIX = "scorekeeper_"
Gauge = tuple[str, str, float | None]


class Figures(Collector):
    """Everything that `scorekeeper.telemetry` counted, and what can be looked up when the metrics are read."""

    def collect(self) -> Iterator[Metric]:
        about = {"version": __version__, "database": connection.vendor}
        yield InfoMetricFamily(PREFIX.rstrip("_"), "The version, and the kind of its database.", about)
        for events in telemetry.EVENT_COUNTS:
            counter = CounterMetricFamily(PREFIX + events.name, events.about, labels=events.labels)
            for labels, number in events.now().items():
                counter.add_metric(labels, number)
            yield counter
        for distribution in telemetry.DISTRIBUTIONS:
            histogram = HistogramMetricFamily(
                PREFIX + distribution.name, distribution.about, labels=distribution.labels
            )
            for labels, durations in distribution.now().items():
                histogram.add_metric(labels, _cumulative(durations), durations.total)
            yield histogram
        for name, about_it, value in _gauges():
            if value is not None:
                yield GaugeMetricFamily(PREFIX + name, about_it, value)


def _cumulative(durations: Durations) -> list[tuple[str, float]]:
    counts = map(float, accumulate(durations.buckets))
    return list(zip((*map(str, BOUNDS), "+Inf"), counts, strict=True))


def _gauges() -> Iterator[Gauge]:
    """Yield the name, the explanation and the value of what goes up and down; None is unknown."""
    disk, backup = storage.of_files(), last_backup.latest()
    yield "streams_open", "Event streams that are open.", open_streams()
    yield "connections_open", "Connections that are open.", len(connections.register().connections)
    yield "sessions_active", "Sessions changed here in the last hour.", len(telemetry.active_sessions.now())
    yield "database_up", "0 while PostgreSQL does not answer, else 1.", 0 if breaker.is_open else 1
    yield "database_size_bytes", "Size of the SQLite database, without its log.", disk.database
    yield "database_wal_size_bytes", "Size of the log (WAL) of the SQLite database.", disk.log
    yield "disk_free_bytes", "Free bytes on the disk with the data.", disk.free
    yield "disk_size_bytes", "Size of the disk with the data.", disk.total
    yield "backup_timestamp_seconds", "When the last backup was made, since 1970.", backup.at if backup else None
    yield "backup_size_bytes", "Size of the last backup.", backup.size if backup else None


def registry() -> CollectorRegistry:
    """Return the registry of this process: our figures, and its memory and processor time."""
    own = CollectorRegistry()
    own.register(Figures())
    ProcessCollector(registry=own)
    return own


def serve() -> bool:
    """Serve the metrics of this process at the first free port of its address; return whether there was one."""
    assert settings.METRICS is not None
    host, first = settings.METRICS
    for port in range(first, first + settings.WORKERS):
        with suppress(OSError):
            start_http_server(port, host, registry())
            return True
    return False


def problem(workers: int) -> str:
    """Return why the metrics of so many processes can't be served, in a sentence; empty if they can."""
    if settings.METRICS is None:
        return ""
    host, first = settings.METRICS
    for port in range(first, first + workers):
        try:
            family, _kind, _protocol, _name, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
            with socket.socket(family, socket.SOCK_STREAM) as probe:
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                probe.bind(address)
                probe.listen(1)
        except (OSError, OverflowError) as error:
            reason = getattr(error, "strerror", None) or error
            return f"Can't serve metrics on {host} port {port} ({reason}). Set another address as METRICS, or none."
    return ""
