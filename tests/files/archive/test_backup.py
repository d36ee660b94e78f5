"""A backup is made while people play, is complete or absent, and restores the same data elsewhere."""

import gzip
import os
import stat
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO, StringIO
from pathlib import Path
from threading import Thread
from types import SimpleNamespace
from typing import IO, Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from scorekeeper.clubs.models import ClubDevice, Player
from scorekeeper.files.archive import backup, tables
from scorekeeper.files.archive.format import ArchiveError, ArchiveLine
from scorekeeper.files.archive.reader import open_archive
from scorekeeper.files.archive.schema_history import Row
from scorekeeper.organisers import merging
from scorekeeper.play import queries
from scorekeeper.play.ledger import ledgers
from scorekeeper.play.models import Hand, Session, Settlement
from tests.accounts.member_logins import own_page, page_of, phone_of, with_login
from tests.clubs.clubs import SampleClub
from tests.external_programs import python
from tests.files.archive.moved import lines_of, packed, resealed
from tests.files.evening import amended_and_voided
from tests.play.tables import GARDE, Scorer, fresh, install_toy, start

pytestmark = pytest.mark.django_db(transaction=True)

TWICE = (396, -132, -132, -132)
"""The totals after two of Anne's gardes."""


def backed_up(path: Path) -> str:
    out = StringIO()
    call_command("backup", to=path, stdout=out)
    return out.getvalue()


def emptied() -> None:
    call_command("flush", interactive=False, verbosity=0)
    ledgers.forget()


def rows_of(path: Path) -> list[dict[str, Any]]:
    return lines_of(path.read_bytes())


@pytest.fixture
def evening() -> Scorer:
    """Create a session with two gardes by Anne, one amended twice, and a voided hand; and a settled session."""
    scorer = Scorer(stake="0.05")
    amended_and_voided(scorer)
    settled = Scorer()
    settled.record()
    settled.close()
    return scorer


@pytest.fixture
def file(evening: Scorer, tmp_path: Path) -> Path:
    path = tmp_path / "evening.backup"
    backed_up(path)
    return path


# There and back


def test_a_backup_restores_everything(evening: Scorer, file: Path) -> None:
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
    assert Player.objects.get(seats__session=session, name="Anne").created_at < session.hands.earliest("pk").recorded_at


@pytest.mark.thorough
def test_a_backup_moves_between_kinds_of_database(evening: Scorer, file: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    there = python("manage.py", "restore", str(file), data_dir=other)
    assert (there.returncode, there.stderr) == (0, "")
    back = python("manage.py", "backup", "--to", str(tmp_path / "back"), data_dir=other)
    assert (back.returncode, back.stderr) == (0, "")
    assert rows_of(tmp_path / "back") == rows_of(file)
    emptied()
    call_command("restore", str(tmp_path / "back"), stdout=StringIO())
    assert fresh(Session.objects.get(public_id=evening.session.public_id)).totals == TWICE


def test_new_rows_after_a_restore_get_unused_keys(evening: Scorer, file: Path) -> None:
    emptied()
    call_command("restore", str(file), stdout=StringIO())
    taken = set(Hand.objects.values_list("pk", flat=True))
    scorer = Scorer(Session.objects.get(public_id=evening.session.public_id))
    scorer.record()
    assert scorer.totals == (594, -198, -198, -198)
    assert max(taken) < Hand.objects.latest("pk").pk
    assert start().pk > scorer.session.pk


def test_a_backup_reports_its_contents_and_is_readable_by_its_owner_only(evening: Scorer, tmp_path: Path) -> None:
    output = backed_up(tmp_path)  # a folder: the name is generated
    [made] = tmp_path.iterdir()
    counts = rows_of(made)[0]["counts"]
    ours = {
        label: rows
        for label, rows in counts.items()
        if rows and label.startswith(("clubs.", "evenings.", "play.", "standings."))
    }
    assert ours == {
        "clubs.player": 8,
        "play.access": 2,
        "play.change": 12,
        "play.hand": 6,
        "play.seat": 8,
        "play.session": 2,
        "play.settlement": 1,
        "standings.result": 4,
        "standings.callstats": 1,
        "standings.playerpairstats": 12,
    }
    made_by_django = counts["auth.permission"] + counts["contenttypes.contenttype"]
    assert output == f"{made}: {56 + made_by_django} rows, 2 sessions, read back and replayed.\n"
    assert stat.S_IMODE(made.stat().st_mode) == 0o600


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


def test_restored_files_are_readable_by_their_owner_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = tmp_path / "db.sqlite3"

    def restored(_file: Path) -> SimpleNamespace:
        made.touch()
        return SimpleNamespace(header=SimpleNamespace(lines=0), totals={})

    monkeypatch.setattr("scorekeeper.files.management.commands.restore.restore", restored)
    before = os.umask(0o022)
    try:
        call_command("restore", tmp_path / "x.backup", stdout=StringIO())
    finally:
        os.umask(before)
    assert made.stat().st_mode & 0o077 == 0


def test_by_default_a_backup_is_stored_beside_the_data(evening: Scorer, settings: Any, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path
    call_command("backup", stdout=StringIO())
    [made] = (tmp_path / "backups").iterdir()
    assert made.name.startswith("scorekeeper-20")
    assert stat.S_IMODE(made.parent.stat().st_mode) == 0o700


# While people play


def while_reading(monkeypatch: pytest.MonkeyPatch, *doings: Callable[[], object]) -> None:
    """Run something on a connection of its own when the first row of a session has been read."""
    rows = tables.rows

    def run() -> None:
        for doing in doings:
            doing()
        connection.close()

    def disturbed(model: Any, names: Any) -> Iterator[Row]:
        for values in rows(model, names):
            if model._meta.label_lower == "play.session":
                phone = Thread(target=run)
                phone.start()
                phone.join(timeout=60)
                assert not phone.is_alive(), "the writer was kept waiting"
            yield values

    monkeypatch.setattr(tables, "rows", disturbed)


def test_a_backup_taken_while_hands_are_recorded_is_consistent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scorer = Scorer()
    scorer.record()
    while_reading(monkeypatch, scorer.record, start)
    backed_up(tmp_path / "file")
    monkeypatch.undo()
    assert scorer.totals == TWICE
    assert Session.objects.count() == 2
    emptied()
    call_command("restore", str(tmp_path / "file"), stdout=StringIO())
    assert fresh(Session.objects.get()).totals == (198, -66, -66, -66)


# A complete file or none


def test_a_failed_backup_leaves_no_file_and_keeps_the_earlier_one(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = file.read_bytes()

    def full(model: Any, names: Any) -> Iterator[Row]:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(tables, "rows", full)
    with pytest.raises(CommandError, match=r"evening\.backup: No space left on device\.$"):
        backed_up(file)
    assert file.read_bytes() == before
    assert list(file.parent.iterdir()) == [file]


def test_a_disk_that_corrupts_data_is_detected(
    evening: Scorer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    @contextmanager
    def forgetful(out: IO[bytes]) -> Iterator[IO[bytes]]:
        with gzip.GzipFile(fileobj=out, mode="wb") as packing, BytesIO() as kept:
            yield kept
            packing.write(kept.getvalue().replace(b"Anne", b"Anna"))

    monkeypatch.setattr(backup, "gzipped", forgetful)
    sentence = (
        r"/file does not say what was written into it: the disk may be failing \(Line \d+: this was changed after"
    )
    with pytest.raises(CommandError, match=sentence):
        backed_up(tmp_path / "file")
    assert list(tmp_path.iterdir()) == []


def test_a_missing_folder_is_not_created(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"not_mounted/file: No such file or directory\.$"):
        backed_up(tmp_path / "not_mounted" / "file")


def test_a_session_that_the_rules_now_refuse_is_kept_and_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    scorer = Scorer()
    scorer.record()
    Hand.objects.update(outcome={**GARDE, "points": 92})
    call_command("backup", to=tmp_path / "file", stdout=StringIO())
    assert capsys.readouterr().err == (
        f"Session {scorer.session.public_id} has a hand that isn't possible under the current rules; it was saved "
        "unchanged.\n"
    )
    emptied()
    call_command("restore", str(tmp_path / "file"), stdout=StringIO())
    assert Hand.objects.get().outcome["points"] == 92


def test_a_session_of_an_uninstalled_game_is_kept_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with monkeypatch.context() as toys:
        install_toy(toys)
        Session.objects.filter(pk=start().pk).update(game="toy")
    backed_up(tmp_path / "file")
    assert "has a hand that isn't possible under the current rules" in capsys.readouterr().err


# Refused files


def refused(path: Path, sentence: str) -> None:
    """Check that restoring into an empty installation gives this message and writes nothing."""
    emptied()
    with pytest.raises(CommandError, match=sentence) as raised:
        call_command("restore", str(path))
    assert "\n" not in str(raised.value)
    assert not Session.objects.exists()
    assert not Player.objects.exists()


def test_restoring_into_an_installation_with_data_is_refused(evening: Scorer, file: Path) -> None:
    emptied()
    Player.objects.create(name="Zoé")
    with pytest.raises(CommandError, match=r"^This installation is not empty \(clubs\.player\); restore into a new"):
        call_command("restore", str(file))
    assert Player.objects.get().name == "Zoé"
    assert not Session.objects.exists()


@pytest.mark.thorough
@pytest.mark.parametrize("kept", [0, 1, 9, 10, 11, 100, 700, -300, -9, -1])
def test_a_truncated_file_is_refused(file: Path, kept: int) -> None:
    content = file.read_bytes()
    file.write_bytes(content[:kept])
    refused(file, "ends early|is not a Scorekeeper archive" if kept in (0, 1) else "ends early")


@pytest.mark.thorough
def test_a_flipped_bit_is_detected_or_harmless(file: Path) -> None:
    content = file.read_bytes()
    lines = gzip.decompress(content)
    for place in range(10, len(content)):  # before that gzip says when and where it was made
        file.write_bytes(content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :])
        try:
            same = gzip.decompress(file.read_bytes()) == lines  # packed in another way
        except (OSError, EOFError, zlib.error):
            same = False
        if not same:
            with pytest.raises(ArchiveError, match=r"^Line \d+: |is damaged|ends early|is not a Scorekeeper archive"):
                read(file)


def read(file: Path) -> list[ArchiveLine]:
    with open_archive(file, is_club=False) as archive:
        return list(archive.lines)


def test_a_club_file_is_not_a_backup_and_a_backup_is_not_a_club_file(file: Path, tmp_path: Path) -> None:
    of_club = tmp_path / "club"
    of_club.write_bytes(packed(SampleClub().club))
    with pytest.raises(CommandError, match=r"^This is a backup, not a club file\. Nothing was imported\.$"):
        call_command("importclub", str(file))
    refused(of_club, r"^This is a club file, not a backup\. Nothing was restored\.$")


def test_a_file_of_a_newer_version_is_refused(file: Path) -> None:
    lines = rows_of(file)
    lines[0]["migrations"].append(["play", "9999_more"])
    refused(
        resealed(lines, file),
        r"^The file was made by a newer version .*, with migrations unknown here: play\.9999_more\. Nothing",
    )


def altered(file: Path, model: str, row: int, **changes: Any) -> Path:
    """Return the file with other values in a row of a model, with checks that match."""
    lines = rows_of(file)
    [*rows] = [line for line in lines if line.get("kind") == model]
    rows[row].update(changes)
    return resealed(lines, file)


def test_rows_that_the_database_refuses_undo_the_restore(file: Path) -> None:
    """Two seats at one place: everything before is rolled back."""
    sentence = r"The database does not take what the file holds \(.*\)\. Nothing was restored\."
    refused(altered(file, "play.seat", row=1, place=0), sentence)


def test_rows_with_dangling_references_undo_the_restore(file: Path) -> None:
    refused(altered(file, "play.access", row=0, session_id=999), "The database does not take what the file holds")


def test_a_missing_file_is_reported(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"^nowhere: No such file or directory\. Nothing was restored\.$"):
        call_command("restore", str(tmp_path / "nowhere"))


def test_an_empty_file_is_not_a_backup(tmp_path: Path) -> None:
    done = python("manage.py", "backup", "--to", str(tmp_path / "file"), data_dir=tmp_path)
    assert done.returncode == 1
    assert done.stderr == "CommandError: There is nothing to back up: the database has no tables yet.\n"
    assert not (tmp_path / "file").exists()


def test_an_older_program_does_not_back_up_a_newer_database(tmp_path: Path) -> None:
    recorder = MigrationRecorder(connection)
    recorder.record_applied("play", "9999_more")
    try:
        with pytest.raises(CommandError, match=r"newer version .*, with migrations unknown here: play\.9999_more\.$"):
            backed_up(tmp_path / "file")
    finally:
        recorder.record_unapplied("play", "9999_more")


def test_the_secret_key_is_not_in_the_backup(file: Path, settings: Any) -> None:
    assert settings.SECRET_KEY.encode() not in gzip.decompress(file.read_bytes())
    assert os.path.getsize(file) < 10_000
