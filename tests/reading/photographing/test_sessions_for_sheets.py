"""A blank sheet photographed outside its session: which sessions are offered, and what happens next."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.play import recording
from scorekeeper.play.models import PhotographedPage, Role, Session
from scorekeeper.reading import kept_pages, refusals
from tests.clubs.clubs import SampleClub
from tests.play.browsers import Form, browser, watcher_of, words_of
from tests.play.tables import FOUR, GARDE, Scorer
from tests.reading.cameras import Camera, error_in, page_of, send
from tests.reading.pages import CODE, pages_of
from tests.reading.two_pages import BLANK, HANDS

pytestmark = pytest.mark.django_db

ADD = "Add it to this session"


def typing(scorer: Scorer) -> str:
    return reverse("type", args=[scorer.session.public_id])


def add(client: Client, session: Session) -> Any:
    return client.post("/sheet/", {"session": session.public_id})


def test_the_page_of_the_session_asks_for_missing_earlier_pages(camera: Camera) -> None:
    scorer = Scorer()
    client, (first, second) = browser(scorer), pages_of(BLANK, HANDS)
    send(client, camera.file("second", [second]))
    assert add(client, scorer.session)["Location"] == page_of(scorer)
    assert "Read so far: page 2. Missing: page 1." in words_of(client.get(page_of(scorer)))
    send(client, camera.file("first", [first]), here=page_of(scorer))
    assert "Record 21 hands" in words_of(client.get(typing(scorer)))


def test_a_sheet_without_names_fits_every_open_session_with_its_rules(camera: Camera) -> None:
    scorer = Scorer()
    other = Scorer(players=("Zoé", *FOUR[1:])).session
    recording.join(other, device=scorer.access.device, role=Role.SCORER, label="")
    client = browser(scorer)
    send(client, camera.file("photo", pages_of(replace(CODE, names=("",) * 4), [GARDE])))
    words = words_of(client.get("/sheet/start/"))
    assert words.count(ADD) == 2


def closed(scorer: Scorer) -> Client:
    scorer.record(GARDE)
    scorer.close()
    return browser(scorer)


def locked(scorer: Scorer) -> Client:
    Session.objects.filter(pk=scorer.session.pk).update(locked_at=scorer.session.started_at)
    return browser(scorer)


NOT_OFFERED = {
    "a stranger": (lambda _scorer: browser(), refusals.ELSEWHERE),
    "somebody who watches": (lambda scorer: watcher_of(scorer.session), refusals.ELSEWHERE),
    "after the end": (closed, refusals.CLOSED),
}


@pytest.mark.parametrize("who", NOT_OFFERED)
def test_a_session_that_may_not_be_written_is_neither_offered_nor_taken(camera: Camera, who: str) -> None:
    scorer = Scorer()
    client_of, sentence = NOT_OFFERED[who]
    client = client_of(scorer)
    send(client, camera.file("photo", pages_of(CODE, [GARDE])))
    assert ADD not in words_of(client.get("/sheet/start/"))
    assert error_in(add(client, scorer.session)) == [str(sentence)]
    assert [page.session for page in PhotographedPage.objects.all()] == [None]


def test_a_locked_session_is_neither_offered_nor_taken(camera: Camera) -> None:
    scorer = Scorer()
    client = locked(scorer)
    send(client, camera.file("photo", pages_of(CODE, [GARDE])))
    assert ADD not in words_of(client.get("/sheet/start/"))
    assert add(client, scorer.session).status_code == 403


@pytest.mark.parametrize(
    "changes",
    [{"first_dealer": 0}, {"names": ("Anne", "Bruno", "Chloé", "Emil")}, {"options": {"round_to_ten": True}}],
    ids=["first dealer", "names", "options"],
)
def test_a_session_of_another_table_is_neither_offered_nor_taken(camera: Camera, changes: dict[str, Any]) -> None:
    scorer = Scorer()
    client = browser(scorer)
    send(client, camera.file("photo", pages_of(replace(CODE, **changes), [GARDE])))
    assert ADD not in words_of(client.get("/sheet/start/"))
    assert error_in(add(client, scorer.session)) == [str(refusals.OTHER_TABLE)]


def test_a_session_of_a_club_is_offered_only_on_its_phone(camera: Camera) -> None:
    ours, theirs = SampleClub("Ours"), SampleClub("Theirs")
    session = ours.start(*FOUR)
    code = replace(CODE, first_dealer=session.stretch.first_dealer)
    for client, offered in ((ours.phone, True), (theirs.phone, False)):
        send(client, camera.file("photo", pages_of(code, [GARDE])))
        assert (ADD in words_of(client.get("/sheet/start/"))) is offered
    add(ours.phone, session)
    assert {(page.session, page.club) for page in PhotographedPage.objects.all()} == {
        (session, ours.club),
        (None, theirs.club),
    }


def test_a_further_page_of_the_same_sheet_joins_those_that_the_session_has(camera: Camera) -> None:
    scorer = Scorer()
    client, (first, second) = browser(scorer), pages_of(BLANK, HANDS)
    send(client, camera.file("first", [first]), here=page_of(scorer))
    send(client, camera.file("second", [second]))
    assert add(client, scorer.session)["Location"] == typing(scorer)
    assert "Record 21 hands" in words_of(client.get(typing(scorer)))


def test_a_second_tap_leads_to_the_same_page(camera: Camera) -> None:
    scorer = Scorer()
    client = browser(scorer)
    send(client, camera.file("photo", pages_of(CODE, [GARDE])))
    form = Form(client.get("/sheet/")).fields
    answers = [client.post("/sheet/", {**form, "session": scorer.session.public_id})["Location"] for _tap in range(2)]
    assert answers == [typing(scorer)] * 2
    assert kept_pages.sheet_of(scorer.session) is not None


# On the page of the session

OFFERED = "You photographed a sheet that has no session yet. Does it belong to this one?"


def add_offered(client: Client, scorer: Scorer) -> Any:
    """Tap the button with which the session's page adds the sheet."""
    page = client.get(page_of(scorer))
    assert OFFERED in words_of(page)
    assert f'value="{scorer.session.public_id}"' in page.content.decode()
    return client.post("/sheet/", {**Form(page, "/sheet/").fields, "session": scorer.session.public_id})


def test_the_page_of_the_session_offers_the_sheet_too(camera: Camera) -> None:
    scorer = Scorer()
    client = browser(scorer)
    send(client, camera.file("photo", pages_of(CODE, [GARDE])))
    assert add_offered(client, scorer)["Location"] == typing(scorer)
    assert "Record 1 hand" in words_of(client.get(typing(scorer)))
    assert OFFERED not in words_of(client.get(page_of(scorer)))


@pytest.mark.parametrize("changes", [{"first_dealer": 0}, {"names": ("Anne", "Bruno", "Chloé", "Emil")}])
def test_a_sheet_of_another_table_is_not_offered_there(camera: Camera, changes: dict[str, Any]) -> None:
    scorer = Scorer()
    client = browser(scorer)
    send(client, camera.file("photo", pages_of(replace(CODE, **changes), [GARDE])))
    assert OFFERED not in words_of(client.get(page_of(scorer)))


def test_the_sheet_of_another_browser_is_not_offered_there(camera: Camera) -> None:
    scorer = Scorer()
    send(browser(), camera.file("photo", pages_of(CODE, [GARDE])))
    assert OFFERED not in words_of(browser(scorer).get(page_of(scorer)))
