"""Django's PostgreSQL backend, with connections that notice when the server has fallen silent.

Each thread keeps its connection between requests and checks it before use. With few threads no pool is needed, and the
request that made a failed attempt learns of it.
"""

from __future__ import annotations

import select
from collections.abc import Callable
from time import monotonic
from typing import Any, TypeVar, cast

import psycopg
from django.db.backends.postgresql import base
from psycopg.abc import PQGen

from scorekeeper.database.circuit_breaker import breaker

SILENCE = 0.5
"""Seconds without data after which a second connection checks whether the server still answers."""

T = TypeVar("T")


class GuardedConnection(psycopg.Connection[Any]):
    """A connection that is given up when the server doesn't answer new connections either.

    A statement may take as long as it needs or wait for a lock, as long as the server is there.
    """

    anew: Callable[[], GuardedConnection] | None = None

    def wait(self, gen: PQGen[T], *args: Any, **kwargs: Any) -> T:
        return super().wait(self._watched(gen) if breaker.armed else gen, *args, **kwargs)

    def _watched(self, gen: PQGen[T]) -> PQGen[T]:
        """Wrap the generator and watch for silence; psycopg sends it 0 every tenth of a second without data."""
        try:
            events = next(gen)
            heard = monotonic()
            while True:
                ready = yield events
                if ready:
                    heard = monotonic()
                elif monotonic() - heard > SILENCE:
                    self._require_answer()
                    heard = monotonic()
                events = gen.send(ready)
        except StopIteration as end:
            return cast("T", end.value)

    def _require_answer(self) -> None:
        if self.anew is None:
            return
        try:
            breaker.require_answer(self.anew)
        except psycopg.OperationalError:
            self.pgconn.finish()
            raise


class DatabaseWrapper(base.DatabaseWrapper):
    """Connects through the circuit breaker."""

    def get_new_connection(self, conn_params: dict[str, Any]) -> GuardedConnection:
        def connect() -> GuardedConnection:
            connection = GuardedConnection.connect(**conn_params)
            connection.anew = connect
            return connection

        self.isolation_level = psycopg.IsolationLevel.READ_COMMITTED  # Django's default
        return breaker.connect(connect)

    def is_usable(self) -> bool:
        """Return whether the server has not closed the connection; Django asks before each request.

        A server that closes a connection says so, and only then is there anything to read between two statements. So
        a query of its own, as Django sends one each time, is needed only then.
        """
        return not _has_something_to_read(self.connection.fileno()) or super().is_usable()


def _has_something_to_read(file: int) -> bool:
    """Return whether something has arrived on a socket, without waiting."""
    if not hasattr(select, "poll"):  # Windows
        return bool(select.select([file], [], [], 0)[0])
    poll = select.poll()
    poll.register(file, select.POLLIN)
    return bool(poll.poll(0))
