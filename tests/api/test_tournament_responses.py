"""Tournaments by the API: the list, the ranking as calculated by hand, and nothing of what is sealed."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from scorekeeper.evenings.models import Evening
from tests.api.api_client import Program
from tests.desk.club_evening import TWELVE, ClubEvening
from tests.desk.club_tournament import make_tournament
from tests.desk.documents import examples
from tests.desk.stored import store

pytestmark = pytest.mark.django_db
EXAMPLES = {example["id"]: example for example in examples("worked_examples.json")}


def ranking_of(club: ClubEvening) -> Any:
    return Program(club.club).ask(f"tournaments/{club.evening.public_id}/ranking")


@pytest.mark.parametrize("example", ["withdrawn", "special-prizes", "missed-average", "before-the-first-round"])
def test_the_ranking_is_the_document_that_was_calculated(example: str) -> None:
    club = ClubEvening()
    store(EXAMPLES[example]["document"], club.evening)
    expected = {"format": "scorekeeper.ranking", "version": 1, **EXAMPLES[example]["expect"]}
    assert ranking_of(club).json() == expected


def test_a_sealed_ranking_is_refused_with_the_reason() -> None:
    club = ClubEvening()
    store(EXAMPLES["withdrawn"]["document"], club.evening)
    Evening.objects.update(is_sealed=True)
    program = Program(club.club)
    response = program.ask(f"tournaments/{club.evening.public_id}/ranking")
    assert (response.status_code, response.json()["title"]) == (403, "Not released")
    assert "sealed until the desk releases it" in response.json()["detail"]
    assert program.get_json("tournaments")["tournaments"][0]["sealed"]


def test_lists_that_do_not_fit_together_are_a_conflict() -> None:
    club = ClubEvening()
    tournament = store(EXAMPLES["withdrawn"]["document"], club.evening)
    tournament.entries.filter(name="David").update(withdrawn_after=0)
    assert ranking_of(club).status_code == 409


def test_an_evening_without_terms_and_another_club_have_no_ranking() -> None:
    club, other = ClubEvening(), ClubEvening("Vier Wenzel")
    store(EXAMPLES["withdrawn"]["document"], other.evening)
    program = Program(club.club)
    for evening in (club.evening, other.evening):
        assert program.ask(f"tournaments/{evening.public_id}/ranking").status_code == 404


def test_tournaments_are_listed_newest_first_in_pages() -> None:
    club = ClubEvening()
    for day in (3, 1, 2):
        make_tournament(Evening.objects.create(club=club.club, date=date(2026, 1, day), name=f"Day {day}"))
    program = Program(club.club)
    first = program.get_json("tournaments", limit=2)
    second = program.get_json("tournaments", limit=2, after=first["next"])
    assert [tournament["name"] for tournament in first["tournaments"]] == ["Day 3", "Day 2"]
    assert ([tournament["name"] for tournament in second["tournaments"]], second["next"]) == (["Day 1"], None)
    assert program.ask("tournaments", after="nowhere").status_code == 422


def test_a_session_says_its_round_and_how_many_hands_that_plans() -> None:
    club = ClubEvening()
    of_round = club.begin_round({"4": 48, "3": 36})
    club.start_in_round(of_round, *TWELVE[:4], table=2)
    aside = club.played(*TWELVE[4:8])
    program = Program(club.club)
    sessions = program.get_json("sessions")["sessions"]
    assert {(session["round"], session["planned_hands"]) for session in sessions} == {(1, 48), (None, None)}
    ids = [session["id"] for session in program.get_json(f"evenings/{club.evening.public_id}")["sessions"]]
    assert ids[0] == aside.public_id
