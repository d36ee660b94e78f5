"""The next round that `manage.py tournament seat` adds to a document."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from scorekeeper.desk.seating import search
from tests.desk.documents import NAMES, Document, score, seat, table, tournament


def last_round(document: Document) -> Document:
    added: Document = document["rounds"][-1]
    return added


def seats(document: Document) -> list[list[str]]:
    return [table["seats"] for table in last_round(document)["tables"]]


def test_the_next_round_is_added_and_the_rest_stays() -> None:
    document = tournament(NAMES[:7], terms={"seed": 3, "entry_fee": "5.00"})
    seated = seat(document)
    assert {**seated, "rounds": []} == document
    assert [table["table"] for table in last_round(seated)["tables"]] == [1, 2]
    assert [len(names) for names in seats(seated)] == [4, 3]
    assert sorted(name for names in seats(seated) for name in names) == list(NAMES[:7])
    assert last_round(seated).keys() == {"tables"}
    assert "error" not in score(seated)


def test_the_draw_depends_on_the_seed_alone() -> None:
    document = tournament(NAMES, terms={"seed": 3})
    turned = {**document, "entries": document["entries"][::-1]}
    assert seats(seat(document)) == seats(seat(turned))
    assert seats(seat(document)) != seats(seat(tournament(NAMES, terms={"seed": 4})))


def test_by_rank_the_first_round_is_seated_by_start_number_and_the_next_by_the_ranking() -> None:
    """By rank: Gustav 70, then Frida and Bruno who share a place, by start number, then the others as they sat."""
    document = seat(tournament(NAMES[:7], terms={"seating": "rank"}))
    assert seats(document) == [list(NAMES[:4]), list(NAMES[4:7])]
    document["rounds"] = [
        {"tables": [table(1, NAMES[:4], [40, 60, 30, 20]), table(2, NAMES[4:7], [10, 60, 70])]},
    ]
    assert seats(seat(document)) == [["Gustav", "Bruno", "Frida", "Anne"], ["Chloé", "David", "Emil"]]


def test_tie_breaks_decide_the_seats() -> None:
    document = tournament(
        NAMES[:4],
        terms={"seating": "rank", "tie_breaks": ["won"]},
        rounds=[{"tables": [table(1, NAMES[:4], [50, 50, 50, 50])]}],
    )
    document["rounds"][0]["tables"][0]["results"]["David"]["won"] = 1
    assert seats(seat(document)) == [["David", "Anne", "Bruno", "Chloé"]]


def test_withdrawn_players_are_left_out_and_a_late_entry_is_seated() -> None:
    document = seat(tournament(NAMES[:4], terms={"seating": "rank"}))
    document["entries"][1]["withdrawn_after"] = 1
    document["entries"].append({"number": 9, "name": "Late"})
    assert seats(seat(document)) == [["Anne", "Chloé", "David", "Late"]]


def test_one_of_five_sits_out_in_turn() -> None:
    document = tournament(NAMES[:5], terms={"seating": "fewest_meetings", "seed": 1})
    for _round in range(5):
        document = seat(document)
    assert sorted(name for round_ in document["rounds"] for name in round_["out"]) == sorted(NAMES[:5])


@pytest.mark.parametrize(
    ("terms", "sizes"),
    [({}, [4, 4, 5]), ({"odd_tables": 5}, [4, 4, 5]), ({"odd_tables": 3}, [4, 3, 3, 3])],
    ids=["left out", "five", "three"],
)
def test_odd_tables_of_tarot(terms: dict[str, Any], sizes: list[int]) -> None:
    names = [f"Player {number}" for number in range(1, 14)]
    document = tournament(names, game="tarot", rules="fft", terms={"seed": 1, **terms})
    assert [len(table) for table in seats(seat(document))] == sizes


@pytest.mark.parametrize(("players", "times"), [(21, {1, 2}), (22, {2, 3})])
def test_in_five_parties_of_tarot_everybody_sits_at_tables_of_five_in_turn(
    players: int, times: set[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "EFFORT", 20_000)
    names = [f"Player {number}" for number in range(1, players + 1)]
    terms = {"rounds": 5, "seating": "fewest_meetings", "seed": 1}
    document = tournament(names, game="tarot", rules="fft", terms=terms)
    for _round in range(5):
        document = seat(document)
    at_five = Counter(
        name
        for round_ in document["rounds"]
        for table in round_["tables"]
        if len(table["seats"]) == 5
        for name in table["seats"]
    )
    assert {at_five[name] for name in names} == times


@pytest.mark.parametrize(
    ("players", "terms", "sizes"),
    [
        (21, {"table_size": 3}, [3] * 7),
        (22, {"table_size": 3}, [3] * 7),
        (22, {"table_size": 4}, [4] * 5),
        (22, {"table_size": 5}, [5] * 4),
        (22, {"tables": 5}, [5, 5, 4, 4, 4]),
        (22, {"tables": 6}, [4, 4, 4, 4, 3, 3]),
        (22, {"tables": 6, "table_size": 3}, [3] * 6),
    ],
)
def test_the_terms_can_say_which_tables_there_are(players: int, terms: dict[str, Any], sizes: list[int]) -> None:
    names = [f"Player {number}" for number in range(1, players + 1)]
    document = seat(tournament(names, game="tarot", rules="fft", terms={"seed": 1, **terms}))
    assert [len(table) for table in seats(document)] == sizes
    assert len(last_round(document).get("out", [])) == players - sum(sizes)


@pytest.mark.parametrize(
    ("game", "terms", "first", "sizes"),
    [
        ("skat", {}, [3, 3, 3, 3], [4, 4, 4]),
        ("skat", {}, [3, 4, 4, 4], [4, 4, 4, 3]),
        ("tarot", {}, [3, 3, 3], [4, 5]),
        ("tarot", {}, [5] * 5, [4, 4, 4, 4, 4, 5]),
        ("tarot", {"odd_tables": 3}, [4, 4, 4, 5], [4, 4, 3, 3, 3]),
    ],
)
def test_a_movement_does_not_keep_other_sizes_of_the_first_round(
    game: str, terms: dict[str, Any], first: list[int], sizes: list[int]
) -> None:
    names = [f"Player {number}" for number in range(1, sum(first) + 1)]
    people = iter(names)
    tables = [table(number, [next(people) for _seat in range(size)]) for number, size in enumerate(first, 1)]
    rules = {"skat": "isko", "tarot": "fft"}[game]
    document = tournament(
        names,
        game=game,
        rules=rules,
        terms={"seating": "fewest_meetings", "seed": 1, **terms},
        rounds=[{"tables": tables}],
    )
    assert [len(table) for table in seats(seat(document))] == sizes


def test_team_mates_are_kept_apart() -> None:
    document = tournament(NAMES[:8], terms={"seating": "rank", "keep_apart": "team"})
    for entry, team in zip(document["entries"], "ABABABAB", strict=True):
        entry["team"] = team
    document["entries"][0]["team"] = document["entries"][1]["team"] = "C"
    together = [names for names in seats(seat(document)) if {"Anne", "Bruno"} <= set(names)]
    assert together == []


# Fixed rounds


FIXED = tournament(
    NAMES[:4],
    terms={"rounds": 3, "seating": "fixed"},
    rounds=[{"tables": [table(1, NAMES[:4], [1, 2, 3, 4])]}, {"tables": [table(1, NAMES[:4][::-1])]}],
)


def test_an_existing_fixed_round_is_the_next_one() -> None:
    assert seat(FIXED) == FIXED


def test_each_round_can_have_its_own_seating() -> None:
    document = {**FIXED, "terms": {"rounds": 3, "seating": ["fixed", "rank", "rank"]}}
    assert seats(seat(document)) == [["David", "Chloé", "Bruno", "Anne"]]


def test_a_fixed_round_before_a_played_one_is_not_waited_for() -> None:
    """Rounds 1, 3 and 4 were played, the fixed round 2 was not: the fifth is next."""
    played = {"tables": [table(1, NAMES[:4], [1, 2, 3, 4])]}
    document = {
        **FIXED,
        "terms": {"rounds": 5, "seating": ["draw", "fixed", "draw", "rank", "rank"]},
        "rounds": [played, {"tables": [table(1, NAMES[:4])]}, played, played],
    }
    assert seat(document)["rounds"] == [*document["rounds"], {"tables": [table(1, NAMES[3::-1])]}]
