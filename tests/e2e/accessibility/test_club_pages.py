"""Pages of a club's phone with the longest names and the highest amounts."""

from __future__ import annotations

from decimal import Decimal

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from scorekeeper.clubs.models import ClubDevice
from scorekeeper.desk import settlement
from scorekeeper.evenings.models import Evening
from scorekeeper.standings.models import Season
from tests.desk.club_evening import TWELVE, ClubEvening
from tests.e2e.club_pages import addresses
from tests.e2e.conftest import Phones
from tests.e2e.panel import sign_in
from tests.play.tables import GARDE

pytestmark = pytest.mark.django_db(transaction=True)


def test_long_words_and_high_amounts_fit_the_smallest_screen(phones: Phones) -> None:
    names = tuple(letter * 60 for letter in "MWQG")
    club_evening = ClubEvening("C" * 60, names, currency="W" * 8, kitty=Decimal("999999.99"))
    high = {"call": "correction", "amounts": {"0": 600_000, "1": -100_000, "2": -200_000, "3": -300_000}, "note": "n"}
    closed = club_evening.table(*names, stake=Decimal(1), currency="W" * 8)
    closed.record(high)
    closed.close()
    going = club_evening.table(*names, stake=Decimal(1), currency="W" * 8)
    for hand in (GARDE, high):
        going.record(hand)
    ClubDevice.objects.update(label="L" * 60)
    pages_with_query = {
        **addresses(club_evening, going.session, club_evening.player(names[0])),
        "seated by hand": f"{reverse('new')}?evening={club_evening.evening.public_id}",
        "panel": "/admin/",
        "journal": "/admin/play/session/journal/",
    }
    Season.objects.update(name="S" * 60)
    Evening.objects.update(name="X" * 60)
    club_evening.organiser("marion")
    phone = phones(viewport={"width": 320, "height": 640})
    phone.known_as(club_evening.device)
    sign_in(phone, "marion")
    widths = {}
    for name, address in pages_with_query.items():
        phone.page.goto(address)
        widths[name] = phone.page.evaluate("document.documentElement.scrollWidth")
    going.close()
    for through_box in (False, True):
        preview = phone.open("evening_cash", club_evening.evening.public_id)
        preview.goto(f"{preview.url}?through={'box' if through_box else 'people'}")
        widths[f"settlement, through the box: {through_box}"] = phone.page.evaluate(
            "document.documentElement.scrollWidth"
        )
        key = club_evening.settle(through_box=through_box).key
        phone.open("evening_cash", club_evening.evening.public_id)
        widths[f"settled, through the box: {through_box}"] = phone.page.evaluate("document.documentElement.scrollWidth")
        assert key
        settlement.withdraw(club_evening.evening, settlement=key)
    assert {name: width for name, width in widths.items() if width > 320} == {}


def test_no_figure_of_an_evening_is_cut_off_on_a_phone(phones: Phones) -> None:
    names = ("Marguerite Delacroix-Beaumont", "Jean-Baptiste Rochefoucauld", "Nikolaus Brandstätter", "Wilhelmine Dahl")
    club_evening = ClubEvening(members=names)
    table = club_evening.table(*names, stake=Decimal(1))
    amounts = {"0": 60_000, "1": -10_000, "2": -20_000, "3": -30_000}
    table.record({"call": "correction", "amounts": amounts, "note": "carried over"})
    table.close()
    club_evening.settle()
    phone = phones(viewport={"width": 390, "height": 664}, locale="de-DE")
    phone.known_as(club_evening.device)
    for name, place in (("evening", ".stacked td"), ("evening_cash", ".cash-line span")):
        figures = phone.open(name, club_evening.evening.public_id).locator(place)
        expect(figures.filter(has_text="+60.000,00 €").first).to_be_visible()
        right = figures.evaluate_all("figures => figures.map(figure => figure.getBoundingClientRect().right)")
        assert max(right) <= 390, name


@pytest.mark.parametrize("language", ["en-GB", "fr-FR", "de-DE"])
def test_the_standing_of_an_evening_fits_a_window_of_195_pixels(phones: Phones, language: str) -> None:
    club_evening = ClubEvening()
    club_evening.played(*TWELVE[:4])
    phone = phones(viewport={"width": 195, "height": 664}, locale=language, is_mobile=False)
    phone.known_as(club_evening.device)
    page = phone.open("evening", club_evening.evening.public_id)
    expect(page.locator("#standings-title")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 195
