"""One page in a process that has answered nothing yet, as the server starts one; then the same page again and again.

`python -m scorekeeper.devtools.bench.first ROUNDS < cookies and path as JSON` prints `FirstRequests` as JSON.
"""

from __future__ import annotations

import gc
import json
import sys
from dataclasses import asdict, dataclass
from importlib import import_module
from time import perf_counter, process_time
from typing import Any


@dataclass(frozen=True)
class FirstRequests:
    """Milliseconds of the first request, by the clock and of the processor, and of the later ones; what was asked."""

    first: float
    busy: float
    later: list[float]
    statements: int
    size: int


def main(rounds: int) -> None:
    """Django is set up by importing what the server imports, which is no part of the first request."""
    import_module("scorekeeper.asgi")  # what the server imports; its pages are those of the other application
    from scorekeeper.devtools.bench.browser import Browser
    from scorekeeper.wsgi import application

    wanted = json.load(sys.stdin)
    browser = Browser(application, wanted["device"])
    browser.cookies.load(wanted["cookies"])
    gc.collect()
    (first, busy, statements, size), *later = [_asked(browser, wanted["path"]) for _number in range(1 + rounds)]
    found = FirstRequests(first, busy, [took for took, *_rest in later], statements, size)
    print(json.dumps(asdict(found)))  # noqa: T201 - for who has started this


def _asked(browser: Any, path: str) -> tuple[float, float, int, int]:
    """Milliseconds by the clock and of the processor, statements and bytes of one request."""
    from django.db import connection

    statements = 0

    def count(execute: Any, *given: Any) -> Any:
        nonlocal statements
        statements += 1
        return execute(*given)

    request = browser.ready("GET", path)
    with connection.execute_wrapper(count):
        began, busy = perf_counter(), process_time()
        answer = request()
        took, busy = perf_counter() - began, process_time() - busy
    return took * 1000, busy * 1000, statements, answer.size


if __name__ == "__main__":
    main(int(sys.argv[1]))
