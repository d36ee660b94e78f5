"""The server where Python or a package lacks something, as on Windows."""

from __future__ import annotations

import os
import signal
import subprocess
import urllib.request
from pathlib import Path

import pytest

from scorekeeper.files.archive import writer
from scorekeeper.files.archive.writer import put_in_place
from scorekeeper.web.connections import WITHOUT_LIMIT
from tests.external_programs import python, serving
from tests.without_modules import UNIX, lacking


def test_without_the_modules_of_unix_the_server_serves(tmp_path: Path) -> None:
    windows = lacking(tmp_path / "windows", *UNIX)
    done = python("manage.py", "prepare", data_dir=tmp_path / "data", **windows)
    assert (done.returncode, done.stderr) == (0, "")
    with (
        serving(tmp_path / "data", stderr=subprocess.PIPE, **windows) as (server, port, _output),
        urllib.request.urlopen(f"http://localhost:{port}/new/", timeout=60) as response,
    ):
        assert response.status == 200
        server.send_signal(signal.SIGINT)
        assert server.communicate(timeout=60)[1] == ""


def test_without_a_limit_of_open_files_a_default_is_used(tmp_path: Path) -> None:
    script = "from scorekeeper.web import connections; print(connections.open_files())"
    done = python("-c", script, data_dir=tmp_path, **lacking(tmp_path / "windows", *UNIX))
    assert (done.stdout, done.stderr) == (f"{WITHOUT_LIMIT}\n", "")


def test_a_file_is_put_in_place_where_folders_cannot_be_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    really, opened = os.open, []

    def open_on_windows(path: Path, flags: int) -> int:
        if path.is_dir():
            raise PermissionError(path)
        opened.append(flags)
        return really(path, flags)

    with put_in_place(tmp_path / "backup") as draft, monkeypatch.context() as windows:
        draft.write_text("whole")
        windows.delattr(os, "O_DIRECTORY")
        windows.setattr(os, "open", open_on_windows)
        writer._sync(draft)
        writer._sync(tmp_path)
    assert opened == [os.O_RDWR]  # Windows syncs no file that was opened to be read
    assert (tmp_path / "backup").read_text() == "whole"
