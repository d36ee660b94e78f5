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
from scorekeeper.files.archive import progress
from scorekeeper.play.models import Session
from tests.evenings.club_evening import Night
from tests.files.archive.moved import emptied, lines_of
from tests.play.tables import FOUR, fresh

pytestmark = pytest.mark.django_db(transaction=True)


def run(*words: str, **options: Any) -> str:
    out = StringIO()
    call_command(*words, stdout=out, **options)
    return out.getvalue()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    night = Night(members=FOUR)
    night.table(*FOUR).record()
    path = tmp_path / "file.club"
    assert run("exportclub", "coupe-file", str(path)) == f"{path}: {path.stat().st_size:,} bytes.\n"
    emptied()
    return path


def test_a_club_is_written_and_read_in_and_it_is_said_what_came_of_it(path: Path) -> None:
    assert run("importclub", str(path)) == (
        "A new club: Coupe-file\n  The club: 1 new\n  Members and guests: 4 new\n    Anne\n    Bruno\n    "
        "Chloé\n    David\n  Evenings: 1 new\n  Sessions: 1 new\n  Journal entries: 1 new\n"
    )
    assert fresh(Session.objects.get()).totals == (198, -66, -66, -66)
    assert AuditEntry.objects.get(model="clubs.club").who == "manage.py importclub"
    assert "Sessions: 1 already here, identical" in run("importclub", str(path))


def test_a_dry_run_says_the_same_and_writes_nothing(path: Path) -> None:
    said = run("importclub", str(path), dry_run=True)
    assert said.endswith("Dry run: nothing was imported.\n")
    assert not Club.objects.exists()
    assert run("importclub", str(path)) == said.removesuffix("Dry run: nothing was imported.\n")


def test_a_file_is_packed_unless_it_is_to_be_read_and_is_for_its_owner_only(path: Path) -> None:
    run("importclub", str(path))
    plain = path.with_name("file.jsonl")
    run("exportclub", "coupe-file", str(plain))
    assert plain.read_bytes().startswith(b'{"made_at":')
    assert gzip.decompress(path.read_bytes()).startswith(b'{"made_at":')
    assert lines_of(plain.read_bytes())[1:7] == lines_of(path.read_bytes())[1:7]
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_club_goes_into_one_that_is_here_when_that_is_said(path: Path) -> None:
    other = Night("Elsewhere", ("ANNE",))
    said = run("importclub", str(path), into="elsewhere")
    assert said.startswith("Elsewhere\n  The club: 1 different here; kept as they are here\n    Coupe-file\n")
    assert "Members and guests: 1 matched by name with a record here\n    ANNE\n" in said
    assert (Club.objects.get(), other.club.players.count()) == (other.club, 4)


def test_a_file_that_is_cut_leaves_nothing_behind(path: Path) -> None:
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
def test_what_is_not_there_is_said(words: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(CommandError, match=sentence):
        run(*words)


def test_a_file_that_cannot_be_written_is_said_and_none_is_begun(path: Path) -> None:
    run("importclub", str(path))
    with pytest.raises(CommandError, match="No such file or directory"):
        run("exportclub", "coupe-file", str(path.parent / "nowhere" / "file"))


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_is_told_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(progress, "UPDATE_INTERVAL", -1)
    progress.run_with_progress(terminal, [(0, 4), (1, 4), (4, 4)])
    assert terminal.getvalue().split("\r") == ["", "0 %  ", "25 %  ", "99 %  ", "       ", ""]
    quiet = StringIO()
    progress.run_with_progress(quiet, [(1, 4)])
    assert quiet.getvalue() == ""
