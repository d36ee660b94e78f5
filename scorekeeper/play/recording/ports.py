"""What a table needs from the package that reads photographed sheets, which can't be imported here.

That package needs the layouts of printed sheets, which are above this one, and is an optional extra. It registers its
implementation when the server starts.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, Protocol, TypeVar

from scorekeeper.play.models import Session

T = TypeVar("T")


class Port(Generic[T]):
    """A slot for the one implementation of a protocol.

    Call it to get the implementation; it raises `LookupError` if none is registered.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self._room: T | None = None

    def register(self, room: T) -> None:
        self._room = room

    def __call__(self) -> T:
        if self._room is None:
            raise LookupError(f"nobody has registered for {self.name}")
        return self._room


class SheetPhotos(Protocol):
    """Photos of a session's paper sheet, which are kept only while it is played.

    `waiting_rows` are the rows that aren't recorded yet; `rows_wait` is whether there are any, and quick.
    """

    def waiting_rows(self, session: Session) -> Sequence[int]: ...
    def rows_wait(self, session: Session) -> bool: ...
    def throw_away(self, session: Session) -> None: ...
    def erase_expired(self) -> int: ...


sheet_photos: Port[SheetPhotos] = Port("sheet photos")
