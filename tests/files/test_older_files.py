"""Files of older versions are restored, imported, upgraded and backed up, with the figures of that time."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from hashlib import sha256
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from scorekeeper.clubs.models import Club
from scorekeeper.database.inspection import UnusableDatabaseError, require_usable
from scorekeeper.play.models import Session
from tests.external_programs import python
from tests.files import CLUB, DUMP, OLDER, SUMS, new_set
from tests.files.archive.moved import lines_of, sealed
from tests.files.figures import figures, of_club
from tests.files.older_files import SETS, OlderSet, old_database
from tests.postgres_cluster import find_programs

pytestmark = pytest.mark.django_db(transaction=True)

every_set = pytest.mark.parametrize("older", SETS, ids=str)
NEVER_RELEASED = ("play", "0002_never_released")


@every_set
def test_an_older_backup_is_restored(older: OlderSet) -> None:
    call_command("restore", str(older.backup), stdout=StringIO())
    assert figures() == older.figures


@every_set
def test_an_older_club_file_is_imported(older: OlderSet) -> None:
    output = StringIO()
    call_command("importclub", str(older.club_file), stdout=output)
    assert figures() == of_club(older.figures, CLUB)
    assert output.getvalue() == "“Coupe-file” was imported. People: 7, evenings: 2, sessions: 5, hands: 10.\n"


@every_set
def test_an_older_database_is_upgraded(older: OlderSet, tmp_path: Path) -> None:
    with old_database(older, tmp_path):
        call_command("migrate", verbosity=0)
        assert figures() == older.figures


@every_set
def test_an_older_database_is_backed_up_without_being_upgraded(older: OlderSet, tmp_path: Path) -> None:
    file = tmp_path / "before.backup"
    with old_database(older, tmp_path):
        before = MigrationRecorder(connection).applied_migrations().keys()
        call_command("backup", to=file, stdout=StringIO())
        assert MigrationRecorder(connection).applied_migrations().keys() == before
    call_command("restore", str(file), stdout=StringIO())
    assert figures() == older.figures


@every_set
def test_an_older_backup_moves_through_sqlite_to_this_database(older: OlderSet, tmp_path: Path) -> None:
    """On PostgreSQL, this is the way from the other kind of database."""
    data, file = tmp_path / "data", tmp_path / "copy.backup"
    for words in (["restore", str(older.backup)], ["backup", "--to", str(file)]):
        done = python("manage.py", *words, data_dir=data)
        assert (done.returncode, done.stderr) == (0, "")
    assert gzip.decompress(file.read_bytes()).startswith(b"SQLite format 3")
    call_command("restore", str(file), stdout=StringIO())
    assert figures() == older.figures


# Unknown versions


def test_a_database_of_an_unreleased_commit_is_refused_untouched(tmp_path: Path) -> None:
    with old_database(SETS[0], tmp_path):
        MigrationRecorder(connection).record_applied(*NEVER_RELEASED)
        before = MigrationRecorder(connection).applied_migrations().keys()
        sentence = r"or by one that was never released: play\.0002_never_released is unknown here"
        with pytest.raises(UnusableDatabaseError, match=sentence):
            require_usable(must_exist=False)
        with pytest.raises(CommandError, match=sentence):
            call_command("migrate", verbosity=0)
        with pytest.raises(CommandError, match=r"never released: play\.0002_never_released is unknown here\.$"):
            call_command("backup", to=tmp_path / "file", stdout=StringIO())
        assert not (tmp_path / "file").exists()
        assert MigrationRecorder(connection).applied_migrations().keys() == before


CHANGED: dict[str, tuple[Callable[[dict[str, Any]], object], str]] = {
    "a backup of an unreleased commit": (
        lambda header: header["migrations"].append(NEVER_RELEASED),
        "or from one that was never released: play.0002_never_released is unknown here. Nothing was restored.",
    ),
    "a format of the future": (
        lambda header: header.update(version=3),
        "The file was made by a newer version of Scorekeeper. Nothing was restored.",
    ),
    "a backup from before 1.0": (
        lambda header: header.update(format="scorekeeper.backup"),
        "The file was made by a version of Scorekeeper before 1.0, which can no longer be read. Nothing was restored.",
    ),
}


@pytest.mark.parametrize("what", CHANGED)
def test_a_backup_of_an_unknown_version_is_refused(what: str, tmp_path: Path) -> None:
    change, sentence = CHANGED[what]
    lines = lines_of(SETS[0].backup.read_bytes())
    change(lines[0])
    with pytest.raises(CommandError) as refused:
        call_command("restore", str(sealed(lines, tmp_path / "file")))
    assert str(refused.value).endswith(sentence)
    assert not Session.objects.exists()


def test_a_club_file_of_an_unreleased_commit_is_refused(tmp_path: Path) -> None:
    lines = lines_of(SETS[0].club_file.read_bytes())
    lines[0]["migrations"].append(NEVER_RELEASED)
    with pytest.raises(
        CommandError, match=r"^The file was made by a version of Scorekeeper that was never released\. N"
    ):
        call_command("importclub", str(sealed(lines, tmp_path / "file")))
    assert not Club.objects.exists()


# The folder


def test_the_stored_sets_are_complete_and_unchanged() -> None:
    sums = {name: digest for digest, name in (line.split() for line in SUMS.read_text().splitlines())}
    files = {path.relative_to(OLDER).as_posix(): path for older in SETS for path in older.folder.iterdir()}
    assert {name: sha256(path.read_bytes()).hexdigest() for name, path in files.items()} == sums
    assert "0007-1.0.0" in {str(older) for older in SETS}


def test_a_set_made_by_this_version_gives_the_same_figures(tmp_path: Path) -> None:
    new_set.make(tmp_path)
    made = OlderSet(tmp_path)
    names = {path.name for path in SETS[-1].folder.iterdir()} - (set() if find_programs() else {DUMP})
    assert {path.name for path in tmp_path.iterdir()} == names
    games = {ledger["game"] for ledger in made.figures["sessions"].values()}
    assert games >= {ledger["game"] for ledger in SETS[-1].figures["sessions"].values()}
    call_command("restore", str(made.backup), stdout=StringIO())
    assert figures() == made.figures
    with old_database(made, tmp_path):
        assert figures() == made.figures
