"""How thoroughly property tests search: quickly every day, reproducibly on CI, and long with `THOROUGH=1`."""

import os

from hypothesis import HealthCheck, settings

THOROUGH = os.environ.get("THOROUGH") == "1"


def examples(count: int) -> settings:
    """Try a property on this many examples."""
    return settings(
        max_examples=count * (20 if THOROUGH else 1),
        derandomize=bool(os.environ.get("CI")),
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow],
    )
