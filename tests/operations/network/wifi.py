"""A laptop and a phone in one network, whose addresses can change."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import pytest

from tests.conftest import REQUIRE_ALL
from tests.external_programs import ROOT
from tests.operations.network import namespaces
from tests.operations.network.namespaces import NoNamespacesError

LAPTOP, PHONE, ELSEWHERE = namespaces.SERVER, namespaces.PHONE, "192.168.77.77"


class Host:
    """A computer in the network; `enter` is the prefix of a command that runs it there."""

    def __init__(self, enter: Sequence[str], device: str) -> None:
        self.enter, self.device = enter, device

    def run(self, *command: str) -> str:
        return subprocess.run([*self.enter, *command], check=True, capture_output=True, text=True).stdout

    def python(self, module: str, *arguments: str) -> subprocess.Popen[str]:
        command = [*self.enter, sys.executable, "-m", module, *arguments]
        return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)

    def lose_address(self) -> None:
        self.run("ip", "address", "flush", "dev", self.device)

    def move(self, address: str) -> None:
        """Give it this address instead of the one it had, so quickly that a server never sees it without one."""
        steps = f"address flush dev {self.device}\naddress add {address}/24 dev {self.device}\n"
        subprocess.run([*self.enter, "ip", "-batch", "-"], input=steps, check=True, capture_output=True, text=True)


@contextmanager
def hosts() -> Iterator[tuple[Host, Host]]:
    """Yield the laptop and the phone."""
    try:
        with namespaces.joined() as machines:
            yield Host(machines.server, "cable0"), Host(machines.phone, "cable1")
    except NoNamespacesError as error:
        (pytest.fail if REQUIRE_ALL else pytest.skip)(f"no network namespaces: {error}")
