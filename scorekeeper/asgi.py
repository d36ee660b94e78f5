"""The ASGI application that `manage.py serve` runs: the event streams, and Django's WSGI application in one thread.

So SQLite has one writer and one connection that stays open, and a page costs half of what Django's own ASGI handler
takes. Paper and the file of a club, which only read and take seconds where it is much, have a thread of their own:
nobody waits for them with a hand. So have files that are handed out, which leave as they are made. All other answers
leave their thread in one piece, before a phone with bad reception has taken them, and are closed, which tells Django
that they are finished. Of asgiref's wrapper only the translation is used.
"""

import asyncio
import gc
import sys
from collections.abc import Awaitable, Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from tempfile import SpooledTemporaryFile
from typing import IO, Any, Literal
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from asgiref.sync import sync_to_async
from asgiref.wsgi import WsgiToAsgiInstance

from scorekeeper.errors import TOO_LARGE
from scorekeeper.upkeep.log import logged
from scorekeeper.wsgi import application as django

# Only after Django is set up:
from scorekeeper.exchange.addresses import is_handed_out  # isort: skip
from scorekeeper.moving_house.addresses import MOST, gives_file, takes_file  # isort: skip
from scorekeeper.paper.urls import is_printed  # isort: skip
from scorekeeper.play.live import streams  # isort: skip
from scorekeeper.warming import warm_up  # isort: skip

MAX_BODY = 4 * 1024 * 1024  # bytes; the largest form here, an imported session, is allowed a quarter of it
MAX_READ = 16 * MAX_BODY  # up to here what is too large is read and thrown away: a browser listens when it has spoken

SWITCH = 0.0005
"""Seconds after which another thread goes on: a hand gives way some thirty times, and each time to what is printed."""

Exchange: Any = WsgiToAsgiInstance  # asgiref has no types for it
Run = Callable[[Any, IO[bytes]], Awaitable[None]]

printing = ThreadPoolExecutor(max_workers=1, thread_name_prefix="printing")
handing_out = ThreadPoolExecutor(max_workers=1, thread_name_prefix="handing-out")
_exchange = vars(Exchange)["run_wsgi_app"].func
in_thread_of_pages: Run = sync_to_async(_exchange)
in_thread_of_paper: Run = sync_to_async(_exchange, thread_sensitive=False, executor=printing)
in_thread_of_files: Run = sync_to_async(_exchange, thread_sensitive=False, executor=handing_out)

warm_up()
gc.collect()
gc.freeze()  # what is there by now stays: no collection has to go through it again
sys.setswitchinterval(SWITCH)


@logged
async def application(scope: Any, receive: Any, send: Any) -> None:
    """Answers one HTTP request, unless whoever sent it has gone."""
    if scope["path"] == streams.PATH:
        await streams.application(scope, receive, send)
        return
    with SpooledTemporaryFile(max_size=65536) as body:
        came = await read(receive, body, MOST if takes_file(scope["path"]) else MAX_BODY)
        if came == "whole" and scope["method"] == "GET" and is_handed_out(scope["path"]):
            await hand_out(scope, body, send)
            return
        if came == "whole":
            answer = await run(scope, body)
        elif came == "too large":
            answer = await run(scope, body, too_large)
            answer[0]["headers"] = [*answer[0]["headers"], (b"connection", b"close")]
        else:
            return
    for message in in_one_piece(answer):
        await send(message)


async def read(receive: Any, body: IO[bytes], most: int = MAX_BODY) -> Literal["whole", "too large", "cut short"]:
    """Reads the request's body to its end. Half a form is nothing to act upon: it may look like a whole one."""
    size = 0
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return "cut short"
        piece = message.get("body", b"")
        size += len(piece)
        if size <= most:
            body.write(piece)
        if size > max(most, MAX_READ) or (size > most and not message.get("more_body")):
            return "too large"
        if not message.get("more_body"):
            body.seek(0)
            return "whole"


async def run(scope: Any, body: IO[bytes], application: WSGIApplication | None = None) -> list[Any]:
    """Runs Django in the thread for what is asked; the messages of its answer."""
    answer: list[Any] = []
    exchange = Exchange(application or pages)
    exchange.scope = scope
    exchange.sync_send = answer.append
    reads = scope["method"] in ("GET", "HEAD")
    takes_long = is_printed(scope["path"]) or gives_file(scope["path"])
    await (in_thread_of_paper if reads and takes_long else in_thread_of_pages)(exchange, body)
    return answer


async def hand_out(scope: Any, body: IO[bytes], send: Any) -> None:
    """Sends an answer as it is made. Who takes it slowly keeps the thread from nobody: what is made waits here."""
    loop = asyncio.get_running_loop()
    made: asyncio.Queue[Any] = asyncio.Queue()
    exchange = Exchange(pages)
    exchange.scope = scope
    exchange.sync_send = lambda message: loop.call_soon_threadsafe(made.put_nowait, message)
    run = asyncio.ensure_future(in_thread_of_files(exchange, body))
    run.add_done_callback(lambda _run: made.put_nowait(None))
    while (message := await made.get()) is not None:
        await send(message)
    await run


def pages(environ: WSGIEnvironment, start_response: StartResponse) -> Iterator[bytes]:
    """Django's answer, closed when it has been read, or when nobody wants the rest."""

    def start(status: str, headers: list[tuple[str, str]], *error: Any) -> Any:
        # Django writes a cookie with a space in front, which HTTP/1.1 servers in Python refuse to send.
        return start_response(status, [(name, value.strip()) for name, value in headers], *error)

    answer: Any = django(environ, start)
    try:
        yield from answer
    finally:
        answer.close()


def too_large(environ: WSGIEnvironment, start_response: StartResponse) -> Iterator[bytes]:
    """Django's page for a body that was not kept."""
    environ |= {"CONTENT_LENGTH": "0", TOO_LARGE: True}
    yield from pages(environ, start_response)


def in_one_piece(answer: Iterable[Any]) -> Iterator[Any]:
    """The head of an answer, and its body joined."""
    body = []
    for message in answer:
        if message["type"] == "http.response.body":
            body.append(message.get("body", b""))
        else:
            yield message
    yield {"type": "http.response.body", "body": b"".join(body)}
