"""A list printed elsewhere is photographed, and its hands are recorded."""

from __future__ import annotations

import numpy as np
import pytest
from playwright.sync_api import expect

from games import registry
from games.scoring.naming import Naming
from games.scoring.replay import score_hand
from games.scoring.types import Amounts, SeatNumber
from games.skat.rules import SkatState
from games.ui.marked_sheet import Marks
from scorekeeper.play.models import Session
from scorekeeper.printing.marked_sheets.layout import marked_sheet, total
from scorekeeper.reading.lists import table
from tests.e2e.conftest import Phones
from tests.e2e.page_checks import violations
from tests.handwriting import camera
from tests.handwriting.pen import Pen
from tests.handwriting.ruled_list import RuledList
from tests.handwriting.samples import held_out
from tests.play.tables import FOUR, fresh

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.thorough]

HANDS = (
    {"call": "suit", "declarer": 1, "suit": "hearts", "matadors": 2, "bid": 18, "card_points": 61},
    {"call": "grand", "declarer": 3, "matadors": 1, "bid": 18, "card_points": 90},
    {"call": "suit", "declarer": 1, "suit": "diamonds", "matadors": 2, "bid": 18, "card_points": 60},
    {"call": "null", "declarer": 0, "made": True, "bid": 23},
)
POINTS = (23, 30 - 54, 0, 72)
"""Bruno wins 10 × 3 and loses twice 9 × 3, David wins 24 × 3 with schneider, and Anne a null."""


def photo_of_a_list() -> bytes:
    """Return a photo of a list with these hands, kept by four players without a column for passed hands."""
    game = registry.get("skat")
    printing = list(table.printings(game.paper_lists["dskv"], 4))[1]
    of_table = game.rules.table(FOUR, rules="isko", first_dealer=SeatNumber(0), options=dict(printing.form.options))
    sheet, naming = marked_sheet(game, of_table), Naming(FOUR, by_seat=True)
    state = game.rules.opening(of_table)
    totals: Amounts = (0,) * 4
    rows: list[Marks] = []
    values = []
    for raw in HANDS:
        scored = score_hand(game.rules, of_table, state, totals, raw, naming)
        state, totals = scored.state, scored.totals
        marks = sheet.marks(raw)
        assert marks is not None
        written = {total(seat): totals[seat] for seat in of_table.seats if sheet.writes_total(scored, seat)}
        rows.append({**marks, **written})
        values.append(sheet.value(scored))
    page = RuledList(printing).filled(Pen(held_out(), seed=4), rows, values)
    return camera.photograph(np.asarray(page, np.uint8), angle=8, turn=2, shadow=0.1, blur=0.3, seed=4)


def test_a_list_is_photographed_and_recorded(phones: Phones, transactional_db: None) -> None:
    phone = phones(viewport={"width": 390, "height": 664})
    page = phone.open("read_sheet")
    page.get_by_text("Federation Skat lists").tap()
    expect(page.get_by_text("Place 1 deals first.")).to_be_visible()
    assert violations(page) == []
    page.get_by_label("Photo, scan or PDF of the sheet").set_input_files(
        {"name": "list.jpg", "mimeType": "image/jpeg", "buffer": photo_of_a_list()}
    )
    page.get_by_role("button", name="Read the sheet").tap()
    expect(page.get_by_role("heading", name="Who played on this sheet?")).to_be_visible()
    expect(page.get_by_text("Enter the names in the order of the places on the list.")).to_be_visible()
    for number, name in enumerate(FOUR, 1):
        page.get_by_label(f"Player {number}", exact=True).fill(name)
    page.get_by_role("button", name="Start the session").tap()
    expect(page.locator(".drafts")).to_be_visible()
    assert violations(page) == []
    while page.locator("#drafts").count():  # some rows may be asked, one at a time
        recorded = page.locator(".sheet__hand").count()
        page.locator("#drafts").get_by_role("button", name="Record").first.tap()
        expect(page.locator(".sheet__hand")).not_to_have_count(recorded)
    ledger = fresh(Session.objects.get())
    assert len(ledger.hands) == len(HANDS)
    assert isinstance(ledger.state, SkatState)
    assert ledger.state.points == POINTS
