"""Run a command with `DATABASE_URL` set to a disposable PostgreSQL: `python -m tests.postgres COMMAND`.

`TEST_POSTGRES_URL` names a server to use. Without it, a cluster is created in a temporary folder, reached through a
socket there and deleted afterwards. If PostgreSQL is not installed, a message says so and the command is not run; with
`REQUIRE_ALL=1`, that is a failure.
"""

import os
import subprocess
import sys
from collections.abc import Sequence

from tests.postgres_cluster import find_programs, throw_away_cluster

# Nothing here has to survive a power cut.
FAST = "-c fsync=off -c synchronous_commit=off -c full_page_writes=off -c max_connections=50"


def run_on(url: str, command: Sequence[str]) -> int:
    print(f"On PostgreSQL: {' '.join(command)}", flush=True)  # noqa: T201 - for whoever runs `make test`
    return subprocess.run(command, env=os.environ | {"DATABASE_URL": url}, check=False).returncode


def main(command: Sequence[str]) -> int:
    if url := os.environ.get("TEST_POSTGRES_URL"):
        return run_on(url, command)
    if programs := find_programs():
        with throw_away_cluster(programs, FAST) as url:
            return run_on(url, command)
    print("PostgreSQL not found: the PostgreSQL run was skipped.", flush=True)  # noqa: T201
    return 1 if os.environ.get("REQUIRE_ALL") == "1" else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
