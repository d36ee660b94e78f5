"""How the server is doing as a whole, as plain values for the operator's page."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.db import Error, connection
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from scorekeeper import __version__
from scorekeeper.files.archive import last_backup
from scorekeeper.files.archive.last_backup import BackupFile
from scorekeeper.operations import health
from scorekeeper.operations.monitoring import processes, storage
from scorekeeper.operations.monitoring.processes import ProcessReport
from scorekeeper.operations.monitoring.recent import LoggedError, Routes
from scorekeeper.operations.monitoring.storage import Storage
from scorekeeper.play.models import Session
from scorekeeper.telemetry import Durations

OLD = timedelta(days=7)
"""Age from which a backup is too old."""
SCARCE = 0.1
"""Share of free space on the disk below which it is time to make room."""
MOST_ROUTES, MOST_ERRORS = 10, 10
PACE = timedelta(days=30)
LONG = 120
"""Months beyond which it doesn't matter how long the disk lasts."""


@dataclass(frozen=True, kw_only=True)
class SlowRoute:
    """Requests to one route in the last hour: times in seconds, and the share in percent that was spent waiting."""

    route: str
    count: int
    median: float
    worst: float
    waiting: int
    failed: int


@dataclass(frozen=True, kw_only=True)
class ServerOverview:
    """All processes together, the last backup and the disk. `months` is how long the disk lasts at this pace."""

    processes: list[ProcessReport]
    lately: Durations
    active: int
    routes: list[SlowRoute]
    errors: list[LoggedError]
    failed: int
    backup: BackupFile | None
    disk: Storage
    database_size: int | None
    months: int | None
    pending: list[str]

    @property
    def version(self) -> str:
        return __version__

    @property
    def database(self) -> str:
        return {"sqlite": "SQLite", "postgresql": "PostgreSQL"}.get(connection.vendor, connection.vendor)

    @property
    def per_minute(self) -> float:
        return sum(one.per_minute for one in self.processes)

    @property
    def load(self) -> int:
        """Percent of one core."""
        return round(100 * sum(one.load for one in self.processes))

    @property
    def memory(self) -> int:
        return sum(one.memory for one in self.processes)

    @property
    def streams(self) -> int:
        return sum(one.streams for one in self.processes)

    @property
    def connections(self) -> int:
        return sum(one.connections for one in self.processes)

    @property
    def backup_made(self) -> datetime | None:
        return datetime.fromtimestamp(self.backup.at, UTC) if self.backup else None

    @property
    def backup_is_old(self) -> bool:
        return self.backup_made is not None and timezone.now() - self.backup_made > OLD

    @property
    def disk_is_scarce(self) -> bool:
        return self.disk.free is not None and self.disk.free < SCARCE * (self.disk.total or 0)

    @property
    def lasts_long(self) -> bool:
        return self.months is not None and self.months >= LONG


def overview() -> ServerOverview:
    """Return how the server is doing now."""
    reports, lately, routes = processes.everyone(), Durations(), Routes()
    for report in reports:
        lately.include(report.lately)
        for route, figures in report.routes.items():
            routes.setdefault(route, type(figures)()).include(figures)
    disk = storage.of_files()
    size = disk.database if disk.database is not None else storage.of_postgresql()
    errors = sorted((error for report in reports for error in report.errors), key=lambda error: -error.at)
    return ServerOverview(
        processes=reports,
        lately=lately,
        active=len({key for report in reports for key in report.sessions}),
        routes=slowest(routes),
        errors=errors[:MOST_ERRORS],
        failed=sum(figures.failed for figures in routes.values()),
        backup=last_backup.latest(),
        disk=disk,
        database_size=size,
        months=_months(disk) if connection.vendor == "sqlite" else None,
        pending=_pending(),
    )


def slowest(routes: Routes) -> list[SlowRoute]:
    """Return the routes with the slowest requests, those with the highest median first."""
    found = [
        SlowRoute(
            route=route,
            count=figures.durations.count,
            median=figures.durations.quantile(0.5),
            worst=figures.durations.worst,
            waiting=round(100 * figures.waited / figures.durations.total) if figures.durations.total else 0,
            failed=figures.failed,
        )
        for route, figures in routes.items()
    ]
    return sorted(found, key=lambda one: (-one.median, one.route))[:MOST_ROUTES]


def _months(disk: Storage) -> int | None:
    """Return for how many months the free space lasts if as much is played as lately; None if that is unknown.

    The database grows with the sessions: it is assumed that each takes as much as those before.
    """
    try:
        sessions = Session.objects.count()
        lately = Session.objects.filter(started_at__gt=timezone.now() - PACE).count()
    except Error:
        return None
    if not lately or not disk.database or disk.free is None:
        return None
    return int(disk.free / (disk.database / sessions * lately))


def _pending() -> list[str]:
    try:
        return health.pending(MigrationRecorder(connection).applied_migrations())
    except Error:
        return []
