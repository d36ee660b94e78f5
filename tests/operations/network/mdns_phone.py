"""A phone in the network: `watch` prints names that appear and disappear, `resolve NAME` prints its addresses."""

import sys
import time

from zeroconf import (  # type: ignore[attr-defined]  # the first is missing in its __all__
    AddressResolverIPv4,
    IPVersion,
    ServiceBrowser,
    ServiceListener,
    Zeroconf,
)

SERVICE = "_http._tcp.local."
PATIENCE = 30_000
"""Milliseconds in which the server must answer, on a busy machine."""


def say(*words: str) -> None:
    print(*words, flush=True)  # noqa: T201 - what the test reads


class Listener(ServiceListener):
    def add_service(self, zc: Zeroconf, type_: str, name: str) -> None:
        info = zc.get_service_info(type_, name, PATIENCE)
        say("came", name.removesuffix(f".{SERVICE}"), str(info.port) if info else "")

    def remove_service(self, zc: Zeroconf, type_: str, name: str) -> None:
        say("left", name.removesuffix(f".{SERVICE}"))

    def update_service(self, zc: Zeroconf, type_: str, name: str) -> None:
        pass


def main(command: str, *names: str) -> None:
    with Zeroconf(ip_version=IPVersion.V4Only) as network:
        if command == "watch":
            ServiceBrowser(network, SERVICE, Listener())
            say("watching")
            while True:
                time.sleep(60)
        for name in names:
            found = AddressResolverIPv4(f"{name}.")
            found.request(network, PATIENCE)
            say(*found.parsed_addresses())


if __name__ == "__main__":
    main(*sys.argv[1:])
