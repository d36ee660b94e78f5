"""Boxes to tick, as different people tick them."""

from __future__ import annotations

import numpy as np
import pytest

from scorekeeper.reading import ticks
from scorekeeper.reading.ink import MARGIN, Grey
from scorekeeper.reading.seen import TickSeen
from tests.reading.written_cells import sheet, written

KEYS = "abcdef"
BOXES = sheet([("tick", "who", key, 0) for key in KEYS], rows=24)

Slip = tuple[int, str, str]


def seen(seed: int, *, astray: list[Slip] | None = None, **writer: object) -> dict[Slip, tuple[bool, TickSeen]]:
    """Return, for each box of a page that one writer ticked, whether it is meant to be ticked and what was seen."""
    random = np.random.default_rng(seed)
    marks = [{"who": frozenset(random.choice(list(KEYS), random.integers(0, 4), replace=False))} for _ in range(24)]
    cells = written(BOXES, marks, seed, astray=astray or [], writer=writer)
    found = ticks.look_at(list(cells.values()))
    return {
        (row, cell.field, cell.key): (cell.key in marks[row - 1]["who"], tick)
        for (row, cell), tick in zip(cells, found, strict=True)
    }


@pytest.mark.parametrize("kind", ["cross", "hook", "line", "dot", "filled"])
@pytest.mark.parametrize(
    "colour",
    [pytest.param((150.0, 60.0, 25.0), id="blue"), pytest.param((130.0, 130.0, 130.0), id="pencil")],
)
def test_ticks_are_told_from_empty_boxes(kind: str, colour: tuple[float, ...]) -> None:
    for seed in range(4):
        for meant, tick in seen(seed, tick=kind, colour=colour).values():
            assert (tick.ticked > 0.5) == meant


@pytest.mark.parametrize("kind", ["cross", "hook", "line"])
def test_an_ordinary_tick_leaves_no_doubt(kind: str) -> None:
    found = [pair for seed in range(4) for pair in seen(seed, tick=kind).values()]
    assert min(tick.ticked for meant, tick in found if meant) > 0.98
    assert max(tick.ticked for meant, tick in found if not meant) < 0.2
    assert np.mean([tick.astray for _, tick in found]) < 0.03


def filled(boxes: int, of: int) -> list[Grey]:
    """Return so many boxes, some of them filled and each of the others crossed."""
    marks = [{"who": frozenset("a")} for _ in range(of)]
    crossed = list(written(BOXES, marks, 1, writer={"tick": "cross"}).values())[:: len(KEYS)][:of]
    full = [cell.copy() for cell in crossed[:boxes]]
    for cell in full:
        cell[MARGIN:-MARGIN, MARGIN:-MARGIN] = 60
    return [*full, *crossed[boxes:]]


def test_who_fills_boxes_means_them() -> None:
    assert all(tick.ticked > 0.9 and not tick.astray for tick in ticks.look_at(filled(5, of=7)))


def test_a_filled_box_among_crosses_is_in_doubt() -> None:
    *full, last = ticks.look_at(filled(2, of=3))
    assert all(tick.astray for tick in full)
    assert not last.astray


@pytest.mark.parametrize("kind", ["cross", "hook", "line"])
def test_a_tick_that_is_taken_back_is_astray(kind: str) -> None:
    slips = [(row, "who", KEYS[row % 6]) for row in range(1, 25)]
    back = []
    for seed in range(4):
        found = seen(seed, astray=slips, tick=kind)
        back += [tick for meant, tick in (found[slip] for slip in slips) if not meant]
    assert np.mean([tick.astray for tick in back]) >= 0.95


@pytest.mark.parametrize("kind", ["cross", "hook", "line"])
def test_a_tick_beside_its_box_is_astray_whichever_box_it_is_taken_for(kind: str) -> None:
    slips = [(row, "who", "c") for row in range(1, 25)]
    beside = []
    for seed in range(4):
        found = seen(seed, astray=slips, tick=kind)
        meant = [row for row, who, key in slips if found[row, who, key][0]]
        beside += [any(found[row, "who", key][1].astray for key in KEYS) for row in meant]
    assert np.mean(beside) >= 0.95


def moved(cells: list[Grey], by: int) -> list[Grey]:
    """Return cells whose ink is so many pixels further to the right in its box."""
    boxes = list(written(BOXES, [{}] * 24, 1).values())
    ink = [255 - cell.astype(np.int16) - (255 - box) for cell, box in zip(cells, boxes, strict=True)]
    return [
        np.clip(box - np.roll(np.maximum(dark, 0), by, axis=1), 0, 255).astype(np.uint8)
        for box, dark in zip(boxes, ink, strict=True)
    ]


def test_a_tick_that_is_elsewhere_in_its_box_than_the_others_of_this_writer_is_astray() -> None:
    marks = [{"who": frozenset("b")} for _ in range(24)]
    cells = list(written(BOXES, marks, 1, writer={"tick": "cross"}).values())
    at = 12 * len(KEYS) + 1
    found = ticks.look_at([*cells[:at], moved(cells, -12)[at], *cells[at + 1 :]])
    assert [place for place, tick in enumerate(found) if tick.astray] == [at]
    assert 0.5 < found[at].ticked < 0.9


def test_ticks_that_are_all_to_one_side_of_their_boxes_are_in_no_doubt() -> None:
    marks = [{"who": frozenset("b")} for _ in range(24)]
    cells = moved(list(written(BOXES, marks, 1, writer={"tick": "cross"}).values()), -8)
    found = [ticks.look_at(cells)[row * len(KEYS) + 1] for row in range(24)]
    assert min(tick.ticked for tick in found) > 0.98


def test_no_boxes_are_no_ticks() -> None:
    assert ticks.look_at([]) == []
