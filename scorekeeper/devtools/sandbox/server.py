"""The real server on the test bed: `manage.py serve` in processes of its own, and their CPU and memory usage."""

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
    """CPU seconds used so far, and bytes of memory in use."""

    busy: float
    memory: float


@dataclass(frozen=True)
class BenchServer:
    """A running server: its port and the id of its main process."""

    port: int
    process: int

    def usage(self) -> Usage:
        """Return the usage of all its processes; NaN on systems without /proc."""
        try:
            usages = [_usage(process) for process in self._processes()]
        except OSError:
            return Usage(nan, nan)
        return Usage(sum(one.busy for one in usages), sum(one.memory for one in usages))

    def _processes(self) -> list[int]:
        workers = Path(f"/proc/{self.process}/task/{self.process}/children").read_text().split()
        return [self.process, *map(int, workers)]


def _usage(process: int) -> Usage:
    """Return the usage of a process, from the fields of /proc/PID/stat after the name; see proc(5)."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    ticks = int(fields[11]) + int(fields[12])
    return Usage(ticks / os.sysconf("SC_CLK_TCK"), int(fields[21]) * resource.getpagesize())


@contextmanager
def running_server(workers: int = 1, *, apart: bool = False) -> Iterator[BenchServer]:
    """Start a server on the test bed, and stop it afterwards.

    With `apart`, it has a core of its own and this process the others, where there are two or more.
    """
    _let_many_connect()
    command = [sys.executable, "manage.py", "serve"]
    own = environment() | {"HOST": "127.0.0.1", "PORT": "0", "WORKERS": str(workers)}
    cores = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set[int]()
    apart = apart and len(cores) > 1
    if apart:
        os.sched_setaffinity(0, {min(cores)})  # which the server inherits
    try:
        with subprocess.Popen(  # noqa: S603 - our own program
            command, cwd=settings.BASE_DIR, env=os.environ | own, stdout=subprocess.PIPE, text=True
        ) as process:
            if apart:
                os.sched_setaffinity(0, cores - {min(cores)})
            try:
                yield BenchServer(_port(process), process.pid)
            finally:
                process.terminate()
    finally:
        if apart:
            os.sched_setaffinity(0, cores)


def environment() -> dict[str, str]:
    """Return the environment variables with which another process uses the test bed."""
    return {
        "DJANGO_SETTINGS_MODULE": "scorekeeper.devtools.sandbox.server_settings",
        "DATA_DIR": str(settings.STATIC_ROOT.parent),
        "DATABASE_URL": database_url(),
        "SECRET_KEY": settings.SECRET_KEY,
        **dict.fromkeys(("HTTPS", "TRUST_PROXY", "LOG_REQUESTS"), "0"),
    }


def _let_many_connect() -> None:
    """Raise the limit of open connections as far as the system allows, here and in the server."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _port(process: subprocess.Popen[str]) -> int:
    """Wait until the server is ready and return its port, both read from its output."""
    output = ""
    while "Ctrl-C" not in output:
        line = process.stdout.readline() if process.stdout else ""
        if not line:
            raise RuntimeError(f"The server ended: {output}")
        output += line
    return int(re.findall(r":(\d+)/", output)[0])


def database_url() -> str:
    """Return the URL of this process's database."""
    database = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{database['NAME']}"
    user = (
        f"{quote(database['USER'])}:{quote(database['PASSWORD'])}" if database["PASSWORD"] else quote(database["USER"])
    )
    port = f":{database['PORT']}" if database["PORT"] else ""
    return f"postgres://{user}@{quote(database['HOST'], safe='')}{port}/{database['NAME']}"
