"""The welcome question: who can answer it, what the answers do, and when it is over."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from games.scoring.documents import LONGEST_NAME
from scorekeeper.clubs.models import Club, Organiser
from scorekeeper.operations.logs import hidden
from scorekeeper.web import throttling
from scorekeeper.welcome import address, first_answer
from scorekeeper.welcome.models import Answer, FirstAnswer
from tests.clubs.clubs import SampleClub
from tests.play.browsers import words_of
from tests.play.tables import Scorer

pytestmark = pytest.mark.django_db

CLUB = {
    "name": "Les Atouts",
    "username": "marion",
    "password1": "spades and clubs",
    "password2": "spades and clubs",
}


@pytest.fixture
def link() -> str:
    return address.new_path()


def answer(client: Client, link: str, given: str) -> Any:
    return client.post(link, {"answer": given})


# The address


def test_every_start_prints_another_address_and_each_of_them_asks() -> None:
    links = {address.to_print("192.168.1.20", 8000) for _start in range(3)}
    assert len(links) == 3
    for printed in links:
        assert printed.startswith("http://192.168.1.20:8000/welcome/")
        assert len(printed) < 80
        assert Client().get(printed.removeprefix("http://192.168.1.20:8000")).status_code == 200


def test_the_printed_host_is_one_that_the_server_answers_to(settings: Any) -> None:
    settings.ALLOWED_HOSTS, settings.ALLOWED_HOSTS_GIVEN = [".example.org", "cards.example.org"], True
    assert address.to_print("172.17.0.2", 8000).startswith("http://cards.example.org:8000/welcome/")
    settings.HTTPS = True
    assert address.to_print("172.17.0.2", 8000).startswith("https://cards.example.org/welcome/")


def test_a_wrong_secret_is_a_wrong_link_and_is_counted(link: str, settings: Any) -> None:
    settings.LIMITS = {**settings.LIMITS, "misses": (3, 600)}
    throttling.forget()
    stranger = Client()
    for wrong in (f"{link[:-2]}/", f"{link[:-1]}x/", "/welcome/x/"):
        assert stranger.get(wrong).status_code == 404
    assert stranger.get("/welcome/x/").status_code == 429
    assert stranger.post("/welcome/x/club/", CLUB).status_code == 302  # not a page that contains the password
    assert not Club.objects.exists()
    assert stranger.get(link).status_code == 200
    throttling.forget()


def test_another_secret_key_knows_no_address_of_the_old_one(link: str, settings: Any) -> None:
    settings.SECRET_KEY = "x" * 50
    assert Client().get(link).status_code == 404


def test_the_secret_is_in_no_log_and_in_no_search_engine(link: str) -> None:
    assert hidden(f"GET {link} 200") == "GET /welcome/…/ 200"
    assert hidden(f"GET {link}club/ 200") == "GET /welcome/…/club/ 200"
    response = Client().get(link)
    assert response["X-Robots-Tag"] == "noindex"
    assert "no-store" in response["Cache-Control"]


def test_nobody_finds_the_question_without_the_address() -> None:
    stranger = Client()
    home = stranger.get("/")
    assert home.status_code == 200
    assert "/welcome/" not in home.content.decode()
    assert stranger.get("/demo/").status_code == 404
    assert stranger.post("/demo/throw-away/").status_code == 302
    assert stranger.get("/demo/throw-away/").status_code == 405
    assert first_answer.is_open()


# When it is over


@pytest.mark.parametrize("real", [Scorer, SampleClub, lambda: User.objects.create_superuser("root")])
def test_the_question_is_over_once_something_real_was_entered(link: str, real: Any) -> None:
    real()
    before = (Club.objects.count(), User.objects.count())
    assert address.to_print("192.168.1.20", 8000) == ""
    for response in (
        Client().get(link),
        answer(Client(), link, "home"),
        answer(Client(), link, "demo"),
    ):
        assert (response.status_code, response["Location"]) == (302, "/")
    assert Client().get(f"{link}club/")["Location"] == link
    assert Client().post(f"{link}club/", CLUB).status_code == 409
    assert (Club.objects.count(), User.objects.count()) == before
    assert not FirstAnswer.objects.exists()


def test_a_session_played_between_the_question_and_the_answer_ends_it(
    link: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    Scorer()
    monkeypatch.setattr(first_answer, "is_awaited", lambda: True)  # as it was a moment ago
    assert answer(Client(), link, "home")["Location"] == link
    assert answer(Client(), link, "demo")["Location"] == link
    assert not FirstAnswer.objects.exists()


# At home


def test_home_ends_the_question_for_good_and_says_how_to_begin(link: str) -> None:
    client = Client()
    response = answer(client, link, "home")
    assert response["Location"] == reverse("ready")
    words = words_of(client.get(response["Location"]))
    assert "French Tarot" in words
    assert "On other phones" in words
    assert not first_answer.is_awaited()
    assert Client().get(link)["Location"] == "/"
    assert answer(client, link, "home")["Location"] == "/"  # a second tap
    assert answer(client, link, "demo")["Location"] == "/"
    assert FirstAnswer.objects.get().answer == Answer.HOME


# A club


def test_a_club_is_created_with_its_organiser_who_continues_in_the_panel(link: str) -> None:
    client = Client()
    response = client.post(f"{link}club/", CLUB)
    assert response["Location"] == reverse("admin:index")
    club = Club.objects.get()
    organiser = Organiser.objects.get(club=club).user
    assert (club.name, club.slug, organiser.username) == ("Les Atouts", "les-atouts", "marion")
    assert organiser.check_password("spades and clubs")
    page = client.get(response["Location"])
    steps = [reverse("admin:clubs_player_add_several"), reverse("admin:clubs_club_link", args=[club.pk])]
    steps.append(reverse("admin:evenings_evening_start"))
    assert [step in page.content.decode() for step in steps] == [True] * 3
    assert page.context["user"] == organiser
    assert reverse("admin:second_factor") in page.content.decode()


@pytest.mark.parametrize("looks_open", [True, False])
def test_a_second_tap_and_another_browser_are_told_that_their_entries_were_not_used(
    link: str, looks_open: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    Client().post(f"{link}club/", CLUB)
    for name in ("Les Atouts", "Another club"):
        late = Client()
        with monkeypatch.context() as a_moment_ago:
            if looks_open:
                a_moment_ago.setattr(first_answer, "is_open", iter([True, False]).__next__)
            response = late.post(f"{link}club/", {**CLUB, "name": name, "username": "bruno"})
        assert response.status_code == 409
        assert "your entries were not used" in words_of(response)
        assert late.get(link)["Location"] == "/"
        assert late.get("/admin/").status_code == 302
    assert (Club.objects.count(), User.objects.count()) == (1, 1)


@pytest.mark.parametrize(
    ("changed", "field", "message"),
    [
        ({"name": " "}, "name", "This field is required."),
        ({"name": "Les \x07"}, "name", "This contains a character that can’t be stored or shown."),
        ({"name": "x" * (LONGEST_NAME + 1)}, "name", f"This is longer than {LONGEST_NAME} characters."),
        ({"username": "marion dupont!"}, "username", "Enter a valid username."),
        ({"password2": "other"}, "password2", "The two password fields didn’t match."),
        ({"password1": "12345", "password2": "12345"}, "password2", "This password is too short."),
    ],
)
def test_errors_are_reported_at_their_field_and_the_rest_is_kept(
    link: str, changed: dict[str, str], field: str, message: str
) -> None:
    response = Client().post(f"{link}club/", {**CLUB, **changed})
    assert response.status_code == 422
    form = response.context["form"]
    assert message in " ".join(form.errors[field])
    assert form.errors.keys() == {field}
    shown = response.content.decode()
    assert f'id="id_{field}_error"' in shown
    for kept in {"name", "username"} - {field}:
        assert f'value="{CLUB[kept]}"' in shown
    assert not re.search(r'type="password"[^>]*value=', shown)
    assert not Club.objects.exists()
    assert not User.objects.exists()


def test_only_one_answer_can_be_stored() -> None:
    first_answer.answer_home()
    for later in (
        first_answer.answer_home,
        lambda: first_answer.answer_club("Les Atouts", User(username="marion")),
        lambda: first_answer.answer_demo("Les Atouts", User(username="marion")),
    ):
        with pytest.raises(first_answer.AlreadyAnsweredError):
            later()
    assert not Club.objects.exists()
    assert not User.objects.exists()
