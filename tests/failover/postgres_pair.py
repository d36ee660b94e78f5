"""Two PostgreSQL servers to kill and to promote: a primary, and its synchronous standby."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import psycopg

from tests.ports import free_port
from tests.postgres_cluster import find_programs

NEW = ("--encoding=UTF8", "--locale=C", "--no-sync")
PATIENCE = 60
"""Seconds after which a test fails."""
SETTINGS = """
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
port = {port}
max_connections = 50
fsync = off  # a killed server loses nothing that it has given to the system
full_page_writes = off
wal_receiver_status_interval = 1
wal_retrieve_retry_interval = 100
"""


class PostgresHost:
    """One server, always at the same port, in a folder of its own."""

    def __init__(self, folder: Path, name: str) -> None:
        programs = find_programs()
        assert programs
        self.programs, self.name, self.port = programs, name, free_port()
        self.folder, self.data, self.log = folder, folder / name, folder / f"{name}.log"
        self.process: subprocess.Popen[bytes] | None = None
        self.owner: dict[str, Any] = {}
        if os.geteuid() == 0:  # PostgreSQL doesn't run as root
            owner = pwd.getpwnam("postgres")
            os.chown(folder, owner.pw_uid, owner.pw_gid)
            self.owner = {"user": owner.pw_uid, "group": owner.pw_gid, "extra_groups": []}

    def be_new(self) -> None:
        """Create an empty database cluster, and start it."""
        self._run("initdb", "--pgdata", self.data, "--username=postgres", "--auth=trust", *NEW)
        self._configure()
        self.start()
        self.until_writable()

    def follow(self, primary: PostgresHost) -> None:
        """Become a standby of `primary`, for which it waits with every commit from now on."""
        shutil.rmtree(self.data, ignore_errors=True)
        origin = f"host=127.0.0.1 port={primary.port} user=postgres application_name={self.name}"
        options = ("--write-recovery-conf", "--checkpoint=fast", "--no-sync")
        self._run("pg_basebackup", "--pgdata", self.data, "--dbname", origin, *options)
        self._configure()
        (self.data / "postgresql.auto.conf").write_text(
            "".join(
                line
                for line in (self.data / "postgresql.auto.conf").read_text().splitlines(keepends=True)
                if "synchronous_standby_names" not in line  # once it is promoted, it has no standby of its own
            )
        )
        self.start()
        with primary.connected() as connection:
            connection.execute(f"ALTER SYSTEM SET synchronous_standby_names = '{self.name}'")
            connection.execute("SELECT pg_reload_conf()")
            until = time.monotonic() + PATIENCE
            while connection.execute("SELECT sync_state FROM pg_stat_replication").fetchall() != [("sync",)]:
                assert time.monotonic() < until, "the standby does not follow"
                time.sleep(0.05)

    def start(self) -> None:
        """Start the server; return before it accepts connections."""
        command = [str(self.programs / "postgres"), "-D", str(self.data)]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(command, cwd=self.folder, stdout=log, stderr=log, **self.owner)

    def kill(self) -> None:
        """Kill all of its processes at once, as a power cut would."""
        if self.process is None:
            return
        main = self.process.pid
        os.kill(main, signal.SIGSTOP)  # it starts no more processes
        children = Path(f"/proc/{main}/task/{main}/children").read_text().split()
        for process in (*map(int, children), main):
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        self.process.wait()
        self.process = None

    def promote(self) -> None:
        """Let a standby accept writes; return before it does."""
        self._run("pg_ctl", "promote", "--no-wait", "--pgdata", self.data)

    def connected(self) -> psycopg.Connection:
        return psycopg.connect(f"postgres://postgres@127.0.0.1:{self.port}/postgres", autocommit=True)

    def until_writable(self) -> float:
        """Return when a new connection could write, by the monotonic clock."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            with suppress(psycopg.OperationalError), self.connected() as connection:
                if connection.execute("SHOW transaction_read_only").fetchone() == ("off",):
                    return time.monotonic()
            time.sleep(0.01)
        raise TimeoutError(self.log.read_text()[-2000:])

    def _configure(self) -> None:
        (self.data / "postgresql.conf").write_text(SETTINGS.format(port=self.port))

    def _run(self, program: str, *arguments: str | Path) -> None:
        command = [str(self.programs / program), *map(str, arguments)]
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, check=False, **self.owner)
        assert done.returncode == 0, done.stdout + done.stderr
