"""The streams of this process, and how each receives its messages."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping
from contextlib import suppress
from contextvars import Context
from dataclasses import dataclass, field
from typing import NamedTuple

from django.db import Error

from scorekeeper.play import notifications

BEAT = 15.0
"""Seconds between two heartbeats: shorter than the idle timeouts of proxies and phones."""
SLICE = 100
"""Streams that are told one after the other before the event loop gets a turn: a few milliseconds."""

log = logging.getLogger(__name__)


def event(name: str, text: str = "-", *, at: int | None = None) -> bytes:
    """Return a server-sent event. Without some text, browsers would not dispatch it."""
    head = [f"event: {name}"] if at is None else [f"id: {at}", f"event: {name}"]
    data = "\ndata: ".join(text.strip().splitlines())
    return "\n".join([*head, f"data: {data}", "", ""]).encode()


HEARTBEAT = event("beat")


class Variant(NamedTuple):
    """The variant in which a page is rendered: the language, and whether amounts are printed as counters.

    Watchers share theirs. A `scorer` is a device that records: its page has a form, and turns towards its player.
    """

    language: str
    in_counters: bool = False
    scorer: str = ""


@dataclass(eq=False)
class Stream:
    """One page that listens: its topics, each with the revision that the page shows.

    A stream without a `variant` is only told that something changed. `own` puts into a message what belongs to this
    page alone. `send_now` sends a message unless an earlier one
    is still on its way, and returns whether it did. If a phone is slow, only the latest message is kept, because each
    message replaces those before it.
    """

    at: dict[str, int]
    device: str
    variant: Variant | None = None
    own: Callable[[bytes], bytes] = lambda message: message
    send_now: Callable[[bytes], bool] = lambda message: False
    message: bytes = b""
    ended: bool = False
    woken: asyncio.Event = field(default_factory=asyncio.Event)

    def tell(self, topic: str, revision: int | None, message: bytes) -> None:
        """Send this message next, unless the page already shows that revision."""
        if revision is not None:
            if revision <= self.at[topic]:
                return
            self.at[topic] = revision
        if self.ended:
            return
        if not self.message and self.send_now(message):
            return
        self.message = message
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
    """An update of a topic: which devices may receive it, and the message for each variant.

    The message under None is for streams without a variant. Without a `revision`, the message goes to the streams
    whatever they show. The tables for scorers say what was changed `since` the revision that most of them show.
    """

    revision: int | None
    devices: frozenset[str]
    messages: Mapping[Variant | None, bytes]
    since: int | None = None

    def message_for(self, stream: Stream, topic: str) -> bytes:
        """Return the message for a stream whose variant was read.

        A scorer's page that shows an older revision than `since`, or has yet to receive it, fetches the table itself.
        """
        if stream.variant and stream.variant.scorer and (stream.at[topic] != self.since or stream.message):
            return self.messages[None]
        return stream.own(self.messages[stream.variant])


Read = Callable[[str, frozenset[Variant]], Awaitable[TopicUpdate | None]]
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
        """Send the update of a topic. If it changes while that is being read, send another update afterwards."""
        if topic in self.pending_updates:
            self.pending_updates[topic] = True
        elif topic in self.streams:
            self.pending_updates[topic] = False
            self.do(self.tell(topic))

    async def tell(self, topic: str) -> None:
        try:
            variants = frozenset(stream.variant for stream in self.streams[topic] if stream.variant)
            await self.broadcast(topic, await self.read(topic, variants))
        except Error as error:
            log.warning("what is new at a table could not be read; it will be tried again: %s", error)
        except Exception:
            log.exception("what is new at %s could not be told; it will be tried again", topic)
        finally:
            if self.pending_updates.pop(topic):
                self.move(topic)

    async def broadcast(self, topic: str, update: TopicUpdate | None) -> None:
        for number, stream in enumerate(tuple(self.streams.get(topic, ()))):
            if number % SLICE == SLICE - 1:
                await asyncio.sleep(0)
            if update is None or stream.device not in update.devices:
                stream.end()
            elif stream.variant in update.messages:  # else the stream entered in the meantime and catches up itself
                stream.tell(topic, update.revision, update.message_for(stream, topic))

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
