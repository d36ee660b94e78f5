"""The start of the single file: it unpacks the packages once for each account, and runs Scorekeeper from there.

Python can't load extension modules from a zip, nor Django its migrations and templates. This module is the file's
`__main__`, so it imports only the standard library.
"""

import json
import os
import platform
import runpy
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZipFile

ABOUT = "about.json"
"""Its `build` differs between any two files, `system` is as `system()` says, and `pythons` are its minor versions."""
PACKAGES = "packages"


def main() -> None:
    """Run Scorekeeper, or say in a sentence why this file can't run here."""
    with ZipFile(Path(__file__).parent) as file:
        about = json.loads(file.read(ABOUT))
        python = f"3.{sys.version_info.minor}"
        if about["system"] != system() or python not in about["pythons"]:
            pythons = ", ".join(about["pythons"])
            raise SystemExit(
                f"This file is for {about['system']} with Python {pythons}. This is {system()} with Python {python}."
            )
        try:
            folder = unpacked(file, about["build"])
        except RuntimeError as error:  # of Path.home()
            raise SystemExit("This account has no home folder. Set HOME to a folder that it can write to.") from error
        except OSError as error:
            raise SystemExit(f"{cache()} can't be written to ({error.strerror or error}).") from error
    sys.path.insert(0, str(folder / PACKAGES))
    runpy.run_module("scorekeeper", run_name="__main__")


def system() -> str:
    """Return the system and the processor, such as `linux-x86_64`, `darwin-arm64` and `win32-amd64`."""
    return f"{sys.platform}-{platform.machine().lower()}"


def cache() -> Path:
    """Return the folder for what can be unpacked again at any time."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "Scorekeeper" / "Cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "Scorekeeper"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "scorekeeper"


def unpacked(file: ZipFile, build: str) -> Path:
    """Return the folder of this build. It gets its name once it is complete, even if two processes unpack at once."""
    folder = cache() / build
    if not folder.is_dir():
        print(f"Unpacking into {folder}, once …", file=sys.stderr)  # noqa: T201 - it takes some seconds
        cache().mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=cache()) as scratch:
            draft = Path(scratch, build)
            file.extractall(draft)
            try:
                draft.rename(folder)
            except OSError:
                if not folder.is_dir():  # otherwise another process was first
                    raise
    return folder


if __name__ == "__main__":
    main()
