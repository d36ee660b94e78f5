"""Django's connection to SQLite, which takes the turn of this process before it asks SQLite for the write lock.

SQLite has one writer. Threads that wait for it there poll at growing intervals, so that some wait ten times as long as
others; here they are woken up. Other processes are waited for in SQLite.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from django.db.backends.sqlite3 import base

from scorekeeper.database import locks

_WRITES = re.compile(r"\s*(?:INSERT|UPDATE|DELETE|REPLACE)\b", re.IGNORECASE)


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that has the turn to write from the beginning of a transaction to its end."""

    transaction_mode: str | None  # declared for mypy, as django-stubs doesn't

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self._has_turn = False
        self.execute_wrappers.append(self._write_alone)

    def _start_transaction_under_autocommit(self) -> None:
        if self.transaction_mode == "DEFERRED":  # it only reads
            super()._start_transaction_under_autocommit()  # type: ignore[misc]  # django-stubs lacks it
            return
        self._take_turn()
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
        except BaseException:
            self._end_turn()
            raise

    def _commit(self) -> None:
        super()._commit()  # type: ignore[misc]
        self._end_turn()

    def _rollback(self) -> None:
        super()._rollback()  # type: ignore[misc]
        self._end_turn()

    def _close(self) -> None:
        try:
            super()._close()  # type: ignore[misc]
        finally:
            self._end_turn()

    def _write_alone(
        self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]
    ) -> Any:
        """Run a statement; if it writes outside a transaction, it is one of its own."""
        if self.in_atomic_block or not _WRITES.match(sql):
            return execute(sql, params, many, context)
        self._take_turn()
        try:
            return execute(sql, params, many, context)
        finally:
            self._end_turn()

    def _take_turn(self) -> None:
        """Wait for the other writers of this process; for those of others, SQLite then waits as long as is left."""
        usual = self.settings_dict["OPTIONS"]["timeout"]
        with self.wrap_database_errors:
            locks.take_turn(locks.time_left(usual))
        self._has_turn = True
        self.connection.execute(f"PRAGMA busy_timeout = {locks.time_left(usual) * 1000:.0f}")

    def _end_turn(self) -> None:
        if self._has_turn:
            self._has_turn = False
            locks.end_turn()
