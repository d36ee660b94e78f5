from __future__ import annotations

import pytest

from tests.accounts.second_factors import Watch
from tests.clubs.clubs import House


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    """The clock for codes, controlled by the test."""
    watch = Watch()
    monkeypatch.setattr("scorekeeper.accounts.second_factor.time.time", watch)
    return watch


@pytest.fixture
def house() -> House:
    """A club with the organiser `marion`."""
    house = House(members=("Anne",))
    house.organiser("marion")
    return house
