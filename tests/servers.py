"""The real server, `manage.py serve`, on the test's database."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from django.conf import settings

from scorekeeper.devtools.sandbox.server import database_url as database_url
from tests.ports import free_port

ROOT = Path(__file__).resolve().parent.parent


class Server:
    """One server, always at the same port: it can be killed and restarted; `own` are additional settings."""

    def __init__(self, *, workers: int = 1, database: str = "", **own: str) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.workers, self.own = workers, own
        self.database = database or database_url()
        self.process: subprocess.Popen[str] | None = None
        self.scratch = TemporaryDirectory(prefix="scorekeeper-served-")  # a killed server can't clean up

    def __enter__(self) -> Server:
        self.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.kill()
        self.scratch.cleanup()

    def start(self) -> None:
        """Return once the server responds."""
        environment = {
            "PATH": os.environ["PATH"],
            "DJANGO_SETTINGS_MODULE": "tests.server_settings",
            "KEY_UNDER_TEST": settings.SECRET_KEY,
            "DATABASE_URL": self.database,
            "HOST": "127.0.0.1",
            "PORT": str(self.port),
            "WORKERS": str(self.workers),
            "PYTHONUTF8": "1",
            "TMPDIR": self.scratch.name,
            **self.own,
        }
        command = [sys.executable, "manage.py", "serve"]
        # In a group of its own: all of its processes are killed at once.
        self.process = subprocess.Popen(
            command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, start_new_session=True
        )
        assert self.process.stdout
        output = ""
        while "Ctrl-C" not in output:
            line = self.process.stdout.readline()
            assert line, f"the server ended: {output}"
            output += line

    def kill(self) -> None:
        """Kill it as a power cut would; return when nothing listens any more."""
        if self.process and self.process.stdout:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.stdout.close()
            self.process.wait()
            self.process = None
            while self._listens():
                time.sleep(0.01)

    def _listens(self) -> bool:
        try:
            socket.create_connection(("127.0.0.1", self.port)).close()
        except ConnectionRefusedError:
            return False
        except ConnectionResetError:  # it was queued when one of the processes ended
            return True
        return True
