"""Programs run from outside: another Python, in an environment with only the given variables."""

import atexit
import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import IO, Any

ROOT = Path(__file__).resolve().parent.parent


def python(*arguments: str, data_dir: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run it to its end, in the project's folder."""
    clean = {"PATH": os.environ["PATH"], "DATA_DIR": str(data_dir), **environment}
    return subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env=clean, capture_output=True, text=True, check=False, timeout=300
    )


@cache
def _new_database() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="scorekeeper-new-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    assert python("manage.py", "prepare", data_dir=folder).returncode == 0
    return folder / "db.sqlite3"


def install(data_dir: Path) -> Path:
    """Create a database in this folder, as `prepare` makes it, but faster."""
    data_dir.mkdir(exist_ok=True)
    return Path(shutil.copy(_new_database(), data_dir))


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def serving(
    data_dir: Path,
    *arguments: str,
    stderr: int | IO[Any] | None = None,
    open_files: str = "",
    inside: Sequence[str] = (),
    **environment: str,
) -> Iterator[tuple[subprocess.Popen[str], int, str]]:
    """Start a server; return its process, its port, and its output until it was ready.

    It may have this many `open_files` and cannot ask for more; `inside` is a command that starts it elsewhere.
    """
    if "DATABASE_URL" not in environment and not (data_dir / "db.sqlite3").exists():
        install(data_dir)
    port = free_port()
    clean = {"PATH": os.environ["PATH"], "DATA_DIR": str(data_dir), "PORT": str(port), "PYTHONUTF8": "1", **environment}
    command = [*inside, sys.executable, "manage.py", "serve", *arguments]
    if open_files:
        command = ["sh", "-c", f'ulimit -n {open_files} && exec "$@"', "sh", *command]
    with subprocess.Popen(command, cwd=ROOT, env=clean, stdout=subprocess.PIPE, stderr=stderr, text=True) as server:
        try:
            assert server.stdout
            output = ""
            while "Ctrl-C" not in output:
                line = server.stdout.readline()
                assert line, f"the server ended: {output}"
                output += line
            yield server, port, output
        finally:
            server.kill()
