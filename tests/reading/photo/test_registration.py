"""Photos of a sheet are flattened to a fraction of a millimetre, or refused with the reason."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import cv2
import numpy as np
import pytest

from scorekeeper.printing.marked_sheets.layout import Box
from scorekeeper.reading.boxes.ink import MARGIN
from scorekeeper.reading.boxes.rows import cut
from scorekeeper.reading.photo import registration
from scorekeeper.reading.photo.geometry import PIXELS_PER_MM
from scorekeeper.reading.photo.markers import NotASheetError
from scorekeeper.reading.photo.registration import flatten
from scorekeeper.reading.sheet.photos import page_in
from tests.handwriting.camera import photograph
from tests.reading import own_page
from tests.reading.own_page import CODE, LAYOUT, PAGE, Grey

SIZE = (1800, 2400)
NEAR_ENOUGH = 0.3  # millimetres


@pytest.fixture(autouse=True)
def own_layout(monkeypatch):
    monkeypatch.setattr(registration, "layout_of", lambda _code: LAYOUT)


dotted = cache(lambda: own_page.picture(dots=True))


def photo(page: Grey, **how: Any) -> Grey:
    jpeg = photograph(page, **{"size": SIZE, **how})
    image = cv2.imdecode(np.frombuffer(jpeg, dtype=np.uint8), cv2.IMREAD_GRAYSCALE)
    assert image is not None
    return image.astype(np.uint8)


def covered(page: Grey, box: Box) -> Grey:
    """Return the page with something grey on and around this box."""
    left, top, side = (round(value * own_page.PIXELS_PER_MM) for value in (box.x - 1, box.y - 1, box.width + 2))
    page = page.copy()
    page[top : top + side, left : left + side] = 140
    return page


def test_a_scan_is_flattened_unchanged():
    flat = flatten(dotted())
    assert (flat.code, flat.page) == (CODE, PAGE)
    assert own_page.distances(flat.image, PIXELS_PER_MM).max() < 0.1
    assert flat.blur < 0.1


@pytest.mark.parametrize(
    ("angle", "turn", "shadow", "bend"),
    [(0, 45, 0.6, 0.015), (15, 180, 0.3, -0.01), (20, 90, 0.4, 0.01), (30, 290, 0.6, -0.01), (30, 0, 0, 0)],
)
def test_photos_are_flattened_at_any_angle_in_any_light_and_bent(angle, turn, shadow, bend):
    flat = flatten(photo(dotted(), angle=angle, turn=turn, shadow=shadow, bend=bend, blur=0.4, noise=4, seed=turn))
    assert own_page.distances(flat.image, PIXELS_PER_MM).max() < NEAR_ENOUGH


@pytest.mark.parametrize("marker", PAGE.markers, ids=lambda marker: f"marker {marker.id}")
def test_one_corner_may_be_hidden(marker):
    flat = flatten(photo(covered(dotted(), marker.box), turn=20, angle=15, bend=0.01, noise=3, seed=marker.id))
    assert own_page.distances(flat.image, PIXELS_PER_MM).max() < NEAR_ENOUGH


def test_the_light_is_evened_out():
    flat = flatten(photo(own_page.picture(), angle=10, shadow=0.6, noise=3, seed=5))
    paper = flat.image[round(40 * PIXELS_PER_MM) : round(49 * PIXELS_PER_MM)]
    assert np.median(paper) >= 250
    assert np.percentile(paper, 2) > 225


def test_each_cell_has_its_box_in_the_middle_and_ink_beside_it():
    flat = flatten(dotted())
    pictures = cut(flat, PAGE)
    assert len(pictures) == sum(len(row.cells) for row in PAGE.rows)
    (_number, cell), picture = next(iter(pictures.items()))
    assert picture.shape == tuple(
        round(side * PIXELS_PER_MM) + 2 * MARGIN for side in (cell.box.height, cell.box.width)
    )
    middle = [side // 2 for side in picture.shape]
    assert picture[middle[0], middle[1]] < 60
    assert abs(int(picture.argmin()) // picture.shape[1] - middle[0]) <= 0.5 * PIXELS_PER_MM
    assert picture[MARGIN - 1 : MARGIN + 2, 2 * MARGIN].min() < 225, "the line of the box"


def test_a_code_is_read_from_a_blurred_photo():
    flat = flatten(photo(own_page.picture(), angle=15, turn=95, shadow=0.2, blur=1.3, noise=4, seed=1))
    assert flat.code == CODE
    assert flat.blur > 0.32


def in_pencil(page: Grey) -> Grey:
    """Return the page with a pencil cross in each box, as much of it blurred as dark."""
    page = page.copy()
    for box in (cell.box for row in PAGE.rows for cell in row.cells):
        left, top, right, bottom = (
            round(value * own_page.PIXELS_PER_MM) for value in (box.x, box.y, box.x + box.width, box.y + box.height)
        )
        for ends in (((left, top), (right, bottom)), ((left, bottom), (right, top))):
            cv2.line(page, *ends, (120,), 4, cv2.LINE_AA)
    return page


def test_a_page_full_of_pencil_marks_is_not_taken_for_a_bent_one():
    flat = flatten(photo(in_pencil(own_page.picture()), angle=20, turn=85, bend=0.01, blur=0.8, noise=4, seed=3))
    assert flat.code == CODE


def test_a_page_whose_boxes_all_have_ink_was_found_in_the_wrong_place():
    """On strongly curled paper, the printed lines were taken for ticks."""
    page = own_page.picture()
    for box in (cell.box for row in PAGE.rows for cell in row.cells):
        left, top, side = (round(value * own_page.PIXELS_PER_MM) for value in (box.x, box.y, box.width))
        middle = left + side // 2
        cv2.line(page, (middle, top), (middle, top + side), (60,), 5)
    with pytest.raises(NotASheetError) as refused:
        page_in(page)
    assert refused.value.code == "bent"


def wooden_table() -> Grey:
    return photo(np.full((297, 210), 255, dtype=np.uint8), fill=0.02, noise=3, seed=1)


def back_of_a_scan(*, darkness: int) -> Grey:
    """Return paper with grain and a dark edge, with lines of the other side showing through."""
    page = np.full((2924, 2066), 235, dtype=np.uint8)
    page[400:2600:80, 200:1800] -= darkness
    for column in range(200, 1800, 60):
        page[400:2600, column : column + 4] -= np.uint8(darkness)
    page[:, -30:] = 60
    grain = np.random.default_rng(1).normal(0, 3, page.shape)
    return np.clip(page + grain, 0, 255).astype(np.uint8)


def in_the_dark(picture: Grey) -> Grey:
    """Return a photo that was taken with a twentieth of the light, and as much noise as before."""
    noise = np.random.default_rng(1).normal(0, 4, picture.shape)
    return np.clip(picture * 0.04 + noise, 0, 255).astype(np.uint8)


def two_sheets() -> Grey:
    page = photo(own_page.picture(), size=(1200, 1600))
    return np.hstack([page, page])


def half_a_sheet() -> Grey:
    return photo(own_page.picture())[: SIZE[1] // 2]


def bottom_outside() -> Grey:
    """Return a photo that ends within the last rows, whose lower right corner is cut off with them."""
    whole = photo(own_page.picture(), turn=20)
    return whole[: round(SIZE[1] * 0.78)]


def crumpled() -> Grey:
    page = own_page.picture()
    y, x = np.mgrid[: page.shape[0], : page.shape[1]].astype(np.float32)
    wave = 3.5 * own_page.PIXELS_PER_MM * np.sin(x / 90) * np.sin(y / 70) * (np.abs(y - 1650) < 1150)
    return cv2.remap(page, x + wave, y + wave, cv2.INTER_LINEAR, borderValue=255).astype(np.uint8)


@pytest.mark.parametrize(
    ("image", "code"),
    [
        (wooden_table, "no-sheet"),
        (lambda: np.full((2924, 2066), 255, dtype=np.uint8), "blank"),
        (lambda: back_of_a_scan(darkness=14), "blank"),
        (lambda: back_of_a_scan(darkness=90), "no-sheet"),
        (lambda: np.zeros((2924, 2066), dtype=np.uint8), "dark"),
        (lambda: in_the_dark(photo(own_page.picture(), angle=10, noise=2)), "dark"),
        (lambda: np.zeros((1, 5000), dtype=np.uint8), "no-sheet"),
        (two_sheets, "several"),
        (half_a_sheet, "half"),
        (bottom_outside, "half"),
        (lambda: photo(own_page.picture(), size=(1200, 1600), fill=0.35), "small"),
        (lambda: photo(own_page.picture(), size=(450, 600)), "tiny"),
        (lambda: photo(own_page.picture(), size=(300, 400)), "tiny"),
        (lambda: photo(own_page.picture(), blur=3), "blurred"),
        (lambda: photo(own_page.picture(), blur=20), "blurred"),
        (lambda: photo(covered(own_page.picture(), PAGE.qr)), "no-code"),
        (lambda: photo(own_page.picture("https://example.org/some-other-code-that-is-not-ours")), "no-code"),
        (lambda: photo(own_page.picture(CODE.written().replace("1.", "2.", 1))), "other-version"),
        (crumpled, "bent"),
    ],
    ids=lambda value: getattr(value, "__name__", value),
)
def test_unreadable_photos_are_refused_with_the_reason(image, code):
    with pytest.raises(NotASheetError) as refused:
        flatten(image())
    assert refused.value.code == code


def test_a_sheet_of_a_game_that_is_unknown_here_is_refused(monkeypatch):
    monkeypatch.undo()
    unknown = own_page.picture(replace(CODE, game="canasta").written())
    with pytest.raises(NotASheetError) as refused:
        flatten(unknown)
    assert refused.value.code == "unknown-rules"
