"""The form, the ledger words and the shorthand of wiezen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from games.colour_whist.form import ColourWhistForm
from games.colour_whist.game import GAME
from games.colour_whist.shorthand import ColourWhistShorthand
from games.colour_whist.tests.sessions import COULEUR, NAMES, RULES, Raw, table
from games.scoring.errors import Code, RuleError
from games.scoring.naming import Naming
from games.scoring.replay import replay
from games.scoring.text import Text
from games.ui.forms import Position


def form(data: Mapping[str, str], *, error: RuleError | None = None, **at: Any) -> ColourWhistForm:
    played_at = table(**at)
    return ColourWhistForm(Position(rules=RULES, table=played_at, state=RULES.opening(played_at)), data, error=error)


def missing(data: Mapping[str, str], **at: Any) -> list[str]:
    return [name for name, _words in form(data, **at).missing]


def test_two_together_stand_on_a_new_form() -> None:
    assert [chip.value for chip in form({}).call if chip.checked] == ["vraag"]
    assert [chip.value for chip in form({}, **COULEUR).call if chip.checked] == ["emballage"]
    assert missing({}) == ["caller", "partner", "tricks"]


@pytest.mark.parametrize(
    ("taps", "raw"),
    [
        ({"caller": "0", "partner": "2", "tricks": "9"}, {"call": "emballage", "caller": 0, "partner": 2, "tricks": 9}),
        (
            {"call": "emballage_10", "caller": "0", "partner": "2", "tricks": "9"},
            {"call": "emballage", "level": 10, "caller": 0, "partner": 2, "tricks": 9},
        ),
        ({"call": "seul_5", "caller": "1", "tricks": "5"}, {"call": "seul", "level": 5, "caller": 1, "tricks": 5}),
        (
            {"call": "piccolo", "declarers-0": "1", "declarers-1": "", "declarers-2": "0"},
            {"call": "piccolo", "declarers": {"0": True, "2": False}},
        ),
        ({"call": "passed", "declarers-0": "1"}, {"call": "passed"}),
    ],
)
def test_taps_become_a_hand(taps: dict[str, str], raw: Raw) -> None:
    assert missing(taps, **COULEUR) == []
    assert form(taps, **COULEUR).raw() == raw
    position = form({}, **COULEUR).position
    assert ColourWhistForm.from_raw(position, raw).raw() == raw


def test_a_misere_needs_a_player() -> None:
    assert missing({"call": "miserie"}) == missing({"call": "miserie", "declarers-0": ""}) == ["declarers"]
    refused = form({"call": "miserie"}, error=RuleError(Code.NOT_PLAYING, "declarers.0", Text("Not now.")))
    assert str(refused.error_at("declarers")) == "Not now."


def test_troel_shows_how_many_tricks_the_table_asks_for() -> None:
    def needed(**options: Any) -> list[int | None]:
        return [chip.needs for chip in form({}, **options).call if chip.value in ("troel", "alleen")]

    assert needed() == [8, 5]
    assert needed(troel_from=9, alone_from=6) == [9, 6]


@pytest.mark.parametrize(("changed", "count"), [("0", 0), ("1", 1)])
def test_a_change_of_trumps_is_counted_if_there_was_one(changed: str, count: int) -> None:
    taps = {"call": "trou", "caller": "0", "partner": "1", "tricks": "8", "trump_changed": changed}
    assert form(taps, **COULEUR).rare_count == count


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        ({"call": "emballage", "caller": 0, "partner": 2, "tricks": 9}, "Samen 8 by Anne with Chloé, 9 tricks made"),
        ({"call": "seul", "level": 6, "caller": 1, "tricks": 1}, "Alleen 6 by Bruno, lost, 1 trick made"),
        ({"call": "piccolo", "declarers": {"0": True, "1": False}}, "Piccolo, made by Anne, lost by Bruno"),
        (
            {"call": "trou", "caller": 0, "partner": 1, "tricks": 9, "trump_changed": True},
            "Troel by Anne with Bruno, 9 tricks made, trumps changed",
        ),
        (
            {"call": "trou", "caller": 0, "partner": 1, "tricks": 8, "trump_changed": True},
            "Troel by Anne with Bruno, lost, 8 tricks made, trumps changed",
        ),
        ({"call": "passed"}, "Rondje pas"),
    ],
)
def test_the_summary_line_of_a_hand(raw: Raw, words: str) -> None:
    assert GAME.describe(table(**COULEUR), raw).render(NAMES) == words


@pytest.mark.parametrize(
    ("declarers", "words"),
    [
        ({"0": False}, "Anne −21"),
        ({"1": True, "2": True}, "Bruno +14, Chloé +14"),
        ({"0": True, "1": False}, "Anne +28, Bruno −28"),
    ],
)
def test_the_button_names_everybody_who_played_a_misere(declarers: dict[str, bool], words: str) -> None:
    filled = form({})
    raw = {"call": "miserie", "declarers": declarers}
    scored = replay(RULES, filled.table, [raw], Naming(filled.table.players, by_seat=True)).hands[0]
    assert filled.result(scored).render(filled.table.players) == words


def typed(line: str) -> Raw:
    at = table(**COULEUR)
    raw = ColourWhistShorthand(RULES, at, RULES.opening(at)).read(line).raw
    assert raw is not None
    return dict(raw)


@pytest.mark.parametrize(
    ("line", "raw"),
    [
        ("1 3 9", {"call": "emballage", "caller": 0, "partner": 2, "tricks": 9}),
        ("em10 1 3 -1", {"call": "emballage", "level": 10, "caller": 0, "partner": 2, "tricks": 9}),
        ("seul5 2 +", {"call": "seul", "level": 5, "caller": 1, "tricks": 5}),
        ("gm 1+ bruno-", {"call": "grande_misere", "declarers": {"0": True, "1": False}}),
        ("tr 1 2 8 x", {"call": "trou", "caller": 0, "partner": 1, "tricks": 8, "trump_changed": True}),
    ],
)
def test_a_line_becomes_a_hand(line: str, raw: Raw) -> None:
    assert typed(line) == raw


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("gm", "Still missing: who played it."),
        ("gm 1+ 1-", "“1-” does not belong to this hand."),
        ("gm 9+", "There is no player 9: they are numbered from 1 to 4."),
    ],
)
def test_a_line_that_is_refused(line: str, message: str) -> None:
    with pytest.raises(RuleError) as refused:
        typed(line)
    assert str(refused.value.message) == message
