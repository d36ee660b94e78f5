"""An evening settled through the cash box: chosen on a phone, ticked on two, and the list printed."""

from __future__ import annotations

from decimal import Decimal

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.desk import settlement
from scorekeeper.desk.cash import cash_of
from tests.desk.club_evening import TWELVE, ClubEvening
from tests.e2e.conftest import Phones

pytestmark = pytest.mark.django_db(transaction=True)


def expect_in_box(page: Page, words: str) -> None:
    expect(page.locator("#cash_report tfoot td").nth(1)).to_have_text(words)


def tick(page: Page, name: str) -> None:
    line = page.get_by_role("checkbox", name=name)
    expect(line).not_to_be_checked()
    line.tap()
    expect(line).to_be_checked()


def test_three_tables_are_settled_through_the_box_by_two_phones(phones: Phones, javascript: bool) -> None:
    club_evening = ClubEvening(kitty=Decimal("0.50"))
    for first in (0, 4, 8):
        club_evening.played(*TWELVE[first : first + 4])
    public_id = club_evening.evening.public_id
    treasurer, other = phones(javascript=javascript), phones(javascript=javascript)
    for phone in (treasurer, other):
        phone.known_as(club_evening.device)

    page = treasurer.open("evening_cash", public_id)
    page.get_by_role("link", name="Through the cash box").tap()
    expect(page.get_by_role("row", name="Settlement: pays in")).to_be_visible()
    page.get_by_role("button", name="Settle the evening").tap()
    expect_in_box(page, "€0.00")
    expect(page.get_by_role("checkbox")).to_have_count(12)

    second = other.open("evening_cash", public_id)
    tick(page, "Member B")  # pays 3.30 and the fee
    expect_in_box(page, "€3.80")
    if not javascript:
        second.reload()
    expect_in_box(second, "€3.80")
    tick(second, "Member A")  # won 9.90
    expect_in_box(second, "−€5.60")
    if not javascript:
        page.reload()
    expect_in_box(page, "−€5.60")
    for name in TWELVE[2:]:
        tick(page, name)
    expect(page.get_by_text("Everything is paid.")).to_be_visible()
    expect_in_box(page, "€6.00")
    cash = cash_of(settlement.latest(club_evening.evening), None)
    assert cash.box.received == cash.kitty == cash.fees == Decimal("6.00")

    page.get_by_role("link", name="Print the list to sign").tap()
    expect(page.get_by_role("radio", name="List to sign")).to_be_checked()
    with page.expect_download() as download:
        page.get_by_role("link", name="PDF to print").tap()
    assert download.value.path().read_bytes().startswith(b"%PDF")
