"""Importing a club from a file: as a dry run, or written in one transaction."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.contrib.admin.models import CHANGE
from django.core.exceptions import ValidationError
from django.db import DatabaseError, transaction
from django.utils.translation import gettext as _

from scorekeeper.clubs import services
from scorekeeper.clubs.audit_notes import AuditAction, audit_message
from scorekeeper.clubs.models import AuditEntry, Club
from scorekeeper.files.archive.format import MALFORMED, ArchiveError, ArchiveHeader, ArchiveLine
from scorekeeper.files.archive.reader import header_of, open_archive
from scorekeeper.files.archive.records import RECORDS
from scorekeeper.files.archive.records.id_map import IdMap
from scorekeeper.files.archive.records.report import ImportReport, Verdict


@dataclass
class ClubImport:
    """The import of one file. `steps` does it; the result is in `report`."""

    path: Path
    into: Club | None = None
    writes: bool = False
    by: str = ""

    def __post_init__(self) -> None:
        self.report = ImportReport()

    def steps(self) -> Iterator[tuple[int, int]]:
        """Yield the amount done and the total; on `ArchiveError` nothing was written.

        Before writing, the file is read to its end once, so that a damaged one never holds up other writers.
        """
        header = header_of(self.path, is_club=True)
        done, total_lines = 0, header.lines
        if self.writes:
            total_lines *= 2
            with open_archive(self.path, is_club=True) as archive:
                for done, _line in enumerate(archive.lines, 1):
                    yield min(done, total_lines), total_lines
        line = ArchiveLine(1, "", {})
        try:
            with transaction.atomic(durable=True) if self.writes else nullcontext():
                id_map = self._id_map(header)
                for number, line in self._import_lines(id_map):  # noqa: B007 - `line` is where an error is reported
                    yield min(done + number, total_lines), total_lines
                if self.writes and self.report.changes:
                    _log(id_map.club, self.by, self.report)
        except (DatabaseError, ValidationError) as error:
            words = _("the database rejected the data up to this line (%(why)s).")
            raise line.part.error(words % {"why": " ".join(str(error).split())}) from error

    def _id_map(self, header: ArchiveHeader) -> IdMap:
        """Return the state for the chosen club, the one with the file's uid, or a new one."""
        assert header.club is not None
        uid, name = header.club["uid"], header.club["name"]
        club = self.into or Club.objects.filter(uid=uid).first()
        is_new = club is None
        if club is None:
            if Club.objects.filter(name__iexact=name).exists():
                words = _(
                    "A different club here is also called “%(name)s”. If it is the same one, choose it as the club "
                    "to import into."
                )
                raise ArchiveError(words % {"name": name})
            club = Club(uid=uid, name=name, slug=services.free_slug(name))
            club.clean_fields(exclude=["phones_token"])
            if self.writes:
                club.save()
        elif self.writes:
            services.lock(club)
        self.report.club, self.report.is_new = club.name, is_new
        return IdMap(club=club, is_new=is_new, writes=self.writes, report=self.report)

    def _import_lines(self, id_map: IdMap) -> Iterator[tuple[int, ArchiveLine]]:
        records = {record.rows.kind: record() for record in RECORDS}
        order = list(records)
        at, line = 0, ArchiveLine(1, "", {})
        with open_archive(self.path, is_club=True) as archive:
            for number, line in enumerate(archive.lines, 1):
                place = order.index(line.kind) if line.kind in records else -1
                if place < at:
                    raise line.part.error(_("this kind of line doesn’t belong here, or is from a newer version."))
                for kind in order[at:place]:
                    _run(line, records[kind].flush, id_map)
                at = place
                _run(line, records[line.kind].import_, line.part, id_map)
                yield number, line
            for kind in order[at:]:
                _run(line, records[kind].flush, id_map)
        for later in id_map.later:
            _run(line, later)


def _run(line: ArchiveLine, step: Callable[..., None], *args: Any) -> None:
    try:
        step(*args)
    except (ValidationError, ArchiveError):
        raise
    except MALFORMED as error:
        raise line.part.wrong_format() from error


def _log(club: Club, by: str, report: ImportReport) -> None:
    """Log the import in the club's audit log: who did it, and what was new."""
    new = {
        "people": report.of("player", Verdict.NEW),
        "evenings": report.of("evening", Verdict.NEW),
        "sessions": report.of("session", Verdict.NEW, Verdict.LONGER),
    }
    AuditEntry.objects.create(
        club=club,
        who=by,
        action=CHANGE,
        model="clubs.club",
        key=str(club.pk),
        name=club.name,
        message=json.dumps(audit_message(AuditAction.READ_IN, **new)),
    )
