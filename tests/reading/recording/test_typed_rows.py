"""Rows of a photographed sheet whose hand somebody types: their totals are compared like those of others."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scorekeeper.reading.models import WrittenTotal
from scorekeeper.reading.observations import NumberSeen, RowSeen
from tests.play.tables import PASSED
from tests.reading.decoder.rows import blank, digit, in_words, unclear
from tests.reading.reader import PRISE, THREE, other_sheet, reader_of

pytestmark = pytest.mark.django_db


def told(row: RowSeen) -> RowSeen:
    """A row in words alone, with its totals."""
    return replace(in_words(blank(row)), totals=row.totals)


def totals_unclear(row: RowSeen) -> RowSeen:
    """The same, but Anne's total, 170, looks more like 190."""
    return replace(told(row), totals={**row.totals, 0: unclear(None, 1, 9, 0, d7=0.4)})


def totals_left_out(row: RowSeen) -> RowSeen:
    nothing = {seat: NumberSeen(places=(digit(None),) * 4, minus=0.0) for seat in row.totals}
    return replace(told(row), totals=nothing)


def test_the_totals_of_a_typed_row_are_compared_and_the_next_row_follows_them() -> None:
    """Bruno made his prise by 3; by mistake, it is typed as by 1, which is 26 from each and not 28."""
    reader = reader_of(THREE, {2: told})
    reader.look()
    assert "This hand is written in words: type it." in reader.record()
    assert reader.type("2 p 2 42").status_code == 302
    words = reader.look()
    for difference in ("Anne has 170 on the sheet, 172 here", "Bruno has 18 on the sheet, 12 here"):
        assert f"Hand 2: {difference}." in words
    assert "Record 1 hand" in words
    assert reader.record()
    assert reader.calls == ["garde", "prise", "passed"]


def test_a_correctly_typed_row_matches_the_sheet() -> None:
    reader = reader_of(THREE, {2: told})
    reader.look()
    reader.record()
    reader.type("2 p 2 44")
    assert "8 totals on the sheet, and all match." in reader.look()


def test_a_total_that_may_be_right_is_taken_as_right() -> None:
    reader = reader_of([*THREE, PRISE], {2: totals_unclear})
    reader.look()
    reader.record()
    reader.type("2 p 2 44")
    assert "8 totals on the sheet, and all match." in reader.look()


def test_a_typed_total_takes_precedence_over_the_one_that_was_read() -> None:
    reader = reader_of(THREE, {2: told})
    reader.look()
    reader.record()
    reader.type("2 p 2 44 = 19")
    assert "Hand 2: Bruno has 19 on the sheet, 18 here." in reader.look()
    assert WrittenTotal.objects.get(hand_number=2, place=0).total == 170


def test_a_row_without_totals_is_typed_without_them() -> None:
    reader = reader_of(THREE, {2: totals_left_out})
    reader.look()
    reader.record()
    reader.type("2 p 2 44")
    assert not WrittenTotal.objects.filter(hand_number=2).exists()


def test_a_hand_typed_on_an_old_page_does_not_take_totals_of_another_photo() -> None:
    reader = reader_of([PRISE], {1: told})
    reader.look()
    other_sheet(reader, PASSED, PRISE)
    assert reader.type("2 p 2 44").status_code == 302
    assert not WrittenTotal.objects.exists()
