"""What hits many rows at once or can't be undone asks first, without a script, and says what it did."""

from __future__ import annotations

import pytest
from django.test import Client

from scorekeeper.accounts import logins
from scorekeeper.clubs.models import AuditEntry, Player
from scorekeeper.play.models import Session
from tests.clubs.clubs import SampleClub, signed_in
from tests.organisers.panel_pages import SESSIONS_PAGE, SessionPage
from tests.play.browsers import Form, words_of

pytestmark = pytest.mark.django_db


def answered(client: Client, asked: object, address: str) -> str:
    """Tap on the button of the page that asks; return what the next page says."""
    return words_of(client.post(address, {**Form(asked).fields, "confirmed": "yes"}, follow=True))


@pytest.mark.parametrize(
    ("action", "words", "done"),
    [
        ("lock", "The phones at these tables can’t record anything", "Locked. 25 sessions."),
        ("close", "These sessions end, and their results count.", "Closed. 25 sessions."),
        ("renew_links", "The old links stop working, and this can’t be undone.", "Links renewed. 25 sessions."),
    ],
)
def test_an_action_on_many_sessions_names_them_first(action: str, words: str, done: str) -> None:
    sample_club = SampleClub()
    sessions = [sample_club.start() for _number in range(25)]
    client = signed_in(sample_club.organiser())
    before = list(Session.objects.order_by("pk").values_list("revision", "scorer_token"))
    form = {"action": action, "_selected_action": [session.pk for session in sessions], "index": "0"}
    asked = client.post(SESSIONS_PAGE, form)
    assert words in words_of(asked)
    assert words_of(asked).count(", ".join(seat.name for seat in sessions[0].seats)) == 20
    assert "and 5 more" in words_of(asked)
    assert list(Session.objects.order_by("pk").values_list("revision", "scorer_token")) == before
    chosen = {**form, **Form(asked).fields, "_selected_action": form["_selected_action"], "confirmed": "yes"}
    assert done in words_of(client.post(SESSIONS_PAGE, chosen, follow=True))
    assert not set(Session.objects.values_list("revision", "scorer_token")) & set(before)


@pytest.mark.parametrize(
    ("verb", "words", "done"),
    [("delete", "A deleted session doesn’t count.", "Session deleted."), ("renew", "this can’t be undone", "renewed.")],
)
def test_the_page_of_a_session_asks(verb: str, words: str, done: str) -> None:
    page = SessionPage()
    address = f"{page.page}action/"
    fields = Form(page.client.get(f"{page.page}change/"), "/action/").fields
    asked = page.client.post(address, {**fields, "verb": verb})
    assert words in words_of(asked)
    assert page.verbs()[-1][0] == "record"
    assert done in answered(page.client, asked, address)
    assert page.verbs()[-1][0] == verb


@pytest.mark.parametrize(
    ("verb", "words", "done"),
    [
        ("take_away", "The member can no longer sign in. Their results stay.", "Anna can no longer sign in."),
        ("renew", "signed-in phones are signed out", "The old password and the old link no longer work."),
    ],
)
def test_a_login_is_reset_or_removed_only_when_confirmed(verb: str, words: str, done: str) -> None:
    sample_club = SampleClub(members=("Anne",))
    anne = sample_club.club.players.get()
    logins.give(anne, "anna")
    client = signed_in(sample_club.organiser())
    address = f"/admin/clubs/player/{anne.pk}/login/"
    asked = client.post(address, {"verb": verb, "of": anne.pk})
    assert words in words_of(asked)
    assert not AuditEntry.objects.exists()
    assert done in answered(client, asked, address)
    assert (Player.objects.get().user is None) is (verb == "take_away")
