"""The start with a new version: a copy, then all migrations or none, whatever ends it."""

from __future__ import annotations

import os
import signal
import sqlite3
import stat
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations import Migration
from django.db.migrations.loader import MigrationLoader

from scorekeeper import __version__
from scorekeeper.database import data_directory
from scorekeeper.operations.management.commands import prepare
from scorekeeper.upgrades import copies, upgrade, versions
from tests.files.figures import figures
from tests.upgrades.installations import OF_1_0, UpgradedInstallation, content, of_1_0

pytestmark = pytest.mark.django_db(transaction=True)
on_sqlite = pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL is not a file")

PATIENCE = 120
"""Seconds for a process to get to a point, on a machine that does many other things."""


@pytest.fixture
def installed(tmp_path: Path) -> Iterator[UpgradedInstallation]:
    with of_1_0(tmp_path) as installation:
        yield installation


@pytest.mark.both_databases
def test_an_upgrade_copies_the_data_first(installed: UpgradedInstallation) -> None:
    before = content()
    done = installed.manage("prepare")
    (copy,) = installed.copies
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        f"Upgrading the data from version 1.0.0 to {__version__} …",
        f"A copy of the data is in {copy}",
        "Created results for 2 closed sessions.",  # of Skat: their tournament points count more than in 1.0.0
    ]
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert stat.S_IMODE(copy.parent.stat().st_mode) == 0o700
    assert copy.name.startswith(f"1.0.0-before-{__version__}-")
    if connection.vendor == "sqlite":
        with closing(sqlite3.connect(connection.settings_dict["NAME"])) as now, closing(sqlite3.connect(copy)) as then:
            assert "mood" in "".join(now.iterdump())
            old = "".join(then.iterdump())
        assert "mood" not in old
        installed_file = Path(connection.settings_dict["NAME"])
        installed_file.unlink()
        copy.rename(installed_file)
        assert content() == before
    again = installed.manage("prepare")
    assert (again.returncode, again.stderr) == (0, "")


@pytest.mark.both_databases
@pytest.mark.parametrize("command", ["prepare", "migrate"])
def test_a_second_upgrade_does_nothing(command: str, installed: UpgradedInstallation) -> None:
    assert installed.manage("prepare").returncode == 0
    upgraded, copied = content(), installed.copies
    again = installed.manage(command, "-v0")
    assert (again.returncode, again.stdout, again.stderr) == (0, "", "")
    assert content() == upgraded
    assert installed.copies == copied


@pytest.mark.both_databases
def test_the_upgraded_data_give_the_figures_of_the_old_version(installed: UpgradedInstallation) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("django.conf.settings.DATA_DIR", installed.data)
        upgrade.upgrade(copied=True, say=lambda _line: None)
    found = figures()
    assert found["sessions"] == OF_1_0.figures["sessions"]
    assert found["settlements"] == OF_1_0.figures["settlements"]
    assert versions.made_by() == __version__


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("happens", "reason"),
    [
        ("failure", "it rains in the cards"),
        pytest.param("a full disk", "database or disk is full", marks=on_sqlite),
    ],
)
def test_a_failed_migration_leaves_the_database_as_it_was(
    happens: str, reason: str, installed: UpgradedInstallation
) -> None:
    before = content()
    done = installed.manage("prepare", HAPPENS=happens)
    assert done.returncode == 1
    assert done.stderr.endswith(
        f"CommandError: The database can't be migrated to version {__version__}: {reason}. It is as it was before. "
        "Version 1.0.0 can keep using it.\n"
    )
    assert content() == before
    assert installed.manage("prepare").returncode == 0


@pytest.mark.both_databases
def test_a_migration_that_was_killed_is_repaired_by_the_next_start(
    installed: UpgradedInstallation, tmp_path: Path
) -> None:
    before, reached = content(), tmp_path / "reached"
    with installed.start("prepare", HAPPENS=f"waiting {reached}") as process:
        until = time.monotonic() + PATIENCE
        while not reached.exists():
            assert process.poll() is None, process.communicate()[1]
            assert time.monotonic() < until
            time.sleep(0.05)
        process.send_signal(signal.SIGKILL)
    if connection.vendor == "sqlite":
        log = Path(f"{connection.settings_dict['NAME']}-wal")
        assert log.stat().st_size > 1_000_000
    assert content() == before
    done = installed.manage("prepare")
    assert done.returncode == 0
    assert len(installed.copies) == 2
    assert "mood" in content()["play_session"][0]


@on_sqlite
def test_a_server_that_uses_the_data_must_be_stopped_first(
    installed: UpgradedInstallation, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = content()
    monkeypatch.setattr("django.conf.settings.DATA_DIR", installed.data)
    mark, _warning = data_directory.claim()
    assert mark
    with mark:
        done = installed.manage("prepare")
    assert done.returncode == 1
    assert done.stderr == (
        f"CommandError: A server (process {os.getpid()}) is using {installed.data}. The data must be upgraded to "
        f"version {__version__}: stop that server first.\n"
    )
    assert content() == before
    assert not installed.copies


def test_a_folder_that_cannot_be_written_to_is_named_and_nothing_is_migrated(
    installed: UpgradedInstallation,
) -> None:
    before = content()
    (installed.data / "backups").touch()
    done = installed.manage("prepare")
    assert done.returncode == 1
    assert f"CommandError: {installed.data}/backups/1.0.0-before-{__version__}-" in done.stderr
    assert "Nothing was changed. Correct the cause and start again.\n" in done.stderr
    assert content() == before
    (installed.data / "backups").unlink()
    assert installed.manage("prepare", "--no-copy").returncode == 0
    assert not installed.copies


def test_only_the_latest_copies_are_kept(installed: UpgradedInstallation, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.conf.settings.DATA_DIR", installed.data)
    folder = copies.folder()
    folder.mkdir()
    for at, name in enumerate(("1-before-2-a.backup", "2-before-3-a.sqlite3", "3-before-4-a.sqlite3")):
        (folder / name).touch()
        os.utime(folder / name, (at, at))
    others = {"scorekeeper-20261126-031500.backup", "3-before-rollback-a.sqlite3"}
    for name in others:
        (folder / name).touch()
        os.utime(folder / name, (0, 0))
    made = copies.before_upgrade("1.0.0")
    assert {path.name for path in folder.iterdir()} == {
        made.name,
        "2-before-3-a.sqlite3",
        "3-before-4-a.sqlite3",
        *others,
    }


@pytest.mark.parametrize("command", ["recount", "erasedeleted"])
def test_the_server_starts_even_if_tidying_up_fails(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def failing(name: str, **_options: object) -> None:
        if name == command:
            raise ValueError("no such card")

    monkeypatch.setattr(prepare, "call_command", failing)
    prepare.Command().migrate(copied=True)
    assert f"“{command}” failed (no such card). Nothing is lost, and the server can start." in capsys.readouterr().err


@pytest.mark.both_databases
def test_migrate_runs_all_migrations_or_none(installed: UpgradedInstallation, monkeypatch: pytest.MonkeyPatch) -> None:
    before = content()
    as_it_was = Migration.apply
    run = []

    def apply(self: Migration, *given: object, **options: object) -> object:
        run.append(self.name)
        if len(run) == 5:
            raise CommandError("stop")
        return as_it_was(self, *given, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(Migration, "apply", apply)
    with pytest.raises(CommandError, match="stop"):
        call_command("migrate", verbosity=0)
    assert content() == before


def test_every_migration_can_be_undone_by_its_transaction() -> None:
    """One that isn't atomic couldn't run in the transaction of an upgrade."""
    loaded = MigrationLoader(None).disk_migrations
    assert ("play", "0001_tables") in loaded
    assert [name for name, migration in loaded.items() if not migration.atomic] == []
