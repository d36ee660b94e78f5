"""The real server on the bench's stage: `manage.py serve` in processes of its own, and what they use."""

from __future__ import annotations

import os
import re
import resource
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import nan
from pathlib import Path
from urllib.parse import quote

from django.conf import settings
from django.db import connection


@dataclass(frozen=True)
class Usage:
    """Seconds of the processor that were used so far, and bytes of memory that are used now."""

    busy: float
    memory: float


@dataclass(frozen=True)
class BenchServer:
    """Where it listens, and its first process."""

    port: int
    process: int

    def usage(self) -> Usage:
        """What all of its processes use; not a number where the system has no /proc to say it."""
        try:
            found = [_usage(process) for process in self._processes()]
        except OSError:
            return Usage(nan, nan)
        return Usage(sum(one.busy for one in found), sum(one.memory for one in found))

    def _processes(self) -> list[int]:
        workers = Path(f"/proc/{self.process}/task/{self.process}/children").read_text().split()
        return [self.process, *map(int, workers)]


def _usage(process: int) -> Usage:
    """From the fields of proc(5) after the name: utime and stime in ticks, rss in pages."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    ticks = int(fields[11]) + int(fields[12])
    return Usage(ticks / os.sysconf("SC_CLK_TCK"), int(fields[21]) * resource.getpagesize())


@contextmanager
def served(workers: int = 1) -> Iterator[BenchServer]:
    """A server on the stage; it is told to stop afterwards."""
    _let_many_connect()
    command = [sys.executable, "manage.py", "serve", "--host", "127.0.0.1", "--port", "0", "--workers", str(workers)]
    with subprocess.Popen(  # noqa: S603 - our own program
        command, cwd=settings.BASE_DIR, env=os.environ | environment(), stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            yield BenchServer(_port(process), process.pid)
        finally:
            process.terminate()


def environment() -> dict[str, str]:
    """What a process of its own is told, to find itself on the stage."""
    return {
        "DJANGO_SETTINGS_MODULE": "scorekeeper.devtools.bench.serving",
        "DATA_DIR": str(settings.STATIC_ROOT.parent),
        "DATABASE_URL": database_url(),
        "SECRET_KEY": settings.SECRET_KEY,
        **dict.fromkeys(("HTTPS", "TRUST_PROXY", "LOG_REQUESTS"), "0"),
    }


def _let_many_connect() -> None:
    """As many open connections as the system lets us have, here and in the server."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _port(process: subprocess.Popen[str]) -> int:
    """Where it listens, as it says itself before it is ready."""
    said = ""
    while "Ctrl-C" not in said:
        line = process.stdout.readline() if process.stdout else ""
        if not line:
            raise RuntimeError(f"The server ended: {said}")
        said += line
    return int(re.findall(r":(\d+)/", said)[0])


def database_url() -> str:
    """The database that is used here, as an address."""
    given = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{given['NAME']}"
    who = f"{quote(given['USER'])}:{quote(given['PASSWORD'])}" if given["PASSWORD"] else quote(given["USER"])
    port = f":{given['PORT']}" if given["PORT"] else ""
    return f"postgres://{who}@{quote(given['HOST'], safe='')}{port}/{given['NAME']}"
