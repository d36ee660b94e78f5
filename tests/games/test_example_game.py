"""A copy of `games/_example`, in a folder elsewhere, passes the tests of every game, and is played."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from games import registry
from tests.external_programs import ROOT

EXAMPLE, COPY = "_example", "newcomer"
ASKED = ("tests/games", "tests/play/pages/test_rules_pages.py", "tests/printing/test_blank_paper.py")


def test_the_example_game_cannot_be_chosen() -> None:
    assert (ROOT / "games" / EXAMPLE / "game.py").exists()
    assert EXAMPLE not in registry.slugs()
    with pytest.raises(KeyError):
        registry.get(EXAMPLE)


def copied(to: Path) -> None:
    """Copy the example as `docs/adding-a-game.md` tells you to."""
    shutil.copytree(ROOT / "games" / EXAMPLE, to / "games" / COPY, ignore=shutil.ignore_patterns("__pycache__"))
    (to / "games" / "__init__.py").touch()
    for file in (to / "games" / COPY).rglob("*.*"):
        file.write_text(file.read_text().replace(EXAMPLE, COPY))


def test_a_copy_of_the_example_passes_every_check(tmp_path: Path) -> None:
    copied(tmp_path)
    environment = {name: os.environ[name] for name in ("PATH", "CI") if name in os.environ}
    files = "--override-ini=python_files=test_*.py new_game_checks.py"
    options = [
        files,
        "-k",
        f"{COPY} or new_game_checks",
        "-m",
        "not thorough",
        "-n",
        "0",
        "-p",
        "no:cacheprovider",
        "-v",
    ]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *ASKED, *options],
        cwd=ROOT,
        env={**environment, "PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    for test_name in ("new_game_checks.py::test_a_session_is_closed", "[newcomer]", "[newcomer, common]"):
        assert test_name in done.stdout
