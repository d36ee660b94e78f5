"""`manage.py bench` runs, prints everything it promises, and leaves no trace. Speed itself is not tested."""

import os
import re
import subprocess
import sys
from pathlib import Path

from games import registry

ROOT = Path(__file__).resolve().parents[2]

TIMES = [
    "the floor",
    "recording hand 1",
    "recording hand 50",
    "recording hand 500",
    "preview of hand 50",
    "preview of hand 500",
    "closing after 50 hands",
    "closing after 500 hands",
    "the page of 50",
    "session page, 500 hands",
    "the same, its ledger unread",
    "the first after a restart",
]
AIMS = ["recording hand 50", "preview of hand 50", "session page, 500 hands", "the first after a restart"]
GAMES = [str(game.name) for game in registry.all_games()]
REPLAYS = [f"{game}, {hands} hands" for game in GAMES for hands in ("50", "500")]


Done = tuple[subprocess.CompletedProcess[str], Path]


def done(data: Path, *arguments: str, **environment: str) -> Done:
    """Run the command; return its output and the folder where the user's data would be."""
    passed_on = {name: os.environ[name] for name in ("PATH", "DATABASE_URL") if name in os.environ}
    ran = subprocess.run(
        [sys.executable, "manage.py", "bench", *arguments],
        cwd=ROOT,
        env={**passed_on, "DATA_DIR": str(data), "PYTHONUTF8": "1", **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    return ran, data


def line_of(bench: Done, name: str) -> str:
    figures = [line for line in bench[0].stdout.splitlines() if line.startswith(f"{name}  ")]
    assert len(figures) == 1, bench[0].stdout + bench[0].stderr
    return figures[0]


def succeeded(bench: Done) -> bool:
    """Return whether it printed only its figures and left nothing in the user's folder."""
    ran, data = bench
    assert (ran.returncode, ran.stderr) == (0, "")
    return [file.name for file in data.iterdir()] == ["secret_key"]


def test_the_times_of_requests_and_replays_are_printed_with_their_targets(tmp_path: Path) -> None:
    bench = done(tmp_path, "--rounds", "2")
    assert succeeded(bench)
    for name in (*TIMES, *REPLAYS):
        figures = re.match(r".{28} +([\d.]+) +([\d.]+) +([\d.]+)", line_of(bench, name))
        assert figures, name
        assert 0 < float(figures[1]) <= float(figures[2])
        assert float(figures[3]) > 0
    for name in AIMS:
        assert re.search(r"aim [\d.]+(×| ms): (met|MISSED)$", line_of(bench, name)), name


def test_watchers_and_pollers_miss_no_change(tmp_path: Path) -> None:
    bench = done(tmp_path, "live", "--watchers", "3", "--seconds", "2")
    assert succeeded(bench)
    assert "PROBLEMS" not in bench[0].stdout
    for kind in ("streams", "polling"):
        figures = [one.replace(",", "") for one in line_of(bench, f"3 {kind}").split()[2:]]
        assert 0 < int(figures[0]) <= int(figures[3])  # the median and the worst
        assert figures[4] == "0"  # missed
        assert figures[5].endswith("%")


def test_watchers_of_busy_tables_miss_no_change(tmp_path: Path) -> None:
    bench = done(tmp_path, "load", "--tables", "3", "--seconds", "4")
    assert succeeded(bench)
    assert "6 hands recorded; missed: 0; errors: 0\n" in bench[0].stdout
    for name in ("recording", "until others had it"):
        median, *_slow, worst = re.findall(r" (\d+\.\d)", line_of(bench, name).partition("aim")[0].ljust(80))
        assert 0 < float(median) <= float(worst)
    assert re.search(r"aim of the 95th 50 ms: (met|MISSED)$", line_of(bench, "recording"))


def test_the_queries_of_a_club_do_not_grow_with_its_hands(tmp_path: Path) -> None:
    pages, panel = ["the club", "standings of a season", "a member"], "panel: play, session"
    bench = done(tmp_path, "club", "--hands", "3000", "--rounds", "2", "--pages", *pages, panel)
    assert succeeded(bench)
    for name in pages:
        first, busy, median, slow, _size, statements, small = re.findall(
            r" ([\d.]+)", line_of(bench, name).split(" aim ")[0]
        )[-7:]
        assert 0 < float(median) <= float(slow)
        assert float(busy) > 0
        assert float(first) > 0
        assert 0 < int(statements) == int(small)
        assert re.search(r"aim of the first 100 ms: (met|MISSED)$", line_of(bench, name))
    assert int(line_of(bench, panel).split()[-1]) > 0
