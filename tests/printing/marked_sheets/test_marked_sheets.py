"""Sheets that the camera reads: what is printed stands where the layout says, for every game, table and paper."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import Any

import cv2
import numpy as np
import pytest
from django.utils import translation

from games.scoring.types import Table
from games.ui.marked_sheet import Ticks
from scorekeeper.printing.marked_sheets import sheets
from scorekeeper.printing.marked_sheets.layout import (
    EDGE,
    IN_WORDS,
    PAPERS,
    Box,
    BoxesDontFitError,
    Cell,
    PageLayout,
    SheetLayout,
    layout_of,
    marked_sheet,
    sheet_layout,
    total,
    usual_rows,
)
from scorekeeper.printing.typesetting import PageSetup, Sheet
from tests.printing.every_setting import LARGEST, LONG, LONGEST_LANGUAGE, NAMES, Setting, every_setting, game_of
from tests.printing.marked_sheets.drawn_sheets import (
    DARKEST_HINT,
    PER_MM,
    Image,
    code_on,
    darkest,
    drawn,
    part,
    sheet_of,
)

every_size = pytest.mark.parametrize("paper", PAPERS)


def table_of(setting: Setting, names: tuple[str, ...] = NAMES) -> Table:
    _slug, rules, size = setting
    return game_of(setting).rules.table(names[:size], rules=rules)


def laid_out(setting: Setting, paper: str = "a4", rows: int | None = None) -> SheetLayout:
    game, table = game_of(setting), table_of(setting)
    return sheet_layout(game, table, paper=paper, rows=rows or usual_rows(game, table))


def blank(setting: Setting, paper: str = "a4", names: tuple[str, ...] = NAMES, **more: Any) -> Sheet:
    table = table_of(setting, names)
    sheet = sheets.with_boxes(sheet_of(game_of(setting), table, **more), PageSetup(paper, camera=True))
    assert sheet is not None
    return sheet


def is_outlined(picture: Image, box: Box) -> bool:
    """Return whether a line is at each of the four edges of a box, at most a tenth of a millimetre beside it."""
    inside = Box(box.x + 0.5, box.y + 0.5, box.width - 1, box.height - 1)
    edges = (
        Box(box.x - 0.1, inside.y, 0.3, inside.height),
        Box(box.x + box.width - 0.2, inside.y, 0.3, inside.height),
        Box(inside.x, box.y - 0.1, inside.width, 0.3),
        Box(inside.x, box.y + box.height - 0.2, inside.width, 0.3),
    )
    upright = [part(picture, edge).min(axis=1) for edge in edges[:2]]
    level = [part(picture, edge).min(axis=0) for edge in edges[2:]]
    return all(np.all(line < 225) and np.all(line > 150) for line in (*upright, *level))


def boxes_of(page: PageLayout) -> list[Cell]:
    return [cell for row in page.rows for cell in row.cells]


def overlap(one: Box, other: Box) -> bool:
    across = min(one.x + one.width, other.x + other.width) - max(one.x, other.x)
    down = min(one.y + one.height, other.y + other.height) - max(one.y, other.y)
    return across > 1e-6 and down > 1e-6


# The layout


@every_setting
def test_every_table_has_boxes_on_ordinary_paper(setting: Setting) -> None:
    for paper in ("a4", "letter"):
        assert laid_out(setting, paper).pages


@every_setting
@every_size
def test_boxes_are_on_the_paper_and_apart(setting: Setting, paper: str) -> None:
    try:
        sheet = laid_out(setting, paper)
    except BoxesDontFitError:
        assert paper == "a5"
        return
    for page in sheet.pages:
        everything = [*(marker.box for marker in page.markers), page.qr, *page.foot]
        everything += [cell.box for row in (page.rows[0], page.rows[-1]) for cell in row.cells]
        for box in everything:
            assert EDGE <= box.x < box.x + box.width <= page.width - EDGE + 1e-6
            assert EDGE <= box.y < box.y + box.height <= page.height - EDGE + 1e-6
        assert not [pair for pair in combinations(everything, 2) if overlap(*pair)]
        for row in page.rows:
            for box in (cell.box for cell in row.cells):
                assert row.box.y <= box.y < box.y + box.height <= row.box.y + row.box.height
        assert all(round(one.box.y + one.box.height - other.box.y, 2) == 0 for one, other in pairwise(page.rows))


@every_setting
def test_a_row_has_the_boxes_of_the_game_and_the_totals(setting: Setting) -> None:
    marked = marked_sheet(game_of(setting), table_of(setting))
    expected = []
    for field in marked.fields():
        if isinstance(field, Ticks):
            expected += [("tick", field.name, box.key, place) for place, box in enumerate(field.boxes)]
        else:
            expected += [("sign", field.name, "", 0)] if field.signed else []
            expected += [("digit", field.name, "", place) for place in range(field.places)]
    expected.append(("tick", IN_WORDS, "", 0))
    sums = []
    for seat in range(setting[2]):
        sums += [("sign", total(seat), "", 0), *(("digit", total(seat), "", at) for at in range(marked.total_places))]
    for page in laid_out(setting).pages:
        for row in page.rows:
            cells = [(cell.kind, cell.field, cell.key, cell.place) for cell in row.cells]
            assert cells == (sums if row.number == 0 else expected + sums)


@pytest.mark.parametrize("rows", [1, 2, 14, 15, 16, 17, 18, 19, 32, 33, 34, 35, 36, 100])
def test_every_hand_has_a_row_and_the_totals_are_carried_over(rows: int) -> None:
    pages = laid_out(("tarot", "fft", 4), rows=rows).pages
    numbers = [[row.number for row in page.rows] for page in pages]
    assert [number for page in numbers for number in page if number] == list(range(1, rows + 1))
    assert [page[0] for page in numbers] == [1, *[0] * (len(pages) - 1)]
    assert [page.number for page in pages] == list(range(1, len(pages) + 1))
    assert [bool(page.foot) for page in pages] == [False] * (len(pages) - 1) + [True]


@pytest.mark.parametrize(("rows", "pages"), [(18, 1), (36, 2)])
@pytest.mark.parametrize("size", [3, 4])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_skat_list_has_18_rows_and_its_foot_on_a_page_and_36_on_two(
    paper: str, size: int, rows: int, pages: int
) -> None:
    sheet = laid_out(("skat", "isko", size), paper, rows)
    assert len(sheet.pages) == pages
    assert len(sheet.pages[-1].foot) == 4


@pytest.mark.parametrize("size", [3, 4])
def test_a_skat_list_has_a_column_for_the_value_of_the_game_before_the_points(size: int) -> None:
    fields = [column.field for column in laid_out(("skat", "isko", size)).columns]
    assert fields[fields.index("value") + 1] == total(0)


def test_rows_are_not_low_if_that_saves_no_page() -> None:
    assert laid_out(("skat", "isko", 3), rows=12).pages[0].rows[0].box.height == 8.0
    assert laid_out(("skat", "isko", 3), rows=18).pages[0].rows[0].box.height == 6.3


def test_the_heads_of_boxes_for_players_keep_long_names_apart() -> None:
    names = ("Anneliese-Marie", "Klaus-Dieter", "Hans Joachim", "Bartholomäus")
    columns = blank(("skat", "isko", 4), names=names)["columns"]
    (declarers,) = [column["boxes"] for column in columns if column["title"] == "Declarer"]
    assert [words for words, _x, _line in declarers] == ["Anneliese", "Klaus", "Hans", "Bartholom…"]


def test_a_layout_keeps_to_the_orientation_that_was_chosen() -> None:
    game, table = game_of(("mort", "foster", 3)), table_of(("mort", "foster", 3))
    for across in (True, False):
        page = sheet_layout(game, table, paper="a4", rows=9, landscape=across).pages[0]
        assert (page.width > page.height) is across


# What is printed


def check_drawn(setting: Setting, paper: str, names: tuple[str, ...], language: str) -> None:
    """Check that the boxes, the markers and the code of every page are where the layout has them."""
    try:
        sheet = laid_out(setting, paper)
    except BoxesDontFitError:
        return
    with translation.override(language):
        pictures = drawn(blank(setting, paper, names), language)
    assert len(pictures) == len(sheet.pages)
    for page, picture in zip(sheet.pages, pictures, strict=True):
        assert np.abs(np.array(picture.shape) - PER_MM * np.array([page.height, page.width])).max() <= 1
        for cell in boxes_of(page):
            assert is_outlined(picture, cell.box), (page.number, cell)
            assert darkest(picture, cell.box) > DARKEST_HINT, (page.number, cell)
        check_markers(page, picture)
        code = code_on(picture)
        assert (code.game, code.rules, code.page, code.pages) == (*setting[:2], page.number, len(sheet.pages))
        assert layout_of(code) == sheet
        frame = picture.copy()
        frame[50:-50, 50:-50] = 255
        assert frame.min() == 255  # printers leave 5 mm


def check_markers(page: PageLayout, picture: Image) -> None:
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    corners, ids, _rejected = detector.detectMarkers(picture)
    found = {int(id_): corner[0] / PER_MM for id_, corner in zip(ids.flatten(), corners, strict=True)}
    assert sorted(found) == [0, 1, 2, 3]
    for marker in page.markers:
        box = marker.box
        right, bottom = box.x + box.width, box.y + box.height
        expected = [(box.x, box.y), (right, box.y), (right, bottom), (box.x, bottom)]
        assert np.abs(found[marker.id] - np.array(expected)).max() < 0.2


def test_what_is_printed_is_where_the_layout_says() -> None:
    check_drawn(("tarot", "fft", 4), "a4", NAMES, "en")


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("setting", "paper", "names", "language"),
    [
        *((setting, "a4", LONG, LONGEST_LANGUAGE) for setting in LARGEST.values()),
        (("skat", "isko", 3), "a5", LONG, LONGEST_LANGUAGE),
        (("tarot", "fft", 4), "letter", ("",) * 5, "fr"),
    ],
)
def test_what_is_printed_is_where_the_layout_says_at_the_corners(
    setting: Setting, paper: str, names: tuple[str, ...], language: str
) -> None:
    check_drawn(setting, paper, names, language)
