"""The ASGI application that `manage.py serve` runs: event streams, and Django's WSGI application in threads.

All pages share one thread. That gives SQLite one writer and one connection that stays open, and a page costs half of
what it costs with Django's own ASGI handler. Tables that are sent to others are rendered there as well, after the
requests (see `scorekeeper.web.page_thread`). Four kinds of requests have threads of their own, so that recording a
hand never waits for them:

* printing and club archives, which only read and can take seconds;
* photos of sheets, which take seconds to read and a moment to store;
* writes that wait for another process's lock (see `scorekeeper.database.locks`);
* file downloads, which are streamed.

Every other answer is collected before it is sent, so a phone with bad reception never blocks the thread.
"""

import asyncio
import gc
import sys
from collections.abc import Awaitable, Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from io import BytesIO
from tempfile import SpooledTemporaryFile
from typing import IO, Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from asgiref.sync import SyncToAsync, sync_to_async

from scorekeeper.database.locks import Attempt
from scorekeeper.operations.logs.requests import logged
from scorekeeper.operations.serving.wsgi_bridge import exchange
from scorekeeper.web import page_thread
from scorekeeper.web.errors import NO_ROOM, TOO_LARGE
from scorekeeper.web.headers import clean_headers
from scorekeeper.wsgi import application as django

# Only after Django is set up:
from scorekeeper.files.spreadsheets.urls import is_download  # isort: skip
from scorekeeper.files.archive.addresses import MOST, gives_file, takes_file  # isort: skip
from scorekeeper.operations.serving import request_bodies as bodies  # isort: skip
from scorekeeper.operations.serving.server import GARBAGE  # isort: skip
from scorekeeper.printing.urls import is_printed  # isort: skip
from scorekeeper.reading import uploads  # isort: skip
from scorekeeper.reading.urls import is_row_picture, takes_photos  # isort: skip
from scorekeeper.play.live import asgi  # isort: skip
from scorekeeper.operations.serving.warm_up import between_requests, read_tables, warm_up  # isort: skip

SWITCH = 0.0005
"""Seconds between thread switches. Recording a hand switches some thirty times, and printing gets a turn each time."""

Exchange = Callable[[WSGIApplication, Any, IO[bytes], Callable[[Any], Any]], Awaitable[None]]

pages = SyncToAsync.single_thread_executor
"""The thread of everything that `sync_to_async` runs, unless it is told otherwise."""
printing = ThreadPoolExecutor(max_workers=1, thread_name_prefix="printing")
reading = ThreadPoolExecutor(max_workers=1, thread_name_prefix="reading")
waiting = ThreadPoolExecutor(max_workers=1, thread_name_prefix="waiting")
handing_out = ThreadPoolExecutor(max_workers=1, thread_name_prefix="handing-out")
in_thread_of_pages: Exchange = sync_to_async(exchange)
in_thread_of_paper: Exchange = sync_to_async(exchange, thread_sensitive=False, executor=printing)
in_thread_of_photos: Exchange = sync_to_async(exchange, thread_sensitive=False, executor=reading)
in_thread_of_writers: Exchange = sync_to_async(exchange, thread_sensitive=False, executor=waiting)
in_thread_of_files: Exchange = sync_to_async(exchange, thread_sensitive=False, executor=handing_out)

warm_up()
gc.collect()
gc.freeze()  # what is loaded now stays for good, so no later collection scans it
gc.set_threshold(GARBAGE)
sys.setswitchinterval(SWITCH)
prepared = between_requests(pages, read_tables(django))


@clean_headers
@logged
async def application(scope: Any, receive: Any, send: Any) -> None:
    """Answer one HTTP request, unless the client has disconnected."""
    if scope["path"] == asgi.PATH:
        await asgi.application(scope, receive, send)
        return
    incoming = bodies.IncomingBody(receive)
    with SpooledTemporaryFile(max_size=bodies.IN_MEMORY) as body, ExitStack() as held:
        refusal = await read(scope, incoming, body, held)
        if refusal is not None:
            held.close()
            await bodies.answer_unread(as_one_message(refusal), incoming, send)
            return
        if not incoming.complete:
            return
        if scope["method"] == "GET" and is_download(scope["path"]):
            await hand_out(scope, body, send)
            return
        answer = await run(scope, body)
    for message in as_one_message(answer):
        await send(message)


async def read(scope: Any, incoming: bodies.IncomingBody, body: IO[bytes], held: ExitStack) -> list[Any] | None:
    """Read the body of a request into `body`; return an answer if the request is refused before its end."""
    of_photos = scope["method"] == "POST" and takes_photos(scope["path"])
    most = MOST if takes_file(scope["path"]) else bodies.MAX_PHOTOS if of_photos else bodies.MAX_BODY
    if bodies.is_too_large(scope, most):
        return await run(scope, BytesIO(), without_photos(uploads.TOO_LARGE) if of_photos else too_large)
    if bodies.is_large(scope) and bodies.of_panel(scope):
        refusal = await bodies.refusal_by_panel(scope, run)
        if refusal is not None:
            return refusal
    if not bodies.has_room(scope, held, of_photos=of_photos):
        return await run(scope, BytesIO(), without_photos(uploads.NO_ROOM) if of_photos else no_room)
    if await bodies.read(incoming, body, most):
        return None
    return await run(scope, BytesIO(), without_photos(uploads.TOO_LARGE) if of_photos else too_large)


async def run(scope: Any, body: IO[bytes], application: WSGIApplication | None = None) -> list[Any]:
    """Run Django in the thread that suits the request; return the messages of its answer."""
    answer: list[Any] = []
    with_photos = application is None and scope["method"] == "POST" and takes_photos(scope["path"])
    attempt, application = Attempt(), application or django
    reads = scope["method"] in ("GET", "HEAD")
    takes_long = is_printed(scope["path"]) or gives_file(scope["path"]) or is_row_picture(scope["path"])
    if reads and takes_long:
        await in_thread_of_paper(application, scope, body, answer.append)
        return answer
    if with_photos:
        await in_thread_of_photos(application, scope, body, answer.append)
        return answer
    if scope["method"] == "POST" and takes_file(scope["path"]):
        await in_thread_of_files(application, scope, body, answer.append)
        return answer
    with page_thread.used():
        await in_thread_of_pages(attempt.run(application), scope, body, answer.append)
    if attempt.postponed:
        answer.clear()
        body.seek(0)
        await in_thread_of_writers(attempt.run_again(application), scope, body, answer.append)
    return answer


async def hand_out(scope: Any, body: IO[bytes], send: Any) -> None:
    """Stream an answer as it is produced. Output for a slow client is queued here and doesn't hold up the thread."""
    loop = asyncio.get_running_loop()
    messages: asyncio.Queue[Any] = asyncio.Queue()

    def send_later(message: Any) -> None:
        loop.call_soon_threadsafe(messages.put_nowait, message)

    run = asyncio.ensure_future(in_thread_of_files(django, scope, body, send_later))
    run.add_done_callback(lambda _run: messages.put_nowait(None))
    while (message := await messages.get()) is not None:
        await send(message)
    await run


def too_large(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
    """Return Django's page for a body that is too large."""
    return django(environ | {"CONTENT_LENGTH": "0", TOO_LARGE: True}, start_response)


def no_room(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
    """Return Django's page for a body that was not read because too many others are being read."""
    return django(environ | {"CONTENT_LENGTH": "0", NO_ROOM: True}, start_response)


def without_photos(why: str) -> WSGIApplication:
    """Return Django as an application that shows the page for photos, which says why these were not read."""

    def application(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        unread = {"REQUEST_METHOD": "GET", "CONTENT_LENGTH": "0", uploads.UNREAD: why}
        return django(environ | unread, start_response)

    return application


def as_one_message(answer: Iterable[Any]) -> Iterator[Any]:
    """Yield the start of an answer, then its whole body as one message."""
    body = []
    for message in answer:
        if message["type"] == "http.response.body":
            body.append(message.get("body", b""))
        else:
            yield message
    yield {"type": "http.response.body", "body": b"".join(body)}
