"""A club's own tariff: each figure that can be set is the one that is written, and decides what can be bid."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from games.scoring.tariffs import FigurePlace
from games.scoring.types import Table
from games.skat.form import SkatForm
from games.skat.rules import SkatRules
from games.skat.tariff import BIDS, bids_of
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
    TOURNEE,
    Raw,
    chips_of,
    entry,
    hand,
    ledger,
    refusal,
    session,
)
from games.ui.forms import Position
from tests.games.documents import own_tariff
from tests.games.sheet_text import OnPaper
from tests.games.shorthand_table import of_table, parsed

SUITS = ("diamonds", "hearts", "spades", "clubs")
FAR = {"card_points": 95}
EVERY_TRICK = {"card_points": 120, "schwarz": True}
ONE_TRICKLESS = {**RAMSCH, "points_taken": {"Anna": 75, "Ben": 45, "Clara": 0}, "trickless": ["Clara"]}
TWO_TRICKLESS = {**RAMSCH, "points_taken": {"Anna": 120, "Ben": 0, "Clara": 0}, "trickless": ["Ben", "Clara"]}

Paid = dict[str, tuple[Raw, int, int]]
"""By place of the figure: a hand declared by Anna, the club's figure, and what is then written for her."""

# Units of 13, with class 1 and three matadors; the book's open grand has class 5 and two matadors.
FOSTER_PAID: Paid = {
    **{f"units.tournee.{suit}": (hand(TOURNEE, suit=suit), 13, 13 * (1 + 3)) for suit in SUITS},
    **{f"units.solo.{suit}": (hand(SOLO, suit=suit), 13, 13 * (1 + 3)) for suit in SUITS},
    **{
        f"grands.{call}.unit": (hand(GRAND, call=call, matadors=2), 13, 13 * (1 + 2))
        for call in ("turned_grand", "gucki_grand", "solo_grand")
    },
    "grands.open_grand.unit": (OPEN, 13, 13 * (5 + 2)),
    **{
        f"nullos.{call}.points": (hand(NULLO, call=call), 33, 33)
        for call in ("gucki_nullo", "open_gucki_nullo", "solo_nullo", "open_solo_nullo", "revolution")
    },
    # Hearts with three: 10 × (8 + 3).
    "classes.game.game": (SOLO, 8, 110),
    "classes.game.schneider": (hand(SOLO, **FAR), 8, 110),
    "classes.game.schwarz": (hand(SOLO, **EVERY_TRICK), 8, 110),
    "classes.schneider.schneider": (hand(SOLO, announced="schneider", **FAR), 8, 110),
    "classes.schneider.schwarz": (hand(SOLO, announced="schneider", **EVERY_TRICK), 8, 110),
    "classes.schwarz.schwarz": (hand(SOLO, announced="schwarz", **EVERY_TRICK), 8, 110),
    "ramsch.0.points": (RAMSCH, 25, -25),
    "ramsch.1.points": (ONE_TRICKLESS, 35, -35),
    "ramsch.2.points": (TWO_TRICKLESS, 0, 0),
}
GUCKI_PAID: Paid = {
    **{f"units.solo.{suit}": (hand(SOLO, suit=suit), 13, 13 * (3 + 1)) for suit in SUITS},
    "grands.grand.unit": (GRAND, 13, 13 * (1 + 1)),
    "nullos.gucki_nullo.points": (NULLO, 33, 33),
    "nullos.open_gucki_nullo.points": (hand(NULLO, call="open_gucki_nullo"), 33, 33),
    "announced.game.times": (SOLO, 5, 5 * 10 * (3 + 1)),
    "announced.game.added": (SOLO, 5, 10 * (3 + 5)),
    "announced.schneider.times": (hand(SOLO, announced="schneider", **FAR), 5, 5 * 10 * (3 + 2)),
    "announced.schneider.added": (hand(SOLO, announced="schneider", **FAR), 5, 2 * 10 * (3 + 5)),
    "announced.schwarz.times": (hand(SOLO, announced="schwarz", **EVERY_TRICK), 5, 5 * 10 * (3 + 3)),
    "announced.schwarz.added": (hand(SOLO, announced="schwarz", **EVERY_TRICK), 5, 3 * 10 * (3 + 5)),
    **{place: paid for place, paid in FOSTER_PAID.items() if place.startswith("ramsch.")},
}
BY_SUIT = {"diamonds": 22, "hearts": 22, "spades": 24, "clubs": 22}
"""Bids that another suit has at the printed values."""
ISKO_PAID: Paid = {
    **{
        f"units.suit.{suit}": (hand(CLUBS, suit=suit, bid=BY_SUIT[suit], matadors=3), 13, 13 * (3 + 1))
        for suit in SUITS
    },
    "grands.grand.unit": (hand(GRAND, bid=18), 13, 13 * (1 + 1)),
    "nulls.null.points": (NULL, 70, 70),
    "nulls.hand.points": (hand(NULL, hand=True), 70, 70),
    "nulls.ouvert.points": (hand(NULL, ouvert=True), 70, 70),
    "nulls.ouvert_hand.points": (hand(NULL, hand=True, ouvert=True), 70, 70),
    # Clubs with one: 12 × 2.
    "contra.contra.times": (hand(CLUBS, contra="contra"), 3, 72),
    "contra.re.times": (hand(CLUBS, contra="re"), 5, 120),
    "ramsch.0.times": (RAMSCH, 3, -3 * 50),
    "ramsch.1.times": (ONE_TRICKLESS, 3, -3 * 75),
    "every_trick.every_trick.points": (TWO_TRICKLESS, 200, 200),
}
WITH_ALL: Raw = {**ISKO, "contra": True, "ramsch": True}
PAID: list[tuple[str, Raw, Paid]] = [("foster", FOSTER, FOSTER_PAID), ("gucki_solo", GUCKI, GUCKI_PAID),
                                     ("isko", WITH_ALL, ISKO_PAID)]  # fmt: skip


def one_by_one() -> Iterator[Any]:
    for rules, table, paid in PAID:
        for place, (played, own, written) in paid.items():
            yield pytest.param(table, place, played, own, written, id=f"{rules}-{place}")


@pytest.mark.parametrize(("table", "place", "played", "own", "written"), list(one_by_one()))
def test_a_club_figure(table: Raw, place: str, played: Raw, own: int, written: int) -> None:
    assert entry(played, **table, **own_tariff(place, own)) == written
    paid = ledger(played, **table, **own_tariff(place, own), payment="each").totals
    assert paid == (2 * written, -written, -written)


@pytest.mark.parametrize(("sentence", "table", "place", "own", "played", "written"), [
    ("a gucki grand twice, 2 × 13 × (1 + 2)", FOSTER, "grands.gucki_grand.unit", 13,
     hand(GRAND, call="gucki_grand", matadors=2, card_points=50), -78),
    ("schneider suffered is of its class", FOSTER, "classes.game.schneider", 8, hand(SOLO, card_points=30), -110),
    ("schwarz after schneider, one unit more: 2 × 13 × (3 + 2) + 13", GUCKI, "units.solo.hearts", 13,
     hand(SOLO, announced="schneider", **EVERY_TRICK), 143),
    ("announced and missed, 2 × 5 × 10 × (3 + 2)", GUCKI, "announced.schneider.times", 5,
     hand(SOLO, announced="schneider"), -500),
    ("overbid: the least multiple of 13 from 27 on, twice", ISKO, "units.suit.clubs", 13, hand(CLUBS, bid=27), -78),
    ("a null twice", ISKO, "nulls.null.points", 70, hand(NULL, made=False), -140),
    ("re of what is lost, 5 × −48", WITH_ALL, "contra.re.times", 5, hand(CLUBS, contra="re", card_points=50), -240),
    ("a bid that another figure makes possible", ISKO, "units.suit.diamonds", 5, hand(CLUBS, bid=10), 24),
    ("a null that its figure allows", ISKO, "nulls.null.points", 24, hand(NULL, bid=24), 24),
])  # fmt: skip
def test_values_derived_from_a_club_figure(
    sentence: str, table: Raw, place: str, own: int, played: Raw, written: int
) -> None:
    assert entry(played, **table, **own_tariff(place, own)) == written


# The list


@pytest.mark.parametrize(("players", "figures", "played", "expected"), [
    (3, {"own": 60}, SOLO, (40 + 60, 0, 0)),
    (3, {"own": 60, "others-3": 45}, hand(SOLO, card_points=50), (-40 - 60, 45, 45)),
    (4, {"others-4": 35}, hand(SOLO, card_points=50), (-40 - 50, 35, 35, 35)),
])  # fmt: skip
def test_tournament_points(players: int, figures: dict[str, int], played: Raw, expected: tuple[int, ...]) -> None:
    own = {"name": "Thursdays", "figures": {f"seeger.{row}.points": figure for row, figure in figures.items()}}
    kept = ledger(played, players=players, tariff=own)
    assert RULES.tournament_points(kept.table, *kept.table_list()) == expected


def test_a_list_by_club_figures() -> None:
    """Anna wins 36, and Ben loses 48."""
    own_figures = {"name": "Thursdays", "figures": {"seeger.own.points": 60, "seeger.others-3.points": 45}}
    hands = hand(CLUBS, matadors=2), hand(CLUBS, declarer="Ben", card_points=50)
    kept = ledger(*hands, **ISKO, seeger=True, tariff=own_figures)
    assert kept.totals == (36 + 60 + 45, -48 - 60, 45)
    said = [str(scored.entry.lines[-1].label) for scored in kept.hands]
    assert said == ["a game won: 60 more", "a game lost: −60, and 45 to each of the others"]
    _points, own, others, sums = OnPaper(kept).foot
    assert own == {"what": "Games won less games lost, × 60", "total-0": "60", "total-1": "−60", "total-2": "0"}
    assert others == {"what": "Games lost by the others, × 45", "total-0": "45", "total-1": "0", "total-2": "45"}
    assert [sums[f"total-{seat}"] for seat in range(3)] == ["141", "−108", "45"]


# Lines and sheet


@pytest.mark.parametrize(("table", "place", "own", "played", "words"), [
    (FOSTER, "units.solo.hearts", 13, SOLO, "13 × (1 + 3) = 52, Heart solo, matadors 3: made"),
    (FOSTER, "nullos.gucki_nullo.points", 33, NULLO, "Gucki nullo made: 33"),
    (FOSTER, "ramsch.1.points", 35, ONE_TRICKLESS, "Anna has most, 75 card points; one took no trick: 35"),
    (GUCKI, "announced.schneider.times", 5, hand(SOLO, announced="schneider", **FAR),
     "5 × 10 × (3 + 2) = 250, Heart solo, matadors 3: schneider announced and made"),
    (ISKO, "units.suit.clubs", 13, CLUBS, "13 × (1 + 1) = 26, Clubs made: matadors 1, game"),
    (ISKO, "nulls.null.points", 70, hand(NULL, made=False), "Null lost, counts double: 2 × 70"),
    (WITH_ALL, "ramsch.0.times", 3, RAMSCH, "Anna has most: 3 × 50 card points"),
    (WITH_ALL, "every_trick.every_trick.points", 200, TWO_TRICKLESS, "Anna took every trick: 200"),
    (WITH_ALL, "contra.contra.times", 3, hand(CLUBS, contra="contra"), "Contra: 24 × 3"),
    # 20 is our own*, which a figure set by the club is not.
    (FOSTER, "ramsch.0.points", 20, RAMSCH, "Anna has most, 50 card points; everyone took a trick: 20*"),
    (FOSTER, "ramsch.0.points", 25, RAMSCH, "Anna has most, 50 card points; everyone took a trick: 25"),
])  # fmt: skip
def test_the_derivation_uses_the_club_figure(table: Raw, place: str, own: int, played: Raw, words: str) -> None:
    line = ledger(played, **table, **own_tariff(place, own)).hands[0].entry.lines[-1]
    assert line.label.render(("Anna", "Ben", "Clara")) == words


@pytest.mark.parametrize(("table", "place", "own", "played", "cells"), [
    (FOSTER, "classes.game.game", 13, SOLO, {"base": "10", "class": "13", "matadors": "3"}),
    (GUCKI, "units.solo.hearts", 13, SOLO, {"base": "13", "matadors": "3"}),
    (ISKO, "units.suit.clubs", 13, hand(CLUBS, bid=27), {"what": "♣ overbid", "base": "13", "loss": "78"}),
    (WITH_ALL, "contra.contra.times", 3, hand(CLUBS, contra="contra"), {"contra": "× 3", "gain": "72"}),
])  # fmt: skip
def test_the_sheet_has_the_club_figure(table: Raw, place: str, own: int, played: Raw, cells: dict[str, str]) -> None:
    (row,) = OnPaper(ledger(played, **table, **own_tariff(place, own))).rows
    assert {name: row[name] for name in cells} == cells


# What can be bid


def at(rules: Raw, **figures: int) -> Table:
    named = {place.replace("__", "."): figure for place, figure in figures.items()}
    return session(**rules, tariff={"name": "Thursdays", "figures": named}).table


def test_clubs_can_be_bid_at_thirteen_but_not_at_twelve() -> None:
    bids = bids_of(at(ISKO, units__suit__clubs=13))
    assert {26, 39, 13 * 18} <= set(bids)
    # 24, 84 and 204 are only 12 × 2, 12 × 7 and 12 × 17; but 36 is also 9 × 4, and 48 is 24 × 2.
    assert not {24, 84, 204} & set(bids)
    assert {36, 48} <= set(bids)
    assert (bids[0], bids[-1]) == (18, 264)


def test_a_null_with_a_club_figure_can_be_bid() -> None:
    bids = bids_of(at(ISKO, nulls__ouvert__points=47, nulls__null__points=13))
    assert set(bids) ^ set(BIDS) == {46, 47, 23, 13}
    assert bids == tuple(sorted(bids))


@pytest.mark.parametrize("figures", [{"contra__re__times": 5}, {"seeger__own__points": 60}])
def test_other_figures_do_not_change_the_printed_values(figures: dict[str, int]) -> None:
    assert bids_of(at(ISKO, **figures)) == BIDS


@pytest.mark.parametrize(("sentence", "place", "own", "played", "expected"), [
    ("12 × 2 is gone", "units.suit.clubs", 13, hand(CLUBS, bid=24), (1, "bid", "out_of_range")),
    ("less than the least", "units.suit.diamonds", 13, hand(CLUBS, bid=18), (1, "bid", "out_of_range")),
    ("a null worth less than its bid", "nulls.null.points", 20, hand(NULL, bid=22), (1, "bid", "impossible")),
])  # fmt: skip
def test_impossible_bids_by_club_figures(
    sentence: str, place: str, own: int, played: Raw, expected: tuple[Any, ...]
) -> None:
    assert refusal(played, **ISKO, **own_tariff(place, own)) == expected


# Form and shorthand


def form(table: Table, **data: str) -> SkatForm:
    return SkatForm(Position(rules=RULES, table=table, state=RULES.opening(table)), data)


def worths(table: Table) -> dict[str, str]:
    return {chip.value: str(chip.hint) for chip in form(table).call if chip.hint}


def test_the_chips_show_the_club_figures() -> None:
    of_foster = worths(at(FOSTER, units__tournee__clubs=9, grands__solo_grand__unit=21, nullos__revolution__points=61))
    assert of_foster == {
        **dict(zip([f"tournee-{suit}" for suit in SUITS], ["5", "6", "7", "9"], strict=True)),
        **dict(zip([f"solo-{suit}" for suit in SUITS], ["9", "10", "11", "12"], strict=True)),
        "turned_grand": "12",
        "gucki_grand": "16",
        "solo_grand": "21",
        "open_grand": "24",
        "gucki_nullo": "15",
        "open_gucki_nullo": "30",
        "solo_nullo": "20",
        "open_solo_nullo": "40",
        "revolution": "61",
    }
    table = at(ISKO, units__suit__hearts=13, grands__grand__unit=20, nulls__null__points=25, nulls__hand__points=36)
    assert worths(table) == {
        "suit-diamonds": "9",
        "suit-hearts": "13",
        "suit-spades": "11",
        "suit-clubs": "12",
        "grand": "20, only jacks are trumps",
        "null": "25, to take no trick",
    }
    assert [chip.hint for chip in chips_of(form(table), "null_way")] == ["25", "36", "46", "59"]


def test_the_form_offers_the_bids_of_the_table() -> None:
    table = at(ISKO, units__suit__diamonds=5, nulls__null__points=13)
    offered = form(table)
    shown = [int(chip.value) for chip in chips_of(offered, "bid")]
    assert shown == list(bids_of(table))
    assert shown[:4] == [10, 13, 15, 20]
    assert not any(chip.checked for chip in chips_of(offered, "bid"))
    tapped = form(
        table, call="suit-clubs", declarer="0", matadors="1", **{"card_points-tens": "7", "card_points-units": "0"}
    )
    assert tapped.raw()["bid"] == 10
    waiting = form(at(ISKO, units__suit__clubs=13), call="suit-clubs", declarer="0", matadors="1")
    assert str(waiting.missing[-1][1]) == "made or lost (13 × 2 = 26)"


def test_a_typed_hand_is_bid_at_the_lowest_value_or_that_of_a_null() -> None:
    typing = of_table("skat", at(ISKO, units__suit__diamonds=5, nulls__null__points=13))
    assert parsed(typing, "1 c 2 +")["bid"] == 10
    assert parsed(typing, "2 n +")["bid"] == 13


def test_the_list_of_all_figures() -> None:
    for rules, _table, paid in PAID:
        tested = {FigurePlace.from_text(place) for place in paid}
        tested |= {FigurePlace("seeger", row, "points") for row in ("own", "others-3", "others-4")}
        assert set(SkatRules.tariffs[rules].figures) == tested
