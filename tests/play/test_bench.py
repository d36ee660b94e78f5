"""`manage.py bench` runs, says everything it promises, and leaves no trace. How fast it was is nobody's test."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from games import registry
from scorekeeper.play.bench.material import sessions

ROOT = Path(__file__).resolve().parents[2]

TIMES = [
    "the floor",
    "recording hand 1",
    "recording hand 50",
    "recording hand 500",
    "preview of hand 50",
    "preview of hand 500",
    "the page of 50",
    "session page, 500 hands",
    "the same after a restart",
    "replay alone, 50 hands",
    "replay alone, 500 hands",
    "replay alone, 5,000 hands",
]
AIMS = ["recording hand 50", "preview of hand 50", "session page, 500 hands", "replay alone, 500 hands"]
PAGES = [
    "home",
    "new session",
    "session, 50 hands",
    "one hand",
    "amend",
    "journal",
    "chart",
    "share",
    "close",
    "summary, 25 hands",
]
GAMES = [str(game.name) for game in registry.all_games()]
REPLAYS = [f"{game}, {hands} hands" for game in GAMES for hands in ("50", "500", "5,000")]
PAGES_OF_GAMES = [f"{game}: the {page}" for game in GAMES for page in ("table", "rules")]


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> tuple[subprocess.CompletedProcess[str], Path]:
    """The quickest run there is, and the folder where the data of its user would be."""
    data = tmp_path_factory.mktemp("data")
    passed_on = {name: os.environ[name] for name in ("PATH", "DATABASE_URL") if name in os.environ}
    done = subprocess.run(
        [sys.executable, "manage.py", "bench", "--rounds", "2"],
        cwd=ROOT,
        env={**passed_on, "DATA_DIR": str(data), "PYTHONUTF8": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
    )
    return done, data


def line_of(bench: tuple[subprocess.CompletedProcess[str], Path], name: str) -> str:
    found = [line for line in bench[0].stdout.splitlines() if line.startswith(f"{name}  ")]
    assert len(found) == 1, bench[0].stdout + bench[0].stderr
    return found[0]


def test_it_ends_well_and_says_nothing_else(bench) -> None:
    assert bench[0].returncode == 0, bench[0].stderr
    assert bench[0].stderr == ""


@pytest.mark.parametrize("name", [*TIMES, *REPLAYS])
def test_a_time_has_its_median_and_its_95th_percentile(bench, name: str) -> None:
    found = re.match(r".{28} +([\d.]+) +([\d.]+) +([\d.]+)", line_of(bench, name))
    assert found
    assert 0 < float(found[1]) <= float(found[2])
    assert float(found[3]) > 0


@pytest.mark.parametrize("name", AIMS)
def test_what_has_an_aim_says_whether_it_is_met(bench, name: str) -> None:
    assert re.search(r"aim \d(×| ms): (met|MISSED)$", line_of(bench, name))


@pytest.mark.parametrize("name", [*PAGES, *PAGES_OF_GAMES])
def test_a_page_has_its_weight_and_fetches_its_files_once(bench, name: str) -> None:
    first, after = re.findall(r"\d+,\d{3}", line_of(bench, name))[:2]
    files = int(first.replace(",", "")) - int(after.replace(",", ""))
    assert files > 20_000  # htmx alone is 16 kB


@pytest.mark.parametrize("hands", [1, 50, 500])
@pytest.mark.parametrize("slug", registry.slugs())
def test_every_game_has_hands_enough_that_its_rules_take(slug: str, hands: int) -> None:
    played = sessions(slug, hands)
    assert sum(len(session.ledger().hands) for session in played) == hands


def test_nothing_is_left_behind(bench) -> None:
    assert [file.name for file in bench[1].iterdir()] == ["secret_key"]
