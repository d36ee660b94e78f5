"""A PostgreSQL cluster that is thrown away after the tests."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote


def find_programs() -> Path | None:
    """Return the folder of `initdb` and `pg_ctl`: Debian keeps them off the PATH; newest version first."""
    on_path = shutil.which("initdb")
    folders = [Path(on_path).resolve().parent] if on_path else []
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda found: -float(found.parent.name))
    return next((folder for folder in folders if (folder / "initdb").exists() and (folder / "pg_ctl").exists()), None)


@contextmanager
def throw_away_cluster(programs: Path, options: str = "", *, parent: Path | None = None) -> Iterator[str]:
    """Start a cluster on a socket in a temporary folder, or in a folder of `parent`, and yield its address.

    `options` are those of the server. Root must run it as `postgres`.
    """
    folder = Path(tempfile.mkdtemp(prefix="scorekeeper-postgres-", dir=parent))
    as_owner: list[str] = []
    if os.geteuid() == 0:
        owner = pwd.getpwnam("postgres")
        os.chown(folder, owner.pw_uid, owner.pw_gid)
        folder.chmod(0o755)
        as_owner = ["runuser", "-u", "postgres", "--"]
    data = folder / "data"

    def run(program: str, *arguments: str) -> None:
        command = [*as_owner, str(programs / program), "--pgdata", str(data), *arguments]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        if done.returncode:
            raise SystemExit(f"{program} failed:\n{done.stdout}{done.stderr}")

    try:
        run("initdb", "--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync")
        addresses = f"-c listen_addresses='' -c unix_socket_directories='{folder}'"
        run("pg_ctl", "start", "--wait", "--log", str(folder / "log"), "--options", f"{addresses} {options}")
        try:
            yield f"postgres://postgres@{quote(str(folder), safe='')}/postgres"
        finally:
            run("pg_ctl", "stop", "--mode=immediate")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
