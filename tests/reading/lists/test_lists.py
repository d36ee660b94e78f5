"""Lists printed elsewhere: the table is found by its lines, and its content is read."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from io import StringIO
from random import Random
from typing import Any

import cv2
import numpy as np
import pytest
from django.core.management import CommandError, call_command

from games import registry
from scorekeeper.reading.lists import sheets, table
from scorekeeper.reading.lists.table import Printing
from scorekeeper.reading.management.commands.read_sheet import Command
from scorekeeper.reading.photo.geometry import Grey
from scorekeeper.reading.photo.markers import NotASheetError
from tests.handwriting import ruled_list
from tests.handwriting.camera import photograph
from tests.handwriting.pen import Pen
from tests.handwriting.ruled_list import RuledList
from tests.handwriting.samples import held_out
from tests.reading.written_lists import WrittenList, compare, table_of
from tests.reading.written_sheets import Count

SKAT = registry.get("skat")


def printings(name: str = "dskv", size: int = 3) -> list[Printing]:
    return list(table.printings(SKAT.paper_lists[name], size))


@cache
def written(name: str, size: int, *, slips: bool = False, unplayed: float = 0) -> WrittenList:
    printing = printings(name, size)[0]
    of_table = table_of(SKAT, printing.form, size)
    random = Random(3)  # noqa: S311 - the same each time
    return WrittenList(SKAT, of_table, printing, random, slips=slips, unplayed=unplayed)


@cache
def filled(name: str, size: int, *, slips: bool = False, unplayed: float = 0) -> Grey:
    return written(name, size, slips=slips, unplayed=unplayed).filled(Pen(held_out(), seed=3))


@cache
def blank(size: int = 3) -> Grey:
    return RuledList(printings(size=size)[0]).blank()


def flattened(picture: cv2.typing.MatLike, known: list[Printing] | None = None) -> tuple[Printing, table.FlatTable]:
    return table.flatten(np.asarray(picture, np.uint8), known or printings())


@cache
def upright() -> table.FlatTable:
    _printing, flat = flattened(blank())
    return flat


def refused(picture: cv2.typing.MatLike, known: list[Printing] | None = None) -> str:
    with pytest.raises(NotASheetError) as refusal:
        flattened(picture, known)
    return refusal.value.code


def count_of(name: str, size: int, *, slips: bool = False, unplayed: float = 0, **photo: Any) -> Count:
    """Return how the rows of a list in a photo are read."""
    list_of = written(name, size, slips=slips, unplayed=unplayed)
    jpeg = photograph(filled(name, size, slips=slips, unplayed=unplayed), seed=5, **photo)
    seen = sheets.read_list(SKAT, list_of.table, list_of.printing.form, [(jpeg, "photo.jpg")])
    count = Count()
    compare(list_of, {hand.row: hand for hand in seen.hands()}, count)
    return count


@pytest.mark.parametrize(("name", "size"), [("dskv", 3), ("totals", 4)])
def test_rows_are_read_from_a_photo(name, size):
    count = count_of(name, size, angle=20, turn=95, shadow=0.4, blur=0.6, noise=2, bend=0.015)
    assert count.rows == len(written(name, size).hands)
    assert count.silent == 0
    assert count.right >= 0.95 * count.rows
    assert count.asked <= 0.25 * count.rows


def test_no_wrong_sum_is_swallowed():
    count = count_of("dskv", 4, slips=True, angle=10, blur=0.4)
    assert count.slips > 0
    assert (count.swallowed, count.silent) == (0, 0)


def test_rows_that_are_crossed_out_after_the_last_hand_are_not_taken_for_hands():
    count = count_of("dskv", 4, unplayed=1, angle=10, blur=0.4)
    assert count.rows < 48
    assert count.silent == 0
    assert count.right >= 0.95 * count.rows


def test_a_row_that_is_struck_out_is_asked_about_as_one_without_a_hand():
    list_of, pen = written("dskv", 3), Pen(held_out(), seed=3)
    page = list_of.filled(pen)
    box = RuledList(list_of.printing).box(4, 0)
    middle, scale = box.y + box.height / 2, page.shape[1] / ruled_list.WIDTH
    pen.line(page, scale, [(box.x + 2, middle), (box.x + 90, middle + 0.5), (ruled_list.WIDTH - box.x - 4, middle)])
    photo = photograph(page, seed=5, angle=10, blur=0.4)
    seen = sheets.read_list(SKAT, list_of.table, list_of.printing.form, [(photo, "photo.jpg")])
    assert [at for at, row in enumerate(seen.rows) if row.struck] == [4]
    hand = next(hand for hand in seen.hands() if hand.row == 4)
    assert (hand.raw, hand.written, hand.asked, hand.empty) == (None, {}, True, True)


def test_lines_are_where_they_were_drawn():
    drawn = RuledList(printings()[0])
    flat = upright()
    for row in (0, 17, 35):
        for column in (0, 5, len(drawn.columns) - 1):
            box = drawn.box(row, column)
            assert flat.places[row, column] == pytest.approx(np.array([box.x, box.y]) * 10, abs=3)


@pytest.mark.parametrize("turn", [1, 2, 3])
def test_a_list_is_turned_upright(turn):
    _printing, flat = flattened(np.rot90(blank(), turn).copy())
    assert flat.columns == pytest.approx(upright().columns, abs=4)


@pytest.mark.parametrize(("name", "size"), [("dskv", 3), ("dskv", 4), ("totals", 3), ("totals", 4)])
def test_the_printing_and_the_number_of_players_are_recognised(name, size):
    known = [printing for name in SKAT.paper_lists for size in (3, 4) for printing in printings(name, size)]
    for printing in printings(name, size):
        found, _flat = flattened(RuledList(printing).blank(), known)
        assert found == printing


class TestRefused:
    """A photo that doesn't show the list is refused with a code that says why."""

    def test_without_a_table(self):
        assert refused(np.full((1200, 900), 230, np.uint8)) == "no-table"

    @pytest.mark.parametrize("shape", [(1, 20_000), (20_000, 1)])
    def test_a_narrow_strip(self, shape):
        assert refused(np.full(shape, 230, np.uint8)) == "no-table"

    def test_other_columns(self):
        assert refused(blank(), printings(size=4)) == "columns"

    def test_columns_of_other_widths(self):
        columns = printings()[0].columns
        swapped = [replace(printings()[0], columns=[*columns[:5], *columns[-3:], *columns[5:-3]])]
        assert refused(blank(), swapped) == "columns"

    def test_fewer_rows(self):
        page = blank().copy()
        page[1500:] = 255
        page[1500:1505, 300:1800] = 30
        assert refused(page) == "rows"

    def test_a_part_is_outside(self):
        assert refused(blank()[:, 500:]) == "half"

    def test_too_small(self):
        assert refused(cv2.resize(blank(), None, fx=0.4, fy=0.4, interpolation=cv2.INTER_AREA)) == "small"

    def test_too_blurred(self):
        assert refused(cv2.GaussianBlur(blank(), (0, 0), 7)) in ("blurred", "no-table")


class TestTheCommand:
    LIST = ("--list", "dskv", "--game", "skat", "--players", "Anne", "Bruno", "Chloé")

    def test_prints_the_document(self, tmp_path):
        photo = tmp_path / "list.png"
        cv2.imwrite(str(photo), filled("dskv", 3))
        printed = StringIO()
        call_command(Command(), str(photo), *self.LIST, "--first-dealer", "Bruno", stdout=printed)
        document = json.loads(printed.getvalue())
        assert document["session"]["first_dealer"] == "Bruno"
        assert document["session"]["options"]["payment"] == "sheet"
        assert len(document["hands"]) == 36

    @pytest.mark.parametrize(
        ("arguments", "said"),
        [
            (("--list", "dskv"), "needs --game and --players"),
            (("--list", "none", *LIST[2:]), "Its lists: dskv, totals"),
            (("--list", "dskv", "--game", "tarot", "--players", "Anne"), "Its lists: none"),
            (("--list", "dskv", "--game", "chess", "--players", "Anne"), "no game chess"),
            ((*LIST, "David", "Eva"), "5 players"),
            ((*LIST, "--first-dealer", "Eva"), "Eva is not one of the players"),
            ((*LIST, "--rules", "foster"), "rules"),
            (LIST, "(unknown)"),
        ],
    )
    def test_says_what_is_missing(self, tmp_path, arguments, said):
        file = tmp_path / "list.png"
        file.write_bytes(b"no picture")
        with pytest.raises(CommandError) as refusal:
            call_command(Command(), str(file), *arguments, stdout=StringIO())
        assert said in str(refusal.value)
