"""Printing in a browser: from the page to the preview and the PDF; and the pages as the browser prints them."""

from __future__ import annotations

from io import BytesIO

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from tests.desk.club_evening import TWELVE, ClubEvening
from tests.e2e.conftest import Phones
from tests.e2e.phones import choose, pdf_of, pick_game
from tests.play.tables import GARDE, Scorer

pytestmark = pytest.mark.django_db(transaction=True)


def looked_at(page: Page) -> None:
    """Check that the first page of the sheet is shown, as an image that the browser could draw."""
    image = page.get_by_role("img", name="Page 1")
    expect(image).to_be_visible()
    image.evaluate("image => image.decode()")


def test_the_enter_key_keeps_the_game(phones: Phones, transactional_db: None, javascript: bool) -> None:
    page = phones(javascript=javascript).page
    page.goto("/print/?game=skat")
    page.get_by_label("Player 1", exact=True).fill("Uta")
    page.keyboard.press("Enter")
    page.wait_for_url("**player-0=Uta**")
    expect(page.get_by_role("radio", name="Skat", exact=True)).to_be_checked()
    pick_game(page, "Mort")
    page.wait_for_url("**game=mort**")
    expect(page.get_by_role("radio", name="Mort", exact=True)).to_be_checked()
    expect(page.get_by_label("Player 1", exact=True)).to_have_value("Uta")


def test_a_session_draft_is_printed_as_a_blank_sheet(phones: Phones, javascript: bool) -> None:
    phone = phones(javascript=javascript)
    page = phone.open("new")
    pick_game(page, "French Tarot")
    expect(page.get_by_label("Federation (FFT)")).to_be_attached()  # redrawn for Tarot: no tap meets the swap
    page.get_by_label("Player 1", exact=True).fill("Wilhelmine")
    page.get_by_role("button", name="Print a score sheet for this game").tap()
    page.wait_for_url("**/print/?*")
    looked_at(page)
    expect(page.get_by_label("Player 1", exact=True)).to_have_value("Wilhelmine")
    choose(page.get_by_label("A5", exact=True))
    choose(page.get_by_label("Deutsch", exact=True))
    if javascript:
        page.wait_for_url("**language=de*")
    else:
        page.get_by_role("button", name="Update the preview").tap()
        page.wait_for_url("**language=de*")
    expect(page.get_by_label("A5")).to_be_checked()
    looked_at(page)
    printed = pdf_of(phone)
    assert printed.has("Wilhelmine")
    assert printed.has("Tisch")
    assert round(printed.reader.pages[0].mediabox.width / 72 * 25.4) in (148, 210)


def test_a_table_is_printed_from_its_menu(phones: Phones, javascript: bool) -> None:
    scorer = Scorer()
    scorer.record(GARDE)
    phone = phones(scorer, javascript=javascript)
    page = phone.sit_down(scorer.session)
    phone.menu("Print")
    looked_at(page)
    assert pdf_of(phone).has("198")
    choose(page.get_by_label("How each hand was scored", exact=True))
    if not javascript:
        page.get_by_role("button", name="Update the preview").tap()
    page.wait_for_url("**appendix=on*")
    expect(page.get_by_role("img", name="Page 2")).to_be_attached()
    assert pdf_of(phone).has("Garde made by 8")


def test_input_typed_while_the_sheet_is_redrawn_is_kept(phones: Phones) -> None:
    page = phones().page
    page.goto("/print/?game=tarot&rules=fft")
    choose(page.get_by_label("5", exact=True))
    expect(page.get_by_label("Player 5", exact=True)).to_be_visible()
    page.get_by_label("Player 1", exact=True).fill("Anne")
    page.get_by_label("Player 2", exact=True).fill("Bruno")
    page.wait_for_url("**player-0=Anne*")
    expect(page.get_by_label("Player 1", exact=True)).to_have_value("Anne")
    expect(page.get_by_label("Player 2", exact=True)).to_have_value("Bruno")


def on_paper(page: Page, address: str) -> PdfReader:
    page.goto(address)
    return PdfReader(BytesIO(page.pdf(format="A4")))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_print_without_controls_and_with_every_column(phones: Phones, scheme: str) -> None:
    club_evening = ClubEvening()
    for game, rules in (("skat", "isko"), ("boston", "original"), ("solo_whist", "foster")):
        scorer = club_evening.table(*TWELVE[:4], game=game, rules=rules)
        scorer.record({"call": "correction", "amounts": {"0": 1, "1": -1}, "note": "by hand"})
        scorer.close()
    played = club_evening.played(*TWELVE[:4], hands=3)
    phone = phones(color_scheme=scheme, is_mobile=False)
    phone.known_as(club_evening.device)
    expected = {
        reverse("session", args=[played.public_id]): ("Member A wins", "Every hand", "594"),
        reverse("ledger", args=[played.public_id]): ("Ledger", "594"),
        reverse("standings"): ("Boston", "Skat", "Solo Whist", "French Tarot", "+594"),
        reverse("evening", args=[club_evening.evening.public_id]): ("Member A", "Current standing"),
        reverse("rules", args=["skat"]): ("Suit games and grands by ISkO",),
    }
    for address, words in expected.items():
        pages = [page.extract_text() for page in on_paper(phone.page, address).pages]
        text = " ".join(" ".join(pages).split())
        assert all(word in text for word in words), address
        assert not {"Français", "Menu", "PDF", "Print for the notice board", "Export"} & set(pages[0].splitlines())
        assert all(page.strip() for page in pages), f"an empty page of {address}"
    phone.page.emulate_media(media="print")
    phone.page.set_viewport_size({"width": 680, "height": 1000})  # between the margins of A4
    phone.page.goto(reverse("standings"))
    assert phone.page.evaluate("document.querySelector('.standings').getBoundingClientRect().right") <= 680
