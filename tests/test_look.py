"""The basis of every page: readable colours, and styles that older browsers can parse."""

import json
import re
from pathlib import Path

import pytest
from django.conf import settings

from scorekeeper.play.formatting import MARKS
from tests.colour_schemes import CSS, schemes
from tests.e2e.without_has import HAS, arms, known, selectors

READABLE, TOUCHABLE = 4.5, 3.0  # WCAG 2.2 AA: for text, and for the borders of what can be touched and for marks
ENHANCED = 7.0  # WCAG 2.2 AAA


def with_more_contrast(colours: dict[str, str]) -> dict[str, str]:
    """Return the colours of a scheme with more contrast, with references resolved."""
    (block,) = re.findall(r"prefers-contrast: more\) \{\s*:root \{(.*?)\}", (CSS / "tokens.css").read_text(), re.DOTALL)
    others = dict(re.findall(r"--([\w-]+): var\(--([\w-]+)\);", block))
    assert len(others) == block.count(";")

    def of(name: str) -> str:
        return of(others[name]) if name in others else colours[name]

    return {name: of(name) for name in colours}


def luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


GROUNDS = ("paper", "shade", "act-wash", "owed-wash")
PAIRS = [
    *[(ink, ground, READABLE) for ink in ("ink", "act", "owed", "muted") for ground in GROUNDS],
    ("on-act", "act", READABLE),
    *[(edge, "paper", TOUCHABLE) for edge in ("edge", "focus", "act", "rule")],
]
SEAT_MARKS = [(f"seat-{mark}", ground, TOUCHABLE) for mark in MARKS for ground in ("paper", "shade", "act-wash")]


@pytest.mark.parametrize("scheme", ["day", "night"])
def test_every_text_has_enough_contrast(scheme: str) -> None:
    colours = schemes()[scheme]
    assert [
        (ink, ground) for ink, ground, least in (*PAIRS, *SEAT_MARKS) if contrast(colours[ink], colours[ground]) < least
    ] == []


@pytest.mark.parametrize("scheme", ["day", "night"])
def test_more_contrast_is_provided_on_request(scheme: str) -> None:
    """WCAG 2.2 AAA for all text and every border."""
    colours = with_more_contrast(schemes()[scheme])
    ratios = {(ink, ground): contrast(colours[ink], colours[ground]) for ink, ground, _least in PAIRS}
    ratios |= {("line", "paper"): contrast(colours["line"], colours["paper"])}
    assert {pair: ratio for pair, ratio in ratios.items() if ratio < ENHANCED} == {}


def test_only_the_tokens_stylesheet_names_colours() -> None:
    colours_used = {
        (file.name, colour)
        for file in CSS.glob("*.css")
        if file.name != "tokens.css"
        for colour in re.findall(r"#[0-9a-f]{3,8}\b|rgba?\(|hsla?\(|gradient\(", file.read_text())
    }
    assert colours_used <= {("pages.css", "#fff")}  # behind a QR code, which cameras want dark on light


def test_the_theme_colour_matches_the_page_by_day_and_by_night() -> None:
    base = (Path(settings.BASE_DIR) / "templates" / "base.html").read_text()
    theme_colours = re.findall(r'name="theme-color" content="(#\w+)" media="\(prefers-color-scheme: (\w+)\)"', base)
    assert theme_colours == [(schemes()["day"]["paper"], "light"), (schemes()["night"]["paper"], "dark")]


def test_a_selector_with_has_shares_its_rule_with_no_other() -> None:
    """One unknown selector invalidates a list, so those with `:has()` have rules of their own."""
    base = Path(settings.BASE_DIR)
    mixed = [
        (str(file.relative_to(base)), selector)
        for folder in ("static", "games", "scorekeeper")
        for file in (base / folder).rglob("*.css")
        for selector in selectors(file.read_text())
        if len({HAS in known(arm) for arm in arms(selector)}) > 1
    ]
    assert mixed == []


BROWSERS = {
    "chrome": "Chrome and Edge {}",
    "edge": "Chrome and Edge {}",
    "firefox": "Firefox {}",
    "safari": "Safari {}",
    "ios_saf": "(iOS {})",
    "samsung": "Samsung Internet {}",
}


def test_the_oldest_browsers_match_the_linters() -> None:
    base = Path(settings.BASE_DIR)
    readme = (base / "README.md").read_text()
    listed = json.loads((base / "tests" / "lint" / "package.json").read_text())["browserslist"]
    oldest = dict(browser.split(" >= ") for browser in listed)
    assert oldest.keys() == BROWSERS.keys()
    assert [words for name, words in BROWSERS.items() if words.format(oldest[name]) not in readme] == []
