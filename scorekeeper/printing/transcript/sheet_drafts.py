"""What the page for typing a paper list needs from photographed sheets.

They may import this package, but not vice versa, so they register their implementation when the server starts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from games.scoring.types import Amounts
from scorekeeper.play.ledger import PlayedHand, SessionLedger
from scorekeeper.play.models import Access, Session
from scorekeeper.play.recording.ports import Port


@dataclass(frozen=True, kw_only=True)
class SheetDraft:
    """A hand that was read from a photographed sheet and isn't recorded yet.

    * `row` is its row on the sheet, from 1. `picture` is the URL of the row's picture.
    * `raw` is the likeliest hand, with a note on what the sheet leaves open; None if it can't be told. `others` are
      hands that it may be as well, the likeliest first.
    * `written` are the running totals on the sheet, by seat.
    * If the hand is `asked`, a person has to look at it before it is recorded; `questions` are sentences on what is in
      doubt, in the page's language.
    """

    row: int
    raw: Mapping[str, Any] | None
    written: Mapping[int, int]
    asked: bool
    questions: Sequence[str]
    others: Sequence[Mapping[str, Any]]
    picture: str


@dataclass(frozen=True, kw_only=True)
class WaitingRows:
    """The rows of a sheet that wait to be recorded.

    `drafts` has one for each of them, in their order. The rows up to `done` are recorded or hold no hand, and the
    `last` row is that of the sheet. The rows up to `again` hold the last hands that were recorded; 0 if they don't.
    `shape` is that of the rows' pictures: how often their height goes into their width. `photo` says which photo they
    are in.
    """

    drafts: Sequence[SheetDraft] = ()
    done: int = 0
    again: int = 0
    last: int = 0
    shape: float = 0
    photo: str = ""


class PhotographedSheets(Protocol):
    """The photographed sheet of a session, kept until its last row is recorded for good or it is thrown away."""

    def waiting(self, session: Session, ledger: SessionLedger, offsets: Amounts) -> WaitingRows:
        """Return the rows that aren't recorded; none if there is no photo.

        `offsets` are by how much the last totals on the sheet, by seat, are higher than the rules say.
        """
        ...

    def totals_beside(
        self, session: Session, hand: PlayedHand, offsets: Amounts, *, row: int, photo: str
    ) -> Mapping[int, int]:
        """Return the totals written in a row, by seat, after the hand that somebody typed for it.

        A total that may be the one it should be is taken for that. None are returned once that photo is gone.
        """
        ...

    def recorded(self, session: Session, hands: Mapping[int, int], *, photo: str) -> None:
        """Take note of the numbers of the hands that were recorded from these rows, or typed while one was the next.

        The rows up to the last of them are done. If another photo has taken the place of theirs in the meantime,
        nothing is noted. Once no row waits, the photo is kept only for as long as the last hand may be undone.
        """
        ...

    def set_done(self, access: Access, row: int, *, photo: str, revision: int) -> None:
        """Take note that the rows up to this one are done, and no others.

        Raise `ConflictError` if the photo is no longer kept, or the session no longer at this revision.
        """
        ...

    def throw_away(self, access: Access) -> None:
        """Delete the photo."""
        ...


photographed_sheets: Port[PhotographedSheets] = Port("photographed sheets")
