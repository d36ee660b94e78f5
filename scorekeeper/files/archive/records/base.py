"""The interface of a kind of line: from rows to lines and back."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from scorekeeper.clubs.models import Club
from scorekeeper.files.archive.fields import LinePart
from scorekeeper.files.archive.id_map import Arrival
from scorekeeper.files.archive.references import Names

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

Said = Mapping[str, Any]


class RecordType(ABC):
    """A kind of line; instantiated for each file that is exported or imported."""

    slug: ClassVar[str]
    words: ClassVar[Mapping[str, StrPromise]]
    """What it counts in the report, with the label of each; its own slug comes first."""

    @abstractmethod
    def count(self, club: Club) -> int:
        """Return the number of lines."""

    @abstractmethod
    def pack(self, club: Club, names: Names) -> Iterator[Said]:
        """Yield the contents of the lines, in the order in which they are imported."""

    @abstractmethod
    def unpack(self, part: LinePart, arrival: Arrival) -> None:
        """Import a line; rows that are inserted in bulk may wait for `flush`."""

    def flush(self, arrival: Arrival) -> None:  # noqa: B027 - most have nothing to do then
        """Finish the kind after its last line, even if there was none."""
