"""An unusable database is refused at start-up with a sentence that says what to do, and is left as it is."""

from __future__ import annotations

import os
import pwd
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace

import pytest
from django.db import connection

from scorekeeper.database import inspection
from tests.database_proxy import Proxy
from tests.external_programs import install, python, record_a_hand, serving
from tests.operations.running_server import get
from tests.servers import database_url

Command = tuple[str, ...]


def execute(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        for statement in statements:
            database.execute(statement)


def empty(path: Path) -> None:
    path.write_bytes(b"")


def cut_off(path: Path) -> None:
    execute(path, "PRAGMA wal_checkpoint(TRUNCATE)")
    path.write_bytes(path.read_bytes()[:100_000])


def overwritten(path: Path) -> None:
    """Damage the second half of the file, which a start otherwise doesn't read."""
    content = bytearray(path.read_bytes())
    content[len(content) // 2 :] = os.urandom(len(content) - len(content) // 2)
    path.write_bytes(content)


def a_text(path: Path) -> None:
    path.write_text("The totals of last Friday. " * 100)


def of_another_program(path: Path) -> None:
    path.unlink()
    execute(path, "CREATE TABLE bookmarks (url TEXT)", "INSERT INTO bookmarks VALUES ('https://cards.example.org/')")


def of_another_django(path: Path) -> None:
    path.unlink()
    execute(
        path,
        "CREATE TABLE django_migrations (id INTEGER PRIMARY KEY, app TEXT, name TEXT, applied TEXT)",
        "INSERT INTO django_migrations (app, name) VALUES ('auth', '0001_initial'), ('blog', '0001_initial')",
        "CREATE TABLE blog_post (id INTEGER PRIMARY KEY)",
    )


NEWER = (
    "INSERT INTO django_migrations (app, name, applied) VALUES ('play', '9999_scores_by_post', '2030-01-01')",
    "INSERT INTO django_migrations (app, name, applied) VALUES ('scorekeeper', '1.10.0', '2030-01-01')",
)


def newer(path: Path) -> None:
    execute(path, *NEWER)


def never_released(path: Path) -> None:
    execute(path, NEWER[0])


def only_the_log(path: Path) -> None:
    path.unlink()
    Path(f"{path}-wal").write_bytes(b"what was written last")


RESTORE = "manage.py restore FILE"


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (empty, ("is empty (0 bytes)", RESTORE)),
        (cut_off, ("is damaged", RESTORE)),
        (a_text, ("is damaged or not a database (file is not a database)", RESTORE)),
        (of_another_program, ("is the database of another program",)),
        (of_another_django, ("is the database of another program",)),
        (
            newer,
            (
                "was written by a newer version of Scorekeeper: play.9999_scores_by_post is unknown here. Start that",
                "manage.py rollback",
                RESTORE,
            ),
        ),
        (
            never_released,
            (
                "by a version of Scorekeeper that was never released (play.9999_scores_by_post is unknown here), so",
                "manage.py rollback",
                RESTORE,
            ),
        ),
        (only_the_log, ("is missing, but its log db.sqlite3-wal is there", RESTORE)),
    ],
)
def test_a_damaged_database_is_refused_and_left_unchanged(
    tmp_path: Path, spoil: Callable[[Path], None], says: tuple[str, ...]
) -> None:
    path = install(tmp_path)
    spoil(path)
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    done = python("manage.py", "prepare", data_dir=tmp_path)
    assert done.returncode == 1
    assert done.stderr.startswith(f"CommandError: {path} ")
    assert done.stderr.count("\n") == 1
    for words in says:
        assert words in done.stderr
    after = {file.name: file.read_bytes() for file in tmp_path.iterdir() if file.name in before}
    assert after == before


def test_a_start_finds_damage_anywhere_in_the_file(tmp_path: Path) -> None:
    path = install(tmp_path)
    overwritten(path)
    before = path.read_bytes()
    done = python("manage.py", "prepare", data_dir=tmp_path)
    assert done.returncode == 1
    assert done.stderr.startswith(f"CommandError: {path} is damaged")
    assert path.read_bytes() == before


NEEDING_A_DATABASE: list[Command] = [
    ("createclub", "Les Atouts", "--organiser", "marion"),
    ("exportclub", "les-atouts"),
    ("changepassword", "marion"),
    ("recount",),
]


@pytest.mark.parametrize("command", NEEDING_A_DATABASE, ids=lambda command: command[0])
def test_a_command_before_the_first_start_says_how_to_create_the_database(tmp_path: Path, command: Command) -> None:
    done = python("manage.py", *command, data_dir=tmp_path)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == (
        "CommandError: The database has no tables yet. Create them: manage.py prepare"
    )
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("command", [*NEEDING_A_DATABASE, ("backup",), ("serve",)], ids=lambda command: command[0])
def test_a_command_says_that_the_database_is_damaged(tmp_path: Path, command: Command) -> None:
    path = install(tmp_path)
    cut_off(path)
    done = python("manage.py", *command, data_dir=tmp_path)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith(f"CommandError: {path} is damaged")
    assert RESTORE in done.stderr
    assert "Traceback" not in done.stderr


def test_a_command_says_that_the_database_is_older(tmp_path: Path) -> None:
    path = install(tmp_path)
    execute(path, "DROP TABLE clubs_club", "DELETE FROM django_migrations WHERE app = 'standings'")
    done = python("manage.py", "exportclub", "les-atouts", data_dir=tmp_path)
    assert done.returncode == 1
    assert done.stderr == "CommandError: The database is of an older version. Upgrade it: manage.py prepare\n"


def test_a_failure_that_is_not_the_databases_keeps_its_traceback(tmp_path: Path) -> None:
    execute(install(tmp_path), "DROP TABLE clubs_club")
    done = python("manage.py", "exportclub", "les-atouts", data_dir=tmp_path)
    assert done.returncode == 1
    assert "Traceback" in done.stderr
    assert done.stderr.endswith("no such table: clubs_club\n")


def test_the_message_names_the_latest_backup(tmp_path: Path) -> None:
    install(tmp_path).write_bytes(b"")
    (tmp_path / "backups").mkdir()
    for at, name in enumerate(("monday", "tuesday", "sunday")):
        (tmp_path / "backups" / f"{name}.backup").touch()
        os.utime(tmp_path / "backups" / f"{name}.backup", (at, at))
    done = python("manage.py", "prepare", data_dir=tmp_path)
    assert f"manage.py restore {tmp_path}/backups/sunday.backup" in done.stderr


def test_the_commands_in_the_message_restore_a_backup(tmp_path: Path) -> None:
    path, backup = install(tmp_path), tmp_path / "tonight.backup"
    record_a_hand(tmp_path)
    assert python("manage.py", "backup", "--to", str(backup), data_dir=tmp_path).returncode == 0
    path.unlink()
    assert python("manage.py", "restore", str(backup), data_dir=tmp_path).returncode == 0
    assert python("manage.py", "prepare", data_dir=tmp_path).returncode == 0
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("SELECT count(*) FROM play_hand").fetchone()[0]


@contextmanager
def without_privileges() -> Iterator[None]:
    """Run as an account for which permissions apply; they don't for root."""
    was = os.geteuid()
    if was == 0:
        os.seteuid(pwd.getpwnam("nobody").pw_uid)
    try:
        yield
    finally:
        os.seteuid(was)


@pytest.mark.skipif(connection.vendor != "sqlite", reason="SQLite is a file")
@pytest.mark.parametrize("kept", ["db.sqlite3", "."], ids=["the file", "its folder"])
def test_a_read_only_database_is_refused(monkeypatch: pytest.MonkeyPatch, kept: str) -> None:
    with TemporaryDirectory(prefix="scorekeeper-read-only-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        path = install(folder)
        path.chmod(0o666)
        folder.chmod(0o777)
        (folder / kept).chmod(0o555)
        monkeypatch.setitem(connection.settings_dict, "NAME", str(path))
        with without_privileges(), pytest.raises(inspection.UnusableDatabaseError) as refused:
            inspection.require_usable(must_exist=True)
    assert str(refused.value).startswith(f"{path} cannot be written to (")


def test_a_full_disk_is_called_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite only says “disk I/O error” where it has no room for its index of the log."""
    path = install(tmp_path)
    failure = sqlite3.OperationalError("disk I/O error")
    failure.sqlite_errorcode = sqlite3.SQLITE_IOERR_SHMSIZE

    def full(_file: sqlite3.Connection) -> None:
        raise failure

    monkeypatch.setattr(inspection, "_require_sound", full)
    monkeypatch.setitem(connection.settings_dict, "NAME", str(path))
    monkeypatch.setattr(inspection, "disk_usage", lambda _folder: SimpleNamespace(free=0))
    with pytest.raises(inspection.UnusableDatabaseError) as refused:
        inspection.require_usable(must_exist=True)
    assert str(refused.value).startswith(f"The disk with {path} is full (disk I/O error)")


def test_a_database_locked_by_another_program_is_refused(tmp_path: Path) -> None:
    path = install(tmp_path)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        done = python("manage.py", "serve", data_dir=tmp_path, PORT="0")
    assert (done.returncode, done.stderr) == (
        1,
        f"CommandError: {path} is locked by another program. Stop that program first.\n",
    )


def test_a_server_needs_a_database_and_the_first_start_creates_it(tmp_path: Path) -> None:
    serve = python("manage.py", "serve", data_dir=tmp_path, PORT="0")
    path = tmp_path / "db.sqlite3"
    assert (serve.returncode, serve.stderr) == (
        1,
        f"CommandError: There is no database at {path} yet. Create it: manage.py prepare\n",
    )
    assert not path.exists()
    for _time in range(2):
        assert python("manage.py", "prepare", data_dir=tmp_path).returncode == 0
    execute(path, "SELECT * FROM play_session")


def test_an_interrupted_first_start_can_be_resumed(tmp_path: Path) -> None:
    path = tmp_path / "db.sqlite3"
    execute(
        path,
        "PRAGMA journal_mode = WAL",
        "CREATE TABLE django_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, app TEXT, name TEXT, applied TEXT)",
    )
    done = python("manage.py", "prepare", data_dir=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    execute(path, "SELECT * FROM play_session")


def test_an_unusable_data_folder_is_reported_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    done = python("manage.py", "prepare", data_dir=tmp_path / "file")
    assert done.returncode == 1
    assert done.stderr == (
        f"{tmp_path}/file/secret_key can't be read or created (its folder is a file). DATA_DIR must be a folder that "
        "this account can write to, with space on its disk.\n"
    )


on_postgresql = pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite is a file")


@on_postgresql
@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_a_server_starts_before_its_database_server(tmp_path: Path) -> None:
    with Proxy(database_url()) as proxy:
        proxy.cut()
        prepared = python("manage.py", "prepare", data_dir=tmp_path, DATABASE_URL=proxy.url)
        assert prepared.returncode == 1
        assert "doesn't respond" in prepared.stderr
        assert prepared.stderr.count("\n") == 1
        with serving(tmp_path, DATABASE_URL=proxy.url, stderr=subprocess.PIPE) as (server, port, _output):
            assert get(port, "/health/ready", Host="localhost")[0] == 503
            server.terminate()
            assert "Until it responds, every page says that it is unavailable.\n" in server.communicate()[1]
        proxy.mend()


@on_postgresql
@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_a_database_of_a_newer_version_is_served_but_not_migrated(tmp_path: Path) -> None:
    """During a rolling upgrade, hosts of the old version keep serving."""
    with connection.cursor() as cursor:
        try:
            cursor.execute(NEWER[0])
            unreleased = python("manage.py", "serve", data_dir=tmp_path, DATABASE_URL=database_url())
            cursor.execute(NEWER[1])
            prepared = python("manage.py", "prepare", data_dir=tmp_path, DATABASE_URL=database_url())
            with serving(tmp_path, DATABASE_URL=database_url()):
                pass
        finally:
            cursor.execute("DELETE FROM django_migrations WHERE applied > '2029-01-01'")
    assert (unreleased.returncode, prepared.returncode) == (1, 1)
    assert "that was never released (play.9999_scores_by_post is unknown here)" in unreleased.stderr
    assert "a newer version of Scorekeeper: play.9999_scores_by_post is unknown here" in prepared.stderr
