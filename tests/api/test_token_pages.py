"""Tokens in the panel: created, shown once, listed, revoked; and the page on what the API can do."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import User
from django.test import Client
from django.utils import translation

from scorekeeper.api import tokens
from scorekeeper.api.api import api
from scorekeeper.api.models import ApiToken
from scorekeeper.api.schema import operations
from scorekeeper.clubs import services
from scorekeeper.clubs.models import AuditEntry
from tests.api.api_client import Program
from tests.api.test_tokens import whole_database
from tests.clubs.clubs import House, signed_in
from tests.play.browsers import words_of

pytestmark = pytest.mark.django_db

LIST = "/admin/api/apitoken/"
ADD = f"{LIST}add/"
ABOUT = f"{LIST}about/"
SECRET = re.compile(r"score_[-\w]{43}")


def office(name: str = "Coupe-file") -> tuple[House, Client]:
    house = House(name, ("Anne",))
    return house, signed_in(house.organiser(f"marion-{house.club.slug}"))


def make(client: Client, house: House, name: str = "Website") -> Any:
    return client.post(ADD, {"club": house.club.pk, "name": name})


def secret_on(answer: Any) -> str:
    found = set(SECRET.findall(answer.content.decode()))
    assert len(found) == 1
    return str(found.pop())


def revoke_page(token: ApiToken) -> str:
    return f"{LIST}{token.pk}/revoke/"


def test_a_token_is_shown_on_the_answer_to_its_form_and_opens_the_club() -> None:
    house, client = office()
    answer = make(client, house)
    secret = secret_on(answer)
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"]
    assert "It is shown only once and is not stored" in words_of(answer)
    assert Program(authorization=f"Bearer {secret}").told("club")["name"] == "Coupe-file"
    made = ApiToken.objects.get()
    assert (made.name, made.created_by, made.club) == ("Website", "marion-coupe-file", house.club)


def test_the_secret_is_on_no_other_page_in_no_row_and_in_no_cookie(caplog: Any) -> None:
    house, client = office()
    answer = make(client, house)
    secret = secret_on(answer)
    token = ApiToken.objects.get()
    pages = [LIST, ADD, ABOUT, f"{LIST}{token.pk}/change/", f"{LIST}{token.pk}/history/", revoke_page(token)]
    pages += ["/admin/", "/admin/play/session/journal/"]
    assert {SECRET.search(client.get(page).content.decode()) for page in pages} == {None}
    assert secret not in whole_database()
    assert secret not in repr(list(LogEntry.objects.values())) + repr(list(AuditEntry.objects.values()))
    assert secret not in str(client.cookies) + str(answer.cookies) + str(dict(client.session))
    assert secret not in str(answer.headers) + caplog.text
    assert secret not in answer.wsgi_request.get_full_path()


def test_a_form_that_is_sent_again_makes_no_second_token() -> None:
    house, client = office()
    make(client, house)
    again = make(client, house)
    assert "There is already a token with this name." in words_of(again)
    assert not SECRET.search(again.content.decode())
    assert ApiToken.objects.count() == 1


@pytest.mark.parametrize("name", ["", "   ", "a\x07b", "x" * 61])
def test_a_name_that_is_none_is_refused_at_its_field(name: str) -> None:
    house, client = office()
    answer = make(client, house, name)
    assert (answer.status_code, ApiToken.objects.count()) == (200, 0)
    assert set(answer.context["adminform"].form.errors) == {"name"}


def test_an_organiser_of_two_clubs_says_for_which_a_token_is_and_of_no_other() -> None:
    house, client = office()
    other, strange = House("Other", ()), House("Strange", ())
    services.make_organiser(other.club, User.objects.get())
    assert make(client, other).status_code == 200
    assert set(make(client, strange).context["adminform"].form.errors) == {"club"}
    assert [(token.club.name, token.name) for token in ApiToken.objects.all()] == [("Other", "Website")]
    assert make(client, house).status_code == 200


def test_the_list_tells_the_tokens_apart() -> None:
    house, client = office()
    program = Program(house.club, name="Spreadsheet")
    program.told("club")
    gone, _secret = tokens.issue(house.club, "Old website", by="jean")
    tokens.revoke(gone)
    rows = client.get(LIST).context["cl"].result_list
    assert [(one.name, one.last_used_at is None, one.revoked_at is None) for one in rows] == [
        ("Old website", True, False),
        ("Spreadsheet", False, True),
    ]
    words = words_of(client.get(LIST))
    assert program.secret[:10] + "…" in words
    assert "jean" in words
    assert [one.name for one in client.get(f"{LIST}?revoked=no").context["cl"].result_list] == ["Spreadsheet"]
    assert [one.name for one in client.get(f"{LIST}?revoked=yes").context["cl"].result_list] == ["Old website"]


def test_revoking_asks_first_and_works_at_once() -> None:
    house, client = office()
    program = Program(house.club, name="Website")
    assert program.token
    asks = client.get(revoke_page(program.token))
    assert "loses access immediately" in words_of(asks)
    assert program.ask("club").status_code == 200
    answer = client.post(revoke_page(program.token), follow=True)
    assert "“Website” has been revoked." in words_of(answer)
    assert program.ask("club").status_code == 401
    client.post(revoke_page(program.token))
    assert "This token was revoked on" in words_of(client.get(revoke_page(program.token)))
    assert AuditEntry.objects.filter(model="api.apitoken").count() == 1


def test_the_journal_says_who_made_and_who_revoked_a_token() -> None:
    house, client = office()
    make(client, house)
    client.post(revoke_page(ApiToken.objects.get()))
    words = words_of(client.get("/admin/play/session/journal/"))
    assert re.search(r"marion-coupe-file Revoked\. Website .*marion-coupe-file Added\. Website", words)


def test_a_token_is_neither_changed_nor_deleted() -> None:
    house, client = office()
    token, _secret = tokens.issue(house.club, "Website")
    client.post(f"{LIST}{token.pk}/change/", {"name": "Stolen", "club": house.club.pk})
    client.post(f"{LIST}{token.pk}/delete/", {"post": "yes"})
    assert ApiToken.objects.get().name == "Website"


def test_another_clubs_organiser_can_neither_see_nor_revoke_a_token() -> None:
    house, _client = office()
    program = Program(house.club, name="Website of ours")
    assert program.token
    theirs = office("Other")[1]
    for page in (LIST, f"{LIST}{program.token.pk}/change/", revoke_page(program.token)):
        assert "Website of ours" not in theirs.get(page, follow=True).content.decode()
    assert theirs.post(revoke_page(program.token)).status_code == 404
    assert program.ask("club").status_code == 200


def test_only_who_looks_after_a_club_sees_the_pages() -> None:
    assert "/admin/login/" in Client().get(ABOUT)["Location"]
    nobody = User.objects.create_user("nobody", password="spades and clubs", is_staff=True)
    assert signed_in(nobody).get(ABOUT).status_code == 404


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_the_page_about_the_api_has_every_address_with_this_one_in_front(language: str, settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["cards.example.org"]
    _house, client = office()
    page = client.get(ABOUT, headers={"accept-language": language, "host": "cards.example.org"})
    words = words_of(page)
    with translation.override(language):
        summaries = [" ".join(translation.gettext(summary).split()) for _address, summary in operations(api)]
    assert [address for address, _summary in operations(api) if address not in words] == []
    assert [summary for summary in summaries if summary not in words] == []
    if language != "en":
        assert not set(summaries) & {summary for _address, summary in operations(api)}
    assert page.context["schema"] == "http://cards.example.org/api/v1/openapi.json"
    assert words.count('"http://cards.example.org/api/v1/') == 4


def test_the_examples_of_the_page_are_answered() -> None:
    house, client = office()
    program = Program(house.club)
    commands = re.findall(r"<code>(curl .+?)</code>", client.get(ABOUT).content.decode())
    assert len(commands) == 4
    for command in commands:
        asked = re.fullmatch(r'curl -H "Authorization: Bearer \$TOKEN" "\S+?/api/v1/(\S+)"', unescape(command))
        assert asked
        assert program.ask(asked[1]).status_code == (404 if "/ID/" in asked[1] else 200)
