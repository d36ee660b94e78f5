"""Who may keep a copy of a page: nobody, if it shows a secret; otherwise the browser that requested it."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.test import Client

from scorekeeper.clubs.models import Club
from scorekeeper.desk import calendar
from scorekeeper.devtools.everything.addresses import addresses
from scorekeeper.devtools.everything.club import PASSWORD, Everything, everything
from scorekeeper.play import recording
from scorekeeper.play.models import Board, Session
from tests.accounts.member_logins import phone_of
from tests.clubs.clubs import signed_in
from tests.play.browsers import browser
from tests.play.tables import GARDE, Scorer

pytestmark = pytest.mark.django_db

SHOW_SECRETS = {
    *("board", "share", "evening_links", "dates"),
    *("admin:index", "admin:clubs_club_link", "admin:clubs_player_login"),
    *("admin:play_session_change", "admin:play_session_changelist", "admin:second_factor"),
}
"""Pages with a link that lets others in. Pages behind such a link have their own address in them."""
LED_TO = {"join", "join_club", "linked_board", "set_password"}


def words_of(header: str) -> set[str]:
    return {word.strip() for word in header.split(",")}


def secrets_of(rows: Everything) -> set[str]:
    """Return everything that grants access: at a table, at a board, in the club or by a password."""
    tokens = {token for pair in Session.objects.values_list("scorer_token", "watch_token") for token in pair}
    boards = set(Board.objects.values_list("token", flat=True))
    clubs = {token for club in Club.objects.all() for token in (club.phones_token, calendar.token_of(club))}
    made_anew = {"/club/set-password/", 'id="secret"'}  # by the page that shows one
    return tokens | boards | clubs | made_anew | {rows.api_secret}


def walked(rows: Everything) -> Iterator[tuple[str, str, bool]]:
    """Return every address by name, its caching header, and whether the page contains a secret."""
    phone = browser(name=rows.club_phone)
    organiser = signed_in(rows.administrator)
    recording.share_board(rows.club_phone)
    app, panel = (addresses(rows, of_the_panel=panel) for panel in (False, True))
    secrets = secrets_of(rows)
    visits = [(Client(), app), (phone, app), (phone_of("anne", PASSWORD), app), (Client(), panel), (organiser, panel)]
    for client, found in visits:
        for name, address in found.items():
            if name == "admin:logout":
                continue
            response = client.get(address)
            body = b"".join(response) if response.streaming else response.content
            yield name, response.headers.get("Cache-Control", ""), any(secret.encode() in body for secret in secrets)


@pytest.mark.thorough
def test_pages_with_secrets_are_not_cached_and_others_only_privately() -> None:
    found = list(walked(everything()))
    assert {name for name, response, secret in found if secret and "no-store" not in words_of(response)} == set()
    assert {name for name, response, _secret in found if not words_of(response) & {"private", "no-store"}} == set()
    assert {name for name, _response, secret in found if secret} == SHOW_SECRETS | LED_TO


def test_a_refused_share_page_is_not_cached_either() -> None:
    scorer = Scorer()
    form = {"whom": str(scorer.access.pk), "revision": str(scorer.session.revision), "token": "t" * 16}
    response = browser(scorer).post(f"/s/{scorer.session.public_id}/share/shut-out/", form)
    assert response.status_code == 422
    assert scorer.session.scorer_token in response.content.decode()
    assert "no-store" in words_of(response.headers["Cache-Control"])


def test_a_table_may_be_cached_by_the_browser_for_the_back_button() -> None:
    scorer = Scorer()
    response = browser(scorer).get(f"/s/{scorer.session.public_id}/")
    assert words_of(response.headers["Cache-Control"]) == {"private", "no-cache"}


def test_the_page_of_a_closed_table_has_no_secret_so_it_may_be_kept_too() -> None:
    scorer = Scorer()
    scorer.record(GARDE)
    scorer.close()
    response = browser(scorer).get(f"/s/{scorer.session.public_id}/")
    assert not {scorer.session.watch_token, scorer.session.scorer_token} & set(
        re.findall(r"[\w-]+", response.content.decode())
    )
    assert words_of(response.headers["Cache-Control"]) == {"private", "no-cache"}


@pytest.mark.parametrize("address", ["/nowhere/", "/s/nowhere/", "/admin/nowhere/"])
def test_error_responses_are_not_cached_by_proxies(address: str) -> None:
    assert words_of(Client().get(address).headers["Cache-Control"]) & {"private", "no-store"}


def test_static_files_may_be_cached_by_everybody() -> None:
    response = Client().get("/static/css/tokens.css")
    assert "private" not in response.headers["Cache-Control"]
    b"".join(response)
