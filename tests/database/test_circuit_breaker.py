"""Connecting to PostgreSQL on several hosts: the first that accepts is used, whatever the others do."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from threading import Event
from typing import cast

import psycopg
import pytest

from scorekeeper.database import circuit_breaker
from scorekeeper.database.circuit_breaker import CircuitBreaker, SilentError, UnreachableError, attempt

PATIENCE = 20.0
"""Seconds to wait before a test fails."""


class FakeConnection:
    def __init__(self) -> None:
        self.closed = Event()

    def close(self) -> None:
        self.closed.set()


Connect = Callable[[], psycopg.Connection]


class FakeHost:
    """A host that answers when it is told to."""

    def __init__(self) -> None:
        self.answers, self.refuses, self.made = Event(), False, list[FakeConnection]()

    def accepting(self) -> FakeHost:
        self.answers.set()
        return self

    def refusing(self) -> FakeHost:
        self.refuses = True
        return self.accepting()

    @property
    def connect(self) -> Connect:
        def connecting() -> FakeConnection:
            assert self.answers.wait(PATIENCE)
            if self.refuses:
                raise psycopg.OperationalError("session is read-only")
            self.made.append(FakeConnection())
            return self.made[-1]

        return cast("Connect", connecting)


@pytest.fixture
def silent() -> Iterator[FakeHost]:
    host = FakeHost()
    yield host
    host.answers.set()


def test_a_silent_host_does_not_delay_the_other(silent: FakeHost) -> None:
    primary = FakeHost().accepting()
    for order in ([silent, primary], [primary, silent]):
        assert attempt([host.connect for host in order]) is primary.made[-1]  # type: ignore[comparison-overlap]


def test_a_connection_that_comes_too_late_is_closed(silent: FakeHost) -> None:
    chosen = attempt([silent.connect, FakeHost().accepting().connect])
    silent.answers.set()
    until = time.monotonic() + PATIENCE
    while not silent.made:
        assert time.monotonic() < until
        time.sleep(0.01)
    assert silent.made[0].closed.wait(PATIENCE)
    assert not cast("FakeConnection", chosen).closed.is_set()


def test_a_refusal_counts_as_an_answer_and_silence_does_not(silent: FakeHost, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(circuit_breaker, "PATIENCE", 0.05)
    refusing = FakeHost().refusing()
    with pytest.raises(psycopg.OperationalError, match="read-only"):
        attempt([refusing.connect, FakeHost().refusing().connect])
    with pytest.raises(SilentError):
        attempt([silent.connect, refusing.connect])


def test_a_connection_is_lost_with_its_own_host_even_if_another_one_answers(
    silent: FakeHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(circuit_breaker, "PATIENCE", 0.05)
    breaker, other = CircuitBreaker(), FakeHost().accepting()
    hosts = [silent.connect, other.connect]
    with pytest.raises(SilentError):
        breaker.require_answer(silent.connect, hosts)
    until = time.monotonic() + PATIENCE
    while breaker.is_open:  # until the other host was asked
        assert time.monotonic() < until
        time.sleep(0.01)
    assert breaker.connect(hosts) is other.made[-1]  # type: ignore[comparison-overlap]


def test_while_no_host_accepts_nobody_tries_to_connect(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(circuit_breaker, "PAUSE", 0.01)
    breaker, standby = CircuitBreaker(), FakeHost().refusing()
    with pytest.raises(psycopg.OperationalError, match="read-only"):
        breaker.connect([standby.connect])
    with pytest.raises(UnreachableError):
        breaker.connect([standby.connect])
    standby.refuses = False  # it is promoted
    until = time.monotonic() + PATIENCE
    while breaker.is_open:
        assert time.monotonic() < until
        time.sleep(0.01)
    assert breaker.connect([standby.connect]) is standby.made[-1]  # type: ignore[comparison-overlap]
