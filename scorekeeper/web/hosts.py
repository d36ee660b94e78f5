"""The hosts under which the server answers where ALLOWED_HOSTS is not given: addresses, and this computer's own names.

A site that makes its own name point to this server (DNS rebinding) needs a name, so any address is safe, also that of a
network to which a laptop moves later. Django can list names only.
"""

from __future__ import annotations

import socket
import struct
from collections.abc import Callable, Iterator
from contextlib import suppress
from ipaddress import IPv4Address, ip_address

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port, validate_host

GetResponse = Callable[[HttpRequest], HttpResponse]


def require_allowed(request: HttpRequest) -> None:
    """Raise `DisallowedHost` if the server doesn't answer under the host of this request."""
    domain, _port = split_domain_port(request.get_host())  # refuses what ALLOWED_HOSTS doesn't list
    names = [host for host in settings.ALLOWED_HOSTS if host != "*"]
    if settings.ALLOWED_HOSTS_GIVEN or validate_host(domain, names):
        return
    if not (is_address(domain) or domain in ("localhost", *host_names())):
        raise DisallowedHost(f"Invalid HTTP_HOST header: {domain!r}. You may need to add it to ALLOWED_HOSTS.")


def is_address(domain: str) -> bool:
    """Return whether the host in a URL is an IP address.

    >>> is_address("192.168.1.20"), is_address("[fe80::1]"), is_address("192.168.1.20.example")
    (True, True, False)
    """
    try:
        ip_address(domain[1:-1] if domain.startswith("[") else domain)
    except ValueError:
        return False
    return True


def allowed_hosts(get_response: GetResponse) -> GetResponse:
    """Refuse requests for other hosts (middleware)."""

    def middleware(request: HttpRequest) -> HttpResponse:
        require_allowed(request)
        return get_response(request)

    return middleware


SIOCGIFADDR = 0x8915  # Linux: get the address of a network interface


def addresses() -> list[str]:
    """Return this machine's IPv4 addresses that others can reach, likeliest first; empty without a network."""
    candidates = dict.fromkeys([*_route_out(), *_by_name(), *_by_interface()])
    return [address for address in candidates if not _only_here(IPv4Address(address)) and _is_ours(address)]


def host_names() -> list[str]:
    """Return the machine's host name, and the name by which multicast DNS finds it, such as `laptop.local`."""
    name = socket.gethostname().lower()
    return [name] if "." in name else [name, f"{name}.local"]


def _only_here(address: IPv4Address) -> bool:
    return address.is_loopback or address.is_link_local or address.is_unspecified


def _is_ours(address: str) -> bool:
    """Return whether this machine has the address: a hosts file may still know one from another network."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.bind((address, 0))
        return True
    return False


def _route_out() -> Iterator[str]:
    """Yield the source address of the default route. Connecting a datagram socket sends nothing."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # reserved for documentation: nobody's address
        yield str(probe.getsockname()[0])


def _by_name() -> Iterator[str]:
    with suppress(OSError):
        yield from socket.gethostbyname_ex(socket.gethostname())[2]


def _by_interface() -> Iterator[str]:
    """Yield the addresses of all interfaces (Linux), including networks without a route out, such as a hotspot."""
    try:
        from fcntl import ioctl  # noqa: PLC0415 - Windows has none

        interfaces = socket.if_nameindex()
    except (ImportError, OSError):
        return
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in interfaces:
            with suppress(OSError):  # an interface without an address
                answer = ioctl(probe.fileno(), SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
                yield socket.inet_ntoa(answer[20:24])
