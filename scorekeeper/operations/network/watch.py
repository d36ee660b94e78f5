"""Where phones find this server while it runs: a laptop may move to another network in the evening."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from threading import Event, Thread
from typing import TYPE_CHECKING, NamedTuple

from scorekeeper.web import local_network

if TYPE_CHECKING:
    from scorekeeper.operations.network.local_name import LocalName

LOOK_EVERY = 5
"""Seconds between two checks of this machine's addresses."""


class Place(NamedTuple):
    """This machine's addresses, likeliest first; the name announced there, or why none could be."""

    addresses: list[str]
    name: str = ""
    failure: str = ""


class NetworkWatch:
    """A thread that keeps a name announced at the current addresses, and calls `moved` whenever the place changes."""

    def __init__(self, look: Callable[[], list[str]], name: LocalName | None, moved: Callable[[Place], None]) -> None:
        self.look, self.name, self.moved = look, name, moved
        self.place = Place(look())
        self._settled = Event()
        self._loop = asyncio.new_event_loop()
        self._leaving = asyncio.Event()
        self._thread = Thread(target=self._run, name="network watch", daemon=True)

    def __enter__(self) -> NetworkWatch:
        """Return once the name is announced, or can't be."""
        self._thread.start()
        self._settled.wait()
        return self

    def __exit__(self, *error: object) -> None:
        """Withdraw the name."""
        with suppress(RuntimeError):  # the thread has failed and closed its loop
            self._loop.call_soon_threadsafe(self._leaving.set)
        self._thread.join(timeout=5)

    def _run(self) -> None:
        with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
            runner.run(self._follow())

    async def _follow(self) -> None:
        try:
            self.place = await self._place(self.place.addresses)
            self._settled.set()
            while not await self._left():
                addresses = await asyncio.to_thread(self.look)
                if addresses != self.place.addresses or self.place.failure:
                    await self._move(addresses)
        finally:
            self._settled.set()
            if self.name:
                await self.name.withdraw()

    async def _left(self) -> bool:
        try:
            await asyncio.wait_for(self._leaving.wait(), LOOK_EVERY)
        except TimeoutError:
            return False
        return True

    async def _move(self, addresses: list[str]) -> None:
        former, self.place = self.place, await self._place(addresses)
        if self.place != former:
            self.moved(self.place)

    async def _place(self, addresses: list[str]) -> Place:
        if self.name is None:
            return Place(addresses)
        if not addresses:
            await self.name.withdraw()
            return Place(addresses)
        try:
            return Place(addresses, await self.name.announce(addresses))
        except local_network.NotAnnouncedError as error:
            return Place(addresses, failure=str(error))
