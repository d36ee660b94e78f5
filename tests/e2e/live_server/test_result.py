"""The result of a session on the real server: ticks on every phone at once, and the picture in the share sheet."""

from decimal import Decimal

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.e2e.conftest import Phones
from tests.e2e.phones import until
from tests.play.tables import GARDE, Scorer

pytestmark = pytest.mark.django_db(transaction=True)

SHARE_SHEET = """
  navigator.canShare = () => true;
  navigator.share = async ({ files: [file], title }) => { window.shared = [file.name, file.type, title]; };
"""


@pytest.fixture
def closed(transactional_db: None) -> Scorer:
    """Bruno, Chloé and David each owe Anne €3.30."""
    scorer = Scorer(stake=Decimal("0.05"))
    scorer.record(GARDE)
    scorer.close()
    return scorer


def test_a_tick_appears_on_the_other_phones_without_reloading_their_page(phones: Phones, closed: Scorer) -> None:
    page = phones(closed).open("session", closed.session.public_id)
    other = phones().page
    other.goto(reverse("watch", args=[closed.session.watch_token]))
    until(other, lambda: bool(other.evaluate("source?.readyState === EventSource.OPEN")))
    other.evaluate("window.sameDocument = true")
    for name in ("Bruno", "Chloé"):
        payment = page.get_by_role("checkbox", name=f"{name} pays Anne")
        payment.tap()
        expect(payment).to_be_checked()
    expect(other.locator("#status-message")).to_have_text("2 of 3 paid")
    page.get_by_role("checkbox", name="Chloé pays Anne").press("Space")
    expect(other.locator("#status-message")).to_have_text("1 of 3 paid")
    expect(page.locator("#screen-reader-status")).to_have_text("1 of 3 paid")
    assert other.evaluate("window.sameDocument")


def test_the_picture_opens_the_share_sheet_of_the_phone_or_else_is_a_link(phones: Phones, closed: Scorer) -> None:
    phone = phones(closed)
    page = phone.open("session", closed.session.public_id)
    picture = page.get_by_role("link", name="Share the picture")
    assert picture.get_attribute("href") == reverse("result_picture", args=[closed.session.public_id])
    page.add_init_script(SHARE_SHEET)
    phone.open("session", closed.session.public_id)
    picture.tap()
    until(page, lambda: bool(page.evaluate("window.shared")))
    assert page.evaluate("window.shared") == ["tarot.png", "image/png", "Anne wins · French Tarot"]
