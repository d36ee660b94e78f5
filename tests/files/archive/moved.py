"""A club that is moved: what the tests of moving house share."""

from __future__ import annotations

import gzip
import json
from io import BytesIO
from pathlib import Path
from typing import Any

from django.apps import apps
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction

from scorekeeper.clubs.models import Club
from scorekeeper.files.archive import jobs
from scorekeeper.files.archive.export import pack
from scorekeeper.files.archive.format import ClubFileWriter
from scorekeeper.files.archive.import_ import Unpacking
from scorekeeper.files.archive.jobs import Job
from scorekeeper.files.archive.report import ImportReport
from scorekeeper.play.ledger import ledgers

MADE_BY_MIGRATE = {"contenttypes.ContentType", "auth.Permission"}


def packed(club: Club) -> bytes:
    """The lines of a club's file, not gzip'd."""
    out = BytesIO()
    for _step in pack(club, out):
        pass
    return out.getvalue()


def unpacked(path: Path, **how: Any) -> ImportReport:
    """What reading a file in came to."""
    unpacking = Unpacking(path, **{"writes": True, **how})
    for _step in unpacking.steps():
        pass
    return unpacking.report


def emptied() -> None:
    """Another installation: nothing of this one is there."""
    with transaction.atomic():
        for model in apps.get_models():
            if model._meta.label not in MADE_BY_MIGRATE:
                model._base_manager.all()._raw_delete("default")
    ledgers.forget()


def moved(club: Club, path: Path) -> Club:
    """The same club in another installation."""
    path.write_bytes(packed(club))
    emptied()
    unpacked(path)
    return Club.objects.get()


def looked_through(club: Club, user: User) -> Job:
    """The club's file, sent to the panel, and what would come of it."""
    job = jobs.take(SimpleUploadedFile("file.club", packed(club)), user, club)
    job.run()
    return job


def lines_of(file: bytes) -> list[dict[str, Any]]:
    """What the lines say, the header's time and every check apart: what two files must have in common."""
    whole = gzip.decompress(file) if file.startswith(b"\x1f\x8b") else file
    header, *lines, _end = [json.loads(line) for line in whole.splitlines()]
    return [
        {name: said for name, said in line.items() if name not in ("made_at", "check")} for line in (header, *lines)
    ]


def resealed(lines: list[dict[str, Any]], path: Path) -> Path:
    """A file of these lines with checks and an end that fit."""
    lines = [{"made_at": "2026-11-22T08:00:00+00:00", **lines[0]}, *lines[1:]]
    out = BytesIO()
    writer = ClubFileWriter(out)
    for line in lines:
        writer.line(line)
    writer.end()
    path.write_bytes(out.getvalue())
    return path


def counts() -> dict[str, int]:
    """How many rows every table has."""
    return {model._meta.label: model._base_manager.count() for model in apps.get_models()}
