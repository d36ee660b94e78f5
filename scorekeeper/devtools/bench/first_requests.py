"""The first request of a new process, as the server starts one, and repeated requests of the same page.

`python -m scorekeeper.devtools.bench.first_requests ROUNDS` reads the device, the cookies and the path as JSON from
standard input, and prints the fields of `scorekeeper.devtools.bench.restarts.FirstRequests` as JSON.
"""

from __future__ import annotations

import gc
import json
import sys
from time import perf_counter, process_time
from typing import Any

from django.db import connection

from scorekeeper.asgi import pages, prepared
from scorekeeper.devtools.bench.browser import Browser
from scorekeeper.wsgi import application


def main(rounds: int) -> None:
    """Print the measurements of a page. What the server does before it answers, and between requests, is not timed."""
    request = json.load(sys.stdin)
    browser = Browser(application, request["device"])
    browser.cookies.load(request["cookies"])
    prepared.wait()
    gc.collect()
    measured = [pages.submit(_measured_request, browser, request["path"]).result() for _number in range(1 + rounds)]
    (first, busy, statements, size), *later = measured
    later_times = [took for took, *_rest in later]
    result = {"first": first, "busy": busy, "later": later_times, "statements": statements, "size": size}
    print(json.dumps(result))  # noqa: T201 - for the parent process


def _measured_request(browser: Browser, path: str) -> tuple[float, float, int, int]:
    """Return the milliseconds of wall-clock and CPU time, the statements and the bytes of one request."""
    statements = 0

    def count(execute: Any, *args: Any) -> Any:
        nonlocal statements
        statements += 1
        return execute(*args)

    request = browser.ready("GET", path)
    with connection.execute_wrapper(count):
        began, busy = perf_counter(), process_time()
        answer = request()
        took, busy = perf_counter() - began, process_time() - busy
    return took * 1000, busy * 1000, statements, answer.size


if __name__ == "__main__":
    main(int(sys.argv[1]))
