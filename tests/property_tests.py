"""How thoroughly property tests search: quickly in every run, and long with `THOROUGH=1`."""

import os

from hypothesis import HealthCheck, settings

CI = "CI" in os.environ
THOROUGH = os.environ.get("THOROUGH") == "1"


def number_of_examples(usually: int) -> int:
    """Return on how many examples a property is tried, if it is tried on this many in every run."""
    return usually * 60 if THOROUGH else usually


def examples(count: int) -> settings:
    """Try a property on this many examples in every run. On CI they are the same each time."""
    return settings(
        max_examples=number_of_examples(count),
        derandomize=CI,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow],
    )
