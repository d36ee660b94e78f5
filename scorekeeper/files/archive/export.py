"""Exporting a club to a file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import IO

from django.utils import timezone

from scorekeeper.clubs.models import Club
from scorekeeper.files.archive.format import ClubFileHeader, ClubFileWriter
from scorekeeper.files.archive.records import KINDS
from scorekeeper.files.archive.references import Names


def pack(club: Club, out: IO[bytes]) -> Iterator[tuple[int, int]]:
    """Write everything of a club; yield the numbers of lines done and of all lines as it goes.

    Call it within `scorekeeper.files.archive.tables.snapshot`, so that the rows don't change meanwhile.
    """
    kinds = [kind() for kind in KINDS]
    lines = sum(kind.count(club) for kind in kinds)
    header = ClubFileHeader(made_at=timezone.now().isoformat(), club={"uid": club.uid, "name": club.name}, lines=lines)
    writer, names = ClubFileWriter(out), Names.of(club)
    writer.line(asdict(header))
    for kind in kinds:
        for said in kind.pack(club, names):
            writer.line({"kind": kind.slug, **said})
            yield writer.lines - 1, lines
    writer.end()
