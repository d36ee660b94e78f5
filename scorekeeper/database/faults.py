"""Database faults, recognised by the exception that a statement raised."""

from __future__ import annotations

import errno
import sqlite3
from enum import Enum

from django.db import Error, InterfaceError, OperationalError


class Fault(Enum):
    """A reason why the database can't be used that is not a bug in the program."""

    AWAY = "away"
    BUSY = "busy"
    FULL = "full"
    READ_ONLY = "read-only"
    DAMAGED = "damaged"

    @property
    def passes(self) -> bool:
        """Whether the same request is likely to succeed in a moment without anyone doing anything."""
        return self in (Fault.AWAY, Fault.BUSY)


OF_SQLITE = {
    sqlite3.SQLITE_BUSY: Fault.BUSY,
    sqlite3.SQLITE_LOCKED: Fault.BUSY,
    sqlite3.SQLITE_PROTOCOL: Fault.BUSY,
    sqlite3.SQLITE_FULL: Fault.FULL,
    sqlite3.SQLITE_READONLY: Fault.READ_ONLY,
    sqlite3.SQLITE_CANTOPEN: Fault.AWAY,
    sqlite3.SQLITE_IOERR: Fault.AWAY,
    sqlite3.SQLITE_CORRUPT: Fault.DAMAGED,
    sqlite3.SQLITE_NOTADB: Fault.DAMAGED,
}
"""By primary result code, https://www.sqlite.org/rescode.html"""

OF_POSTGRESQL = {
    "08": Fault.AWAY,  # connection exceptions
    "53": Fault.AWAY,  # insufficient resources, such as too many connections
    "53100": Fault.FULL,
    "57P": Fault.AWAY,  # shutting down, starting up, crashed
    "55P03": Fault.BUSY,  # lock not available
    "40": Fault.BUSY,  # rolled back because of another transaction
    "57014": Fault.BUSY,  # cancelled, for example by a timeout
    "25006": Fault.READ_ONLY,  # a read-only transaction, such as on a server whose disk is almost full
    "58": Fault.AWAY,  # an error of the operating system
    "XX001": Fault.DAMAGED,
    "XX002": Fault.DAMAGED,
}
"""By SQLSTATE or its first characters, https://www.postgresql.org/docs/current/errcodes-appendix.html"""

OF_SYSTEM = {errno.ENOSPC: Fault.FULL, errno.EDQUOT: Fault.FULL, errno.EROFS: Fault.READ_ONLY}


def fault_of(exception: BaseException) -> Fault | None:
    """Return the fault of the database or its disk, or None for any other failure."""
    if isinstance(exception, OSError):
        return OF_SYSTEM.get(exception.errno or 0)
    cause = exception.__cause__ if isinstance(exception, Error) else exception
    if isinstance(cause, sqlite3.Error):
        return OF_SQLITE.get(getattr(cause, "sqlite_errorcode", 0) & 0xFF)
    if state := getattr(cause, "sqlstate", None):
        return next((OF_POSTGRESQL[state[:size]] for size in (5, 3, 2) if state[:size] in OF_POSTGRESQL), None)
    return Fault.AWAY if isinstance(exception, OperationalError | InterfaceError) else None
