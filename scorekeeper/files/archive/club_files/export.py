"""Exporting a club to an archive."""

from __future__ import annotations

from collections.abc import Iterator
from typing import IO

from django.utils import timezone

from scorekeeper.clubs.models import Club
from scorekeeper.files.archive import schema_history
from scorekeeper.files.archive.format import ArchiveHeader
from scorekeeper.files.archive.records import RECORDS
from scorekeeper.files.archive.records.references import Names
from scorekeeper.files.archive.writer import write


def export(club: Club, out: IO[bytes]) -> Iterator[tuple[int, int]]:
    """Write everything of a club; yield the numbers of lines done and of all lines as it goes.

    Call it within `scorekeeper.files.archive.tables.snapshot`, so that the rows don't change meanwhile.
    """
    records, names = [record() for record in RECORDS], Names.of(club)
    header = ArchiveHeader(
        made_at=timezone.now().isoformat(),
        migrations=schema_history.migrations(),
        counts={record.rows.kind: record.count(club) for record in records},
        club={"uid": club.uid, "name": club.name},
    )
    return write(out, header, ((record.rows.kind, row) for record in records for row in record.export(club, names)))
