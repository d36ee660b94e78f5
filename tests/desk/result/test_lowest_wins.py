"""A tournament of a game in which the lowest total wins: places, equal totals, prizes, penalties and missed rounds."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from scorekeeper.desk import publication
from scorekeeper.desk.stored_result import result_of
from scorekeeper.printing.tournament_result import result as printed_result
from scorekeeper.printing.typesetting import PageSetup
from scorekeeper.standings.standings import Terms, standings
from tests.desk.club_evening import ClubEvening
from tests.desk.documents import NAMES, Document, score, tournament
from tests.desk.stored import store
from tests.lowest_wins import let_the_lowest_win
from tests.play.browsers import words_of

pytestmark = pytest.mark.django_db

FOUR = NAMES[:4]
LOWEST = "The lowest total wins."


@pytest.fixture(autouse=True)
def _lowest_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    let_the_lowest_win(monkeypatch)


def of_tarot(names: tuple[str, ...], *rounds: Document, entries: Any = None, **terms: Any) -> Document:
    document = tournament(names, rounds=rounds, terms={"rounds": len(rounds), **terms}, game="tarot", rules="fft")
    return {**document, **({"entries": entries} if entries else {})}


def of_round(points: dict[str, int], *more: dict[str, int]) -> Document:
    """A round with the points of each table by name."""
    return {
        "tables": [
            {
                "table": number,
                "seats": list(at_table),
                "results": {name: {"points": value} for name, value in at_table.items()},
            }
            for number, at_table in enumerate((points, *more), 1)
        ]
    }


FIRST = {"Anne": 30, "Bruno": -10, "Chloé": -10, "David": -10}
SECOND = {"Anne": -60, "Bruno": 20, "Chloé": 30, "David": 10}


def places(document: Document, group: str = "entries") -> list[tuple[int, str, int]]:
    return [(row["place"], row["name"], row["total"]) for row in score(document)[group]]


def test_the_lowest_total_is_first() -> None:
    assert places(of_tarot(FOUR, of_round(FIRST), of_round(SECOND))) == [
        (1, "Anne", -30),
        (2, "David", 0),
        (3, "Bruno", 10),
        (4, "Chloé", 20),
    ]


def test_so_is_the_lowest_team() -> None:
    entries = [
        {"number": number, "name": name, "team": team}
        for number, (name, team) in enumerate(zip(FOUR, ("A", "A", "B", "B"), strict=True), 1)
    ]
    assert places(of_tarot(FOUR, of_round(FIRST), of_round(SECOND), entries=entries), "teams") == [
        (1, "A", -20),
        (2, "B", 20),
    ]


@pytest.mark.parametrize("tie_break", ["best_round", "last_round", "rounds_won"])
def test_equal_totals_are_decided_by_the_lower_round(tie_break: str) -> None:
    """Anne and Bruno have −30; the best round is Anne’s −40, in the last she has less, and only she has won one."""
    rounds = (
        of_round({"Anne": -40, "Bruno": -20, "Chloé": 20, "David": 40}),
        of_round({"Anne": 5, "Bruno": -20, "Chloé": -30, "David": 45}),
        of_round({"Anne": 5, "Bruno": 10, "Chloé": -5, "David": -10}),
    )
    first = places(of_tarot(FOUR, *rounds, tie_breaks=[tie_break]))[:2]
    assert first == [(1, "Anne", -30), (2, "Bruno", -30)]


def test_prizes_are_won_by_the_lowest() -> None:
    special = [{"for": "best_round", "amount": "5.00"}, {"for": "last", "amount": "1.00"}]
    prizes = {"amounts": ["20.00", "10.00"], "special": special}
    document = of_tarot(FOUR, of_round(FIRST), of_round(SECOND), prizes=prizes, entry_fee="9.00")
    assert {row["name"]: row["prize"] for row in score(document)["entries"]} == {
        "Anne": "25.00",
        "David": "10.00",
        "Bruno": "0.00",
        "Chloé": "1.00",
    }


def test_a_missed_round_is_no_advantage() -> None:
    """Emil plays the second round in place of David: both have one round, and come after those with two."""
    second = of_round({"Anne": -60, "Bruno": 20, "Chloé": 30, "Emil": 10})
    assert places(of_tarot(NAMES[:5], of_round(FIRST), second)) == [
        (1, "Anne", -30),
        (2, "Bruno", 10),
        (3, "Chloé", 20),
        (4, "David", -10),
        (5, "Emil", 10),
    ]


PENALTY = {"round": 2, "points": 50, "reason": "Late"}


def with_penalty() -> Document:
    entries: list[Any] = [{"number": number, "name": name} for number, name in enumerate(FOUR, 1)]
    entries[0]["penalties"] = [PENALTY]
    return of_tarot(FOUR, of_round(FIRST), of_round(SECOND), entries=entries)


def test_a_penalty_adds_points() -> None:
    assert places(with_penalty())[-2:] == [(3, "Anne", 20), (3, "Chloé", 20)]


class Stored(ClubEvening):
    """The tournament with a penalty, all on paper, in a club."""

    def __init__(self) -> None:
        super().__init__(members=FOUR)
        self.tournament = store(with_penalty(), self.evening)


def test_the_pages_rank_the_lowest_first_and_say_so() -> None:
    club = Stored()
    page = club.phone.get(reverse("tournament_result", args=[club.evening.public_id]))
    assert [line.entry.name for line in page.context["stored"].day.lines] == ["David", "Bruno", "Anne", "Chloé"]
    words = words_of(page)
    assert LOWEST in words
    assert "penalty 50" in words
    publication.open_to_public(club.tournament, by="Rosa")
    club.tournament.refresh_from_db()
    assert LOWEST in words_of(club.phone.get(reverse("public_wall", args=[club.tournament.public_token])))


def test_the_desk_is_told_what_a_penalty_does() -> None:
    club = Stored()
    entry = club.tournament.entries.get(name="Bruno")
    words = words_of(club.phone.get(reverse("tournament_entry", args=[club.evening.public_id, entry.pk])))
    assert "The lowest total wins, so the points are added to the total of the round." in words


def test_the_paper_says_that_the_lowest_wins() -> None:
    sheet: Any = printed_result(result_of(Stored().tournament).day, "€", "Day", PageSetup())
    assert LOWEST in sheet["notes"]
    assert [row[2] for row in sheet["sections"][0]["rows"]] == ["David", "Bruno", "Anne", "Chloé"]


def test_a_table_on_paper_counts_by_difference_in_the_standings() -> None:
    """At both tables together, Anne has −30, which is 4 × 30 by difference, less her penalty."""
    ranked = standings(Terms(club=Stored().club)).ranked
    assert [(row.place, row.name, row.total) for row in ranked] == [
        (1, "Anne", 120 - 50),
        (2, "David", 0),
        (3, "Bruno", -40),
        (4, "Chloé", -80),
    ]
