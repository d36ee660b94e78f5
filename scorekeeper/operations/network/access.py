"""Access for phones in the local network while the server runs: its addresses, its announced name, and HTTPS."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from importlib.util import find_spec
from ipaddress import AddressValueError, IPv4Address
from typing import TYPE_CHECKING

from django.conf import settings

from scorekeeper.operations.network import https_proxy
from scorekeeper.operations.network.https_proxy import EVERYWHERE
from scorekeeper.operations.network.watch import NetworkWatch, Place
from scorekeeper.web import local_network

if TYPE_CHECKING:
    from scorekeeper.operations.network.local_name import LocalName


class NetworkAccess:
    """Lets phones connect while its context lasts; `moved` is called when the addresses have changed."""

    def __init__(self, host: str, port: int, *, name: str, moved: Callable[[], None]) -> None:
        self.host, self.port, self.moved = host, port, moved
        self.wanted = local_network.label(name)
        self.place = Place(self._addresses())
        self.proxy: https_proxy.HttpsProxy | None = None
        self._running = ExitStack()

    def __enter__(self) -> NetworkAccess:
        """Allow the addresses as hosts, and announce the name."""
        if self.wanted or self._follows():
            network_watch = NetworkWatch(self._addresses, self._local_name(), self._changed)
            self.place = self._running.enter_context(network_watch).place
        self._allow()
        return self

    def __exit__(self, *error: object) -> None:
        self._running.close()

    def encrypt(self, port: int, server: int, *, ended: Callable[[], None]) -> None:
        """Have Caddy listen for phones, at `port` with HTTPS, for this server at another. Raises `ProxyError`."""
        settings.TRUST_PROXY, settings.SECURE_PROXY_SSL_HEADER = True, ("HTTP_X_FORWARDED_PROTO", "https")
        settings.PORT, settings.HTTPS_PORT = self.port, port
        # Worker processes read the settings again.
        os.environ |= {"TRUST_PROXY": "1", "PORT": str(self.port), "HTTPS_PORT": str(port)}
        ports = https_proxy.Ports(self.host, self.port, port, server)
        self.proxy = https_proxy.HttpsProxy(settings.DATA_DIR / "https", ports, ended=ended)
        self._certify()
        self._running.enter_context(self.proxy)

    def notes(self) -> Iterator[str]:
        """Yield the lines to print besides the addresses."""
        if self.place.name:
            if self.place.name != f"{self.wanted}.local":
                yield f"Another computer in this network is {self.wanted}.local, so this one is {self.place.name}."
            yield f"By its name:          http://{self.place.name}:{self.port}/"
        if self.place.failure:
            yield f"{self.wanted}.local can't be announced ({self.place.failure}). The address works all the same."

    def encrypted_url(self) -> str:
        """Return the HTTPS address for phones, or an empty string."""
        if not self.proxy or not (host := self.place.name or "".join(self.place.addresses[:1])):
            return ""
        return f"https://{host}:{self.proxy.ports.encrypted}/"

    def certificate_url(self) -> str:
        """Return where phones download the certificate to trust."""
        return f"http://{self.place.addresses[0]}:{self.port}{https_proxy.CERTIFICATE}"

    def _addresses(self) -> list[str]:
        return local_network.addresses() if self.host in EVERYWHERE else [self.host]

    def _follows(self) -> bool:
        return self.host in EVERYWHERE and not settings.ALLOWED_HOSTS_GIVEN

    def _local_name(self) -> LocalName | None:
        if not self.wanted:
            return None
        from scorekeeper.operations.network.local_name import LocalName  # noqa: PLC0415 - only who wants a name needs zeroconf

        return LocalName(self.wanted, self.port)

    def _changed(self, place: Place) -> None:
        self.place = place
        self._allow()
        if self.proxy:
            self._certify()
        self.moved()

    def _allow(self) -> None:
        hosts = [] if settings.ALLOWED_HOSTS_GIVEN else [*self.place.addresses, *local_network.host_names()]
        if self.place.name:
            hosts.append(self.place.name)
        settings.ALLOWED_HOSTS += [host for host in hosts if host not in settings.ALLOWED_HOSTS]
        os.environ["ALLOWED_HOSTS"] = ",".join(settings.ALLOWED_HOSTS)  # for worker processes that start later

    def _certify(self) -> None:
        if self.proxy:
            self.proxy.configure(self.place.addresses, [self.place.name] if self.place.name else [])


def local_name_problem(host: str, name: str) -> str:
    """Return why this name can't be announced for a server that listens at this address, or an empty string."""
    if not local_network.label(name):
        return f"{name} can't be a local name. It takes letters, digits and hyphens, such as scorekeeper."
    if find_spec("zeroconf") is None:
        return (
            f"{name} can't be announced, because the package zeroconf isn't installed: leave --name and LOCAL_NAME "
            "out, and open the printed address or the computer's own name, such as laptop.local."
        )
    if host in EVERYWHERE:
        return ""
    try:
        can_be_reached = not IPv4Address(host).is_loopback
    except AddressValueError:
        can_be_reached = False
    only_here = f"A name needs an IPv4 address that phones can reach, and this server listens on {host} only."
    return "" if can_be_reached else only_here
