"""The sizes of the tables of an evening."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.scoring.errors import RuleError
from scorekeeper.desk.seating.requests import even_sizes, numbers_of_tables
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


@pytest.mark.parametrize("tables", [0, 5])
def test_an_impossible_number_of_tables_is_refused(tables: int) -> None:
    with pytest.raises(RuleError) as refused:
        even_sizes(13, (3, 4), tables)
    assert (refused.value.field, str(refused.value.message)) == (
        "tables",
        "With 13 people there can be 1 to 4 tables.",
    )


@given(st.integers(0, 40), st.sampled_from([(4,), (5,), (3, 4), (3, 4, 5)]), st.data())
@examples(20)
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
