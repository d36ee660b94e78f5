"""A tournée of Mort on one phone: three taps for a hand, and the seats and markers on the screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.conftest import browser_type_launch_args  # noqa: F401 - a fixture
from tests.e2e.conftest import Phones, complaints, meant, phones, site  # noqa: F401 - fixtures
from tests.e2e.phones import Phone
from tests.play.tables import Scorer

FOUR = ("Ada", "Ben", "Cora", "Dan")

TOURNEE = [
    # The dealer, the side with the odd trick, its tricks, the text on the button, and the totals afterwards.
    ("Ada", "vivant", 10, "Ada and Mort 4 – 0 Ben and Cora", (0, 0, 0, 0)),
    ("Ben", "adversaries", 8, "Ada and Mort 4 – 2 Ben and Cora", (0, 0, 0, 0)),
    # 8 + 2 + 4 − 2 = 12
    ("Ada", "vivant", 10, "Ada +24", (24, -12, -12, 0)),
    # Ben is Vivant, Ada sits out. A slam leaves the marker at 0.
    ("Ben", "vivant", 13, "slam by Ben and Mort, marker 0 – 0", (24, -12, -12, 0)),
    # 5 + 3 + 4 − 20 = −8 for the adversaries: Vivant gets 8 from each.
    ("Cora", "adversaries", 11, "Ben +16", (24, 4, -20, -8)),
    # Cora is Vivant and loses a triple of 6 + 3 + 4 = 13 to Dan and Ada.
    ("Cora", "adversaries", 12, "Cora −26", (37, 4, -46, 5)),
    # Dan is Vivant, Ada right, Ben left: 5 + 3 + 4 = 12
    ("Dan", "vivant", 11, "Dan +24", (25, -8, -46, 29)),
]


@pytest.mark.browser
def test_a_tournee_takes_three_taps_per_hand(phones: Phones) -> None:  # noqa: F811
    scorer = Scorer(game="mort", rules="foster", players=FOUR, first_dealer=0)
    phone: Phone = phones(scorer)
    phone.sit_down(scorer.session)
    for dealer, side, tricks, words, totals in TOURNEE:
        expect(phone.page.locator("#hand-title")).to_contain_text(f"{dealer} deals")
        phone.tap("side", side)
        phone.tap("tricks", str(tricks))
        phone.foresees(f"Record: {words}", totals)
        phone.save.tap()
        phone.says(words)
        phone.shows(totals)
    expect(phone.page.locator(".position")).to_contain_text("The last game has been played.")
    expect(phone.page.locator("#outcome")).to_have_count(0)


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
def test_a_player_who_sits_out_is_not_offered_as_dealer(phones: Phones) -> None:  # noqa: F811
    scorer = Scorer(game="mort", rules="foster", players=FOUR, first_dealer=0)
    phone: Phone = phones(scorer)
    phone.sit_down(scorer.session)
    expect(phone.chip("dealer", "3")).to_have_count(0)
    phone.tap("side", "vivant")
    phone.tap("revokes-0-by", "adversaries")
    phone.tap("revokes-0-penalty", "tricks")
    phone.tap("tricks", "12")
    expect(phone.complaint("revokes")).to_contain_text("must keep one trick")
    phone.tap("revokes-0-penalty", "add")
    # 3 + 6 = 9 on the marker: 9 + 3 + 4
    phone.foresees("Record: Ada +32", (32, -16, -16, 0))


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
def test_after_its_last_hand_a_tournee_is_undone_corrected_and_followed_by_another(phones: Phones) -> None:  # noqa: F811
    scorer = Scorer(game="mort", rules="foster", players=("Ada", "Ben", "Cora"), first_dealer=0)
    phone: Phone = phones(scorer)
    phone.sit_down(scorer.session)
    position, form = phone.page.locator(".position"), phone.page.locator("#outcome")

    def plays(tricks: int, totals: tuple[int, ...]) -> None:
        phone.tap("side", "vivant")
        phone.tap("tricks", str(tricks))
        phone.record()
        phone.shows(totals)

    def is_over(totals: tuple[int, ...]) -> None:
        expect(position).to_contain_text("The last game has been played.")
        expect(form).to_have_count(0)
        phone.shows(totals)

    # 5 + 3 + 4 = 12 in each of the first two games, 6 + 3 + 4 = 13 in the last one
    plays(11, (24, -12, -12))
    plays(11, (12, 12, -24))
    plays(12, (-1, -1, 2))
    is_over((-1, -1, 2))

    phone.page.get_by_role("button", name="Undo").tap()
    expect(phone.page.locator("#hand-title")).to_have_text("Hand 3 · Cora deals")
    expect(phone.chip("tricks", "12")).to_be_checked()
    phone.foresees("Record: Cora +26", (-1, -1, 2))
    phone.record()
    is_over((-1, -1, 2))

    # Without the first hand, the others were the games of Ada and Ben, and Cora's is still to be played.
    phone.open("void", scorer.session.public_id, 1)
    phone.page.get_by_role("button", name="Void hand 1").tap()
    expect(position).to_contain_text("Vivant Cora")
    phone.shows((11, 14, -25))
    phone.page.get_by_role("button", name="Undo").tap()
    is_over((-1, -1, 2))

    # With four points only, the first game takes two hands: 9 + 3 + 4 = 16.
    phone.open("amend", scorer.session.public_id, 1)
    phone.tap("tricks", "10")
    phone.page.locator("#save").tap()
    expect(position).to_contain_text("Vivant Cora")
    phone.shows((32 - 13, -16 + 26, -16 - 13))
    plays(11, (19 - 12, 10 - 12, -29 + 24))
    is_over((7, -2, -5))

    # Now a fourth hand would come after the end.
    phone.open("amend", scorer.session.public_id, 1)
    phone.tap("tricks", "11")
    expect(phone.page.locator("main")).to_contain_text("Hand 4 would become impossible")
    phone.sit_down(scorer.session)
    is_over((7, -2, -5))

    phone.page.get_by_role("link", name="Close and settle").tap()
    phone.page.get_by_role("button", name="Close and settle").tap()
    expect(phone.page.get_by_role("heading", level=1)).to_have_text("Ada wins")
    phone.page.get_by_role("button", name="Another tournée").tap()
    expect(phone.page.locator("#hand-title")).to_have_text("Hand 1 · Ada deals")
    phone.shows((0, 0, 0))
