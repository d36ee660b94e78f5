"""The fewest payments that settle a set of totals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from games.scoring.types import Seat

EXACT_UP_TO = 10
"""Among more people than this who owe or are owed, the fewest payments take too long to find; greedy ones are given."""


@dataclass(frozen=True, slots=True)
class Transfer:
    """One payment, in the counters of the totals; `debtor` pays `creditor`."""

    debtor: Seat
    creditor: Seat
    amount: int


def fewest_transfers(totals: Sequence[int]) -> list[Transfer]:
    """The fewest payments after which everybody stands at zero.

    People whose totals sum to zero among themselves settle among themselves: with as many such groups as can be made,
    each group needs one payment fewer than it has people. Inside a group the largest debt goes to the largest claim.
    The totals must sum to zero.

    >>> [(t.debtor, t.creditor, t.amount) for t in fewest_transfers([198, -66, -66, -66])]
    [(1, 0, 66), (2, 0, 66), (3, 0, 66)]
    """
    if sum(totals):
        raise ValueError(f"totals {list(totals)} do not sum to zero")
    open_seats = tuple(seat for seat, total in enumerate(totals) if total)
    groups = _zero_groups(open_seats, totals) if len(open_seats) <= EXACT_UP_TO else [open_seats]
    transfers = [transfer for group in groups for transfer in _settle(group, totals)]
    return sorted(transfers, key=lambda transfer: (transfer.debtor, transfer.creditor))


def _zero_groups(seats: tuple[int, ...], totals: Sequence[int]) -> list[tuple[int, ...]]:
    """The seats parted into as many groups of sum zero as there can be."""
    everybody = (1 << len(seats)) - 1
    sums = [0] * (everybody + 1)
    for mask in range(1, everybody + 1):
        lowest = mask & -mask
        sums[mask] = sums[mask ^ lowest] + totals[seats[lowest.bit_length() - 1]]

    @cache
    def best(mask: int) -> tuple[tuple[int, ...], ...]:
        """The groups, as bit masks, of the people in `mask`, who sum to zero together."""
        if not mask:
            return ()
        lowest = mask & -mask
        rest = mask ^ lowest
        found: tuple[tuple[int, ...], ...] = ()
        part = rest
        while True:
            group = part | lowest
            if sums[group] == 0:
                candidate = best(mask ^ group)
                if len(candidate) + 1 > len(found):
                    found = ((group,), *candidate)
            if not part:
                return found
            part = (part - 1) & rest

    return [tuple(seat for place, seat in enumerate(seats) if group >> place & 1) for (group,) in best(everybody)]


def _settle(group: Sequence[int], totals: Sequence[int]) -> list[Transfer]:
    """Largest debt to largest claim until nothing is open; the earlier seat first where they are equal."""
    owed = {seat: totals[seat] for seat in group if totals[seat] > 0}
    owing = {seat: -totals[seat] for seat in group if totals[seat] < 0}
    transfers = []
    while owing:
        debtor = max(owing, key=lambda seat: (owing[seat], -seat))
        creditor = max(owed, key=lambda seat: (owed[seat], -seat))
        amount = min(owing[debtor], owed[creditor])
        transfers.append(Transfer(Seat(debtor), Seat(creditor), amount))
        for side, seat in ((owing, debtor), (owed, creditor)):
            side[seat] -= amount
            if not side[seat]:
                del side[seat]
    return transfers
