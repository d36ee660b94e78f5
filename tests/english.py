"""A plugin for all tests, including those of games, which no `conftest.py` covers."""

from collections.abc import Iterator

import pytest
from django.utils import translation


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Activate English for what tests write and print, whatever language a page in an earlier test had."""
    with translation.override("en"):
        yield
