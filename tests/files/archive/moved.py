"""A club that is moved, for the tests of exporting and importing."""

from __future__ import annotations

import gzip
import json
from collections.abc import Sequence
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any

from django.apps import apps
from django.db import transaction

from scorekeeper.clubs.models import Club
from scorekeeper.files.archive.club_files import ImportedClub, export, import_club
from scorekeeper.files.archive.tables import models
from scorekeeper.play.ledger import forget_ledgers

MADE_BY_MIGRATE = {"contenttypes.ContentType", "auth.Permission"}


def packed(club: Club) -> bytes:
    """Return a club's file."""
    out = BytesIO()
    export(club, out)
    return out.getvalue()


def unpacked(path: Path) -> ImportedClub:
    return import_club(path, by="marion")


def emptied() -> None:
    """Act as another installation, which has nothing of this one."""
    with transaction.atomic():
        for model in models():
            if model._meta.label not in MADE_BY_MIGRATE:
                model._base_manager.all()._raw_delete("default")
    forget_ledgers()


def moved(club: Club, path: Path) -> Club:
    """Export a club, empty the database, import the club and return it."""
    path.write_bytes(packed(club))
    emptied()
    return unpacked(path).club


def lines_of(file: bytes) -> list[dict[str, Any]]:
    """Return the header of a file and its rows, each as written."""
    lines = [json.loads(line) for line in gzip.decompress(file).splitlines()]
    assert lines.pop()["kind"] == "end"
    return lines


def sealed(lines: Sequence[dict[str, Any]], path: Path) -> Path:
    """Write a file of these lines, with an end that fits them."""
    content = b"".join(json.dumps(line).encode() + b"\n" for line in lines)
    end = {"kind": "end", "lines": len(lines), "sha256": sha256(content).hexdigest()}
    path.write_bytes(gzip.compress(content + json.dumps(end).encode() + b"\n"))
    return path


def counts() -> dict[str, int]:
    """Return the number of rows in every table."""
    return {model._meta.label: model._base_manager.count() for model in apps.get_models()}
