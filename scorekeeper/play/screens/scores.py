"""The scores between hands: each total faces its player, on a phone or tablet that lies on the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.play.ledger.ledgers import SessionLedger
from scorekeeper.play.ledger.notations import Notation
from scorekeeper.play.screens import table_screen


@dataclass(frozen=True, slots=True)
class FacingTotal:
    """The total of a player, with what the latest hand that counts has changed it by.

    A total is `reversible` if upside down it could be taken for another one.
    """

    seat: table_screen.RunningTotal
    reversible: bool


def facing_totals(
    ledger: SessionLedger, notation: Notation, tablet_seats: Sequence[str], *, round_over: bool
) -> list[FacingTotal]:
    """Return the totals in seat order; `tablet_seats` says where each player sits around the device."""
    latest = next((hand.scored for hand in reversed(ledger.last.counting) if hand.scored), None)
    position = table_screen.next_hand(ledger)
    standings = table_screen.standings(
        ledger, position, notation, latest, tablet_seats=tablet_seats, round_over=round_over
    )
    return [FacingTotal(seat, reads_upside_down(seat.total)) for seat in standings]


def reads_upside_down(total: str) -> bool:
    """Return whether the digits of a total are another number when they are seen upside down.

    >>> [total for total in ("69", "198", "−86", "110", "−66", "0") if reads_upside_down(total)]
    ['198', '−86', '−66']
    """
    upside_down = dict(zip("01689", "01986", strict=True))
    digits = [digit for digit in total if digit.isdigit()]
    turned = [upside_down.get(digit, "") for digit in reversed(digits)]
    return all(turned) and turned[0] != "0" and turned != digits
