"""Closing a session while rows of its photographed sheet aren't recorded."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.play.models import PhotographedPage, Session
from tests.desk.rounds.club_rounds import table
from tests.play.browsers import Form, words_of
from tests.play.tables import GARDE, PASSED, Scorer
from tests.reading.reader import THREE, Reader, keep

pytestmark = pytest.mark.django_db

WAIT = "Rows of the photographed sheet aren’t recorded yet and don’t count."


def half_recorded() -> Reader:
    """A session with the photo of three hands, the first of which is recorded."""
    reader = Reader(*THREE)
    reader.look()
    reader.record(**reader.button("until", "(row 1)"))
    return reader


def closing_page(reader: Reader) -> Any:
    return reader.client.get(f"/s/{reader.scorer.session.public_id}/close/")


def is_closed(reader: Reader) -> bool:
    return Session.objects.get(pk=reader.scorer.session.pk).closed_at is not None


def test_the_closing_page_says_that_rows_wait_and_leads_to_them() -> None:
    reader = half_recorded()
    page = closing_page(reader)
    words = words_of(page)
    assert f"{WAIT} If you close the session, its photo is deleted." in words
    assert f'href="{reader.here}">Record these rows first' in page.content.decode()
    assert "Close without these rows" in words
    response = reader.client.post(f"/s/{reader.scorer.session.public_id}/close/", Form(page).fields)
    assert response.status_code == 302
    assert is_closed(reader)
    assert not PhotographedPage.objects.exists()


def test_without_waiting_rows_the_closing_page_mentions_none() -> None:
    reader = half_recorded()
    reader.record()
    words = words_of(closing_page(reader))
    assert "photographed sheet" not in words
    assert "Close and settle" in words


def test_a_row_that_waits_again_after_an_undo_is_mentioned() -> None:
    reader = half_recorded()
    reader.record()
    reader.scorer.session.refresh_from_db()
    reader.scorer.undo()
    assert WAIT in words_of(closing_page(reader))
    reader.scorer.record(PASSED)
    assert WAIT not in words_of(closing_page(reader))


def test_a_photo_of_recorded_hands_is_not_mentioned() -> None:
    reader = Reader(scorer=Scorer())
    reader.scorer.record(GARDE)
    keep(reader.scorer, [GARDE])
    assert WAIT not in words_of(closing_page(reader))
    keep(reader.scorer, [GARDE, PASSED])
    assert WAIT in words_of(closing_page(reader))


def test_a_photo_that_arrives_after_the_page_was_opened_is_asked_about() -> None:
    reader = Reader(scorer=Scorer())
    reader.scorer.record(GARDE)
    fields = Form(closing_page(reader)).fields
    keep(reader.scorer, THREE)
    response = reader.client.post(f"/s/{reader.scorer.session.public_id}/close/", fields)
    assert response.status_code == 409
    assert WAIT in words_of(response)
    assert not is_closed(reader)
    assert PhotographedPage.objects.exists()


def test_the_closing_page_does_not_promise_that_nothing_is_lost_if_all_rows_wait() -> None:
    words = words_of(closing_page(Reader(*THREE)))
    assert WAIT in words
    assert "so nothing is lost" not in words


def test_changing_players_asks_about_waiting_rows_too() -> None:
    reader = half_recorded()
    here = f"/s/{reader.scorer.session.public_id}/change-players/"
    page = reader.client.get(here)
    assert WAIT in words_of(page)
    fields = {**Form(page).fields, "leaves": "0", "name": "Emil"}
    asked = {name: value for name, value in fields.items() if name != "rows"}
    assert reader.client.post(here, asked).status_code == 409
    assert PhotographedPage.objects.exists()
    assert reader.client.post(here, fields).status_code == 302
    assert not PhotographedPage.objects.exists()


def test_agreement_does_not_end_the_round_while_rows_wait() -> None:
    reader = Reader(scorer=table())
    page = reader.client.get(f"/s/{reader.scorer.session.public_id}/")
    fields = Form(page, "/agree/").fields
    keep(reader.scorer, THREE)
    response = reader.client.post(f"/s/{reader.scorer.session.public_id}/agree/", fields)
    assert response.status_code == 409
    assert "Rows of the photographed sheet aren’t recorded yet." in words_of(response)
    assert not is_closed(reader)
