"""The clubs that a request has entered: PostgreSQL shows it no others, even if a query forgets to ask for one club.

The queries of every page ask for the rows of one club; that is the first wall between clubs. The second one is in the
database: the rows of a club are hidden from requests that have not entered it (`scorekeeper.database.wall`). Rows
without a club, those of the home table, are never hidden.

A request begins outside every club. It *enters* one when the program recognises the club: by a phone, a link, a session
that a browser has access to, an API token or an organiser's account. To recognise it, and on pages that show a
browser's tables of all clubs, the program looks into *every club* for the duration of a block. The site administrator
enters them all.

Commands, tests and the shell are not requests: nothing is hidden from them. In a process that serves, everything is
hidden outside requests, so that a thread which forgets to say what it reads finds nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import local
from typing import Any

from django.core.signals import request_finished, request_started

NO_CLUB, EVERY_CLUB = "{}", "{(,)}"
"""Keys of clubs as a multirange of PostgreSQL."""


class _Scope(local):
    """What this thread may see. `looks` counts the blocks that look into every club."""

    is_request = False
    keys: frozenset[int] = frozenset()
    clubs = NO_CLUB
    looks = 0


_scope = _Scope()
_served = False


def serve() -> None:
    """Hide everything outside requests from now on, in every thread of this process."""
    global _served  # noqa: PLW0603 - a process becomes a server once
    _served = True


def begin(**_signal: Any) -> None:
    """Begin a request, outside every club."""
    _scope.is_request, _scope.keys, _scope.clubs, _scope.looks = True, frozenset(), NO_CLUB, 0


def end(**_signal: Any) -> None:
    """End a request, after its last byte was produced."""
    begin()
    _scope.is_request = False


request_started.connect(begin)
request_finished.connect(end)


@contextmanager
def as_request() -> Iterator[None]:
    """Read in a block what a request would read, outside of any request."""
    begin()
    try:
        yield
    finally:
        end()


def enter(*clubs: int | None) -> None:
    """Let the request into these clubs, in addition to those that it has entered; None is the home table."""
    entered = {key for key in clubs if key is not None}
    if not _scope.is_request or entered <= _scope.keys or _scope.clubs == EVERY_CLUB:
        return
    _scope.keys |= entered
    _scope.clubs = "{" + ",".join(f"[{key},{key}]" for key in sorted(_scope.keys)) + "}"


def enter_every_club() -> None:
    """Let the request of a site administrator into every club."""
    if _scope.is_request:
        _scope.clubs = EVERY_CLUB


@contextmanager
def every_club() -> Iterator[None]:
    """Look into every club until the block ends."""
    _scope.looks += 1
    try:
        yield
    finally:
        _scope.looks = max(0, _scope.looks - 1)  # a request may have ended in between


def visible() -> str:
    """Return the clubs whose rows this thread may see now."""
    if _scope.looks:
        return EVERY_CLUB
    return _scope.clubs if _scope.is_request or _served else EVERY_CLUB
