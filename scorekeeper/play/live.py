"""Live updates: what one phone records appears on all others, through server-sent events.

A *stream* is one open page that listens for changes of *topics* (see `notifications`). It is told that something
changed, with the new revision, and the page fetches what is new. A stream that reconnects says which revision it saw
last and is told at once if it missed something.

Streams run beside Django's WSGI application, in the server's event loop. They read the database in one thread of their
own.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping, MutableMapping
from contextlib import ExitStack, suppress
from contextvars import Context
from dataclasses import dataclass, field
from functools import wraps
from io import BytesIO
from typing import Any, ParamSpec, TypeVar

import psycopg
from asgiref.sync import sync_to_async
from django.conf import settings
from django.core.exceptions import DisallowedHost, SuspiciousOperation
from django.core.handlers.asgi import ASGIRequest
from django.db import Error, close_old_connections, connection
from django.http import HttpRequest
from psycopg import sql

from scorekeeper.play import announcements, queries
from scorekeeper.play.models import Access, Board, Session
from scorekeeper.web import connections, cookies
from scorekeeper.web.connections import NoShareError, Shares
from scorekeeper.web.hosts import require_allowed
from scorekeeper.web.links import NoSuchLinkError, get_by_token
from scorekeeper.web.request_params import number_of
from scorekeeper.web.throttling import RateLimitedError

PATH = "/live/"
MOST_TOPICS = 100
"""The most tables that one page can listen to."""
BEAT = 15.0
"""Seconds between two heartbeats: shorter than the idle timeouts of proxies and phones."""
HEARTBEAT = b"event: beat\ndata: -\n\n"
"""Without some data, browsers would not dispatch an event."""
RETRY = b"retry: 2000\n\n"
"""Milliseconds after which a browser reconnects when a stream breaks off."""
PAUSE = 1.0
"""Seconds before connecting to PostgreSQL again after the connection was lost."""

P = ParamSpec("P")
T = TypeVar("T")

log = logging.getLogger(__name__)
events = logging.getLogger("scorekeeper.events")


# The streams of this process, and how each is told that something changed


def changed(revision: int | None) -> bytes:
    """Return the event that says that something changed; a board has no revision."""
    head = b"" if revision is None else b"id: %d\n" % revision
    return head + b"event: changed\ndata: -\n\n"


@dataclass(eq=False)
class Stream:
    """One page that listens: its topics, each with the revision that the page shows.

    If a phone is slow, only the latest message is kept, because each message replaces those before it.
    """

    at: dict[str, int]
    device: str
    message: bytes = b""
    ended: bool = False
    woken: asyncio.Event = field(default_factory=asyncio.Event)

    def tell(self, topic: str, revision: int | None) -> None:
        """Say next that the topic changed, unless the page already shows that revision."""
        if revision is not None:
            if revision <= self.at[topic]:
                return
            self.at[topic] = revision
        self.message = changed(revision)
        self.woken.set()

    def beat(self) -> None:
        self.message = self.message or HEARTBEAT
        self.woken.set()

    def end(self) -> None:
        self.ended = True
        self.woken.set()

    async def next(self) -> bytes:
        """Wait for the next message and return it; return nothing when the stream ends."""
        await self.woken.wait()
        self.woken.clear()
        message, self.message = self.message, b""
        return b"" if self.ended else message


@dataclass(frozen=True)
class TopicUpdate:
    """What is new of a topic: its latest revision, if it has any, and the devices that may know."""

    revision: int | None
    devices: frozenset[str]


Read = Callable[[str], Awaitable[TopicUpdate | None]]
Revisions = Callable[[Iterable[str]], Awaitable[Mapping[str, int]]]


class Hub:
    """All streams of one event loop, by topic.

    `read` returns the update of a topic, or None if nobody may see it any more. `revisions` returns the latest
    revisions of topics; it is called at every heartbeat in case an announcement was lost.
    """

    def __init__(self, read: Read, revisions: Revisions) -> None:
        self.read, self.revisions = read, revisions
        self.loop = asyncio.get_running_loop()
        self.streams: defaultdict[str, set[Stream]] = defaultdict(set)
        self.pending_updates: dict[str, bool] = {}  # topics whose update is being read, and whether they changed since
        self.work: set[asyncio.Task[None]] = set()
        announcements.listen(self.topic_changed)
        self.do(self.beat())

    def everybody(self) -> set[Stream]:
        return set[Stream]().union(*self.streams.values())

    def do(self, work: Coroutine[None, None, None]) -> None:
        """Start a task and keep a reference to it, because the event loop keeps none."""
        task = self.loop.create_task(work)
        self.work.add(task)
        task.add_done_callback(self.work.discard)

    def enter(self, stream: Stream) -> None:
        for topic in stream.at:
            self.streams[topic].add(stream)

    def leave(self, stream: Stream) -> None:
        stream.ended = True
        for topic in stream.at:
            self.streams[topic].discard(stream)
            if not self.streams[topic]:
                del self.streams[topic]

    def topic_changed(self, topic: str) -> None:
        """Note that a topic changed. Can be called from any thread."""
        if self.loop.is_closed():
            announcements.leave(self.topic_changed)
        else:
            with suppress(RuntimeError):  # the loop was closed just now
                # A context of its own: in that of a request, asgiref would raise a deadlock error.
                self.loop.call_soon_threadsafe(self.move, topic, context=Context())

    def move(self, topic: str) -> None:
        """Tell the streams of a topic that it changed. If it changes again while that is read, read it again."""
        if topic in self.pending_updates:
            self.pending_updates[topic] = True
        elif topic in self.streams:
            self.pending_updates[topic] = False
            self.do(self.tell(topic))

    async def tell(self, topic: str) -> None:
        try:
            update = await self.read(topic)
            for stream in tuple(self.streams.get(topic, ())):
                if update is None or stream.device not in update.devices:
                    stream.end()
                else:
                    stream.tell(topic, update.revision)
        except Error as error:
            log.warning("what is new at a table could not be read; it will be tried again: %s", error)
        except Exception:
            log.exception("what is new at %s could not be told; it will be tried again", topic)
        finally:
            if self.pending_updates.pop(topic):
                self.move(topic)

    async def beat(self) -> None:
        """Send a heartbeat to every stream, and look for missed announcements, for as long as the hub exists."""
        while True:
            await asyncio.sleep(BEAT)
            try:
                await self.catch_up()
            except Error as error:
                log.warning("whether something was missed could not be asked; it will be tried again: %s", error)
            except Exception:
                log.exception("whether something was missed could not be asked; it will be tried again")
            for stream in self.everybody():
                stream.beat()

    async def listening(self) -> None:
        """Make up for announcements that nobody heard, before the first connection as well as between two of them."""
        latest = await self.catch_up()
        for topic in self.streams.keys() - latest.keys():  # a board has no revision that tells whether it changed
            self.move(topic)

    async def catch_up(self) -> Mapping[str, int]:
        """Send an update of every topic that has moved past the revision of one of its streams; return the latest."""
        latest = await self.revisions(tuple(self.streams)) if self.streams else {}
        for topic, revision in latest.items():
            if any(stream.at[topic] < revision for stream in self.streams.get(topic, ())):
                self.move(topic)
        return latest


# What a page listens to, and who may listen


def outside_requests(read: Callable[P, T]) -> Callable[P, T]:
    """Decorate a function so that it cleans up the database connection, as a request does."""

    @wraps(read)
    def reading(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return read(*args, **kwargs)
        finally:
            close_old_connections()

    return reading


@sync_to_async
@outside_requests
def admit(request: HttpRequest) -> Stream | None:
    """Return the stream that is requested, or None if the browser has no access to one of its tables.

    Each `?t=<session>.<revision>` names a table and the revision that the page shows. `Last-Event-ID` is the last
    revision sent before a reconnect. With `&board`, the page is the device's own board, with `&board=<token>` the one
    behind this link.
    """
    topics = [topic.rpartition(".")[::2] for topic in request.GET.getlist("t")[:MOST_TOPICS]]
    if any("\0" in name for name in (request.GET.get("board", ""), *dict(topics))):  # PostgreSQL rejects it
        return None
    if "board" in request.GET:
        return _board(request, dict(topics))
    device = cookies.device_id(request)
    if device is None or not topics:
        return None
    let_in = Access.objects.of(device)
    at = {topic: number_of(revision) for topic, revision in topics}
    tables = let_in.filter(session__public_id__in=at).values_list("session__public_id", flat=True)
    if set(tables) != at.keys():
        return None
    last = number_of(request.headers.get("Last-Event-ID", ""))
    return Stream({topic: max(revision, last) for topic, revision in at.items()}, device)


def _board(request: HttpRequest, topics: Mapping[str, str]) -> Stream | None:
    """Return the stream of a board. It is told of a change at once if the page shows other tables than the board."""
    token, link = request.GET["board"], dict[str, int]()
    if token:
        try:
            device: str | None = get_by_token(request, Board, token=token).device
        except (NoSuchLinkError, RateLimitedError):
            return None
        link = {announcements.link_of(token): 0}
    else:
        device = cookies.device_id(request)
    if device is None:
        return None
    topic, tables = announcements.board_of(device), {session.public_id for session in queries.board(device)}
    at = {table: number_of(topics[table]) for table in tables & topics.keys()}
    stream = Stream(at | link | {topic: 0}, device)
    if tables != topics.keys():
        stream.tell(topic, None)
    return stream


@sync_to_async
@outside_requests
def topic_update(topic: str) -> TopicUpdate | None:
    """Return what is new of a topic; None if it is a link to a board that no longer works."""
    if session := Session.objects.filter(public_id=topic).first():
        devices = session.accesses.not_shut_out().values_list("device", flat=True)
        return TopicUpdate(session.revision, frozenset(devices))
    board, link = announcements.board_of(""), announcements.link_of("")
    if topic.startswith(board):
        device: str | None = topic.removeprefix(board)
    else:
        device = Board.objects.filter(token=topic.removeprefix(link)).values_list("device", flat=True).first()
    return None if device is None else TopicUpdate(None, frozenset({device}))


@sync_to_async
@outside_requests
def revisions(topics: Iterable[str]) -> Mapping[str, int]:
    """Return the latest revisions of those topics that are sessions."""
    return dict(Session.objects.filter(public_id__in=topics).values_list("public_id", "revision"))


# What other processes write: PostgreSQL's NOTIFY


async def notified(connected: Callable[[], Awaitable[None]]) -> None:
    """Pass on every announcement, forever.

    Call `connected` each time the connection is made: announcements may have been missed.
    """
    lost = False
    while True:
        try:
            async with await psycopg.AsyncConnection.connect(**parameters(), autocommit=True) as listening:
                await listening.execute(sql.SQL("LISTEN {}").format(sql.Identifier(announcements.CHANNEL)))
                lost = False
                await connected()
                async for announced in listening.notifies():
                    announcements.deliver(announced.payload)
        except (psycopg.Error, Error, OSError) as error:  # a timeout is an OSError
            if not lost:
                log.warning("not told by PostgreSQL what other processes write: %s", str(error) or "no answer")
            lost = True
        await asyncio.sleep(PAUSE)


def parameters() -> dict[str, Any]:
    """Return Django's connection parameters without those that only Django's own connections accept."""
    excluded = {"context", "cursor_factory", "prepare_threshold"}
    return {name: value for name, value in connection.get_connection_params().items() if name not in excluded}


# The event stream in ASGI

HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),  # keeps nginx from buffering
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-resource-policy", b"same-origin"),
]
REFUSED = [(b"cache-control", b"no-store"), (b"content-length", b"0")]

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

_hub: Hub | None = None
_shares = Shares()
"""Of the streams of this process. A page that gets none polls instead."""


def hub() -> Hub:
    """Return the hub of the running event loop."""
    global _hub  # noqa: PLW0603 - a process has one loop; tests have one after the other
    if _hub is None or _hub.loop is not asyncio.get_running_loop():
        _hub = Hub(topic_update, revisions)
        if connection.vendor == "postgresql":
            _hub.do(notified(_hub.listening))
    return _hub


async def application(scope: Message, receive: Receive, send: Send) -> None:
    """Serve one stream until the page or the server closes it."""
    with ExitStack() as held:
        status, stream = await opened(scope, held)
        await send({"type": "http.response.start", "status": status, "headers": HEADERS if stream else REFUSED})
        if stream is None:
            await send({"type": "http.response.body"})
        else:
            await follow(stream, receive, send)


async def opened(scope: Message, held: ExitStack) -> tuple[int, Stream | None]:
    """Return the status of the response, and the stream if it is accepted; `held` holds its share."""
    if scope["method"] != "GET":
        return 405, None
    request = ASGIRequest(scope, BytesIO())
    try:
        require_allowed(request)
        limits = {"address": settings.CONCURRENT["streams"], "browser": settings.CONCURRENT["browser_streams"]}
        most = connections.most_streams()
        held.enter_context(_shares.held(most, connections.limits_of(request, most, **limits)))
        stream = await admit(request)
    except NoShareError as error:
        _refused("client" if error.by_one else "process")
        return (429 if error.by_one else 503), None
    except DisallowedHost as error:
        logging.getLogger("django.security.DisallowedHost").warning("%s", error)  # as Django does
        return 400, None
    except SuspiciousOperation:  # such as too many query parameters
        return 400, None
    except Error:  # the page polls, and opens another stream once polling works again
        _refused("database")
        return 503, None
    return (200, stream) if stream else (404, None)


def _refused(reason: str) -> None:
    """Log that a stream was not opened, for want of a share or of the database."""
    fields = {"event": "stream_refused", "reason": reason}
    logging.getLogger("scorekeeper.events").info(
        "An event stream was not opened because of the %s.", reason, extra={"fields": fields}
    )


async def follow(stream: Stream, receive: Receive, send: Send) -> None:
    """Send messages to a page for as long as it is connected."""
    topics_hub = hub()
    topics_hub.enter(stream)
    work = [asyncio.create_task(run(stream, send)), asyncio.create_task(disconnected(receive))]
    try:
        # Only after entering the hub: later writes are announced, earlier ones are in the database.
        latest = await revisions(tuple(stream.at))
        for topic in latest:
            if stream.at[topic] < latest[topic]:
                topics_hub.move(topic)
        await asyncio.wait(work, return_when=asyncio.FIRST_COMPLETED)
    except Error:  # the stream ends, and the page reconnects
        stream.end()
        await work[0]
    finally:
        topics_hub.leave(stream)
        for task in work:
            task.cancel()


async def run(stream: Stream, send: Send) -> None:
    """Send messages until the stream ends."""
    message = RETRY
    while message:
        await send({"type": "http.response.body", "body": message, "more_body": True})
        message = await stream.next()
    await send({"type": "http.response.body"})


async def disconnected(receive: Receive) -> None:
    """Return when the page has disconnected."""
    while (await receive())["type"] != "http.disconnect":
        pass
