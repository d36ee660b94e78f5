"""Logins in the panel: given, renewed and removed, and whose password an organiser may not set."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, connection, transaction
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext

from scorekeeper.accounts import logins
from scorekeeper.clubs import services
from scorekeeper.clubs.audit_notes import in_words
from scorekeeper.clubs.models import AuditEntry, Organiser, Player
from scorekeeper.organisers import merging
from tests.accounts.member_logins import (
    OTHER,
    PASSWORD,
    link_on,
    login_page,
    own_page,
    page_of,
    phone_of,
    waiting,
    with_login,
)
from tests.clubs.clubs import House, signed_in
from tests.play.browsers import words_of
from tests.play.tables import device

pytestmark = pytest.mark.django_db

SIGN_IN = "/club/sign-in/"


class Office:
    """A club with Anne and Bruno, its organiser at the panel, and helpers for what is done there."""

    def __init__(self, name: str = "Coupe-file") -> None:
        self.house = House(name, ("Anne", "Bruno"))
        self.anne, self.bruno = self.house.club.players.order_by("name")
        self.marion = self.house.organiser(f"marion-{self.house.club.slug}")
        self.panel = signed_in(self.marion)

    def see(self, player: Player) -> Any:
        return self.panel.get(login_page(player))

    def do(self, player: Player, verb: str, **form: Any) -> Any:
        return self.panel.post(login_page(player), {"verb": verb, "of": player.pk, **form}, follow=True)

    def give(self, player: Player, username: str) -> Any:
        return self.do(player, "give", username=username)


@pytest.fixture
def office() -> Office:
    return Office()


def user_of(player: Player) -> User | None:
    player.refresh_from_db()
    return player.user


# Giving one


@pytest.mark.parametrize(
    ("name", "proposed"),
    [("Anne Arnaud", "anne-arnaud"), ("Zoë Zorn", "zoe-zorn-2"), ("李", "member"), ("A" * 60, "a" * 60)],
)
def test_a_user_name_is_proposed_after_the_name_that_no_account_has(office: Office, name: str, proposed: str) -> None:
    User.objects.create_user("Zoe-Zorn")
    page = office.see(office.house.member(name))
    assert page.context["form"].initial == {"username": proposed}


def test_a_login_is_given_with_a_link_and_without_a_password(office: Office) -> None:
    page = office.give(office.anne, "anne")
    user = user_of(office.anne)
    assert user
    assert (user.username, user.has_usable_password(), user.is_staff, user.is_active) == ("anne", False, False, True)
    assert Client().get(link_on(page)).status_code == 200
    assert b"<svg" in page.content
    assert "for 3 days" in words_of(page)
    assert "no-store" in page["Cache-Control"]
    change = words_of(office.panel.get(f"/admin/clubs/player/{office.anne.pk}/change/"))
    assert "anne Show or change the login" in change
    assert "Give a login" in words_of(office.panel.get(f"/admin/clubs/player/{office.bruno.pk}/change/"))


def test_a_second_tap_gives_no_second_login(office: Office) -> None:
    for username in ("anne", "anne", "anne-2"):
        assert office.give(office.anne, username).status_code == 200
    assert list(Player.objects.filter(user__isnull=False).values_list("user__username", flat=True)) == ["anne"]
    assert User.objects.filter(is_staff=False).count() == 1
    logins.give(office.anne, "anne-2")
    assert user_of(office.anne) == User.objects.get(username="anne")


def test_a_guest_and_a_retired_member_can_have_one_as_well(office: Office) -> None:
    guest, retired = office.house.member("Zoé", guest=True), office.house.member("Karl", retired=True)
    for player, username in ((guest, "zoe"), (retired, "karl")):
        assert link_on(office.give(player, username))


@pytest.mark.parametrize(
    ("username", "said"),
    [
        ("", "This field is required."),
        ("a b", "Enter a valid username."),
        ("a" * 151, "at most 150 characters"),
        ("ROOT", "There is already an account with this name."),
        ("elsewhere", "There is already an account with this name."),
        ("theirs", "There is already an account with this name."),
        ("bruno", "There is already an account with this name."),
        ("dismissed", "There is already an account with this name."),
    ],
)
def test_a_user_name_that_cannot_be_is_refused_at_its_field_and_kept(office: Office, username: str, said: str) -> None:
    User.objects.create_superuser("root", password=PASSWORD)
    other = House("Other", ("Xaver",))
    logins.give(other.club.players.get(), "elsewhere")
    other.organiser("theirs")
    logins.give(office.bruno, "bruno")
    services.dismiss_organiser(Organiser.objects.get(user=office.house.organiser("dismissed")))
    answer = office.give(office.anne, username)
    assert answer.status_code == 422
    assert said in str(answer.context["form"].errors["username"])
    assert answer.context["form"]["username"].value() == username
    assert user_of(office.anne) is None


def test_an_organiser_who_plays_signs_in_with_the_account_of_the_panel(office: Office) -> None:
    page = office.give(office.anne, office.marion.username.upper())
    assert user_of(office.anne) == office.marion
    assert link_on(page) == ""
    assert "New link" not in words_of(page)
    assert own_page(phone_of(office.marion.username, "spades and clubs")) == page_of(office.anne)
    refused = office.give(office.bruno, office.marion.username)
    assert "This is already the login of Anne." in str(refused.context["form"].errors)


def test_the_database_keeps_logins_to_clubs_and_one_to_a_club(office: Office) -> None:
    user = User.objects.create_user("anne")
    Player.objects.filter(pk=office.anne.pk).update(user=user)
    for change in (
        lambda: Player.objects.filter(pk=office.bruno.pk).update(user=user),
        lambda: Player.objects.create(name="At home", user=user),
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            change()


# The journal


def test_the_journal_tells_of_logins_and_of_no_link(office: Office) -> None:
    page = office.give(office.anne, "anne")
    token = link_on(page).split("/")[-2]
    office.do(office.anne, "renew")
    office.do(office.anne, "take_away")
    said = [in_words(entry.message) for entry in AuditEntry.objects.order_by("pk")]
    assert said == ["Login given: anne.", "New password link for anne.", "Login removed: anne."]
    assert {(entry.who, entry.name, entry.club) for entry in AuditEntry.objects.all()} == {
        (office.marion.username, "Anne", office.house.club)
    }
    journal = office.panel.get("/admin/play/session/journal/")
    assert "Login given: anne." in words_of(journal)
    assert token not in journal.content.decode()


# Another link


def test_a_new_link_ends_the_old_link_the_old_password_and_the_signed_in_phones(office: Office) -> None:
    first = link_on(office.give(office.anne, "anne"))
    second = link_on(office.do(office.anne, "renew"))
    assert [Client().get(link).status_code for link in (first, second)] == [404, 200]
    with_login(office.bruno, "bruno")
    phone = phone_of("bruno")
    page = office.do(office.bruno, "renew")
    assert own_page(phone) == SIGN_IN
    assert Client().post(SIGN_IN, {"username": "bruno", "password": PASSWORD}).status_code == 422
    assert Client().get(link_on(page)).status_code == 200


def test_a_link_is_shown_for_as_long_as_the_login_waits(office: Office) -> None:
    office.give(office.anne, "anne")
    assert link_on(office.see(office.anne))
    User.objects.get(username="anne").delete()
    with_login(office.bruno, "bruno")
    page = office.see(office.bruno)
    assert link_on(page) == ""
    assert "The password has been set. Only its owner knows it." in words_of(page)


def powers_of(kind: str, user: User, office: Office) -> None:
    """Make an account more than this member's."""
    other = House("Other", ("Xaver",))
    if kind == "organiser here":
        services.make_organiser(office.house.club, user)
    elif kind == "organiser elsewhere":
        services.make_organiser(other.club, user)
    elif kind == "superuser":
        User.objects.filter(pk=user.pk).update(is_superuser=True)
    elif kind == "staff":
        User.objects.filter(pk=user.pk).update(is_staff=True)
    elif kind == "member elsewhere":
        other.club.players.update(user=user)
    else:
        User.objects.filter(pk=user.pk).update(is_active=False)


POWERS = ["organiser here", "organiser elsewhere", "superuser", "staff", "member elsewhere"]


@pytest.mark.parametrize("kind", [*POWERS, "shut down"])
def test_no_organiser_has_the_password_set_of_an_account_that_is_more_than_a_members(office: Office, kind: str) -> None:
    """Nor for an account given to a member that has become more since, even by an earlier link."""
    user = with_login(office.anne)
    renewed = link_on(office.do(office.anne, "renew"))
    logins.set_password(user, token=renewed.split("/")[-2], password=PASSWORD, device=device())
    before = User.objects.get(pk=user.pk).password
    powers_of(kind, user, office)
    page = office.do(office.anne, "renew")
    assert link_on(page) == ""
    assert "New link" not in words_of(page)
    logins.renew(office.anne)
    assert User.objects.get(pk=user.pk).password == before


@pytest.mark.parametrize("kind", [*POWERS[:-1], "shut down"])
def test_a_link_that_was_given_before_leads_nowhere_then(office: Office, kind: str) -> None:
    link = waiting(office.anne)
    user = User.objects.get(username="anne")
    powers_of(kind, user, office)
    form = {"new_password1": OTHER, "new_password2": OTHER}
    assert [Client().get(link).status_code, Client().post(link, form).status_code] == [404, 404]
    assert not User.objects.get(pk=user.pk).has_usable_password()


# Taking it away


def test_a_login_that_is_taken_away_is_signed_out_everywhere_and_its_account_deleted(office: Office) -> None:
    with_login(office.anne)
    phone, by_link = phone_of(), office.house.phone
    by_link.post(SIGN_IN, {"username": "anne", "password": PASSWORD})
    for _tap in range(2):
        page = office.do(office.anne, "take_away")
    assert "Give a login" in words_of(page)
    assert not User.objects.filter(username="anne").exists()
    assert phone.get("/club/standings/").status_code == 404
    assert by_link.get("/club/standings/").status_code == 200
    assert own_page(by_link) == SIGN_IN
    assert AuditEntry.objects.count() == 1


@pytest.mark.parametrize("kind", POWERS)
def test_an_account_that_is_of_something_else_is_only_untied(office: Office, kind: str) -> None:
    user = with_login(office.anne)
    phone = phone_of()
    powers_of(kind, user, office)
    office.do(office.anne, "take_away")
    kept = User.objects.get(pk=user.pk)
    assert (kept.is_active, kept.check_password(PASSWORD)) == (True, True)
    assert user_of(office.anne) is None
    assert own_page(phone) == SIGN_IN


def test_a_member_who_is_deleted_leaves_no_account_behind(office: Office) -> None:
    with_login(office.anne)
    phone = phone_of()
    office.panel.post(f"/admin/clubs/player/{office.anne.pk}/delete/", {"post": "yes"})
    assert not Player.objects.filter(pk=office.anne.pk).exists()
    assert not User.objects.filter(username="anne").exists()
    assert phone.get("/club/standings/").status_code == 404


# Merged


def test_the_record_that_is_kept_lists_and_takes_away_the_logins_of_those_merged_into_it(office: Office) -> None:
    with_login(office.anne)
    logins.give(office.bruno, "bruno")
    middle = office.house.member("Middle")
    merging.merge(middle, office.anne, by="marion")
    merging.merge(office.bruno, middle, by="marion")
    page = words_of(office.see(office.bruno))
    assert "Belongs to Anne, a record that was merged into this one." in page
    assert page.index("anne") < page.index("bruno")
    assert office.see(office.anne).status_code == 404
    office.panel.post(login_page(office.bruno), {"verb": "take_away", "of": office.anne.pk})
    assert user_of(office.anne) is None
    assert user_of(office.bruno) == User.objects.get(username="bruno")


def test_a_record_that_has_the_login_of_a_merged_one_is_given_no_second(office: Office) -> None:
    with_login(office.anne)
    merging.merge(office.bruno, office.anne, by="marion")
    office.give(office.bruno, "bruno")
    assert user_of(office.bruno) is None


def test_nobody_reaches_the_login_of_somebody_else_through_the_page_of_another(office: Office) -> None:
    other = Office("Other")
    with_login(other.anne, "theirs")
    logins.give(office.anne, "anne")
    for verb in ("renew", "take_away"):
        for whose in (other.anne, office.anne):
            office.panel.post(login_page(office.bruno), {"verb": verb, "of": whose.pk})
    assert User.objects.get(username="theirs").check_password(PASSWORD)
    assert user_of(other.anne)
    assert user_of(office.anne)


# What superusers do with accounts


@pytest.mark.parametrize("what", ["shut down", "password", "delete", "delete from the list"])
def test_phones_are_signed_out_when_a_superuser_ends_an_account_or_sets_its_password(office: Office, what: str) -> None:
    user = with_login(office.anne)
    phone = phone_of()
    root = signed_in(User.objects.create_superuser("root", password=PASSWORD))
    address = f"/admin/auth/user/{user.pk}/"
    if what == "shut down":
        form = {"username": "anne", "date_joined_0": "2026-01-01", "date_joined_1": "12:00:00"}
        root.post(f"{address}change/", form)
        assert not User.objects.get(pk=user.pk).is_active
    elif what == "password":
        root.post(f"{address}password/", {"password1": OTHER, "password2": OTHER, "usable_password": "true"})
        assert User.objects.get(pk=user.pk).check_password(OTHER)
    elif what == "delete":
        root.post(f"{address}delete/", {"post": "yes"})
    else:
        form = {"action": "delete_selected", "_selected_action": str(user.pk), "post": "yes"}
        root.post("/admin/auth/user/", form)
    assert User.objects.filter(pk=user.pk).exists() is (not what.startswith("delete"))
    assert own_page(phone) == SIGN_IN
    assert phone.get("/club/standings/").status_code == 404


def test_a_password_changed_in_the_panel_signs_the_phones_of_its_organiser_out(office: Office) -> None:
    logins.give(office.anne, office.marion.username)
    phone = phone_of(office.marion.username, "spades and clubs")
    form = {"old_password": "spades and clubs", "new_password1": OTHER, "new_password2": OTHER}
    assert office.panel.post("/admin/password_change/", form).status_code == 302
    assert own_page(phone) == SIGN_IN


def test_phones_are_listed_with_who_is_signed_in(office: Office) -> None:
    with_login(office.anne)
    phone_of()
    page = office.panel.get("/admin/clubs/clubdevice/")
    assert sorted(str(phone.player) for phone in page.context["cl"].result_list) == ["Anne", "None"]
    assert "Anne" in words_of(page)


# Number of queries


def test_the_page_of_a_login_asks_as_much_for_three_as_for_one() -> None:
    counts = []
    for number in (1, 3):
        office = Office(f"Club {number}")
        for place in range(number):
            gone = office.house.member(f"Gone {number} {place}")
            merging.merge(office.anne, gone, by="marion")
            with_login(gone, f"gone-{number}-{place}")
        office.see(office.anne)
        with CaptureQueriesContext(connection) as asked:
            assert words_of(office.see(office.anne)).count("Remove the login") == number
        counts.append(len(asked))
    assert counts[0] == counts[1]


@override_settings(PASSWORD_RESET_TIMEOUT=-1)
def test_a_link_is_not_good_for_ever(office: Office) -> None:
    assert Client().get(waiting(office.anne)).status_code == 404
