"""The schema of a game's hands accepts those that the game records, and describes their fields."""

from __future__ import annotations

from typing import Any

import pytest
from jsonschema import Draft202012Validator

from games import registry
from games.game import Game
from games.scoring.hand_schema import hand_schema
from tests.games.registry_cases import every_game
from tests.games.worked_examples import examples


@every_game
def test_every_hand_of_the_worked_examples_is_valid(game: Game) -> None:
    validator = Draft202012Validator(hand_schema(game.rules))
    hands = [
        hand
        for example in examples(game.slug)
        if "error" not in example["expect"]
        for hand in example["document"]["hands"]
    ]
    assert hands
    assert [hand for hand in hands if not validator.is_valid(hand)] == []


def call_schema(slug: str, call: str) -> dict[str, Any]:
    """Return the schema of a call."""
    found: dict[str, Any] = next(
        schema for schema in hand_schema(registry.get(slug).rules)["anyOf"] if schema["title"] == call
    )
    return found


def test_a_tarot_contract_lists_the_fields_of_every_table() -> None:
    garde = call_schema("tarot", "garde")
    assert garde["required"] == ["call", "taker", "bouts"]
    properties = garde["properties"]
    assert {"partner", "miseres", "dealer", "note"} <= set(properties)
    assert properties["bouts"] == {"type": "integer", "minimum": 0, "maximum": 3}
    assert {"type": "number", "multipleOf": 0.5, "minimum": 0, "maximum": 91} in properties["points"]["anyOf"]
    assert properties["poignees"]["items"]["properties"]["size"] == {"enum": ["simple", "double", "triple"]}


def test_an_ordinary_hand_names_no_call_and_a_field_that_depends_on_another_is_not_required() -> None:
    hand = call_schema("cayenne", "hand")
    assert "call" not in hand["properties"]
    assert hand["required"] == ["trump", "tricks"]
    assert hand["properties"]["honours"] == {"type": "integer", "minimum": 0, "maximum": 5}


@pytest.mark.parametrize(
    "wrong",
    [
        {"taker": "Anne", "bouts": 2, "points": 49},
        {"call": "solo", "taker": "Anne", "bouts": 2, "points": 49},
        {"call": "garde", "bouts": 2, "points": 49},
        {"call": "garde", "taker": "Anne", "bouts": 4, "points": 49},
        {"call": "garde", "taker": "Anne", "bouts": 2, "points": 49.25},
        {"call": "garde", "taker": "Anne", "bouts": 2, "points": 49, "suit": "hearts"},
        {"call": "garde", "taker": "Anne", "bouts": 2, "points": 49, "petit_au_bout": "nobody"},
        {"call": "correction", "amounts": {"Anne": 1}},
    ],
)
def test_no_tarot_hand_of_another_form_is_valid(wrong: dict[str, Any]) -> None:
    assert not Draft202012Validator(hand_schema(registry.get("tarot").rules)).is_valid(wrong)
