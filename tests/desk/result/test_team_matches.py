"""Match points of teams by their place in each round, and a team that lacks a player counted as a full one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from hypothesis import given

from tests.desk.documents import Document, score, table, tournament
from tests.desk.result.strategies import tournaments
from tests.property_tests import examples

LEAGUE: Document = {"match_points": [3, 2, 1, 0]}


def of_teams(
    teams: Mapping[str, Sequence[str]], *rounds: Sequence[Mapping[str, Any]], terms: Document, **others: Any
) -> Document:
    """Return a tournament of these teams; each table is what its players scored, in seat order, or has no list yet."""
    names = [name for members in teams.values() for name in members]
    played = [
        {
            "tables": [
                table(number, list(seats), list(seats.values()) if None not in seats.values() else None)
                for number, seats in enumerate(tables, 1)
            ]
        }
        for tables in rounds
    ]
    document = tournament(names, terms=terms, rounds=played, **others)
    for entry in document["entries"]:
        entry["team"] = next(team for team, members in teams.items() if entry["name"] in members)
    return document


def shown(document: Document, *keys: str) -> list[tuple[Any, ...]]:
    return [tuple(team[key] for key in ("place", "name", *keys)) for team in score(document)["teams"]]


FOUR = {letter: [f"{letter}{number}" for number in range(1, 5)] for letter in "ABCD"}
"""Four teams of four."""


def serie(**sums: int | None) -> list[dict[str, Any]]:
    """Return four tables with one of each team at each; all of a team's points are at table 1."""
    return [
        {f"{team}{number}": points if number == 1 or points is None else 0 for team, points in sums.items()}
        for number in range(1, 5)
    ]


def test_places_in_a_round_bring_match_points_which_rank_before_the_total() -> None:
    document = of_teams(
        FOUR,
        serie(A=9000, B=40, C=30, D=20),
        serie(A=10, B=40, C=30, D=20),
        serie(A=10, B=40, C=30, D=20),
        terms=LEAGUE,
    )
    assert shown(document, "match_rounds", "match_points", "total") == [
        (1, "B", [2, 3, 3], 8, 120),
        (2, "C", [1, 2, 2], 5, 90),
        (3, "A", [3, 0, 0], 3, 9020),
        (4, "D", [0, 1, 1], 2, 60),
    ]


def test_equal_match_points_rank_by_total() -> None:
    document = of_teams(FOUR, serie(A=50, B=40, C=30, D=20), serie(A=10, B=20, C=30, D=90), terms=LEAGUE)
    assert shown(document, "match_points", "total") == [
        (1, "D", 3, 110),
        (2, "A", 3, 60),
        (2, "B", 3, 60),
        (2, "C", 3, 60),
    ]


def test_teams_that_share_a_place_share_its_points_in_equal_parts() -> None:
    document = of_teams(FOUR, serie(A=50, B=30, C=30, D=20), serie(A=7, B=7, C=7, D=20), terms=LEAGUE)
    assert shown(document, "match_rounds", "match_points") == [
        (1, "A", [3, 1], 4),
        (2, "D", [0, 3], 3),
        (3, "B", [1.5, 1], 2.5),
        (3, "C", [1.5, 1], 2.5),
    ]


def test_won_and_drawn_between_two_teams() -> None:
    """With a row of two, the winner gets two points and a draw one each."""
    two = {team: FOUR[team] for team in "AB"}
    tables = [[{"A1": 5, "B1": points, "A2": 0, "B2": 0}, {"A3": 0, "B3": 0, "A4": 0, "B4": 0}] for points in (4, 5)]
    assert shown(of_teams(two, *tables, terms={"match_points": [2, 0]}), "match_rounds", "match_points") == [
        (1, "A", [2, 1], 3),
        (2, "B", [0, 1], 1),
    ]


def test_only_teams_at_the_same_tables_meet() -> None:
    """Two matches in one room; the second has three teams, as the fourth one has not come."""
    eight = {**FOUR, **{letter: [f"{letter}{number}" for number in range(1, 5)] for letter in "WXYZ"}}
    document = of_teams(eight, [*serie(A=1, B=2, C=3, D=4), *serie(W=100, X=300, Y=200)], terms=LEAGUE)
    assert shown(document, "match_rounds") == [
        (1, "X", [3]),
        (2, "D", [3]),
        (3, "Y", [2]),
        (4, "C", [2]),
        (5, "W", [1]),
        (6, "B", [1]),
        (7, "A", [0]),
        (8, "Z", [None]),
    ]


def test_a_match_brings_points_once_all_its_lists_are_there() -> None:
    tables = serie(A=50, B=40, C=30, D=20)
    tables[3] = dict.fromkeys(tables[3], None)
    document = of_teams(FOUR, tables, terms=LEAGUE)
    assert shown(document, "match_rounds", "match_points") == [(n, team, [None], 0) for n, team in enumerate("ABCD", 1)]


def test_where_the_lowest_total_wins_it_wins_the_match() -> None:
    tables = [{"A1": 5, "B1": 1, "A2": 20, "B2": 0}]
    two = {"A": ["A1", "A2"], "B": ["B1", "B2"]}
    document = of_teams(two, tables, terms={"match_points": [1, 0]}, game="hearts", rules="standard")
    for result in document["rounds"][0]["tables"][0]["results"].values():
        del result["won"], result["lost"]
    assert shown(document, "match_points", "total") == [(1, "B", 1, 1), (2, "A", 0, 25)]


# Teams that lack a player


THREE = {"A": ["A1", "A2", "A3"], "B": ["B1", "B2", "B3", "B4"]}


def of_three(terms: Document, *, a3: int | None = 23) -> Document:
    """Return a team of three, with 4000, 4000 and 23 points if all its lists are there, against one of four."""
    tables: list[dict[str, int | None]] = [
        {"A1": 4000, "B1": 1, "B2": 2},
        {"A2": 4000, "A3": a3, "B3": 3, "B4": 4},
    ]
    if a3 is None:
        tables[1] = dict.fromkeys(tables[1])
    return of_teams(THREE, tables, terms=terms)


@pytest.mark.parametrize(
    ("terms", "total"),
    [
        pytest.param({}, 8023, id="counts as it is"),
        pytest.param({"team_size": 4}, 10697.33, id="unless it counts as one of four: 8023 · 4/3, to two places"),
        pytest.param({"team_size": 3}, 8023, id="is a full team of three"),
        pytest.param({"team_size": 5}, 8023, id="lacks two of five, which nothing makes up for"),
    ],
)
def test_a_team_of_three(terms: Document, total: float) -> None:
    """Three players of 10 697.33 points took the third place among teams of four at a club's tournament.

    https://0443006.dskv.de/aktuelles/skat-turnier-am-tag-der-arbeit
    """
    (team, four) = score(of_three(terms))["teams"]
    assert (team["name"], team["rounds"], team["total"]) == ("A", [total], total)
    assert four["total"] == (10 if terms.get("team_size") != 5 else 12.5)


def test_a_player_whose_list_is_missing_is_not_a_missing_player() -> None:
    assert shown(of_three({"team_size": 3}, a3=None), "total") == [(1, "A", 4000), (2, "B", 3)]
    assert shown(of_three({"team_size": 4}, a3=None), "total") == [(1, "A", 5333.33), (2, "B", 3)]


def test_a_substitute_who_sits_out_makes_no_team_too_large() -> None:
    """Of five members, four sit in round 1 and three in round 2."""
    five = {"A": ["A1", "A2", "A3", "A4", "A5"], "B": ["B1", "B2", "B3", "B4"]}
    rounds = (
        [{"A1": 30, "A2": 0, "B1": 0, "B2": 0}, {"A3": 0, "A5": 0, "B3": 0, "B4": 0}],
        [{"A1": 30, "A2": 0, "B1": 0, "B2": 0}, {"A3": 0, "B3": 0, "B4": 0}],
    )
    assert shown(of_teams(five, *rounds, terms={"team_size": 4}), "rounds", "total")[0] == (1, "A", [30, 40], 70)


def test_a_team_of_three_wins_matches_as_one_of_four() -> None:
    tables = [{"A1": 90, "B1": 100, "B2": 0}, {"A2": 0, "A3": 0, "B3": 0, "B4": 0}]
    assert shown(of_teams(THREE, tables, terms={"match_points": [2, 0]}), "match_points") == [(1, "B", 2), (2, "A", 0)]
    terms = {"match_points": [2, 0], "team_size": 4}
    assert shown(of_teams(THREE, tables, terms=terms), "match_points", "total") == [(1, "A", 2, 120), (2, "B", 0, 100)]


@given(tournaments())
@examples(20)
def test_without_these_terms_every_ranking_is_as_it_was(document: Document) -> None:
    """A team of one has nobody missing, and without points for any place nobody gets some."""
    before = score(document)
    with_terms = {**document, "terms": {**document["terms"], "match_points": [0], "team_size": 99}}
    after = score(with_terms)
    for team in after.get("teams", []):
        assert set(team.pop("match_rounds", [])) <= {0, None}
        assert not team.pop("match_points", 0)
    assert after == before
