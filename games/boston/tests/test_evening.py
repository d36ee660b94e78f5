"""Boston on a phone: the fields shown for each call, penalties and the pool."""

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
from tests.e2e.hand_taps import groups_in_sight, play, tap_each
from tests.e2e.phones import Phone
from tests.play.tables import FOUR, Scorer

pytestmark = [pytest.mark.browser, pytest.mark.skipif(CHROMIUM is None, reason="no Chromium")]

PLAIN = {"overtricks": True, "pool": False, "ante": 10}


def sit_down(phones: Phones, *, options: dict[str, bool | int] = PLAIN) -> Phone:
    scorer = Scorer(game="boston", rules="decimal", options=options, players=FOUR)
    phone = phones(scorer)
    phone.sit_down(scorer.session)
    return phone


def test_fields_that_the_bid_does_not_take_are_hidden(phones: Phones, transactional_db: None) -> None:
    phone = sit_down(phones)
    shown = {"bidder": "0", "tricks": "5", "made": "1", "tricks_taken-2": "4"}
    for call, groups in (
        ("5", {"bidder", "tricks"}),
        ("little_misere", {"bidder", "made"}),
        ("13", {"bidder", "tricks"}),
        ("grand_spread", {"bidder", "made"}),
        ("misere_partout", {"tricks_taken-2"}),
        ("passed", set()),
    ):
        phone.tap("call", call)
        assert groups_in_sight(phone, shown) == groups, call


def test_entering_a_penalty_shows_the_next_one(phones: Phones, transactional_db: None) -> None:
    phone = sit_down(phones)
    phone.tap("call", "passed")
    expect(phone.chip("penalties-0-to", "pool")).to_have_count(0)
    phone.tap("penalties-0-by", "1")
    expect(phone.chip("penalties-0-to", "1")).to_be_hidden()
    expect(phone.chip("penalties-1-to", "each")).to_be_hidden()
    tap_each(phone, (("penalties-0-to", "each"), ("penalties-0-amount", "50"), ("penalties-1-by", "0")))
    expect(phone.chip("penalties-1-other-tens", "2")).to_be_hidden()
    tap_each(phone, (("penalties-1-to", "3"), ("penalties-1-amount", "other")))
    tap_each(phone, (("penalties-1-other-tens", "2"), ("penalties-1-other-units", "5")))
    # Bruno 50 to each, Anne 25 to David
    phone.foresees("Record: Bruno −150", (25, -150, 50, 75))
    expect(phone.page.locator("#rare-count")).to_have_text("2")
    phone.save.tap()
    phone.shows((25, -150, 50, 75))


def test_two_hands_with_a_pool(phones: Phones, transactional_db: None) -> None:
    phone = sit_down(phones, options={**PLAIN, "pool": True})
    pool = phone.page.locator(".pool")
    expect(pool).to_have_text("The pool is empty: each puts in 10")
    # Only the ante of 10 each. The button shows the largest amount, or the first of several.
    play(phone, 1, (("call", "passed"),), "Anne −10", (-10, -10, -10, -10))
    expect(pool).to_have_text("In the pool: 40")
    # 80 from each and the pool of 40; Bruno's 40 start the next
    spread = (("call", "little_spread"), ("bidder", "0"), ("made", "1"))
    penalty = (("penalties-0-by", "1"), ("penalties-0-to", "pool"), ("penalties-0-amount", "40"))
    play(phone, 2, (*spread, *penalty), "Anne +280", (270, -130, -90, -90))
    expect(pool).to_have_text("In the pool: 40")
    why = phone.ask_why(2)
    expect(why).to_contain_text("80, Little spread made")
    expect(why).to_contain_text("Anne takes the pool: 40")
    phone.page.goto(phone.page.url.partition("hands/")[0])
    phone.menu("Close and settle")
    phone.page.get_by_role("button", name="Close and settle").tap()
    # 10 of the pool to each: 280, −120, −80, −80
    expect(phone.page.locator(".payment")).to_have_count(3)
