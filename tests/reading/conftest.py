"""The camera that the tests of pages use in place of reading pictures."""

import pytest

from scorekeeper.reading.sheet import photos
from tests.reading.cameras import Camera


@pytest.fixture
def camera(monkeypatch: pytest.MonkeyPatch) -> Camera:
    fake = Camera()
    monkeypatch.setattr(photos, "pages_in", fake.pages_in)
    return fake
