"""The sign-up link: who signs up by it, what it shows and refuses, what the desk does, and what is taken back."""

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
from scorekeeper.desk import entry_payments, publication
from scorekeeper.desk.audit_notes import AT_DESK, in_words
from scorekeeper.desk.models import TournamentEntry
from scorekeeper.evenings.models import Round
from scorekeeper.web import throttling
from tests.desk.club_tournament import ClubTournament
from tests.play.browsers import Form, browser, words_of

pytestmark = pytest.mark.django_db


class SignUpLink:
    """A tournament of Anne and Bruno with an open sign-up link."""

    def __init__(self, *members: str, is_open: bool = True) -> None:
        self.club = ClubTournament(members=members or ("Anne Arnaud", "Bruno Braun"), sign_up_open=is_open)
        self.tournament = self.club.tournament
        self.url = reverse("sign_up", args=[self.tournament.sign_up_token])

    def form(self, client: Client) -> dict[str, str]:
        return Form(client.get(self.url)).fields

    def sign_up(self, client: Client, name: str, **details: str) -> Any:
        return client.post(self.url, {"token": self.form(client)["token"], "name": name, **details}, follow=True)

    def at_desk(self, **pressed: str) -> Any:
        """Press a button beside the sign-ups that wait."""
        waiting = [str(sign_up.pk) for sign_up in self.tournament.sign_ups.all()]
        url = reverse("tournament", args=[self.club.evening.public_id])
        return self.club.phone.post(url, {"waiting": waiting, **pressed}, follow=True)

    def enter(self, client: Client, name: str, **details: str) -> Any:
        """Sign somebody up, and let the desk enter everybody who waits."""
        self.sign_up(client, name, **details)
        self.at_desk(confirm="all")
        return client.get(self.url)

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
    assert in_words(noted) == "confirmed the sign-up of Zoé Zimmer, number 3"


def test_nobody_is_entered_or_becomes_a_guest_before_the_desk_confirms() -> None:
    link, stranger = SignUpLink(), Client()
    before = Player.objects.count()
    page = link.sign_up(stranger, "Zoé Zimmer", team="Asse")
    assert "The organisers have to confirm this sign-up." in words_of(page)
    assert "2 entries so far" in words_of(page)
    assert (link.names, Player.objects.count()) == (["Anne Arnaud", "Bruno Braun"], before)
    assert not link.club.club.audit_entries.filter(action=AT_DESK).exists()
    assert "Zoé Zimmer" not in Client().get(link.url).content.decode()


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


def test_a_double_tap_and_a_reload_are_one_entry() -> None:
    link, stranger = SignUpLink(), Client()
    data = {**link.form(stranger), "name": "Zoé Zimmer"}
    pages = [stranger.post(link.url, data, follow=True) for _tap in range(2)]
    assert [words_of(page).count("Take back the sign-up of Zoé Zimmer") for page in pages] == [1, 1]
    link.at_desk(confirm="all")
    assert "You are number 3" in words_of(stranger.post(link.url, data, follow=True))
    assert link.names == ["Anne Arnaud", "Bruno Braun", "Zoé Zimmer"]
    assert not link.tournament.sign_ups.exists()


def test_a_form_that_is_sent_again_with_another_name_makes_no_second_entry() -> None:
    link, stranger = SignUpLink(), Client()
    data = link.form(stranger)
    for name in ("Zoé Zimmer", "Yann Yvon"):
        page = stranger.post(link.url, {**data, "name": name}, follow=True)
        assert "Zoé Zimmer" in words_of(page)
    assert [sign_up.name for sign_up in link.tournament.sign_ups.all()] == ["Zoé Zimmer"]


def test_a_family_enters_from_one_phone_with_a_form_for_each() -> None:
    link, phone = SignUpLink(), Client()
    link.enter(phone, "Zoé Zimmer")
    page = link.enter(phone, "Yann Zimmer")
    assert ("You are number 3" in words_of(page), "You are number 4" in words_of(page)) == (True, True)


@pytest.mark.parametrize("token", ["", "not ours!", "x" * 100, "<script>"])
def test_a_token_that_is_not_ours_is_replaced(token: str) -> None:
    link = SignUpLink()
    Client().post(link.url, {"token": token, "name": "Zoé Zimmer"})
    assert link.tournament.sign_ups.get().key not in ("", token)


# What is refused


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("", "Enter a name."),
        ("x" * 61, "This is longer than 60 characters."),
        ("a\x07b", "can’t be stored or shown"),
    ],
    ids=["blank", "too long", "with a control character"],
)
def test_a_name_is_refused_at_its_field(name: str, words: str) -> None:
    link = SignUpLink()
    page = link.sign_up(Client(), name)
    assert page.status_code == 422
    assert words in page.context["form"].errors["name"][0]
    assert not link.tournament.sign_ups.exists()


@pytest.mark.parametrize("name", ["anne arnaud", "An\u200bne Arnaud", "Zoé Zimmer"])
def test_a_stranger_is_not_told_who_has_entered(name: str) -> None:
    link, stranger = SignUpLink(), Client()
    page = link.sign_up(stranger, name)
    assert page.status_code == 200
    assert "have to confirm this sign-up" in words_of(page)
    assert "already" not in words_of(page)


def test_the_desk_is_told_who_has_entered_already_and_turns_the_name_down() -> None:
    link = SignUpLink()
    link.sign_up(Client(), "anne arnaud")
    page = link.at_desk(confirm="all")
    assert page.status_code == 422
    assert "anne arnaud has not been entered: Anne Arnaud has already entered, with number 1." in words_of(page)
    assert link.at_desk(turn_down=str(link.tournament.sign_ups.get().pk)).status_code == 200
    assert (link.names, link.tournament.sign_ups.count()) == (["Anne Arnaud", "Bruno Braun"], 0)
    (noted,) = link.club.club.audit_entries.filter(action=AT_DESK)
    assert in_words(noted) == "turned down the sign-up of anne arnaud"


def test_html_in_a_name_stays_text_everywhere() -> None:
    link, stranger = SignUpLink(), Client()
    page = link.sign_up(stranger, "<img src=x onerror=alert(1)>", team="<b>team</b>")
    desk_page = link.club.phone.get(reverse("tournament", args=[link.club.evening.public_id]))
    for answer in (page, desk_page):
        assert "&lt;img src=x" in answer.content.decode()
        assert "<img src=x" not in answer.content.decode()


def test_a_stranger_can_sign_up_no_more_people_than_there_are_places() -> None:
    link, stranger = SignUpLink(), Client()
    url = reverse("tournament_sign_up", args=[link.club.evening.public_id])
    assert link.club.phone.post(url, {"open": "yes", "places": "1001"}).status_code == 422
    assert link.club.phone.post(url, {"open": "yes", "places": "4"}).status_code == 302
    statuses = [link.sign_up(stranger, f"Stranger {number}").status_code for number in "ABC"]
    assert statuses == [200, 200, 422]
    assert "All places are taken." in words_of(link.sign_up(stranger, "Stranger D"))
    assert link.tournament.sign_ups.count() == 2
    link.at_desk(turn_down="all")
    assert link.sign_up(Client(), "Zoé Zimmer").status_code == 200


def test_all_means_those_that_the_page_showed() -> None:
    link = SignUpLink()
    link.sign_up(Client(), "Zoé Zimmer")
    shown = link.tournament.sign_ups.get().pk
    link.sign_up(Client(), "Yann Yvon")
    url = reverse("tournament", args=[link.club.evening.public_id])
    link.club.phone.post(url, {"waiting": [str(shown)], "confirm": "all"})
    assert (link.names[-1], link.tournament.sign_ups.get().name) == ("Zoé Zimmer", "Yann Yvon")


def test_a_phone_that_only_watches_neither_sees_nor_enters_those_who_signed_up() -> None:
    link = SignUpLink()
    link.sign_up(Client(), "Zoé Zimmer")
    watcher = browser(name=link.club.watching_phone())
    url = reverse("tournament", args=[link.club.evening.public_id])
    assert "Zoé Zimmer" not in watcher.get(url).content.decode()
    assert watcher.post(url, {"confirm": str(link.tournament.sign_ups.get().pk)}).status_code == 403


def test_sign_ups_that_still_wait_are_deleted_with_the_final_result() -> None:
    link = SignUpLink()
    link.sign_up(Client(), "Zoé Zimmer")
    publication.make_final(link.tournament)
    assert not link.tournament.sign_ups.exists()


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
    link.tournament.evening.final_at = timezone.now()
    link.tournament.evening.save()
    page = stranger.post(link.url, {"token": token, "name": "Zoé Zimmer"})
    assert (page.status_code, "Sign-up through this link is closed." in words_of(page)) == (422, True)
    assert link.names == ["Anne Arnaud", "Bruno Braun"]
    assert 'name="name"' not in stranger.get(link.url).content.decode()


# Taking it back


def test_the_browser_that_signed_up_can_take_that_back_before_it_is_confirmed() -> None:
    link, stranger = SignUpLink(), Client()
    link.sign_up(stranger, "Zoé Zimmer")
    key = link.tournament.sign_ups.get().key
    other = Client()
    link.sign_up(other, "Yann Yvon")
    assert link.take_back(other, key).status_code == 404
    assert [link.take_back(stranger, key).status_code for _tap in range(2)] == [200, 404]
    assert link.tournament.sign_ups.get().name == "Yann Yvon"


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
        entry_payments.tick_fee(link.tournament, entry=entry.pk, paid=True)
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
    phone.post(url, {"open": "yes", "places": "100"})
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
    assert (watcher.get(url).status_code, watcher.post(url, {"open": "yes", "places": "100"}).status_code) == (403, 403)


def test_a_settled_evening_keeps_its_link_as_it_is() -> None:
    link = SignUpLink(is_open=False)
    link.club.settle()
    url = reverse("tournament_sign_up", args=[link.club.evening.public_id])
    assert link.club.phone.post(url, {"open": "yes", "places": "100"}).status_code == 409
