"""A backup is made while people play, is complete or absent, and restores the same data elsewhere."""

from __future__ import annotations

import gzip
import os
import sqlite3
import stat
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing
from io import StringIO
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from django.contrib.sessions.models import Session as BrowserSession
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone

from scorekeeper.accounts.models import SecondFactor
from scorekeeper.clubs.models import ClubDevice, Player
from scorekeeper.database import sqlite_copy
from scorekeeper.files.archive import backup, tables
from scorekeeper.files.archive import reader as staging
from scorekeeper.organisers import merging
from scorekeeper.play import queries
from scorekeeper.play.ledger import forget_ledgers
from scorekeeper.play.models import Hand, Session, Settlement
from tests.accounts.member_logins import own_page, page_of, phone_of, with_login
from tests.clubs.clubs import SampleClub
from tests.external_programs import python
from tests.files.archive.moved import lines_of, packed, sealed
from tests.play.tables import GARDE, PASSED, Scorer, fresh, start

pytestmark = pytest.mark.django_db(transaction=True)

TWICE = (396, -132, -132, -132)
"""The totals after two of Anne's gardes."""


def backed_up(path: Path) -> str:
    out = StringIO()
    call_command("backup", to=path, stdout=out)
    return out.getvalue()


def emptied() -> None:
    call_command("flush", interactive=False, verbosity=0)
    forget_ledgers()


@pytest.fixture
def evening() -> Scorer:
    """Create a session with two gardes by Anne, one amended twice, and a voided hand; and a settled session."""
    scorer = Scorer(stake="0.05")
    scorer.record()
    scorer.record(PASSED)
    scorer.amend(2, {**GARDE, "points": 60})
    scorer.amend(2, GARDE)
    scorer.record()
    scorer.void(3)
    scorer.record()
    scorer.undo()
    settled = Scorer()
    settled.record()
    settled.close()
    return scorer


@pytest.fixture
def file(evening: Scorer, tmp_path: Path) -> Path:
    path = tmp_path / "evening.backup"
    backed_up(path)
    return path


@pytest.fixture
def archive(evening: Scorer, tmp_path: Path) -> Path:
    """A backup as it is made of a PostgreSQL database."""
    path = tmp_path / "rows.backup"
    backup._write_rows(path)
    return path


# There and back


@pytest.mark.both_databases
@pytest.mark.parametrize("kind", ["file", "archive"])
def test_a_backup_restores_everything(evening: Scorer, kind: str, request: pytest.FixtureRequest) -> None:
    file: Path = request.getfixturevalue(kind)
    emptied()
    call_command("restore", str(file), stdout=StringIO())
    session = Session.objects.get(public_id=evening.session.public_id)
    assert fresh(session).totals == TWICE
    assert session.revision == 8
    assert [change.verb for change in queries.journal(session)] == [
        "undo", "record", "void", "record", "amend", "amend", "record", "record", "start",
    ]  # fmt: skip
    assert Settlement.objects.get().totals == [198, -66, -66, -66]
    assert Settlement.objects.get().transfers == [{"debtor": seat, "creditor": 0, "amount": 66} for seat in (1, 2, 3)]
    assert session.scorer_token == evening.session.scorer_token
    assert session.started_at == evening.session.started_at
    assert (
        Player.objects.get(seats__stretch__session=session, name="Anne").created_at
        < session.hands.earliest("pk").recorded_at
    )


@pytest.mark.both_databases
def test_new_rows_after_a_restore_get_unused_keys(evening: Scorer, file: Path) -> None:
    emptied()
    call_command("restore", str(file), stdout=StringIO())
    taken = set(Hand.objects.values_list("pk", flat=True))
    scorer = Scorer(Session.objects.get(public_id=evening.session.public_id))
    scorer.record()
    assert scorer.totals == (594, -198, -198, -198)
    assert max(taken) < Hand.objects.latest("pk").pk
    assert start().pk > scorer.session.pk


@pytest.mark.both_databases
def test_a_backup_reports_its_contents_and_is_readable_by_its_owner_only(evening: Scorer, tmp_path: Path) -> None:
    output = backed_up(tmp_path)  # a folder: the name is generated
    [made] = tmp_path.iterdir()
    rows = 61 + sum(model._base_manager.count() for model in tables.models() if model._meta.label in MADE_BY_DJANGO)
    assert output == f"{made}: {rows} rows, 2 sessions, read back.\n"
    assert stat.S_IMODE(made.stat().st_mode) == 0o600


MADE_BY_DJANGO = ("auth.Permission", "contenttypes.ContentType")


@pytest.mark.both_databases
def test_logins_and_signed_in_phones_are_restored(tmp_path: Path) -> None:
    sample_club = SampleClub(members=("Anne", "Bruno"))
    anne, bruno = sample_club.club.players.order_by("name")
    with_login(anne)
    phone = phone_of()
    merging.merge(bruno, anne, by="marion")
    backed_up(tmp_path / "file")
    emptied()
    call_command("restore", str(tmp_path / "file"), stdout=StringIO())
    assert own_page(phone) == own_page(phone_of()) == page_of(bruno)
    assert sorted(ClubDevice.objects.values_list("by_link", "player__name"), key=str) == [
        *[(False, "Anne")] * 2,
        (True, None),
    ]


@pytest.mark.both_databases
@pytest.mark.parametrize("kind", ["file", "archive"])
def test_secrets_of_accounts_and_browsers_are_left_out(
    kind: str, request: pytest.FixtureRequest, settings: Any
) -> None:
    BrowserSession.objects.create(session_key="c" * 32, session_data="signed in", expire_date=timezone.now())
    anne = SampleClub(members=("Anne",)).club.players.get()
    SecondFactor.objects.create(user=with_login(anne), secret="S" * 32, last_step=0)
    content = gzip.decompress(request.getfixturevalue(kind).read_bytes())
    assert b"Anne" in content
    for secret in (b"c" * 32, b"signed in", b"S" * 32, settings.SECRET_KEY.encode()):
        assert secret not in content


def test_by_default_a_backup_is_stored_beside_the_data(evening: Scorer, settings: Any, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path
    call_command("backup", stdout=StringIO())
    [made] = (tmp_path / "backups").iterdir()
    assert made.name.startswith("scorekeeper-20")
    assert stat.S_IMODE(made.parent.stat().st_mode) == 0o700


# While people play


@pytest.mark.both_databases
def test_rows_written_while_hands_are_recorded_are_consistent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scorer = Scorer()
    scorer.record()
    rows = tables.rows

    def disturbed(model: Any, **options: Any) -> Iterator[Any]:
        for values in rows(model, **options):
            if model._meta.label_lower == "play.session":
                phone = Thread(target=in_a_thread, args=[scorer.record, start])
                phone.start()
                phone.join(timeout=60)
                assert not phone.is_alive(), "the writer was kept waiting"
            yield values

    monkeypatch.setattr(tables, "rows", disturbed)
    backup._write_rows(tmp_path / "file")
    monkeypatch.undo()
    assert scorer.totals == TWICE
    emptied()
    call_command("restore", str(tmp_path / "file"), stdout=StringIO())
    assert fresh(Session.objects.get()).totals == (198, -66, -66, -66)


def in_a_thread(*doings: Callable[[], object]) -> None:
    for doing in doings:
        doing()
    connection.close()


# A complete file or none


def full(*_arguments: Any, **_options: Any) -> Any:
    raise OSError(28, "No space left on device")


@pytest.mark.both_databases
def test_a_failed_backup_leaves_no_file_and_keeps_the_earlier_one(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = file.read_bytes()
    monkeypatch.setattr("gzip.GzipFile", full)
    with pytest.raises(CommandError, match=r"evening\.backup: No space left on device\.$"):
        backed_up(file)
    assert file.read_bytes() == before
    assert list(file.parent.iterdir()) == [file]


def test_a_disk_that_corrupts_data_is_detected(
    evening: Scorer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def corrupted(draft: Path, *, is_club: bool) -> Any:
        content = bytearray(draft.read_bytes())
        content[len(content) // 2] ^= 1
        draft.write_bytes(content)
        return staged(draft, is_club=is_club)

    staged = staging.staged
    monkeypatch.setattr(staging, "staged", corrupted)
    with pytest.raises(CommandError, match=r"/file does not say what was written into it: the disk may be failing \("):
        backed_up(tmp_path / "file")
    assert list(tmp_path.iterdir()) == []


def test_a_missing_folder_is_not_created(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"not_mounted/file: No such file or directory\.$"):
        backed_up(tmp_path / "not_mounted" / "file")


# Refused files


def refused(path: Path, sentence: str) -> None:
    """Check that restoring into an empty installation gives this message and writes nothing."""
    emptied()
    with pytest.raises(CommandError, match=sentence) as raised:
        call_command("restore", str(path))
    assert "\n" not in str(raised.value)
    assert not Session.objects.exists()
    assert not Player.objects.exists()


@pytest.mark.both_databases
def test_restoring_into_an_installation_with_data_is_refused(evening: Scorer, file: Path) -> None:
    emptied()
    Player.objects.create(name="Zoé")
    with pytest.raises(CommandError) as raised:
        call_command("restore", str(file))
    assert str(raised.value) == (
        "There is already data here. Restore the backup into a new installation. Nothing was restored."
    )
    assert Player.objects.get().name == "Zoé"
    assert not Session.objects.exists()


SENTENCES = r"^(The file is damaged|The file ends early|This is not a file of Scorekeeper).*\. Nothing was restored\.$"


@pytest.mark.parametrize("kind", ["file", "archive"])
def test_a_truncated_file_and_a_flipped_bit_are_detected(kind: str, request: pytest.FixtureRequest) -> None:
    file: Path = request.getfixturevalue(kind)
    content = file.read_bytes()
    for kept in (0, 11, -1):
        file.write_bytes(content[:kept])
        refused(file, SENTENCES)
    for place in (0, 20, len(content) // 2, len(content) - 1):
        file.write_bytes(damaged(content, place))
        refused(file, SENTENCES)


def damaged(content: bytes, start: int) -> bytes:
    """Turn over the lowest bit of the first byte from `start` on where that changes what a gzip file says.

    Some bits of a compressed file say the same thing either way.
    """
    for place in range(start, len(content)):
        flipped = content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :]
        if not reads_the_same(flipped, content):
            return flipped
    raise AssertionError("No later bit changes the file.")


def reads_the_same(changed: bytes, content: bytes) -> bool:
    """Whether two gzip files decompress to the same bytes."""
    try:
        return gzip.decompress(changed) == gzip.decompress(content)
    except (EOFError, OSError, zlib.error):
        return False


LINES: dict[str, Callable[[list[bytes]], list[bytes]]] = {
    "a changed name": lambda lines: [line.replace(b"Anne", b"Anna") for line in lines],
    "a missing row": lambda lines: [*lines[:5], *lines[6:]],
    "no end": lambda lines: lines[:-1],
    "something after the end": lambda lines: [*lines, lines[1]],
    "no JSON": lambda lines: [lines[0], b"Anne\n", *lines[1:]],
    "no header": lambda lines: lines[1:],
}


def test_an_archive_with_other_lines_is_refused(archive: Path) -> None:
    lines = gzip.decompress(archive.read_bytes()).splitlines(keepends=True)
    for altered in LINES.values():
        archive.write_bytes(gzip.compress(b"".join(altered(lines))))
        refused(archive, SENTENCES)


def test_the_database_of_another_program_is_refused(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "other.sqlite3")) as other:
        other.execute("CREATE TABLE chess (game text)")
        other.commit()
    (tmp_path / "file").write_bytes(gzip.compress((tmp_path / "other.sqlite3").read_bytes()))
    refused(tmp_path / "file", r"^This is not a file of Scorekeeper\. Nothing was restored\.$")


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL is not copied as a file")
def test_a_damaged_database_is_not_backed_up(evening: Scorer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def damaged(source: sqlite3.Connection, target: Path) -> None:
        raise sqlite3.DatabaseError("database disk image is malformed")

    monkeypatch.setattr(sqlite_copy, "copy_database", damaged)
    with pytest.raises(CommandError, match=r"^The database can't be copied \(database disk image is malformed\)\.$"):
        backed_up(tmp_path / "file")


def test_a_club_file_is_not_a_backup_and_a_backup_is_not_a_club_file(file: Path, archive: Path, tmp_path: Path) -> None:
    of_club = tmp_path / "club"
    of_club.write_bytes(packed(SampleClub().club))
    for backup_file in (file, archive):
        with pytest.raises(CommandError, match=r"^This is a backup, not a club file\. Nothing was imported\.$"):
            call_command("importclub", str(backup_file))
    refused(of_club, r"^This is a club file, not a backup\. Nothing was restored\.$")


ALTERED: dict[str, tuple[str, dict[str, Any]]] = {
    "two seats at one place": ("play.seat", {"place": 2}),
    "a reference to nothing": ("play.seat", {"session_id": 999}),
    "a missing value": ("play.hand", {"number": None}),
    "a long name": ("play.seat", {"name": "A" * 61}),
    "no date": ("play.hand", {"recorded_at": "yesterday"}),
    "another column": ("play.hand", {"colour": "red"}),
}


def test_an_archive_with_impossible_rows_is_refused(archive: Path) -> None:
    content = archive.read_bytes()
    why = r"^The file (holds what can’t be stored|is damaged).*\. Nothing was restored\.$"
    for kind, change in ALTERED.values():
        lines = lines_of(content)
        next(line for line in lines if line.get("kind") == kind)["row"].update(change)
        refused(sealed(lines, archive), why)


def test_a_missing_file_is_reported(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"^nowhere: No such file or directory\. Nothing was restored\.$"):
        call_command("restore", str(tmp_path / "nowhere"))


@pytest.mark.thorough
def test_an_empty_database_is_not_backed_up(tmp_path: Path) -> None:
    done = python("manage.py", "backup", "--to", str(tmp_path / "file"), data_dir=tmp_path)
    assert done.returncode == 1
    assert done.stderr == "CommandError: There is nothing to back up: the database has no tables yet.\n"
    assert not (tmp_path / "file").exists()


@pytest.mark.thorough
def test_restored_files_are_readable_by_their_owner_only(file: Path, tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        done = python("manage.py", "restore", str(file), data_dir=tmp_path / "data")
    finally:
        os.umask(before)
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "data" / "db.sqlite3").stat().st_mode & 0o077 == 0


def test_a_backup_deletes_what_killed_ones_left_and_nothing_else(
    evening: Scorer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The old ones have the names that a backup gives: they were caught while one was written."""
    caught: list[Path] = []
    backups, temporary = tmp_path / "backups", tmp_path / "tmp"
    for folder in (backups, temporary):
        folder.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(temporary))
    as_it_was = staging._unpacked

    def unpacked(path: Path, target: Path) -> bool:
        caught.extend([*backups.iterdir(), *temporary.iterdir()])
        return as_it_was(path, target)

    monkeypatch.setattr(staging, "_unpacked", unpacked)
    backed_up(backups / "one.backup")
    draft, staged = caught
    others = [backups / "old.backup", backups / ".others.part", temporary / "scorekeeper-of-others"]
    recent, in_use = draft.with_name(f".two{draft.name}"), staged.with_name(f"{staged.name}2")
    for folder in (staged, draft.with_name(f".{draft.name}.folder"), in_use):
        folder.mkdir()
        (folder / "db.sqlite3").touch()
    for file in (draft, recent, *others):
        file.touch()
    for old in (staged, draft, draft.with_name(f".{draft.name}.folder"), *others):
        os.utime(old, (0, 0))
    backed_up(backups / "two.backup")
    assert {*backups.iterdir(), *temporary.iterdir()} == {
        *(backups / "one.backup", backups / "two.backup"),
        *(recent, in_use, *others),
    }
