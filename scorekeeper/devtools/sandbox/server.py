"""The real server in a process of its own: `manage.py serve`, on the test bed or of any checkout."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from urllib.parse import quote

from django.conf import settings
from django.db import connection


@contextmanager
def started(checkout: Path, environment: Mapping[str, str]) -> Iterator[int]:
    """Start the server of a checkout, return its port, and stop it afterwards."""
    with subprocess.Popen(
        [sys.executable, "manage.py", "serve"], cwd=checkout, env=environment, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            yield _port(process)
        finally:
            process.terminate()


def running_server() -> AbstractContextManager[int]:
    """Start a server on the test bed, return its port, and stop it afterwards."""
    own = {"HOST": "127.0.0.1", "PORT": "0", "WORKERS": "1"}
    return started(settings.BASE_DIR, os.environ | environment() | own)


def environment() -> dict[str, str]:
    """Return the environment variables with which another process uses the test bed."""
    return {
        "DJANGO_SETTINGS_MODULE": "scorekeeper.devtools.sandbox.server_settings",
        "DATA_DIR": str(settings.STATIC_ROOT.parent),
        "DATABASE_URL": database_url(),
        "SECRET_KEY": settings.SECRET_KEY,
        **dict.fromkeys(("HTTPS", "TRUST_PROXY", "LOG_REQUESTS"), "0"),
    }


def _port(process: subprocess.Popen[str]) -> int:
    """Wait until the server is ready and return its port, both read from its output."""
    output = ""
    while "Ctrl-C" not in output:
        line = process.stdout.readline() if process.stdout else ""
        if not line:
            raise RuntimeError(f"The server ended: {output}")
        output += line
    return int(re.findall(r":(\d+)/", output)[0])


def database_url() -> str:
    """Return the URL of this process's database."""
    database = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{database['NAME']}"
    user = (
        f"{quote(database['USER'])}:{quote(database['PASSWORD'])}" if database["PASSWORD"] else quote(database["USER"])
    )
    port = f":{database['PORT']}" if database["PORT"] else ""
    return f"postgres://{user}@{quote(database['HOST'], safe='')}{port}/{database['NAME']}"
