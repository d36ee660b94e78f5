"""A network of its own for a test: a laptop and a phone in one Wi-Fi, as network namespaces."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import ExitStack
from functools import cache

from tests.external_programs import ROOT

AS_ROOT = [] if os.geteuid() == 0 else ["--map-root-user"]


@cache
def available() -> bool:
    """Whether this account may make namespaces, and the kernel connect them."""
    wire = "ip link add name one type veth peer name two"
    return (
        subprocess.run(["unshare", "--net", *AS_ROOT, "sh", "-c", wire], capture_output=True, check=False).returncode
        == 0
    )


class Host:
    """A computer in the network, for as long as its process lives."""

    def __init__(self, *enter: str) -> None:
        unshare = [
            *enter,
            "unshare",
            "--net",
            *([] if enter else AS_ROOT),
            "sh",
            "-c",
            "echo ready && exec sleep infinity",
        ]
        self.holder = subprocess.Popen(unshare, stdout=subprocess.PIPE, text=True)
        assert self.holder.stdout
        assert self.holder.stdout.readline() == "ready\n"
        user = ["--user", "--preserve-credentials"] if AS_ROOT else []
        self.enter = ["nsenter", f"--target={self.holder.pid}", *user, "--net"]
        self.run("ip", "link", "set", "lo", "up")

    def run(self, *command: str) -> str:
        return subprocess.run([*self.enter, *command], check=True, capture_output=True, text=True).stdout

    def python(self, module: str, *arguments: str) -> subprocess.Popen[str]:
        command = [*self.enter, sys.executable, "-m", module, *arguments]
        return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)

    def move(self, address: str) -> None:
        """Give it this address instead of the one it had."""
        self.run("ip", "address", "flush", "dev", "wifi")
        self.run("ip", "address", "add", f"{address}/24", "dev", "wifi")

    def close(self) -> None:
        self.holder.kill()
        self.holder.communicate()


class Wifi:
    """Two computers in one network."""

    LAPTOP, PHONE = "10.20.30.1", "10.20.30.2"

    def __enter__(self) -> Wifi:
        with ExitStack() as hosts:
            self.laptop = Host()
            hosts.callback(self.laptop.close)
            self.phone = Host(*self.laptop.enter)
            hosts.callback(self.phone.close)
            self.laptop.run("ip", "link", "add", "wifi", "type", "veth", "peer", "name", "other")
            self.laptop.run("ip", "link", "set", "other", "netns", str(self.phone.holder.pid), "name", "wifi")
            for host, address in ((self.laptop, self.LAPTOP), (self.phone, self.PHONE)):
                host.move(address)
                host.run("ip", "link", "set", "wifi", "up")
            self._hosts = hosts.pop_all()
        return self

    def __exit__(self, *error: object) -> None:
        self._hosts.close()
