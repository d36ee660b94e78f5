"""What a table needs from higher packages, which import this one and so can't be imported here.

Each of them registers its implementation when the server starts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from django.db.models import QuerySet

from games.scoring.types import Amounts
from scorekeeper.clubs.models import Club, Player
from scorekeeper.play.ledger import SessionLedger
from scorekeeper.play.models import Access, Seat, Session

T = TypeVar("T")

EveningRow: TypeAlias = Any
"""A row of `scorekeeper.evenings.models.Evening`, which can't be imported here. `TableEvening` says what it reads."""

RoundRow: TypeAlias = Any
"""A row of `scorekeeper.evenings.models.Round`, which can't be imported here, either."""


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


class TableEvening(Protocol):
    """What the pages of a table read of an evening."""

    public_id: str
    club: Club

    def title(self) -> str: ...


class Evenings(Protocol):
    """The evening at which a table is played. Call the methods that lock or write within a transaction.

    `lock` and `lock_of` raise `EveningSettledError`, `lock_of` also `ResultStandsError`, and so does `refuse_change`,
    which locks nothing. `seat` and `refuse_seated_elsewhere` raise `RuleError` if a player sits at another table,
    `refuse_return` also if the session's own table was started again.
    """

    def tonight(self, club: Club) -> EveningRow | None: ...
    def unsettled(self, club: Club) -> QuerySet[EveningRow]: ...
    def free(self, evening: EveningRow) -> list[Player]: ...
    def lock(self, evening: EveningRow) -> EveningRow: ...
    def lock_of(self, session: Session) -> None: ...
    def refuse_change(self, session: Session) -> None: ...
    def number_at(
        self, evening: EveningRow | None, before: Session | None, of_round: RoundRow | None = None
    ) -> int | None: ...
    def seat(self, evening: EveningRow, session: Session, *, afterwards: bool = False) -> None: ...
    def refuse_seated_elsewhere(self, evening: EveningRow, session: Session) -> None: ...
    def refuse_return(self, evening: EveningRow, session: Session) -> None: ...
    def seat_again(self, evening: EveningRow, session: Session) -> None: ...
    def present_for(self, evening: EveningRow, session: Session) -> QuerySet[Any]: ...


class Results(Protocol):
    """Results of closed sessions, kept for standings. `rows` only reads; call the others within a transaction."""

    def rows(self, session: Session, seats: Sequence[Seat], ledger: SessionLedger, totals: Amounts) -> Any: ...
    def insert(self, result_rows: Iterable[Any]) -> None: ...
    def remove(self, sessions: Sequence[Session]) -> None: ...


@dataclass(frozen=True, kw_only=True)
class ListNotice:
    """What the page of a closed session says about its list in a tournament, with a link to the list.

    It `asks` the reader to confirm the list. The page polls `url` with the `version` it shows. `unit` is a sentence for
    totals in another unit than the list has; empty if they are the same.
    """

    words: str
    link: str
    url: str
    version: str
    unit: str = ""
    asks: bool = False
    is_disputed: bool = False


class TableLists(Protocol):
    """The lists of a tournament's tables; `notice` is None for a session that belongs to none."""

    def notice(self, access: Access) -> ListNotice | None: ...


class SheetPhotos(Protocol):
    """Photos of a session's paper sheet, which are kept only while it is played.

    `waiting_rows` are the rows that aren't recorded yet; `rows_wait` is whether there are any, and quick.
    """

    def waiting_rows(self, session: Session) -> Sequence[int]: ...
    def rows_wait(self, session: Session) -> bool: ...
    def throw_away(self, session: Session) -> None: ...
    def erase_expired(self) -> int: ...


evenings: Port[Evenings] = Port("evenings")
results: Port[Results] = Port("results")
table_lists: Port[TableLists] = Port("table lists")
sheet_photos: Port[SheetPhotos] = Port("sheet photos")
