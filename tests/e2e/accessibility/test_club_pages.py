"""Every page of a club's phone in a browser: what axe finds, light and dark, what fits, and the size of targets."""

from __future__ import annotations

from decimal import Decimal

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from scorekeeper.clubs.models import ClubDevice
from scorekeeper.evenings import attendance
from scorekeeper.evenings.models import Evening
from scorekeeper.evenings.money import settlement
from scorekeeper.standings.models import Season
from tests.e2e.club_pages import addresses
from tests.e2e.conftest import Phones
from tests.e2e.page_checks import LONG, complaints_of, violations
from tests.e2e.panel import sign_in
from tests.evenings.club_evening import TWELVE, ClubEvening
from tests.play.tables import GARDE

pytestmark = pytest.mark.django_db(transaction=True)

MEMBERS = (*LONG, "Bruno Braun", "Chloé Clair", "David Dahl", "Emil Ernst", "Anne Arnaud", "Fritz Falk")
WON = {"call": "suit", "declarer": 1, "suit": "spades", "bid": 22, "matadors": 1, "card_points": 61}
LOST = {**WON, "card_points": 40}


def pages(club_evening: ClubEvening) -> dict[str, str]:
    """Return the addresses of all pages that a phone which runs evenings may see, by what they show."""
    club_evening.member("Retired Person", retired=True)
    club_evening.played(*LONG[:4], hands=3)
    club_evening.settle()
    settled, club_evening.evening = (
        club_evening.evening,
        club_evening.begin(name="The second of the winter", kitty=Decimal("0.50")),
    )
    for _session in range(2):
        club_evening.played(*LONG, hands=4)
    club_evening.played(*MEMBERS[2:5], "Zoé Zorn", hands=1, stake=None)
    skat = club_evening.table(*MEMBERS[4:8], game="skat", rules="isko", stake=Decimal("1.50"))
    for hand in (WON, LOST):
        skat.record(hand)
    skat.close()
    going = club_evening.table(*MEMBERS[5:9], stake=Decimal("0.05"))
    going.record()
    for name in MEMBERS:
        attendance.check_in(club_evening.evening, name=name)
    return addresses(club_evening, going.session, club_evening.player(LONG[0])) | {
        "evening settled": reverse("evening", args=[settled.public_id])
    }


@pytest.mark.parametrize("screen", [(390, 844), (1180, 820)], ids=["phone", "desk"])
def test_club_pages_are_accessible(phones: Phones, screen: tuple[int, int]) -> None:
    club_evening = ClubEvening(members=MEMBERS, kitty="1.50")
    phone = phones(is_mobile=False, viewport={"width": screen[0], "height": screen[1]})
    phone.known_as(club_evening.device)
    problems = {}
    for name, address in pages(club_evening).items():
        phone.page.goto(address)
        assert phone.page.locator("h1").is_visible(), name
        problems[name] = violations(phone.page) + complaints_of(phone.page)
    phone.page.goto(reverse("evening_draw", args=[club_evening.evening.public_id]))
    phone.page.get_by_role("button", name="Draw").click()
    phone.page.get_by_role("button", name="Draw again").wait_for()
    problems["drawn"] = violations(phone.page) + complaints_of(phone.page)
    assert {name: what for name, what in problems.items() if what} == {}


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
        "evening in the panel": f"/admin/evenings/evening/{club_evening.evening.pk}/change/",
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
        preview = phone.open("evening_settlement", club_evening.evening.public_id)
        preview.goto(f"{preview.url}?through={'box' if through_box else 'people'}")
        widths[f"settlement, through the box: {through_box}"] = phone.page.evaluate(
            "document.documentElement.scrollWidth"
        )
        key = club_evening.settle(through_box=through_box).key
        phone.open("evening_settlement", club_evening.evening.public_id)
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
    for name in ("evening", "evening_settlement"):
        figures = phone.open(name, club_evening.evening.public_id).locator(".stacked")
        expect(figures).to_contain_text("+60.000,00 €")
        assert figures.evaluate("table => table.getBoundingClientRect().right <= innerWidth"), name


@pytest.mark.parametrize("language", ["en-GB", "fr-FR", "de-DE"])
def test_the_standing_of_an_evening_fits_a_window_of_195_pixels(phones: Phones, language: str) -> None:
    club_evening = ClubEvening()
    club_evening.played(*TWELVE[:4])
    phone = phones(viewport={"width": 195, "height": 664}, locale=language, is_mobile=False)
    phone.known_as(club_evening.device)
    page = phone.open("evening", club_evening.evening.public_id)
    expect(page.locator("#standings-title")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 195
