"""What a kind of line has to know: its rows as lines, and the way back."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from scorekeeper.clubs.models import Club
from scorekeeper.moving_house.arrival import Arrival
from scorekeeper.moving_house.fields import Part
from scorekeeper.moving_house.names import Names

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

Said = Mapping[str, Any]


class Kind(ABC):
    """A kind of line; one is made for each file that is packed or unpacked."""

    slug: ClassVar[str]
    words: ClassVar[Mapping[str, StrPromise]]
    """What it counts in the report, its own slug first, each with what people call it."""

    @abstractmethod
    def count(self, club: Club) -> int:
        """How many lines there will be."""

    @abstractmethod
    def pack(self, club: Club, names: Names) -> Iterator[Said]:
        """What the lines say, in an order that unpacking keeps."""

    @abstractmethod
    def unpack(self, part: Part, arrival: Arrival) -> None:
        """Takes a line in; what is written together may wait for `flush`."""

    def flush(self, arrival: Arrival) -> None:  # noqa: B027 - most have nothing to do then
        """After the last line of the kind, whether there was any or not."""
