"""`manage.py bench` runs, prints everything it promises, and leaves no trace. Speed itself is not tested."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]

OF_A_PAGE = {"ms", "times_floor"}
TABLE = dict.fromkeys(("record", "preview", "page", "replay_500"), OF_A_PAGE)


def result(data: Path, *arguments: str) -> Any:
    """Run the command and return what it prints as JSON; nothing may be left where the user's data would be."""
    ran = subprocess.run(
        [sys.executable, "manage.py", "bench", *arguments, "--json"],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "DATA_DIR": str(data), "PYTHONUTF8": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert [file.name for file in data.iterdir()] == ["secret_key"]
    return json.loads(ran.stdout)


def test_each_measurement_prints_what_it_promises_and_leaves_nothing_behind(tmp_path: Path) -> None:
    table = result(tmp_path, "table", "--rounds", "1")
    assert {name: set(of) for name, of in table.items()} == TABLE
    assert all(figure > 0 for of in table.values() for figure in of.values())

    load = result(tmp_path, "load", "--tables", "2", "--watchers", "2", "--seconds", "4")
    assert set(load) == {"recording_ms", "last_watcher_ms", "missed", "errors"}
    times = load["recording_ms"]
    assert 0 < times["p50"] <= times["p95"] <= times["p99"] <= times["max"]
    assert load["last_watcher_ms"] > 0
    assert (load["missed"], load["errors"]) == (0, 0)

    seats = result(tmp_path, "seats")
    assert set(seats) == {"fewest_meetings", "rank"}
    for times in seats.values():
        assert set(times) == {"draw_median_ms", "draw_max_ms", "recording_median_ms", "recording_max_ms"}
        assert all(figure > 0 for figure in times.values())

    pages = result(tmp_path, "club", "--hands", "300", "--pages", "2")["pages"]
    assert [page["name"] for page in pages] == ["the club", "standings"]
    for page in pages:
        assert set(page) == {"name", "first_ms", "next_ms", "statements"}
        assert all(page[of] > 0 for of in ("first_ms", "next_ms", "statements")), page
