"""The club's audit log: two entries with the same content and time are the same entry."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext_lazy

from scorekeeper.clubs.models import AuditEntry, Club
from scorekeeper.files.archive.fields import LinePart, columns, told
from scorekeeper.files.archive.id_map import Arrival
from scorekeeper.files.archive.records.base import RecordType, Said
from scorekeeper.files.archive.references import Names
from scorekeeper.files.archive.report import Verdict

COLUMNS = ("at", "who", "action", "model", "name", "message")
TOGETHER = 500


class AuditEntryKind(RecordType):
    """Audit log entries; those about a person, an evening or a session refer to it by its name in the file."""

    slug = "audit_entry"
    words = {"audit_entry": gettext_lazy("Journal entries")}

    def __init__(self) -> None:
        self._here: Counter[tuple[Any, ...]] | None = None
        self._new: list[AuditEntry] = []

    def count(self, club: Club) -> int:
        return club.audit_entries.count()

    def pack(self, club: Club, names: Names) -> Iterator[Said]:
        by_model = {"clubs.player": names.players, "evenings.evening": names.evenings, "play.session": names.sessions}
        rows = club.audit_entries.order_by("pk").values_list("key", *COLUMNS)
        for key, *values in rows.iterator(chunk_size=TOGETHER):
            said = told(AuditEntry, COLUMNS, values)
            about = by_model.get(said["model"], {}).get(int(key)) if key.isdecimal() else None
            yield {**said, "about": about}

    def unpack(self, part: LinePart, arrival: Arrival) -> None:
        said = columns(AuditEntry, COLUMNS, part.only(*COLUMNS, "about"))
        if self._here is None:
            self._here = Counter(arrival.here(AuditEntry).values_list(*COLUMNS))
        row = tuple(said.values())
        if self._here[row]:
            self._here[row] -= 1
            arrival.report.count(self.slug, Verdict.SAME)
            return
        about = part["about"].maybe()
        key = _key(said["model"], about.text(), arrival) if about else None
        self._new.append(AuditEntry(club=arrival.club, key=str(key or ""), **said))
        arrival.report.count(self.slug, Verdict.NEW)
        if len(self._new) >= TOGETHER:
            self.flush(arrival)

    def flush(self, arrival: Arrival) -> None:
        arrival.insert(self._new)
        self._new.clear()


def _key(model: str, name: str, arrival: Arrival) -> int | None:
    if model == "play.session":
        return arrival.sessions.get(name)
    rows: Mapping[str, Any] = arrival.records if model == "clubs.player" else arrival.evenings
    found = rows.get(name) if model in ("clubs.player", "evenings.evening") else None
    return found.pk if found else None
