"""The container: what its build is given and does, as far as it can be checked without a container runtime."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from importlib.metadata import requires
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import yaml

from tests.documentation import first_cells
from tests.external_programs import ROOT, serving
from tests.installing.packages import built_wheel, copied_source
from tests.ports import free_port

LOCAL_NAME = re.compile(r"[a-z0-9-]+(:[\w.-]+)?")
"""The name of an image without the address of a registry."""


def instructions() -> list[tuple[str, str]]:
    """Return the instructions of the Containerfile with their arguments."""
    text = (ROOT / "Containerfile").read_text().replace("\\\n", "")
    lines = (line.partition(" ") for line in text.splitlines() if line and not line.startswith("#"))
    return [(name, rest) for name, _space, rest in lines]


def arguments(name: str) -> list[str]:
    return [rest for instruction, rest in instructions() if instruction == name]


def compose() -> Any:
    return yaml.safe_load((ROOT / "docs" / "compose.yaml").read_text())


def test_the_image_is_made_of_a_plain_base_and_runs_without_root() -> None:
    bases = {rest.split()[0] for rest in arguments("FROM")}
    assert len(bases) == 1
    assert all(LOCAL_NAME.fullmatch(base) for base in bases)
    assert arguments("USER") == ["10001"]
    assert arguments("VOLUME") == ["/data"]
    assert "DATA_DIR=/data" in arguments("ENV")[-1].split()
    assert arguments("ENTRYPOINT") == ['["scorekeeper"]']


def test_the_build_is_given_what_the_package_is_made_of_and_no_data(tmp_path: Path) -> None:
    copied_source(tmp_path)
    assert not {".data", ".git", ".venv", "docs", "tests"} & {path.name for path in tmp_path.iterdir()}
    assert (tmp_path / ".constraints.run.txt").exists()
    built = built_wheel(tmp_path, tmp_path / "dist")
    assert len(ZipFile(built).namelist()) > 1000


def needed_by(name: str) -> set[str]:
    """Return the package and the packages that it needs everywhere, with theirs."""
    everywhere = [
        re.split(r"[^\w.-]", requirement)[0] for requirement in requires(name) or [] if ";" not in requirement
    ]
    return {name}.union(*map(needed_by, everywhere))


def test_the_build_fetches_only_packages_with_known_hashes(tmp_path: Path) -> None:
    commands = [command.strip() for run in arguments("RUN") for command in run.split("&&")]
    fetching = [command for command in commands if re.search(r"\bpip (install|wheel) ", command)]
    verified = [command for command in fetching if "--require-hashes" in command]
    wheel, install = (command for command in fetching if command not in verified)  # of the package itself
    assert len(verified) == 2
    assert {"--no-deps", "--no-build-isolation", "/source"} <= set(wheel.split())
    assert {"--no-deps", "/wheels/*.whl"} <= set(install.split())
    (choose,) = (command for command in commands if command.startswith("sed "))
    backend = tmp_path / "backend.txt"
    choose_here = choose.replace("/source/", f"{ROOT}/").replace("/backend.txt", str(backend))
    subprocess.run(choose_here, shell=True, check=True)  # noqa: S602 - our own file
    blocks = re.split(r"\n(?=\w)", backend.read_text())
    assert {block.partition("==")[0] for block in blocks} == needed_by("hatchling")
    assert all("--hash=sha256:" in block for block in blocks)


def test_the_health_check_tells_whether_the_server_is_ready(tmp_path: Path) -> None:
    (check,) = arguments("HEALTHCHECK")
    program, *rest = json.loads(check.partition("CMD ")[2])
    assert program == "python"

    def status(port: int) -> int:
        environment = {"PATH": os.environ["PATH"], "PORT": str(port)}
        return subprocess.run(
            [sys.executable, *rest], env=environment, stderr=subprocess.DEVNULL, check=False
        ).returncode

    with serving(tmp_path / "data") as (_server, port, _output):
        assert status(port) == 0
    assert status(free_port()) == 1


def test_compose_names_local_images_and_existing_volumes_and_files() -> None:
    services = compose()["services"]
    assert all(LOCAL_NAME.fullmatch(service["image"]) for service in services.values())
    folder = ROOT / "docs" / services["scorekeeper"]["build"]["context"]
    assert (folder / services["scorekeeper"]["build"]["dockerfile"]).resolve() == ROOT / "Containerfile"
    mounted = {volume.partition(":")[0] for service in services.values() for volume in service["volumes"]}
    files = {volume for volume in mounted if volume.startswith("./")}
    assert mounted - files == set(compose()["volumes"])
    assert all((ROOT / "docs" / name).is_file() for name in files)
    assert services["scorekeeper"]["volumes"] == [f"data:{arguments('VOLUME')[0]}"]


def test_compose_sets_settings_that_exist_and_waits_for_the_database() -> None:
    services = compose()["services"]
    environment = services["scorekeeper"]["environment"]
    assert set(environment) <= set(first_cells("docs/hosting.md", "## Settings"))
    match = re.fullmatch(r"postgres://(\w+):(.+)@(\w+)/(\w+)", environment["DATABASE_URL"])
    assert match
    user, password, host, name = match.groups()
    assert user == name  # the image names its database after its account
    assert services[host]["environment"] == {"POSTGRES_USER": user, "POSTGRES_PASSWORD": "${POSTGRES_PASSWORD}"}
    assert password.startswith("${POSTGRES_PASSWORD:?")
    assert services["scorekeeper"]["depends_on"] == {host: {"condition": "service_healthy"}}
    assert f"--username {user} --dbname {name}" in services[host]["healthcheck"]["test"]
