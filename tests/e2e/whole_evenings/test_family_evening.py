"""A family's evening, from the first tap to the last payment and to the start of the week after.

The hands, by the federation's rules, at five cents a point:

* four play: Anne makes a garde by 8, (25 + 8) × 2 = 66 from each of the others
* Emil joins; Bruno and Emil make a prise by 10, 25 + 10 = 35 from each of the three others, of which Bruno gets two
  parts; it was first recorded as just made
* Chloé leaves; Anne makes the same garde again, 66 from each of the three others
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from scorekeeper.play.models import Session
from tests.e2e.conftest import Phones
from tests.e2e.phones import Phone, pick_game, unfold_line
from tests.play.tables import FOUR, GARDE

pytestmark = pytest.mark.django_db(transaction=True)

FIVE = (*FOUR, "Emil")
WITHOUT_CHLOE = ("Anne", "Bruno", "David", "Emil")
BY_ANNE = {**GARDE, "taker": "Anne"}
JUST_MADE = {"call": "prise", "taker": "Bruno", "partner": "Emil", "bouts": 2, "points": 41}
RESULT = {"Anne": "£18.05", "Emil": "−£1.55", "Bruno": "−£3.10", "Chloé": "−£5.05", "David": "−£8.35"}
"""198 − 35 + 198, −66 + 70 − 66, −66 − 35, −66 − 35 − 66 and 35 − 66, at £0.05."""


@pytest.mark.parametrize("javascript", [True, False], ids=["with-javascript", "without-javascript"])
def test_a_family_plays_pays_and_starts_again_a_week_later(phones: Phones, javascript: bool) -> None:
    phone = phones(javascript=javascript)
    start(phone)
    record(phone, BY_ANNE, FOUR, (198, -66, -66, -66))
    rename(phone)
    phone.change_players(joins="Emil")
    expect(phone.page.get_by_role("heading", level=1)).to_contain_text("Hand 2")
    phone.shows((198, -66, -66, -66, 0))
    record(phone, JUST_MADE, FIVE, (173, -16, -91, -91, 25))
    undo_and_correct(phone)
    phone.change_players(leaves="Chloé")
    expect(phone.page.get_by_text("Chloé left with −101")).to_be_visible()
    phone.shows((163, 4, -101, 35))
    record(phone, BY_ANNE, WITHOUT_CHLOE, (361, -62, -167, -31))
    close(phone)
    tick(phone)
    take_the_picture(phone)
    start_next_week(phone)


def start(phone: Phone) -> None:
    page = phone.page
    page.goto("/")
    pick_game(page, "French Tarot")
    unfold_line(page, "Rules:")
    page.get_by_label("Federation (FFT)").tap()
    for place, name in enumerate(("Anne", "Bruno", "Chloé", "Davd")):
        page.locator(f'[name="player-{place}"]').fill(name)
    unfold_line(page, "Stake:")
    page.get_by_label("Stake per point").fill("0.05")
    page.get_by_role("button", name="Start the session").tap()
    phone.shows((0, 0, 0, 0))


def record(phone: Phone, hand: dict[str, object], players: tuple[str, ...], totals: tuple[int, ...]) -> None:
    phone.tap_all(hand, players)
    phone.record()
    phone.shows(totals)


def rename(phone: Phone) -> None:
    page = phone.page
    phone.menu("Names and stake")
    page.locator('input[value="Davd"]').fill("David")
    page.get_by_role("button", name="Save").tap()
    expect(page.locator("#standings")).to_contain_text("David")


def undo_and_correct(phone: Phone) -> None:
    """The hand comes back as it was filled in: only its points are changed."""
    page = phone.page
    page.get_by_role("button", name="Undo").tap()
    phone.says("Hand 2 was undone.")
    phone.shows((173, -16, -91, -91, 25))  # as they would be if it were recorded again
    expect(phone.chip("partner", "4")).to_be_checked()
    phone.tap("points-tens", "5")
    phone.record()
    phone.shows((163, 4, -101, -101, 35))
    assert phone.ledger() == ["2", "1"]


def close(phone: Phone) -> None:
    page = phone.page
    phone.menu("Close and settle")
    page.get_by_role("button", name="Close and settle").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Anne wins")
    expect(page.locator(".ranked__name")).to_have_text(list(RESULT))
    expect(page.locator(".ranked__money")).to_have_text(list(RESULT.values()))


def payment(phone: Phone, debtor: str) -> Locator:
    return phone.page.get_by_role("checkbox", name=f"{debtor} pays Anne")


def tick(phone: Phone) -> None:
    for debtor in ("David", "Chloé"):
        payment(phone, debtor).tap()
        expect(payment(phone, debtor)).to_be_checked()
    expect(payment(phone, "Emil")).not_to_be_checked()
    phone.page.reload()
    expect(phone.page.get_by_text("2 of 4 paid")).to_be_visible()


def take_the_picture(phone: Phone) -> None:
    """The link leads to the picture; with scripts, the phone's own share sheet takes it instead."""
    picture = phone.page.get_by_role("link", name="Share the picture").get_attribute("href")
    assert picture
    answer = phone.context.request.get(phone.site + picture)
    assert (answer.status, answer.headers["content-type"]) == (200, "image/png")


def start_next_week(phone: Phone) -> None:
    """Two taps: the game with the people of last time, and go."""
    page = phone.page
    page.goto("/")
    page.get_by_role("link", name="French Tarot", exact=True).tap()
    expect(page.locator('[name="player-3"]')).to_have_value("Emil")
    page.get_by_role("button", name="Start the session").tap()
    phone.shows((0, 0, 0, 0))
    latest = Session.objects.latest("pk")
    assert [seat.name for seat in latest.seats] == list(WITHOUT_CHLOE)
    assert (latest.game, str(latest.stake), latest.follows) == ("tarot", "0.0500", None)
