"""Pages that ask for the demo, as in an installation that was just made."""

import pytest


@pytest.fixture(autouse=True)
def welcome_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorekeeper.welcome.first_answer._over", False)
