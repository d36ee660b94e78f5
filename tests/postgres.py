"""Run a command with `DATABASE_URL` set to a disposable PostgreSQL: `python -m tests.postgres COMMAND`.

`TEST_POSTGRES_URL` names a server to use. Without it, a cluster is created in a temporary folder, reached through a
socket there and deleted afterwards. If PostgreSQL is not installed, a message says so and the command is not run; with
`REQUIRE_ALL=1`, that is a failure.
"""

import os
import pwd
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

# Nothing here has to survive a power cut.
FAST = "-c fsync=off -c synchronous_commit=off -c full_page_writes=off -c max_connections=50"

ROLE = "scorekeeper"
"""The account of the tests: like that of a server, it may create databases, but is no superuser."""


def find_programs() -> Path | None:
    """Return the folder of `initdb` and `pg_ctl`: Debian keeps them off the PATH; newest version first."""
    on_path = shutil.which("initdb")
    folders = [Path(on_path).resolve().parent] if on_path else []
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda found: -float(found.parent.name))
    return next((folder for folder in folders if (folder / "initdb").exists() and (folder / "pg_ctl").exists()), None)


@contextmanager
def throw_away_cluster(programs: Path) -> Iterator[str]:
    """Start a cluster on a socket in a temporary folder and yield its address.

    Root must run it as `postgres`.
    """
    folder = Path(tempfile.mkdtemp(prefix="scorekeeper-postgres-"))
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
        options = f"-c listen_addresses='' -c unix_socket_directories='{folder}' {FAST}"
        run("pg_ctl", "start", "--wait", "--log", str(folder / "log"), "--options", options)
        # Row-level security doesn't bind a superuser.
        role = [*as_owner, str(programs / "psql"), "--quiet", "--host", str(folder), "--username", "postgres"]
        subprocess.run([*role, "--command", f"CREATE ROLE {ROLE} LOGIN CREATEDB"], cwd=folder, check=True)
        try:
            yield f"postgres://{ROLE}@{quote(str(folder), safe='')}/postgres"
        finally:
            run("pg_ctl", "stop", "--mode=immediate")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def run_on(url: str, command: Sequence[str]) -> int:
    print(f"On PostgreSQL: {' '.join(command)}", flush=True)  # noqa: T201 - for whoever runs `make test`
    return subprocess.run(command, env=os.environ | {"DATABASE_URL": url}, check=False).returncode


def main(command: Sequence[str]) -> int:
    if url := os.environ.get("TEST_POSTGRES_URL"):
        return run_on(url, command)
    if programs := find_programs():
        with throw_away_cluster(programs) as url:
            return run_on(url, command)
    print("PostgreSQL not found: the PostgreSQL run was skipped.", flush=True)  # noqa: T201
    return 1 if os.environ.get("REQUIRE_ALL") == "1" else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
