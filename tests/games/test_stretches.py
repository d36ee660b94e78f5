"""What happens when the players of a session change, game by game; worked out by hand from the rules pages."""

from __future__ import annotations

from typing import Any

import pytest

from games import registry
from games.scoring.document_details import DocumentDetails
from games.scoring.documents import ledger_document, read, session_document
from games.scoring.sessions import combined
from tests.games import worked_examples
from tests.games.documents import Raw
from tests.games.worked_examples import score


def stretch(players: Any, *hands: Any, **given: Any) -> Raw:
    return {"players": list(players), "hands": list(hands), **given}


def session(game: str, *stretches: Any, **given: Any) -> Raw:
    """Return the document of a session with these stretches."""
    return {"format": "scorekeeper.session", "version": 2, "game": game, "stretches": list(stretches), **given}


GARDE: Raw = {"call": "garde", "taker": "Anne", "bouts": 2, "points": 49}
"""(25 + 8) × 2 = 66 from each."""
FOUR, FIVE = ("Anne", "Bruno", "Chloé", "David"), ("Anne", "Bruno", "Chloé", "David", "Emma")
TAROT = session(
    "tarot",
    stretch(FOUR, GARDE),
    # 25 + 1 = 26 from each of three: twice for the taker, once for the partner.
    stretch(FIVE, {"call": "prise", "taker": "Emma", "partner": "Bruno", "bouts": 1, "points": 52}),
    # Just enough: 25 from each.
    stretch(("Emma", "Anne", "Bruno", "Chloé"), {"call": "prise", "taker": "Chloé", "bouts": 3, "points": 36}),
    rules="fft",
)

SEEGER: Raw = {"payment": "sheet", "seeger": True, "contra": False, "ramsch": False}
CLUBS: Raw = {"call": "suit", "suit": "clubs", "bid": 18, "matadors": 1}
"""12 × 2 = 24; lost −48."""
SKAT = session(
    "skat",
    stretch(
        ("Anna", "Ben", "Clara"),
        {**CLUBS, "declarer": "Anna", "card_points": 70},  # 24 + 50
        {**CLUBS, "declarer": "Ben", "card_points": 50},  # −48 − 50, and 40 to each other
        options=SEEGER,
    ),
    stretch(
        ("Anna", "Ben", "Clara", "David"),
        {**CLUBS, "declarer": "Clara", "card_points": 70},  # 24 + 50
        {**CLUBS, "declarer": "David", "card_points": 50},  # −48 − 50, and 30 to each other
    ),
    rules="isko",
)

BOSTON = session(
    "boston",
    stretch(
        ("A", "Y", "B", "Z"),
        {"call": "passed", "penalties": [{"by": "Y", "to": "pool", "amount": 1}]},  # the pool has 40 + 1
        {"call": "tricks", "bidder": "A", "bid": 7, "tricks": 5},  # short by two: 30 to each, and the pool is doubled
        options={"pool": True},
    ),
    stretch(
        ("A", "Y", "B", "E"),
        {"call": "little_misere", "bidder": "E", "made": True},  # 20 from each and the new pool of 40
        {"call": "passed"},  # the next pool has 40
    ),
)


def amounts(ledger: Raw) -> list[list[int]]:
    return [list(hand["amounts"].values()) for hand in ledger["hands"]]


def test_totals_go_on_when_a_player_joins_leaves_and_comes_back_elsewhere() -> None:
    ledger = score(TAROT)
    assert amounts(ledger) == [[198, -66, -66, -66], [-26, 26, -26, -26, 52], [-25, -25, -25, 75]]
    assert [(hand["number"], hand["stretch"]) for hand in ledger["hands"]] == [(1, 1), (2, 2), (3, 3)]
    assert [hand["dealer"] for hand in ledger["hands"]] == ["David", "Emma", "Chloé"]
    assert list(ledger["totals"].items()) == [
        ("Anne", 198 - 26 - 25),
        ("Bruno", -66 + 26 - 25),
        ("Chloé", -66 - 26 + 75),
        ("David", -66 - 26),
        ("Emma", 52 - 25),
    ]
    assert ledger["players"] == list(FIVE)
    assert [stretch["players"] for stretch in ledger["stretches"]] == [
        list(FOUR),
        list(FIVE),
        ["Emma", "Anne", "Bruno", "Chloé"],
    ]


def test_the_transfers_settle_the_whole_session() -> None:
    document = {**TAROT, "stretches": TAROT["stretches"][:2]}
    # 172, −40, −92, −92 and 52: no part of these sums to zero, so it takes four payments, the largest debt first.
    assert score(document)["transfers"] == [
        {"from": "Bruno", "to": "Emma", "amount": 40},
        {"from": "Chloé", "to": "Anne", "amount": 92},
        {"from": "David", "to": "Anne", "amount": 80},
        {"from": "David", "to": "Emma", "amount": 12},
    ]


def test_a_seeger_fabian_list_begins_anew_but_its_premiums_stay() -> None:
    ledger = score(SKAT)
    assert amounts(ledger) == [[74, 0, 0], [40, -98, 40], [0, 0, 74, 0], [30, 30, 30, -98]]
    assert ledger["totals"] == {"Anna": 144, "Ben": -68, "Clara": 144, "David": -98}
    assert ledger["state"] == {
        "points": {"Anna": 0, "Ben": 0, "Clara": 24, "David": -48},
        "won": {"Anna": 0, "Ben": 0, "Clara": 1, "David": 0},
        "lost": {"Anna": 0, "Ben": 0, "Clara": 0, "David": 1},
    }
    assert "transfers" not in ledger
    assert [stretch["options"] for stretch in ledger["stretches"]] == [SEEGER, SEEGER]


def test_games_won_and_lost_are_added_up_and_decide_the_ranking() -> None:
    whole = combined(read(SKAT, registry.find_rules).ledgers())
    assert whole.counted == {"points": (24, -48, 24, -48), "won": (1, 0, 1, 0), "lost": (0, 1, 0, 1)}
    assert whole.ranks() == [(144, 1, 0), (-68, 0, -1), (144, 1, 0), (-98, 0, -1)]


def test_lists_are_paid_by_difference_in_each_stretch() -> None:
    whole = combined(read(SKAT, registry.find_rules).ledgers())
    # 114, −98, 40 among three come to 286, −350, 64; then 30, 30, 104, −98 among four to 54, 54, 350, −458.
    assert whole.gains == (286 + 54, -350 + 54, 64 + 350, -458)
    assert whole.transfers is None


def test_what_is_left_in_a_pool_is_shared_out_before_the_next_stretch() -> None:
    ledger = score(BOSTON)
    assert amounts(ledger) == [
        [-10, -11, -10, -10],
        [-90 - 41, 30, 30, 30],
        [-30, -30, -30, -10 + 60 + 40],
        [-10, -10, -10, -10],
    ]
    assert [hand["state"] for hand in ledger["hands"]] == [{"pool": 41}, {"pool": 82}, {"pool": 0}, {"pool": 40}]
    # 20 for each of four; the other two go to the lowest totals, −141 and 19.
    assert [stretch.get("shared") for stretch in ledger["stretches"]] == [{"A": 21, "Y": 21, "B": 20, "Z": 20}, None]
    assert ledger["totals"] == {"A": -120 - 40, "Y": 40 - 40, "B": 40 - 40, "Z": 40, "E": 90 - 10}
    assert ledger["state"] == {"pool": 40}


def test_the_pool_of_the_last_stretch_is_shared_out_only_among_those_who_play_it() -> None:
    # Totals of −160, 0, 0, 40 and 80; 10 each for A, Y, B and E.
    assert score(BOSTON)["transfers"] == [
        {"from": "A", "to": "Y", "amount": 10},
        {"from": "A", "to": "B", "amount": 10},
        {"from": "A", "to": "Z", "amount": 40},
        {"from": "A", "to": "E", "amount": 90},
    ]


def test_a_game_of_mort_begins_anew() -> None:
    document = session(
        "mort",
        stretch(("Ada", "Ben", "Cora"), {"tricks": 10}),  # 4 to 0
        stretch(("Dan", "Ada", "Ben", "Cora"), {"tricks": 11}),  # 5 to 0: 5 + 3 + 4, from each adversary
    )
    ledger = score(document)
    assert ledger["hands"][0]["state"]["marker"] == {"vivant": 4, "adversaries": 0}
    assert ledger["hands"][1]["state"]["last_game"] == {"winner": "vivant", "class": "triple", "net": 12}
    assert ledger["totals"] == {"Ada": -12, "Ben": -12, "Cora": 0, "Dan": 24}
    assert (ledger["state"]["game"], ledger["state"]["vivant"], ledger["state"]["out"]) == (2, "Ada", "Dan")


def test_a_game_of_mort_can_be_played_after_a_tournee_has_ended() -> None:
    tournee = [{"tricks": 11}] * 3  # each is Vivant once: 24 − 12 − 12
    document = session("mort", stretch(("Ada", "Ben", "Cora"), *tournee), stretch(("Ada", "Ben", "Dan"), *tournee[:1]))
    ledger = score(document)
    assert [hand["state"]["tournee_over"] for hand in ledger["hands"]] == [False, False, True, False]
    assert ledger["totals"] == {"Ada": 24, "Ben": -12, "Cora": 0, "Dan": -12}


def test_a_rubber_of_cayenne_begins_anew() -> None:
    document = session(
        "cayenne",
        stretch("AYBZ", {"trump": "grand", "tricks": 7, "dealer": "A"}),  # 1 × 8
        # 2 × 8 = 16: a quadruple, and 6 towards the next game. With the 8 of before it would be 24, two games.
        stretch("AYBE", {"trump": "grand", "tricks": 8}),
    )
    first, second = score(document)["hands"]
    assert (first["state"]["marker"]["ab"], first["state"]["sheet"]["ab"]) == (8, [])
    assert (second["state"]["marker"]["ab"], second["state"]["sheet"]["ab"]) == (6, [4])
    assert (first["dealer"], second["dealer"]) == ("A", "E")


@pytest.mark.parametrize("document", [TAROT, SKAT, BOSTON], ids=lambda raw: raw["game"])
def test_a_session_of_several_stretches_reads_back_the_same(document: Raw) -> None:
    read_once = read(document, registry.find_rules)
    details = DocumentDetails(title="Friday")
    written = session_document(*read_once.ledgers(), details=details)
    again = read(written, registry.find_rules)
    assert (again.details, len(again.stretches)) == (details, len(document["stretches"]))
    assert session_document(*again.ledgers(), details=again.details) == written
    assert ledger_document(*again.ledgers()) == ledger_document(*read_once.ledgers()) == score(document)


def seated(example: Any) -> Raw:
    """Return the document of an example as one of version 2."""
    raw = dict(example["document"])
    of_stretch = {name: raw.pop(name) for name in ("options", "players", "first_dealer", "hands") if name in raw}
    return {**raw, "version": 2, "stretches": [of_stretch]}


@pytest.mark.parametrize("slug", registry.slugs())
def test_a_worked_example_as_a_session_of_one_stretch_scores_the_same(slug: str) -> None:
    for example in worked_examples.examples(slug):
        if example["document"]["version"] != 1 or not {"players", "hands"} <= example["document"].keys():
            continue
        got = score(seated(example))
        field = got.get("error", {}).get("field")
        if field and got["error"]["hand"] is None:
            got["error"]["field"] = field.removeprefix("stretches.0.")
        assert worked_examples.differences(example["expect"], got) == [], example["id"]
