"""The sign-up link: who enters by it, what it shows, what it refuses, and entries that are taken back."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scorekeeper.clubs import personal_data
from scorekeeper.clubs.models import Player
from scorekeeper.evenings.models import Round
from scorekeeper.tournaments.desk import entries as desk
from scorekeeper.tournaments.desk import register
from scorekeeper.tournaments.desk.audit_notes import AT_DESK, in_words
from scorekeeper.tournaments.models import TournamentEntry
from scorekeeper.web import throttling
from tests.play.browsers import Form, browser, words_of
from tests.tournaments.club_tournament import ClubTournament

pytestmark = pytest.mark.django_db


class SignUpLink:
    """A tournament of Anne and Bruno with an open sign-up link."""

    def __init__(self, *members: str, is_open: bool = True) -> None:
        self.club = ClubTournament(members=members or ("Anne Arnaud", "Bruno Braun"), sign_up_open=is_open)
        self.tournament = self.club.tournament
        self.url = reverse("sign_up", args=[self.tournament.sign_up_token])

    def form(self, client: Client) -> dict[str, str]:
        return Form(client.get(self.url)).fields

    def enter(self, client: Client, name: str, **details: str) -> Any:
        return client.post(self.url, {"token": self.form(client)["token"], "name": name, **details}, follow=True)

    def take_back(self, client: Client, key: str) -> Any:
        return client.post(self.url, {"take_back": key}, follow=True)

    def entry(self, name: str) -> TournamentEntry:
        return self.tournament.entries.get(name=name)

    @property
    def names(self) -> list[str]:
        return list(self.tournament.entries.values_list("name", flat=True))


def test_anyone_with_the_link_enters_and_sees_the_number() -> None:
    link, stranger = SignUpLink(), Client()
    page = link.enter(stranger, "Zoé Zimmer", team="Asse", category="women")
    assert "You are number 3" in words_of(page)
    entry = link.entry("Zoé Zimmer")
    assert (entry.by_link, entry.team, entry.category, entry.player.guest) == (True, "Asse", "women", True)
    (noted,) = link.club.club.audit_entries.filter(action=AT_DESK)
    assert in_words(noted) == "signed up through the link: Zoé Zimmer, number 3"


def test_the_name_of_a_member_is_that_member() -> None:
    link = SignUpLink()
    member = link.club.member("Chloé Clair")
    link.enter(Client(), "chloé clair")
    assert link.entry("Chloé Clair").player == member


def test_the_page_shows_only_the_number_of_other_entries() -> None:
    link, first = SignUpLink(), Client()
    link.enter(first, "Zoé Zimmer", team="Secret team")
    page = Client().get(link.url)
    assert "3 entries so far" in words_of(page)
    for secret in ("Zoé", "Zimmer", "Secret team", "Anne", "Bruno", link.entry("Zoé Zimmer").sign_up_key):
        assert secret not in page.content.decode()


def test_a_renewed_link_replaces_the_old_one_and_keeps_the_entries() -> None:
    link, player = SignUpLink(), Client()
    link.enter(player, "Zoé Zimmer")
    renewing = reverse("tournament_sign_up", args=[link.club.evening.public_id])
    assert "Renew the link" in words_of(link.club.phone.get(renewing))
    form = {"renew": link.tournament.sign_up_token}
    assert f'value="{form["renew"]}"' in link.club.phone.get(renewing).content.decode()
    assert [link.club.phone.post(renewing, form).status_code for _tap in range(2)] == [302, 302]
    assert (player.get(link.url).status_code, Client().post(link.url, {"name": "Yann"}).status_code) == (404, 404)
    link.tournament.refresh_from_db()
    link.url = reverse("sign_up", args=[link.tournament.sign_up_token])
    assert "You are number 3" in words_of(player.get(link.url))
    assert link.tournament.sign_up_open
    noted = [in_words(entry) for entry in link.club.club.audit_entries.filter(action=AT_DESK).order_by("pk")]
    assert noted.count("renewed the sign-up link of the tournament") == 1
    link.take_back(player, link.entry("Zoé Zimmer").sign_up_key)
    assert link.names == ["Anne Arnaud", "Bruno Braun"]


def test_no_search_engine_indexes_the_page_and_no_browser_keeps_it() -> None:
    page = Client().get(SignUpLink().url)
    assert page.headers["X-Robots-Tag"] == "noindex"
    assert "no-store" in page.headers["Cache-Control"]


# Once each


@pytest.mark.parametrize("written", ["Zimmer, Zoé", "zoé zimmer", "Zimmer , Zoé"])
def test_both_orders_of_a_name_are_one_person(written: str) -> None:
    link = SignUpLink()
    known = Player.objects.create(club=link.tournament.evening.club, name="Zoé Zimmer")
    link.enter(Client(), written)
    assert link.tournament.entries.get(name="Zoé Zimmer").player == known
    page = link.enter(Client(), "Zoé Zimmer")
    assert link.names.count("Zoé Zimmer") == 1
    assert page.status_code == 422


def test_a_new_name_is_entered_in_the_order_of_speech() -> None:
    link = SignUpLink()
    link.enter(Client(), "Yvon, Yann")
    assert link.names[-1] == "Yann Yvon"
    assert Player.objects.filter(name="Yann Yvon", guest=True).count() == 1


def test_a_double_tap_and_a_reload_are_one_entry() -> None:
    link, stranger = SignUpLink(), Client()
    data = {**link.form(stranger), "name": "Zoé Zimmer"}
    pages = [stranger.post(link.url, data, follow=True) for _tap in range(3)]
    assert all("You are number 3" in words_of(page) for page in pages)
    assert link.names == ["Anne Arnaud", "Bruno Braun", "Zoé Zimmer"]


def test_a_form_that_is_sent_again_with_another_name_makes_no_second_entry() -> None:
    link, stranger = SignUpLink(), Client()
    data = link.form(stranger)
    for name in ("Zoé Zimmer", "Yann Yvon"):
        page = stranger.post(link.url, {**data, "name": name}, follow=True)
        assert "Zoé Zimmer" in words_of(page)
    assert "Yann Yvon" not in link.names


def test_a_family_enters_from_one_phone_with_a_form_for_each() -> None:
    link, phone = SignUpLink(), Client()
    link.enter(phone, "Zoé Zimmer")
    page = link.enter(phone, "Yann Zimmer")
    assert ("You are number 3" in words_of(page), "You are number 4" in words_of(page)) == (True, True)


@pytest.mark.parametrize("token", ["", "not ours!", "x" * 100, "<script>"])
def test_a_token_that_is_not_ours_is_replaced(token: str) -> None:
    link = SignUpLink()
    Client().post(link.url, {"token": token, "name": "Zoé Zimmer"})
    assert link.entry("Zoé Zimmer").sign_up_key not in ("", token)


# What is refused


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("anne arnaud", "Somebody with this name has already entered."),
        ("An\u200bne Arnaud", "Somebody with this name has already entered."),
        ("", "Enter a name."),
        ("x" * 61, "This is longer than 60 characters."),
        ("a\x07b", "can’t be stored or shown"),
    ],
    ids=["entered already", "entered, with an invisible character", "blank", "too long", "with a control character"],
)
def test_a_name_is_refused_at_its_field_and_says_no_number(name: str, words: str) -> None:
    link = SignUpLink()
    page = link.enter(Client(), name)
    assert page.status_code == 422
    assert words in page.context["form"].errors["name"][0]
    assert "number 1" not in words_of(page)
    assert len(link.names) == 2


def test_html_in_a_name_stays_text_everywhere() -> None:
    link, stranger = SignUpLink(), Client()
    page = link.enter(stranger, "<img src=x onerror=alert(1)>", team="<b>team</b>")
    desk_page = link.club.phone.get(reverse("tournament", args=[link.club.evening.public_id]))
    for answer in (page, desk_page):
        assert "&lt;img src=x" in answer.content.decode()
        assert "<img src=x" not in answer.content.decode()


def test_a_look_alike_enters_and_the_desk_is_told() -> None:
    link = SignUpLink()
    link.enter(Client(), "\N{CYRILLIC CAPITAL LETTER A}nne Arnaud")
    page = link.club.phone.get(reverse("tournament", args=[link.club.evening.public_id]))
    assert "Possibly the same person" in words_of(page)


def test_a_full_tournament_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(register, "MOST_ENTRIES", 2)
    link = SignUpLink()
    page = link.enter(Client(), "Zoé Zimmer")
    assert "A tournament has at most 2 entries." in words_of(page)
    assert not Player.objects.filter(name="Zoé Zimmer").exists()


def test_the_link_is_rate_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(settings.LIMITS, "joins", (2, 3600))
    throttling.forget()
    link, machine = SignUpLink(), Client()
    statuses = [machine.post(link.url, {"token": f"t{number}", "name": f"M {number}"}).status_code for number in "abc"]
    assert statuses == [302, 302, 429]


def test_a_wrong_link_leads_nowhere() -> None:
    assert Client().get(reverse("sign_up", args=["nowhere"])).status_code == 404


@pytest.mark.parametrize("state", ["never opened", "closed since", "settled"])
def test_a_closed_link_takes_no_entry_and_says_so(state: str) -> None:
    link, stranger = SignUpLink(is_open=state != "never opened"), Client()
    token = "a-form-from-before"
    if state == "closed since":
        desk_url = reverse("tournament_sign_up", args=[link.club.evening.public_id])
        assert link.club.phone.post(desk_url).status_code == 302
    if state == "settled":
        link.club.settle()
    page = stranger.post(link.url, {"token": token, "name": "Zoé Zimmer"})
    assert "Sign-up through this link is closed." in words_of(page)
    assert 'name="name"' not in stranger.get(link.url).content.decode()
    assert len(link.names) == 2


def test_nobody_signs_up_once_the_result_is_final() -> None:
    link, stranger = SignUpLink(), Client()
    token = link.form(stranger)["token"]
    link.tournament.final_at = timezone.now()
    link.tournament.save()
    page = stranger.post(link.url, {"token": token, "name": "Zoé Zimmer"})
    assert (page.status_code, "Sign-up through this link is closed." in words_of(page)) == (422, True)
    assert link.names == ["Anne Arnaud", "Bruno Braun"]
    assert 'name="name"' not in stranger.get(link.url).content.decode()


# Taking it back


def test_the_browser_that_entered_can_take_the_entry_back() -> None:
    link, stranger = SignUpLink(), Client()
    link.enter(stranger, "Zoé Zimmer")
    key = link.entry("Zoé Zimmer").sign_up_key
    assert [link.take_back(stranger, key).status_code for _tap in range(2)] == [200, 404]
    assert link.names == ["Anne Arnaud", "Bruno Braun"]
    assert not Player.objects.filter(name="Zoé Zimmer").exists()
    assert "You are number" not in words_of(stranger.get(link.url))


def of_yesterday(guest: Player) -> None:
    Player.objects.filter(pk=guest.pk).update(created_at=timezone.now() - timedelta(days=1))


@pytest.mark.parametrize(
    "make_known",
    [
        lambda guest: Player.objects.filter(pk=guest.pk).update(nickname="Gus"),
        lambda guest: Player.objects.filter(pk=guest.pk).update(category="Seniors"),
        lambda guest: personal_data.store(guest, {"email": "gus@example.org"}),
        of_yesterday,
    ],
    ids=["nickname", "category", "e-mail", "older"],
)
def test_taking_back_deletes_no_guest_whom_the_club_knew_before(make_known: Callable[[Player], object]) -> None:
    link, stranger = SignUpLink(), Client()
    guest = link.club.member("Gustav Gast", guest=True)
    make_known(guest)
    link.enter(stranger, "Gustav Gast")
    link.take_back(stranger, link.tournament.entries.get(player=guest).sign_up_key)
    assert link.names == ["Anne Arnaud", "Bruno Braun"]
    assert Player.objects.filter(pk=guest.pk).exists()


def test_no_other_browser_can_withdraw_the_entry_even_with_the_key() -> None:
    link = SignUpLink()
    link.enter(Client(), "Zoé Zimmer")
    key = link.entry("Zoé Zimmer").sign_up_key
    other = Client()
    link.enter(other, "Yann Yvon")
    assert link.take_back(other, key).status_code == 404
    other.cookies["sign_up"] = f'["{key}"]'
    assert link.take_back(other, key).status_code == 404
    assert link.take_back(Client(), "").status_code == 404
    assert "Zoé Zimmer" in link.names


@pytest.mark.parametrize("reason", ["drawn", "paid"])
def test_after_the_draw_or_the_fee_only_the_desk_can_take_an_entry_back(reason: str) -> None:
    link, stranger = SignUpLink(), Client()
    link.enter(stranger, "Zoé Zimmer")
    entry = link.entry("Zoé Zimmer")
    if reason == "paid":
        desk.set_fee_paid(link.tournament, entry.pk, paid=True)
    else:
        Round.objects.create(evening=link.club.evening, number=1, game="skat", rules="isko", seating="draw")
    assert "Take back" not in words_of(stranger.get(link.url))
    page = link.take_back(stranger, entry.sign_up_key)
    assert (page.status_code, "Ask the organisers" in words_of(page)) == (409, True)
    assert "Zoé Zimmer" in link.names


# The desk's page


def test_the_desk_opens_the_link_shows_its_code_and_closes_it() -> None:
    link = SignUpLink(is_open=False)
    url = reverse("tournament_sign_up", args=[link.club.evening.public_id])
    phone = link.club.phone
    phone.post(url, {"open": "yes"})
    page = phone.get(url)
    assert link.url in page.content.decode()
    assert "<svg" in page.content.decode()
    link.tournament.refresh_from_db()
    assert link.tournament.sign_up_open
    phone.post(url)
    link.tournament.refresh_from_db()
    assert not link.tournament.sign_up_open


def test_a_phone_that_only_watches_neither_sees_nor_opens_the_link() -> None:
    link = SignUpLink(is_open=False)
    watcher = browser(name=link.club.watching_phone())
    url = reverse("tournament_sign_up", args=[link.club.evening.public_id])
    assert (watcher.get(url).status_code, watcher.post(url, {"open": "yes"}).status_code) == (403, 403)


def test_a_settled_evening_keeps_its_link_as_it_is() -> None:
    link = SignUpLink(is_open=False)
    link.club.settle()
    url = reverse("tournament_sign_up", args=[link.club.evening.public_id])
    assert link.club.phone.post(url, {"open": "yes"}).status_code == 409
