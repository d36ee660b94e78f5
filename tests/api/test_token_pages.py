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

from scorekeeper.api import auth
from scorekeeper.api.endpoints import api
from scorekeeper.api.models import ApiToken
from scorekeeper.api.schema import operations
from scorekeeper.clubs import services
from scorekeeper.clubs.models import AuditEntry
from tests.api.api_client import Program
from tests.api.stored_secrets import whole_database
from tests.clubs.clubs import SampleClub, signed_in
from tests.play.browsers import words_of

pytestmark = pytest.mark.django_db

LIST = "/admin/api/apitoken/"
ADD = f"{LIST}add/"
ABOUT = f"{LIST}about/"
SECRET = re.compile(r"score_[-\w]{43}")


def club_and_organiser(name: str = "Coupe-file") -> tuple[SampleClub, Client]:
    sample_club = SampleClub(name, ("Anne",))
    return sample_club, signed_in(sample_club.organiser(f"marion-{sample_club.club.slug}"))


def make(client: Client, sample_club: SampleClub, name: str = "Website") -> Any:
    return client.post(ADD, {"club": sample_club.club.pk, "name": name})


def secret_on(response: Any) -> str:
    found = set(SECRET.findall(response.content.decode()))
    assert len(found) == 1
    return str(found.pop())


def revoke_page(token: ApiToken) -> str:
    return f"{LIST}{token.pk}/revoke/"


def test_a_new_token_is_shown_once_and_grants_access_to_the_club() -> None:
    sample_club, client = club_and_organiser()
    response = make(client, sample_club)
    secret = secret_on(response)
    assert response.status_code == 200
    assert "no-store" in response["Cache-Control"]
    assert "It is shown only once and is not stored" in words_of(response)
    assert Program(authorization=f"Bearer {secret}").get_json("club")["name"] == "Coupe-file"
    made = ApiToken.objects.get()
    assert (made.name, made.created_by, made.club) == ("Website", "marion-coupe-file", sample_club.club)


def test_the_secret_is_on_no_other_page_in_no_row_and_in_no_cookie(caplog: Any) -> None:
    sample_club, client = club_and_organiser()
    response = make(client, sample_club)
    secret = secret_on(response)
    token = ApiToken.objects.get()
    pages = [LIST, ADD, ABOUT, f"{LIST}{token.pk}/change/", f"{LIST}{token.pk}/history/", revoke_page(token)]
    pages += ["/admin/", "/admin/play/session/journal/"]
    assert {SECRET.search(client.get(page).content.decode()) for page in pages} == {None}
    assert secret not in whole_database()
    assert secret not in repr(list(LogEntry.objects.values())) + repr(list(AuditEntry.objects.values()))
    assert secret not in str(client.cookies) + str(response.cookies) + str(dict(client.session))
    assert secret not in str(response.headers) + caplog.text
    assert secret not in response.wsgi_request.get_full_path()


def test_resubmitting_the_form_creates_no_second_token() -> None:
    sample_club, client = club_and_organiser()
    make(client, sample_club)
    again = make(client, sample_club)
    assert "There is already a token with this name." in words_of(again)
    assert not SECRET.search(again.content.decode())
    assert ApiToken.objects.count() == 1


@pytest.mark.parametrize("name", ["", "   ", "a\x07b", "x" * 61])
def test_an_invalid_name_is_refused_at_its_field(name: str) -> None:
    sample_club, client = club_and_organiser()
    response = make(client, sample_club, name)
    assert (response.status_code, ApiToken.objects.count()) == (200, 0)
    assert set(response.context["adminform"].form.errors) == {"name"}


def test_an_organiser_of_two_clubs_chooses_the_club_of_a_token() -> None:
    sample_club, client = club_and_organiser()
    other, strange = SampleClub("Other", ()), SampleClub("Strange", ())
    services.make_organiser(other.club, User.objects.get())
    assert make(client, other).status_code == 200
    assert set(make(client, strange).context["adminform"].form.errors) == {"club"}
    assert [(token.club.name, token.name) for token in ApiToken.objects.all()] == [("Other", "Website")]
    assert make(client, sample_club).status_code == 200


def test_the_list_tells_tokens_apart() -> None:
    sample_club, client = club_and_organiser()
    program = Program(sample_club.club, name="Spreadsheet")
    program.get_json("club")
    revoked, _secret = auth.issue(sample_club.club, "Old website", by="jean")
    auth.revoke(revoked)
    rows = client.get(LIST).context["cl"].result_list
    assert [(token.name, token.last_used_at is None, token.revoked_at is None) for token in rows] == [
        ("Old website", True, False),
        ("Spreadsheet", False, True),
    ]
    words = words_of(client.get(LIST))
    assert program.secret[:10] + "…" in words
    assert "jean" in words
    assert [token.name for token in client.get(f"{LIST}?revoked=no").context["cl"].result_list] == ["Spreadsheet"]
    assert [token.name for token in client.get(f"{LIST}?revoked=yes").context["cl"].result_list] == ["Old website"]


def test_revoking_asks_first_and_takes_effect_at_once() -> None:
    sample_club, client = club_and_organiser()
    program = Program(sample_club.club, name="Website")
    assert program.token
    asks = client.get(revoke_page(program.token))
    assert "loses access immediately" in words_of(asks)
    assert program.ask("club").status_code == 200
    response = client.post(revoke_page(program.token), follow=True)
    assert "“Website” has been revoked." in words_of(response)
    assert program.ask("club").status_code == 401
    client.post(revoke_page(program.token))
    assert "This token was revoked on" in words_of(client.get(revoke_page(program.token)))
    assert AuditEntry.objects.filter(model="api.apitoken").count() == 1


def test_the_audit_log_records_who_created_and_revoked_a_token() -> None:
    sample_club, client = club_and_organiser()
    make(client, sample_club)
    client.post(revoke_page(ApiToken.objects.get()))
    words = words_of(client.get("/admin/play/session/journal/"))
    assert re.search(r"marion-coupe-file Revoked\. Website .*marion-coupe-file Added\. Website", words)


def test_a_token_cannot_be_changed_or_deleted() -> None:
    sample_club, client = club_and_organiser()
    token, _secret = auth.issue(sample_club.club, "Website")
    client.post(f"{LIST}{token.pk}/change/", {"name": "Stolen", "club": sample_club.club.pk})
    client.post(f"{LIST}{token.pk}/delete/", {"post": "yes"})
    assert ApiToken.objects.get().name == "Website"


def test_an_organiser_of_another_club_can_neither_see_nor_revoke_a_token() -> None:
    sample_club, _client = club_and_organiser()
    program = Program(sample_club.club, name="Website of ours")
    assert program.token
    theirs = club_and_organiser("Other")[1]
    for page in (LIST, f"{LIST}{program.token.pk}/change/", revoke_page(program.token)):
        assert "Website of ours" not in theirs.get(page, follow=True).content.decode()
    assert theirs.post(revoke_page(program.token)).status_code == 404
    assert program.ask("club").status_code == 200


def test_only_organisers_see_the_token_pages() -> None:
    assert "/admin/login/" in Client().get(ABOUT)["Location"]
    nobody = User.objects.create_user("nobody", password="spades and clubs", is_staff=True)
    assert signed_in(nobody).get(ABOUT).status_code == 404


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_the_page_about_the_api_lists_every_address_with_the_host(language: str, settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["cards.example.org"]
    _sample_club, client = club_and_organiser()
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


def test_the_examples_on_the_page_work() -> None:
    sample_club, client = club_and_organiser()
    program = Program(sample_club.club)
    commands = re.findall(r"<code>(curl .+?)</code>", client.get(ABOUT).content.decode())
    assert len(commands) == 4
    for command in commands:
        params = re.fullmatch(r'curl -H "Authorization: Bearer \$TOKEN" "\S+?/api/v1/(\S+)"', unescape(command))
        assert params
        assert program.ask(params[1]).status_code == (404 if "/ID/" in params[1] else 200)
