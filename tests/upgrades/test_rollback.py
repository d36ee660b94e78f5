"""Going back to the data from before an upgrade, without silently losing anything."""

from __future__ import annotations

import os
import signal
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from scorekeeper import __version__
from scorekeeper.database import data_directory
from tests.external_programs import python
from tests.play.tables import PASSED, Scorer
from tests.upgrades.installations import NEXT, UpgradedInstallation, content, of_1_0

pytestmark = pytest.mark.django_db(transaction=True)
on_sqlite = pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL restores a backup")

Upgraded = tuple[UpgradedInstallation, Mapping[str, Any]]


@pytest.fixture
def upgraded(tmp_path: Path) -> Iterator[Upgraded]:
    """Yield an upgraded installation, and what it had before."""
    with of_1_0(tmp_path) as installation:
        before = content()
        assert installation.manage("prepare").returncode == 0
        yield installation, before


@on_sqlite
def test_going_back_at_once_restores_the_data_of_the_old_version(upgraded: Upgraded) -> None:
    installed, before = upgraded
    (copy,) = installed.copies
    done = installed.manage("rollback", "--no-input")
    kept = next(path for path in installed.copies if path != copy)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        f"The data is as it was in {copy}",
        f"What was in the database until now is in {kept}",
        f"Install version 1.0.0 and start it; version {__version__} would upgrade the data again.",
    ]
    assert content() == before
    assert kept.name.startswith(f"{__version__}-before-rollback-")
    assert kept.stat().st_mode & 0o777 == 0o600
    assert installed.manage("prepare").returncode == 0
    assert "mood" in content()["play_session"][0]


@on_sqlite
def test_without_agreement_nothing_changes(upgraded: Upgraded) -> None:
    installed, _before = upgraded
    now = content()
    (copy,) = installed.copies
    for nobody_is_there_or_enter in ("", "\n"):
        done = installed.manage("rollback", answer=nobody_is_there_or_enter)
        assert (done.returncode, done.stderr) == (1, "CommandError: You didn't agree. Nothing was changed.\n")
    assert content() == now
    assert installed.copies == [copy]
    done = installed.manage("rollback", "--no-input", "0.9.sqlite3")
    missing = f"CommandError: There is no file 0.9.sqlite3, and none of that name in {installed.data}/backups.\n"
    assert (done.returncode, done.stderr) == (1, missing)


@on_sqlite
def test_hands_recorded_since_are_counted_and_kept(upgraded: Upgraded) -> None:
    installed, before = upgraded
    scorer = Scorer()
    for _hand in range(3):
        scorer.record(PASSED)
    now = content()
    (copy,) = installed.copies
    done = installed.manage("rollback", answer="y\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(
        f"The data becomes as it was in {copy}\n"
        "Hands recorded since then, which go: 3. A copy with them is kept.\n"
        "Go back? [y/N] The data is as it was in "
    )
    assert content() == before
    kept = next(path for path in installed.copies if path != copy)
    assert installed.manage("rollback", "--no-input", kept.name).returncode == 0
    assert content() == now


@on_sqlite
def test_a_server_must_be_stopped_first(upgraded: Upgraded, monkeypatch: pytest.MonkeyPatch) -> None:
    installed, _before = upgraded
    now = content()
    monkeypatch.setattr("django.conf.settings.DATA_DIR", installed.data)
    mark, _warning = data_directory.claim()
    assert mark
    with mark:
        done = installed.manage("rollback", "--no-input")
    assert done.returncode == 1
    assert done.stderr == (
        f"CommandError: A server (process {os.getpid()}) is using {installed.data}. Stop it first. "
        "Nothing was changed.\n"
    )
    assert content() == now


@on_sqlite
def test_a_damaged_copy_is_not_put_back(upgraded: Upgraded) -> None:
    installed, _before = upgraded
    now = content()
    (copy,) = installed.copies
    copy.write_bytes(copy.read_bytes()[:100_000])
    done = installed.manage("rollback", "--no-input")
    assert done.returncode == 1
    assert done.stderr.startswith(f"CommandError: {copy} was not put back (")
    assert done.stderr.endswith("Nothing was changed.\n")
    assert content() == now


@on_sqlite
def test_a_rollback_that_is_killed_leaves_the_database_intact(upgraded: Upgraded) -> None:
    installed, before = upgraded
    now = content()
    (copy,) = installed.copies
    script = (
        "import resource, signal; from pathlib import Path; import django; django.setup();"
        "from scorekeeper.upgrades import copies;"
        "signal.signal(signal.SIGXFSZ, signal.SIG_DFL);"  # the system kills a process that writes beyond the limit
        "resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, 300_000));"
        f"copies.put_back(Path({str(copy)!r}))"
    )
    done = python("-c", script, data_dir=installed.data, DATABASE_URL=installed.url, **NEXT)
    assert done.returncode == -signal.SIGXFSZ
    assert content() == now
    assert installed.manage("rollback", "--no-input").returncode == 0
    assert content() == before


@on_sqlite
def test_a_lost_database_is_put_back_as_well(upgraded: Upgraded) -> None:
    installed, before = upgraded
    file = Path(connection.settings_dict["NAME"])
    file.unlink()
    assert installed.manage("rollback", "--no-input").returncode == 0
    assert content() == before
    assert len(installed.copies) == 1
    with closing(sqlite3.connect(file)) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_without_a_copy_there_is_no_way_back(upgraded: Upgraded) -> None:
    installed, _before = upgraded
    for copy in installed.copies:
        copy.unlink()
    done = installed.manage("rollback", "--no-input")
    assert done.returncode == 1
    assert done.stderr == f"CommandError: There is no copy from before an upgrade in {installed.data}/backups.\n"


@pytest.mark.both_databases
@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite puts its copy back")
def test_postgresql_restores_its_copy_into_another_database(upgraded: Upgraded) -> None:
    installed, _before = upgraded
    (copy,) = installed.copies
    done = installed.manage("rollback", "--no-input")
    assert done.returncode == 1
    assert f"let version 1.0.0 restore the data as of the upgrade: scorekeeper restore {copy} " in done.stderr
