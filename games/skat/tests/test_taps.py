"""Skat on a phone: the fields of each game, an evening, and the text on the save button meanwhile."""

from __future__ import annotations

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


def test_fields_that_the_game_does_not_have_are_hidden(phones: Phones, transactional_db: None) -> None:
    scorer = Scorer(game="skat", players=THREE, rules="isko", options={"ramsch": True})
    phone = phones(scorer)
    page = phone.sit_down(scorer.session)
    phone.tap("call", "suit-clubs")
    expect(page.get_by_text("5–11")).to_be_visible()
    phone.tap("call", "grand")
    expect(page.get_by_text("5–11")).to_be_hidden()
    expect(phone.chip("step", "schneider")).to_be_visible()
    phone.tap("call", "null")
    expect(phone.chip("made", "1")).to_be_visible()
    expect(phone.chip("step", "schneider")).to_be_hidden()
    expect(phone.chip("matadors", "1")).to_be_hidden()
    phone.tap("call", "ramsch")
    expect(phone.chip("declarer", "0")).to_be_hidden()
    expect(phone.chip("points_taken-0-tens", "5")).to_be_visible()


def test_an_evening_of_isko(phones: Phones, transactional_db: None) -> None:
    scorer = Scorer(game="skat", players=FOUR, rules="isko", options={"contra": True, "ramsch": True})
    phone = phones(scorer)
    page = phone.sit_down(scorer.session)
    # A clubs hand with one, bid up to 46 and made: overbid.
    taps = (("call", "suit-clubs"), ("declarer", "0"), ("matadors", "1"), ("way", "hand"), ("made", "1"))
    for name, value in taps:
        phone.tap(name, value)
    page.get_by_label("Higher bids").tap()
    phone.chip("bid", "46").tap()
    expect(page.get_by_label("Higher bids")).to_have_text("46")
    expect(phone.chip("bid", "44")).to_be_hidden()
    phone.foresees("Record: overbid, 12 × 4: Anna −96", (-96, 0, 0, 0))
    phone.record()
    # Anna deals and sits out. Ben plays a grand with four, with contra: 24 × 5 = 120, doubled.
    expect(phone.chip("declarer", "0")).to_have_count(0)
    for name, value in (("call", "grand"), ("declarer", "1"), ("matadors", "4"), ("made", "1"), ("contra", "contra")):
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


def test_a_bock_round_is_in_the_head_of_the_form(phones: Phones, transactional_db: None) -> None:
    scorer = Scorer(game="skat", players=(*FOUR, "Emil"), rules="pub")
    phone = phones(scorer)
    page = phone.sit_down(scorer.session)
    expect(page.get_by_text("The dealer and Clara sit out")).to_be_visible()
    for name, value in (("call", "grand"), ("declarer", "0"), ("matadors", "1"), ("made", "0"), ("bock", "2")):
        phone.tap(name, value)
    phone.foresees("Record: 24 × 2: Anna −96", (-96, 0, 0, 0, 0))
    phone.record()
    expect(page.get_by_text("Bock ×2: 5 hands left · then 1 more round")).to_be_visible()
    for name, value in (("call", "suit-clubs"), ("declarer", "1"), ("matadors", "1"), ("made", "1")):
        phone.tap(name, value)
    phone.foresees("Record: 12 × 2: Ben +48", (-96, 48, 0, 0, 0))


def test_the_list_of_higher_bids_does_not_cover_an_error(phones: Phones, transactional_db: None) -> None:
    scorer = Scorer(game="skat", players=THREE, rules="isko")
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
    scorer = Scorer(game="skat", players=THREE, rules="foster")
    phone = phones(scorer, viewport={"width": 320, "height": 640})
    phone.sit_down(scorer.session)
    heights = phone.page.locator(".card-points .digits .chip span").evaluate_all(
        "chips => chips.map(chip => chip.offsetHeight)"
    )
    assert set(heights) == {45}  # one line, and the border that a key shares with the one below
