"""Rankings with their calculation by hand, and rankings that were published."""

from typing import Any

import pytest

from tests.desk.documents import NAMES, examples, score, table, tournament

WORKED = examples("worked_examples.json")
PUBLISHED = examples("published_rankings.json")


def ids(given: list[dict[str, Any]]) -> list[str]:
    return [example["id"] for example in given]


@pytest.mark.parametrize("example", WORKED, ids=ids(WORKED))
def test_a_worked_example_gives_the_calculated_result(example: dict[str, Any]) -> None:
    expected = {"format": "scorekeeper.ranking", "version": 1, **example["expect"]}
    assert score(example["document"]) == expected


@pytest.mark.parametrize("example", PUBLISHED, ids=ids(PUBLISHED))
def test_a_published_ranking_is_reproduced(example: dict[str, Any]) -> None:
    got = {
        entry["name"]: {key: entry[key] for key in ("place", "rounds", "total")}
        for entry in score(published(example))["entries"]
    }
    assert got == players_of(example)


def players_of(example: dict[str, Any]) -> dict[str, Any]:
    """Return the published players by names for them."""
    return {f"Player {number}": player for number, player in enumerate(example["players"], 1)}


def published(example: dict[str, Any]) -> dict[str, Any]:
    """Return a document with the published rounds; who is not in a round has withdrawn before it."""
    players = players_of(example)
    rounds = []
    for number in range(len(example["players"][0]["rounds"])):
        here = [name for name, player in players.items() if player["rounds"][number] is not None]
        tables = [here[start : start + 4] for start in range(0, len(here), 4)]
        points = [[players[name]["rounds"][number] for name in seats] for seats in tables]
        rounds.append({"tables": [table(n, *row) for n, row in enumerate(zip(tables, points, strict=True), 1)]})
    document = tournament(tuple(players), terms={"rounds": len(rounds)}, rounds=rounds)
    for entry in document["entries"]:
        if None in players[entry["name"]]["rounds"]:
            entry["withdrawn_after"] = players[entry["name"]]["rounds"].index(None)
    return document


def test_published_shares_of_a_pool_give_the_published_prizes() -> None:
    """Shares of 30, 25, 20, 15 and 10 per cent of 600 euros, as published by hamburger-skatrebellen.de for 2018."""
    seats = NAMES[:6]
    document = tournament(
        seats,
        terms={"rounds": 1, "entry_fee": "100.00", "prizes": {"percent": [30, 25, 20, 15, 10]}},
        rounds=[{"tables": [table(1, seats[:3], [6, 5, 4]), table(2, seats[3:], [3, 2, 1])]}],
    )
    ranking = score(document)
    prizes = [entry["prize"] for entry in ranking["entries"]]
    assert prizes == ["180.00", "150.00", "120.00", "90.00", "60.00", "0.00"]
    assert ranking["cash"] == {"entry_fees": "600.00", "loss_money": "0.00", "prizes": "600.00", "house": "0.00"}


@pytest.mark.parametrize(
    ("tie_breaks", "places"),
    [
        ([], [(1, "Asse"), (1, "Buben")]),
        (["best_round"], [(1, "Asse"), (2, "Buben")]),
        (["last_round"], [(1, "Buben"), (2, "Asse")]),
        (["rounds_won"], [(1, "Buben"), (2, "Asse")]),
        (["won", "lost"], [(1, "Asse"), (2, "Buben")]),
        (["lot"], [(1, "Asse"), (2, "Buben")]),
    ],
    ids=lambda words: "+".join(words) if all(isinstance(word, str) for word in words) else None,
)
def test_teams_break_ties_by_their_sums(tie_breaks: list[str], places: list[tuple[int, str]]) -> None:
    """Both teams have 30, Asse 30 + 0 and Buben 10 + 20.

    In round 1 Anne won her table, in round 2 Bruno and Chloé shared it: 1 round won to 2. Each team won one game, but
    Bruno also lost one. The lots are those of numbers 1 (8a35…) and 2 (d2ed…).
    """
    document = tournament(
        NAMES[:4],
        terms={"rounds": 2, "seed": 7, "tie_breaks": tie_breaks},
        rounds=[
            {"tables": [table(1, NAMES[:4], [30, 5, 5, 0])]},
            {"tables": [table(1, NAMES[:4], [0, 10, 10, 0])]},
        ],
    )
    for entry, team in zip(document["entries"], ["Asse", "Buben", "Buben", "Asse"], strict=True):
        entry["team"] = team
    results = document["rounds"][0]["tables"][0]["results"]
    results["David"]["won"] = results["Bruno"]["won"] = results["Bruno"]["lost"] = 1
    teams = score(document)["teams"]
    assert [(team["place"], team["name"]) for team in teams] == places
    assert {team["name"]: team["rounds"] for team in teams} == {"Asse": [30, 0], "Buben": [10, 20]}
