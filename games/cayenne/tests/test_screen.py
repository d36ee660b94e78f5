"""A rubber of Cayenne on one phone: six taps for a hand with trumps, and the markers and sheet on the screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.conftest import browser_type_launch_args  # noqa: F401 - a fixture
from tests.e2e.conftest import Phones, bad_wifi, complaints, meant, phones, site  # noqa: F401 - fixtures
from tests.e2e.phones import Phone
from tests.play.tables import Scorer

FOUR = ("Ada", "Yves", "Ben", "Zoé")
Taps = tuple[tuple[str, str], ...]


def trump(cayenne: str, suit: str, side: str, tricks: int, honours: int) -> Taps:
    """Return the taps of an ordinary hand, which are five before the one that saves."""
    chips = {"cayenne": cayenne, "trump": suit, "side": side, "tricks": str(tricks), "honours": str(honours)}
    return tuple(chips.items())


RUBBER: list[tuple[str, Taps, str, tuple[int, ...]]] = [
    # Foster's rubber, after a hand that sets the markers to 6 and 8: 3 × 2 for tricks, 4 × 2 for honours.
    ("Zoé", trump("hearts", "clubs", "ab", 9, 1), "Ada and Ben 6 – 8 Yves and Zoé", (0, 0)),
    ("Ada", trump("hearts", "hearts", "yz", 8, 3), "Ada and Ben 0 – 6 Yves and Zoé, games 0 – 1", (0, 0)),
    (
        "Yves",
        (("trump", "grand"), ("side", "ab"), ("tricks", "10")),
        "Ada and Ben 2 – 0 Yves and Zoé, games 3 – 1",
        (0, 0),
    ),
    ("Ben", trump("clubs", "spades", "yz", 12, 1), "Yves and Zoé +15", (-15, 15)),
]


@pytest.mark.browser
def test_a_foster_rubber_takes_six_taps_per_hand(phones: Phones) -> None:  # noqa: F811
    scorer = Scorer(game="cayenne", rules="foster", players=FOUR, first_dealer=3)
    phone: Phone = phones(scorer)
    phone.sit_down(scorer.session)
    for dealer, taps, words, totals in RUBBER:
        expect(phone.page.locator("#hand-title")).to_contain_text(f"{dealer} deals")
        assert len(taps) + 1 <= 6
        for name, value in taps:
            phone.tap(name, value)
        phone.foresees(f"Record: {words}", totals)
        phone.save.tap()
        phone.says(words)
        phone.shows(totals)
    expect(phone.page.locator("#outcome")).to_have_count(0)
    expect(phone.page.locator(".position")).to_have_text("The last rubber has been played.")


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
    honours = phone.page.locator('[name="honours"]').first
    expect(honours).to_be_visible()
    phone.tap("revokes-0-by", "ab")
    phone.tap("revokes-0-penalty", "tricks")
    phone.tap("trump", "nullo")
    expect(honours).to_be_hidden()
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
    for name, value in trump("hearts", "diamonds", "ab", 9, 3):
        phone.tap(name, value)
    phone.save.tap()
    expect(page.locator("#waiting li span")).to_have_text(
        "Cayenne, the card turned Hearts · Trump Diamonds · The odd trick was won by Ada and Ben · "
        "Tricks of that side 9 · Honours, Ada/Ben – Yves/Zoé 3 – 2"
    )
