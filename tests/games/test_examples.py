"""The worked examples of every game score as expected."""

import json
from typing import Any

import pytest

from games import registry
from games.scoring.documents import read, session_document
from tests.games.worked_examples import differences, examples, score

EXAMPLES = [
    pytest.param(example, id=f"{slug}: {example['id']} {example['title']}")
    for slug in registry.slugs()
    for example in examples(slug)
]


@pytest.mark.parametrize("example", EXAMPLES)
def test_a_worked_example_scores_as_expected(example: dict[str, Any]) -> None:
    assert differences(example["expect"], score(example["document"])) == []


@pytest.mark.parametrize("slug", registry.slugs())
def test_examples_have_unique_titles_and_sources(slug: str) -> None:
    ids = [example["id"] for example in examples(slug)]
    assert len(set(ids)) == len(ids) > 0
    for example in examples(slug):
        assert example["title"].strip()
        assert example["source"].strip()
        assert set(example["expect"]) <= {"amounts", "totals", "dealers", "states", "state", "error"}


@pytest.mark.parametrize("slug", registry.slugs())
def test_every_paragraph_has_a_worked_example(slug: str) -> None:
    results = [score(example["document"]) for example in examples(slug)]
    shown = {line["rule"] for got in results for hand in got.get("hands", ()) for line in hand["lines"]}
    assert shown == set(registry.get(slug).rules.paragraphs)


@pytest.mark.parametrize("slug", registry.slugs())
def test_an_exported_example_scores_the_same(slug: str) -> None:
    for example in examples(slug):
        if "error" in example["expect"]:
            continue
        ledger = read(example["document"], registry.find_rules).single().ledger()
        written = json.loads(json.dumps(session_document(ledger)))
        assert score(written) == score(example["document"])
        assert session_document(read(written, registry.find_rules).single().ledger()) == written


@pytest.mark.parametrize(
    ("got", "wrong"),
    [
        ({"amounts": {"A": 3, "B": -3}}, False),
        ({"amounts": {"A": 2, "B": -2}}, True),
        ({"dealer": "A"}, True),
        ({"lines": []}, True),
        ({"state": {"pool": 4, "more": 1}}, False),
        ({"state": {"pool": 5}}, True),
    ],
)
def test_the_comparison_finds_differences(got: dict[str, Any], wrong: bool) -> None:
    lines = [{"amounts": {"A": 3, "B": -3}}]
    hand = {"number": 1, "dealer": "B", "amounts": {"A": 3, "B": -3}, "lines": lines, "state": {"pool": 4}, **got}
    ledger = {"hands": [hand], "totals": {"A": 3, "B": -3}, "state": hand["state"]}
    expect = {"amounts": [{"A": 3, "B": -3}], "dealers": ["B"], "totals": {"A": 3, "B": -3}, "states": [{"pool": 4}]}
    assert bool(differences(expect, ledger)) == wrong
    assert differences({"error": {"field": "points"}}, ledger)
    assert differences(expect, {"error": {"field": "points"}})
