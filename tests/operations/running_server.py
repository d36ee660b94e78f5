"""A server in a process of its own: send it requests, and wait until it has read them or has ended."""

import signal
import socket
import subprocess
import time
from contextlib import closing
from pathlib import Path
from typing import Any

PATIENCE = 60
"""Seconds after which a test fails, however busy the machine is."""


def get(port: int, path: str, **headers: str) -> tuple[int, Any]:
    """Return the status and headers of an answer, without following redirects."""
    with closing(socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)) as wire:
        lines = [f"GET {path} HTTP/1.1", "Connection: close", *(f"{name}: {value}" for name, value in headers.items())]
        wire.sendall("\r\n".join([*lines, "", ""]).encode())
        response = b"".join(iter(lambda: wire.recv(65536), b""))
    head = response.partition(b"\r\n\r\n")[0].decode().splitlines()
    found = {name.lower(): value for name, value in (line.split(": ", 1) for line in head[1:])}
    return int(head[0].split()[1]) if head else 0, found


def heard(port: int) -> None:
    """Return once the server has accepted a connection and read the request; before that, it answers nothing."""
    if not Path("/proc/net/tcp").exists():
        time.sleep(1)  # nothing announces it there
        return
    local, established = f":{port:04X}", "01"
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        time.sleep(0.1)
        for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
            _number, ours, _theirs, state, queues, _timer, _retries, _user, _timeout, inode, *_more = line.split()
            if ours.endswith(local) and state == established and inode != "0" and queues.endswith(":00000000"):
                return
    raise AssertionError("the server hears nothing")


def stopped(server: subprocess.Popen[str]) -> str:
    """Stop the server, which must end with status 0; return its standard error, which names unanswered requests."""
    server.send_signal(signal.SIGTERM)
    output = server.communicate(timeout=PATIENCE)[1]
    assert server.returncode == 0
    return output
