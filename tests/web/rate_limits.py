"""Rate limits: a test turns on only those that it is about."""

from typing import Any

from django.test import override_settings

OFF = dict.fromkeys(("starts", "imports", "joins", "misses", "writes"))


def limits(**given: tuple[int, int]) -> Any:
    """Turn on these rate limits and no others."""
    return override_settings(LIMITS={**OFF, **given})
