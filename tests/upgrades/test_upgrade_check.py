"""`upgrade-check` says what a start would change, and changes nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from scorekeeper import __version__
from scorekeeper.upgrades import changelog, copies
from tests.upgrades.installations import UpgradedInstallation, content, of_1_0

pytestmark = pytest.mark.django_db(transaction=True)
on_sqlite = pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL has hosts of both versions")


@pytest.fixture
def installed(tmp_path: Path) -> Iterator[UpgradedInstallation]:
    with of_1_0(tmp_path) as installation:
        yield installation


def test_the_check_says_what_happens_to_each_table(installed: UpgradedInstallation) -> None:
    before = content()
    done = installed.manage("upgrade-check")
    lines = done.stdout.splitlines()
    assert f"## {__version__} - Unreleased" in lines
    assert "## 1.0.0 - 2026-11-25" not in lines
    assert "The next start upgrades the data, all or nothing:" in lines
    assert "  play_settlement (18 rows): new columns paid, paid_together" in lines
    assert "  clubs_player (24 rows): new columns category, member_number, other constraints" in lines
    assert "  Look out of the window for every session." in lines
    assert any(line.startswith("  new tables: clubs_personaldata, evenings_round, ") for line in lines)
    assert content() == before
    assert not installed.copies
    if connection.vendor == "sqlite":
        assert "Version 1.0.0 can't use the data after that. The way back to it is manage.py rollback." in lines
        assert lines[-1] == "Nothing needs your attention first. Nothing was changed."
        assert (done.returncode, done.stderr) == (0, "")
    else:
        warning = "! Hosts that still run version 1.0.0 can't use the data after that: stop them first."
        assert lines[-1] == warning
        assert done.returncode == 1


def test_after_the_upgrade_there_is_nothing_to_report(installed: UpgradedInstallation) -> None:
    assert installed.manage("prepare").returncode == 0
    done = installed.manage("upgrade-check")
    assert done.returncode == 0
    assert done.stdout.splitlines()[-2:] == [
        "The next start leaves the tables as they are.",
        "Nothing needs your attention first. Nothing was changed.",
    ]
    assert "##" not in done.stdout


def test_settings_that_no_longer_exist_need_attention(installed: UpgradedInstallation) -> None:
    done = installed.manage("upgrade-check", "--used-settings", "PORT,COLOUR", LIMIT_DEALS="3/h", LIMIT_JOINS="3/h")
    assert done.returncode == 1
    for name in ("LIMIT_DEALS", "COLOUR"):
        assert f"! {name} is set, but is not a setting of version {__version__}.\n" in done.stdout
    assert "LIMIT_JOINS" not in done.stdout
    assert "PORT" not in done.stdout
    hosts = connection.vendor == "postgresql"  # those of the old version, which must be stopped
    assert f"{2 + hosts} to deal with first" in done.stderr


def test_a_disk_without_room_needs_attention(installed: UpgradedInstallation, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.conf.settings.DATA_DIR", installed.data)
    monkeypatch.setattr(copies, "SPARE", 2**60)
    with pytest.raises(CommandError, match="to deal with first"):
        call_command("upgrade_check")


def test_a_newer_database_needs_attention(installed: UpgradedInstallation) -> None:
    MigrationRecorder(connection).record_applied("play", "9999_scores_by_post")
    done = installed.manage("upgrade-check")
    assert done.returncode == 1
    assert "by one that was never released: play.9999_scores_by_post is unknown here." in done.stdout
    assert "Start that version, or go back to the data from before it: manage.py rollback" in done.stdout


@on_sqlite
def test_without_a_database_nothing_is_created(tmp_path: Path) -> None:
    with of_1_0(tmp_path) as installed:
        connection.close()
        Path(connection.settings_dict["NAME"]).unlink()
        done = installed.manage("upgrade-check")
        assert done.returncode == 0
        assert "There is no database at " in done.stdout
        assert not Path(connection.settings_dict["NAME"]).exists()


@on_sqlite
def test_an_empty_file_needs_attention_and_stays_empty(tmp_path: Path) -> None:
    with of_1_0(tmp_path) as installed:
        connection.close()
        database = Path(connection.settings_dict["NAME"])
        database.write_bytes(b"")
        done = installed.manage("upgrade-check")
        assert done.returncode == 1
        assert "is empty (0 bytes), so its data is lost." in done.stdout
        assert database.read_bytes() == b""


# The file of another version


def wheel(folder: Path, version: str, *, requires: str = "") -> Path:
    """Return a wheel that only prints its arguments."""
    file = folder / f"scorekeeper-{version}-py3-none-any.whl"
    with ZipFile(file, "w") as content:
        content.writestr("scorekeeper/__init__.py", "")
        content.writestr("scorekeeper/__main__.py", SAYS)
        metadata = ["Metadata-Version: 2.4", "Name: scorekeeper", f"Version: {version}"]
        metadata += [f"Requires-Dist: {one}" for one in (requires, "rooks ; extra == 'dev'") if one]
        content.writestr(f"scorekeeper-{version}.dist-info/METADATA", "\n".join(metadata))
    return file


SAYS = """
import os, sys, django
print(sys.argv[1:], os.environ["DATA_DIR"])
sys.exit(1)
"""


def test_the_file_of_a_new_version_is_run_without_being_installed(
    installed: UpgradedInstallation, tmp_path: Path
) -> None:
    file = wheel(tmp_path, "7.0.0", requires="Django==5.2")
    done = installed.manage("upgrade-check", str(file), LIMIT_JOINS="3/h")
    used = "DATABASE_URL,DATA_DIR,LIMIT_JOINS"
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout == f"['upgrade-check', '--used-settings', '{used}'] {installed.data}\n"


def test_a_single_file_is_run_too(installed: UpgradedInstallation, tmp_path: Path) -> None:
    file = tmp_path / "scorekeeper.pyz"
    with ZipFile(file, "w") as content:
        content.writestr("about.json", json.dumps({"build": "7.0.0-0a1b2c3d"}))
        content.writestr("__main__.py", SAYS)
    assert installed.manage("upgrade-check", str(file)).stdout.startswith("['upgrade-check', ")


@pytest.mark.parametrize(
    ("version", "requires", "says"),
    [
        ("1.0.0", "", f"is version 1.0.0, and this is version {__version__}: not an upgrade."),
        (__version__, "", f"is version {__version__}, and this is version {__version__}: not an upgrade."),
        ("7.0.0", "rooks-and-pawns==1.0", "It needs packages that aren't installed here: rooks-and-pawns."),
    ],
)
def test_a_file_that_cannot_be_run_is_reported(
    version: str, requires: str, says: str, installed: UpgradedInstallation, tmp_path: Path
) -> None:
    with pytest.raises(CommandError) as refused:
        call_command("upgrade_check", wheel(tmp_path, version, requires=requires))
    assert says in str(refused.value)


@pytest.mark.parametrize("content", [b"", b"The totals of last Friday."])
def test_another_file_is_refused(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "file.whl"
    file.write_bytes(content)
    with pytest.raises(CommandError, match=r"isn't a wheel or a single file \(\.pyz\) of Scorekeeper"):
        call_command("upgrade_check", file)


def test_a_file_that_is_not_there_is_said_so(tmp_path: Path) -> None:
    file = tmp_path / "new.whl"
    with pytest.raises(CommandError) as refused:
        call_command("upgrade_check", file)
    assert str(refused.value) == f"{file} can't be read (No such file or directory)."


def test_the_changelog_is_read_from_the_version_of_the_data_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "# Changelog\n\n## 1.10.0 - Unreleased\n\n- Ten.\n\n## 1.9.1 - 2027-01-01\n\n- Nine.\n\n## 1.9.0\n\n- Old.\n"
    (tmp_path / "CHANGELOG.md").write_text(text)
    monkeypatch.setattr("django.conf.settings.BASE_DIR", tmp_path)
    assert changelog.entries(since="1.9.0") == text.partition("# Changelog\n\n")[2].partition("\n\n## 1.9.0")[0]
    assert changelog.entries(since="1.10.0") == ""
