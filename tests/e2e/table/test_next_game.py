"""A rubber of Whist ends, and the next is played with another partner: everybody's total of the night stays in view."""

from decimal import Decimal

import pytest
from playwright.sync_api import expect

from scorekeeper.play.models import Session
from tests.e2e.conftest import Phones
from tests.e2e.page_checks import violations
from tests.play.stretches import at
from tests.play.tables import Scorer

pytestmark = pytest.mark.django_db(transaction=True)

PLAYERS = ("Marie-Christine", "Hannelore", "Élodie", "Karl-Heinz")
GAME = {"tricks": 11}
"""A treble for the first side, worth 3. Two of them and the rubber points make 8."""


def test_a_night_with_another_partner_after_each_rubber(phones: Phones, javascript: bool) -> None:
    scorer = Scorer(game="whist", rules="short", options={"honours": False}, players=PLAYERS, stake=Decimal("0.10"))
    scorer.record(GAME)
    phone = phones(scorer, javascript=javascript, viewport={"width": 390, "height": 664})
    phone.sit_down(scorer.session)
    page = phone.page
    phone.tap("tricks", "11")
    phone.record()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Marie-Christine and Élodie win")
    phone.shows([8, -8])
    last = page.get_by_role("link", name="Close and settle").bounding_box()
    assert last
    assert last["y"] + last["height"] <= 664  # all of it is in view

    if javascript:
        assert violations(page) == []

    page.get_by_role("button", name="Marie-Christine + Hannelore").tap()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Hand 3")
    phone.shows([8, 8, -8, -8])
    expect(page.locator("#ledger")).to_contain_text("Now playing: Marie-Christine + Hannelore – Élodie + Karl-Heinz")
    scorer = at(scorer.session, scorer.access.device)
    scorer.record(GAME)
    scorer.record(GAME)

    phone.sit_down(Session.objects.get(pk=scorer.session.pk))
    expect(page.get_by_role("heading", level=1)).to_contain_text("Marie-Christine and Hannelore win")
    phone.shows([16, 0, 0, -16])
    page.get_by_role("link", name="Play on").tap()
    expect(page.get_by_label("Rubbers")).to_have_value("2")
    expect(page.get_by_text("The game then goes on with hand 5.")).to_be_visible()
    if javascript:
        assert violations(page) == []
    page.get_by_role("button", name="Play on").tap()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Hand 5")
    phone.shows([16, 0, 0, -16])
