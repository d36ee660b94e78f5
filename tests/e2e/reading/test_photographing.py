"""The form for photos of a sheet: what it says before they are sent, and while they are read."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from django.urls import reverse
from playwright.sync_api import FilePayload, Page, Request, expect

from scorekeeper.play.models import PhotographedPage
from scorekeeper.reading import refusals, uploads
from tests.e2e.conftest import Phones
from tests.e2e.page_checks import violations
from tests.e2e.reading.filled_sheets import HANDS, FilledSheet, printed
from tests.e2e.service_worker import started

pytestmark = pytest.mark.django_db(transaction=True)

MEGABYTE = 1024 * 1024


Files = Callable[..., list[Path]]


@pytest.fixture
def files(tmp_path: Path) -> Files:
    """Make files of given sizes, none of which is a picture; megabytes take the browser long if it is handed them."""

    def make(*sizes: int) -> list[Path]:
        paths = [tmp_path / f"{number}.jpg" for number in range(1, len(sizes) + 1)]
        for path, size in zip(paths, sizes, strict=True):
            path.write_bytes(b"x" * size)
        return paths

    return make


def posts(page: Page) -> list[Request]:
    """Return the list of the forms that the page sends from now on."""
    sent: list[Request] = []
    page.on("request", lambda request: sent.append(request) if request.method == "POST" else None)
    return sent


# Playwright looks at no page that is being left, so the page takes note of what it says.
TAKE_NOTE = """form.addEventListener("submit", () => {
  const shown = ["#photos button:disabled", "#reading[role=status]"].map((at) => document.querySelector(at));
  sessionStorage.setItem("said", JSON.stringify(shown.map((element) => element?.textContent)));
})"""


def test_the_page_says_that_a_photo_is_being_read_and_ignores_a_second_tap(phones: Phones, files: Files) -> None:
    page = phones().open("read_sheet")
    sent, button = posts(page), page.locator("#photos button")
    page.get_by_label("Photo, scan or PDF of the sheet").set_input_files(files(7))
    page.locator("#photos").evaluate(f"(form) => {TAKE_NOTE}")
    button.dblclick()
    expect(page.get_by_role("alert")).to_have_text(str(refusals.OF_FILES["unknown"]))
    expect(button).to_be_enabled()
    expect(button).to_have_text("Read the sheet")
    assert page.evaluate("JSON.parse(sessionStorage.said)") == [
        "Reading the sheet…",
        "Reading the sheet. This takes a few seconds for each page.",
    ]
    assert len(sent) == 1


def test_the_page_is_ready_again_after_going_back(phones: Phones) -> None:
    phone = phones()
    page = phone.open("read_sheet")
    page.evaluate("document.querySelector('#photos button').disabled = true")
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")
    expect(page.get_by_role("button", name="Read the sheet")).to_be_enabled()


def test_a_photo_that_could_not_be_sent_can_be_sent_again(phones: Phones, files: Files) -> None:
    phone = phones(service_workers="allow")
    started(phone)
    page = phone.open("read_sheet")
    page.get_by_label("Photo, scan or PDF of the sheet").set_input_files(files(7))
    button = page.get_by_role("button", name="Read the sheet")
    phone.context.set_offline(True)
    button.tap()
    expect(page.get_by_role("alert")).to_have_text("The connection was interrupted. Send the photo again.")
    expect(button).to_be_enabled()
    expect(page.locator("#reading")).to_have_text("")
    phone.context.set_offline(False)
    button.tap()
    expect(page.get_by_role("alert")).to_have_text(str(refusals.OF_FILES["unknown"]))


@pytest.mark.parametrize(
    ("sizes", "sentence"),
    [
        ([], refusals.NO_FILE),
        ([7] * 7, refusals.TOO_MANY % {"most": 6}),
        ([17 * MEGABYTE] * 2, refusals.TOO_LARGE % {"most": 32}),
    ],
    ids=["none", "too many", "too large"],
)
def test_problems_with_the_files_are_reported_before_they_are_sent(
    phones: Phones, sizes: list[int], sentence: str, files: Files
) -> None:
    page = phones().open("read_sheet")
    sent, field = posts(page), page.get_by_label("Photo, scan or PDF of the sheet")
    field.set_input_files(files(*sizes))
    page.get_by_role("button", name="Read the sheet").tap()
    expect(page.get_by_role("alert")).to_have_text(str(sentence))
    expect(field).to_be_focused()
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_accessible_description(f"{sentence} {page.locator('#id_photos_helptext').inner_text()}")
    assert violations(page) == []
    field.set_input_files(files(7))
    expect(page.get_by_role("alert")).to_have_count(0)
    assert not sent


def test_without_javascript_the_server_reports_them_at_the_field(phones: Phones, files: Files) -> None:
    page = phones(javascript=False).open("read_sheet")
    page.get_by_label("Photo, scan or PDF of the sheet").set_input_files(files(*[7] * 7))
    page.get_by_role("button", name="Read the sheet").tap()
    expect(page.get_by_role("alert")).to_have_text(refusals.TOO_MANY % {"most": uploads.MOST_PAGES})
    expect(page.get_by_label("Photo, scan or PDF of the sheet")).to_be_focused()


def test_a_double_tap_leads_to_the_same_page_as_one_tap(phones: Phones, files: Files) -> None:
    phone = phones()
    sheet = FilledSheet(printed(phone), [hand.raw for hand in HANDS[:2]])
    page = phone.open("read_sheet")
    photos: list[FilePayload] = [
        {"name": "photo.jpg", "mimeType": "image/jpeg", "buffer": photo} for photo in sheet.photos()
    ]
    page.get_by_label("Photo, scan or PDF of the sheet").set_input_files(photos)
    page.get_by_role("button", name="Read the sheet").dblclick()
    expect(page.get_by_text("Read so far: page 1. Missing: page 2.")).to_be_visible()
    assert page.url.endswith(reverse("read_sheet"))
    assert PhotographedPage.objects.count() == 1
