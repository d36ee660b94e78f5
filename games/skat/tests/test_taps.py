"""Skat on a phone: the fields of each game, an evening, and the text on the save button meanwhile."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.conftest import CHROMIUM
from tests.conftest import browser_type_launch_args as browser_type_launch_args
from tests.e2e.conftest import Phones
from tests.e2e.conftest import complaints as complaints
from tests.e2e.conftest import meant as meant
from tests.e2e.conftest import phones as phones
from tests.e2e.conftest import site as site
from tests.play.tables import Scorer

pytestmark = [pytest.mark.browser, pytest.mark.skipif(CHROMIUM is None, reason="no Chromium")]

THREE, FOUR = ("Anna", "Ben", "Clara"), ("Anna", "Ben", "Clara", "David")
SEVENTY_FOUR = (("card_points-tens", "7"), ("card_points-units", "4"))


DEFAULTS: dict[str, dict[str, Any]] = {
    "foster": {"payment": "each", "ramsch": True},
    "isko": {"payment": "sheet", "ramsch": False, "contra": False, "seeger": False},
}


def test_fields_that_the_game_does_not_have_are_hidden(phones: Phones, transactional_db: None) -> None:
    scorer = Scorer(game="skat", players=THREE, rules="isko", options={**DEFAULTS["isko"], "ramsch": True})
    phone = phones(scorer)
    page = phone.sit_down(scorer.session)
    phone.tap("call", "suit-clubs")
    expect(page.get_by_text("5–11")).to_be_visible()
    phone.tap("call", "grand")
    expect(page.get_by_text("5–11")).to_be_hidden()
    expect(phone.chip("made", "1")).to_be_hidden()
    phone.tap("call", "null")
    expect(phone.chip("made", "1")).to_be_visible()
    expect(phone.chip("matadors", "1")).to_be_hidden()
    phone.tap("call", "ramsch")
    expect(phone.chip("declarer", "0")).to_be_hidden()
    expect(phone.chip("points_taken-0-tens", "5")).to_be_visible()


def test_an_evening_of_isko(phones: Phones, transactional_db: None) -> None:
    options = {**DEFAULTS["isko"], "contra": True, "ramsch": True}
    scorer = Scorer(game="skat", players=FOUR, rules="isko", options=options)
    phone = phones(scorer)
    page = phone.sit_down(scorer.session)
    # A clubs hand with one, bid at 46, with 74 card points: overbid.
    taps = (("call", "suit-clubs"), ("declarer", "0"), ("matadors", "1"), ("way", "hand"), *SEVENTY_FOUR)
    for name, value in taps:
        phone.tap(name, value)
    page.get_by_label("Higher bids").tap()
    phone.chip("bid", "46").tap()
    phone.foresees("Record: overbid, 12 × 4: Anna −96", (-96, 0, 0, 0))
    phone.record()
    # Anna deals and sits out. Ben plays a grand with four, with contra: 24 × 5 = 120, doubled.
    expect(phone.chip("declarer", "0")).to_have_count(0)
    for name, value in (("call", "grand"), ("declarer", "1"), ("matadors", "4"), *SEVENTY_FOUR, ("contra", "contra")):
        phone.tap(name, value)
    phone.foresees("Record: 24 × 5: Ben +240", (-96, 240, 0, 0))
    phone.record()
    # Ben deals a ramsch. Clara took no trick and Anna 70 card points, so David has 50.
    for name, value in (
        ("call", "ramsch"),
        ("trickless-2", "1"),
        ("points_taken-0-tens", "7"),
        ("points_taken-0-units", "0"),
    ):
        phone.tap(name, value)
    phone.foresees("Record: Anna −140", (-236, 240, 0, 0))
    phone.record()
    phone.says("Anna −140")
    phone.shows((-236, 240, 0, 0))
    assert phone.ledger() == ["3", "2", "1"]


def test_the_list_of_higher_bids_does_not_cover_an_error(phones: Phones, transactional_db: None) -> None:
    scorer = Scorer(game="skat", players=THREE, rules="isko", options=DEFAULTS["isko"])
    phone = phones(scorer)
    page = phone.sit_down(scorer.session)
    for name, value in (("call", "null"), ("declarer", "1"), ("bid", "24"), ("made", "1")):
        phone.tap(name, value)
    # A null is worth 23.
    expect(phone.complaint("bid")).to_contain_text("24")
    higher, last = page.get_by_label("Higher bids").bounding_box(), phone.chip("bid", "24").bounding_box()
    assert higher is not None
    assert last is not None
    assert abs(higher["y"] - last["y"]) < 2


def test_no_number_is_broken_on_a_narrow_phone(phones: Phones, transactional_db: None) -> None:
    scorer = Scorer(game="skat", players=THREE, rules="foster", options=DEFAULTS["foster"])
    phone = phones(scorer, viewport={"width": 320, "height": 640})
    phone.sit_down(scorer.session)
    heights = phone.page.locator(".matadors-and-points .digits .chip span").evaluate_all(
        "chips => chips.map(chip => chip.offsetHeight)"
    )
    assert set(heights) == {45}  # one line, and the border that a key shares with the one below
