"""Whole evenings: compare the ledger that `score --lines` prints with that of a second scorer.

`evenings.json` in a game's tests is a list of documents, each with the command's output for it. An independent scorer
knows the figures but not our wording: labels, messages and lines that only explain are left out there. Where it lists a
hand's lines, the counters of each rule are compared with ours; the lines always sum to the hand's amounts.
"""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from io import BytesIO, StringIO
from typing import Any

from django.core.management import call_command

from tests.games.worked_examples import folder

Raw = dict[str, Any]


@cache
def evenings(slug: str) -> list[tuple[Raw, Raw]]:
    """Return the evenings of a game: what was expected of each, and what the command answered."""
    written = json.loads((folder(slug) / "tests" / "evenings.json").read_text())
    assert written
    sent = "\n".join(json.dumps(evening["document"]) for evening in written)
    printed = StringIO()
    call_command("score", lines=True, stdin=BytesIO(sent.encode()), stdout=printed)
    results = printed.getvalue().splitlines()
    return [(evening["expected"], json.loads(result)) for evening, result in zip(written, results, strict=True)]


def wrong(slug: str) -> dict[int, list[str]]:
    """Return the differences, by the evening's place in the list, from 1; nothing if all agree."""
    compared = {number: differences(*evening) for number, evening in enumerate(evenings(slug), 1)}
    return {number: found for number, found in compared.items() if found}


def differences(expected: Raw, got: Raw) -> list[str]:
    """Return how the command's answer differs from the expected one."""
    if "error" in expected or "error" in got:
        seen = {key: value for key, value in got.get("error", {}).items() if key != "message"}
        return [] if seen == expected.get("error") else [f"{seen}, not {expected.get('error')}"]
    found = [
        f"{key}: {got.get(key)}, not {expected.get(key)}"
        for key in sorted((set(expected) | set(got)) - {"hands", "transfers"})
        if not _same(got.get(key), expected.get(key))
    ]
    if len(got["hands"]) != len(expected["hands"]):
        return [*found, f"{len(got['hands'])} hands, not {len(expected['hands'])}"]
    for want, hand in zip(expected["hands"], got["hands"], strict=True):
        found += [f"hand {want['number']}: {text}" for text in _in_a_hand(want, hand)]
    return found + _in_the_transfers(expected, got)


def _in_a_hand(want: Raw, hand: Raw) -> list[str]:
    found = [
        f"{key}: {hand.get(key)}, not {want.get(key)}"
        for key in ("number", "dealer", "amounts", "state")
        if not _same(hand.get(key), want.get(key))
    ]
    sums = {name: sum(line["amounts"][name] for line in hand["lines"]) for name in hand["amounts"]}
    if sums != hand["amounts"]:
        found.append(f"the lines sum to {sums}")
    if "lines" in want and _by_rule(hand["lines"]) != _by_rule(want["lines"]):
        found.append(f"by rule: {_by_rule(hand['lines'])}, not {_by_rule(want['lines'])}")
    return found


def _in_the_transfers(expected: Raw, got: Raw) -> list[str]:
    """There can be several shortest lists of payments: they settle the same balances with as many payments."""
    balances: list[Counter[str]] = []
    for ledger in (expected, got):
        moved: Counter[str] = Counter()
        for transfer in ledger.get("transfers", ()):
            moved[transfer["to"]] += transfer["amount"]
            moved[transfer["from"]] -= transfer["amount"]
        balances.append(moved)
    lists = expected.get("transfers"), got.get("transfers")
    same = balances[0] == balances[1] and (lists[0] is None) == (lists[1] is None)
    if same and len(lists[0] or ()) == len(lists[1] or ()):
        return []
    return [f"transfers: {lists[1]}, not {lists[0]}"]


def _by_rule(lines: list[Raw]) -> dict[str, dict[str, int]]:
    """Return the counters that each rule moved; lines of zeros only explain."""
    moved: dict[str, Counter[str]] = {}
    for line in lines:
        moved.setdefault(line["rule"], Counter()).update(line["amounts"])
    return {rule: dict(sums) for rule, sums in moved.items() if any(sums.values())}


def _same(one: Any, other: Any) -> bool:
    """Return whether two values are equal as JSON: true is not 1."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)
