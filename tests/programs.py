"""Programs run from outside: another Python, in an environment in which nothing is set but what is given."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def python(*arguments: str, data_dir: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs it to its end, in the folder of the project."""
    clean = {"PATH": os.environ["PATH"], "DATA_DIR": str(data_dir), **environment}
    return subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env=clean, capture_output=True, text=True, check=False, timeout=60
    )


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def serving(
    data_dir: Path, *arguments: str, stderr: int | None = None, **environment: str
) -> Iterator[tuple[subprocess.Popen[str], int, str]]:
    """A server of our own: its process, its port, and what it said until it was ready."""
    port = free_port()
    clean = {"PATH": os.environ["PATH"], "DATA_DIR": str(data_dir), "PORT": str(port), "PYTHONUTF8": "1", **environment}
    command = [sys.executable, "manage.py", "serve", *arguments]
    with subprocess.Popen(command, cwd=ROOT, env=clean, stdout=subprocess.PIPE, stderr=stderr, text=True) as server:
        try:
            assert server.stdout
            said = ""
            while "Ctrl-C" not in said:
                line = server.stdout.readline()
                assert line, f"the server ended: {said}"
                said += line
            yield server, port, said
        finally:
            server.kill()
