from __future__ import annotations

import pytest

from tests.accounts.second_factors import FakeClock
from tests.clubs.clubs import SampleClub


@pytest.fixture
def fake_clock(monkeypatch: pytest.MonkeyPatch) -> FakeClock:
    """The clock for codes, controlled by the test."""
    fake_clock = FakeClock()
    monkeypatch.setattr("scorekeeper.accounts.second_factor.time.time", fake_clock)
    return fake_clock


@pytest.fixture
def sample_club() -> SampleClub:
    """A club with the organiser `marion`."""
    sample_club = SampleClub(members=("Anne",))
    sample_club.organiser("marion")
    return sample_club
