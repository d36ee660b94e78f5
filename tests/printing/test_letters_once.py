"""The image of a page is made small, and shows the same: every letter where it stood, as large as it was."""

from __future__ import annotations

import gzip
import re
from functools import cache
from xml.etree import ElementTree as ET

import pytest

from games import registry
from scorekeeper.devtools.demo_data.example_hands import session_of
from scorekeeper.printing import typesetter
from scorekeeper.printing.cards import card
from scorekeeper.printing.letters_once import drawn_once
from scorekeeper.printing.pages import PageSetup
from scorekeeper.printing.score_sheets import Heading, blank, filled
from scorekeeper.printing.typesetter import Order

Box = tuple[float, float, float, float]
HREFS = ("{http://www.w3.org/1999/xlink}href", "href")
STEPS = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "M": 2}
NAMES = ("Anne", "Bruno", "Chloé", "David", "Emma")
LONG = tuple(f"{name} Wolkenstein-Hohenzollern" for name in NAMES)
HANDS = 20
A_HAIR = 0.3  # points: a step of the grid at the largest type


def box_of(outline: str) -> Box:
    """How far the points of an outline go."""
    x = y = start_x = start_y = 0.0
    xs, ys = [0.0], [0.0]
    for step, given in re.findall(r"([a-zA-Z])([^a-zA-Z]*)", outline):
        numbers = [float(one) for one in re.findall(r"-?\d*\.?\d+", given)]
        if step == "Z":
            x, y = start_x, start_y
        for first in range(0, len(numbers), STEPS.get(step, 1)):
            part = numbers[first : first + STEPS[step]]
            moves = {"h": [(part[0], 0.0)], "v": [(0.0, part[0])]}.get(
                step, list(zip(part[::2], part[1::2], strict=False))
            )
            xs += [x + dx for dx, _dy in moves]
            ys += [y + dy for _dx, dy in moves]
            x, y = xs[-1], ys[-1]
        if step == "m":
            start_x, start_y = x, y
    return min(xs), min(ys), max(xs), max(ys)


def letters(svg: bytes) -> list[Box]:
    """Where each letter is, within the group that its run is placed in, in points."""
    root = ET.fromstring(svg)  # noqa: S314 - our own
    outlines = {one.get("id"): one for one in root.iter() if one.get("id")}
    boxes = {}
    for name, one in outlines.items():
        path = one if one.get("d") else next(iter(one))
        boxes[name] = box_of(path.get("d", ""))
    found = []
    for run in root.iter("{http://www.w3.org/2000/svg}g"):
        matrix = [float(one) for one in re.findall(r"-?\d*\.?\d+", run.get("transform", ""))]
        for use in run.findall("{http://www.w3.org/2000/svg}use"):
            href = next(use.get(name, "") for name in HREFS if use.get(name))
            left, low, right, high = boxes[href[1:]]
            scale, at = matrix[0], float(use.get("x", "0"))
            begins, ends = ((one + at) * scale + matrix[4] for one in (left, right))
            found.append((begins, low * scale, ends, high * scale))
    return found


@cache
def pages(slug: str) -> list[bytes]:
    """A sheet with names that do not fit, one to write on, and the rule card, as the press makes them."""
    game = registry.get(slug)
    rules = next(iter(game.rules.rule_sets.values()))
    ledger = session_of(slug, rules.slug, LONG[: rules.players[0]], HANDS)
    heading, look = Heading(subtitle="Club", facts=(("Date", "22 November 2026"),)), PageSetup("a4")
    sheets = [
        filled(ledger, heading, look),
        blank(game, ledger.table, NAMES, heading, look),
        card(game, ledger.table, look),
    ]
    return typesetter.pages(Order(title="Scorekeeper", language="en", sheets=sheets))


@pytest.mark.parametrize("slug", registry.slugs())
def test_every_letter_stands_where_it_stood_and_is_as_large(slug: str) -> None:
    for page in pages(slug):
        before, after = letters(page), letters(drawn_once(page))
        assert len(after) == len(before) > 50
        for one, other in zip(before, after, strict=True):
            assert other == pytest.approx(one, abs=A_HAIR)


@pytest.mark.parametrize("slug", registry.slugs())
def test_a_page_is_less_than_half_as_heavy_as_the_press_makes_it(slug: str) -> None:
    for page in pages(slug):
        assert len(gzip.compress(drawn_once(page), 6)) < len(gzip.compress(page, 6)) / 2


def test_what_is_set_otherwise_than_in_a_plain_run_stays() -> None:
    symbol = '<symbol id="g0123456789ABCDEF01" overflow="visible"><path d="M 0 0m 1 2v 3.12345Z "/></symbol>'
    use = '<g transform="matrix(0.5 0 0 -1 3 4)"><use xlink:href="#g0123456789ABCDEF01" x="1.23456" y="0"/></g>'
    head = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">'
    made = drawn_once(f"{head}{use}<defs>{symbol}</defs></svg>".encode()).decode()
    assert symbol in made
    assert 'x="1.23"' in made
