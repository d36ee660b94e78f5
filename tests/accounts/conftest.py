from __future__ import annotations

import pytest

from tests.accounts.second_factors import Watch
from tests.clubs.clubs import SampleClub


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    """A clock of our own for codes."""
    watch = Watch()
    monkeypatch.setattr("scorekeeper.accounts.second_factor.time.time", watch)
    return watch


@pytest.fixture
def sample_club() -> SampleClub:
    """A club with the organiser `marion`."""
    sample_club = SampleClub(members=("Anne",))
    sample_club.organiser("marion")
    return sample_club
