"""Boston on a phone, with its amounts in red and white counters."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.conftest import CHROMIUM
from tests.conftest import browser_type_launch_args as browser_type_launch_args
from tests.e2e.conftest import Phones
from tests.e2e.conftest import complaints as complaints
from tests.e2e.conftest import javascript as javascript
from tests.e2e.conftest import meant as meant
from tests.e2e.conftest import phones as phones
from tests.e2e.conftest import site as site
from tests.e2e.hand_taps import tap_each
from tests.e2e.phones import Phone
from tests.play.tables import FOUR, Scorer

pytestmark = [pytest.mark.browser, pytest.mark.skipif(CHROMIUM is None, reason="no Chromium")]

OPTIONS = {"overtricks": True, "pool": False, "ante": 10}


def choose(phone: Phone, words: str) -> None:
    """Choose in the session's menu how amounts are shown."""
    phone.page.locator(".menu > summary").tap()
    phone.page.locator(".menu__more > summary").tap()
    button = phone.page.get_by_role("button", name=words)
    box = button.bounding_box()
    assert box is not None
    assert box["height"] >= 44
    button.tap()
    expect(phone.page.locator(".menu nav")).to_be_hidden()


def reads(phone: Phone) -> list[str]:
    """Return the totals as a screen reader reads them."""
    return [
        words.replace("\u00a0", " ") for words in phone.page.locator("#standings b .visually-hidden").all_inner_texts()
    ]


def test_amounts_in_red_and_white(phones: Phones, transactional_db: None, javascript: bool) -> None:
    scorer = Scorer(game="boston", rules="original", options=OPTIONS, players=FOUR)
    scorer.record({"call": "tricks", "bidder": 0, "bid": 7, "tricks": 9})  # 21 from each
    phone = phones(scorer, javascript=javascript)
    phone.sit_down(scorer.session)
    phone.shows((63, -21, -21, -21))
    choose(phone, "Red and white")
    assert phone.page.url.endswith(f"/s/{scorer.session.public_id}/")
    assert reads(phone) == ["6 red 3 white", *["−2 red 1 white"] * 3]
    expect(phone.page.locator("#standings b .drawn-counters").first).to_have_text("6 3")
    for look, number in (("disc", 4), ("ring", 4)):
        expect(phone.page.locator(f"#standings b .{look}")).to_have_count(number)
    # Anne pays David a penalty of 125, tapped digit by digit; Bruno gets 20 from each for a little misère.
    tap_each(
        phone,
        (("call", "little_misere"), ("bidder", "1"), ("made", "1"), ("penalties-0-by", "0"), ("penalties-0-to", "3")),
    )
    tap_each(phone, (("penalties-0-amount", "other"), ("penalties-0-other-hundreds", "1")))
    tap_each(phone, (("penalties-0-other-tens", "2"), ("penalties-0-other-units", "5")))
    if not javascript:
        phone.page.locator("noscript .check").tap()
    expect(phone.save).to_have_text("Record: Bruno +6 red")
    assert reads(phone) == ["−8 red 2 white", "3 red 9 white", "−4 red 1 white", "8 red 4 white"]
    phone.save.tap()
    phone.says("Hand 2: Bruno +6 red")
    assert reads(phone) == ["−8 red 2 white", "3 red 9 white", "−4 red 1 white", "8 red 4 white"]
    assert phone.page.evaluate("document.documentElement.scrollWidth") == 390
    why = phone.ask_why(2)
    expect(why).to_contain_text("Penalty of Anne to David: 12 red 5 white")
    expect(why).to_contain_text("2 red, Little misère made")
    phone.sit_down(scorer.session)
    choose(phone, "White counters")
    phone.shows((-82, 39, -41, 84))
