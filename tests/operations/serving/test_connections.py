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

from scorekeeper.operations.management.commands.serve import UNHEARD, listen
from scorekeeper.operations.serving import server
from scorekeeper.web import connections
from scorekeeper.web.connections import HEAD, SILENCE, SLOWEST, ConnectionRegister, HttpConnection
from tests.play.live_pages import run_in_event_loop, until

GET = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
HALF = b"GET / HTTP/1.1\r\nHost: loc"
POST = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n"
STREAM = GET.replace(b"/ ", b"/stream ", 1)
UNWANTED = POST.replace(b"/ ", b"/unwanted ", 1)


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Answer once the whole request was read, or at once if it is unwanted; a stream never ends."""
    while scope["path"] == "/" and (await receive()).get("more_body"):
        pass
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"text/plain")]})
    await send({"type": "http.response.body", "body": b"hello", "more_body": scope["path"] == "/stream"})
    while scope["path"] == "/stream" and (await receive())["type"] != "http.disconnect":
        pass


class FakeTransport(asyncio.Transport):
    """The server's end of a connection from an address; `left` bytes of what it wrote are not received yet."""

    def __init__(self, address: str, port: int) -> None:
        super().__init__({"peername": (address, port), "sockname": ("127.0.0.1", 8000)})
        self.written = b""
        self.left = 0
        self.closed = False
        self.connection = HttpConnection(
            server.configured("tests.operations.serving.test_connections:application"), ServerState(), {}
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


class FakeServer:
    """A server whose clock the test moves."""

    def __init__(self, register: ConnectionRegister) -> None:
        self.register = register
        self.transports: list[FakeTransport] = []

    def call(self, *sent: bytes, of: str = "192.0.2.7") -> FakeTransport:
        """Return a new connection from an address, on which this was sent."""
        transport = FakeTransport(of, 50_000 + len(self.transports))
        self.transports.append(transport)
        for data in sent:
            transport.send(data)
        return transport

    def passes(self, seconds: float) -> None:
        self.register.sweep(seconds)

    @property
    def closed(self) -> list[bool]:
        return [transport.closed for transport in self.transports]


RunScenario = Callable[..., None]
Scenario = Callable[[FakeServer], Coroutine[Any, Any, None]]


@pytest.fixture
def run_scenario(monkeypatch: pytest.MonkeyPatch) -> RunScenario:
    """Run a scenario on a server with these limits."""

    def run(scenario: Scenario, *, most: int = 100, most_of_one: int = 100) -> None:
        register = ConnectionRegister(most, most_of_one)
        monkeypatch.setattr(connections, "register", lambda: register)

        async def run_to_the_end() -> None:
            fake_server = FakeServer(register)
            await scenario(fake_server)
            for transport in fake_server.transports:
                transport.close()
            assert (register.connections, register.shares.used, register.shares.by_client) == ({}, 0, {})
            assert register.waiting == {}

        run_in_event_loop(run_to_the_end)

    return run


# Time


@pytest.mark.parametrize("sent", [[], [HALF]], ids=["nothing", "half of it"])
def test_a_request_head_must_arrive_in_time(sent: list[bytes], run_scenario: RunScenario) -> None:
    async def scenario(fake_server: FakeServer) -> None:
        transport = fake_server.call(*sent)
        fake_server.passes(HEAD - 1)
        assert not transport.closed
        fake_server.passes(1)
        assert transport.closed

    run_scenario(scenario)


def test_a_slowly_sent_head_gets_no_more_time(run_scenario: RunScenario) -> None:
    async def scenario(fake_server: FakeServer) -> None:
        transport = fake_server.call(HALF)
        for _second in range(int(HEAD) - 1):
            transport.send(b"a")
            fake_server.passes(1)
        assert not transport.closed
        transport.send(b"a")
        fake_server.passes(1)
        assert transport.closed

    run_scenario(scenario)


def test_the_next_head_has_its_own_timeout_after_the_response(run_scenario: RunScenario) -> None:
    async def scenario(fake_server: FakeServer) -> None:
        transport = fake_server.call()
        for request in range(3):
            fake_server.passes(HEAD - 1)
            transport.send(GET)
            await transport.answered(request + 1)
        transport.left = 1_000_000  # somebody with bad reception, and a large sheet
        for _minute in range(10):
            fake_server.passes(60)
        assert not transport.closed
        transport.left = 0
        fake_server.passes(HEAD - 1)
        assert not transport.closed
        fake_server.passes(1)
        assert transport.closed

    run_scenario(scenario)


def test_a_body_must_not_stall(run_scenario: RunScenario) -> None:
    async def scenario(fake_server: FakeServer) -> None:
        transport = fake_server.call(POST, b"x" * 50_000)
        fake_server.passes(SILENCE - 1)
        transport.send(b"x")
        fake_server.passes(SILENCE - 1)
        assert not transport.closed
        fake_server.passes(1)
        assert transport.closed

    run_scenario(scenario)


def test_a_body_must_arrive_at_a_minimum_rate(run_scenario: RunScenario) -> None:
    async def scenario(fake_server: FakeServer) -> None:
        slow, quick = fake_server.call(POST), fake_server.call(POST)
        for second in range(2 * int(SILENCE)):
            assert not slow.closed or second > SILENCE
            if not slow.closed:
                slow.send(b"x")
            quick.send(b"x" * SLOWEST)
            fake_server.passes(1)
        assert fake_server.closed == [True, False]

    run_scenario(scenario)


def test_a_client_waiting_for_a_response_has_no_timeout(run_scenario: RunScenario) -> None:
    async def scenario(fake_server: FakeServer) -> None:
        transport = fake_server.call(STREAM)
        await transport.answered()
        for _day in range(3):
            fake_server.passes(86_400)
        assert not transport.closed

    run_scenario(scenario)


def test_time_while_reading_is_paused_does_not_count(run_scenario: RunScenario) -> None:
    async def scenario(fake_server: FakeServer) -> None:
        transport = fake_server.call(POST)
        transport.connection.flow.pause_reading()
        fake_server.passes(10 * SILENCE)
        assert not transport.closed
        transport.connection.flow.resume_reading()
        fake_server.passes(SILENCE)
        assert transport.closed

    run_scenario(scenario)


def test_an_unread_rest_of_a_body_ends_the_connection(run_scenario: RunScenario) -> None:
    async def scenario(fake_server: FakeServer) -> None:
        transport = fake_server.call(UNWANTED)
        await transport.answered()
        assert transport.closed

    run_scenario(scenario)


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="only Linux has it")
def test_tcp_keepalive_detects_vanished_phones() -> None:
    with closing(listen("127.0.0.1", 0)) as listener, closing(socket.create_connection(listener.getsockname())):
        connection, _address = listener.accept()
        with closing(connection):
            assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == UNHEARD


def test_no_part_of_a_response_waits_until_the_part_before_is_acknowledged() -> None:
    async def scenario() -> None:
        nodelay: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        def accepted(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            connection = writer.get_extra_info("socket")
            nodelay.set_result(connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        with closing(listen("127.0.0.1", 0)) as listener:
            async with await asyncio.start_server(accepted, sock=listener):
                with closing(socket.create_connection(listener.getsockname())):
                    assert await nodelay

    run_in_event_loop(scenario)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux says it so")
def test_the_listen_backlog_exceeds_the_limit_of_accepted_connections() -> None:
    async def scenario() -> None:
        with closing(listen("127.0.0.1", 0)) as listener:
            config = server.configured("tests.operations.serving.test_connections:application")
            config.load()
            here = server.Server(config)
            here.lifespan = LifespanOff(config)
            await here.startup([listener])
            info = listener.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 32)
            *_others, most = struct.unpack("8B6I", info)  # of a socket that listens, tcpi_sacked
            assert most == min(server.QUEUE, int(Path("/proc/sys/net/core/somaxconn").read_text()))
            assert config.backlog < most
            here.servers[0].close()

    run_in_event_loop(scenario)


def test_timeouts_are_checked_while_there_are_connections(
    run_scenario: RunScenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "EVERY", 0.001)
    monkeypatch.setattr(connections, "HEAD", 0.005)

    async def scenario(fake_server: FakeServer) -> None:
        for _time in range(2):
            transport = fake_server.call()
            await until(lambda caller=transport: caller.closed)  # type: ignore[misc]
            await until(lambda: fake_server.register.sweeping is None)

    run_scenario(scenario)


# Number


def test_the_longest_waiting_connection_of_an_address_over_its_limit_is_closed(
    run_scenario: RunScenario, caplog: pytest.LogCaptureFixture
) -> None:
    async def scenario(fake_server: FakeServer) -> None:
        stream, answered = fake_server.call(STREAM), fake_server.call(GET)
        await stream.answered()
        await answered.answered()
        _half, other = fake_server.call(HALF), fake_server.call(of="192.0.2.9")
        assert fake_server.closed == [False] * 4
        assert not caplog.records
        fake_server.call(GET)
        assert fake_server.closed == [False, True, False, False, False]
        fake_server.call(HALF)
        assert fake_server.closed == [False, True, True, False, False, False]
        assert not other.closed

    with caplog.at_level(logging.WARNING, "scorekeeper.web.connections"):
        run_scenario(scenario, most_of_one=3)
    assert [record.getMessage() for record in caplog.records] == [
        "More than 3 connections from 192.0.2.7: some are closed"
    ]


def test_a_connection_still_receiving_its_response_is_not_closed(run_scenario: RunScenario) -> None:
    async def scenario(fake_server: FakeServer) -> None:
        transport = fake_server.call(GET)
        await transport.answered()
        transport.left = 1
        fake_server.call()
        fake_server.call()
        assert fake_server.closed == [False, True, False]

    run_scenario(scenario, most_of_one=2)


def test_without_a_waiting_connection_the_new_one_is_refused(run_scenario: RunScenario) -> None:
    async def scenario(fake_server: FakeServer) -> None:
        fake_server.call(STREAM)
        fake_server.call(POST)
        fake_server.call()
        assert fake_server.closed == [False, False, True]
        fake_server.transports[0].close()
        fake_server.call()
        assert fake_server.closed == [True, False, True, False]

    run_scenario(scenario, most_of_one=2)


def test_addresses_of_one_ipv6_network_count_as_one(run_scenario: RunScenario) -> None:
    async def scenario(fake_server: FakeServer) -> None:
        for number in range(3):
            fake_server.call(of=f"2001:db8:1:2::{number}")
        fake_server.call(of="2001:db8:1:3::1")
        assert fake_server.closed == [True, False, False, False]

    run_scenario(scenario, most_of_one=2)


def test_over_the_total_limit_the_address_with_most_connections_loses_one(run_scenario: RunScenario) -> None:
    async def scenario(fake_server: FakeServer) -> None:
        fake_server.call(of="192.0.2.9")
        for _number in range(3):
            fake_server.call()
        fake_server.call(of="192.0.2.8")
        assert fake_server.closed == [False, True, False, False, False]

    run_scenario(scenario, most=4)


def test_behind_a_proxy_only_the_total_is_limited(run_scenario: RunScenario, settings: Any) -> None:
    settings.TRUST_PROXY = True

    async def scenario(fake_server: FakeServer) -> None:
        for _number in range(4):
            fake_server.call()
        assert fake_server.closed == [False] * 4
        fake_server.call()
        assert fake_server.closed == [True, False, False, False, False]

    run_scenario(scenario, most=4, most_of_one=2)
