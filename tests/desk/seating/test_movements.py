"""Movements without repeats, and for how many rounds they last."""

from __future__ import annotations

from itertools import chain, count, islice, takewhile

import pytest

from scorekeeper.desk.seating.movements import without_repeats
from scorekeeper.desk.seating.requests import Tables, count_meetings, summary


def first_round(fours: int, others: int = 0, size: int = 3) -> Tables:
    names = (f"P{number}" for number in count(1))
    return tuple(tuple(islice(names, seats)) for seats in [4] * fours + [size] * others)


def all_rounds(first: Tables) -> list[Tables]:
    rounds = (without_repeats(first, number) for number in count())
    return [tables for tables in takewhile(lambda tables: tables is not None, rounds) if tables]


@pytest.mark.parametrize(
    ("first", "rounds"),
    [
        (first_round(0, 3), 4),
        (first_round(1, 3), 4),
        (first_round(4), 5),
        (first_round(5), 5),
        (first_round(2, 3), 5),
        (first_round(4, 1, 5), 5),
        (first_round(6), 7),
        (first_round(5, 1), 7),
        (first_round(3, 3), 7),
        (first_round(7), 7),
        (first_round(8), 9),
        (first_round(5, 3), 8),
        (first_round(5, 3, 5), 8),
        (first_round(9), 9),
        (first_round(0, 9), 10),
        (first_round(5, 4, 5), 9),
        (first_round(11), 11),
        (first_round(25), 0),
        (first_round(10), 0),
        (first_round(3), 0),
        (first_round(1), 0),
        (first_round(3, 1, 5), 0),
        (first_round(5, 1, 5), 0),
    ],
    ids=lambda given: "-".join(str(len(table)) for table in given) if isinstance(given, tuple) else str(given),
)
def test_nobody_meets_twice(first: Tables, rounds: int) -> None:
    played = all_rounds(first)
    assert len(played) == rounds
    assert played[:1] == [first][:rounds]
    for tables in played:
        assert [len(table) for table in tables] == [len(table) for table in first]
        assert sorted(chain.from_iterable(tables)) == sorted(chain.from_iterable(first))
    assert summary(count_meetings(played)).most <= 1
