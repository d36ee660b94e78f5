"""Warnings on the panel's first page: no backup, an old one, or little space. The site administrator sees them."""

from __future__ import annotations

import os
import shutil
import time
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client
from django.utils import translation
from pytest_django import Settings

from scorekeeper.files.archive.backup import NOTE, last_made_at, note
from tests.clubs.clubs import SampleClub, signed_in

pytestmark = pytest.mark.django_db

NONE_YET = "There is no backup yet. The command “backup” makes one while people play."
ALMOST_FULL = "The disk is almost full."
DAY = 24 * 3600
GIGABYTE = 1024**3


@pytest.fixture(autouse=True)
def data(tmp_path: Path, settings: Settings) -> Path:
    """An empty data folder."""
    settings.DATA_DIR = tmp_path
    return tmp_path


@pytest.fixture(autouse=True)
def disk(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """A disk with enough space."""
    usage = SimpleNamespace(free=GIGABYTE)
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: usage)
    return usage


@pytest.fixture
def administrator() -> Client:
    return signed_in(User.objects.create_superuser("root", password="spades and clubs"))


def warnings(client: Client) -> list[str]:
    """Return the warnings that the first page shows."""
    page = client.get("/admin/")
    shown: list[str] = page.context["server_warnings"]
    assert all(f'<li class="warning">{warning}</li>' in page.content.decode() for warning in shown)
    return shown


def made(backup: Path, *, days_ago: float) -> None:
    backup.parent.mkdir(exist_ok=True)
    backup.touch()
    os.utime(backup, 2 * (time.time() - days_ago * DAY,))


def test_without_a_backup_the_administrator_is_warned(administrator: Client) -> None:
    assert warnings(administrator) == [NONE_YET]


def test_organisers_are_warned_only_where_there_is_no_administrator() -> None:
    organiser = signed_in(SampleClub().organiser())
    assert warnings(organiser) == [NONE_YET]
    User.objects.create_superuser("root")
    assert warnings(organiser) == []


@pytest.mark.parametrize(
    ("days_ago", "shown"), [(0, []), (6.9, []), (8, ["The last backup was made 1\xa0week, 1\xa0day ago."])]
)
def test_an_old_backup_is_a_warning(days_ago: float, shown: list[str], administrator: Client, data: Path) -> None:
    made(data / "backups" / "older.backup", days_ago=30)
    made(data / "backups" / "tonight.backup", days_ago=days_ago)
    assert warnings(administrator) == shown


@pytest.mark.django_db(transaction=True)  # the backup waits for the writer of an open transaction
def test_the_command_notes_a_backup_in_any_folder(administrator: Client, data: Path) -> None:
    elsewhere = data / "usb"
    elsewhere.mkdir()
    call_command("backup", to=elsewhere / "tonight.backup", stdout=StringIO())
    assert (data / NOTE).stat().st_mode & 0o777 == 0o600
    shutil.rmtree(elsewhere)  # taken to another machine
    assert warnings(administrator) == []


def test_the_newest_of_noted_and_found_backups_counts(data: Path) -> None:
    assert last_made_at() is None
    (data / "backups").mkdir()
    for file, at in (("backups/friday.backup", 1_700_000_000), (NOTE, 1_700_000_300)):
        (data / file).touch()
        os.utime(data / file, (at, at))
    assert last_made_at() == datetime(2023, 11, 14, 22, 18, 20, tzinfo=UTC)
    os.utime(data / "backups" / "friday.backup", (1_700_000_400, 1_700_000_400))
    assert last_made_at() == datetime(2023, 11, 14, 22, 20, tzinfo=UTC)


@pytest.mark.parametrize(("free", "shown"), [(GIGABYTE, []), (GIGABYTE - 1, [ALMOST_FULL])])
def test_little_space_is_a_warning(free: int, shown: list[str], administrator: Client, disk: SimpleNamespace) -> None:
    note()
    disk.free = free
    assert warnings(administrator) == shown


def test_warnings_are_in_the_readers_language(administrator: Client, data: Path, disk: SimpleNamespace) -> None:
    made(data / "backups" / "tonight.backup", days_ago=8)
    disk.free = 0
    german = administrator.get("/admin/", headers={"Accept-Language": "de"})
    with translation.override("de"):
        assert german.context["server_warnings"] == [
            "Die letzte Sicherung ist 1\xa0Woche, 1\xa0Tag alt.",
            "Der Datenträger ist fast voll.",
        ]
