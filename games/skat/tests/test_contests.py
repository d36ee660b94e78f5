"""Contests of Skat: who declared, against whom, and whether the game was won."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.skat.tests.sessions import (
    CLUBS,
    FOSTER,
    GRAND,
    GUCKI,
    ISKO,
    NULL,
    NULLO,
    OPEN,
    RAMSCH,
    RULES,
    SOLO,
    Raw,
    hand,
    ledger,
)
from tests.games.contest_checks import contested, misjudged
from tests.games.strategies import sessions
from tests.property_tests import examples

SEEGER: Raw = {**ISKO, "seeger": True}
NULLOS = ("gucki_nullo", "open_gucki_nullo", "solo_nullo", "open_solo_nullo", "revolution")
FOSTER_GRAND: Raw = {**GRAND, "call": "solo_grand"}
ISKO_GRAND: Raw = {**GRAND, "bid": 18}
OVERBID: Raw = {**CLUBS, "bid": 46, "hand": True, "card_points": 74}
"""A clubs hand with one, which is worth 36."""

GAMES: list[tuple[str, Raw, Raw, bool]] = [
    ("a tournée with 61", FOSTER, hand(SOLO, call="tournee", card_points=61), True),
    ("a tournée with 60", FOSTER, hand(SOLO, call="tournee", card_points=60), False),
    ("a solo with 61", FOSTER, hand(SOLO, card_points=61), True),
    ("a solo with 60", FOSTER, hand(SOLO, card_points=60), False),
    ("schneider announced, 91", FOSTER, hand(SOLO, announced="schneider", card_points=91), True),
    ("schneider announced, 90", FOSTER, hand(SOLO, announced="schneider", card_points=90), False),
    ("a turned grand with 61", FOSTER, hand(GRAND, call="turned_grand", card_points=61), True),
    ("a turned grand with 60", FOSTER, hand(GRAND, call="turned_grand", card_points=60), False),
    ("a gucki grand with 61", FOSTER, hand(GRAND, call="gucki_grand", card_points=61), True),
    ("a gucki grand with 60", FOSTER, hand(GRAND, call="gucki_grand", card_points=60), False),
    ("a solo grand with 61", FOSTER, hand(FOSTER_GRAND, card_points=61), True),
    ("a solo grand with 60", FOSTER, hand(FOSTER_GRAND, card_points=60), False),
    ("an open grand with every trick", FOSTER, OPEN, True),
    ("an open grand with every point, and a trick missed", FOSTER, hand(OPEN, schwarz=False), False),
    *((f"{call} made", FOSTER, hand(NULLO, call=call), True) for call in NULLOS),
    *((f"{call} lost", FOSTER, hand(NULLO, call=call, made=False), False) for call in NULLOS),
    ("gucki-solo: a solo with 61", GUCKI, hand(SOLO, card_points=61), True),
    ("gucki-solo: a solo with 60", GUCKI, hand(SOLO, card_points=60), False),
    ("gucki-solo: a grand with 61", GUCKI, hand(GRAND, card_points=61), True),
    ("gucki-solo: a grand with 60", GUCKI, hand(GRAND, card_points=60), False),
    *((f"gucki-solo: {call} made", GUCKI, hand(NULLO, call=call), True) for call in NULLOS[:2]),
    *((f"gucki-solo: {call} lost", GUCKI, hand(NULLO, call=call, made=False), False) for call in NULLOS[:2]),
    ("ISkO: a suit game with 61", ISKO, hand(CLUBS, card_points=61), True),
    ("ISkO: a suit game with 60", ISKO, hand(CLUBS, card_points=60), False),
    ("ISkO: overbid, whatever the card points", ISKO, OVERBID, False),
    ("ISkO: the schneider makes it 48", ISKO, hand(OVERBID, card_points=95), True),
    ("ISkO: a grand with 61", ISKO, hand(ISKO_GRAND, card_points=61), True),
    ("ISkO: a grand with 60", ISKO, hand(ISKO_GRAND, card_points=60), False),
    ("ISkO: a null made", ISKO, NULL, True),
    ("ISkO: a null lost", ISKO, hand(NULL, made=False), False),
    ("ISkO: contra, and won", {**ISKO, "contra": True}, hand(CLUBS, contra="contra"), True),
    ("ISkO: re, and lost", {**ISKO, "contra": True}, hand(CLUBS, contra="re", card_points=60), False),
    ("on a list, 18 lost is 86 less", SEEGER, hand(NULL, made=False), False),
    ("on a list, won", SEEGER, NULL, True),
]


@pytest.mark.parametrize("payment", ["each", "sheet"])
@pytest.mark.parametrize(("sentence", "table", "played", "made"), GAMES, ids=[game[0] for game in GAMES])
def test_a_game(payment: str, sentence: str, table: Raw, played: Raw, made: bool) -> None:
    options = table if "seeger" in table else {**table, "payment": payment}
    assert contested(ledger(played, **options)) == [(played["call"], "Anna", "Ben, Clara", made)]


def test_with_four_players_the_dealer_sits_out() -> None:
    played = SOLO, hand(SOLO, declarer="Ben"), hand(SOLO, dealer="Ben")
    assert contested(ledger(*played, players=4)) == [
        ("solo", "Anna", "Ben, Clara", True),
        ("solo", "Ben", "Clara, David", True),
        ("solo", "Anna", "Clara, David", True),
    ]


def test_if_nobody_declares_each_plays_alone() -> None:
    passed: dict[str, Any] = {"call": "passed"}
    assert contested(ledger(RAMSCH, passed, ramsch=True)) == [None, None]


@examples(20)
@given(st.data())
def test_made_games_gain_and_failed_games_lose(data: st.DataObject) -> None:
    played = data.draw(sessions(RULES)).ledger
    assert misjudged(played, {"foster-value", "nullo", "gucki-solo-value", "isko-value", "overbid", "null"}) == []
