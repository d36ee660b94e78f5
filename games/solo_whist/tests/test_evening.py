"""Solo Whist on a phone: the fields shown for each call."""

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
from tests.e2e.hand_taps import groups_in_sight
from tests.play.tables import FOUR, Scorer

pytestmark = [pytest.mark.browser, pytest.mark.skipif(CHROMIUM is None, reason="no Chromium")]


def test_fields_that_the_call_does_not_take_are_hidden(phones: Phones, transactional_db: None) -> None:
    scorer = Scorer(
        game="solo_whist", rules="foster", options={"grand": True, "first_undertrick_free": False}, players=FOUR
    )
    phone = phones(scorer)
    phone.sit_down(scorer.session)
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
