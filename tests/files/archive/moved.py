"""A club that is moved, for the tests of exporting and importing."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Callable
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

from django.apps import apps
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction

from scorekeeper.clubs.models import Club
from scorekeeper.files.archive.club_files import jobs
from scorekeeper.files.archive.club_files.export import export
from scorekeeper.files.archive.club_files.import_ import ClubImport
from scorekeeper.files.archive.club_files.jobs import Job
from scorekeeper.files.archive.format import ArchiveError, ArchiveHeader, exhaust
from scorekeeper.files.archive.records.report import ImportReport
from scorekeeper.files.archive.tables import models
from scorekeeper.files.archive.writer import write
from scorekeeper.play.ledger import ledgers
from tests.rollbacks import thrown_away

MADE_BY_MIGRATE = {"contenttypes.ContentType", "auth.Permission"}


def packed(club: Club) -> bytes:
    """Return the lines of a club's file, unzipped."""
    out = BytesIO()
    exhaust(export(club, out))
    return out.getvalue()


@cache
def file_of(make: Callable[[], Club]) -> bytes:
    """Return the file of a club that is made once and is then gone again: to make one takes longer than a test."""
    with thrown_away():
        return packed(make())


def unpacked(path: Path, **how: Any) -> ImportReport:
    """Return the result of reading a file in."""
    club_import = ClubImport(path, **{"writes": True, **how})
    exhaust(club_import.steps())
    return club_import.report


def emptied() -> None:
    """Act as another installation, which has nothing of this one."""
    with transaction.atomic():
        for model in models():
            if model._meta.label not in MADE_BY_MIGRATE:
                model._base_manager.all()._raw_delete("default")
    ledgers.forget()


def moved(club: Club, path: Path) -> Club:
    """Export a club, empty the database, import the club and return it."""
    path.write_bytes(packed(club))
    emptied()
    unpacked(path)
    return Club.objects.get()


def previewed_import(club: Club, user: User) -> Job:
    """Upload the club's file to the panel and return the preview."""
    job = jobs.store_upload(SimpleUploadedFile("file.club", packed(club)), user, club)
    job.run()
    return job


def lines_of(file: bytes) -> list[dict[str, Any]]:
    """Return a file's header without its time, and its rows with their kinds, for comparison."""
    unzipped = gzip.decompress(file) if file.startswith(b"\x1f\x8b") else file
    header, *lines, _end = [json.loads(line) for line in unzipped.splitlines()]
    del header["made_at"], header["check"]
    return [header, *[{"kind": line["kind"], **line["row"]} for line in lines]]


def resealed(lines: list[dict[str, Any]], path: Path) -> Path:
    """Return a file of these lines with counts, checks and an end that fit."""
    header, *rows = lines
    counts = dict(Counter(row["kind"] for row in rows))
    out = BytesIO()
    archive_header = ArchiveHeader(**{"made_at": "2026-11-22T08:00:00+00:00", **header, "counts": counts})
    exhaust(
        write(out, archive_header, [(row["kind"], {name: row[name] for name in row if name != "kind"}) for row in rows])
    )
    path.write_bytes(out.getvalue())
    return path


def imported_or_refused(lines: list[dict[str, Any]], path: Path) -> None:
    """Check that a file of these lines is imported, or refused at a line without writing anything."""
    message = ""
    with thrown_away():
        try:
            unpacked(resealed(lines, path))
        except UnicodeEncodeError:
            return  # half a character, which no writer writes
        except ArchiveError as error:
            message = str(error)
        assert Club.objects.exists() is not message.startswith("Line ")


def counts() -> dict[str, int]:
    """Return the number of rows in every table."""
    return {model._meta.label: model._base_manager.count() for model in apps.get_models()}
