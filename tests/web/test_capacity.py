"""How much a process accepts follows from how many files it may have open."""

from __future__ import annotations

import subprocess
import sys

import pytest

from scorekeeper.web.capacity import MOST_FILES, OWN_FILES, ROUNDS, Capacity
from scorekeeper.web.slots import NoSlotError, Slots
from tests.external_programs import ROOT


@pytest.mark.parametrize("files", [256, 1024, 4096, MOST_FILES])
def test_files_are_left_for_the_process_and_for_connections_that_nobody_counted_yet(files: int) -> None:
    found = Capacity.of(files)
    assert found.connections + ROUNDS * found.backlog + OWN_FILES <= files
    assert 0 < found.streams < found.connections
    assert found.backlog > 0


@pytest.mark.parametrize("files", [16, 64, 100])
def test_where_hardly_any_may_be_open_there_are_a_few_connections_all_the_same(files: int) -> None:
    found = Capacity.of(files)
    assert 0 < found.streams < found.connections < files
    assert found.backlog > 0


@pytest.mark.parametrize(
    ("soft", "hard", "used"), [(256, 1024, 1024), (1024, 1024, 1024), (256, MOST_FILES + 1, MOST_FILES)]
)
def test_a_process_asks_for_as_many_as_are_of_use(soft: int, hard: int, used: int) -> None:
    script = (
        "import resource; from scorekeeper.web import capacity;"
        "print(capacity.open_files(), resource.getrlimit(resource.RLIMIT_NOFILE))"
    )
    limited = ["sh", "-c", f'ulimit -Sn {soft} && ulimit -Hn {hard} && exec "$@"', "sh", sys.executable, "-c", script]
    done = subprocess.run(limited, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == f"{used} ({used}, {hard})\n"


def test_slots_are_given_back_whatever_happens() -> None:
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
