"""Accessibility and layout of the organisers' panel and of a club's phone."""

from __future__ import annotations

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from scorekeeper.clubs import queries
from scorekeeper.clubs.models import Player
from scorekeeper.evenings.models import Evening
from scorekeeper.organisers.members.admin import merge_url
from tests.clubs.clubs import ClubObjects, SampleClub
from tests.e2e.conftest import Phones
from tests.e2e.page_checks import complaints_of, violations
from tests.e2e.panel import sign_in, wide
from tests.play.tables import GARDE

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("width", [390, 1180], ids=["phone", "desk"])
def test_the_panel_is_accessible_and_violates_no_security_policy(phones: Phones, width: int) -> None:
    sample_club = SampleClub()
    scorer = sample_club.table(*sample_club_names(sample_club)[:3], "Zoé")
    scorer.record(GARDE)
    spare = sample_club.member("Zoé Zorn")
    club_objects = ClubObjects(sample_club, scorer.session, spare)
    Evening.objects.update(date=timezone.localdate())
    sample_club.organiser("marion")
    phone = phones(is_mobile=False, viewport={"width": width, "height": 844})
    phone.page.goto("/admin/login/")
    problems = {"login": violations(phone.page, preload=False) + complaints_of(phone.page)}
    sign_in(phone, "marion")
    member = sample_club.club.players.first()
    assert member
    pages = ["/admin/", "/admin/clubs/player/", "/admin/clubs/player/add/", f"/admin/clubs/player/{member.pk}/change/"]
    pages += ["/admin/clubs/club/", f"/admin/clubs/club/{sample_club.club.pk}/change/"]
    pages += [
        f"/admin/clubs/club/{sample_club.club.pk}/link/",
        "/admin/clubs/organiser/",
        "/admin/clubs/organiser/add/",
    ]
    pages += ["/admin/play/session/", f"/admin/play/session/{scorer.session.pk}/change/"]
    pages += [f"/admin/play/session/{scorer.session.pk}/{place}" for place in ("hands/1/", "hands/1/amend/")]
    pages += ["/admin/play/session/journal/", "/admin/clubs/player/add-several/", "/admin/clubs/player/duplicates/"]
    pages += [merge_url(spare, Player.objects.get(name="Zoé")), "/admin/clubs/houserules/add/?game=tarot"]
    pages += ["/admin/clubs/houserules/add/?game=solo_whist", "/admin/clubs/tariff/add/?game=solo_whist&rules=foster"]
    pages += [f"/admin/clubs/tariff/add/?copy={club_objects.by_model['tariff'].pk}"]
    for name in ("evening", "season", "houserules", "tariff", "merge", "clubdevice"):
        pages += [f"/admin/clubs/{name}/", f"/admin/clubs/{name}/{club_objects.by_model[name].pk}/change/"]
        pages += [] if name in ("merge", "clubdevice") else [f"/admin/clubs/{name}/add/"]
    for address in pages:
        phone.page.goto(address)
        problems[address] = violations(phone.page, preload=False) + wide(phone)
    assert {address: what for address, what in problems.items() if what} == {}


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_the_first_page_fits_the_narrowest_screen(phones: Phones, language: str) -> None:
    SampleClub().organiser("marion")
    phone = phones(is_mobile=False, viewport={"width": 195, "height": 844}, locale=language)
    sign_in(phone, "marion")
    assert wide(phone) == []


def test_the_tools_of_a_list_are_below_its_heading(phones: Phones) -> None:
    SampleClub().organiser("marion")
    phone = phones(is_mobile=False, viewport={"width": 800, "height": 844})
    sign_in(phone, "marion")
    phone.page.goto("/admin/clubs/player/")
    heading, tools = (phone.page.locator(one).bounding_box() for one in ("#content h1", ".object-tools"))
    assert heading
    assert tools
    assert tools["y"] >= heading["y"] + heading["height"]


def sample_club_names(sample_club: SampleClub) -> list[str]:
    return list(queries.people(sample_club.club).members)


def test_the_club_phone_pages_are_accessible(phones: Phones) -> None:
    sample_club = SampleClub()
    phone = phones(is_mobile=False)
    phone.known_as(sample_club.device)
    problems = {}
    for address in (reverse("join_club", args=[sample_club.club.phones_token]), "/club/", "/new/"):
        phone.page.goto(address)
        problems[address] = violations(phone.page) + complaints_of(phone.page)
    assert {address: what for address, what in problems.items() if what} == {}


def test_a_phone_joins_its_club_and_starts_a_session_with_a_guest(phones: Phones, javascript: bool) -> None:
    sample_club = SampleClub()
    phone = phones(is_mobile=False, javascript=javascript)
    page = phone.page
    page.goto(reverse("join_club", args=[sample_club.club.phones_token]))
    assert complaints_of(page) == []
    page.get_by_role("button", name="Add this phone to the club").tap()
    for name in sample_club_names(sample_club)[:3]:
        page.get_by_role("button", name=name, exact=True).tap()
        expect(page.get_by_role("button", name=name, exact=True)).to_have_attribute("aria-pressed", "true")
    page.get_by_label("Player 4", exact=True).fill("Zoé")
    page.get_by_role("button", name="Draw seats").tap()
    expect(page.locator(".seat__guest")).to_have_count(1)
    assert complaints_of(page) == []
    page.get_by_role("button", name="Start the session").tap()
    page.wait_for_url("**/s/*/")
    assert sample_club.club.sessions.get().seats.filter(player__guest=True).get().name == "Zoé"
    page.goto("/club/")
    assert complaints_of(page) == []
