"""The first request of a process that has just started, compared with later ones of the same page."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from statistics import median, quantiles
from typing import Any

from django.conf import settings
from django.urls import reverse

from scorekeeper.devtools.bench.timing import verdict
from scorekeeper.devtools.demo_data.tarot_evening import table_with
from scorekeeper.devtools.sandbox.server import environment

AIM = 1.5
"""How many times as long the first request of a table may take as the next ones."""
HANDS, NEXT = 500, 5


@dataclass(frozen=True)
class FirstRequests:
    """The measurements of a page.

    `first` and `busy` are the wall-clock and CPU time of the first request, `later` the wall-clock times of the others,
    all in milliseconds. `statements` is the number of SQL statements and `size` the bytes of the first response.
    """

    first: float
    busy: float
    later: list[float]
    statements: int
    size: int


def first_requests(device: str, path: str, rounds: int, cookies: Mapping[str, str] | None = None) -> FirstRequests:
    """Measure the first request of a page in a new process, and as many more as `rounds`."""
    request = {"device": device, "cookies": cookies or {}, "path": path}
    process = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-m", "scorekeeper.devtools.bench.first_requests", str(rounds)],
        cwd=settings.BASE_DIR,
        env=os.environ | environment(),
        input=json.dumps(request),
        capture_output=True,
        text=True,
        check=False,
    )
    if process.returncode:
        raise RuntimeError(f"{path}: {process.stderr}")
    result: dict[str, Any] = json.loads(process.stdout.splitlines()[-1])
    return FirstRequests(**result)


def table_after_restarts(device: str, restarts: int) -> str:
    """Return the line of the first page of a table after so many restarts, at least two."""
    path = reverse("session", args=[table_with(HANDS, device).public_id])
    found = [first_requests(device, path, NEXT) for _number in range(restarts)]
    firsts, later = [one.first for one in found], median(took for one in found for took in one.later)
    slow, ratio = quantiles(firsts, n=20, method="inclusive")[-1], median(firsts) / later
    times = f"{median(firsts):8.2f}{slow:8.2f}{median(one.busy for one in found):8.2f}"
    return f"{'the first after a restart':28}{times}   {ratio:.1f} × the next, aim {AIM:g}×: {verdict(ratio, AIM)}"
