"""Connections are limited in number and time; idle ones make room for others."""

from __future__ import annotations

import asyncio
import logging
import socket
import struct
import sys
from collections.abc import Callable, Coroutine
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from uvicorn.lifespan.off import LifespanOff
from uvicorn.server import ServerState

from scorekeeper.operations import connections, server
from scorekeeper.operations.connections import HEAD, SILENCE, SLOWEST, ConnectionRegister, HttpConnection
from scorekeeper.operations.management.commands.serve import UNHEARD, listen
from tests.play.live_pages import live, until

GET = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
HALF = b"GET / HTTP/1.1\r\nHost: loc"
POST = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n"
STREAM = GET.replace(b"/ ", b"/stream ", 1)
UNWANTED = POST.replace(b"/ ", b"/unwanted ", 1)


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Answer when everything sent was read, or at once if it is unwanted; a stream never ends."""
    while scope["path"] == "/" and (await receive()).get("more_body"):
        pass
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"text/plain")]})
    await send({"type": "http.response.body", "body": b"hello", "more_body": scope["path"] == "/stream"})
    while scope["path"] == "/stream" and (await receive())["type"] != "http.disconnect":
        pass


class Wire(asyncio.Transport):
    """The server's end of a connection from an address; `left` bytes of what it wrote are not received yet."""

    def __init__(self, address: str, port: int) -> None:
        super().__init__({"peername": (address, port), "sockname": ("127.0.0.1", 8000)})
        self.written = b""
        self.left = 0
        self.closed = False
        self.connection = HttpConnection(
            server.configured("tests.operations.test_connections:application"), ServerState(), {}
        )
        self.connection.connection_made(self)

    def write(self, data: Any) -> None:
        self.written += data

    def get_write_buffer_size(self) -> int:
        return self.left

    def is_closing(self) -> bool:
        return self.closed

    def close(self) -> None:
        if not self.closed:
            self.closed = True
            self.connection.connection_lost(None)

    abort = close

    def pause_reading(self) -> None:
        pass

    resume_reading = pause_reading

    def send(self, data: bytes) -> None:
        self.connection.data_received(data)

    async def answered(self, times: int = 1) -> None:
        await until(lambda: self.written.count(b"hello") == times)


class House:
    """A server whose clock the test moves."""

    def __init__(self, register: ConnectionRegister) -> None:
        self.register = register
        self.wires: list[Wire] = []

    def call(self, *sent: bytes, of: str = "192.0.2.7") -> Wire:
        """Return a new connection from an address, on which this was sent."""
        wire = Wire(of, 50_000 + len(self.wires))
        self.wires.append(wire)
        for data in sent:
            wire.send(data)
        return wire

    def passes(self, seconds: float) -> None:
        self.register.sweep(seconds)

    @property
    def closed(self) -> list[bool]:
        return [wire.closed for wire in self.wires]


Tell = Callable[..., None]
Story = Callable[[House], Coroutine[Any, Any, None]]


@pytest.fixture
def tell(monkeypatch: pytest.MonkeyPatch) -> Tell:
    """Run a scenario on a server with these limits."""

    def told(story: Story, *, most: int = 100, most_of_one: int = 100) -> None:
        register = ConnectionRegister(most, most_of_one)
        monkeypatch.setattr(connections, "register", lambda: register)

        async def whole() -> None:
            house = House(register)
            await story(house)
            for wire in house.wires:
                wire.close()
            assert (register.connections, register.of_address, register.waiting) == ({}, {}, {})

        live(whole)

    return told


# Time


@pytest.mark.parametrize("sent", [[], [HALF]], ids=["nothing", "half of it"])
def test_the_head_of_a_request_has_its_time(sent: list[bytes], tell: Tell) -> None:
    async def story(house: House) -> None:
        wire = house.call(*sent)
        house.passes(HEAD - 1)
        assert not wire.closed
        house.passes(1)
        assert wire.closed

    tell(story)


def test_a_head_that_comes_drop_by_drop_has_no_more(tell: Tell) -> None:
    async def story(house: House) -> None:
        wire = house.call(HALF)
        for _second in range(int(HEAD) - 1):
            wire.send(b"a")
            house.passes(1)
        assert not wire.closed
        wire.send(b"a")
        house.passes(1)
        assert wire.closed

    tell(story)


def test_the_next_head_has_a_time_of_its_own_once_the_answer_has_left(tell: Tell) -> None:
    async def story(house: House) -> None:
        wire = house.call()
        for request in range(3):
            house.passes(HEAD - 1)
            wire.send(GET)
            await wire.answered(request + 1)
        wire.left = 1_000_000  # somebody with bad reception, and a large sheet
        for _minute in range(10):
            house.passes(60)
        assert not wire.closed
        wire.left = 0
        house.passes(HEAD - 1)
        assert not wire.closed
        house.passes(1)
        assert wire.closed

    tell(story)


def test_a_body_has_to_go_on(tell: Tell) -> None:
    async def story(house: House) -> None:
        wire = house.call(POST, b"x" * 50_000)
        house.passes(SILENCE - 1)
        wire.send(b"x")
        house.passes(SILENCE - 1)
        assert not wire.closed
        house.passes(1)
        assert wire.closed

    tell(story)


def test_a_body_has_to_come_at_some_speed(tell: Tell) -> None:
    async def story(house: House) -> None:
        slow, quick = house.call(POST), house.call(POST)
        for second in range(2 * int(SILENCE)):
            assert not slow.closed or second > SILENCE
            if not slow.closed:
                slow.send(b"x")
            quick.send(b"x" * SLOWEST)
            house.passes(1)
        assert house.closed == [True, False]

    tell(story)


def test_whoever_waits_for_an_answer_has_all_the_time_in_the_world(tell: Tell) -> None:
    async def story(house: House) -> None:
        wire = house.call(STREAM)
        await wire.answered()
        for _day in range(3):
            house.passes(86_400)
        assert not wire.closed

    tell(story)


def test_time_in_which_we_do_not_read_is_not_the_senders(tell: Tell) -> None:
    async def story(house: House) -> None:
        wire = house.call(POST)
        wire.connection.flow.pause_reading()
        house.passes(10 * SILENCE)
        assert not wire.closed
        wire.connection.flow.resume_reading()
        house.passes(SILENCE)
        assert wire.closed

    tell(story)


def test_what_is_left_of_a_body_that_nobody_reads_ends_the_connection(tell: Tell) -> None:
    async def story(house: House) -> None:
        wire = house.call(UNWANTED)
        await wire.answered()
        assert wire.closed

    tell(story)


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="only Linux has it")
def test_phones_that_are_gone_are_given_up_by_the_system() -> None:
    with closing(listen("127.0.0.1", 0)) as listener, closing(socket.create_connection(listener.getsockname())):
        connection, _address = listener.accept()
        with closing(connection):
            assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == UNHEARD


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux says it so")
def test_more_connections_queue_than_are_accepted_at_once() -> None:
    async def story() -> None:
        with closing(listen("127.0.0.1", 0)) as listener:
            config = server.configured("tests.operations.test_connections:application")
            config.load()
            here = server.Server(config)
            here.lifespan = LifespanOff(config)
            await here.startup([listener])
            info = listener.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 32)
            *_others, most = struct.unpack("8B6I", info)  # of a socket that listens, tcpi_sacked
            assert most == min(server.QUEUE, int(Path("/proc/sys/net/core/somaxconn").read_text()))
            assert config.backlog < most
            here.servers[0].close()

    live(story)


def test_the_time_is_looked_at_as_long_as_there_are_connections(tell: Tell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "EVERY", 0.001)
    monkeypatch.setattr(connections, "HEAD", 0.005)

    async def story(house: House) -> None:
        for _time in range(2):
            wire = house.call()
            await until(lambda one=wire: one.closed)  # type: ignore[misc]
            await until(lambda: house.register.sweeping is None)

    tell(story)


# Number


def test_one_address_has_so_many_and_the_one_that_waits_longest_makes_room(
    tell: Tell, caplog: pytest.LogCaptureFixture
) -> None:
    async def story(house: House) -> None:
        stream, answered = house.call(STREAM), house.call(GET)
        await stream.answered()
        await answered.answered()
        _half, other = house.call(HALF), house.call(of="192.0.2.9")
        assert house.closed == [False] * 4
        assert not caplog.records
        house.call(GET)
        assert house.closed == [False, True, False, False, False]
        house.call(HALF)
        assert house.closed == [False, True, True, False, False, False]
        assert not other.closed

    with caplog.at_level(logging.WARNING, "scorekeeper.operations.connections"):
        tell(story, most_of_one=3)
    assert "More than 3 connections from 192.0.2.7" in caplog.text


def test_one_whose_answer_is_still_leaving_does_not(tell: Tell) -> None:
    async def story(house: House) -> None:
        wire = house.call(GET)
        await wire.answered()
        wire.left = 1
        house.call()
        house.call()
        assert house.closed == [False, True, False]

    tell(story, most_of_one=2)


def test_where_none_waits_the_one_that_comes_is_refused(tell: Tell) -> None:
    async def story(house: House) -> None:
        house.call(STREAM)
        house.call(POST)
        house.call()
        assert house.closed == [False, False, True]
        house.wires[0].close()
        house.call()
        assert house.closed == [True, False, True, False]

    tell(story, most_of_one=2)


def test_all_of_a_network_that_one_household_has_count_as_one(tell: Tell) -> None:
    async def story(house: House) -> None:
        for number in range(3):
            house.call(of=f"2001:db8:1:2::{number}")
        house.call(of="2001:db8:1:3::1")
        assert house.closed == [True, False, False, False]

    tell(story, most_of_one=2)


def test_where_there_are_too_many_in_all_the_address_that_has_most_makes_room(tell: Tell) -> None:
    async def story(house: House) -> None:
        house.call(of="192.0.2.9")
        for _number in range(3):
            house.call()
        house.call(of="192.0.2.8")
        assert house.closed == [False, True, False, False, False]

    tell(story, most=4)


def test_behind_a_proxy_only_the_total_counts(tell: Tell, settings: Any) -> None:
    settings.TRUST_PROXY = True

    async def story(house: House) -> None:
        for _number in range(4):
            house.call()
        assert house.closed == [False] * 4
        house.call()
        assert house.closed == [True, False, False, False, False]

    tell(story, most=4, most_of_one=2)
