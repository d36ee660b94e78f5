"""A member's login in a browser, from the organiser who gives it to signing out."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import expect

from scorekeeper.accounts import logins
from scorekeeper.clubs.models import Player
from scorekeeper.organisers import merging
from tests.accounts.member_logins import OTHER, PASSWORD, login_page, waiting, with_login
from tests.clubs.clubs import SampleClub
from tests.e2e.conftest import Phones
from tests.e2e.page_checks import complaints_of, violations
from tests.e2e.panel import sign_in, wide
from tests.e2e.phones import Phone
from tests.standings.stored_results import played

pytestmark = pytest.mark.django_db(transaction=True)


def type_in(phone: Phone, button: str, **fields: str) -> None:
    """Fill in a form and send it."""
    for name, words in fields.items():
        phone.page.locator(f"main [name={name}]").fill(words)
    with phone.page.expect_navigation():
        phone.page.locator("main").get_by_role("button", name=button).tap()


def test_a_member_is_given_a_login_sets_a_password_and_signs_in_and_out(phones: Phones) -> None:
    sample_club = SampleClub(members=("Anne Arnaud", "Bruno Braun"))
    anne = sample_club.club.players.get(name="Anne Arnaud")
    played(sample_club.club, {"Anne Arnaud": 77, "Bruno Braun": -77})
    sample_club.organiser("marion")
    panel_browser, phone = phones(), phones()
    sign_in(panel_browser, "marion")
    panel_browser.page.goto(f"/admin/clubs/player/{anne.pk}/change/")
    panel_browser.page.get_by_role("link", name="Give a login").tap()
    expect(panel_browser.page.get_by_label("User name")).to_have_value("anne-arnaud")
    panel_browser.page.get_by_role("button", name="Give a login").tap()
    expect(panel_browser.page.get_by_role("img", name="The link below as a QR code")).to_be_visible()
    link = urlsplit(panel_browser.page.locator(".link-text a").inner_text())

    phone.page.goto(link.path)
    expect(phone.page.locator("main")).to_contain_text("Your user name is anne-arnaud")
    type_in(phone, "Set the password", new_password1=PASSWORD, new_password2=OTHER)
    expect(phone.page.get_by_label("New password confirmation")).to_have_attribute("aria-invalid", "true")
    type_in(phone, "Set the password", new_password1=PASSWORD, new_password2=PASSWORD)
    own = phone.page.get_by_role("region", name="This is you")
    expect(own).to_contain_text("signed in on this phone as anne-arnaud")
    expect(phone.page.get_by_role("heading", level=1)).to_have_text("Anne Arnaud")

    own.get_by_role("link", name="Your name at the table").tap()
    type_in(phone, "Save", nickname="Nanni")
    expect(phone.page.get_by_role("heading", level=1)).to_have_text("Nanni")
    phone.page.get_by_role("link", name="Standings").tap()
    expect(phone.page.get_by_role("rowheader", name="Nanni")).to_have_accessible_name("Nanni (you)")

    phone.open("me")
    own.get_by_role("button", name="Sign out").tap()
    expect(phone.page.get_by_role("link", name="New session")).to_be_visible()
    phone.page.get_by_role("link", name="Sign in").tap()
    type_in(phone, "Sign in", username="anne-arnaud", password=OTHER)
    expect(phone.page.get_by_role("alert")).to_contain_text("The user name or the password is wrong")
    expect(phone.page.get_by_label("User name")).to_have_value("anne-arnaud")
    type_in(phone, "Sign in", password=PASSWORD)
    expect(own).to_be_visible()

    own.get_by_role("link", name="Change the password").tap()
    type_in(phone, "Change the password", old_password=PASSWORD, new_password1=OTHER, new_password2=OTHER)
    expect(own).to_be_visible()
    panel_browser.page.reload()
    expect(panel_browser.page.locator("#content")).to_contain_text(
        "The password has been set. Only its owner knows it."
    )
    panel_browser.page.get_by_role("button", name="Remove the login").tap()
    expect(panel_browser.page.get_by_text("The member can no longer sign in. Their results stay.")).to_be_visible()
    panel_browser.page.get_by_role("button", name="Remove the login").tap()
    expect(panel_browser.page.get_by_text("anne-arnaud can no longer sign in.")).to_be_visible()
    assert phone.page.goto(reverse("standings")).status == 404  # type: ignore[union-attr]


def test_the_sign_in_pages_are_accessible(phones: Phones) -> None:
    sample_club = SampleClub("Coupe-file", ("Anne Arnaud", "Bruno Braun"))
    anne, bruno = sample_club.club.players.order_by("name")
    played(sample_club.club, {"Anne Arnaud": 77, "Bruno Braun": -77})
    user, link = with_login(anne, "anne"), waiting(bruno, "bruno")
    phone = phones(is_mobile=False)
    problems: dict[str, list[str]] = {}

    def look(name: str) -> None:
        problems[name] = violations(phone.page)
        for width in (1180, 390, 320):
            phone.page.set_viewport_size({"width": width, "height": 820})
            problems[f"{name}, {width} wide"] = complaints_of(phone.page)

    phone.open("sign_in")
    look("signing in")
    type_in(phone, "Sign in", username="anne", password="wrong")
    look("refused")
    phone.page.goto(link)
    look("setting a password")
    type_in(phone, "Set the password", new_password1="short", new_password2="other")
    look("a password that cannot be")
    phone.page.goto("/club/set-password/x/y/")
    look("a link that is used")
    SampleClub("Second", ("Anna",)).club.players.update(user=user)
    phone.open("sign_in")
    type_in(phone, "Sign in", username="anne", password=PASSWORD)
    look("which club")
    with phone.page.expect_navigation():
        phone.page.get_by_role("button", name="Coupe-file").click()
    assert {name: what for name, what in problems.items() if what} == {}


def test_the_login_page_of_the_panel_is_accessible(phones: Phones) -> None:
    sample_club = SampleClub(members=("Anne Arnaud", "Bruno Braun", "Chloé Clair"))
    anne, bruno, chloe = sample_club.club.players.order_by("name")
    with_login(anne, "anne")
    logins.give(bruno, "bruno")
    merging.merge(bruno, anne, by="marion")
    marion = sample_club.organiser("marion")
    Player.objects.filter(pk=sample_club.member("Marion").pk).update(user=User.objects.get(pk=marion.pk))
    phone = phones(is_mobile=False, viewport={"width": 390, "height": 844})
    sign_in(phone, "marion")
    problems = {}
    for player in (bruno, chloe, sample_club.club.players.get(name="Marion")):
        phone.page.goto(login_page(player))
        problems[player.name] = violations(phone.page) + wide(phone)
    phone.page.goto(login_page(chloe))
    phone.page.get_by_label("User name").fill("anne")
    phone.page.get_by_role("button", name="Give a login").click()
    expect(phone.page.get_by_text("There is already an account with this name.")).to_be_visible()
    problems["refused"] = violations(phone.page) + wide(phone)
    assert {name: what for name, what in problems.items() if what} == {}
