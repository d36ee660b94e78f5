"""This machine's names and addresses in the local network, where phones reach it."""

import re
import socket
import struct
from collections.abc import Iterator
from contextlib import suppress
from ipaddress import IPv4Address

SIOCGIFADDR = 0x8915  # Linux: get the address of a network interface


class NotAnnouncedError(Exception):
    """The reason why a name can't be announced in the local network."""


def addresses() -> list[str]:
    """Return this machine's IPv4 addresses that others can reach, likeliest first; empty without a network."""
    candidates = dict.fromkeys([*_route_out(), *_by_name(), *(address for _, address in _by_interface())])
    return [address for address in candidates if not _only_here(IPv4Address(address)) and _is_ours(address)]


def host_names() -> list[str]:
    """Return the machine's host name, and the name that mDNS announces."""
    name = socket.gethostname().lower()
    return [name] if "." in name else [name, f"{name}.local"]


def interface_of(address: str) -> str:
    """Return the name of the interface with this address, or an empty string where it isn't known (not Linux)."""
    return next((name for name, its in _by_interface() if its == address), "")


def label(name: str) -> str:
    """Return what comes before `.local` in a name to be announced, or an empty string if it can't be one.

    >>> label("Scorekeeper.local"), label("scorekeeper"), label("a b"), label("cards.example.org")
    ('scorekeeper', 'scorekeeper', '', '')
    """
    bare = name.strip().lower().removesuffix(".local")
    return bare if re.fullmatch(r"[a-z0-9]([a-z0-9-]{0,50}[a-z0-9])?", bare) else ""


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


def _by_interface() -> Iterator[tuple[str, str]]:
    """Yield all interfaces and their addresses (Linux), including networks without a route out, such as a hotspot."""
    try:
        from fcntl import ioctl  # noqa: PLC0415 - Windows has none

        interfaces = socket.if_nameindex()
    except (ImportError, OSError):
        return
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in interfaces:
            with suppress(OSError):  # an interface without an address
                answer = ioctl(probe.fileno(), SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
                yield name, socket.inet_ntoa(answer[20:24])
