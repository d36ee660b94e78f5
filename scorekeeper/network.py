"""Where the phones at the table find this machine: its names and addresses in the local network."""

import socket
import struct
from collections.abc import Iterator
from contextlib import suppress
from ipaddress import IPv4Address

SIOCGIFADDR = 0x8915  # Linux: the address of a network interface


def addresses() -> list[str]:
    """This machine's IPv4 addresses that others can reach, the likeliest first; empty without a network."""
    found = dict.fromkeys([*_route_out(), *_by_name(), *_by_interface()])
    return [address for address in found if not _only_here(IPv4Address(address))]


def host_names() -> list[str]:
    """The machine's name, and the one it is announced by in networks with mDNS."""
    name = socket.gethostname().lower()
    return [name] if "." in name else [name, f"{name}.local"]


def _only_here(address: IPv4Address) -> bool:
    return address.is_loopback or address.is_link_local or address.is_unspecified


def _route_out() -> Iterator[str]:
    """The address that the way out of the local network starts from. A datagram socket connects without sending."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # set aside for documentation: nobody's address
        yield str(probe.getsockname()[0])


def _by_name() -> Iterator[str]:
    with suppress(OSError):
        yield from socket.gethostbyname_ex(socket.gethostname())[2]


def _by_interface() -> Iterator[str]:
    """On Linux also the networks that lead nowhere else, such as a hotspot of this machine's own."""
    try:
        from fcntl import ioctl

        interfaces = socket.if_nameindex()
    except (ImportError, OSError):
        return
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in interfaces:
            with suppress(OSError):  # an interface without an address
                answer = ioctl(probe.fileno(), SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
                yield socket.inet_ntoa(answer[20:24])
