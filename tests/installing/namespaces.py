"""Two machines connected by nothing but a cable: network namespaces, joined by a pair of virtual devices.

Root can make them, and so can other accounts where the system allows user namespaces.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

SERVER, PHONE = "192.168.77.1", "192.168.77.2"
PATIENCE = 60
WAIT = ("sleep", "infinity")


class NoNamespacesError(Exception):
    """This system can't create network namespaces; the message says why."""


@dataclass(frozen=True)
class JoinedMachines:
    """The prefixes of commands that run them on the server or on the phone."""

    server: Sequence[str]
    phone: Sequence[str]


@contextmanager
def joined() -> Iterator[JoinedMachines]:
    """Make both namespaces and the cable; raises `NoNamespacesError`."""
    programs = f"{os.environ['PATH']}:/usr/sbin:/sbin"
    ip = shutil.which("ip", path=programs)
    if ip is None or not shutil.which("unshare") or not shutil.which("nsenter"):
        raise NoNamespacesError("ip, unshare or nsenter is not installed (iproute2, util-linux)")
    is_root = os.geteuid() == 0
    new_user, same_user = ([], []) if is_root else (["--user", "--map-root-user"], ["--user", "--preserve-credentials"])
    with _held(["unshare", *new_user, "--net"]) as server:
        on_server = ["nsenter", "--target", str(server), *same_user, "--net"]
        with _held([*on_server, "unshare", "--net"]) as phone:
            on_phone = ["nsenter", "--target", str(phone), *same_user, "--net"]
            _run(
                [*on_server, ip, "link", "add", "cable0", "type", "veth", "peer", "name", "cable1", "netns", str(phone)]
            )
            for machine, address, device in ((on_server, SERVER, "cable0"), (on_phone, PHONE, "cable1")):
                _run([*machine, ip, "address", "add", f"{address}/24", "dev", device])
                _run([*machine, ip, "link", "set", device, "up"])
                _run([*machine, ip, "link", "set", "lo", "up"])
            yield JoinedMachines(on_server, on_phone)


@contextmanager
def _held(begin: Sequence[str]) -> Iterator[int]:
    """Yield a process that keeps a new network namespace open."""
    own = os.readlink("/proc/self/ns/net")
    parent = begin[begin.index("--target") + 1] if "--target" in begin else "self"
    others = {own, os.readlink(f"/proc/{parent}/ns/net")}
    with subprocess.Popen([*begin, *WAIT], stderr=subprocess.PIPE, text=True) as process:
        try:
            until = time.monotonic() + PATIENCE
            while not _is_in_another(process.pid, others):
                if process.poll() is not None or time.monotonic() > until:
                    process.kill()
                    raise NoNamespacesError(process.communicate()[1].strip() or "it takes too long")
                time.sleep(0.01)
            yield process.pid
        finally:
            process.kill()


def _is_in_another(process: int, others: set[str]) -> bool:
    """Return whether it waits in a namespace of its own."""
    try:
        with open(f"/proc/{process}/cmdline") as file:
            return file.read().split("\0")[:2] == [*WAIT] and os.readlink(f"/proc/{process}/ns/net") not in others
    except OSError:
        return False


def _run(command: Sequence[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise NoNamespacesError(f"{' '.join(command[-8:])}: {done.stderr.strip()}")
