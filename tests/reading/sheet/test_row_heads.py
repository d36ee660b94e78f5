"""The headings above the pictures of rows: each is above its box, in the language of the page."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import replace
from xml.etree import ElementTree

from django.utils import translation

from games.ui.marked_sheet import Ticks
from scorekeeper.printing.marked_sheets.code import SheetCode
from scorekeeper.printing.marked_sheets.layout import BoxesDontFitError, layout_of, marked_sheet
from scorekeeper.reading.sheet import row_heads
from tests.play.tables import FOUR
from tests.printing.every_setting import LONG, Setting, every_setting, game_of
from tests.reading.pages import CODE


def placed(svg: str) -> list[tuple[str, float]]:
    """Return the words of a picture, each with its distance from the left."""
    found = []
    for text in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text"):  # noqa: S314 - our own
        turned = re.match(r"translate\(([\d.]+) ", text.get("transform", ""))
        found.append((text.text or "", float(turned[1] if turned else text.get("x", ""))))
    return found


def test_a_heading_is_above_its_box() -> None:
    words = dict(reversed(placed(row_heads.drawn(CODE, FOUR))))  # the names are those over the taker's boxes
    row = layout_of(CODE).pages[0].rows[0]
    boxes = {(cell.field, cell.key): cell.box for cell in row.cells if cell.kind == "tick"}
    for field, key, head in (("call", "garde", "G"), ("taker", "1", "Bruno"), ("in-words", "", "in words")):
        box = boxes[field, key]
        assert box.x - 7 <= words[head] <= box.x + box.width - 7, head


def test_headings_are_as_wide_as_the_picture_of_the_row_in_every_engine() -> None:
    """Firefox and Safari round the height to whole pixels; otherwise they would fit the width to that."""
    svg = ElementTree.fromstring(row_heads.drawn(CODE, FOUR))  # noqa: S314 - our own
    assert svg.get("preserveAspectRatio") == "none"


def test_columns_have_headings_too() -> None:
    words = [word for word, _x in placed(row_heads.drawn(CODE, FOUR))]
    assert {"Contract", "Taker", "Bouts", "Points", *FOUR} <= set(words)
    assert words.count("Anne") == 2  # as a taker, and over the total


def test_headings_are_in_the_language_of_the_page() -> None:
    with translation.override("de"):
        words = [word for word, _x in placed(row_heads.drawn(CODE, FOUR))]
    assert {"Nehmer", "Punkte", "in Worten"} <= set(words)


def test_the_names_are_those_of_the_session_and_can_be_anything() -> None:
    words = [
        word for word, _x in placed(row_heads.drawn(replace(CODE, names=("", "", "", "")), ("<b>", "&", '"', "Di")))
    ]
    assert words[-4:] == ["<b>", "&", '"', "Di"]


@every_setting
def test_every_box_has_a_heading_within_the_picture(setting: Setting) -> None:
    slug, rules, size = setting
    fields, checked = marked_sheet(game_of(setting), game_of(setting).rules.table(LONG[:size], rules=rules)).fields(), 0
    for landscape in (False, True):
        code = SheetCode(game=slug, rules=rules, names=LONG[:size], first_dealer=0, rows=12, landscape=landscape)
        with suppress(BoxesDontFitError):
            width = layout_of(code).pages[0].rows[0].box.width
            found = placed(row_heads.drawn(code, LONG[:size]))
            assert len(found) >= sum(len(field.boxes) if isinstance(field, Ticks) else 1 for field in fields) + 1 + size
            assert all(words and 0 < x < width for words, x in found)
            checked += 1
    assert checked


def test_names_that_begin_alike_stay_distinct_over_boxes() -> None:
    names = ("Maximiliane-Katharina", "Maximiliane-Theodora", "Maximilian", "Max")
    over_boxes = [word for word, x in placed(row_heads.drawn(CODE, names)) if 85 < x < 105]
    assert len(set(over_boxes)) == len(over_boxes)
