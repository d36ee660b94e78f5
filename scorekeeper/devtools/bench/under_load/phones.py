"""Simulated phones at a table: they record, listen to an event stream, or poll.

They run in the event loop of the bench, in another process than the server, and note when they had each *revision*.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from html import unescape
from http.cookies import SimpleCookie
from re import search
from time import perf_counter
from urllib.parse import urlencode

from django.http import HttpResponse
from django.urls import reverse

from scorekeeper.devtools.bench.browser import BenchAnswer, form_of
from scorekeeper.devtools.bench.measurements import ordinary_hand
from scorekeeper.web import device_cookie

END_OF_EVENT = b"\n\n\r\n"
"""The end of a server-sent event and of the HTTP chunk that carries it."""
POLL = 4.0
"""Seconds between two polls, as in static/js/live.js."""


class Wire:
    """A browser's connection to the server, kept open between requests."""

    def __init__(self, port: int, device: str) -> None:
        self.port = port
        remembered = HttpResponse()
        device_cookie.remember(remembered, device)
        self.cookies = SimpleCookie({name: cookie.value for name, cookie in remembered.cookies.items()})
        self.ends: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    def request(self, method: str, path: str, body: bytes = b"", **headers: str) -> bytes:
        """Return the bytes of a request."""
        lines = [
            f"{method} {path} HTTP/1.1",
            f"Host: 127.0.0.1:{self.port}",
            "Cookie: " + "; ".join(f"{name}={cookie.coded_value}" for name, cookie in self.cookies.items()),
            "Accept-Language: en",
            *(f"{name.replace('_', '-')}: {value}" for name, value in headers.items()),
        ]
        if body:
            lines += ["Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(body)}"]
        return "\r\n".join([*lines, "", ""]).encode() + body

    async def ask(
        self, method: str, path: str, values: Mapping[str, str] | None = None, *, htmx: bool = True
    ) -> BenchAnswer:
        """Send a request and return its response."""
        body = urlencode(values).encode() if values else b""
        headers = {"Accept_Encoding": "gzip"} | ({"HX_Request": "true"} if htmx else {})
        self.ends = self.ends or await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self.ends
        writer.write(self.request(method, path, body, **headers))
        status, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")[:-2]
        answer_headers = [(name.lower(), value) for name, _, value in (line.partition(": ") for line in lines)]
        answer = BenchAnswer(
            status.partition(" ")[2],
            answer_headers,
            await reader.readexactly(int(dict(answer_headers).get("content-length", 0))),
        )
        for name, value in answer_headers:
            if name == "set-cookie":
                self.cookies.load(value)
        return answer

    def close(self) -> None:
        if self.ends:
            self.ends[1].close()
            self.ends = None


class BenchClient:
    """A browser that asks again where the server has closed its idle connection, and notes its `problems`."""

    def __init__(self, port: int, device: str) -> None:
        self.wire = Wire(port, device)
        self.problems: list[str] = []

    async def ask(
        self, method: str, path: str, values: Mapping[str, str] | None = None, *, htmx: bool = True
    ) -> BenchAnswer:
        """Send a request and return its response; an error status or a lost connection is added to `problems`."""
        for reused in (self.wire.ends is not None, False):
            try:
                answer = await self.wire.ask(method, path, values, htmx=htmx)
            except (OSError, EOFError) as error:
                self.wire.close()
                if reused:  # the server closed an idle connection; a browser would retry
                    continue
                self.problems.append(repr(error))
                break
            if answer.status[:3] not in ("200", "204"):
                self.problems.append(f"{method} {path}: {answer.status}")
            return answer
        return BenchAnswer("", [], b"")


class BenchPhone(BenchClient):
    """A phone at a table; `received` has the time at which it had each revision."""

    def __init__(self, port: int, device: str, public_id: str) -> None:
        super().__init__(port, device)
        self.table = reverse("session", args=[public_id])
        self.received: list[tuple[float, int]] = []
        self.page = ""

    def note_revision(self, revision: int) -> None:
        self.received.append((perf_counter(), revision))

    def received_at(self, revision: int) -> float | None:
        """Return when the phone first had this revision or a later one; None if it never did."""
        return next((at for at, shown in self.received if shown >= revision), None)

    def has_all(self, writer: RecordingPhone) -> bool:
        """Return whether this phone has everything that `writer` recorded."""
        return self.received[-1][1] >= max(writer.sent, default=0)

    async def start(self) -> None:
        """Load the page of the table."""
        self.page = (await self.ask("GET", self.table, htmx=False)).text


class EventReader(asyncio.Protocol):
    """An event stream; `on_event` is called with the beginning of each event when all of it has arrived."""

    def __init__(self, request: bytes, on_event: Callable[[bytes], None], on_end: Callable[[], None]) -> None:
        self.request, self.on_event, self.on_end = request, on_event, on_end
        self.open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.pending = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.WriteTransport)
        transport.write(self.request)

    def data_received(self, data: bytes) -> None:
        self.pending += data
        if self.pending.endswith(END_OF_EVENT):
            events, self.pending = self.pending.split(END_OF_EVENT)[:-1], b""
            if not self.open.done():
                self.open.set_result(None)
            for event in events:
                self.on_event(event[:60])

    def connection_lost(self, error: Exception | None) -> None:
        self.on_end()


class ListeningPhone(BenchPhone):
    """A phone with an event stream; if it is a scorer's, it fetches the table itself when it is notified."""

    transport: asyncio.BaseTransport
    looking: asyncio.Task[None] | None = None
    newest = 0
    stopped = False

    async def start(self) -> None:
        """Load the table and open the stream; return when it is open."""
        await super().start()
        address = search(r'data-live="([^"]*)" data-revision="(\d+)"', self.page)
        assert address, "the page does not listen"
        self.note_revision(int(address[2]))
        request = self.wire.request("GET", unescape(address[1]), Accept="text/event-stream")
        loop = asyncio.get_running_loop()
        self.transport, stream = await loop.create_connection(
            lambda: EventReader(request, self.handle_event, self.handle_end), "127.0.0.1", self.wire.port
        )
        self.wire.close()
        await stream.open

    def handle_event(self, head: bytes) -> None:
        event = search(rb"id: (\d+)\nevent: (\w+)", head)
        if event and event[2] == b"table":
            self.note_revision(int(event[1]))
        elif event:
            self.newest = int(event[1])
            if self.looking is None or self.looking.done():
                self.looking = asyncio.get_running_loop().create_task(self.look())

    async def look(self) -> None:
        """Fetch the table, and again if it has changed meanwhile."""
        while (newest := self.newest) > (shown := self.received[-1][1]):
            answer = await self.ask("GET", f"{self.table}?since={shown}")
            if not answer.body:
                break
            self.note_revision(newest)

    def handle_end(self) -> None:
        if not self.stopped:
            self.problems.append("the stream broke off")

    def stop(self) -> None:
        self.stopped = True
        self.transport.close()
        self.wire.close()


class Poller(BenchPhone):
    """A phone that polls because it cannot have a stream."""

    asking: asyncio.Task[None]

    async def start(self) -> None:
        answer = await self.ask("GET", f"{self.table}?revision=0")
        self.note_revision(int(answer.headers_by_name["x-revision"]))
        self.asking = asyncio.get_running_loop().create_task(self.poll())

    async def poll(self) -> None:
        """Poll every `POLL` seconds, or later if a response took longer, starting at a random moment."""
        due = perf_counter() + POLL * secrets.randbelow(1000) / 1000
        while True:
            await asyncio.sleep(max(due - perf_counter(), 0))
            due = max(due + POLL, perf_counter())
            shown = self.received[-1][1]
            answer = await self.ask("GET", f"{self.table}?revision={shown}")
            revision = int(answer.headers_by_name.get("x-revision", 0))
            if revision > shown:
                await self.ask("GET", f"{self.table}?since={shown}")
                self.note_revision(revision)

    def stop(self) -> None:
        self.asking.cancel()
        self.wire.close()


class RecordingPhone(BenchPhone):
    """The phone that records; `sent` has when each revision was requested, `durations` the seconds of each response.

    It reads the form of its first page only: reading each response would cost more than the server needs to make it.
    """

    number = 0

    def __init__(self, port: int, device: str, public_id: str) -> None:
        super().__init__(port, device, public_id)
        self.sent: dict[int, float] = {}
        self.durations: list[float] = []

    async def start(self) -> None:
        await super().start()
        self.form = form_of(self.page, "outcome")

    async def record(self) -> None:
        """Record another hand, on the revision that the last one made."""
        self.number += 1
        values = self.form | ordinary_hand(self.number) | {"token": secrets.token_urlsafe(12)}
        began = perf_counter()
        answer = await self.ask("POST", f"{self.table}record/", values)
        self.durations.append(perf_counter() - began)
        if revision := answer.headers_by_name.get("x-revision"):
            self.sent[int(revision)] = began
            self.form["revision"] = revision

    async def evening(self, hands: int, every: float) -> None:
        """Record that many hands, one every `every` seconds."""
        begun = perf_counter()
        for number in range(hands):
            await asyncio.sleep(max(begun + number * every - perf_counter(), 0))
            await self.record()


async def until(well: Callable[[], bool], seconds: float) -> None:
    """Wait until `well` returns true, at most that many seconds."""
    deadline = perf_counter() + seconds
    while not well() and perf_counter() < deadline:
        await asyncio.sleep(0.05)


async def some_at_a_time(starting: Sequence[Awaitable[None]], at_once: int = 50) -> None:
    """Start phones in batches, since they would not all come at the same moment."""
    for first in range(0, len(starting), at_once):
        await asyncio.gather(*starting[first : first + at_once])
