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
from tests.clubs.clubs import SampleClub, signed_in
from tests.play.browsers import words_of
from tests.play.tables import device

pytestmark = pytest.mark.django_db

SIGN_IN = "/club/sign-in/"
TAKEN = "There is already an account with this name."


class LoginPanel:
    """A club with Anne and Bruno, its organiser at the panel, and helpers for what is done there."""

    def __init__(self, name: str = "Coupe-file") -> None:
        self.sample_club = SampleClub(name, ("Anne", "Bruno"))
        self.anne, self.bruno = self.sample_club.club.players.order_by("name")
        self.marion = self.sample_club.organiser(f"marion-{self.sample_club.club.slug}")
        self.client = signed_in(self.marion)

    def see(self, player: Player) -> Any:
        return self.client.get(login_page(player))

    def do(self, player: Player, verb: str, **form: Any) -> Any:
        form = {"verb": verb, "of": player.pk, "confirmed": "yes", **form}
        return self.client.post(login_page(player), form, follow=True)

    def give(self, player: Player, username: str) -> Any:
        return self.do(player, "give", username=username)


@pytest.fixture
def login_panel() -> LoginPanel:
    return LoginPanel()


def user_of(player: Player) -> User | None:
    player.refresh_from_db()
    return player.user


# Giving one


@pytest.mark.parametrize(
    ("name", "proposed"),
    [("Anne Arnaud", "anne-arnaud"), ("Zoë Zorn", "zoe-zorn-2"), ("李", "member"), ("A" * 60, "a" * 60)],
)
def test_the_proposed_user_name_is_free(login_panel: LoginPanel, name: str, proposed: str) -> None:
    User.objects.create_user("Zoe-Zorn")
    page = login_panel.see(login_panel.sample_club.member(name))
    assert page.context["form"].initial == {"username": proposed}


def test_a_login_is_given_with_a_link_and_without_a_password(login_panel: LoginPanel) -> None:
    page = login_panel.give(login_panel.anne, "anne")
    user = user_of(login_panel.anne)
    assert user
    assert (user.username, user.has_usable_password(), user.is_staff, user.is_active) == ("anne", False, False, True)
    assert Client().get(link_on(page)).status_code == 200
    assert b"<svg" in page.content
    assert "for 3 days" in words_of(page)
    assert "no-store" in page["Cache-Control"]
    change = words_of(login_panel.client.get(f"/admin/clubs/player/{login_panel.anne.pk}/change/"))
    assert "anne Show or change the login" in change
    assert "Give a login" in words_of(login_panel.client.get(f"/admin/clubs/player/{login_panel.bruno.pk}/change/"))


def test_a_double_tap_gives_one_login(login_panel: LoginPanel) -> None:
    for username in ("anne", "anne", "anne-2"):
        assert login_panel.give(login_panel.anne, username).status_code == 200
    assert list(Player.objects.filter(user__isnull=False).values_list("user__username", flat=True)) == ["anne"]
    assert User.objects.filter(is_staff=False).count() == 1
    logins.give(login_panel.anne, "anne-2")
    assert user_of(login_panel.anne) == User.objects.get(username="anne")


def test_guests_and_retired_members_can_have_logins(login_panel: LoginPanel) -> None:
    guest, retired = (
        login_panel.sample_club.member("Zoé", guest=True),
        login_panel.sample_club.member("Karl", retired=True),
    )
    for player, username in ((guest, "zoe"), (retired, "karl")):
        assert link_on(login_panel.give(player, username))


@pytest.mark.parametrize(
    ("username", "message"),
    [
        ("", "This field is required."),
        ("a b", "Enter a valid username."),
        ("a" * 151, "at most 150 characters"),
        ("ROOT", TAKEN),
        ("elsewhere", TAKEN),
        ("theirs", TAKEN),
        ("bruno", TAKEN),
        ("dismissed", TAKEN),
    ],
)
def test_an_invalid_user_name_is_refused_at_its_field_and_kept(
    login_panel: LoginPanel, username: str, message: str
) -> None:
    User.objects.create_superuser("root", password=PASSWORD)
    other = SampleClub("Other", ("Xaver",))
    logins.give(other.club.players.get(), "elsewhere")
    other.organiser("theirs")
    logins.give(login_panel.bruno, "bruno")
    services.dismiss_organiser(Organiser.objects.get(user=login_panel.sample_club.organiser("dismissed")))
    response = login_panel.give(login_panel.anne, username)
    assert response.status_code == 422
    assert message in str(response.context["form"].errors["username"])
    assert response.context["form"]["username"].value() == username
    assert user_of(login_panel.anne) is None


def test_an_organiser_who_plays_signs_in_with_the_panel_account(login_panel: LoginPanel) -> None:
    page = login_panel.give(login_panel.anne, login_panel.marion.username.upper())
    assert user_of(login_panel.anne) == login_panel.marion
    assert link_on(page) == ""
    assert "New link" not in words_of(page)
    assert own_page(phone_of(login_panel.marion.username, "spades and clubs")) == page_of(login_panel.anne)
    refused = login_panel.give(login_panel.bruno, login_panel.marion.username)
    assert "This is already the login of Anne." in str(refused.context["form"].errors)


def test_the_database_allows_one_login_per_member_and_only_for_club_members(login_panel: LoginPanel) -> None:
    user = User.objects.create_user("anne")
    Player.objects.filter(pk=login_panel.anne.pk).update(user=user)
    for change in (
        lambda: Player.objects.filter(pk=login_panel.bruno.pk).update(user=user),
        lambda: Player.objects.create(name="At home", user=user),
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            change()


# The journal


def test_the_audit_log_records_logins_without_their_links(login_panel: LoginPanel) -> None:
    page = login_panel.give(login_panel.anne, "anne")
    token = link_on(page).split("/")[-2]
    login_panel.do(login_panel.anne, "renew")
    login_panel.do(login_panel.anne, "take_away")
    message = [in_words(entry.message) for entry in AuditEntry.objects.order_by("pk")]
    assert message == ["Login given: anne.", "New password link for anne.", "Login removed: anne."]
    assert {(entry.who, entry.name, entry.club) for entry in AuditEntry.objects.all()} == {
        (login_panel.marion.username, "Anne", login_panel.sample_club.club)
    }
    journal = login_panel.client.get("/admin/play/session/journal/")
    assert "Login given: anne." in words_of(journal)
    assert token not in journal.content.decode()


# Another link


def test_a_new_link_invalidates_the_old_link_the_password_and_signed_in_phones(login_panel: LoginPanel) -> None:
    first = link_on(login_panel.give(login_panel.anne, "anne"))
    second = link_on(login_panel.do(login_panel.anne, "renew"))
    assert [Client().get(link).status_code for link in (first, second)] == [404, 200]
    with_login(login_panel.bruno, "bruno")
    phone = phone_of("bruno")
    page = login_panel.do(login_panel.bruno, "renew")
    assert own_page(phone) == SIGN_IN
    assert Client().post(SIGN_IN, {"username": "bruno", "password": PASSWORD}).status_code == 422
    assert Client().get(link_on(page)).status_code == 200


def test_the_link_is_shown_until_a_password_is_set(login_panel: LoginPanel) -> None:
    login_panel.give(login_panel.anne, "anne")
    assert link_on(login_panel.see(login_panel.anne))
    User.objects.get(username="anne").delete()
    with_login(login_panel.bruno, "bruno")
    page = login_panel.see(login_panel.bruno)
    assert link_on(page) == ""
    assert "The password has been set. Only its owner knows it." in words_of(page)


def powers_of(kind: str, user: User, login_panel: LoginPanel) -> None:
    """Give an account more rights than this member's."""
    other = SampleClub("Other", ("Xaver",))
    if kind == "organiser here":
        services.make_organiser(login_panel.sample_club.club, user)
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
def test_no_organiser_can_reset_the_password_of_an_account_with_more_rights(login_panel: LoginPanel, kind: str) -> None:
    """Nor of a member's account that got more rights later, even by an earlier link."""
    user = with_login(login_panel.anne)
    renewed = link_on(login_panel.do(login_panel.anne, "renew"))
    logins.set_password(user, token=renewed.split("/")[-2], password=PASSWORD, device=device())
    before = User.objects.get(pk=user.pk).password
    powers_of(kind, user, login_panel)
    page = login_panel.do(login_panel.anne, "renew")
    assert link_on(page) == ""
    assert "New link" not in words_of(page)
    logins.renew(login_panel.anne)
    assert User.objects.get(pk=user.pk).password == before


@pytest.mark.parametrize("kind", [*POWERS[:-1], "shut down"])
def test_an_earlier_link_to_such_an_account_is_invalid(login_panel: LoginPanel, kind: str) -> None:
    link = waiting(login_panel.anne)
    user = User.objects.get(username="anne")
    powers_of(kind, user, login_panel)
    form = {"new_password1": OTHER, "new_password2": OTHER}
    assert [Client().get(link).status_code, Client().post(link, form).status_code] == [404, 404]
    assert not User.objects.get(pk=user.pk).has_usable_password()


# Taking it away


def test_removing_a_login_signs_it_out_everywhere_and_deletes_the_account(login_panel: LoginPanel) -> None:
    with_login(login_panel.anne)
    phone, by_link = phone_of(), login_panel.sample_club.phone
    by_link.post(SIGN_IN, {"username": "anne", "password": PASSWORD})
    for _tap in range(2):
        page = login_panel.do(login_panel.anne, "take_away")
    assert "Give a login" in words_of(page)
    assert not User.objects.filter(username="anne").exists()
    assert phone.get("/club/standings/").status_code == 404
    assert by_link.get("/club/standings/").status_code == 200
    assert own_page(by_link) == SIGN_IN
    assert AuditEntry.objects.count() == 1


@pytest.mark.parametrize("kind", POWERS)
def test_an_account_with_other_uses_is_only_detached(login_panel: LoginPanel, kind: str) -> None:
    user = with_login(login_panel.anne)
    phone = phone_of()
    powers_of(kind, user, login_panel)
    login_panel.do(login_panel.anne, "take_away")
    kept = User.objects.get(pk=user.pk)
    assert (kept.is_active, kept.check_password(PASSWORD)) == (True, True)
    assert user_of(login_panel.anne) is None
    assert own_page(phone) == SIGN_IN


def test_deleting_a_member_deletes_the_account(login_panel: LoginPanel) -> None:
    with_login(login_panel.anne)
    phone = phone_of()
    login_panel.client.post(f"/admin/clubs/player/{login_panel.anne.pk}/delete/", {"post": "yes"})
    assert not Player.objects.filter(pk=login_panel.anne.pk).exists()
    assert not User.objects.filter(username="anne").exists()
    assert phone.get("/club/standings/").status_code == 404


# Merged


def test_the_kept_record_lists_and_removes_the_logins_of_merged_records(
    login_panel: LoginPanel,
) -> None:
    with_login(login_panel.anne)
    logins.give(login_panel.bruno, "bruno")
    middle = login_panel.sample_club.member("Middle")
    merging.merge(middle, login_panel.anne, by="marion")
    merging.merge(login_panel.bruno, middle, by="marion")
    page = words_of(login_panel.see(login_panel.bruno))
    assert "Belongs to Anne, a record that was merged into this one." in page
    assert page.index("anne") < page.index("bruno")
    assert login_panel.see(login_panel.anne).status_code == 404
    form = {"verb": "take_away", "of": login_panel.anne.pk, "confirmed": "yes"}
    login_panel.client.post(login_page(login_panel.bruno), form)
    assert user_of(login_panel.anne) is None
    assert user_of(login_panel.bruno) == User.objects.get(username="bruno")


def test_a_record_with_the_login_of_a_merged_one_gets_no_second(login_panel: LoginPanel) -> None:
    with_login(login_panel.anne)
    merging.merge(login_panel.bruno, login_panel.anne, by="marion")
    login_panel.give(login_panel.bruno, "bruno")
    assert user_of(login_panel.bruno) is None


def test_a_login_cannot_be_changed_through_another_members_page(login_panel: LoginPanel) -> None:
    other = LoginPanel("Other")
    with_login(other.anne, "theirs")
    logins.give(login_panel.anne, "anne")
    for verb in ("renew", "take_away"):
        for whose in (other.anne, login_panel.anne):
            login_panel.client.post(login_page(login_panel.bruno), {"verb": verb, "of": whose.pk, "confirmed": "yes"})
    assert User.objects.get(username="theirs").check_password(PASSWORD)
    assert user_of(other.anne)
    assert user_of(login_panel.anne)


# What superusers do with accounts


@pytest.mark.parametrize("what", ["shut down", "password", "delete", "delete from the list"])
def test_disabling_an_account_or_setting_its_password_signs_phones_out(login_panel: LoginPanel, what: str) -> None:
    user = with_login(login_panel.anne)
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
        form = {"action": "delete_selected", "_selected_action": str(user.pk), "confirmed": "yes"}
        root.post("/admin/auth/user/", form)
    assert User.objects.filter(pk=user.pk).exists() is (not what.startswith("delete"))
    assert own_page(phone) == SIGN_IN
    assert phone.get("/club/standings/").status_code == 404


def test_changing_the_password_in_the_panel_signs_the_organisers_phones_out(login_panel: LoginPanel) -> None:
    logins.give(login_panel.anne, login_panel.marion.username)
    phone = phone_of(login_panel.marion.username, "spades and clubs")
    form = {"old_password": "spades and clubs", "new_password1": OTHER, "new_password2": OTHER}
    assert login_panel.client.post("/admin/password_change/", form).status_code == 302
    assert own_page(phone) == SIGN_IN


def test_the_list_of_phones_shows_who_is_signed_in(login_panel: LoginPanel) -> None:
    with_login(login_panel.anne)
    phone_of()
    page = login_panel.client.get("/admin/clubs/clubdevice/")
    assert sorted(str(phone.player) for phone in page.context["cl"].result_list) == ["Anne", "None"]
    assert "Anne" in words_of(page)


# Number of queries


def test_the_login_page_takes_as_many_queries_for_three_as_for_one() -> None:
    counts = []
    for number in (1, 3):
        login_panel = LoginPanel(f"Club {number}")
        for place in range(number):
            merged_away = login_panel.sample_club.member(f"Gone {number} {place}")
            merging.merge(login_panel.anne, merged_away, by="marion")
            with_login(merged_away, f"gone-{number}-{place}")
        login_panel.see(login_panel.anne)
        with CaptureQueriesContext(connection) as captured:
            assert words_of(login_panel.see(login_panel.anne)).count("Remove the login") == number
        counts.append(len(captured))
    assert counts[0] == counts[1]


@override_settings(PASSWORD_RESET_TIMEOUT=-1)
def test_a_password_link_expires(login_panel: LoginPanel) -> None:
    assert Client().get(waiting(login_panel.anne)).status_code == 404
