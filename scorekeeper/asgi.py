"""The ASGI application that `manage.py serve` runs: event streams, and Django's WSGI application in threads.

The body of a request is read before it gets a thread, and its answer is sent after that, so no phone with bad
reception holds one. Each kind of request has its share of the threads (see `THREADS`), and each client its share of
those (see `scorekeeper.operations.serving.threads`). With SQLite, threads write one after the other (see
`scorekeeper.database.sqlite`).
"""

import asyncio
import gc
import sys
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from contextvars import copy_context
from io import BytesIO
from tempfile import SpooledTemporaryFile
from typing import IO, Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from scorekeeper.database import locks
from scorekeeper.operations import health
from scorekeeper.operations.logs import logged
from scorekeeper.operations.serving.threads import Answer, exchange
from scorekeeper.web.errors import NO_ROOM, TOO_LARGE
from scorekeeper.web.headers import clean_headers
from scorekeeper.wsgi import application as django

# Only after Django is set up:
from scorekeeper.accounts.urls import takes_password  # isort: skip
from scorekeeper.desk.urls import draws_seats  # isort: skip
from scorekeeper.files.urls import MOST, gives_file, is_spreadsheet, takes_file  # isort: skip
from scorekeeper.operations.serving import request_bodies as bodies  # isort: skip
from scorekeeper.operations.serving.threads import turn  # isort: skip
from scorekeeper.printing.urls import is_printed  # isort: skip
from scorekeeper.reading.urls import is_row_picture, takes_photos  # isort: skip
from scorekeeper.play import live  # isort: skip
from scorekeeper.operations.serving.warm_up import warm_up  # isort: skip

SWITCH = 0.0005
"""Seconds between thread switches. Recording a hand waits some thirty times for a thread that draws seats or prints."""

THREADS = {"reads": 3, "writes": 3, "long": 2, "photos": 1, "passwords": 1}
"""How many requests of each kind run at a time, so that none waits for those of another kind.

Pages are shown while all writers wait for another process, and hands recorded while everybody reloads a long page.
Passwords are checked one by one, so that as many are wrong as the rate limit allows, and photos because of their size.
"""

pools = {kind: ThreadPoolExecutor(most, thread_name_prefix=kind) for kind, most in THREADS.items()}

warm_up()
gc.collect()
gc.freeze()  # what is loaded now stays for good: a collection that scans it stops everything for 0.1 seconds
sys.setswitchinterval(SWITCH)


@clean_headers
@logged
async def application(scope: Any, receive: Any, send: Any) -> None:
    """Answer one HTTP request, unless the client has disconnected."""
    if scope["path"] == live.PATH:
        await live.application(scope, receive, send)
        return
    if health.is_check(scope["path"]):
        await health.application(scope, receive, send)
        return
    incoming = bodies.IncomingBody(receive)
    with SpooledTemporaryFile(max_size=bodies.IN_MEMORY) as body, ExitStack() as held:
        refusal = await read(scope, incoming, body, held)
        if refusal is not None:
            held.close()
            await bodies.answer_unread(refusal, incoming, send)
            return
        if not incoming.complete:
            return
        answer = await run(scope, body)
    await answer.deliver(send)


async def read(scope: Any, incoming: bodies.IncomingBody, body: IO[bytes], held: ExitStack) -> Answer | None:
    """Read the body of a request into `body`; return an answer if the request is refused before its end."""
    of_photos = scope["method"] == "POST" and takes_photos(scope["path"])
    most = MOST if takes_file(scope["path"]) else bodies.MAX_PHOTOS if of_photos else bodies.MAX_BODY
    if bodies.is_too_large(scope, most):
        return await run(scope, BytesIO(), refusing(TOO_LARGE))
    if bodies.is_large(scope) and bodies.is_panel_request(scope):
        refusal = await bodies.refusal_by_panel(scope, run)
        if refusal is not None:
            return refusal
    if not bodies.has_room(scope, held, of_photos=of_photos):
        return await run(scope, BytesIO(), refusing(NO_ROOM))
    if await bodies.read(incoming, body, most):
        return None
    return await run(scope, BytesIO(), refusing(TOO_LARGE))


async def run(scope: Any, body: IO[bytes], application: WSGIApplication | None = None) -> Answer:
    """Return the answer of Django, or of another application that only reads."""
    kind = "reads" if application else kind_of(scope)
    if kind in ("reads", "writes"):  # others may have worked for long before they write, and hold nobody up
        locks.arrived()
    given = exchange, application or django, scope, body
    async with turn(scope, kind):
        return await asyncio.get_running_loop().run_in_executor(pools[kind], copy_context().run, *given)


def kind_of(scope: Any) -> str:
    """Return the kind of a request, which has its share of the threads."""
    path = scope["path"]
    if is_spreadsheet(path):
        return "long"
    if scope["method"] in ("GET", "HEAD"):
        return "long" if is_printed(path) or gives_file(path) or is_row_picture(path) else "reads"
    if takes_photos(path):
        return "photos"
    if takes_password(path):
        return "passwords"
    return "long" if takes_file(path) or draws_seats(path) else "writes"


def refusing(why: str) -> WSGIApplication:
    """Return Django as an application that doesn't look at the body of a request and says `why` it was not read."""

    def application(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        return django(environ | {"CONTENT_LENGTH": "0", why: True}, start_response)

    return application
