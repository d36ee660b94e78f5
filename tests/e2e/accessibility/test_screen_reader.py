"""The ledger by screen reader; `test_keyboard` records by keyboard and screen reader together."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Phones
from tests.play.tables import GARDE, Scorer

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_ledger_row_announces_whether_it_is_unfolded(phones: Phones) -> None:
    scorer = Scorer()
    scorer.record(GARDE)
    page = phones(scorer, is_mobile=False, has_touch=False).sit_down(scorer.session)
    row = page.get_by_role("link", name="1 why?")
    why = page.get_by_role("article", name="Hand 1")
    for _again in range(2):
        expect(row).to_have_attribute("aria-expanded", "false")
        row.press("Enter")
        expect(why).to_be_visible()
        expect(row).to_have_attribute("aria-expanded", "true")
        row.press("Enter")
        expect(why).to_have_count(0)
        expect(row).to_be_focused()


def test_the_ledger_has_a_name_and_announces_totals_and_changes(phones: Phones) -> None:
    scorer = Scorer()
    for _hand in range(2):
        scorer.record(GARDE)
    page = phones(scorer, is_mobile=False, has_touch=False).sit_down(scorer.session)
    ledger = page.get_by_role("table", name="Ledger")
    # (25 + 8) × 2 = 66 from each of three, twice
    expect(ledger.get_by_role("cell", name="total 396 declarer change +198", exact=True)).to_be_visible()
    expect(ledger.get_by_role("cell", name="total −132 change −66", exact=True)).to_have_count(3)
