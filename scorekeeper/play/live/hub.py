"""The streams of this process, and how each is told that something changed."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping
from contextlib import suppress
from contextvars import Context
from dataclasses import dataclass, field

from django.db import Error

from scorekeeper.play import notifications

BEAT = 15.0
"""Seconds between two heartbeats: shorter than the idle timeouts of proxies and phones."""
HEARTBEAT = b"event: beat\ndata: -\n\n"
"""Without some data, browsers would not dispatch an event."""

log = logging.getLogger(__name__)


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
        notifications.listen(self.topic_changed)
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
            notifications.leave(self.topic_changed)
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
