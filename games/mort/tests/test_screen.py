"""A tournée of Mort on one phone: the seats on the screen, and a side that has changed its players."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.conftest import browser_type_launch_args  # noqa: F401 - a fixture
from tests.e2e.conftest import Phones, complaints, meant, phones, site  # noqa: F401 - fixtures
from tests.e2e.phones import Phone
from tests.play.tables import Scorer

FOUR = ("Ada", "Ben", "Cora", "Dan")

ROUND_AND_BESIDE = """seat => {
    const sign = seat.querySelector(".dealer"), ring = sign.getBoundingClientRect();
    const name = [...sign.previousElementSibling.getClientRects()].at(-1);
    return Math.abs(ring.width - ring.height) < 2 && name.top < ring.bottom && ring.top < name.bottom;
}"""


@pytest.mark.browser
def test_seats_show_whose_hand_is_dealt_and_that_vivant_deals_for_mort(phones: Phones) -> None:  # noqa: F811
    scorer = Scorer(game="mort", rules="foster", players=("Ada & Co.", "Ben", "Cora"), first_dealer=0)
    phone: Phone = phones(scorer)
    phone.sit_down(scorer.session)
    deals = phone.page.locator(".position li:has(.dealer)")
    # With six tricks to Vivant, the adversaries get one point, so the game continues after each of four hands.
    for hand, seat in enumerate(("Vivant Ada & Co. D", "Right Ben D", "Ada & Co. deals for Mort D", "Left Cora D"), 1):
        expect(deals).to_have_text(seat)
        assert deals.evaluate(ROUND_AND_BESIDE), seat
        assert scorer.record({"tricks": 6}).hand_number == hand
        phone.sit_down(scorer.session)
    # The adversaries' fifth point ends the game. Ben is the next Vivant, and deals.
    scorer.record({"tricks": 6})
    phone.sit_down(scorer.session)
    expect(deals).to_have_text("Vivant Ben D")
    for _game in (2, 3):
        scorer.record({"tricks": 11})
    phone.sit_down(scorer.session)
    expect(phone.page.locator(".position")).to_contain_text("The last game has been played.")
    expect(deals).to_have_count(0)


@pytest.mark.browser
def test_a_substitute_dealer_is_shown_at_the_seats_and_above_the_form(phones: Phones) -> None:  # noqa: F811
    scorer = Scorer(game="mort", rules="foster", players=FOUR, first_dealer=0)
    phone: Phone = phones(scorer)
    phone.sit_down(scorer.session)
    deals = phone.page.locator(".position li:has(.dealer)")
    for seat, dealer in ((2, "Left Cora D"), (1, "Right Ben D"), (0, "Vivant Ada D")):
        phone.tap("dealer", str(seat))
        expect(deals).to_have_text(dealer)
        expect(phone.page.locator("#hand-title")).to_have_text(f"Hand 1 · {FOUR[seat]} deals Dan sits out")


@pytest.mark.browser
def test_if_the_game_has_ended_meanwhile_the_side_is_chosen_again(phones: Phones) -> None:  # noqa: F811
    scorer = Scorer(game="mort", rules="foster", players=("Ada", "Ben", "Cora"), first_dealer=0)
    phone: Phone = phones(scorer)
    phone.sit_down(scorer.session)
    phone.tap("side", "vivant")
    phone.tap("tricks", "9")
    phone.foresees("Record: Ada and Mort 3 – 0 Ben and Cora", (0, 0, 0))
    # Another phone ends Ada's game: 5 + 3 + 4 = 12.
    scorer.record({"tricks": 11})
    assert phone.record() == 409
    expect(phone.page.locator(".position")).to_contain_text("Vivant Ben")
    expect(phone.chip("side", "vivant")).not_to_be_checked()
    expect(phone.chip("tricks", "9")).to_be_checked()
    expect(phone.save).to_have_text("Still missing: odd trick, now that Ben is Vivant")
    assert phone.record() == 422
    expect(phone.complaint("side")).not_to_be_empty()
    phone.tap("side", "adversaries")
    phone.foresees("Record: Ben and Mort 0 – 3 Cora and Ada", (24, -12, -12))


@pytest.mark.browser
def test_the_last_hand_of_a_tournee_is_undone_and_its_first_one_voided(phones: Phones) -> None:  # noqa: F811
    scorer = Scorer(game="mort", rules="foster", players=("Ada", "Ben", "Cora"), first_dealer=0)
    # 5 + 3 + 4 = 12 in each of the first two games, 6 + 3 + 4 = 13 in the last one
    for tricks in (11, 11, 12):
        scorer.record({"tricks": tricks})
    phone: Phone = phones(scorer)
    phone.sit_down(scorer.session)
    position = phone.page.locator(".position")

    def is_over() -> None:
        expect(position).to_contain_text("The last game has been played.")
        expect(phone.page.locator("#outcome")).to_have_count(0)
        phone.shows((-1, -1, 2))

    is_over()
    phone.page.get_by_role("button", name="Undo").tap()
    expect(phone.page.locator("#hand-title")).to_have_text("Hand 3 · Cora deals")
    expect(phone.chip("tricks", "12")).to_be_checked()
    phone.foresees("Record: Cora and Mort: game, Cora +26 · Then it’s over: Cora wins", (-1, -1, 2))
    phone.record()
    is_over()

    # Without the first hand, the others were the games of Ada and Ben, and Cora's is still to be played.
    phone.open("void", scorer.session.public_id, 1)
    phone.page.get_by_role("button", name="Void hand 1").tap()
    expect(position).to_contain_text("Vivant Cora")
    phone.shows((11, 14, -25))
    phone.page.get_by_role("button", name="Undo").tap()
    is_over()
