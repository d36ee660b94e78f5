"""French Tarot as a game in which the lowest total wins: by the rules of the federation, not by the classic ones."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games import registry


def let_the_lowest_win(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = registry.get("tarot").rules
    fft = replace(rules.rule_sets["fft"], lowest_wins=True)
    monkeypatch.setattr(type(rules), "rule_sets", {**rules.rule_sets, "fft": fft})
