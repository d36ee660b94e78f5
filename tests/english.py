"""A plugin that runs all tests in English, including those of games and the examples in docstrings."""

from collections.abc import Iterator

import pytest
from django.utils import translation


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """What the tests themselves write and print is English, whatever language a page of a test before them had."""
    with translation.override("en"):
        yield
