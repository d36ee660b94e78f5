"""The commands that answer JSON documents: called in this process, which is faster, or run as a program."""

import json
import os
import subprocess
import sys
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

from django.core.management import call_command

MANAGE = Path(__file__).resolve().parents[1] / "manage.py"


def call(command: str, *arguments: str, stdin: bytes = b"") -> tuple[Any, list[Any]]:
    """Return the exit status, and the content of each line of the answer."""
    out = StringIO()
    status: Any = 0
    try:
        call_command(command, *arguments, stdin=BytesIO(stdin), stdout=out)
    except SystemExit as left:
        status = left.code
    return status, [json.loads(line) for line in out.getvalue().splitlines()]


def encoded(*documents: Any) -> bytes:
    """Return documents, one a line."""
    return b"".join(json.dumps(document, ensure_ascii=False).encode() + b"\n" for document in documents)


def run(command: str, *arguments: str, stdin: bytes, folder: Path) -> subprocess.CompletedProcess[bytes]:
    """Run a command in a process of its own, without a database and with an ASCII locale."""
    return subprocess.run(
        [sys.executable, str(MANAGE), command, *arguments],
        input=stdin,
        capture_output=True,
        check=False,
        cwd=folder,
        env={
            **{name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"},
            "DATA_DIR": str(folder),
            "DATABASE_URL": f"sqlite:///{folder}/no/such/folder/db.sqlite3",
            "PYTHONIOENCODING": "ascii",
        },
    )
