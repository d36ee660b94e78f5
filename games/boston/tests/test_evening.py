"""Boston on a phone: the fields shown for each call, and an evening with every call."""

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
from tests.e2e.hand_taps import Taps, groups_in_sight, play, tap_each
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


def test_a_penalty_without_an_amount_is_refused_at_its_field(phones: Phones, transactional_db: None) -> None:
    phone = sit_down(phones)
    tap_each(phone, (("call", "passed"), ("penalties-0-by", "1"), ("penalties-0-to", "each")))
    phone.save.tap()
    expect(phone.complaint("penalties-0")).to_have_text("This is still missing.")
    expect(phone.chip("penalties-0-by", "1")).to_be_checked()


PARTOUT: Taps = tuple((f"tricks_taken-{seat}", tricks) for seat, tricks in enumerate(("6", "2", "5", "0")))

EVENING: list[tuple[Taps, str, int, tuple[int, int, int, int]]] = [
    # Only the ante of 10 each. The button shows the largest amount, or the first of several.
    ((("call", "passed"),), "Anne −10", 40, (-10, -10, -10, -10)),
    # 35* from each, and the pool
    ((("call", "9"), ("bidder", "1"), ("tricks", "11")), "Bruno +145", 0, (-45, 135, -45, -45)),
    # 10 each; 3 × 40 and the 40 in the pool
    ((("call", "grand_misere"), ("bidder", "2"), ("made", "0")), "Chloé −170", 80, (-15, 165, -215, -15)),
    ((("call", "misere_partout"), *PARTOUT), "Anne −110", 80, (-125, 205, -205, 45)),
    # 30 to each for two short of seven, and 80
    ((("call", "7"), ("bidder", "3"), ("tricks", "5")), "David −170", 160, (-95, 235, -175, -125)),
    # 80 from each and the pool of 160; Bruno's 40 start the next
    (
        (
            ("call", "little_spread"),
            ("bidder", "0"),
            ("made", "1"),
            ("penalties-0-by", "1"),
            ("penalties-0-to", "pool"),
            ("penalties-0-amount", "40"),
        ),
        "Anne +400",
        40,
        (305, 115, -255, -205),
    ),
]


def test_an_evening_with_a_pool(phones: Phones, transactional_db: None) -> None:
    phone = sit_down(phones, options={**PLAIN, "pool": True})
    expect(phone.page.locator(".pool")).to_have_text("The pool is empty: each puts in 10")
    for number, (taps, result, pool, totals) in enumerate(EVENING, 1):
        assert sum(totals) + pool == 0
        play(phone, number, taps, result, totals)
        pool_sentence = f"In the pool: {pool}" if pool else "The pool is empty: each puts in 10"
        expect(phone.page.locator(".pool")).to_have_text(pool_sentence)
    why = phone.ask_why(2)
    expect(why).to_contain_text("35*, 9 bid and 11 taken")
    expect(why).to_contain_text("Bruno takes the pool: 40")
    phone.page.goto(phone.page.url.partition("hands/")[0])
    phone.menu("Close and settle")
    phone.page.get_by_role("button", name="Close and settle").tap()
    # 10 of the pool to each: 315, 125, −245, −195
    expect(phone.page.locator(".payment")).to_have_count(3)


def test_a_hand_is_amended(phones: Phones, transactional_db: None) -> None:
    phone = sit_down(phones)
    tap_each(phone, (("call", "misere_partout"), *PARTOUT))
    phone.save.tap()
    phone.says("Hand 1: Anne −110")
    phone.ask_why(1)
    phone.page.get_by_role("link", name="Amend").tap()
    expect(phone.page.get_by_text("Recorded as: Misère partout: Anne 6, Bruno 2, Chloé 5, David 0")).to_be_visible()
    tap_each(phone, (("tricks_taken-0", "5"), ("tricks_taken-1", "3")))
    phone.save.tap()
    # Anne and Chloé tie with five: 2 + 5 red, half each
    phone.shows((-35, 20, -35, 50))
