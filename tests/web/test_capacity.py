"""How much a process accepts follows from how many files it may have open."""

from __future__ import annotations

import subprocess
import sys

import pytest

from scorekeeper.web.capacity import MOST_FILES, OWN_FILES, ROUNDS, Capacity
from scorekeeper.web.slots import NoSlotError, Slots
from tests.external_programs import ROOT


@pytest.mark.parametrize("files", [256, 1024, 4096, MOST_FILES])
def test_some_files_are_reserved_for_the_process_and_uncounted_connections(files: int) -> None:
    capacity = Capacity.of(files)
    assert capacity.connections + ROUNDS * capacity.backlog + OWN_FILES <= files
    assert 0 < capacity.streams < capacity.connections
    assert capacity.backlog > 0


@pytest.mark.parametrize("files", [16, 64, 100])
def test_even_with_few_open_files_some_connections_are_allowed(files: int) -> None:
    capacity = Capacity.of(files)
    assert 0 < capacity.streams < capacity.connections < files
    assert capacity.backlog > 0


@pytest.mark.parametrize(
    ("soft", "hard", "used"), [(256, 1024, 1024), (1024, 1024, 1024), (256, MOST_FILES + 1, MOST_FILES)]
)
def test_a_process_raises_its_file_limit_as_far_as_useful(soft: int, hard: int, used: int) -> None:
    script = (
        "import resource; from scorekeeper.web import capacity;"
        "print(capacity.open_files(), resource.getrlimit(resource.RLIMIT_NOFILE))"
    )
    limited = ["sh", "-c", f'ulimit -Sn {soft} && ulimit -Hn {hard} && exec "$@"', "sh", sys.executable, "-c", script]
    done = subprocess.run(limited, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == f"{used} ({used}, {hard})\n"


def test_slots_are_released_whatever_happens() -> None:
    slots = Slots()
    with pytest.raises(ArithmeticError), slots.held(most=1, by={"Anne": 1}):
        raise ArithmeticError
    with slots.held(most=1, by={"Anne": 1}):
        for by in ({"Anne": 1}, {"Bruno": 1}, {}):
            with pytest.raises(NoSlotError) as refused, slots.held(most=1, by=by):
                pass
            assert not refused.value.by_one
        with pytest.raises(NoSlotError) as refused, slots.held(most=2, by={"Bruno": 5, "Anne": 1}):
            pass
        assert refused.value.by_one
    assert (slots.used, dict(slots.taken_by)) == (0, {})
