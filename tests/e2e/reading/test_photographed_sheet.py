"""A sheet that is printed, written on, photographed and read back, up to the closed session."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from playwright.sync_api import FilePayload, Locator, Page, expect

from scorekeeper.play.models import PhotographedPage, Session
from scorekeeper.printing.marked_sheets.layout import layout_of
from scorekeeper.reading import kept_pages
from scorekeeper.reading.photo.geometry import PIXELS_PER_MM
from scorekeeper.reading.transcript import totals
from tests.e2e.conftest import Phones
from tests.e2e.page_checks import violations
from tests.e2e.reading.filled_sheets import HANDS, FilledSheet, printed
from tests.play.tables import FOUR, GARDE, PASSED, Scorer, fresh
from tests.reading.pages import CODE, pages_of

pytestmark = pytest.mark.django_db(transaction=True)


TOTALS = (67, -465, -193, 591)
"""Anne: 198 − 28 + 0 + 38 − 200 + 87 + 66 − 68 − 26; the others likewise, worked out by hand."""

WRONG_SUM, IN_WORDS = 4, 7
"""The row with an adding error of ten, and the one that is written in words."""


def photographed(page: Page, sheet: FilledSheet) -> None:
    photos: list[FilePayload] = [
        {"name": "photo.jpg", "mimeType": "image/jpeg", "buffer": photo} for photo in sheet.photos()
    ]
    page.get_by_label("Photo, scan or PDF of the sheet").set_input_files(photos)
    page.get_by_role("button", name="Read the sheet").tap()


class Person:
    """Somebody who has the sheet at hand and compares it with what was read."""

    def __init__(self, page: Page) -> None:
        self.page, self.recorded = page, 0
        self.asked: dict[int, str] = {}

    def go_through(self) -> None:
        while self.recorded < len(HANDS):
            rows = self.page.locator(".drafts li")
            if rows.count():
                self._record_together(rows)
            else:
                self._answer()
            expect(self.page.locator(".sheet__hand")).to_have_count(self.recorded)

    def _record_together(self, rows: Locator) -> None:
        count = rows.count()
        for row, hand in zip(rows.all(), HANDS[self.recorded :], strict=False):
            expect(row).to_contain_text(hand.words)
        self.recorded += count
        self.page.get_by_role("button", name=f"Record {count} hand").tap()

    def _answer(self) -> None:
        """Record the next row if it was read correctly; otherwise choose the right hand, or type it."""
        hand = HANDS[self.recorded]
        self.recorded += 1
        section = self.page.locator(".drafts")
        expect(section.get_by_role("heading")).to_contain_text(f"Row {self.recorded} on the sheet")
        self.asked[self.recorded] = section.inner_text()
        other = section.get_by_role("button", name=hand.words)
        if section.locator(".draft").get_by_text(hand.words).count():
            section.get_by_role("button", name="Record", exact=True).tap()
        elif other.count():
            other.tap()
        else:
            self.page.locator("#line").fill(hand.line)
            self.page.locator("#line").press("Enter")


def test_a_sheet_is_printed_written_on_photographed_and_closed(
    phones: Phones, transactional_db: None, javascript: bool
) -> None:
    phone = phones(javascript=javascript, viewport={"width": 390, "height": 664})
    page = phone.page
    sheet = FilledSheet(printed(phone), [hand.raw for hand in HANDS], wrong_sums={WRONG_SUM: 10}, words=[IN_WORDS])
    photographed(phone.open("read_sheet"), sheet)
    page.get_by_role("link", name="Continue to the hands").tap()
    for number, name in enumerate(FOUR, 1):
        expect(page.get_by_label(f"Player {number}", exact=True)).to_have_value(name)
    page.get_by_role("button", name="Start the session").tap()
    expect(page.locator(".drafts")).to_be_visible()
    person = Person(page)
    person.go_through()
    expect(page.locator(".drafts")).to_contain_text("All rows of this sheet are done.")
    assert "Hand 4: Anne has 218 on the sheet, 208 here." in person.asked[WRONG_SUM]
    assert "This hand is written in words" in person.asked[IN_WORDS]
    expect(page.locator("#parting")).to_contain_text("Hand 4: Anne has 218 on the sheet, 208 here.")
    phone.menu("Close and settle")
    page.get_by_role("button", name="Close and settle").tap()
    expect(page.get_by_role("heading", name="Who pays whom")).to_be_visible()
    assert not PhotographedPage.objects.exists()
    session = Session.objects.get()
    assert session.closed_at is not None
    assert fresh(session).totals == TOTALS


# Double taps, reloads and the back button


def white_page() -> bytes:
    page = layout_of(CODE).pages[0]
    white = np.full((int(page.height * PIXELS_PER_MM), int(page.width * PIXELS_PER_MM)), 255, np.uint8)
    return cv2.imencode(".jpg", white)[1].tobytes()


@pytest.fixture
def scorer(transactional_db: None) -> Scorer:
    """A table with the photo of a sheet with four hands."""
    scorer = Scorer()
    pages = pages_of(CODE, [GARDE, PASSED, GARDE, PASSED], image=white_page())
    kept_pages.keep(pages, device=scorer.access.device, club=None, session=scorer.session)
    return scorer


def test_double_taps_and_going_back_record_nothing_twice(phones: Phones, scorer: Scorer) -> None:
    phone = phones(scorer)
    page = phone.open("type", scorer.session.public_id)
    page.get_by_role("button", name="Record up to here (row 2)").dblclick()
    expect(page.locator(".sheet__hand")).to_have_count(2)
    page.reload()
    expect(page.get_by_role("button", name="Record 2 hands")).to_be_visible()
    page.goto("/")
    page.go_back()
    page.get_by_role("button", name="Record 2 hands").dblclick()
    expect(page.locator(".sheet__hand")).to_have_count(4)
    page.go_back()
    assert len(fresh(scorer.session).hands) == 4


def test_rows_are_recorded_by_keyboard_and_none_unseen(phones: Phones, scorer: Scorer) -> None:
    """After rows are recorded, the focus is on the heading of the next ones, so a second Enter does nothing."""
    page = phones(scorer).open("type", scorer.session.public_id)
    page.get_by_role("button", name="Record up to here (row 2)").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".sheet__hand")).to_have_count(2)
    expect(page.locator("#next-row")).to_be_focused()
    expect(page.locator("#screen-reader-status")).to_have_text("Hand 2: no change")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Record up to here")).to_be_focused()
    assert len(fresh(scorer.session).hands) == 2


@pytest.mark.parametrize("width", [195, 390, 1180])
def test_the_rows_are_accessible(phones: Phones, scorer: Scorer, width: int) -> None:
    page = phones(scorer, viewport={"width": width, "height": 664}).open("type", scorer.session.public_id)
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("width", [195, 390, 1180])
def test_the_questions_before_rows_are_lost_are_accessible(phones: Phones, scorer: Scorer, width: int) -> None:
    """The closing page, rows that may be recorded already, and the second tap that throws the photo away."""
    scorer.record(GARDE)
    phone = phones(scorer, viewport={"width": width, "height": 664})
    for name in ("close", "session_sheet", "type"):
        page = phone.open(name, scorer.session.public_id)
        if name == "type":
            page.get_by_text("Throw the photo away").tap()
            expect(page.get_by_role("button", name="Delete the photo")).to_be_visible()
        assert violations(page) == [], name
        assert page.evaluate("document.documentElement.scrollWidth") <= width, name


def test_the_photo_is_thrown_away_with_a_second_tap(phones: Phones, scorer: Scorer) -> None:
    phone = phones(scorer)
    page = phone.open("type", scorer.session.public_id)
    expect(page.get_by_role("button", name="Delete the photo")).not_to_be_visible()
    page.get_by_text("Throw the photo away").tap()
    assert PhotographedPage.objects.exists()
    page.get_by_role("button", name="Delete the photo").tap()
    expect(page.locator(".drafts")).to_have_count(0)
    assert not PhotographedPage.objects.exists()


LONG = tuple(f"{name}-{'donaudampfschifffahrt' * 2}"[:40] for name in FOUR)


def test_long_names_do_not_widen_the_page(phones: Phones, transactional_db: None) -> None:
    """Not even where a total differs from the paper, in a row that is recorded or in one that waits."""
    scorer = Scorer(players=LONG)
    for number, on_paper in ((1, 999), (2, 1197)):
        scorer.record()
        totals.write(scorer.session, access=scorer.access, number=number, totals={0: on_paper})
    pages = pages_of(replace(CODE, names=("",) * 4), [GARDE] * 4, image=white_page())
    kept_pages.keep(pages, device=scorer.access.device, club=None, session=scorer.session)
    page = phones(scorer, viewport={"width": 390, "height": 664}).open("type", scorer.session.public_id)
    expect(page.locator("#drafts")).to_contain_text(LONG[0])
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    rows = page.locator(".typing__rows")
    expect(rows.locator(".sheet__summary b")).to_contain_text(LONG[0])
    assert rows.evaluate("rows => rows.scrollWidth - rows.clientWidth") == 0


@pytest.mark.parametrize("width", [195, 390, 1180])
def test_the_table_leads_to_the_rows_that_wait(phones: Phones, scorer: Scorer, width: int) -> None:
    phone = phones(scorer, viewport={"width": width, "height": 664})
    page = phone.open("session", scorer.session.public_id)
    link = page.get_by_role("link", name="Record these rows first")
    box = link.bounding_box()
    assert box
    assert box["height"] >= 44
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    link.tap()
    expect(page.locator(".drafts")).to_be_visible()


def test_going_back_shows_the_rows_that_still_wait(phones: Phones, scorer: Scorer, javascript: bool) -> None:
    page = phones(scorer, javascript=javascript).open("type", scorer.session.public_id)
    page.reload()  # the first answer set a cookie, and so would not be shown again in any case
    page.get_by_role("button", name="Record up to here (row 2)").tap()
    expect(page.locator(".sheet__hand")).to_have_count(2)
    page.get_by_role("link", name="Guide").click()
    page.wait_for_url("**/guide/")
    page.go_back()
    expect(page.locator(".sheet__hand")).to_have_count(2)
    if not javascript:
        page.go_back()  # to the page as it was opened
        expect(page.locator(".sheet__hand")).to_have_count(2)
    expect(page.get_by_role("button", name="Record 2 hands")).to_be_visible()
    expect(page.get_by_role("button", name="Record up to here (row 2)")).to_have_count(0)
