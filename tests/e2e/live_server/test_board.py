"""The board on a wall display, on the real server: it shows at once what is played anywhere."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from scorekeeper.play import recording
from tests.e2e.conftest import Phones
from tests.e2e.phones import until
from tests.play.tables import FIVE, PASSED, Scorer, device

pytestmark = pytest.mark.django_db(transaction=True)

WALL = {"width": 1180, "height": 820}
PRISE = {"call": "prise", "taker": "Bruno", "bouts": 1, "points": 51}

OVERFLOWING = """() => [...document.querySelectorAll('.tile, .tile > *, .tile__totals li')]
  .filter((one) => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1)
  .map((one) => one.outerHTML.slice(0, 80))"""


def hung(phones: Phones, device_id: str) -> Page:
    """A tablet on the wall that has only the link to somebody's board, and never polls."""
    page = phones(viewport=WALL).page
    page.goto(reverse("linked_board", args=[recording.share_board(device_id).token]))
    until(page, lambda: bool(page.evaluate("source?.readyState === EventSource.OPEN")))
    return page


def test_the_wall_display_updates_itself(phones: Phones) -> None:
    scorer = Scorer()
    phone = phones(scorer)
    phone.sit_down(scorer.session)
    wall = hung(phones, scorer.access.device)
    expect(wall.locator(".tile h2 small")).to_have_text(["Hand 1 · David deals"])
    for number, totals in ((2, ["−25", "75", "−25", "−25"]), (3, ["−50", "150", "−50", "−50"])):
        phone.tap_all(PRISE)
        assert phone.record() == 200
        expect(wall.locator(".tile__totals b")).to_have_text(totals)
        expect(wall.locator(".tile h2 small")).to_contain_text(f"Hand {number}")
    expect(wall.locator(".tile__latest")).to_have_text("2 Prise by Bruno, 51 points, 1 bout")
    assert wall.locator(".tile a").count() == 0


def test_a_table_appears_when_it_starts_and_disappears_when_it_is_closed(phones: Phones) -> None:
    scorer = Scorer()
    scorer.record()
    phone = phones(scorer)
    wall = hung(phones, scorer.access.device)
    expect(wall.locator(".tile")).to_have_count(1)
    page = phone.open("new")
    for number, name in enumerate(FIVE[:4], 1):
        page.get_by_label(f"Player {number}", exact=True).fill(name)
    page.get_by_role("button", name="Start the session").tap()
    expect(wall.locator(".tile")).to_have_count(2)
    page.wait_for_url("**/s/*/")
    phone.open("close", scorer.session.public_id)
    page.get_by_role("button", name="Close and settle").tap()
    expect(wall.locator(".tile")).to_have_count(1)
    page.get_by_text("Something wrong?").tap()
    page.get_by_role("button", name="Reopen the session").tap()
    expect(wall.locator(".tile")).to_have_count(2)


def test_a_renewed_link_ends_the_old_wall_display(phones: Phones) -> None:
    scorer = Scorer()
    phone = phones(scorer)
    wall = hung(phones, scorer.access.device)
    page = phone.open("board")
    page.get_by_text("Renew this link").tap()
    page.get_by_role("button", name="Renew the link").tap()
    expect(wall.get_by_role("heading", level=1)).to_have_text("This link is not valid")


BOARD_ENDS_AT = """height => {
    const { bottom } = document.getElementById("board").getBoundingClientRect();
    return height - 2 <= bottom && bottom <= height + 1;
}"""


@pytest.mark.parametrize("count", [1, 2, 4, 6, 12])
def test_tables_fill_the_wall_display_without_being_cut_off(phones: Phones, count: int) -> None:
    device_id = device()
    for number in range(count):
        players = ("Maximilian-Alexander von der Wiese", *FIVE[1 : 3 + number % 3])
        Scorer(device=device_id, players=players).record(PASSED)
    page = hung(phones, device_id)
    for width, height in ((1180, 820), (820, 1180), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        # The board may just be replaced by a newer one, so ask for it anew each time.
        page.wait_for_function(BOARD_ENDS_AT, arg=height)
        assert page.evaluate(OVERFLOWING) == []


def test_without_javascript_the_board_is_reloaded_by_hand(phones: Phones) -> None:
    scorer = Scorer()
    phone = phones(scorer, javascript=False)
    page = phone.open("board")
    expect(page.locator(".tile__totals b")).to_have_text(["0", "0", "0", "0"])
    scorer.record()
    page.get_by_role("link", name="Refresh").tap()
    expect(page.locator(".tile__totals b")).to_have_text(["198", "−66", "−66", "−66"])
    page.get_by_role("link", name="French Tarot").tap()
    page.wait_for_url(f"**/s/{scorer.session.public_id}/")
