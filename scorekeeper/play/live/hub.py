"""Who listens in this process, and how each of them is told."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping
from contextlib import suppress
from contextvars import Context
from dataclasses import dataclass, field

from scorekeeper.play import announcements

BEAT = 15.0
"""Seconds between two signs of life: shorter than what proxies and phones take for a dead connection."""

log = logging.getLogger(__name__)


def event(name: str, text: str = "-", *, at: int | None = None) -> bytes:
    """A server-sent event. It needs some text, or browsers would not pass it on."""
    head = [f"event: {name}"] if at is None else [f"id: {at}", f"event: {name}"]
    lines = [f"data: {line.strip()}" for line in text.splitlines() if line.strip()]
    return "\n".join([*head, *lines, "", ""]).encode()


HEARTBEAT = event("beat")


@dataclass(frozen=True)
class Variant:
    """In which of its forms a page is printed: the language, and whether amounts are laid in counters."""

    language: str
    laid: bool = False


@dataclass(eq=False)
class Stream:
    """One page that listens: to which topics, and at which revision it has them.

    A stream without a `variant` is only told to come and look. Of what a slow phone has not taken only the latest is
    kept: it says all that is to be said.
    """

    at: dict[str, int]
    device: str
    variant: Variant | None = None
    message: bytes = b""
    over: bool = False
    woken: asyncio.Event = field(default_factory=asyncio.Event)

    def tell(self, topic: str, revision: int | None, message: bytes) -> None:
        """Send this next, if the page has not got as far."""
        if revision is not None:
            if revision <= self.at[topic]:
                return
            self.at[topic] = revision
        self.message = message
        self.woken.set()

    def beat(self) -> None:
        self.message = self.message or HEARTBEAT
        self.woken.set()

    def end(self) -> None:
        self.over = True
        self.woken.set()

    async def next(self) -> bytes:
        """What is to be sent next, as soon as there is something; nothing when there is no more to come."""
        await self.woken.wait()
        self.woken.clear()
        message, self.message = self.message, b""
        return b"" if self.over else message


@dataclass(frozen=True)
class News:
    """What a topic has come to: which devices may know, and what is sent to each variant and to those without one.

    There is no revision where every piece of news is to be passed on.
    """

    revision: int | None
    devices: frozenset[str]
    messages: Mapping[Variant | None, bytes]


Read = Callable[[str, frozenset[Variant]], Awaitable[News | None]]
Revisions = Callable[[Iterable[str]], Awaitable[Mapping[str, int]]]


class Hub:
    """All streams of one event loop, by topic.

    `read` makes the news of a topic, or None when nobody may know of it any more; `revisions` says where topics stand,
    which is asked at every beat in case an announcement was lost.
    """

    def __init__(self, read: Read, revisions: Revisions) -> None:
        self.read, self.revisions = read, revisions
        self.loop = asyncio.get_running_loop()
        self.streams: defaultdict[str, set[Stream]] = defaultdict(set)
        self.being_told: dict[str, bool] = {}  # topics, and whether they moved on since they were read
        self.work: set[asyncio.Task[None]] = set()
        announcements.listen(self.hear)
        self.do(self.beat())

    def everybody(self) -> set[Stream]:
        return set[Stream]().union(*self.streams.values())

    def do(self, work: Coroutine[None, None, None]) -> None:
        """Work that goes on by itself; the loop alone would forget it."""
        task = self.loop.create_task(work)
        self.work.add(task)
        task.add_done_callback(self.work.discard)

    def enter(self, stream: Stream) -> None:
        for topic in stream.at:
            self.streams[topic].add(stream)

    def leave(self, stream: Stream) -> None:
        for topic in stream.at:
            self.streams[topic].discard(stream)
            if not self.streams[topic]:
                del self.streams[topic]

    def hear(self, topic: str) -> None:
        """A topic moved on; called from any thread."""
        if self.loop.is_closed():
            announcements.leave(self.hear)
        else:
            with suppress(RuntimeError):  # closed this very moment
                # Not in the context of a page: asgiref would take this for a part of it, and fear a deadlock.
                self.loop.call_soon_threadsafe(self.move, topic, context=Context())

    def move(self, topic: str) -> None:
        """Tell of a topic; what moves on while it is being read is told once more after that, and only once."""
        if topic in self.being_told:
            self.being_told[topic] = True
        elif topic in self.streams:
            self.being_told[topic] = False
            self.do(self.tell(topic))

    async def tell(self, topic: str) -> None:
        try:
            variants = frozenset(stream.variant for stream in self.streams[topic] if stream.variant)
            self.spread(topic, await self.read(topic, variants))
        except Exception:
            log.exception("what is new at %s could not be told; it will be tried again", topic)
        finally:
            if self.being_told.pop(topic):
                self.move(topic)

    def spread(self, topic: str, news: News | None) -> None:
        for stream in self.streams.get(topic, ()):
            if news is None or stream.device not in news.devices:
                stream.end()
            elif stream.variant in news.messages:  # else it came while the news was read, and is told by itself
                stream.tell(topic, news.revision, news.messages[stream.variant])

    async def beat(self) -> None:
        """A sign of life for everybody, and a look whether something was missed."""
        while True:
            await asyncio.sleep(BEAT)
            try:
                await self.catch_up()
            except Exception:
                log.exception("whether something was missed could not be asked; it will be tried again")
            for stream in self.everybody():
                stream.beat()

    async def catch_up(self) -> None:
        """Tell of every topic that moved on since its streams were told."""
        if not self.streams:
            return
        for topic, revision in (await self.revisions(tuple(self.streams))).items():
            if any(stream.at[topic] < revision for stream in self.streams.get(topic, ())):
                self.move(topic)
