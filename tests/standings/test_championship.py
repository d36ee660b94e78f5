"""The championship: what a result scores, which results are struck, and the places; worked by hand."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.standings.championship import Score, ScoreRow, Scoring, UnitScore, ranking, score_rows

Amounts = dict[str, dict[int, int]]
Scored = dict[str, tuple[int | None, Score]]

FOUR: Amounts = {
    "Anne": {1: 60, 2: -20, 3: 40},
    "Bruno": {1: -20, 2: 30, 3: 40},
    "Chloé": {1: -20, 2: -10},
    "David": {1: -20, 3: -80},
}
"""Three evenings: everybody plays the first, David misses the second, Chloé the third."""


def ranked(rows: list[ScoreRow[str, int]]) -> Scored:
    return {row.player: (row.place, row.score) for row in rows}


def of(
    amounts: Amounts, scoring: Scoring = Scoring.SUM, *, best: int | None = None, minimum: int = 0
) -> list[ScoreRow[str, int]]:
    units = sorted({unit for of_player in amounts.values() for unit in of_player})
    cells = {player: {unit: UnitScore(amount) for unit, amount in own.items()} for player, own in amounts.items()}
    ranked_rows, too_few = ranking(score_rows(cells, units, scoring, best), minimum)
    return [*ranked_rows, *too_few]


def struck(row: ScoreRow[str, int]) -> list[int]:
    return [unit for unit, score in row.scores.items() if score.struck]


CASES: dict[str, tuple[Scoring, dict[str, int], Scored]] = {
    "the sums of all evenings": (
        Scoring.SUM,
        {},
        {"Anne": (1, 80), "Bruno": (2, 50), "Chloé": (3, -30), "David": (4, -100)},
    ),
    "the best two: 60 + 40, 30 + 40, and both that Chloé and David have played": (
        Scoring.SUM,
        {"best": 2},
        {"Anne": (1, 100), "Bruno": (2, 70), "Chloé": (3, -30), "David": (4, -100)},
    ),
    "the best one": (
        Scoring.SUM,
        {"best": 1},
        {"Anne": (1, 60), "Bruno": (2, 40), "Chloé": (3, -10), "David": (4, -20)},
    ),
    "averages: 80 / 3, 50 / 3, −30 / 2, −100 / 2": (
        Scoring.AVERAGE,
        {},
        {
            "Anne": (1, Fraction(80, 3)),
            "Bruno": (2, Fraction(50, 3)),
            "Chloé": (3, Fraction(-15)),
            "David": (4, Fraction(-50)),
        },
    ),
    "the average of the best two is of two evenings": (
        Scoring.AVERAGE,
        {"best": 2},
        {
            "Anne": (1, Fraction(50)),
            "Bruno": (2, Fraction(35)),
            "Chloé": (3, Fraction(-15)),
            "David": (4, Fraction(-50)),
        },
    ),
    "three evenings are needed for a place": (
        Scoring.SUM,
        {"minimum": 3},
        {"Anne": (1, 80), "Bruno": (2, 50), "Chloé": (None, -30), "David": (None, -100)},
    ),
    # First evening: Anne 25, the others share 18, 15 and 12. Second: 25, 18, 15. Third: two share 25 and 18.
    "place points: 25 + 15 + 43/2, 15 + 25 + 43/2, 15 + 18, 15 + 15": (
        Scoring.PLACE_POINTS,
        {},
        {
            "Anne": (1, Fraction(123, 2)),
            "Bruno": (1, Fraction(123, 2)),
            "Chloé": (3, Fraction(33)),
            "David": (4, Fraction(30)),
        },
    ),
    "the best two place points: 25 + 43/2, 25 + 43/2": (
        Scoring.PLACE_POINTS,
        {"best": 2},
        {
            "Anne": (1, Fraction(93, 2)),
            "Bruno": (1, Fraction(93, 2)),
            "Chloé": (3, Fraction(33)),
            "David": (4, Fraction(30)),
        },
    ),
    # First evening, four players: 4, then 3, 2 and 1 shared. Second, three: 3, 2, 1. Third, three: 3 and 2 shared, 1.
    "a point for taking part and one for each player behind: 4 + 1 + 5/2, 2 + 3 + 5/2, 2 + 2, 2 + 1": (
        Scoring.PLAYERS_BEHIND,
        {},
        {
            "Anne": (1, Fraction(15, 2)),
            "Bruno": (1, Fraction(15, 2)),
            "Chloé": (3, Fraction(4)),
            "David": (4, Fraction(3)),
        },
    ),
    # First evening: −20 of 60 is −33⅓. Second: −20 of 30 is −66⅔, −10 is −33⅓. Third: −80 of 40 is −200.
    "per cent of the day's best: 100 − 66⅔ + 100, −33⅓ + 100 + 100, −33⅓ − 33⅓, −33⅓ − 200": (
        Scoring.PER_CENT,
        {},
        {
            "Bruno": (1, Fraction(500, 3)),
            "Anne": (2, Fraction(400, 3)),
            "Chloé": (3, Fraction(-200, 3)),
            "David": (4, Fraction(-700, 3)),
        },
    ),
}


@pytest.mark.parametrize(("scoring", "terms", "expected"), CASES.values(), ids=CASES)
def test_scores_are_added_up_as_worked_out_by_hand(scoring: Scoring, terms: dict[str, int], expected: Scored) -> None:
    rows = of(FOUR, scoring, **terms)
    assert ranked(rows) == expected
    assert [row.player for row in rows] == list(expected)


def test_of_equal_scores_the_earlier_counts_and_a_missed_evening_is_not_struck() -> None:
    (row,) = of({"Anne": {1: 5, 2: 30, 4: 5, 5: 5}}, best=2)
    assert (struck(row), row.counted_units, row.units) == ([4, 5], 2, 4)


def test_the_eleventh_has_no_place_points_but_shares_those_of_the_tenth() -> None:
    amounts: Amounts = {f"{number}": {1: -number} for number in range(1, 13)}
    amounts["11"] = {1: -10}
    totals = {row.player: row.score for row in of(amounts, Scoring.PLACE_POINTS)}
    assert totals == {
        "1": 25,
        "2": 18,
        "3": 15,
        "4": 12,
        "5": 10,
        "6": 8,
        "7": 6,
        "8": 4,
        "9": 2,
        "10": Fraction(1, 2),
        "11": Fraction(1, 2),
        "12": 0,
    }


def test_without_a_gain_everybody_has_zero_per_cent() -> None:
    rows = of({"Anne": {1: 0}, "Bruno": {1: -10}}, Scoring.PER_CENT)
    assert ranked(rows) == {"Anne": (1, 0), "Bruno": (1, 0)}


def test_shared_places_skip_the_next_and_unranked_players_take_none() -> None:
    amounts: Amounts = {"Anne": {1: 9}, "Bruno": {1: 5, 2: 0}, "Chloé": {1: 1, 2: 4}, "David": {1: 2, 2: 2}}
    expected = {"Bruno": (1, 5), "Chloé": (1, 5), "David": (3, 4), "Anne": (None, 9)}
    assert ranked(of(amounts, minimum=2)) == expected


def test_a_championship_without_players_is_empty() -> None:
    assert of({}) == []
    assert of({"Anne": {}, "Bruno": {1: 5}})[0].player == "Bruno"
    assert len(of({"Anne": {}, "Bruno": {1: 5}})) == 1


# What is true of every championship

one_player = st.dictionaries(st.integers(1, 7), st.integers(-500, 500), min_size=1)
players = st.dictionaries(st.sampled_from("ABCDEFGH"), one_player, min_size=1)
some_best = st.one_of(st.none(), st.integers(1, 8))


@given(amounts=players, best=st.integers(1, 8), scoring=st.sampled_from([*Scoring]))
def test_no_other_choice_of_as_many_results_is_worth_more(amounts: Amounts, best: int, scoring: Scoring) -> None:
    for row in of(amounts, scoring, best=best):
        scores = [score.score for score in row.scores.values()]
        choices = combinations(scores, row.counted_units)
        highest = max(sum(choice) for choice in choices)
        assert row.counted_units == min(best, row.units)
        assert row.score == (Fraction(highest) / row.counted_units if scoring is Scoring.AVERAGE else highest)


@given(amounts=players, best=st.integers(1, 8))
def test_striking_never_lowers_an_average_nor_the_sum_by_more_than_what_is_struck(amounts: Amounts, best: int) -> None:
    averages = {row.player: row.score for row in of(amounts, Scoring.AVERAGE)}
    sums = {row.player: row.score for row in of(amounts)}
    for row in of(amounts, Scoring.AVERAGE, best=best):
        assert row.score >= averages[row.player]
    for row in of(amounts, best=best):
        left_out = [score.score for score in row.scores.values() if score.struck]
        assert row.score == sums[row.player] - sum(left_out)
        assert all(score.score >= max(left_out) for score in row.scores.values() if left_out and not score.struck)


@given(
    amounts=players,
    best=some_best,
    minimum=st.integers(0, 8),
    scoring=st.sampled_from([*Scoring]),
    seed=st.integers(0, 99),
)
def test_the_order_of_the_entries_changes_nothing(
    amounts: Amounts, best: int | None, minimum: int, scoring: Scoring, seed: int
) -> None:
    random = Random(seed)  # noqa: S311
    shuffled = {
        player: dict(random.sample([*amounts[player].items()], len(amounts[player])))
        for player in random.sample([*amounts], len(amounts))
    }
    found, again = (
        {row.player: row for row in of(entries, scoring, best=best, minimum=minimum)} for entries in (amounts, shuffled)
    )
    assert found == again


@given(amounts=players, scoring=st.sampled_from([Scoring.PLACE_POINTS, Scoring.PLAYERS_BEHIND]))
def test_what_an_evening_gives_out_depends_only_on_how_many_played(amounts: Amounts, scoring: Scoring) -> None:
    rows = of(amounts, scoring)
    for unit in range(1, 8):
        given_out = [row.scores[unit].score for row in rows if unit in row.scores]
        number = len(given_out)
        points = (25, 18, 15, 12, 10, 8, 6, 4, 2, 1) if scoring is Scoring.PLACE_POINTS else range(number, 0, -1)
        assert sum(given_out) == sum(points[:number])
