"""Phones at a table as the server sees them: they record, listen, or ask again and again.

They live in the event loop of the bench, away from the server, and know when they had each *revision*.
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
from scorekeeper.devtools.bench.measured import ordinary_hand
from scorekeeper.web import device_cookie

END_OF_EVENT = b"\n\n\r\n"
"""The end of a server-sent event, and of the chunk of the answer that carries it."""
POLL = 4.0
"""Seconds between two questions, as in static/js/live.js."""


class Wire:
    """One browser's connection to the server, kept open from one request to the next."""

    def __init__(self, port: int, device: str) -> None:
        self.port = port
        remembered = HttpResponse()
        device_cookie.remember(remembered, device)
        self.cookies = SimpleCookie({name: cookie.value for name, cookie in remembered.cookies.items()})
        self.ends: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    def request(self, method: str, path: str, body: bytes = b"", **headers: str) -> bytes:
        """All that is sent for a request."""
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
        """One request and its answer."""
        body = urlencode(values).encode() if values else b""
        headers = {"Accept_Encoding": "gzip"} | ({"HX_Request": "true"} if htmx else {})
        self.ends = self.ends or await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self.ends
        writer.write(self.request(method, path, body, **headers))
        status, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")[:-2]
        found = [(name.lower(), value) for name, _, value in (line.partition(": ") for line in lines)]
        answer = BenchAnswer(
            status.partition(" ")[2], found, await reader.readexactly(int(dict(found).get("content-length", 0)))
        )
        for name, value in found:
            if name == "set-cookie":
                self.cookies.load(value)
        return answer

    def close(self) -> None:
        if self.ends:
            self.ends[1].close()
            self.ends = None


class BenchPhone:
    """A phone at a table; `seen` is when it had which revision."""

    def __init__(self, port: int, device: str, public_id: str) -> None:
        self.wire = Wire(port, device)
        self.table = reverse("session", args=[public_id])
        self.seen: list[tuple[float, int]] = []
        self.problems: list[str] = []
        self.page = ""

    def has(self, revision: int) -> None:
        self.seen.append((perf_counter(), revision))

    def had(self, revision: int) -> float | None:
        """When it first had this revision or a later one."""
        return next((at for at, found in self.seen if found >= revision), None)

    def has_all(self, writer: RecordingPhone) -> bool:
        """Whether it has whatever that phone recorded."""
        return self.seen[-1][1] >= max(writer.sent, default=0)

    async def ask(
        self, method: str, path: str, values: Mapping[str, str] | None = None, *, htmx: bool = True
    ) -> BenchAnswer:
        """An answer; one that is not the expected is a problem, and so is none."""
        for kept in (self.wire.ends is not None, False):
            try:
                answer = await self.wire.ask(method, path, values, htmx=htmx)
            except (OSError, EOFError) as error:
                self.wire.close()
                if kept:  # the server hung up on who was silent for seconds; a browser tries anew
                    continue
                self.problems.append(repr(error))
                break
            if answer.status[:3] not in ("200", "204"):
                self.problems.append(f"{method} {path}: {answer.status}")
            return answer
        return BenchAnswer("", [], b"")

    async def start(self) -> None:
        """Look at the table."""
        self.page = (await self.ask("GET", self.table, htmx=False)).text


class EventReader(asyncio.Protocol):
    """An event stream; `told` is called with the head of each event, once all of it is there."""

    def __init__(self, request: bytes, told: Callable[[bytes], None], over: Callable[[], None]) -> None:
        self.request, self.told, self.over = request, told, over
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
                self.told(event[:60])

    def connection_lost(self, error: Exception | None) -> None:
        self.over()


class ListeningPhone(BenchPhone):
    """A phone that listens; one that may write looks for itself when it is told of something new."""

    transport: asyncio.BaseTransport
    looking: asyncio.Task[None] | None = None
    wanted = 0
    left = False

    async def start(self) -> None:
        """Return when the stream is open."""
        await super().start()
        address = search(r'data-live="([^"]*)" data-revision="(\d+)"', self.page)
        assert address, "the page does not listen"
        self.has(int(address[2]))
        request = self.wire.request("GET", unescape(address[1]), Accept="text/event-stream")
        loop = asyncio.get_running_loop()
        self.transport, stream = await loop.create_connection(
            lambda: EventReader(request, self.told, self.over), "127.0.0.1", self.wire.port
        )
        self.wire.close()
        await stream.open

    def told(self, head: bytes) -> None:
        found = search(rb"id: (\d+)\nevent: (\w+)", head)
        if found and found[2] == b"table":
            self.has(int(found[1]))
        elif found:
            self.wanted = int(found[1])
            if self.looking is None or self.looking.done():
                self.looking = asyncio.get_running_loop().create_task(self.look())

    async def look(self) -> None:
        """Fetch the table anew, once more if it moved on meanwhile."""
        while (wanted := self.wanted) > (known := self.seen[-1][1]):
            answer = await self.ask("GET", f"{self.table}?since={known}")
            if not answer.body:
                break
            self.has(wanted)

    def over(self) -> None:
        if not self.left:
            self.problems.append("the stream broke off")

    def stop(self) -> None:
        self.left = True
        self.transport.close()
        self.wire.close()


class Poller(BenchPhone):
    """A phone that cannot have a stream, and asks again and again."""

    asking: asyncio.Task[None]

    async def start(self) -> None:
        answer = await self.ask("GET", f"{self.table}?revision=0")
        self.has(int(answer.headers_by_name["x-revision"]))
        self.asking = asyncio.get_running_loop().create_task(self.poll())

    async def poll(self) -> None:
        """Each question at its time, unless the answer before took longer; the first at a time of its own."""
        due = perf_counter() + POLL * secrets.randbelow(1000) / 1000
        while True:
            await asyncio.sleep(max(due - perf_counter(), 0))
            due = max(due + POLL, perf_counter())
            known = self.seen[-1][1]
            answer = await self.ask("GET", f"{self.table}?revision={known}")
            revision = int(answer.headers_by_name.get("x-revision", 0))
            if revision > known:
                await self.ask("GET", f"{self.table}?since={known}")
                self.has(revision)

    def stop(self) -> None:
        self.asking.cancel()
        self.wire.close()


class RecordingPhone(BenchPhone):
    """The phone that records; `sent`: when it sent the hand that made a revision, `took`: the seconds of answers."""

    number = 0

    def __init__(self, port: int, device: str, public_id: str) -> None:
        super().__init__(port, device, public_id)
        self.sent: dict[int, float] = {}
        self.took: list[float] = []

    async def record(self) -> None:
        """One more hand, in the form that came with the answer to the last."""
        self.number += 1
        values = form_of(self.page, "outcome") | ordinary_hand(self.number)
        began = perf_counter()
        answer = await self.ask("POST", f"{self.table}record/", values)
        self.took.append(perf_counter() - began)
        if "x-revision" in answer.headers_by_name:
            self.sent[int(answer.headers_by_name["x-revision"])] = began
            self.page = answer.text

    async def evening(self, hands: int, every: float) -> None:
        """So many hands, one every so many seconds."""
        begun = perf_counter()
        for number in range(hands):
            await asyncio.sleep(max(begun + number * every - perf_counter(), 0))
            await self.record()


async def until(well: Callable[[], bool], seconds: float) -> None:
    """Wait until it is so, but no longer than this."""
    over = perf_counter() + seconds
    while not well() and perf_counter() < over:
        await asyncio.sleep(0.05)


async def some_at_a_time(starting: Sequence[Awaitable[None]], at_once: int = 50) -> None:
    """Phones do not all come in the same moment."""
    for first in range(0, len(starting), at_once):
        await asyncio.gather(*starting[first : first + at_once])
