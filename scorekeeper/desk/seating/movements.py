"""Movements: where everybody goes in each round, from their place in the first one.

Two people meet again only if they have moved equally far since they met, which arithmetic can exclude.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import gcd

from scorekeeper.desk.seating.requests import Tables

FULL_TABLE = 4

PRODUCTS: Mapping[int, tuple[int, Mapping[int, Sequence[int]]]] = {
    4: (2, {2: (0, 2, 3, 1), 3: (0, 3, 1, 2)}),
    8: (2, {2: (0, 2, 4, 6, 3, 1, 7, 5), 3: (0, 3, 6, 5, 7, 4, 1, 2), 4: (0, 4, 3, 7, 6, 2, 5, 1)}),
    9: (3, {2: (0, 2, 1, 6, 8, 7, 3, 5, 4), 3: (0, 3, 6, 2, 5, 8, 1, 4, 7), 4: (0, 4, 8, 5, 6, 1, 7, 2, 3)}),
}
"""For the fields of 4, 8 and 9 elements their prime, and the products of 2, 3 and 4 with every element.

An element is a polynomial, written as a number whose digits to the base of the prime are its coefficients; x² = x + 1,
x³ = x + 1 and x² = −1. Larger fields are not needed: at ten tables or more, the search finds eight rounds and more
without repeats.
"""

SIX_TABLES = ((3, 17, 9, 12), (4, 10, 13, 15), (5, 16, 11, 14), (0, 20, 7), (1, 8, 18), (2, 6, 19))
"""The first round at six tables, for which there is no field: each person's number, which is 3x + y.

Each round adds 1 to every x, modulo 7. The fourth seats of the last three tables stay. It was found by trying all
rounds until no difference of two numbers at a table occurred twice: a starter of a resolvable group divisible design.
"""

ROUNDS_OF_SIX = 7
SIZES_OF_SIX = [[4] * fours + [3] * (6 - fours) for fours in (6, 5, 4, 3)]


def is_cyclic(sizes: Sequence[int]) -> bool:
    """Return whether tables of these sizes can move cyclically.

    >>> is_cyclic([4] * 5), is_cyclic([4] * 6), is_cyclic([4, 4, 4, 4, 3])
    (True, False, False)
    """
    return set(sizes) == {FULL_TABLE} and gcd(len(sizes), 6) == 1


def cyclic(first: Tables, round_: int) -> Tables:
    """Return the tables of a round (from 0) of the cyclic movement: seat 1 stays, seat 2 moves by one table, and so on.

    >>> cyclic(("ABCD", "EFGH", "IJKL", "MNOP", "QRST"), 1)[0]
    ('A', 'R', 'O', 'L')
    """
    return _moved(first, lambda table, seat: (table + seat * round_) % len(first))


def without_repeats(first: Tables, round_: int) -> Tables | None:
    """Return the tables of a round (from 0) of a movement in which nobody meets twice; None if none is known.

    At six tables it has seven rounds.

    >>> first = ("ABCD", "EFGH", "IJKL", "MNOP")
    >>> without_repeats(first, 1)[0], without_repeats(first, 4)[0], without_repeats(first, 5)
    (('E', 'J', 'O', 'D'), ('A', 'E', 'I', 'M'), None)
    """
    if [*map(len, first)] in SIZES_OF_SIX:
        return _tables_of_six(first, round_) if round_ < ROUNDS_OF_SIX else None
    return _in_a_field(first, round_)


def _in_a_field(first: Tables, round_: int) -> Tables | None:
    """Return the tables of a round if their number T is a prime, 4, 8 or 9, and no table has more than T seats.

    Tables, seats and rounds are taken for elements of the field of T elements: a person who starts at table t, seat s,
    sits at table t + s·r in round r. The last seat, which not every table need have, is 0 and stays. Two people can
    meet only in the one round for which t + s·r is the same. If all tables are full, and their number is a multiple of
    the seats, the people of each seat have not met in T rounds and do so in one more.
    """
    tables, seats = len(first), max(map(len, first))
    if tables < seats or not (tables in PRODUCTS or _is_prime(tables)):
        return None
    if round_ < tables:
        prime, products = PRODUCTS.get(tables, (tables, {}))
        shifts = [
            products[seat][round_] if seat in products else seat * round_ % tables for seat in [*range(1, seats), 0]
        ]
        return _moved(first, lambda table, seat: _sum(table, shifts[seat], prime))
    if round_ == tables and tables % seats == 0 and {len(table) for table in first} == {seats}:
        names = [table[seat] for seat in range(seats) for table in first]
        return tuple(tuple(names[start : start + seats]) for start in range(0, len(names), seats))
    return None


def _tables_of_six(first: Tables, round_: int) -> Tables:
    at = {
        number: name
        for names, numbers in zip(first, SIX_TABLES, strict=True)
        for name, number in zip(names, numbers, strict=False)
    }
    return tuple(
        tuple(at[(number + 3 * round_) % 21] for number in numbers) + tuple(names[len(numbers) :])
        for names, numbers in zip(first, SIX_TABLES, strict=True)
    )


def _moved(first: Tables, to: Callable[[int, int], int]) -> Tables:
    """Return the tables after everybody has gone to the table that `to` says for a table and seat, both from 0."""
    at = {(to(table, seat), seat): name for table, names in enumerate(first) for seat, name in enumerate(names)}
    return tuple(tuple(at[table, seat] for seat in range(len(names))) for table, names in enumerate(first))


def _is_prime(number: int) -> bool:
    return number > 1 and all(number % factor for factor in range(2, number))


def _sum(one: int, other: int, prime: int) -> int:
    """Return the sum of two elements: that of their digits, without carrying.

    >>> _sum(4, 4, 5), _sum(3, 5, 2), _sum(8, 4, 3)
    (3, 6, 0)
    """
    if not one or not other:
        return one + other
    return (one % prime + other % prime) % prime + prime * _sum(one // prime, other // prime, prime)
