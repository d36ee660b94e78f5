"""The notice at the table that rows of the photographed sheet wait: who sees it, and until when."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scorekeeper.reading import kept_pages
from tests.play.browsers import HTMX, Form, watcher_of, words_of
from tests.play.tables import GARDE, PASSED
from tests.reading.pages import CODE, pages_of
from tests.reading.reader import THREE, Reader, keep, say_done

pytestmark = pytest.mark.django_db

WAIT = "Rows of the photographed sheet aren’t recorded yet."
FORMS = (
    {"call": "garde", "taker": "0", "bouts": "2", "points-tens": "4", "points-units": "9"},
    {"call": "prise", "taker": "1", "bouts": "2", "points-tens": "4", "points-units": "4"},
    {"call": "passed"},
)
"""What the table sends for the hands of `THREE`."""


def table(reader: Reader) -> Any:
    return reader.client.get(f"/s/{reader.scorer.session.public_id}/")


def record_at_table(reader: Reader, form: dict[str, Any]) -> Any:
    """Record a hand with the form of the table; return the table in the response."""
    fields = {**Form(table(reader), "/record/").fields, **form}
    answer = reader.client.post(f"/s/{reader.scorer.session.public_id}/record/", fields, headers=HTMX)
    assert answer.status_code == 200, words_of(answer)
    return answer


@pytest.mark.parametrize(
    ("language", "says"),
    [
        ("en", f"{WAIT} Record these rows first"),
        ("de", "Zeilen der fotografierten Liste sind noch nicht eingetragen. Zuerst diese Zeilen eintragen"),
        (
            "fr",
            "Des lignes de la feuille photographiée ne sont pas encore enregistrées. Enregistrer d’abord ces lignes",
        ),
    ],
)
def test_the_table_says_that_rows_wait_and_leads_to_them(language: str, says: str) -> None:
    reader = Reader(*THREE)
    reader.client.defaults["HTTP_ACCEPT_LANGUAGE"] = language
    page = table(reader)
    assert says in words_of(page)
    assert f'class="button" href="{reader.here}"' in page.content.decode()


def test_the_notice_stays_until_the_last_row_is_recorded() -> None:
    reader = Reader(*THREE)
    reader.look()
    reader.record(**reader.button("until", "(row 1)"))
    assert WAIT in words_of(table(reader))
    reader.record()
    assert WAIT not in words_of(table(reader))


def test_the_answer_to_a_hand_at_the_table_says_whether_rows_still_wait() -> None:
    reader = Reader(*THREE)
    assert [WAIT in words_of(record_at_table(reader, form)) for form in FORMS] == [True, True, True]


def test_there_is_no_notice_for_watchers_or_without_a_photo() -> None:
    reader = Reader(*THREE)
    assert WAIT not in words_of(watcher_of(reader.scorer.session).get(f"/s/{reader.scorer.session.public_id}/"))
    assert WAIT not in words_of(table(Reader()))


def test_a_row_that_holds_no_hand_does_not_wait() -> None:
    reader = Reader(PASSED)
    reader.look()
    assert say_done(reader, 1).status_code == 302
    assert WAIT not in words_of(table(reader))


def test_rows_of_a_later_page_wait_once_the_first_page_is_there() -> None:
    reader = Reader()
    first, second = pages_of(replace(CODE, rows=24, session=reader.scorer.session.public_id), [GARDE] * 20)
    for page, is_said in ((second, False), (first, True)):
        kept_pages.keep([page], device=reader.scorer.access.device, club=None, session=reader.scorer.session)
        assert (WAIT in words_of(table(reader))) is is_said


def test_the_notice_comes_and_goes_without_a_write_at_the_table() -> None:
    reader = Reader()
    assert WAIT not in words_of(table(reader))
    keep(reader.scorer, [GARDE, PASSED])
    assert WAIT in words_of(table(reader))
    reader.scorer.session.photographed_pages.all().delete()
    assert WAIT not in words_of(table(reader))


def of_photos(statements: CaptureQueriesContext) -> int:
    """Return how many of these statements ask for photographed pages."""
    return sum("reading_photographedpage" in query["sql"] for query in statements)


def test_without_a_photo_the_table_costs_one_statement_and_none_for_those_who_watch() -> None:
    reader = Reader()
    watcher, address = watcher_of(reader.scorer.session), f"/s/{reader.scorer.session.public_id}/"
    for client, most in ((reader.client, 1), (watcher, 0)):
        with CaptureQueriesContext(connection) as statements:
            client.get(address)
        assert of_photos(statements) == most
