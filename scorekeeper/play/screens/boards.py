"""The contents of the board: for each table, as much as can be read from across the room."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.play.ledger.formatting import table_name
from scorekeeper.play.ledger.ledgers import SessionLedger
from scorekeeper.play.ledger.notations import Notation
from scorekeeper.play.models import Session
from scorekeeper.play.round_progress import RoundProgress
from scorekeeper.play.screens import journals, table_screen


@dataclass(frozen=True, slots=True, kw_only=True)
class Tile:
    """A table on the board: the next hand, its dealer and call, the totals, and the latest hand that counts.

    `dealer` is empty if the game or the round is over; `progress` is how far the table is in its round. If the viewer
    `may_look` at the table, the tile links to it. With `is_hidden` its result is sealed, and only the names are shown.
    """

    session: Session
    game: str
    names: tuple[str, ...]
    number: int
    dealer: str
    round_over: bool
    standings: tuple[table_screen.RunningTotal, ...]
    playing: str
    latest: table_screen.LedgerRow | None
    may_look: bool
    progress: RoundProgress | None
    is_hidden: bool


def tile(
    session: Session,
    ledger: SessionLedger,
    notation: Notation,
    *,
    may_look: bool,
    progress: RoundProgress | None,
    is_hidden: bool = False,
) -> Tile:
    """Return a table's tile; its totals are shown with what the latest hand changed."""
    position, names = table_screen.next_hand(ledger), ledger.table.players
    round_over = table_screen.round_is_over(session, ledger, progress)
    hand = next((hand for hand in reversed(ledger.last.counting) if hand.scored), None)
    return Tile(
        session=session,
        game=table_name(session),
        names=names,
        number=position.number,
        dealer="" if round_over or position.over else names[position.dealer],
        round_over=round_over,
        standings=table_screen.standings(ledger, position, notation, hand.scored if hand else None),
        playing=journals.playing(session, ledger, notation),
        latest=table_screen.row(ledger, hand.number, notation) if hand else None,
        may_look=may_look,
        progress=progress,
        is_hidden=is_hidden,
    )
