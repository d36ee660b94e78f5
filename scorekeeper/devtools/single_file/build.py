"""Build the single file for one system from the wheel: `make pyz`.

typst, psycopg and pydantic come as extension modules, so there is a file for each system. The names of these modules
contain the version of Python, so one file has those for all versions side by side.
"""

import argparse
import json
import secrets
import shutil
import subprocess
import sys
import zipapp
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import scorekeeper
from scorekeeper.devtools.single_file import start

ROOT = Path(scorekeeper.__file__).parent.parent
PINNED = ROOT / ".constraints.run.txt"
WHEEL = ROOT / "dist" / f"scorekeeper-{scorekeeper.__version__}-py3-none-any.whl"
PYTHONS = ("3.11", "3.12", "3.13")
SYSTEMS = {
    "linux-x86_64": "x86_64-manylinux_2_28",
    "linux-aarch64": "aarch64-manylinux_2_28",
    "darwin-arm64": "aarch64-apple-darwin",
    "darwin-x86_64": "x86_64-apple-darwin",
    "win32-amd64": "x86_64-pc-windows-msvc",
}
"""The systems as `start.system()` says them, and as uv does."""


def build(system: str) -> Path:
    """Return the file for a system, built beside the wheel."""
    target = WHEEL.with_name(f"scorekeeper-{scorekeeper.__version__}-{system}.pyz")
    with TemporaryDirectory(prefix="scorekeeper-single-file-") as scratch:
        folder = Path(scratch)
        for python in PYTHONS:
            packages = folder / python
            for_system = ("--python-platform", SYSTEMS[system], "--python-version", python)
            install(packages, *for_system, "--require-hashes", "--requirement", str(PINNED))
            shutil.copytree(packages, folder / start.PACKAGES, dirs_exist_ok=True)
            shutil.rmtree(packages)
        install(folder / start.PACKAGES, "--no-deps", str(WHEEL))
        pack(folder, target, system=system, pythons=PYTHONS)
    return target


def install(folder: Path, *arguments: str) -> None:
    """Install wheels into a folder."""
    command = [sys.executable, "-m", "uv", "pip", "install", "--quiet", "--only-binary", ":all:"]
    subprocess.run([*command, "--target", str(folder), *arguments], check=True)  # noqa: S603 - the arguments are ours


def pack(folder: Path, target: Path, *, system: str, pythons: Sequence[str]) -> None:
    """Make a file of a folder that has the packages in `packages`."""
    about = {"build": f"{scorekeeper.__version__}-{secrets.token_hex(4)}", "system": system, "pythons": [*pythons]}
    (folder / start.ABOUT).write_text(json.dumps(about))
    shutil.copy(start.__file__, folder / "__main__.py")
    zipapp.create_archive(folder, target, interpreter="/usr/bin/env python3", compressed=True)


def main() -> None:
    """Build the file that the arguments ask for, and print its path."""
    parser = argparse.ArgumentParser(description="Build Scorekeeper and all its packages as a single file.")
    parser.add_argument("system", choices=SYSTEMS, nargs="?", default=start.system(), help="(default: %(default)s)")
    print(build(parser.parse_args().system))  # noqa: T201 - the answer


if __name__ == "__main__":
    main()
