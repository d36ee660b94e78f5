"""What each server process reports of itself, for the operator's page.

One process writes an SQLite database, so its page needs no report but its own. With PostgreSQL there can be others, on
this host and on hosts that share `DATA_DIR`: each leaves its report in a file there. A process that has stopped is not
listed any more: at once on its own host, and on others when its report is older than `FRESH`.
"""

from __future__ import annotations

import json
import logging
import mmap
import os
import re
import signal
import socket
import sys
import time
from collections import deque
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from threading import Thread
from typing import Any

from django.conf import settings
from django.db import connection

from scorekeeper import __version__, telemetry
from scorekeeper.operations.monitoring import prometheus, recent
from scorekeeper.operations.monitoring.recent import LoggedError, RouteFigures, Routes
from scorekeeper.operations.serving import connections
from scorekeeper.play.live.asgi import open_streams
from scorekeeper.telemetry import Durations

EVERY = 10.0
"""Seconds between two reports."""
FRESH = 35.0
"""Seconds after which a process without a new report is taken to have stopped."""
SAMPLES = 7
"""Processor times that are kept, one for each report: the load is that of the last minute."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, kw_only=True)
class ProcessReport:
    """One server process. Times are in seconds since 1970; `load` is the share of one processor core.

    `memory` is in bytes; `sessions` are the keys of those that were active in the last hour, and `routes` the requests
    of that time.
    """

    host: str
    pid: int
    version: str
    began: float
    at: float
    load: float
    memory: int
    streams: int
    connections: int
    sessions: list[int]
    per_minute: float
    lately: Durations
    routes: Routes
    errors: list[LoggedError]

    @classmethod
    def read(cls, text: str) -> ProcessReport:
        """Return the report that was written as JSON; raises `ValueError`, `TypeError` or `KeyError`."""
        raw: dict[str, Any] = json.loads(text)
        routes = {
            route: RouteFigures(Durations(**figures["durations"]), figures["waited"], figures["failed"])
            for route, figures in raw["routes"].items()
        }
        errors = [LoggedError(**one) for one in raw["errors"]]
        return cls(**{**raw, "lately": Durations(**raw["lately"]), "routes": routes, "errors": errors})


_began = time.time()
_processor: deque[tuple[float, float]] = deque([(time.monotonic(), time.process_time())], maxlen=SAMPLES)


def own() -> ProcessReport:
    """Return the report of this process as of now."""
    lately = Durations()
    for figures in recent.requests.of_last(recent.LATELY).values():
        lately.include(figures.durations)
    then, used = _processor[0]
    return ProcessReport(
        host=socket.gethostname(),
        pid=os.getpid(),
        version=__version__,
        began=_began,
        at=time.time(),
        load=(time.process_time() - used) / max(time.monotonic() - then, 0.001),
        memory=_memory(),
        streams=open_streams(),
        connections=len(connections.register().connections),
        sessions=telemetry.active_sessions.now(),
        per_minute=lately.count / recent.requests.minutes_of(recent.LATELY),
        lately=lately,
        routes=recent.requests.of_last(recent.MINUTES),
        errors=list(recent.errors),
    )


def everyone() -> list[ProcessReport]:
    """Return the report of this process, then those of others that are running, by host and process."""
    me = own()
    others: list[ProcessReport] = []
    for path in _folder().glob("*.json"):
        with suppress(OSError, ValueError, TypeError, KeyError):  # just removed, or another version's
            report = ProcessReport.read(path.read_text(encoding="utf-8"))
            if _is_another(report, me):
                others.append(report)
    return [me, *sorted(others, key=lambda report: (report.host != me.host, report.host, report.pid))]


def _is_another(report: ProcessReport, me: ProcessReport) -> bool:
    """Return whether a report is that of another process, which still runs as far as we can tell."""
    if report.host == me.host:
        return report.pid != me.pid and _exists(report.pid) and me.at - report.at < FRESH
    return me.at - report.at < FRESH


def _exists(pid: int) -> bool:
    """Return whether this process is running, as far as the system says."""
    if hasattr(signal, "CTRL_C_EVENT"):  # on Windows that is 0, which would interrupt the process
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:  # it belongs to another account
        return True
    return True


class Reporter(Thread):
    """Watches this process until it ends: serves its metrics, if wanted, and leaves a report every `EVERY` seconds."""

    def __init__(self) -> None:
        super().__init__(name="reporting", daemon=True)
        self._has_others = connection.vendor != "sqlite"
        self._serves_metrics = settings.METRICS is None
        self._failed = False

    def run(self) -> None:
        while True:
            self.report()
            time.sleep(EVERY)

    def report(self) -> None:
        """Do what is due now."""
        _processor.append((time.monotonic(), time.process_time()))
        self._serves_metrics = self._serves_metrics or prometheus.serve()
        if self._has_others:
            self._leave_report()

    def _leave_report(self) -> None:
        try:
            _folder().mkdir(mode=0o700, exist_ok=True)
            _remove_old()
            draft = _path().with_suffix(".part")
            draft.write_text(json.dumps(asdict(own())), encoding="utf-8")
            draft.replace(_path())
            self._failed = False
        except OSError as error:
            if not self._failed:
                log.warning("The panel can't show this process to the others: %s", error)
            self._failed = True


def _remove_old() -> None:
    """Delete what killed processes left."""
    for path in _folder().iterdir():
        with suppress(OSError):
            if time.time() - path.stat().st_mtime > recent.MINUTES * 60:
                path.unlink()


def _folder() -> Path:
    return Path(settings.DATA_DIR) / "processes"


def _path() -> Path:
    host = re.sub(r"[^\w.-]", "_", socket.gethostname())
    return _folder() / f"{host}-{os.getpid()}.json"


def _memory() -> int:
    """Return the memory of this process; the most it ever had where only that is known, and 0 on Windows."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        return pages * mmap.PAGESIZE
    except OSError:
        return _most_memory()


def _most_memory() -> int:
    try:
        import resource  # noqa: PLC0415 - Windows has none
    except ImportError:
        return 0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024
