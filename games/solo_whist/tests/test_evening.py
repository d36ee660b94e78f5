"""Solo Whist on a phone: the fields shown for each call, and an evening with every call."""

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

FOSTER = {"grand": True, "first_undertrick_free": False}


def sit_down(phones: Phones, *, options: dict[str, bool] = FOSTER) -> Phone:
    scorer = Scorer(game="solo_whist", rules="foster", options=options, players=FOUR)
    phone = phones(scorer)
    phone.sit_down(scorer.session)
    return phone


def test_fields_that_the_call_does_not_take_are_hidden(phones: Phones, transactional_db: None) -> None:
    phone = sit_down(phones)
    shown = {"partner": "3", "tricks": "5", "made": "1", "last_trick": "0", "caller": "0"}
    for call, groups in (
        ("proposal", {"caller", "partner", "tricks"}),
        ("solo", {"caller", "tricks"}),
        ("misere", {"caller", "made"}),
        ("abundance_in_trumps", {"caller", "tricks"}),
        ("slam", {"caller", "made"}),
        ("grand", {"last_trick"}),
        ("passed", set()),
    ):
        phone.tap("call", call)
        assert groups_in_sight(phone, shown) == groups, call
    phone.tap("call", "proposal")
    phone.tap("caller", "1")
    expect(phone.chip("partner", "1")).to_be_hidden()
    expect(phone.chip("partner", "0")).to_be_visible()


def test_a_grand_is_offered_if_it_is_played(phones: Phones, transactional_db: None) -> None:
    phone = sit_down(phones, options={**FOSTER, "grand": False})
    expect(phone.chip("call", "grand")).to_have_count(0)
    expect(phone.chip("call", "passed")).to_be_visible()


EVENING: list[tuple[Taps, str, tuple[int, int, int, int]]] = [
    # 5 + 1 from each of the two others
    ((("call", "proposal"), ("caller", "0"), ("partner", "1"), ("tricks", "9")), "Anne +6", (6, 6, -6, -6)),
    # 10 + 1 to each
    ((("call", "solo"), ("caller", "2"), ("tricks", "4")), "Chloé −33", (17, 17, -39, 5)),
    ((("call", "misere"), ("caller", "3"), ("made", "1")), "David +45", (2, 2, -54, 50)),
    # 20 + 2 from each
    ((("call", "abundance"), ("caller", "0"), ("tricks", "11")), "Anne +66", (68, -20, -76, 28)),
    ((("call", "abundance_in_trumps"), ("caller", "1"), ("tricks", "9")), "Bruno +60", (48, 40, -96, 8)),
    ((("call", "spread"), ("caller", "2"), ("made", "0")), "Chloé −90", (78, 70, -186, 38)),
    ((("call", "slam"), ("caller", "2"), ("made", "1")), "Chloé +120", (38, 30, -66, -2)),
    ((("call", "grand"), ("last_trick", "0")), "Anne −30", (8, 40, -56, 8)),
    ((("call", "passed"),), "no change", (8, 40, -56, 8)),
]


def test_an_evening(phones: Phones, transactional_db: None) -> None:
    phone = sit_down(phones)
    for number, (taps, result, totals) in enumerate(EVENING, 1):
        expect(phone.page.get_by_role("heading", level=1)).to_contain_text(
            f"Hand {number} · {FOUR[(number + 2) % 4]} deals"
        )
        play(phone, number, taps, result, totals)
    assert phone.ledger()[0] == "9"
    why = phone.ask_why(4)
    expect(why).to_contain_text("20 + 2, Abundance made by 2")
    expect(why.get_by_role("link", name="Abundance")).to_have_attribute("href", "/games/solo_whist/#abundance")


def test_a_hand_is_amended(phones: Phones, transactional_db: None) -> None:
    phone = sit_down(phones)
    tap_each(phone, (("call", "proposal"), ("caller", "0"), ("partner", "1"), ("tricks", "9")))
    phone.save.tap()
    phone.says("Hand 1: Anne +6")
    phone.ask_why(1)
    phone.page.get_by_role("link", name="Amend").tap()
    expect(phone.page.get_by_text("Recorded as: Proposal by Anne with Bruno, 9 tricks")).to_be_visible()
    for name, value in (("call", "proposal"), ("caller", "0"), ("partner", "1"), ("tricks", "9")):
        expect(phone.chip(name, value)).to_be_checked()
    phone.tap("partner", "2")
    phone.save.tap()
    phone.shows((6, -6, 6, -6))


def test_a_caller_cannot_be_their_own_partner(phones: Phones, transactional_db: None) -> None:
    phone = sit_down(phones)
    tap_each(phone, (("call", "proposal"), ("partner", "1"), ("caller", "1"), ("tricks", "9")))
    phone.save.tap()
    expect(phone.complaint("partner")).to_have_text("Nobody can be their own partner.")
