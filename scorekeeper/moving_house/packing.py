"""A club into a file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import IO

from django.utils import timezone

from scorekeeper.clubs.models import Club
from scorekeeper.moving_house.kinds import KINDS
from scorekeeper.moving_house.lines import Header, Writer
from scorekeeper.moving_house.names import Names


def pack(club: Club, out: IO[bytes]) -> Iterator[tuple[int, int]]:
    """Writes everything of the club; gives how many lines of how many are done, each time there are some more.

    The database should not move meanwhile: see `scorekeeper.upkeep.tables.snapshot`.
    """
    kinds = [kind() for kind in KINDS]
    lines = sum(kind.count(club) for kind in kinds)
    header = Header(made_at=timezone.now().isoformat(), club={"uid": club.uid, "name": club.name}, lines=lines)
    writer, names = Writer(out), Names.of(club)
    writer.line(asdict(header))
    for kind in kinds:
        for said in kind.pack(club, names):
            writer.line({"kind": kind.slug, **said})
            yield writer.lines - 1, lines
    writer.end()
