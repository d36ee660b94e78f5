"""Every page that the resolver knows, in German and French: what axe finds, targets, nothing wider than the screen.

The English pages, with long names and in their various states, are checked in the tests of their subject. Here, no page
can be left out: an address that shows no page is reported.
"""

from __future__ import annotations

import pytest

from tests.accounts.member_logins import PASSWORD
from tests.e2e.all_pages import OWN, Everything, pages_of
from tests.e2e.conftest import Phones
from tests.e2e.page_checks import complaints_of, violations
from tests.e2e.panel import sign_in, wide
from tests.e2e.phones import Phone

pytestmark = pytest.mark.django_db(transaction=True)

POSTED = {"record", "preview", "set_call", "clear_call", "undo", "amend_preview", "restore", "reopen", "play_again"}
POSTED |= {
    "renew_link",
    "revoke_access",
    "restore_access",
    "share_board",
    "set_language",
    "counters",
    "sign_out",
    "tablet_side",
    "payments",
    "undelete",
    "agree",
    "throw_demo_away",
}
POSTED |= {f"evening_{verb}" for verb in ("check_in", "leave", "undo_check_in", "clock", "withdraw", "payments")}
POSTED |= {"tournament_import", "sheet_throw_away"}
POSTED |= {"type_preview", "type_undo", "type_amend_preview", "admin:logout", "admin:play_session_action"}
POSTED |= {"type_drafts", "type_leave_out", "type_throw_away", "admin:clubs_clubdevice_renew_links"}
"""POST-only addresses; a GET shows nothing, or redirects to a page with another name."""

PARTS = {
    "updates",
    "glossary",
    "live",
    "me",
    "watch",
    "table",
    "admin:autocomplete",
    "admin:clubs_clubdevice_this_browser",
}
PARTS |= {"admin:spreadsheet_download"}
"""Fragments for scripts, and addresses that redirect at once."""
PARTS |= {"welcome", "first_club", "demo"}  # only an empty installation shows these: see test_first_minutes.py
PARTS |= {"result_picture", "watch_picture"}  # the session is still played
PARTS |= {"row_heads", "row_picture", "sheet_start"}  # no sheet was photographed
ELSEWHERE = {"admin:login", "admin:sign_in_code", "admin:view_on_site"}
"""Signed-in users are redirected; no model of ours has a page on the site that its row would link to."""
SHUT = {f"admin:{model}_add" for model in ("clubs_merge", "clubs_clubdevice", "play_session")}
SHUT |= {f"admin:{model}_delete" for model in ("clubs_player", "clubs_merge", "clubs_organiser", "play_session")}
SHUT |= {"admin:api_apitoken_delete"}
"""Even an organiser with all permissions adds or deletes none of these by hand."""


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
    everything = Everything()
    options = {"is_mobile": False, "viewport": {"width": 320, "height": 640}}
    german, french = phones(locale="de-DE", **options), phones(locale="fr-FR", **options)
    for phone in (german, french):
        phone.known_as(everything.club_evening.device)
    addresses = everything.addresses(of_the_panel=False)
    pages, nothing = pages_of(german, addresses)
    problems = look(german, pages, axe=True), look(french, pages, axe=False)
    german.open("sign_in")
    german.page.locator("[name=username]").fill("anne")
    german.page.locator("[name=password]").fill(PASSWORD)
    with german.page.expect_navigation():
        german.page.locator("[name=password]").press("Enter")
    own, _nothing = pages_of(german, {name: addresses[name] for name in OWN})
    assert (*problems, look(german, own, axe=True)) == ({}, {}, {})
    assert set(own) == OWN
    assert nothing - OWN == {name for name in POSTED | PARTS if not name.startswith("admin:")}


def test_every_panel_page_fits_in_german_and_french(phones: Phones) -> None:
    everything = Everything()
    german, french = (phones(locale=locale, is_mobile=False) for locale in ("de-DE", "fr-FR"))
    for phone in (german, french):
        sign_in(phone, "marion")
    addresses = everything.addresses(of_the_panel=True)
    pages, nothing = pages_of(german, addresses)
    assert (look(german, pages, axe=True), look(french, pages, axe=False)) == ({}, {})
    assert nothing == SHUT | ELSEWHERE | {name for name in POSTED | PARTS if name.startswith("admin:")}
