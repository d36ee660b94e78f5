"""Tables drawn by lot: everybody once, and people who have met are kept apart."""

import random
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.evenings import seat_draw
from tests.property_tests import examples


def draw_lots(seed: int) -> random.Random:
    return random.Random(seed)  # noqa: S311 - the same draw every time is what a test wants


@pytest.mark.parametrize(
    ("people", "allowed", "tables", "size"),
    [
        (12, (4,), None, (4, 4, 4)),
        (13, (4,), None, (4, 4, 4)),
        (13, (3, 4, 5), None, (5, 4, 4)),
        (11, (3, 4), None, (4, 4, 3)),
        (6, (3, 4), None, (3, 3)),
        (5, (3, 4), None, (4,)),
        (5, (5,), None, (5,)),
        (7, (3, 4, 5), None, (4, 3)),
        (30, (4,), None, (4,) * 7),
        (30, (3, 4, 5), 6, (5,) * 6),
        (12, (3, 4, 5), 4, (3,) * 4),
        (10, (3, 4), 2, (4, 4)),
        (2, (3, 4), None, ()),
        (3, (4,), None, ()),
    ],
)
def test_as_many_as_possible_are_seated_at_tables_of_about_four(people, allowed, tables, size) -> None:
    assert seat_draw.sizes(people, allowed, tables) == size


ALLOWED = st.sampled_from([(4,), (5,), (3, 4), (3, 4, 5)])


@given(st.integers(0, 40), ALLOWED, st.randoms(use_true_random=False), st.data())
@examples(60)
def test_everybody_is_drawn_once_or_left_over(people, allowed, rng, data) -> None:
    number = data.draw(st.none() | st.integers(1, max(1, people // min(allowed))))
    size = seat_draw.sizes(people, allowed, number)
    assert all(seats in allowed for seats in size)
    everybody = list(range(100, 100 + people))
    met = data.draw(st.dictionaries(st.sampled_from(list(combinations(everybody, 2)) or [(0, 1)]), st.integers(1, 3)))
    tables, left = seat_draw.draw(everybody, size, met, Counter(), rng)
    assert [len(table) for table in tables] == list(size)
    assert sorted([*left, *(key for table in tables for key in table)]) == everybody
    if number is None and people >= min(allowed):
        assert len(left) < min(allowed)


def test_three_rounds_of_sixteen_meet_nobody_twice() -> None:
    for seed in range(10):
        met: Counter[tuple[int, int]] = Counter()
        for _round in range(3):
            tables, _left = seat_draw.draw(range(16), (4,) * 4, met, Counter(), draw_lots(seed))
            met.update(seat_draw.pair(*two) for table in tables for two in combinations(table, 2))
        # 16 people at tables of four can be separated completely for five rounds; the draw finds three of them nearly
        # always.
        assert sum(times - 1 for times in met.values()) <= 4


def test_players_who_have_met_are_separated_if_all_can_be() -> None:
    first = [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 15, 16]]
    met = Counter(two for table in first for two in combinations(table, 2))
    for seed in range(20):
        tables, _left = seat_draw.draw(range(1, 17), (4,) * 4, met, Counter(), draw_lots(seed))
        assert seat_draw.together(tables, met) == 0


def test_nobody_sits_out_twice_in_a_row() -> None:
    played = dict.fromkeys(range(1, 9), 1)  # 9 sat out
    for seed in range(30):
        _tables, left = seat_draw.draw(range(1, 10), (4, 4), {}, played, draw_lots(seed))
        assert left != [9]


def test_sitting_out_and_dealing_are_distributed_evenly() -> None:
    rng = draw_lots(5)
    out: Counter[int] = Counter()
    last: Counter[int] = Counter()
    for _draw in range(900):
        tables, left = seat_draw.draw(range(9), (4, 4), {}, {}, rng)
        out.update(left)
        last.update(table[-1] for table in tables)
    assert all(60 <= out[key] <= 140 for key in range(9))  # 100 each
    assert all(140 <= last[key] <= 260 for key in range(9))  # 200 each
