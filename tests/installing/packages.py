"""The package built from a source tree, the packages that it needs as wheels, and environments to install them in.

Nothing is downloaded: the wheels have the packages that the tests run with.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from email import message_from_string
from importlib.metadata import Distribution, distribution
from pathlib import Path
from zipfile import ZipFile

from scorekeeper.devtools.single_file import build
from tests.external_programs import ROOT, prepare_checkout

NOT_IN_WHEELS = ("INSTALLER", "REQUESTED", "direct_url.json")
"""What an installer adds to the metadata of a package."""


def copied_source(folder: Path) -> Path:
    """Copy everything that the package is made of, as the container's build gets it."""
    everything, *lines = [line for line in (ROOT / ".dockerignore").read_text().splitlines() if line[0] != "#"]
    assert everything == "*"
    for name in (line[1:] for line in lines if line[0] == "!"):
        (shutil.copytree if (ROOT / name).is_dir() else shutil.copy)(ROOT / name, folder / name)
    return folder


def built_wheel(source: Path, folder: Path) -> Path:
    """Build the package from this source, without network."""
    if source == ROOT:
        prepare_checkout()  # or the build would compile the translations that servers read
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(command, cwd=source, check=True, capture_output=True)
    (built,) = folder.iterdir()
    return built


def needed() -> Iterator[Distribution]:
    """Yield the packages that the server needs, and theirs."""
    pinned = re.findall(r"^([\w.-]+)==", build.PINNED.read_text(), re.MULTILINE)
    yield from (distribution(name) for name in pinned if name != "tzdata")  # which only Windows needs


def packed_again(found: Distribution, folder: Path) -> None:
    """Make a wheel of an installed package."""
    tags = message_from_string(found.read_text("WHEEL") or "").get_all("Tag", [])
    parts = zip(*(tag.split("-") for tag in tags), strict=True)  # Python, ABI and platform
    tag = "-".join(".".join(dict.fromkeys(part)) for part in parts)
    name = re.sub(r"[-_.]+", "_", found.metadata["Name"])
    with ZipFile(folder / f"{name}-{found.version}-{tag}.whl", "w") as wheel:
        for source in found.files or ():
            if ".." not in source.parts and source.suffix != ".pyc" and source.name not in NOT_IN_WHEELS:
                wheel.write(str(source.locate()), source.as_posix())


class VirtualEnvironment:
    """An environment with nothing but Python and pip; every command begins with `inside`, such as a namespace."""

    def __init__(self, folder: Path, wheels: Path, inside: Sequence[str] = ()) -> None:
        self.programs, self.wheels, self.inside = folder / "bin", wheels, inside
        subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)

    def install(self, wheel: Path) -> None:
        """Install a wheel over what is there, with the packages that it asks for."""
        command = [str(self.programs / "pip"), "install", "--quiet", "--disable-pip-version-check", "--no-index"]
        command += ["--find-links", str(self.wheels), str(wheel)]
        subprocess.run([*self.inside, *command], check=True, env={"PATH": "/usr/bin:/bin"})
