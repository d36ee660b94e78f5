"""Files of older versions are restored, imported, upgraded and backed up, with the figures of that time."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Sequence
from hashlib import sha256
from io import StringIO
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from scorekeeper.database.inspection import UnusableDatabaseError, require_usable
from scorekeeper.files.archive import schema_history
from scorekeeper.files.archive.reader import header_of
from scorekeeper.play.models import Session
from tests.files import CLUB, DUMP, OLDER, SUMS, new_set
from tests.files.figures import Figures, figures, of_club
from tests.files.older_files import LAST_BEFORE_1_0, SETS, OlderSet, old_database
from tests.postgres_cluster import find_programs

pytestmark = pytest.mark.django_db(transaction=True)

every_set = pytest.mark.parametrize("older", SETS, ids=str)
with_a_club_file = pytest.mark.parametrize("older", [one for one in SETS if one.club_file.exists()], ids=str)


def found(older: OlderSet) -> Figures:
    """The current figures, without standings for versions that had none."""
    now = figures()
    return {**now, "standings": {club: now["standings"][club] for club in older.figures["standings"]}}


def schema_of(backup: Path) -> Sequence[schema_history.Migration]:
    return header_of(backup, is_club=False).migrations


@every_set
def test_an_older_backup_is_restored(older: OlderSet) -> None:
    call_command("restore", str(older.backup), stdout=StringIO())
    assert found(older) == older.figures


@with_a_club_file
def test_an_older_club_file_is_imported(older: OlderSet) -> None:
    call_command("importclub", str(older.club_file), stdout=StringIO())
    assert figures() == of_club(older.figures, CLUB)


DAMAGED: dict[str, tuple[Callable[[list[bytes]], list[bytes]], str]] = {
    "a name": (lambda lines: [line.replace(b"Anne", b"Anna") for line in lines], "is damaged"),
    "a row is missing": (lambda lines: [*lines[:5], *lines[6:]], "is damaged"),
    "a column is missing": (lambda lines: [*lines[:-2], b"[1]\n", lines[-1]], "is damaged"),
    "the seal is missing": (lambda lines: lines[:-1], r"ends early, after line \d+: the rest is missing"),
    "something after the seal": (lambda lines: [*lines, lines[-1]], "is damaged"),
    "not JSON": (lambda lines: [lines[0], b"Anne\n"], "is damaged"),
    "newer": (lambda lines: [lines[0].replace(b'"version":1', b'"version":2'), *lines[1:]], "by a newer version"),
}


@pytest.mark.parametrize("what", DAMAGED)
def test_a_damaged_older_backup_is_refused(what: str, tmp_path: Path) -> None:
    change, sentence = DAMAGED[what]
    lines = gzip.decompress(SETS[0].backup.read_bytes()).splitlines(keepends=True)
    file = tmp_path / "file"
    file.write_bytes(gzip.compress(b"".join(change(lines))))
    with pytest.raises(CommandError, match=rf"^The file .*{sentence}.* Nothing was restored\.$"):
        call_command("restore", str(file))
    assert not Session.objects.exists()


CHANGED_CLUB_FILE: dict[str, tuple[Callable[[dict[str, Any]], object], str]] = {
    "another kind": (lambda line: line.update(kind="dog"), r"^Line 2: this has the wrong format"),
    "no kind": (lambda line: line.pop("kind"), r"^Line 2: this has the wrong format"),
    "a column that was never there": (lambda line: line.update(dog="Rex"), r"^Line 2: “dog” is unknown"),
}


@pytest.mark.parametrize("what", CHANGED_CLUB_FILE)
def test_an_older_club_file_with_impossible_values_is_refused_by_line(what: str, tmp_path: Path) -> None:
    change, sentence = CHANGED_CLUB_FILE[what]
    header, club = gzip.decompress(LAST_BEFORE_1_0.club_file.read_bytes()).splitlines(keepends=True)[:2]
    document = json.loads(club)
    del document["check"]
    change(document)
    body = json.dumps(document).encode()[:-1]
    file = tmp_path / "file"
    file.write_bytes(header + b'%s,"check":"%08x"}\n' % (body, crc32(body)))
    with pytest.raises(CommandError, match=sentence):
        call_command("importclub", str(file), dry_run=True)


@pytest.mark.parametrize("older", [one for one in SETS if one.since_1_0], ids=str)
def test_an_older_database_is_upgraded(older: OlderSet, tmp_path: Path) -> None:
    with old_database(older, tmp_path):
        call_command("migrate", verbosity=0)
        assert found(older) == older.figures


@pytest.mark.parametrize("older", [one for one in SETS if not one.since_1_0], ids=str)
def test_a_database_from_before_1_0_is_refused_with_instructions_to_keep_it(older: OlderSet, tmp_path: Path) -> None:
    """The procedure itself, restoring a backup, is the next test's."""
    with (
        old_database(older, tmp_path),
        pytest.raises(UnusableDatabaseError, match=r"is from before version 1\.0, .*manage\.py backup.*restore FILE$"),
    ):
        require_usable(must_exist=False)


@pytest.mark.parametrize("older", [one for one in SETS if not one.since_1_0], ids=str)
def test_a_database_from_before_1_0_is_not_migrated_in_part(older: OlderSet, tmp_path: Path) -> None:
    with old_database(older, tmp_path):
        before = MigrationRecorder(connection).applied_migrations().keys()
        with pytest.raises(CommandError, match=r"is from before version 1\.0, .*manage\.py backup.*restore FILE$"):
            call_command("migrate", verbosity=0)
        assert MigrationRecorder(connection).applied_migrations().keys() == before


@pytest.mark.parametrize("older", [one for one in SETS if not one.since_1_0], ids=str)
def test_a_database_from_before_1_0_that_was_migrated_in_part_is_backed_up_whole(
    older: OlderSet, tmp_path: Path
) -> None:
    """Django's own command got as far as the first table that was there already."""
    file = tmp_path / "before.backup"
    with old_database(older, tmp_path):
        MigrationRecorder(connection).record_applied("accounts", "0001_tables")
        call_command("backup", to=file, stdout=StringIO())
    call_command("restore", str(file), stdout=StringIO())
    assert found(older) == older.figures


@every_set
def test_an_older_database_is_backed_up_without_being_upgraded(older: OlderSet, tmp_path: Path) -> None:
    file = tmp_path / "before.backup"
    with old_database(older, tmp_path):
        before = MigrationRecorder(connection).applied_migrations().keys()
        call_command("backup", to=file, stdout=StringIO())
        assert MigrationRecorder(connection).applied_migrations().keys() == before
    assert {*schema_of(file)} == {*schema_of(older.backup)}
    call_command("restore", str(file), stdout=StringIO())
    assert found(older) == older.figures


# The folder


def games(older: OlderSet) -> set[str]:
    return {ledger["game"] for ledger in older.figures["sessions"].values()}


def test_the_stored_sets_are_complete_and_unchanged() -> None:
    sums = {name: digest for digest, name in (line.split() for line in SUMS.read_text().splitlines())}
    files = {path.relative_to(OLDER).as_posix(): path for older in SETS for path in older.folder.iterdir()}
    assert {name: sha256(path.read_bytes()).hexdigest() for name, path in files.items()} == sums
    assert {"0001-9fac68a", "0003-80f4dc3", "0004-7d0949d"} <= {str(older) for older in SETS}


@pytest.mark.parametrize("step", [one for one in schema_history.STEPS if one.changes], ids=lambda one: one.migration[1])
def test_older_backups_cover_every_schema_change(step: schema_history.SchemaStep) -> None:
    assert any(step in schema_history.pending(schema_of(older.backup)) for older in SETS)


def test_a_set_made_by_this_version_gives_the_same_figures(tmp_path: Path) -> None:
    new_set.make(tmp_path)
    made = OlderSet(tmp_path)
    names = {path.name for path in SETS[-1].folder.iterdir()} - (set() if find_programs() else {DUMP})
    assert {path.name for path in tmp_path.iterdir()} == names
    assert games(made) >= games(SETS[-1])
    call_command("restore", str(made.backup), stdout=StringIO())
    assert figures() == made.figures
    with old_database(made, tmp_path):
        assert figures() == made.figures
