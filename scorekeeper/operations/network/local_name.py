"""A name for this server in the local network, such as `scorekeeper.local`, announced by multicast DNS."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterable
from contextlib import suppress

import zeroconf
from zeroconf import AddressResolverIPv4  # type: ignore[attr-defined]  # it forgets to list it in __all__
from zeroconf.asyncio import AsyncZeroconf

from scorekeeper.web.local_network import NotAnnouncedError, interface_of

SERVICE = "_http._tcp.local."
PATIENCE = 1000
"""Milliseconds in which another computer may answer that a name is taken; the standard asks for 750."""


class LocalName:
    """A name, announced separately for each address: a phone learns only the address in its own network."""

    def __init__(self, wanted: str, port: int) -> None:
        self.wanted, self.port = wanted, port
        self.responders: dict[str, AsyncZeroconf] = {}

    async def announce(self, addresses: Iterable[str]) -> str:
        """Announce it at these addresses only; return the name that was free, or raise `NotAnnouncedError`."""
        await self.withdraw()
        try:
            await self._listen(addresses)
            name = await self._free_name()
            await asyncio.gather(*(self._register(name, address) for address in self.responders))
        except (OSError, zeroconf.Error) as error:
            await self.withdraw()
            raise NotAnnouncedError(getattr(error, "strerror", None) or str(error) or type(error).__name__) from error
        return f"{name}.local"

    async def _listen(self, addresses: Iterable[str]) -> None:
        """Listen at every address where that is possible; some networks have no multicast, such as a tunnel."""
        failed: OSError | zeroconf.Error | None = None
        for address in addresses:
            try:
                self.responders[address] = await responder(address)
            except (OSError, zeroconf.Error) as error:
                failed = error
        if failed and not self.responders:
            raise failed

    async def withdraw(self) -> None:
        """Tell the network that the name is gone, so that no phone keeps an old address."""
        former, self.responders = self.responders, {}
        await asyncio.gather(*(one.async_close() for one in former.values()), return_exceptions=True)

    async def _free_name(self) -> str:
        """Return the first of `scorekeeper`, `scorekeeper-2` and so on to which no other computer answers."""
        name, number = self.wanted, 1
        while any(await asyncio.gather(*(is_taken(name, one) for one in self.responders.values()))):
            number += 1
            name = f"{self.wanted}-{number}"
        return name

    async def _register(self, name: str, address: str) -> None:
        service = zeroconf.ServiceInfo(
            SERVICE,
            f"{name}.{SERVICE}",
            addresses=[socket.inet_aton(address)],
            port=self.port,
            properties={"path": "/"},
            server=f"{name}.local.",
        )
        # Cooperating: two of our own addresses may be in one network, and share the name there.
        announced = await self.responders[address].async_register_service(service, cooperating_responders=True)
        await announced


async def responder(address: str) -> AsyncZeroconf:
    """Return the responder to questions that come in through the interface with this address."""
    made = AsyncZeroconf(interfaces=[address], ip_version=zeroconf.IPVersion.V4Only)
    await made.zeroconf.async_wait_for_start()
    if interface := interface_of(address):
        for reader in made.zeroconf.engine.readers:
            # Linux hands multicast to every socket, whichever interface it came in through. Not allowed before 5.7.
            with suppress(PermissionError):
                reader.sock.setsockopt(socket.SOL_SOCKET, socket.SO_BINDTODEVICE, interface.encode())
    return made


async def is_taken(name: str, asking: AsyncZeroconf) -> bool:
    """Return whether a computer in the network answers to this name."""
    return await AddressResolverIPv4(f"{name}.local.").async_request(asking.zeroconf, PATIENCE)
