"""Django's PostgreSQL backend, with connections that notice when the server has fallen silent or changed its role.

Each thread keeps its connection between requests and checks it before use. With few threads no pool is needed, and the
request that made a failed attempt learns of it.

Before each statement, a connection makes sure that the database knows which clubs the request may see. It sends only
changes, in the same message as the statement, so that this takes no extra time.
"""

from __future__ import annotations

import select
from collections.abc import Callable, Mapping, Sequence
from time import monotonic
from typing import Any, Self, TypeVar, cast

import psycopg
from django.db.backends.postgresql import base
from django.db.backends.utils import CursorWrapper
from psycopg.abc import PQGen
from psycopg.pq import TransactionStatus

from scorekeeper.database.circuit_breaker import breaker
from scorekeeper.web import club_scope

SILENCE = 0.5
"""Seconds without data after which a second connection checks whether the server still answers."""
CHECK = 0.5
"""Seconds between two checks of a connection that is in use."""

T = TypeVar("T")


class GuardedConnection(psycopg.Connection[Any]):
    """A connection that is given up when the server doesn't answer new connections either.

    A statement may take as long as it needs or wait for a lock, as long as the server is there.
    """

    host: Callable[[], GuardedConnection]
    """Connects to the same host again."""
    hosts: Sequence[Callable[[], GuardedConnection]] = ()
    """The same for each host of the database."""
    checked = 0.0
    """When it was last certain that the connection works and accepts writes."""
    told: str | None = None
    """The clubs that the database shows on this connection now; None if that is not certain."""

    def rollback(self) -> None:
        self.told = None  # the rollback undoes what the transaction told the database
        super().rollback()

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
        if not self.hosts:
            return
        try:
            breaker.require_answer(self.host, self.hosts)
        except psycopg.OperationalError:
            self.pgconn.finish()
            raise


class Cursor(base.CursorMixin, psycopg.ClientCursor[Any]):
    """Django's cursor, whose statements see the clubs that the request has entered, and no others."""

    def execute(self, query: Any, params: Any = None, **options: Any) -> Self:
        connection, clubs = cast("GuardedConnection", self.connection), club_scope.visible()
        if connection.told == clubs or connection.info.transaction_status == TransactionStatus.INERROR:
            super().execute(query, params, **options)
            return self
        connection.told = None  # until it is certain: if the statement fails, nothing was told either
        told = f"SET scorekeeper.clubs = '{clubs}'"  # nothing but numbers
        if isinstance(query, str):
            super().execute(f"{told}; {query}", params, **options)
            self.nextset()
        else:
            super().execute(told)
            super().execute(query, params, **options)
        connection.told = clubs
        return self

    def tell(self) -> None:
        """Tell the database the entered clubs before an operation that can't do so itself."""
        if cast("GuardedConnection", self.connection).told != club_scope.visible():
            self.execute("SELECT")

    def executemany(self, query: Any, params_seq: Any, **options: Any) -> None:
        self.tell()
        super().executemany(query, params_seq, **options)


class DatabaseWrapper(base.DatabaseWrapper):
    """Connects through the circuit breaker."""

    def get_connection_params(self) -> dict[str, Any]:
        # The connection to the server's own database creates and drops others, which must be sent in separate messages.
        own = {} if self.settings_dict["NAME"] is None else {"cursor_factory": Cursor}
        return super().get_connection_params() | own

    def chunked_cursor(self) -> CursorWrapper:
        with self.cursor() as cursor:
            cursor.cursor.tell()  # a server-side cursor can't
        return super().chunked_cursor()

    def _savepoint_rollback(self, sid: str) -> None:
        super()._savepoint_rollback(sid)  # type: ignore[misc]  # unknown to the stubs
        self.connection.told = None

    def get_new_connection(self, conn_params: dict[str, Any]) -> GuardedConnection:
        self.isolation_level = psycopg.IsolationLevel.READ_COMMITTED  # Django's default
        if not breaker.armed:
            return GuardedConnection.connect(**conn_params)
        hosts: list[Callable[[], GuardedConnection]] = []

        def connecting(parameters: dict[str, Any]) -> Callable[[], GuardedConnection]:
            def connect() -> GuardedConnection:
                connection = GuardedConnection.connect(**parameters)
                connection.host, connection.hosts = connect, hosts
                return connection

            return connect

        hosts += map(connecting, each_host(conn_params))
        return breaker.connect(hosts)

    def is_usable(self) -> bool:
        """Return whether the connection still works and accepts writes.

        After a failover it may lead to a host that has become a standby, where everything can be read, but is old.

        Django asks before each request. A query each time would be a tenth of a hand's time in the database, so it is
        sent twice a second, after an error, and whenever there is something to read: a server that closes a connection
        says so.
        """
        if self.connection is None:
            return False
        now = monotonic()
        is_in_use = not self.errors_occurred and now - self.connection.checked < CHECK
        if is_in_use and not _has_something_to_read(self.connection.fileno()):
            return True
        try:
            # Not by Django's cursor, whose queries are logged and counted.
            (read_only,) = self.connection.execute("SHOW transaction_read_only").fetchone()
        except psycopg.Error:
            return False
        self.connection.checked = now
        return bool(read_only == "off")


def _has_something_to_read(file: int) -> bool:
    """Return whether something has arrived on a socket, without waiting."""
    if not hasattr(select, "poll"):  # Windows
        return bool(select.select([file], [], [], 0)[0])
    poll = select.poll()
    poll.register(file, select.POLLIN)
    return bool(poll.poll(0))


def each_host(parameters: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the parameters of each host: libpq takes several, separated by commas, with one port or as many."""
    hosts, ports = (str(parameters.get(name) or "").split(",") for name in ("host", "port"))
    if len(ports) == 1:
        ports *= len(hosts)
    if len(hosts) == 1 or len(ports) != len(hosts):  # libpq says what is wrong
        return [dict(parameters)]
    return [{**parameters, "host": host, "port": port} for host, port in zip(hosts, ports, strict=True)]
