"""The file of another version, a wheel or a single file: what it would change, without installing it.

Only the new version knows its migrations. So its own `upgrade-check` is run: a single file contains everything, and a
wheel is unpacked into a temporary folder and run with the packages of this version.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from email import message_from_bytes
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import BadZipFile, ZipFile

ABOUT = "about.json"
"""What a single file says of itself."""


class NewFileError(Exception):
    """The file can't be asked; the message says why, and what to do."""


def version_of(file: Path) -> str:
    """Return the version in a file; raises `NewFileError`."""
    try:
        with ZipFile(file) as content:
            if found := _metadata_name(content):
                return str(message_from_bytes(content.read(found))["Version"])
            return str(json.loads(content.read(ABOUT))["build"]).rpartition("-")[0]
    except OSError as error:
        raise NewFileError(f"{file} can't be read ({error.strerror}).") from error
    except (BadZipFile, KeyError, ValueError) as error:
        raise NewFileError(f"{file} isn't a wheel or a single file (.pyz) of Scorekeeper ({error}).") from error


def check(file: Path, *, data_dir: Path, used_settings: Sequence[str]) -> int:
    """Run the file's own check on this data, and return its exit status; raises `NewFileError`."""
    environment = os.environ | {"DATA_DIR": str(data_dir)}
    command = ["upgrade-check", "--used-settings", ",".join(used_settings)]
    with ZipFile(file) as content, TemporaryDirectory(prefix="scorekeeper-new-version-") as scratch:
        if not (metadata := _metadata_name(content)):
            return _run([sys.executable, str(file.absolute()), *command], environment)
        if missing := _missing(content.read(metadata)):
            raise NewFileError(
                f"It needs packages that aren't installed here: {', '.join(missing)}. Install {file.name} into an "
                "environment of its own, and run its upgrade-check there: that changes nothing."
            )
        content.extractall(scratch)
        environment["PYTHONPATH"] = os.pathsep.join([scratch, *filter(None, sys.path)])
        return _run([sys.executable, "-P", "-m", "scorekeeper", *command], environment)


def _run(command: Sequence[str], environment: dict[str, str]) -> int:
    sys.stdout.flush()
    return subprocess.run(command, env=environment, check=False).returncode  # noqa: S603 - what the user wants to install


def _metadata_name(content: ZipFile) -> str | None:
    return next(
        (name for name in content.namelist() if re.fullmatch(r"scorekeeper-[^/]+\.dist-info/METADATA", name)), None
    )


def _missing(metadata: bytes) -> list[str]:
    """Return the packages that a wheel requires and that are not installed."""
    required = [one for one in message_from_bytes(metadata).get_all("Requires-Dist", []) if "extra ==" not in one]
    missing = []
    for one in required:
        name = re.split(r"[^\w.-]", one, maxsplit=1)[0]
        try:
            version(name)
        except PackageNotFoundError:
            missing.append(name)
    return missing
