"""The package as it is installed: a wheel in a virtual environment of its own, and the single file.

Nothing is downloaded: both get the packages that the tests run with.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import sysconfig
import tomllib
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from email import message_from_bytes
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from django.core.management import get_commands

from scorekeeper import __version__
from scorekeeper.devtools.single_file import build, start
from tests.external_programs import ROOT
from tests.installing.packages import built_wheel, needed
from tests.installing.phone import Phone
from tests.page_files import files_of
from tests.ports import free_port


class Installation:
    """An installed program, started in a folder of its own, for an account whose home is empty."""

    def __init__(self, command: list[str], home: Path, packages: str) -> None:
        self.command, self.home, self.packages = command, home, packages
        self.name = Path(command[-1]).name
        self.elsewhere = home / "elsewhere"
        self.elsewhere.mkdir(parents=True)
        self.environment = {"PATH": os.environ["PATH"], "HOME": str(home), "PYTHONUTF8": "1"}
        assert self.run("--version").stdout == f"scorekeeper {__version__}\n"
        self.untouched = self.files()

    def run(self, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*self.command, *arguments],
            cwd=self.elsewhere,
            env=self.environment | environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=600,
        )

    def files(self) -> dict[str, float]:
        """Return the files that were installed, and when each was written."""
        (packages,) = self.home.parent.glob(self.packages)
        return files_below(packages)

    @contextmanager
    def serving(self, port: int) -> Iterator[subprocess.Popen[str]]:
        """Start it without a command, until it responds."""
        with subprocess.Popen(
            self.command,
            cwd=self.elsewhere,
            env=self.environment | {"PORT": str(port)},
            stdout=subprocess.PIPE,
            text=True,
        ) as server:
            try:
                assert server.stdout
                output = "".join(iter(server.stdout.readline, "Press Ctrl-C to stop.\n"))
                assert f"http://localhost:{port}/" in output
                yield server
            finally:
                server.kill()


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built_wheel(ROOT, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installation:
    folder = tmp_path_factory.mktemp("installed")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder / "venv")], check=True)
    uv = [
        sys.executable,
        "-m",
        "uv",
        "pip",
        "install",
        "--quiet",
        "--offline",
        "--no-deps",
        "--python",
        str(folder / "venv"),
    ]
    subprocess.run([*uv, str(wheel)], check=True)
    packages = f"venv/lib/python3.{sys.version_info.minor}/site-packages"
    (folder / packages / "of_the_tests.pth").write_text(sysconfig.get_path("purelib"))
    return Installation([str(folder / "venv" / "bin" / "scorekeeper")], folder / "home", packages)


@pytest.fixture(scope="module")
def single_file(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installation:
    folder = tmp_path_factory.mktemp("single")
    packages = folder / "content" / start.PACKAGES
    for found in needed():
        for source in found.files or ():
            if ".." not in source.parts and source.suffix != ".pyc":
                (packages / source).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(str(source.locate()), packages / source)
    ZipFile(wheel).extractall(packages)
    file = folder / f"scorekeeper-{__version__}.pyz"
    build.pack(folder / "content", file, system=start.system(), pythons=[f"3.{sys.version_info.minor}"])
    shutil.rmtree(folder / "content")
    # -S: without the packages of the tests
    return Installation([sys.executable, "-S", str(file)], folder / "home", "home/.cache/scorekeeper/*")


@pytest.fixture(params=["installed", "single_file"])
def installation(request: pytest.FixtureRequest) -> Installation:
    found: Installation = request.getfixturevalue(request.param)
    return found


def files_below(folder: Path) -> dict[str, float]:
    return {
        str(file.relative_to(folder)): file.stat().st_mtime
        for file in folder.rglob("*")
        if file.is_file() and file.suffix != ".pyc"
    }


def test_the_wheel_has_what_runs_and_nothing_else(wheel: Path) -> None:
    packed = {name for name in ZipFile(wheel).namelist() if ".dist-info/" not in name}
    expected = set()
    for room in ("games", "scorekeeper", "templates", "static"):
        prefix = "scorekeeper/" if room in ("templates", "static") else ""
        expected |= {f"{prefix}{room}/{name}" for name in files_below(ROOT / room)}
    expected |= {re.sub(r"\.po$", ".mo", name) for name in expected}
    left_out = re.compile(r"\.po$|^games/_example/|^(games|scorekeeper)/\w+/static/|/tests/|^scorekeeper/devtools/")
    collected = {name for name in packed if name.startswith("scorekeeper/collected_static/")}
    assert packed - collected == {name for name in expected if not left_out.search(name)}
    assert {
        "scorekeeper/collected_static/staticfiles.json",
        "scorekeeper/collected_static/css/base.css.gz",
    } <= collected
    assert any(re.search(r"/guide/fr/[\w-]+\.\w{12}\.webp$", name) for name in collected)


def as_written(dependency: str) -> str:
    """Return a dependency in one spelling: the builder writes names with `-` and markers in double quotes."""
    return dependency.lower().replace("_", "-").replace('"', "'")


def test_the_wheel_asks_for_the_packages_it_was_tested_with(wheel: Path) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    with ZipFile(wheel) as file:
        (name,) = (name for name in file.namelist() if name.endswith(".dist-info/METADATA"))
        metadata = message_from_bytes(file.read(name))
    required = [requirement for requirement in metadata.get_all("Requires-Dist", []) if "extra ==" not in requirement]
    assert sorted(map(as_written, required)) == sorted(map(as_written, project["dependencies"]))
    assert (metadata["Version"], metadata["Requires-Python"]) == (__version__, project["requires-python"])


def test_a_hand_is_recorded_and_survives_a_kill(installation: Installation) -> None:
    assert f"Create it: {installation.name} prepare" in installation.run("serve", PORT="0").stderr
    port = free_port()
    phone = Phone(f"http://localhost:{port}")
    with installation.serving(port) as server:
        table = phone.first_hand()
        server.send_signal(signal.SIGKILL)
        server.wait()
    with installation.serving(port) as server:
        page = phone.page(table)
        assert "+198" in page
        assert "Garde" in page
        for file in files_of(page, table):
            with phone.get(file) as response:
                assert re.search(r"\.\w{12}\.", file)
                assert "immutable" in response.headers["Cache-Control"]
        assert "Qui joue ce soir" in Phone(phone.address).page("/", language="fr")
        with phone.get(f"{table}print/sheet.pdf") as response:
            assert response.read(5) == b"%PDF-"
        server.send_signal(signal.SIGTERM)
        assert server.wait(timeout=120) == 0
    assert installation.files() == installation.untouched
    assert not any(installation.elsewhere.iterdir())
    assert (installation.home / ".local" / "share" / "scorekeeper" / "db.sqlite3").exists()


def test_commands_work_as_with_manage_py(installed: Installation, tmp_path: Path) -> None:
    data, file = str(tmp_path / "data"), str(tmp_path / "tonight.backup")
    with socket.create_server(("0.0.0.0", 0)) as taken:
        done = installed.run(DATA_DIR=data, PORT=str(taken.getsockname()[1]))
    assert done.stderr.endswith("Set the variable PORT to another, such as 8123.\n")
    done = installed.run("backup", "--to", file, DATA_DIR=data)
    assert (done.returncode, done.stderr) == (0, "")
    assert installed.run("restore", file, DATA_DIR=str(tmp_path / "other")).returncode == 0
    assert (tmp_path / "other" / "db.sqlite3").exists()
    assert installed.run("backup", DEBUG="perhaps").stderr == "DEBUG is 'perhaps'; it takes 1 or 0.\n"


def test_help_lists_only_commands_for_users(installed: Installation) -> None:
    output = installed.run("help").stdout
    listed = set(re.findall(r"^  ([\w-]+)  ", output, re.MULTILINE))
    of_the_app = {
        name
        for name, app in get_commands().items()
        if str(app).startswith("scorekeeper.") and app != "scorekeeper.devtools"
    }
    assert {name.replace("-", "_") for name in listed} == of_the_app - {"migrate"} | {
        "createsuperuser",
        "changepassword",
    }
    assert f"The data is in {installed.home}/.local/share/scorekeeper;" in output
    assert installed.run("--help").stdout == output


# The single file


def packed(folder: Path, *, system: str = start.system(), pythons: Sequence[str] = build.PYTHONS) -> Path:
    """Return a single file that only says hello."""
    package = folder / "content" / start.PACKAGES / "scorekeeper"
    package.mkdir(parents=True)
    (package / "__main__.py").write_text("print('hello')")
    build.pack(folder / "content", folder / "hello.pyz", system=system, pythons=pythons)
    return folder / "hello.pyz"


def run(file: Path, cache: Path) -> subprocess.CompletedProcess[str]:
    environment = {"XDG_CACHE_HOME": str(cache), "HOME": str(cache), "PYTHONUTF8": "1"}
    return subprocess.run([sys.executable, str(file)], env=environment, capture_output=True, text=True, check=False)


def test_the_single_file_is_unpacked_once(tmp_path: Path) -> None:
    file = packed(tmp_path)
    with ThreadPoolExecutor() as pool:
        together = list(pool.map(run, [file] * 4, [tmp_path / "cache"] * 4))
    assert [done.stdout for done in together] == ["hello\n"] * 4
    (folder,) = (tmp_path / "cache" / "scorekeeper").iterdir()
    assert folder.name.startswith(f"{__version__}-")
    assert (run(file, tmp_path / "cache").stdout, run(file, tmp_path / "cache").stderr) == ("hello\n", "")


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"system": "win32-amd64"}, "This file is for win32-amd64 with Python 3.11, "),
        ({"pythons": ("3.8", "3.9")}, f"with Python 3.8, 3.9. This is {start.system()} with Python 3."),
    ],
)
def test_the_single_file_of_another_system_says_so(tmp_path: Path, wrong: dict[str, Any], said: str) -> None:
    done = run(packed(tmp_path, **wrong), tmp_path / "cache")
    assert said in done.stderr
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)


def test_a_cache_that_cannot_be_written_to_is_named(tmp_path: Path) -> None:
    (tmp_path / "cache").touch()
    done = run(packed(tmp_path), tmp_path / "cache")
    assert f"{tmp_path}/cache/scorekeeper can't be written to (Not a directory)." in done.stderr


def test_an_account_without_a_home_folder_is_told_to_set_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", homeless)
    monkeypatch.setattr(start, "__file__", str(packed(tmp_path) / "__main__.py"))
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    with pytest.raises(SystemExit, match=r"^This account has no home folder\."):
        start.main()
