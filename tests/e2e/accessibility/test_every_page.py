"""One walk over every page that the resolver knows, in German, whose words are the longest, and by night.

Each page is loaded once. On it: what axe finds with all folds open, the size and the cover of its targets on a phone
and at a desk, nothing wider than the screen, and signs that stay on the left of their amounts from right to left. The
colours by day are in `tests/test_look.py`, and by day is what the tests of single pages and states look at.

No page can be left out: an address that shows no page is reported.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import ViewportSize

from games import registry
from scorekeeper.devtools.everything.addresses import NO_PAGES, OWN, addresses, pages
from scorekeeper.devtools.everything.club import PASSWORD, everything
from scorekeeper.devtools.everything.home import FIVE, closed, played
from tests.accounts.member_logins import sign_in
from tests.clubs.clubs import signed_in
from tests.e2e.accessibility.lost import lost
from tests.e2e.accessibility.right_to_left import turned
from tests.e2e.accessibility.targets import wrong_targets
from tests.e2e.conftest import Phones
from tests.e2e.page_checks import complaints_of, violations
from tests.e2e.panel import wide
from tests.e2e.phones import Phone
from tests.play.browsers import browser
from tests.play.tables import device

pytestmark = pytest.mark.django_db(transaction=True)

NARROW: ViewportSize = {"width": 320, "height": 640}
PHONE: ViewportSize = {"width": 390, "height": 664}
"""For the chips of a hand, of which thirteen need some room, and for the panel."""
DESK: ViewportSize = {"width": 1180, "height": 820}
UNFOLD = "() => document.querySelectorAll('main details').forEach((fold) => { fold.open = true; })"
NAVIGATES = {"Sec-Fetch-Mode": "navigate"}
HANDS = 12
"""More than a table shows at once."""


def walker(phones: Phones, client: Client, *, bypass_csp: bool = False) -> Phone:
    """A browser with the cookies of a client."""
    phone = phones(locale="de-DE", color_scheme="dark", is_mobile=False, has_touch=False, bypass_csp=bypass_csp)
    for name, cookie in client.cookies.items():
        phone.context.add_cookies([{"name": name, "value": cookie.value, "url": phone.site}])
    return phone


def out_of_place(phone: Phone, name: str, address: str, small: ViewportSize) -> Iterator[str]:
    """Load a page, and yield what is too small, covered or off the screen; all folds are open afterwards."""
    page, of_the_panel = phone.page, name.startswith("admin:")
    page.set_viewport_size(small)
    response = page.goto(address)
    assert response
    if response.status != 200 or response.request.redirected_from:
        yield f"no page: {response.status}, {response.url}"
    yield from wide(phone) if of_the_panel else complaints_of(page)
    yield from wrong_targets(page)
    page.set_viewport_size(DESK)
    yield from (f"at a desk: {wrong}" for wrong in (*wide(phone), *wrong_targets(page)))
    page.set_viewport_size(small)
    page.evaluate(UNFOLD)
    yield from (f"unfolded: {wrong}" for wrong in wide(phone))


def wrong_on(phone: Phone, name: str, address: str, small: ViewportSize) -> Iterator[str]:
    """Load a page, and yield everything that is wrong with it; it is turned from right to left afterwards."""
    yield from out_of_place(phone, name, address, small)
    yield from violations(phone.page)
    yield from (f"from right to left: {amount}" for amount in turned(phone.page))


def walk(phone: Phone, pages: Mapping[str, str], small: ViewportSize = NARROW) -> list[str]:
    return [f"{name}: {wrong}" for name, address in pages.items() for wrong in wrong_on(phone, name, address, small)]


def shown(phone: Phone, addresses: Mapping[str, str]) -> set[str]:
    """The names of the addresses that show a page."""
    found = set()
    for name, address in addresses.items():
        response = phone.context.request.get(phone.site + address, headers=NAVIGATES, max_redirects=0)
        if response.status == 200 and "<html" in response.text():
            found.add(name)
    return found


def left_out(addresses: Mapping[str, str]) -> dict[str, str]:
    return {name: address for name, address in addresses.items() if name in NO_PAGES}


def test_every_page_of_the_app(phones: Phones) -> None:
    rows = everything()
    found = pages(rows, of_the_panel=False)
    own = {name: found.pop(name) for name in OWN}
    found["watching"] = reverse("session", args=[rows.at_home.public_id])
    anybody = walker(phones, browser(name=rows.club_phone))
    problems = walk(anybody, found)
    for slug in registry.slugs():  # one of these pages has been seen, and axe takes long over so many amounts
        problems += out_of_place(anybody, slug, reverse("rules", args=[slug]), NARROW)
    member = browser(name=rows.club_phone)
    sign_in(member, password=PASSWORD)
    problems += walk(walker(phones, member), own)
    assert not problems, "\n".join(problems)
    assert shown(anybody, left_out(addresses(rows, of_the_panel=False))) == set()


def test_every_page_of_the_panel(phones: Phones) -> None:
    rows = everything()
    organiser = walker(phones, signed_in(rows.administrator))
    problems = walk(organiser, pages(rows, of_the_panel=True), PHONE)
    assert not problems, "\n".join(problems)
    assert shown(organiser, left_out(addresses(rows, of_the_panel=True))) == set()


def tables(device: str, slug: str) -> Iterator[tuple[str, str]]:
    """A table for each rule set and number of players of a game, a form to amend a hand, a closed session."""
    for rule_set in registry.get(slug).rules.rule_sets.values():
        for size in rule_set.players:
            at = played(device, slug, rule_set.slug, FIVE[:size], HANDS, evening="")
            yield f"{rule_set.slug}, {size} players", reverse("session", args=[at.public_id])
    yield "amended", reverse("amend", args=[at.public_id, HANDS])
    over = closed(device, slug, rule_set.slug, FIVE[:size], HANDS, evening="")
    yield "closed", reverse("session", args=[over.public_id])


@pytest.mark.parametrize("slug", registry.slugs())
def test_every_table_of_a_game(phones: Phones, slug: str) -> None:
    """Every call has fields of its own, which `wrong_targets` looks at; and nothing is lost in large type."""
    phone, problems = walker(phones, browser(name=(name := device())), bypass_csp=True), list[str]()
    for table, address in tables(name, slug):
        problems += walk(phone, {table: address}, PHONE)
        phone.page.goto(address)
        problems += [f"{table}: {wrong}" for wrong in lost(phone.page)]
    assert not problems, "\n".join(problems)
