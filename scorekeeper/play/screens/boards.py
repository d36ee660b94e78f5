"""What the board prints of each table: as much as is read from across the room."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.play.ledger.ledgers import SessionLedger
from scorekeeper.play.ledger.notation import Notation
from scorekeeper.play.ledger.words import table_name
from scorekeeper.play.models import Session
from scorekeeper.play.screens import journals, table_screen


@dataclass(frozen=True, slots=True, kw_only=True)
class Tile:
    """A table: the next hand, who deals it and what is called, the totals, and the latest hand that counts.

    Who `may_look` at the table itself is led there.
    """

    session: Session
    game: str
    names: tuple[str, ...]
    number: int
    dealer: str
    standings: list[table_screen.RunningTotal]
    playing: str
    latest: table_screen.LedgerRow | None
    may_look: bool


def tile(session: Session, ledger: SessionLedger, notation: Notation, *, may_look: bool) -> Tile:
    """A table as the board shows it; beside the totals stands what the latest hand moved."""
    position, names = table_screen.next_hand(ledger), ledger.table.players
    hand = next((hand for hand in reversed(ledger.counting) if hand.scored), None)
    return Tile(
        session=session,
        game=table_name(session),
        names=names,
        number=position.number,
        dealer="" if position.over else names[position.dealer],
        standings=table_screen.standings(ledger, position, notation, hand.scored if hand else None),
        playing=journals.playing(session, ledger, notation),
        latest=table_screen.row(ledger, hand.number, notation) if hand else None,
        may_look=may_look,
    )
