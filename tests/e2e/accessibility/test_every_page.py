"""Every page that the resolver knows, in German and French: what axe finds, targets, nothing wider than the screen.

The English pages, with long names and in their various states, are checked in the tests of their subject. Here, no page
can be left out: an address that shows no page is reported.
"""

from __future__ import annotations

import pytest

from scorekeeper.devtools.everything.addresses import FILES, NO_PAGES, OWN, addresses
from scorekeeper.devtools.everything.club import PASSWORD, everything
from tests.e2e.all_pages import pages_of
from tests.e2e.conftest import Phones
from tests.e2e.page_checks import complaints_of, violations
from tests.e2e.panel import sign_in, wide
from tests.e2e.phones import Phone

pytestmark = pytest.mark.django_db(transaction=True)


def look(phone: Phone, pages: dict[str, str], *, axe: bool) -> dict[str, list[str]]:
    """Return what is wrong, by the name of the page."""
    problems = {}
    for name, address in pages.items():
        phone.page.goto(address)
        of_the_panel = name.startswith("admin:")
        wrong = wide(phone) if of_the_panel else complaints_of(phone.page)
        problems[name] = wrong + (violations(phone.page, preload=not of_the_panel, by_night=False) if axe else [])
    return {name: what for name, what in problems.items() if what}


def test_every_page_fits_in_german_and_french(phones: Phones) -> None:
    rows = everything()
    options = {"is_mobile": False, "viewport": {"width": 320, "height": 640}}
    german, french = phones(locale="de-DE", **options), phones(locale="fr-FR", **options)
    for phone in (german, french):
        phone.known_as(rows.club_phone)
    of_the_app = addresses(rows, of_the_panel=False)
    pages, nothing = pages_of(german, of_the_app)
    problems = look(german, pages, axe=True), look(french, pages, axe=False)
    german.open("sign_in")
    german.page.locator("[name=username]").fill("anne")
    german.page.locator("[name=password]").fill(PASSWORD)
    with german.page.expect_navigation():
        german.page.locator("[name=password]").press("Enter")
    own, _nothing = pages_of(german, {name: of_the_app[name] for name in OWN})
    assert (*problems, look(german, own, axe=True)) == ({}, {}, {})
    assert set(own) == OWN
    assert nothing - OWN == {name for name in NO_PAGES - FILES if not name.startswith("admin:")}


def test_every_panel_page_fits_in_german_and_french(phones: Phones) -> None:
    rows = everything()
    german, french = (phones(locale=locale, is_mobile=False) for locale in ("de-DE", "fr-FR"))
    for phone in (german, french):
        sign_in(phone, "marion")
    pages, nothing = pages_of(german, addresses(rows, of_the_panel=True))
    assert (look(german, pages, axe=True), look(french, pages, axe=False)) == ({}, {})
    assert nothing == {name for name in NO_PAGES - FILES if name.startswith("admin:")}
