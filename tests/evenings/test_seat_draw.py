"""The seat draw of an evening: the sizes of the tables, and what is drawn anew each time."""

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.evenings import seat_draw
from scorekeeper.evenings.seating import even_sizes, numbers_of_tables
from tests.evenings.club_evening import TWELVE, ClubEvening
from tests.property_tests import examples


@pytest.mark.parametrize(
    ("people", "allowed", "tables", "sizes"),
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
def test_as_many_as_possible_are_seated_at_tables_of_about_four(people, allowed, tables, sizes) -> None:
    assert even_sizes(people, allowed, tables) == sizes


@given(st.integers(0, 40), st.sampled_from([(4,), (5,), (3, 4), (3, 4, 5)]), st.data())
@examples(60)
def test_there_are_as_many_tables_as_asked_for_of_sizes_that_differ_by_one(people, allowed, data) -> None:
    possible = numbers_of_tables(people, allowed)
    number = data.draw(st.sampled_from([None, *possible]))
    sizes = even_sizes(people, allowed, number)
    assert set(sizes) <= set(allowed)
    assert max(sizes, default=0) - min(sizes, default=0) <= 1
    if number is not None:
        assert len(sizes) == number
        assert sum(sizes) == min(people, number * max(allowed))
    elif possible:
        assert people - sum(sizes) < min(allowed)


@pytest.fixture
def same_lots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw the same lots in every run of the test."""
    lots = random.Random(5)  # noqa: S311 - the same draw every time is what a test wants
    monkeypatch.setattr(random, "SystemRandom", lambda: lots)


def keys(club_evening: ClubEvening, names: tuple[str, ...]) -> list[int]:
    return [club_evening.player(name).pk for name in names]


@pytest.mark.django_db
@pytest.mark.usefixtures("same_lots")
def test_drawing_again_is_another_draw() -> None:
    club_evening = ClubEvening()
    people = keys(club_evening, TWELVE)
    draws = [seat_draw.draw_lots(club_evening.evening, people, (4, 4, 4))[0] for _draw in range(5)]
    assert len({frozenset(map(frozenset, tables)) for tables in draws}) == 5


@pytest.mark.django_db
@pytest.mark.usefixtures("same_lots")
def test_nobody_sits_out_twice_in_a_row() -> None:
    club_evening = ClubEvening()
    club_evening.played(*TWELVE[:4])
    club_evening.played(*TWELVE[4:8])
    people = keys(club_evening, TWELVE[:9])
    left = Counter(seat_draw.draw_lots(club_evening.evening, people, (4, 4))[1][0] for _draw in range(200))
    assert sorted(left) == people[:8]
    assert all(10 <= times <= 45 for times in left.values())  # 25 each


@pytest.mark.django_db
@pytest.mark.usefixtures("same_lots")
def test_seats_are_drawn_whoever_has_met() -> None:
    """The first four have met, and one of them is left over; the other three deal as often as anybody else."""
    club_evening = ClubEvening()
    club_evening.played(*TWELVE[:4])
    people = keys(club_evening, TWELVE[:9])
    last: Counter[int] = Counter()
    for _draw in range(400):
        tables, left = seat_draw.draw_lots(club_evening.evening, people, (4, 4))
        assert set(left) < set(people[:4])
        last.update(table[-1] for table in tables)
    assert 265 <= sum(last[key] for key in people[:4]) <= 335  # 300 expected
