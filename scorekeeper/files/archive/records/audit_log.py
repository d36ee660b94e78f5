"""The club's audit log: two entries with the same content and time are the same entry."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext_lazy

from scorekeeper.clubs.models import AuditEntry, Club
from scorekeeper.files.archive.format import LinePart
from scorekeeper.files.archive.records.base import RecordType
from scorekeeper.files.archive.records.id_map import IdMap
from scorekeeper.files.archive.records.references import Names
from scorekeeper.files.archive.records.report import Verdict
from scorekeeper.files.archive.rows import RowType
from scorekeeper.files.archive.schema_history import Row

BATCH_SIZE = 500


class AuditEntryRecord(RecordType):
    """Audit log entries; those about a person, an evening or a session refer to it by its name in the file."""

    slug = "audit_entry"
    labels = {"audit_entry": gettext_lazy("Journal entries")}
    rows = RowType(model=AuditEntry, left_out=["key"], references={"about": "key"})

    def __init__(self) -> None:
        super().__init__()
        self._existing: Counter[tuple[Any, ...]] | None = None

    def export(self, club: Club, names: Names) -> Iterator[Row]:
        by_model = {"clubs.player": names.players, "evenings.evening": names.evenings, "play.session": names.sessions}
        for row in self.rows.fetched(club=club):
            key = row["about"]
            yield {**row, "about": by_model.get(row["model"], {}).get(int(key)) if key.isdecimal() else None}

    def import_(self, part: LinePart, id_map: IdMap) -> None:
        row = self.rows.read(part)
        if self._existing is None:
            self._existing = Counter(id_map.existing(AuditEntry).values_list(*row))
        values = tuple(row.values())
        if self._existing[values]:
            self._existing[values] -= 1
            id_map.report.count(self.slug, Verdict.SAME)
            return
        about = part["about"].or_none()
        key = _key(row["model"], about.text(), id_map) if about else None
        self._new.append(AuditEntry(club=id_map.club, key=str(key or ""), **row))
        id_map.report.count(self.slug, Verdict.NEW)
        if len(self._new) >= BATCH_SIZE:
            self.flush(id_map)


def _key(model: str, name: str, id_map: IdMap) -> int | None:
    if model == "play.session":
        return id_map.sessions.get(name)
    rows: Mapping[str, Any] = id_map.records if model == "clubs.player" else id_map.evenings
    row = rows.get(name) if model in ("clubs.player", "evenings.evening") else None
    return row.pk if row else None
