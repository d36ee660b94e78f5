"""Scores of Belote that no worked example shows, and hands that are refused."""

from __future__ import annotations

from typing import Any

import pytest

from games.belote.form import BeloteForm
from games.belote.rules import BeloteRules
from games.scoring.documents import ledger_document, read
from games.scoring.naming import Naming
from games.scoring.replay import replay
from games.ui.forms import Position
from tests.games import documents
from tests.games.documents import Raw

PLAYERS = ("A", "Y", "B", "Z")
RULES = BeloteRules()


def ledger(*hands: Raw, rules: str = "classic", **options: Any) -> Raw:
    raw = {**documents.document("belote", PLAYERS, hands, options=options), "rules": rules}
    return ledger_document(read(raw, {"belote": RULES}.get).single().ledger())


def prise(taker: str = "A", **more: Any) -> Raw:
    return {"call": "prise", "taker": taker, **more}


def contrat(contract: int, taker: str = "A", **more: Any) -> Raw:
    return {"call": "contrat", "taker": taker, "contract": contract, **more}


def scored(played: Raw) -> list[tuple[int, int]]:
    """Return what both sides score in each hand."""
    return [(hand["amounts"]["A"], hand["amounts"]["Y"]) for hand in played["hands"]]


def test_two_litiges_add_up_and_a_hand_that_all_passed_leaves_them() -> None:
    played = ledger(prise(points=81), {"call": "passed"}, prise("Y", points=81), prise("Z", points=90))
    assert scored(played) == [(0, 81), (0, 0), (81, 0), (72, 252)]
    assert played["state"] == {"score": {"ab": 153, "yz": 333}, "held": 0, "game_over": False, "winner": None}


def test_equal_scores_at_the_target_need_another_hand() -> None:
    played = ledger(prise(points=82), prise("Y", points=82), prise("Z", points=100), target=162)
    assert [hand["state"]["winner"] for hand in played["hands"]] == [None, None, "yz"]


def test_the_side_without_a_trick_waits_at_the_target_and_wins_with_its_first_trick() -> None:
    played = ledger(
        contrat(160, points=162),
        contrat(100, points=162),
        contrat(80, "Y", capot="attack", belote="defence"),
        contrat(80, "Y", points=160),
        rules="coinche",
        target=600,
    )
    assert [hand["state"]["winner"] for hand in played["hands"]] == [None, None, None, "ab"]


def test_a_correction_takes_the_end_back_but_ends_no_waiting() -> None:
    correction = {"call": "correction", "amounts": {"A": 10, "B": 10}, "note": "miscounted"}
    played = ledger(
        contrat(130, points=150), contrat(100, points=70, belote="attack"), correction, rules="coinche", target=300
    )
    assert [hand["state"]["winner"] for hand in played["hands"]] == [None, None, None]
    played = ledger(
        prise(capot="attack"),
        prise(points=90),
        {**correction, "amounts": {"A": -50, "B": -50}},
        target=301,
    )
    assert [hand["state"]["game_over"] for hand in played["hands"]] == [False, True, False]


@pytest.mark.parametrize(
    ("options", "score"),
    [
        ({}, (520, 0)),
        ({"doubles": "contract"}, (360, 0)),
        ({"marque": "annonces"}, (200, 0)),
        ({"marque": "faits"}, (320, 0)),
        ({"round_to_ten": False}, (524, 0)),
    ],
)
def test_a_coinched_contract_of_100_by_what_is_written(options: Raw, score: tuple[int, int]) -> None:
    assert scored(ledger(contrat(100, points=118, coinche="coinche"), rules="coinche", **options)) == [score]


@pytest.mark.parametrize(
    ("hand", "table", "error"),
    [
        (prise(trump="tout_atout", points=92), {}, (1, "trump", "unknown_choice")),
        (prise(points=162, capot="attack"), {}, (1, "points", "unknown_field")),
        (prise(belote="attack"), {}, (1, "points", "required")),
        (contrat(95, points=100), {"rules": "coinche"}, (1, "contract", "out_of_range")),
        (contrat(190, points=100), {"rules": "coinche", "sans_tout_atout": True}, (1, "contract", "out_of_range")),
        (
            prise(trump="tout_atout", points=92, attack_belotes=3, defence_belotes=2),
            {"sans_tout_atout": True},
            (1, "defence_belotes", "total"),
        ),
    ],
)
def test_a_hand_that_is_refused(hand: Raw, table: Raw, error: tuple[int, str, str]) -> None:
    assert documents.refused(lambda: ledger(hand, **table)) == error


def test_the_form_offers_contracts_up_to_180_and_the_higher_ones_apart() -> None:
    table = RULES.table(PLAYERS, rules="coinche", options={"announcements": True})
    form = BeloteForm(Position(rules=RULES, table=table, state=RULES.opening(table)), {})
    bids = [str(points) for points in range(80, 651, 10)]
    assert [chip.value for chip in form.call] == [*bids[:11], "capot", "generale"]
    assert [chip.value for chip in form.higher] == bids[11:]


@pytest.mark.parametrize(
    ("points", "row", "button"),
    [
        (90, "Prise by A, 90 points", "A and B 90 – 72"),
        (81, "Prise by A, litige, 81 points", "A and B 0 – 81"),
        (74, "Prise by A, dedans, 74 points", "A and B 0 – 162"),
    ],
)
def test_the_row_says_how_the_hand_ended_and_the_button_begins_with_the_taker(
    points: int, row: str, button: str
) -> None:
    raw = {"call": "prise", "taker": 0, "points": points}
    table = RULES.table(PLAYERS)
    form = BeloteForm(Position(rules=RULES, table=table, state=RULES.opening(table)))
    hand = replay(RULES, table, [raw], Naming(PLAYERS, by_seat=True)).hands[0]
    assert BeloteForm.describe(RULES, table, raw).render(PLAYERS) == row
    assert form.result(hand).render(PLAYERS) == button


@pytest.mark.parametrize(("tens", "units", "of", "capot"), [
    ("16", "2", "", "attack"), ("16", "2", "1", "defence"), ("0", "0", "", "defence"), ("0", "0", "1", "attack"),
])  # fmt: skip
def test_a_capot_is_asked_beside_all_or_no_points(tens: str, units: str, of: str, capot: str) -> None:
    table = RULES.table(PLAYERS)
    position = Position(rules=RULES, table=table, state=RULES.opening(table))
    tapped = {"call": "prise", "taker": "0", "points-tens": tens, "points-units": units, "defence_points": of}
    assert [name for name, _words in BeloteForm(position, tapped).missing] == ["capot-asked"]
    assert BeloteForm(position, tapped | {"capot-asked": "1"}).raw() == {"call": "prise", "taker": 0, "capot": capot}
    without = BeloteForm(position, tapped | {"capot-asked": "0"})
    assert (without.missing, "capot" in without.raw()) == ([], False)
    assert BeloteForm.from_raw(position, without.raw()).missing == []
