"""Files of older versions are restored, imported, upgraded and backed up, with the figures of that time."""

from __future__ import annotations

import gzip
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import timedelta
from decimal import Decimal
from hashlib import sha256
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from scorekeeper import __version__
from scorekeeper.accounts.models import SecondFactor
from scorekeeper.clubs.models import Club
from scorekeeper.database.inspection import UnusableDatabaseError, require_usable
from scorekeeper.play.models import Access, Change, Session
from tests.external_programs import python
from tests.files import CLUB, DUMP, FACTS, OLDER, SUMS, new_set
from tests.files.archive.moved import lines_of, sealed
from tests.files.figures import figures, of_club
from tests.files.older_files import SETS, OlderSet, old_database
from tests.postgres_cluster import find_programs

pytestmark = pytest.mark.django_db(transaction=True)

every_set = pytest.mark.parametrize("older", SETS, ids=str)
IMPORTED = {
    "0007-1.0.0": "People: 7, evenings: 2, sessions: 5, hands: 10.",
    "0008-1.0.0": "People: 10, evenings: 2, sessions: 19, hands: 32.",
}
NEVER_RELEASED = ("play", "0002_never_released")


@every_set
def test_an_older_backup_is_restored(older: OlderSet) -> None:
    call_command("restore", str(older.backup), stdout=StringIO())
    assert figures() == older.figures


BY_DIFFERENCE = {
    "QPtyZHUOGr5f": [(1, 0, None, Decimal("3.88")), (2, 0, None, Decimal("3.88"))],
    "PqUt7dWwunnM": [(1, 0, None, Decimal("4.82")), (2, 0, None, Decimal("0.50"))],
}
"""Payments by difference at 0.01 a point: each pays each how far they are apart.

388, 0 and 0: 388 from Ben, and 388 from Clara. 234, −104 and 40: Ben is 338 below Anna and 144 below Clara, 482 in all;
Clara is 194 below Anna and 144 above Ben, −50; Anna gets 338 + 194 = 532.
"""


@every_set
def test_each_settlement_of_an_older_backup_has_its_payments(older: OlderSet) -> None:
    call_command("restore", str(older.backup), stdout=StringIO())
    for name, settlements in older.figures["settlements"].items():
        session = Session.objects.get(public_id=name)
        places = {seat.player_id: seat.place for seat in session.seats}
        for row, expected in zip(session.settlements.order_by("pk"), settlements, strict=True):
            stake = expected["stake"] and Decimal(expected["stake"])
            assert [
                (places[payment.debtor_id or 0], places[payment.creditor_id or 0], payment.amount, payment.money)
                for payment in row.payments.all()
            ] == (
                BY_DIFFERENCE[name]
                if expected["transfers"] is None
                else [
                    (transfer["debtor"], transfer["creditor"], transfer["amount"], stake and transfer["amount"] * stake)
                    for transfer in expected["transfers"]
                ]
            )


@every_set
def test_an_older_club_file_is_imported(older: OlderSet) -> None:
    output = StringIO()
    call_command("importclub", str(older.club_file), stdout=output)
    assert figures() == of_club(older.figures, CLUB)
    assert output.getvalue() == f"“Coupe-file” was imported. {IMPORTED[str(older)]}\n"


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


# Rows that the stored set lacks

REMOVED_PHONE = "624c8ff1f9a987d3ebc43e2ed7879f45"
"""A browser that records in sessions 16 to 20 of the set, which are those of club 2."""
HASHES = ["0b" * 32, "0a" * 32]


def change_rows_of_1_0() -> None:
    """Remove a phone from its club, and give an organiser a second factor of which two recovery codes are left."""
    old = MigrationLoader(connection).project_state([("accounts", "0001_tables"), ("play", "0001_tables")]).apps
    accesses = old.get_model("play", "Access").objects
    # It was shut out of session 16, joined 19 and 20 again after it was removed, and was at a home table, 1.
    removed_at = accesses.get(device=REMOVED_PHONE, session=18).granted_at
    old.get_model("clubs", "RemovedPhone").objects.create(club_id=2, device=REMOVED_PHONE, removed_at=removed_at)
    accesses.filter(device=REMOVED_PHONE, session=16).update(shut_out_at=removed_at)
    at_home = accesses.create(device=REMOVED_PHONE, session_id=1, role="scorer")
    accesses.filter(pk=at_home.pk).update(granted_at=removed_at - timedelta(days=1))
    factors = old.get_model("accounts", "SecondFactor").objects
    factor = factors.create(user_id=1, secret="JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP", last_step=1)
    for digest in HASHES:
        old.get_model("accounts", "RecoveryCode").objects.create(second_factor=factor, hash=digest)


def who_did_what() -> list[tuple[str, int, str]]:
    return [*Change.objects.order_by("pk").values_list("who", "session_id", "verb")]


def sessions_of_removed_phone() -> list[int]:
    return [*Access.objects.filter(device=REMOVED_PHONE).order_by("session").values_list("session_id", flat=True)]


@pytest.mark.both_databases
def test_a_phone_removed_in_1_0_loses_its_accesses_and_recovery_codes_are_kept(tmp_path: Path) -> None:
    with old_database(SETS[0], tmp_path):
        change_rows_of_1_0()
        before = who_did_what()
        call_command("migrate", verbosity=0)
        assert sessions_of_removed_phone() == [1, 16, 19, 20]
        assert Access.objects.get(device=REMOVED_PHONE, session=16).shut_out_at
        assert who_did_what() == before
        assert SecondFactor.objects.get().recovery_hashes == HASHES


@pytest.mark.both_databases
def test_a_backup_of_1_0_holds_no_recovery_codes_and_removed_phones_lose_their_accesses(tmp_path: Path) -> None:
    file = tmp_path / "before.backup"
    with old_database(SETS[0], tmp_path):
        change_rows_of_1_0()
        before = who_did_what()
        call_command("backup", to=file, stdout=StringIO())
    content = gzip.decompress(file.read_bytes())
    assert REMOVED_PHONE.encode() in content
    assert [digest for digest in HASHES if digest.encode() in content] == []
    call_command("restore", str(file), stdout=StringIO())
    assert sessions_of_removed_phone() == [1, 16, 19, 20]
    assert who_did_what() == before
    assert not SecondFactor.objects.exists()


# Unknown versions


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL is not a file")
@pytest.mark.parametrize("noted", [False, True], ids=["without a version", "of this version"])
def test_a_database_of_an_unreleased_commit_is_refused_in_one_sentence_untouched(noted: bool, tmp_path: Path) -> None:
    file = tmp_path / "db.sqlite3"
    file.write_bytes(SETS[0].unpacked("database.sqlite3"))
    with closing(sqlite3.connect(file)) as database, database:
        for app, name in [NEVER_RELEASED, *([("scorekeeper", __version__)] if noted else [])]:
            database.execute("INSERT INTO django_migrations (app, name, applied) VALUES (?, ?, '')", [app, name])
    before = file.read_bytes()
    for command in ("migrate", "prepare", "serve"):
        done = python("manage.py", command, data_dir=tmp_path)
        assert done.returncode == 1
        assert done.stderr == (
            f"CommandError: {file} was written by a version of Scorekeeper that was never released "
            "(play.0002_never_released is unknown here), so start that one, or go back to the data from before it: "
            "manage.py rollback (or restore a backup with another DATA_DIR: manage.py restore FILE)\n"
        )
        assert file.read_bytes() == before
        assert {path.name for path in tmp_path.iterdir()} - {"secret_key"} == {"db.sqlite3"}


@pytest.mark.both_databases
def test_a_database_of_an_unreleased_commit_is_neither_migrated_nor_backed_up(tmp_path: Path) -> None:
    with old_database(SETS[0], tmp_path):
        MigrationRecorder(connection).record_applied(*NEVER_RELEASED)
        before = MigrationRecorder(connection).applied_migrations().keys()
        sentence = r"that was never released \(play\.0002_never_released is unknown here\)"
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
    assert {*IMPORTED} <= {str(older) for older in SETS}


def test_a_set_made_by_this_version_gives_the_same_figures(tmp_path: Path) -> None:
    new_set.make(tmp_path)
    made = OlderSet(tmp_path)
    names = {path.name for path in SETS[-1].folder.iterdir()} - {FACTS} - (set() if find_programs() else {DUMP})
    assert {path.name for path in tmp_path.iterdir()} == names
    games = {ledger["game"] for ledger in made.figures["sessions"].values()}
    assert games >= {ledger["game"] for ledger in SETS[-1].figures["sessions"].values()}
    call_command("restore", str(made.backup), stdout=StringIO())
    assert figures() == made.figures
    with old_database(made, tmp_path):
        assert figures() == made.figures
