"""What every game's tariff guarantees, and what a club that sets its own figures can rely on."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import registry
from games.game import Game
from games.scoring.documents import DocumentError, read
from games.scoring.errors import Code
from games.scoring.tariffs import HIGHEST, FigurePlace
from games.scoring.types import RuleSet
from tests.games.registry_cases import every_rule_set
from tests.games.strategies import NAMES, own_tariffs
from tests.property_tests import examples


@every_rule_set
def test_every_tariff_can_be_serialised(game: Game, rule_set: RuleSet) -> None:
    schedules = game.rules.tariff(rule_set.slug).schedules
    assert schedules or rule_set.slug not in game.rules.tariffs
    assert len({table.slug for table in schedules}) == len(schedules)
    for table in schedules:
        keys = [table.slug, *(row.key for row in table.rows), *(column.key for column in table.columns)]
        assert all(re.fullmatch(r"[a-z0-9_-]+", key) for key in keys)
        assert str(table.title)
        places = {(row.key, column.key) for row in table.rows for column in table.columns}
        assert set(table.figures) <= places
        assert table.ours <= set(table.figures)
        assert all(table.low <= figure <= table.high for figure in table.figures.values())
        for heads in (table.rows, table.columns):
            assert len({head.key for head in heads}) == len(heads)


@every_rule_set
def test_a_club_tariff_without_changes_is_the_printed_one(game: Game, rule_set: RuleSet) -> None:
    printed = game.rules.tariff(rule_set.slug)
    own = printed.own("Thursdays", printed.figures)
    assert own.document() == {"name": "Thursdays", "version": 1, "figures": {}}
    table = game.rules.table(NAMES[: rule_set.players[0]], rules=rule_set.slug, tariff=own)
    assert table.figures == printed.figures


@every_rule_set
@examples(6)
@given(st.data())
def test_a_serialised_tariff_reads_back_the_same(game: Game, rule_set: RuleSet, data: st.DataObject) -> None:
    printed = game.rules.tariff(rule_set.slug)
    own = data.draw(own_tariffs(printed))
    assert printed.read_own(own.document()) == own


def document(tariff: Any) -> dict[str, Any]:
    return {
        "format": "scorekeeper.session",
        "version": 1,
        "game": "solo_whist",
        "players": list(NAMES[:4]),
        "tariff": tariff,
        "hands": [],
    }


@pytest.mark.parametrize(
    ("tariff", "field", "code"),
    [
        ("Thursdays", "tariff", Code.INVALID_DOCUMENT),
        ({}, "tariff.name", Code.REQUIRED),
        ({"name": " "}, "tariff.name", Code.REQUIRED),
        ({"name": "x" * 61}, "tariff.name", Code.REQUIRED),
        ({"name": "\ud800"}, "tariff.name", Code.INVALID),
        ({"name": "a\0"}, "tariff.name", Code.INVALID),
        ({"name": "a\nb"}, "tariff.name", Code.INVALID),
        ({"name": "\u202eevil"}, "tariff.name", Code.INVALID),
        ({"name": "x", "version": 0}, "tariff.version", Code.OUT_OF_RANGE),
        ({"name": "x", "version": 10_000}, "tariff.version", Code.OUT_OF_RANGE),
        ({"name": "x", "version": "2"}, "tariff.version", Code.INVALID),
        ({"name": "x", "rows": 1}, "tariff.rows", Code.UNKNOWN_FIELD),
        ({"name": "x", "figures": []}, "tariff.figures", Code.INVALID),
        ({"name": "x", "figures": {"stake.solo": 1}}, "tariff.figures.stake.solo", Code.UNKNOWN_FIELD),
        ({"name": "x", "figures": {"stake.duo.each": 1}}, "tariff.figures.stake.duo.each", Code.UNKNOWN_FIELD),
        ({"name": "x", "figures": {"stake.solo.each": "12"}}, "tariff.figures.stake.solo.each", Code.INVALID),
        ({"name": "x", "figures": {"stake.solo.each": 1.5}}, "tariff.figures.stake.solo.each", Code.INVALID),
        ({"name": "x", "figures": {"stake.solo.each": -1}}, "tariff.figures.stake.solo.each", Code.OUT_OF_RANGE),
        (
            {"name": "x", "figures": {"stake.solo.each": HIGHEST + 1}},
            "tariff.figures.stake.solo.each",
            Code.OUT_OF_RANGE,
        ),
    ],
)
def test_an_impossible_tariff_is_refused_at_its_place(tariff: Any, field: str, code: Code) -> None:
    with pytest.raises(DocumentError) as refused:
        read(document(tariff), registry.find_rules)
    assert (refused.value.error.field, refused.value.error.code) == (field, code)


def test_a_figure_place_is_written_with_dots() -> None:
    assert FigurePlace.from_text("stake.solo.each") == FigurePlace("stake", "solo", "each")
    assert [FigurePlace.from_text(words) for words in ("", "stake", "a.b.c.d")] == [None, None, None]
