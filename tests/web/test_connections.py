"""How much a process accepts follows from how many files it may have open."""

from __future__ import annotations

import subprocess
import sys

import pytest

from scorekeeper.web.connections import (
    ACCEPTED_AT_ONCE,
    MOST_FILES,
    OWN_FILES,
    NoShareError,
    Shares,
    allowed_connections,
)
from tests.external_programs import ROOT


@pytest.mark.parametrize("files", [512, 1024, 4096, MOST_FILES])
def test_some_files_are_reserved_for_the_process_and_uncounted_connections(files: int) -> None:
    assert 0 < allowed_connections(files) + 5 * ACCEPTED_AT_ONCE + OWN_FILES <= files


@pytest.mark.parametrize("files", [16, 64, 100])
def test_even_with_few_open_files_some_connections_are_allowed(files: int) -> None:
    assert 0 < allowed_connections(files) < files


@pytest.mark.parametrize(
    ("soft", "hard", "used"), [(256, 1024, 1024), (1024, 1024, 1024), (256, MOST_FILES + 1, MOST_FILES)]
)
def test_a_process_raises_its_file_limit_as_far_as_useful(soft: int, hard: int, used: int) -> None:
    script = (
        "import resource; from scorekeeper.web import connections;"
        "print(connections.open_files(), resource.getrlimit(resource.RLIMIT_NOFILE))"
    )
    limited = ["sh", "-c", f'ulimit -Sn {soft} && ulimit -Hn {hard} && exec "$@"', "sh", sys.executable, "-c", script]
    done = subprocess.run(limited, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == f"{used} ({used}, {hard})\n"


def test_shares_are_given_back_whatever_happens() -> None:
    shares = Shares()
    with pytest.raises(ArithmeticError), shares.held(1, {"Anne": 1}):
        raise ArithmeticError
    with shares.held(1, {"Anne": 1}):
        for most, limits, by_one in [
            (1, {"Anne": 1}, True),
            (2, {"Bruno": 5, "Anne": 1}, True),
            (1, {"Bruno": 1}, False),
            (1, {}, False),
        ]:
            with pytest.raises(NoShareError) as refused, shares.held(most, limits):
                pass
            assert refused.value.by_one is by_one
    assert (shares.used, dict(shares.by_client)) == (0, {})
