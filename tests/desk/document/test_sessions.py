"""Results of a table that come from its session."""

from __future__ import annotations

from typing import Any

import pytest

from tests.desk.documents import NAMES, Document, score, table, tournament

SEATS = NAMES[:4]
CLUBS: Document = {"call": "suit", "declarer": "Anne", "suit": "clubs", "bid": 18, "matadors": 1, "card_points": 70}
"""Clubs with one: 12 × 2 = 24; lost with 50 card points, −48."""
CORRECTION: Document = {"call": "correction", "amounts": {"Anne": 100, "Bruno": -100}, "note": "paid late"}
SKAT_HANDS: list[Document] = [CLUBS, {**CLUBS, "declarer": "Bruno", "card_points": 50}, CORRECTION]
GARDE: Document = {"call": "garde", "taker": "Anne", "bouts": 2, "points": 49}


def played(hands: list[Document], *, game: str = "skat", rules: str = "isko", **options: Any) -> Document:
    """Return a tournament whose only table has a session with these hands."""
    session = {
        "format": "scorekeeper.session",
        "version": 1,
        "game": game,
        "rules": rules,
        "options": options,
        "players": list(SEATS),
        "first_dealer": "David",
        "hands": hands,
    }
    rounds = [{"tables": [{**table(1, SEATS), "session": session}]}]
    return tournament(SEATS, game=game, rules=rules, options=options, rounds=rounds)


def rounds(document: Document) -> dict[str, list[int | None]]:
    return {entry["name"]: entry["rounds"] for entry in score(document)["entries"]}


@pytest.mark.parametrize("payment", ["each", "sheet"])
def test_points_of_skat_are_the_game_points_however_hands_are_paid(payment: str) -> None:
    """Anne has 24 + 100, Bruno −48 − 100: a correction counts as it was written."""
    document = played(SKAT_HANDS, payment=payment)
    assert rounds(document) == {"Anne": [124], "Chloé": [0], "David": [0], "Bruno": [-148]}


def test_a_correction_counts_on_a_seeger_fabian_list_too() -> None:
    """Anne has 24 + 50 + 30 + 100, Bruno −48 − 50 − 100, and the others 30 for the game that he lost."""
    document = played(SKAT_HANDS, payment="sheet", seeger=True, contra=False, ramsch=False)
    assert rounds(document) == {"Anne": [204], "Chloé": [30], "David": [30], "Bruno": [-198]}


def test_a_pool_is_shared_out_at_the_end_of_its_round() -> None:
    """Anne fails by one trick: she pays 10 to each of the others and 80 to the pool, of which each gets 20."""
    failed = {"call": "tricks", "bidder": "Anne", "bid": 7, "tricks": 6}
    document = played([failed], game="boston", rules="decimal", pool=True)
    assert rounds(document) == {"Bruno": [30], "Chloé": [30], "David": [30], "Anne": [-90]}
    points = {"Anne": -110, "Bruno": 10, "Chloé": 10, "David": 10}
    of_list = {**table(1, SEATS), "results": {name: {"points": own} for name, own in points.items()}}
    assert rounds({**document, "rounds": [{"tables": [of_list]}]}) == rounds(document)


def test_a_ramsch_counts_for_its_loser() -> None:
    """David deals and sits out; Bruno has most, 60 card points."""
    ramsch = {"call": "ramsch", "points_taken": {"Anne": 40, "Bruno": 60, "Chloé": 20}}
    document = played([ramsch], payment="each", ramsch=True)
    assert rounds(document) == {"Anne": [0], "Chloé": [0], "David": [0], "Bruno": [-60]}


def test_in_other_games_a_correction_counts() -> None:
    correction = {**CORRECTION, "amounts": {"Anne": 2, "Bruno": -2}}
    document = played([GARDE, correction], game="tarot", rules="fft")
    assert rounds(document) == {"Anne": [200], "Chloé": [-66], "David": [-66], "Bruno": [-68]}


def test_a_session_without_hands_has_no_results_and_nobody_missed_the_round() -> None:
    document = played([])
    document["terms"]["missed"] = "average"
    document["entries"].append({"number": 5, "name": "Emil"})
    assert rounds(document) == {name: [None] for name in (*SEATS, "Emil")}
    document["rounds"][0]["tables"][0]["session"]["players"] = list(SEATS[::-1])
    assert score(document)["error"]["field"] == "session.players"


def test_a_session_of_a_table_can_be_of_version_2_but_nobody_joins_or_leaves() -> None:
    document = played([GARDE], game="tarot", rules="fft")
    session = document["rounds"][0]["tables"][0]["session"]
    stretch = {name: session.pop(name) for name in ("options", "players", "first_dealer", "hands")}
    session |= {"version": 2, "date": "2026-11-27", "stretches": [stretch]}
    assert rounds(document) == {"Anne": [198], "Bruno": [-66], "Chloé": [-66], "David": [-66]}
    session["stretches"] *= 2
    error = score(document)["error"]
    assert (error["hand"], error["field"], error["code"]) == (None, "session.stretches", "impossible")
