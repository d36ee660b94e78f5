"""The interface of a kind of line in a club's archive: from rows to lines and back."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from scorekeeper.clubs.models import Club
from scorekeeper.files.archive.format import LinePart
from scorekeeper.files.archive.records.id_map import IdMap
from scorekeeper.files.archive.records.references import Names
from scorekeeper.files.archive.rows import RowType
from scorekeeper.files.archive.schema_history import Row

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


class RecordType(ABC):
    """A kind of line; instantiated for each file that is exported or imported."""

    slug: ClassVar[str]
    rows: ClassVar[RowType]
    labels: ClassVar[Mapping[str, StrPromise]]
    """What it counts in the report, with the label of each; its own slug comes first."""

    def __init__(self) -> None:
        self._new: list[Any] = []
        """Rows that wait to be inserted together."""

    def count(self, club: Club) -> int:
        """Return the number of lines."""
        return self.rows.model._base_manager.filter(club=club).count()

    def export(self, club: Club, names: Names) -> Iterator[Row]:
        """Yield the rows of the lines, in the order in which they are imported."""
        yield from self.rows.fetched(club=club)

    @abstractmethod
    def import_(self, part: LinePart, id_map: IdMap) -> None:
        """Import a line; rows that are inserted in bulk may wait for `flush`."""

    def flush(self, id_map: IdMap) -> None:
        """Finish the kind after its last line, even if there was none."""
        id_map.insert(self._new)
        self._new.clear()
