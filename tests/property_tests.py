"""How thoroughly property tests search: quickly every day, longer on CI, and very long with `THOROUGH=1`."""

import os

from hypothesis import HealthCheck, settings

CI = "CI" in os.environ
THOROUGH = os.environ.get("THOROUGH") == "1"


def number_of_examples(on_ci: int) -> int:
    """Return on how many examples a property is tried here, if it is tried on this many on CI.

    Every run elsewhere draws new ones, so fewer at a time find as much in the long run.
    """
    if THOROUGH:
        return on_ci * 20
    return on_ci if CI else max(on_ci // 3, 1)


def examples(count: int) -> settings:
    """Try a property on this many examples on CI."""
    return settings(
        max_examples=number_of_examples(count),
        derandomize=CI,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow],
    )
