"""Sizes of the tables of a tournament: tables of four, then the fewest of another size that seat the most people."""

from __future__ import annotations

from collections.abc import Collection

USUAL_SIZE = 4


def table_sizes(allowed: Collection[int], players: int, odd_tables: int = 5) -> tuple[int, ...]:
    """Return the sizes of the tables, tables of four first.

    `allowed` are the sizes that the game can be played at; `odd_tables` is preferred among those that are not four. No
    tables if the players are too few for one.

    >>> table_sizes((3, 4), 10), table_sizes((3, 4), 5), table_sizes((4,), 10)
    ((4, 3, 3), (4,), (4, 4))

    Tarot, with tables of five or of three; six cannot be seated with a five, and five not with threes:

    >>> table_sizes((3, 4, 5), 13), table_sizes((3, 4, 5), 13, odd_tables=3)
    ((4, 4, 5), (4, 3, 3, 3))
    >>> table_sizes((3, 4, 5), 6), table_sizes((3, 4, 5), 5, odd_tables=3)
    ((3, 3), (5,))
    """
    others = sorted(set(allowed) - {USUAL_SIZE}, key=lambda size: (size != odd_tables, size))
    usual = USUAL_SIZE in allowed
    for seated in range(players, 0, -1):
        for other in others or [USUAL_SIZE]:
            if sizes := _divided(seated, other, usual=usual):
                return sizes
    return ()


def _divided(players: int, other: int, *, usual: bool) -> tuple[int, ...]:
    """Return tables of four, then the fewest of another size that seat exactly these players; empty if impossible."""
    for odd in range(players // other + 1):
        rest = players - odd * other
        if rest % USUAL_SIZE == 0 and (usual or not rest):
            return (USUAL_SIZE,) * (rest // USUAL_SIZE) + (other,) * odd
    return ()
