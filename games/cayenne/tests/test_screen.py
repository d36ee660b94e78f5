"""Cayenne on a phone: what the form shows for each cayenne and trump, long names, and a hand that waits."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.conftest import browser_type_launch_args  # noqa: F401 - a fixture
from tests.e2e.conftest import Phones, bad_wifi, complaints, meant, phones, site  # noqa: F401 - fixtures
from tests.e2e.phones import Phone
from tests.play.tables import Scorer

FOUR = ("Ada", "Yves", "Ben", "Zoé")


@pytest.mark.browser
def test_multipliers_follow_the_cayenne_and_honours_the_trump(phones: Phones) -> None:  # noqa: F811
    scorer = Scorer(game="cayenne", rules="foster", players=FOUR, first_dealer=3)
    phone: Phone = phones(scorer)
    phone.sit_down(scorer.session)
    hearts = phone.page.locator('label:has([name="trump"][value="hearts"]) .multiplier:visible')
    expect(hearts).to_have_count(0)
    for cayenne, times in (("hearts", "×4"), ("diamonds", "×3"), ("clubs", "×2"), ("spades", "×2")):
        phone.tap("cayenne", cayenne)
        expect(hearts).to_have_text(times)
    honours, gain = (phone.page.locator(name).first for name in ('[name="honours"]', '[name="tricks"] + span small'))
    expect(honours).to_be_visible()
    expect(gain).to_be_visible()
    phone.tap("revokes-0-by", "ab")
    phone.tap("revokes-0-penalty", "tricks")
    phone.tap("trump", "nullo")
    expect(honours).to_be_hidden()
    expect(gain).to_be_hidden()
    phone.tap("side", "ab")
    phone.tap("tricks", "7")
    expect(phone.complaint("revokes")).to_contain_text("At nullo tricks are not taken")
    phone.tap("revokes-0-penalty", "deduct")
    # Ada and Ben took one trick above six, which counts for Yves and Zoé: 1 × 8.
    phone.foresees("Record: Ada and Ben 0 – 8 Yves and Zoé", (0, 0))


@pytest.mark.browser
def test_long_names_do_not_make_the_page_wider_than_the_phone(phones: Phones) -> None:  # noqa: F811
    names = ("Wolfeschlegelsteinhausenbergerdorff", "Yves", "Benedetta Annunziata Sforzafogliani", "Zoé")
    scorer = Scorer(game="cayenne", rules="foster", players=names, first_dealer=3)
    phone: Phone = phones(scorer)
    page = phone.sit_down(scorer.session)
    expect(page.locator(".position")).to_contain_text("Wolfeschlegelsteinhausenbergerdorff")
    assert page.evaluate("document.documentElement.scrollWidth") == 390


@pytest.mark.browser
@pytest.mark.usefixtures("bad_wifi")
def test_a_waiting_hand_names_its_suits(phones: Phones) -> None:  # noqa: F811
    scorer = Scorer(game="cayenne", rules="foster", players=FOUR, first_dealer=3)
    phone: Phone = phones(scorer)
    page = phone.sit_down(scorer.session)
    page.route("**/record/", lambda route: route.abort())
    tapped = {"cayenne": "hearts", "trump": "diamonds", "side": "ab", "tricks": "9", "honours": "3"}
    for name, value in tapped.items():
        phone.tap(name, value)
    phone.save.tap()
    expect(page.locator("#waiting li span")).to_have_text(
        "Cayenne, the card turned Hearts · Trump Diamonds · The odd trick was won by Ada and Ben · "
        "Tricks of that side 9 · Honours, Ada/Ben – Yves/Zoé 3 – 2"
    )
