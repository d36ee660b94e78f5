"""Limits on what strangers can write to the log: one line for a refusal, a few lines of each kind a minute.

Lines above the limit are dropped; the next one of their kind says how many.
"""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass

PERIOD = 60.0
"""Seconds to which the limit of lines applies."""
LONGEST = 300
"""Characters kept of a line, since a stranger's input may be long."""
FEW = 10
OURS = "scorekeeper.operations.serving.connections"
MOST_SLOW = 60
"""Lines a minute about slow requests: if all are slow, more lines say nothing new."""
OFTEN = frozenset({"throttled", "stream_refused"})
"""Events that strangers can cause."""


@dataclass
class Window:
    """When a period of one kind began, how many lines it has, and how many were dropped since the last line."""

    began: float
    written: int = 0
    left_out: int = 0


class LogRateLimits(logging.Filter):
    """Lets through a few lines of each kind that strangers can cause, and every other line."""

    def __init__(self) -> None:
        super().__init__()
        self.windows: dict[str, Window] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        if record.name.startswith("django.security."):
            shorten(record)
            return self._has_room(record, record.name, FEW)
        if record.name == "asyncio" and record.getMessage().startswith("socket.accept() out of system resource"):
            return self._has_room(record, "accept", 1)
        if (record.name == "uvicorn.error" and record.levelno <= logging.WARNING) or record.name == OURS:
            return self._has_room(record, str(record.msg), 1)
        if record.name == "scorekeeper.slow":
            return self._has_room(record, record.name, MOST_SLOW)
        event = getattr(record, "fields", {}).get("event", "")
        return self._has_room(record, event, FEW) if event in OFTEN else True

    def _has_room(self, record: logging.LogRecord, kind: str, most: int) -> bool:
        now = time.monotonic()
        window = self.windows.setdefault(kind, Window(now))
        if now - window.began >= PERIOD:
            window.began, window.written = now, 0
        if window.written >= most:
            window.left_out += 1
            return False
        if window.left_out:
            record.msg, record.args = f"{record.getMessage()} (and {window.left_out} more of the kind)", ()
        window.written, window.left_out = window.written + 1, 0
        return True


def shorten(record: logging.LogRecord) -> None:
    """Turn what Django logs as an error into one line at WARNING: the request was refused, and nothing needs fixing."""
    record.levelno, record.levelname = logging.WARNING, logging.getLevelName(logging.WARNING)
    record.exc_info = record.exc_text = None
    message = " ".join(record.getMessage().split())
    record.msg, record.args = message if len(message) <= LONGEST else f"{message[:LONGEST]}…", ()
