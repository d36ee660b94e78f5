"""nginx, configured as docs/hosting.md says."""

from __future__ import annotations

import re
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from tests.ports import free_port
from tests.servers import ROOT

PATIENCE = 20
"""Seconds after which a test fails."""

AROUND = """
{user}
worker_processes 2;
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ }}
http {{
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
{documented}
}}
"""
"""What Debian's own nginx.conf has around the documented part."""


def find_nginx() -> str | None:
    """Return the program; Debian keeps it off an ordinary user's PATH."""
    return shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")


def documented(port: int, hosts: Sequence[int]) -> str:
    """Return the configuration in the documentation, at these ports of this machine and without a certificate."""
    text = (ROOT / "docs" / "hosting.md").read_text()
    (block,) = [block for block in re.findall(r"```nginx\n(.+?)```", text, re.DOTALL) if "upstream" in block]
    servers = iter(hosts)
    block, replaced = re.subn(r"server 10\.0\.0\.\d+:8000", lambda _server: f"server 127.0.0.1:{next(servers)}", block)
    assert replaced == len(hosts)
    block, listening = re.subn(r"listen 443 .*", f"listen 127.0.0.1:{port};", block)
    assert listening == 1
    return re.sub(r"^ *(listen \[::\]|ssl_).*\n", "", block, flags=re.MULTILINE)


class LoadBalancer:
    def __init__(self, folder: Path, hosts: Sequence[int]) -> None:
        self.port, self.folder = free_port(), folder
        user = "user root;" if folder.owner() == "root" else ""
        configuration = AROUND.format(user=user, folder=folder, documented=documented(self.port, hosts))
        (folder / "nginx.conf").write_text(configuration)

    def __enter__(self) -> LoadBalancer:
        program = find_nginx()
        assert program
        command = [program, "-c", str(self.folder / "nginx.conf"), "-e", str(self.folder / "error.log")]
        self.process = subprocess.Popen(command)
        until = time.monotonic() + PATIENCE
        while True:
            with suppress(ConnectionRefusedError):
                socket.create_connection(("127.0.0.1", self.port)).close()
                return self
            assert time.monotonic() < until, (self.folder / "error.log").read_text()
            assert self.process.poll() is None, (self.folder / "error.log").read_text()
            time.sleep(0.02)

    def __exit__(self, *error: object) -> None:
        self.process.terminate()
        self.process.wait()

    def reload(self) -> None:
        self.process.send_signal(signal.SIGHUP)
