"""`manage.py exportclub` and `manage.py importclub`: one file, clear messages, all or nothing."""

from __future__ import annotations

import gzip
import stat
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from scorekeeper.clubs.models import AuditEntry, Club, Player
from scorekeeper.files.archive.club_files import progress
from scorekeeper.play.models import Session
from tests.evenings.club_evening import ClubEvening
from tests.files.archive.moved import emptied, lines_of
from tests.play.tables import FOUR, fresh

pytestmark = pytest.mark.django_db(transaction=True)


def run(*words: str, **options: Any) -> str:
    out = StringIO()
    call_command(*words, stdout=out, **options)
    return out.getvalue()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    club_evening = ClubEvening(members=FOUR)
    club_evening.table(*FOUR).record()
    path = tmp_path / "file.club"
    assert run("exportclub", "coupe-file", str(path)) == f"{path}: {path.stat().st_size:,} bytes.\n"
    emptied()
    return path


def test_exporting_and_importing_a_club_report_what_happened(path: Path) -> None:
    assert run("importclub", str(path)) == (
        "A new club: Coupe-file\n  The club: 1 new\n  Members and guests: 4 new\n    Anne\n    Bruno\n    "
        "Chloé\n    David\n  Evenings: 1 new\n  Sessions: 1 new\n  Journal entries: 1 new\n"
    )
    assert fresh(Session.objects.get()).totals == (198, -66, -66, -66)
    assert AuditEntry.objects.get(model="clubs.club").who == "manage.py importclub"
    assert "Sessions: 1 already here, identical" in run("importclub", str(path))


def test_a_dry_run_reports_the_same_and_writes_nothing(path: Path) -> None:
    output = run("importclub", str(path), dry_run=True)
    assert output.endswith("Dry run: nothing was imported.\n")
    assert not Club.objects.exists()
    assert run("importclub", str(path)) == output.removesuffix("Dry run: nothing was imported.\n")


def test_a_file_is_compressed_by_default_and_readable_by_its_owner_only(path: Path) -> None:
    run("importclub", str(path))
    plain = path.with_name("file.jsonl")
    run("exportclub", "coupe-file", str(plain))
    assert plain.read_bytes().startswith(b'{"made_at":')
    assert gzip.decompress(path.read_bytes()).startswith(b'{"made_at":')
    assert lines_of(plain.read_bytes())[1:7] == lines_of(path.read_bytes())[1:7]
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_club_can_be_imported_into_an_existing_one(path: Path) -> None:
    other = ClubEvening("Elsewhere", ("ANNE",))
    output = run("importclub", str(path), into="elsewhere")
    assert output.startswith("Elsewhere\n  The club: 1 different here; kept as they are here\n    Coupe-file\n")
    assert "Members and guests: 1 matched by name with a record here\n    ANNE\n" in output
    assert (Club.objects.get(), other.club.players.count()) == (other.club, 4)


def test_a_truncated_file_imports_nothing(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-20])
    with pytest.raises(
        CommandError, match=r"^The file ends early, after line \d+: the rest is missing\. Nothing was imported"
    ):
        run("importclub", str(path))
    assert not Player.objects.exists()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("exportclub", "nowhere"), r"^There is no club 'nowhere' here\. Clubs: none\.$"),
        (("importclub", "/nowhere/file"), r"^file: No such file or directory\. Nothing was imported\.$"),
        (("importclub", "file", "--into", "nowhere"), r"^There is no club 'nowhere' here\.$"),
    ],
)
def test_missing_files_and_clubs_are_reported(words: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(CommandError, match=sentence):
        run(*words)


def test_a_file_that_cannot_be_written_is_reported_and_not_begun(path: Path) -> None:
    run("importclub", str(path))
    with pytest.raises(CommandError, match="No such file or directory"):
        run("exportclub", "coupe-file", str(path.parent / "nowhere" / "file"))


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_is_shown_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(progress, "UPDATE_INTERVAL", -1)
    progress.run_with_progress(terminal, [(0, 4), (1, 4), (4, 4)])
    assert terminal.getvalue().split("\r") == ["", "0 %  ", "25 %  ", "99 %  ", "       ", ""]
    quiet = StringIO()
    progress.run_with_progress(quiet, [(1, 4)])
    assert quiet.getvalue() == ""
