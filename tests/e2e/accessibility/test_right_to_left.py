"""Right-to-left names: signs stay on the left of their amounts, as on every page of the walk."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.accessibility.right_to_left import TURNED
from tests.e2e.conftest import Phones
from tests.play.tables import GARDE, Scorer

pytestmark = pytest.mark.django_db(transaction=True)


def test_amounts_keep_their_sign_in_the_message_about_a_hand(phones: Phones, transactional_db: None) -> None:
    scorer = Scorer(players=("משה", "שרה", "Chloé", "David"))
    scorer.record(GARDE)
    phone = phones(scorer)
    page = phone.sit_down(scorer.session)
    lost = {"call": "garde", "taker": "שרה", "bouts": 2, "points": 30}  # by 11: (25 + 11) × 2 = 72 to each of three
    phone.fill_in(lost, players=("משה", "שרה", "Chloé", "David"))
    expect(phone.save).to_contain_text("−216")
    before = page.evaluate(TURNED)
    # An open menu covers the button.
    page.evaluate("() => document.querySelectorAll('details').forEach((fold) => { fold.open = false; })")
    assert phone.record() == 200
    expect(page.locator("#status-message")).to_contain_text("−216")
    after = page.evaluate(TURNED)
    for amounts in (before, after):
        assert [place for place, well in amounts if not well] == []
        assert any("<bdi>−216" in place for place, _well in amounts)
