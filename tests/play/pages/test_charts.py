"""The chart's geometry: within the sheet, labels apart, zero among the levels."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.play.formatting import MARKS
from scorekeeper.play.pages.charts import DASHES, NARROW, WIDE, ChartPaper, draw, spread

NAMES = [("Anne",), ("Bruno",), ("Chloé",), ("David",), ("Emil",), ("Fanny",), ("Gustave",)]

sessions = st.integers(3, 7).flatmap(
    lambda size: st.lists(st.tuples(*[st.integers(-5000, 5000)] * size), min_size=1, max_size=60)
)


@given(st.lists(st.floats(0, 300), min_size=1, max_size=7), st.integers(1, 34))
def test_spread_labels_keep_order_distance_and_bounds(heights: list[float], gap: int) -> None:
    placed = spread(heights, gap=gap, low=0, high=300)
    order = sorted(range(len(heights)), key=lambda place: heights[place])
    assert all(placed[after] - placed[before] >= gap - 0.11 for before, after in pairwise(order))
    assert min(placed) >= 0
    assert max(placed) <= 300


def test_labels_that_do_not_collide_stay_in_place() -> None:
    assert spread([200, 10, 90], gap=20, low=0, high=300) == [200, 10, 90]


@pytest.mark.parametrize("partner", [(), ("+ Hannelore",)], ids=["players", "sides"])
@pytest.mark.parametrize("sheet", [NARROW, WIDE], ids=["narrow", "wide"])
@given(totals=sessions)
def test_everything_is_drawn_within_the_chart(
    sheet: ChartPaper, partner: tuple[str, ...], totals: list[tuple[int, ...]]
) -> None:
    names = [name + partner for name in NAMES[: len(totals[0])]]
    chart = draw(names, totals, list(range(1, len(totals) + 1)), sheet)
    for track in chart.tracks:
        points = [tuple(map(float, point.split(","))) for point in track.path.split()]
        assert len(points) == len(totals) + 1
        for x, y in [*points, *((mark.x, mark.y) for mark in track.marks)]:
            assert sheet.left <= x <= chart.edge
            assert sheet.top <= y <= chart.floor
        assert track.label.y >= 0
        last_line = track.label.y + 16 * (len(track.lines) - 1 + track.has_line_of_total)
        assert last_line + 10 <= sheet.height  # half a line below its middle
    labels = sorted(track.label.y for track in chart.tracks)
    assert all(after - before >= chart.sheet.label_gap - 0.11 for before, after in pairwise(labels))
    assert chart.zero in {level.at for level in chart.levels}
    assert len(chart.levels) <= sheet.ticks + 3
    assert len(chart.numbers) <= sheet.numbers + 1


def test_long_numbers_on_the_left_get_room() -> None:
    assert draw(NAMES[:3], [(60, -40, -20)], [1], NARROW).sheet.left == 40
    # −15000 is six letters.
    assert draw(NAMES[:3], [(9000, 5000, -14000)], [1], NARROW).sheet.left == 6 + 6 * 8


def test_long_names_on_the_right_get_room() -> None:
    usual, wide = (draw([(name,), ("Bruno",)], [(60, -60)], [1], NARROW) for name in ("Anne", "French Tarot"))
    assert (usual.sheet.right, wide.sheet.right) == (84, 14 + 12 * 15 // 2)
    assert wide.tracks[0].lines == ("French Tarot",)


def test_a_name_from_the_right_keeps_the_minus_before_its_total() -> None:
    hebrew = chr(0x5D0)
    assert draw([hebrew, "Bruno"], [(-60, 60)], [1], WIDE).tracks[0].lines == (f"\u2068{hebrew}\u2069",)


def test_lines_can_be_told_apart_without_colour() -> None:
    chart = draw(NAMES, [(60, -10, -10, -10, -10, -10, -10)], [1])
    assert len({(track.dash, track.mark) for track in chart.tracks}) == len(NAMES)
    assert len(set(DASHES)) == len(DASHES)
    assert len(set(MARKS)) == len(MARKS)


def test_the_player_with_the_highest_total_leads_unless_all_are_equal() -> None:
    assert [track.leads for track in draw(NAMES[:3], [(5, 5, -10)], [1]).tracks] == [True, True, False]
    assert not any(track.leads for track in draw(NAMES[:3], [(0, 0, 0)], [1]).tracks)


def test_hands_are_labelled_with_their_numbers() -> None:
    chart = draw(NAMES[:2], [(1, -1), (2, -2), (3, -3)], [1, 2, 4])
    assert [number.value for number in chart.numbers] == [1, 2, 4]
