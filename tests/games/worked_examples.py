"""The worked examples of the games, and how a ledger is compared with one."""

from __future__ import annotations

import json
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from games import registry
from games.scoring.documents import DocumentError, ledger_document, load


def folder(slug: str) -> Path:
    """Return the folder of a game."""
    file = import_module(f"games.{slug}").__file__
    assert file is not None
    return Path(file).parent


@cache
def examples(slug: str) -> list[dict[str, Any]]:
    """Return the worked examples of a game."""
    examples_read: list[dict[str, Any]] = json.loads((folder(slug) / "examples.json").read_text())
    return examples_read


def score(document: Any) -> dict[str, Any]:
    """Return what `score` prints for a document."""
    try:
        session = load(json.dumps(document), registry.find_rules)
        return ledger_document(*session.ledgers(), details=session.details, version=session.version)
    except DocumentError as error:
        return error.as_json()


def differences(expect: dict[str, Any], got: dict[str, Any]) -> list[str]:
    """Return how the answer differs from the example; nothing if they agree."""
    if "error" in expect:
        seen = {key: got.get("error", {}).get(key, "nothing") for key in expect["error"]}
        return [] if seen == expect["error"] else [f"refused {seen}, not {expect['error']}"]
    if "error" in got:
        return [f"refused: {got['error']}"]
    hands = got["hands"]
    compared = {
        "amounts": [hand["amounts"] for hand in hands],
        "dealers": [hand["dealer"] for hand in hands],
        "totals": got["totals"],
    }
    problems = [
        f"{name}: {seen}, not {expect[name]}"
        for name, seen in compared.items()
        if name in expect and seen != expect[name]
    ]
    problems += [
        f"hand {hand['number']}: the lines do not sum to {hand['amounts']}"
        for hand in hands
        if any(
            sum(line["amounts"][name] for line in hand["lines"]) != amount for name, amount in hand["amounts"].items()
        )
    ]
    # The state of an example has only what matters to it.
    states = [hand["state"] for hand in hands] + [got["state"]]
    expected = [*expect.get("states", [None] * len(hands)), expect.get("state")]
    problems += [
        f"state {number}: {key} is {seen.get(key)}, not {value}"
        for number, (seen, want) in enumerate(zip(states, expected, strict=True), 1)
        for key, value in (want or {}).items()
        if seen.get(key) != value
    ]
    return problems
