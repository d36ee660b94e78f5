"""This machine's names and addresses in the local network, where phones reach it."""

import socket
import struct
from collections.abc import Iterator
from contextlib import suppress
from ipaddress import IPv4Address

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
