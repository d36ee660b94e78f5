"""The first request of a new process, as the server starts one, and repeated requests of the same page.

`python -m scorekeeper.devtools.bench.first_requests ROUNDS` reads the device, the cookies and the path as JSON
from standard input, and prints `FirstRequests` as JSON.
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
    """The measurements of a page.

    `first` and `busy` are the wall-clock and CPU time of the first request, `later` the wall-clock times of the others,
    all in milliseconds. `statements` is the number of SQL statements and `size` the bytes of the first response.
    """

    first: float
    busy: float
    later: list[float]
    statements: int
    size: int


def main(rounds: int) -> None:
    """Print the measurements of a page. Setting Django up, by importing what the server imports, is not timed."""
    import_module("scorekeeper.asgi")  # what the server imports; the WSGI application renders its pages
    from scorekeeper.devtools.bench.browser import Browser
    from scorekeeper.wsgi import application

    wanted = json.load(sys.stdin)
    browser = Browser(application, wanted["device"])
    browser.cookies.load(wanted["cookies"])
    gc.collect()
    (first, busy, statements, size), *later = [_asked(browser, wanted["path"]) for _number in range(1 + rounds)]
    found = FirstRequests(first, busy, [took for took, *_rest in later], statements, size)
    print(json.dumps(asdict(found)))  # noqa: T201 - for the parent process


def _asked(browser: Any, path: str) -> tuple[float, float, int, int]:
    """Return the milliseconds of wall-clock and CPU time, the statements and the bytes of one request."""
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
