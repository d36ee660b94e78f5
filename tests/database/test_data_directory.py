"""The data directory is private, and used by one server only."""

from __future__ import annotations

import fcntl
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.database import data_directory
from tests.external_programs import install, python, serving
from tests.operations.running_server import get, stopped


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def test_a_folder_that_others_could_read_is_closed(tmp_path: Path) -> None:
    """Others get to none of its files then, so those keep the permissions that version 1.0.0 or the owner gave them."""
    data, elsewhere = tmp_path / "data", tmp_path / "elsewhere.sqlite3"
    install(data).rename(elsewhere)
    notes = data / "notes.txt"
    notes.touch()
    for path in (data, elsewhere, notes):
        path.chmod(0o755 if path.is_dir() else 0o644)
    done = python("manage.py", "prepare", data_dir=data, DATABASE_URL=f"sqlite:///{elsewhere}")
    assert (done.returncode, done.stderr) == (0, "")
    assert [mode(path) for path in (data, elsewhere, notes)] == [0o700, 0o600, 0o644]


def test_new_files_in_the_folder_are_private(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    assert python("manage.py", "prepare", data_dir=tmp_path).returncode == 0
    with serving(tmp_path):
        modes = {file.name: mode(file) for file in tmp_path.iterdir()}
    assert modes.keys() >= {"db.sqlite3", "secret_key", "server.lock"}
    assert set(modes.values()) == {0o600}
    assert mode(tmp_path) == 0o700


@pytest.mark.skipif(os.geteuid() != 0, reason="only the administrator can give a folder away")
def test_a_folder_owned_by_another_user_causes_a_warning(tmp_path: Path) -> None:
    install(tmp_path)
    os.chown(tmp_path, 65534, -1)
    done = python("manage.py", "prepare", data_dir=tmp_path)
    assert done.returncode == 0
    assert done.stderr == (
        f"{tmp_path} belongs to nobody, but this is running as root: each may not be able to read the other's "
        "files. Run it as nobody.\n"
    )


def test_a_folder_that_cannot_be_made_private_causes_a_warning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    def refuse(self: Path, mode: int) -> None:
        raise PermissionError

    settings.DATA_DIR = tmp_path
    tmp_path.chmod(0o750)
    monkeypatch.setattr(Path, "chmod", refuse)
    assert list(data_directory.make_private()) == [
        f"Other accounts on this computer can read {tmp_path}. Its owner can change that: chmod go= {tmp_path}"
    ]


# A second server


def test_a_second_server_on_the_same_data_causes_a_warning(tmp_path: Path) -> None:
    with (
        serving(tmp_path, stderr=subprocess.PIPE) as (first, port, _output),
        serving(tmp_path, stderr=subprocess.PIPE) as (second, other, _more),
    ):
        assert get(other, "/health/ready", Host="localhost")[0] == 200
        warned = stopped(second)
        assert get(port, "/health/ready", Host="localhost")[0] == 200
        assert stopped(first) == ""
    assert warned == (
        f"Another server (process {first.pid}) also uses {tmp_path}. Phones on one of them see what is recorded on the "
        "other only after some seconds. Stop one of them.\n"
    )
    with serving(tmp_path, stderr=subprocess.PIPE) as (third, port, _output):  # the lock went with its server
        assert get(port, "/health/ready", Host="localhost")[0] == 200
        assert stopped(third) == ""


def test_a_file_system_without_locks_does_not_stop_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    def refuse(*_given: Any) -> None:
        raise OSError("No locks available")

    settings.DATA_DIR = tmp_path
    monkeypatch.setattr(fcntl, "flock", refuse)
    assert data_directory.claim() == (None, "")
