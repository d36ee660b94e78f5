"""Tournaments by the API: the list, the ranking as calculated by hand, and nothing of what is sealed."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

import pytest

from scorekeeper.desk.models import EntryPayment, TableList
from scorekeeper.evenings.models import Evening, Round
from scorekeeper.play.models import Session
from tests.api.api_client import Program
from tests.desk.club_evening import TWELVE, ClubEvening
from tests.desk.club_tournament import SEVEN, ClubTournament, make_tournament, pay_fees, seated
from tests.desk.documents import examples
from tests.desk.stored import store
from tests.standings.stored_results import at

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


def test_entries_are_listed_with_both_names_reachable_penalties_and_payments() -> None:
    of = ClubTournament(members=TWELVE[:4])
    of.tournament.entries.filter(number=2).update(
        team="Asse", category="women", withdrawn_after=1, penalties=[{"round": 1, "points": 50, "reason": "Late"}]
    )
    pay_fees(of.tournament, 2)
    moment = at(date(2026, 11, 22))
    of.entries[1].payments.create(what=EntryPayment.What.PRIZE, cents=-1750, ticked_at=moment)
    EntryPayment.objects.update(ticked_at=moment)
    program, address = Program(of.club), f"tournaments/{of.evening.public_id}/entries"
    entries = program.get_json(address)["entries"]
    fee, prize = (
        {"what": what, "amount": amount, "ticked_at": "2026-11-22T19:00:00Z", "ticked_by": by}
        for what, amount, by in (("fee", "10.00", "Rosa"), ("prize", "-17.50", ""))
    )
    assert entries[1] == {
        "number": 2,
        "member": of.player(TWELVE[1]).pk,
        "name": TWELVE[1],
        "team": "Asse",
        "tandem": "",
        "category": "women",
        "withdrawn_after": 1,
        "penalties": [{"round": 1, "points": 50, "reason": "Late"}],
        "payments": [fee, prize],
    }
    assert [entry["number"] for entry in entries] == [1, 2, 3, 4]
    assert {entry["member"] for entry in entries} == {row["id"] for row in program.get_json("members")["members"]}
    Evening.objects.update(is_sealed=True)
    assert program.get_json(address)["entries"][1] == {**entries[1], "penalties": None, "payments": [fee]}


def test_the_rounds_of_an_evening_have_seats_lists_and_who_confirmed_them() -> None:
    of = seated(SEVEN, hands={"4": 24, "3": 18})
    round_ = of.evening.rounds.get()
    results = [{"points": points, "won": 3, "lost": 1} for points in (300, 200, 100, -100)]
    moment = at(date(2026, 11, 22))
    TableList.objects.create(
        round=round_, table=1, results=results, typed=True, confirmed_by="Desk", confirmed_at=moment, by_signature=True
    )
    TableList.objects.create(round=round_, table=2, disputed_by="Anne", disputed_at=moment, dispute="Bruno won 4.")
    program, address = Program(of.club), f"evenings/{of.evening.public_id}"
    (read,) = program.get_json(address)["rounds"]
    assert (read["number"], read["seating"], read["seed"], read["hands"]) == (1, "draw", 7, {"4": 24, "3": 18})
    numbers = {entry.player_id: entry.number for entry in of.entries}
    for table in read["tables"]:
        seats = round_.seats.filter(table=table["number"]).order_by("place")
        assert [seat["member"] for seat in table["seats"]] == [seat.player_id for seat in seats]
        assert [seat["number"] for seat in table["seats"]] == [numbers[seat.player_id] for seat in seats]
        assert [seat["seat"] for seat in table["seats"]] == ["1", "2", "3", "4"][: len(seats)]
    first, second = (table["table_list"] for table in read["tables"])
    assert (first["state"], first["typed"], first["confirmed_by"], first["by_signature"]) == (
        *("confirmed", True, "Desk", True),
    )
    assert datetime.fromisoformat(first["confirmed_at"]) == moment
    assert first["results"] == results
    assert (second["state"], second["disputed_by"], second["dispute"]) == ("disputed", "Anne", "Bruno won 4.")
    assert second["results"] is None
    Evening.objects.update(is_sealed=True)
    (sealed,) = program.get_json(address)["rounds"]
    assert [table["table_list"]["results"] for table in sealed["tables"]] == [None, None]
    assert sealed["tables"][0]["table_list"]["state"] == "confirmed"


def test_a_round_names_the_sessions_of_its_tables_unless_the_result_is_sealed() -> None:
    club = ClubEvening()
    of_round = club.begin_round({"4": 48})
    Round.objects.update(published_at=at(date(2026, 11, 22)))
    session = club.start_in_round(of_round, *TWELVE[:4], table=2)
    for place, name in enumerate(TWELVE[:4]):
        of_round.seats.create(player=club.player(name), table=2, place=place)
    club.begin_round()  # a draft
    program, address = Program(club.club), f"evenings/{club.evening.public_id}"
    rounds = program.get_json(address)["rounds"]
    (table,) = rounds[0]["tables"]
    assert (len(rounds), table["number"], table["session"], table["table_list"]) == (1, 2, session.public_id, None)
    assert [(seat["name"], seat["number"]) for seat in table["seats"]] == [(name, None) for name in TWELVE[:4]]
    Evening.objects.update(is_sealed=True)
    assert program.get_json(address)["rounds"][0]["tables"][0]["session"] is None


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
    Session.objects.filter(pk=aside.pk).update(planned_hands=36)
    program = Program(club.club)
    sessions = program.get_json("sessions")["sessions"]
    assert {(session["round"], session["planned_hands"]) for session in sessions} == {(1, 48), (None, 36)}
    ids = [session["id"] for session in program.get_json(f"evenings/{club.evening.public_id}")["sessions"]]
    assert ids[0] == aside.public_id
