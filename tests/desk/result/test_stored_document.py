"""Tournaments in the database give the results that were calculated by hand for their documents."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from scorekeeper.desk.document_export import document_of
from scorekeeper.desk.models import TableList
from scorekeeper.desk.result.day_list import day_list
from scorekeeper.desk.result.ranking_document import ranking_document
from scorekeeper.desk.stored_result import read_stored
from scorekeeper.evenings.models import Round
from tests.desk.club_evening import ClubEvening
from tests.desk.documents import NAMES, table, tournament
from tests.desk.stored import store

pytestmark = pytest.mark.django_db


def two_tables() -> dict[str, Any]:
    """A tournament whose first round was played at two tables of four."""
    first = table(1, NAMES[:4], (100, 50, 0, -20))
    second = table(2, NAMES[4:8], (80, 70, 60, 50))
    return tournament(NAMES[:8], rounds=[{"tables": [first, second]}])


def test_a_stored_tournament_is_exported_as_the_document_it_came_from() -> None:
    document = two_tables()
    document["entries"][3].update(team="Asse", tandem="Buben", category="women", withdrawn_after=1)
    document["rounds"].append({"tables": [table(1, NAMES[:3]), table(2, NAMES[4:7])], "out": [NAMES[7]]})
    stored = store(document, ClubEvening().evening)
    assert document_of(stored) == {**document, "options": {}}


@pytest.mark.parametrize(
    "unconfirmed",
    [{"confirmed_at": None}, {"confirmed_at": None, "disputed_at": timezone.now()}],
    ids=["proposed", "disputed"],
)
def test_only_confirmed_lists_count(unconfirmed: dict[str, Any]) -> None:
    stored = store(two_tables(), ClubEvening().evening)
    TableList.objects.filter(table=2).update(**unconfirmed)
    ranking = ranking_document(day_list(read_stored(stored)))
    assert {entry["name"]: entry["rounds"] for entry in ranking["entries"]} == {
        **dict(zip(NAMES[:4], ([100], [50], [0], [-20]), strict=True)),
        **{name: [None] for name in NAMES[4:8]},
    }


def test_a_round_that_is_not_published_is_not_in_the_document() -> None:
    stored = store(two_tables(), ClubEvening().evening)
    Round.objects.update(published_at=None)
    assert document_of(stored)["rounds"] == []


def test_the_number_of_queries_does_not_grow(django_assert_num_queries: Any) -> None:
    small = store(two_tables(), ClubEvening("Small").evening)
    with django_assert_num_queries(4):
        read_stored(small)
    rounds = [
        {"tables": [table(1, NAMES[:4], (1, 2, 3, 4)), table(2, NAMES[4:8], (5, 6, 7, 8))]} for _round in range(5)
    ]
    large = store({**two_tables(), "rounds": rounds}, ClubEvening("Large").evening)
    with django_assert_num_queries(4):
        read_stored(large)
