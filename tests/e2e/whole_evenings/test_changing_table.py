"""An evening of Boston at which two players leave, two join, and the stake is set in the middle.

The hands, by the decimal tables:

* Bruno bids 7 and takes 8: 20 from each of the others
* Emil sits down in place of David; Chloé fails in a grand misère: 40 to each of the others
* Fanny sits down in place of Bruno; Anne bids 9 and takes 9: 35 from each of the others
"""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Phones
from tests.e2e.hand_taps import play
from tests.e2e.phones import Phone
from tests.play.tables import Scorer

pytestmark = pytest.mark.django_db(transaction=True)

RESULT = {
    "Anne": ("+125", "€6.25"),  # −20 + 40 + 105
    "Bruno": ("+100", "€5.00"),  # 60 + 40
    "Emil": ("+5", "€0.25"),  # 40 − 35
    "David": ("−20", "−€1.00"),
    "Fanny": ("−35", "−€1.75"),
    "Chloé": ("−175", "−€8.75"),  # −20 − 120 − 35
}
"""At five cents a point, also for the hands before that was agreed."""


def test_boston_with_two_changes_of_players_and_a_late_stake(phones: Phones) -> None:
    scorer = Scorer(game="boston", rules="decimal")
    phone = phones(scorer)
    phone.sit_down(scorer.session)
    play(phone, 1, (("call", "7"), ("bidder", "1"), ("tricks", "8")), "Bruno +60", (-20, 60, -20, -20))
    phone.change_players(joins="Emil", leaves="David")
    phone.shows((-20, 60, -20, 0))
    play(phone, 2, (("call", "grand_misere"), ("bidder", "2"), ("made", "0")), "Chloé −120", (20, 100, -140, 40))
    set_stake(phone, "0.05")
    phone.change_players(joins="Fanny", leaves="Bruno")
    expect(phone.page.get_by_text("Bruno left with +100")).to_be_visible()
    phone.shows((20, 0, -140, 40))
    play(phone, 3, (("call", "9"), ("bidder", "0"), ("tricks", "9")), "Anne +105", (125, -35, -175, 5))
    phone.menu("Close and settle")
    phone.page.get_by_role("button", name="Close and settle").tap()
    expect(phone.page.locator(".ranked__name")).to_have_text(list(RESULT))
    totals, amounts = zip(*RESULT.values(), strict=True)
    expect(phone.page.locator(".ranked__total")).to_have_text(list(totals))
    expect(phone.page.locator(".ranked__money")).to_have_text(list(amounts))


def set_stake(phone: Phone, stake: str) -> None:
    phone.menu("Names and stake")
    phone.page.get_by_label("Stake per point").fill(stake)
    phone.page.get_by_role("button", name="Save").tap()
    expect(phone.page.locator("#outcome")).to_be_attached()
