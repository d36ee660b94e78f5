"""Tick boxes, as different people tick them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import cv2
import numpy as np
import pytest

from games.ui.marked_sheet import Marks
from scorekeeper.reading.boxes import ticks
from scorekeeper.reading.observations import TickSeen
from scorekeeper.reading.photo.geometry import PIXELS_PER_MM, Grey
from tests.reading.boxes.written_cells import PRINTED, blank, photographed, sheet, written_page

KEYS = "abcdef"
BOXES = sheet([("tick", "who", key, 0) for key in KEYS], rows=24)
ONLY_B: list[Marks] = [{"who": frozenset("b")} for _ in BOXES.rows]

Slip = tuple[int, str, str]
Points = Sequence[tuple[float, float]]


def look_at(image: Grey) -> dict[Slip, TickSeen]:
    """Return what was seen in each box of a page."""
    return {(row, cell.field, cell.key): tick for (row, cell), tick in ticks.look_at(image, BOXES).items()}


def seen(seed: int, *, astray: list[Slip] | None = None, **writer: object) -> dict[Slip, tuple[bool, TickSeen]]:
    """Return, for each box of a page that one writer ticked, whether it is meant to be ticked and what was seen."""
    random = np.random.default_rng(seed)
    marks = [{"who": frozenset(random.choice(list(KEYS), random.integers(0, 4), replace=False))} for _ in range(24)]
    found = look_at(written_page(BOXES, marks, seed, astray=astray or [], writer=writer))
    return {place: (place[2] in marks[place[0] - 1]["who"], tick) for place, tick in found.items()}


@pytest.mark.parametrize("kind", ["cross", "hook", "line", "dot", "filled"])
@pytest.mark.parametrize(
    "colour",
    [pytest.param((150.0, 60.0, 25.0), id="blue"), pytest.param((130.0, 130.0, 130.0), id="pencil")],
)
def test_ticks_are_distinguished_from_empty_boxes(kind: str, colour: tuple[float, ...]) -> None:
    for seed in range(4):
        for meant, tick in seen(seed, tick=kind, colour=colour).values():
            assert (tick.ticked > 0.5) == meant


@pytest.mark.parametrize("kind", ["cross", "hook", "line", "filled"])
def test_an_ordinary_tick_leaves_no_doubt(kind: str) -> None:
    found = [pair for seed in range(4) for pair in seen(seed, tick=kind).values()]
    assert min(tick.ticked for meant, tick in found if meant) > 0.98
    assert max(tick.ticked for meant, tick in found if not meant) < 0.2
    assert np.mean([tick.astray for _, tick in found]) < 0.03


def test_a_thick_pen_fills_no_box_with_its_crosses() -> None:
    found = [pair for seed in range(4) for pair in seen(seed, tick="cross", width=0.85).values()]
    assert min(tick.ticked for meant, tick in found if meant) > 0.98
    assert not any(tick.astray for _, tick in found)


# Drawn by hand, as shares of the side of a box


def drawn(strokes: Mapping[Slip, Sequence[Points]], width: float = 0.45) -> Grey:
    """Return a page with these strokes at its boxes."""
    page = blank(BOXES)
    boxes = {(row.number, "who", cell.key): cell.box for row in BOXES.rows for cell in row.cells}
    for place, ways in strokes.items():
        box = boxes[place]
        for way in ways:
            points = [((box.x + x * box.width) * PRINTED, (box.y + y * box.height) * PRINTED) for x, y in way]
            line = np.round(np.array(points) * 16).astype(np.int32)
            cv2.polylines(page, [line], False, (60,), round(width * PRINTED), cv2.LINE_AA, shift=4)
    return photographed(page, seed=1)


CROSS = [[(0.1, 0.1), (0.9, 0.9)], [(0.9, 0.1), (0.1, 0.9)]]
LONG_HOOK = [[(0.1, 0.5), (0.4, 0.9), (1.6, -0.2)]]
FILLED = [[(0.02 + step / 12, 0.05 + 0.9 * (step % 2)) for step in range(13)]]


def test_a_tick_that_ends_in_the_next_box_does_not_count_there() -> None:
    hooks = {(row, "who", KEYS[row % 5]): LONG_HOOK for row in range(2, 22)}
    found = look_at(drawn(hooks))
    assert {place for place, tick in found.items() if tick.ticked > 0.98} == set(hooks)
    assert not any(tick.astray for tick in found.values())
    assert max(tick.ticked for place, tick in found.items() if place not in hooks) < 0.01


def test_two_ticks_that_touch_are_two() -> None:
    beyond = [[(-0.2, -0.1), (1.2, 1.1)], [(1.2, -0.1), (-0.2, 1.1)]]
    found = look_at(drawn({(4, "who", key): beyond for key in "bc"}))
    assert {place for place, tick in found.items() if tick.ticked > 0.98} == {(4, "who", "b"), (4, "who", "c")}
    assert not any(tick.astray for tick in found.values())


def test_a_tick_between_two_boxes_can_be_meant_for_either() -> None:
    between = [[(0.7, 0.1), (1.5, 0.9)], [(1.5, 0.1), (0.7, 0.9)]]
    crosses = {(row, "who", "a"): CROSS for row in range(1, 25)}
    found = look_at(drawn({**crosses, (12, "who", "c"): between}))
    assert found[12, "who", "c"].astray or found[12, "who", "d"].astray
    assert all(0.05 < found[12, "who", key].ticked < 0.95 for key in "cd")


def test_the_corner_of_a_shadow_is_not_a_tick() -> None:
    page = drawn({(row, "who", "b"): CROSS for row in range(1, 25)})
    box = BOXES.rows[6].cells[3].box
    x, y = round((box.x + 2) * PIXELS_PER_MM), round((box.y + 1.5) * PIXELS_PER_MM)
    shadow = np.zeros(page.shape, np.float32)
    shadow[y - 8 : y + 8, x - 8 : x + 8] = 1
    dark = 180 * cv2.GaussianBlur(shadow, (0, 0), 6)
    found = look_at(np.asarray(np.clip(page - dark, 0, 255), np.uint8))[7, "who", "d"]
    assert found.astray
    assert found.ticked < 0.5


def filled(boxes: int, of: int) -> dict[Slip, TickSeen]:
    """Return what is seen in this many boxes, some of them filled and the others crossed."""
    page = drawn({(row, "who", "b"): FILLED if row <= boxes else CROSS for row in range(1, of + 1)}, width=0.6)
    return {(row, who, key): tick for (row, who, key), tick in look_at(page).items() if key == "b" and row <= of}


def test_a_writer_who_fills_boxes_means_them() -> None:
    assert all(tick.ticked > 0.9 and not tick.astray for tick in filled(5, of=7).values())


def test_a_writer_who_fills_some_boxes_and_crosses_others_means_both() -> None:
    assert all(tick.ticked > 0.85 and not tick.astray for tick in filled(4, of=16).values())


def test_a_few_filled_boxes_among_many_crosses_are_in_doubt() -> None:
    *full, _last = [tick for (row, *_), tick in filled(3, of=24).items() if row <= 4]
    assert all(tick.astray for tick in full)


@pytest.mark.parametrize("of", [3, 12])
def test_a_filled_box_among_crosses_is_in_doubt(of: int) -> None:
    *full, _last = [tick for (row, *_), tick in filled(2, of=of).items() if row <= 3]
    assert all(tick.astray for tick in full)
    assert not filled(2, of=of)[3, "who", "b"].astray


@pytest.mark.parametrize("kind", ["cross", "hook", "line"])
def test_a_tick_that_is_scribbled_over_is_astray(kind: str) -> None:
    slips = [(row, "who", KEYS[row % 6]) for row in (8, 16)]
    back = []
    for seed in range(5):
        found = seen(seed, astray=slips, tick=kind)
        back += [tick for meant, tick in (found[slip] for slip in slips) if not meant]
    assert np.mean([tick.astray for tick in back]) >= 0.95


@pytest.mark.parametrize("kind", ["cross", "hook"])
def test_a_tick_scribbled_over_with_a_fine_pencil_is_astray(kind: str) -> None:
    """Its strokes are twice as dark where they cross, so the rest of them could be taken for soft edges."""
    pencil = {"ink": "pencil", "colour": (130.0, 130.0, 130.0), "width": 0.3}
    slips = [(12, "who", "c"), (20, "who", "d")]
    for seed in range(4):
        found = seen(seed, astray=slips, tick=kind, **pencil)
        assert all(tick.astray for meant, tick in (found[slip] for slip in slips) if not meant)


@pytest.mark.parametrize("kind", ["cross", "hook", "line"])
def test_a_tick_beside_its_box_is_astray_whichever_box_gets_it(kind: str) -> None:
    slips = [(row, "who", "c") for row in range(1, 25, 4)]
    beside = []
    for seed in range(6):
        found = seen(seed, astray=slips, tick=kind)
        meant = [row for row, who, key in slips if found[row, who, key][0]]
        beside += [any(found[row, "who", key][1].astray for key in KEYS) for row in meant]
    assert np.mean(beside) >= 0.95


def moved(page: Grey, place: Slip, by: int) -> Grey:
    """Return the page with the ink around a box moved this many pixels to the right."""
    box = next(cell.box for row in BOXES.rows for cell in row.cells if (row.number, "who", cell.key) == place)
    left, top = round((box.x - 4) * PIXELS_PER_MM), round((box.y - 1) * PIXELS_PER_MM)
    around = np.s_[top : top + 6 * PIXELS_PER_MM, left : left + 12 * PIXELS_PER_MM]
    empty = photographed(blank(BOXES), seed=9).astype(np.int16)
    ink = np.maximum(empty - page, 0)
    ink[around] = np.roll(ink[around], by, axis=1)
    return np.asarray(np.clip(empty - ink, 0, 255), np.uint8)


def test_a_tick_in_an_unusual_place_for_this_writer_is_astray() -> None:
    place = (13, "who", "b")
    found = look_at(moved(written_page(BOXES, ONLY_B, 1, writer={"tick": "cross"}), place, -15))
    assert [box for box, tick in found.items() if tick.astray and tick.ticked > 0.5] == [place]
    assert 0.5 < found[place].ticked < 0.9


def test_ticks_that_are_all_on_one_side_of_their_boxes_are_certain() -> None:
    page = written_page(BOXES, ONLY_B, 1, writer={"tick": "cross"})
    for row in BOXES.rows:
        page = moved(page, (row.number, "who", "b"), -10)
    found = look_at(page)
    assert min(found[row.number, "who", "b"].ticked for row in BOXES.rows) > 0.98


def test_a_page_without_boxes_has_no_ticks() -> None:
    page = sheet([("digit", "points", "", 0)], rows=2)
    assert ticks.look_at(blank(page), page) == {}
