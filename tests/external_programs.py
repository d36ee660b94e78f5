"""Programs run from outside: another Python, in an environment with only the given variables."""

import atexit
import fcntl
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import IO, Any
from uuid import uuid4

from tests.ports import free_port

ROOT = Path(__file__).resolve().parent.parent
PREPARED = "tests.prepared_settings"


@cache
def prepare_checkout() -> None:
    """Compile the translations and collect the static files, once for all processes of a test run.

    Done side by side it fails, and a server that reads the files meanwhile misses some.
    """
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID") or uuid4().hex
    cache = ROOT / ".pytest_cache"
    cache.mkdir(exist_ok=True)
    with open(cache / "prepared", "a+", encoding="utf-8") as done:
        fcntl.flock(done, fcntl.LOCK_EX)
        done.seek(0)
        if done.read() == run:
            return
        with tempfile.TemporaryDirectory(prefix="scorekeeper-checkout-") as folder:
            prepared = _python("manage.py", "prepare", "--no-migrate", DATA_DIR=folder)
        assert prepared.returncode == 0, prepared.stderr
        done.truncate(0)
        done.write(run)


def python(*arguments: str, data_dir: Path, typed: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """Run it to its end, in the project's folder; `prepare` leaves the files of the checkout alone."""
    if "prepare" in arguments:
        prepare_checkout()
        environment = {"DJANGO_SETTINGS_MODULE": PREPARED, **environment}
    return _python(*arguments, typed=typed, DATA_DIR=str(data_dir), **environment)


def record_a_hand(data_dir: Path) -> str:
    """Record a hand at the home table of an installation, and return the path of the link to watch it."""
    script = "from tests.play.tables import Scorer; table = Scorer(); table.record(); print(table.session.watch_token)"
    done = python("manage.py", "shell", "--no-imports", "-v0", "-c", script, data_dir=data_dir)
    assert done.returncode == 0, done.stderr
    return f"/watch/{done.stdout.strip()}/"


def _python(*arguments: str, typed: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    clean = {"PATH": os.environ["PATH"], **environment}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=clean,
        input=typed,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


@cache
def _new_database() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="scorekeeper-new-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    done = python("manage.py", "prepare", data_dir=folder)
    assert done.returncode == 0, done.stderr
    return folder / "db.sqlite3"


def install(data_dir: Path) -> Path:
    """Create a database in this folder, as `prepare` makes it, but faster."""
    data_dir.mkdir(exist_ok=True)
    return Path(shutil.copy(_new_database(), data_dir))


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
    prepare_checkout()
    port = free_port()
    clean = {"PATH": os.environ["PATH"], "DATA_DIR": str(data_dir), "PORT": str(port), "PYTHONUTF8": "1"}
    clean |= environment
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


def settings_with(data_dir: Path, **environment: str) -> dict[str, Any]:
    """Return the settings as a process with these variables loads them."""
    script = "import json; from scorekeeper import settings as s; print(json.dumps({k: getattr(s, k) for k in dir(s)"
    script += " if k.isupper()}, default=str))"
    done = python("-c", script, data_dir=data_dir, **environment)
    assert not done.returncode, done.stderr
    loaded: dict[str, Any] = json.loads(done.stdout)
    return loaded
