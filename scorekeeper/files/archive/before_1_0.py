"""Backups and club files from before 1.0, each in a format of its own, as lines of an archive.

A backup had a section for each model, with the columns named once and a list for each row, and no checks of lines. A
club file had other names for the kinds of its lines, which also held their rows. Their rows have the schema of their
time; `schema_history` brings them up to date like all others. Nothing here changes any more.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any

from scorekeeper.files.archive import schema_history
from scorekeeper.files.archive.format import (
    MALFORMED,
    VERSION,
    ArchiveHeader,
    ArchiveLine,
    LinePart,
    cut_short,
    damaged,
    newer,
)

BACKUP, CLUB = "scorekeeper.backup", "scorekeeper.club"
SCHEMA_OF_FIRST_CLUB_FILES = schema_history.migrations(("api", "0001_tokens"))
"""The schema of club files of version 1: those files don't state it, but all were made from this one."""
MODELS = {
    "club": "clubs.club",
    "player": "clubs.player",
    "tariff": "clubs.tariff",
    "house_rules": "clubs.houserules",
    "season": "clubs.season",
    "evening": "clubs.evening",
    "session": "play.session",
    "merge": "clubs.merge",
    "deed": "clubs.deed",
}
"""The kinds of lines in a club file, with the models of their rows at that time."""


def is_backup(first: bytes) -> bool:
    return f'"format":"{BACKUP}"'.encode() in first


def read_backup(first: bytes, lines: Iterator[bytes]) -> Iterator[ArchiveHeader | ArchiveLine]:
    """Yield the header, then every row up to the seal, which is checked against them."""
    content = _json(1, first)
    try:
        if (content["format"], content["version"]) != (BACKUP, 1):
            raise newer()
        migrations = [(app, name) for app, name in content["migrations"]]
        header = ArchiveHeader(made_at=content["made_at"], migrations=migrations, counts={**content["rows"]})
    except MALFORMED as error:
        raise damaged(0) from error
    yield header
    digest, counted = sha256(first), Counter[str]()
    model, columns, number = "", list[str](), 1
    for number, line in enumerate(lines, 2):
        value = _json(number, line)
        if isinstance(value, list):
            if len(value) != len(columns):
                raise damaged(number - 1)
            counted[model] += 1
            yield ArchiveLine(number, model, dict(zip(columns, value, strict=True)))
        elif isinstance(value, dict) and value.keys() == {"model", "columns"}:
            model, columns = value["model"], value["columns"]
        else:
            sealed = value == {"sha256": digest.hexdigest()} and counted == Counter(header.counts)
            if not sealed or next(lines, None) is not None:
                raise damaged(number - 1)
            return
        digest.update(line)
    raise cut_short(number)


def _json(number: int, line: bytes) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError) as error:
        raise damaged(number - 1) from error


def club_header(content: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the first line as that of an archive, if it is that of a club file from before 1.0."""
    if content.get("format") != CLUB or content.get("version") not in (1, 2):
        return content
    same = {name: value for name, value in content.items() if name != "lines"}
    return {"migrations": SCHEMA_OF_FIRST_CLUB_FILES, **same, "version": VERSION, "counts": {"": content.get("lines")}}


def club_line(number: int, content: Mapping[str, Any]) -> ArchiveLine:
    """Return a line of a club file; raises `ArchiveError` if it is not what was written before 1.0."""
    row = {name: value for name, value in content.items() if name != "kind"}
    try:
        kind = MODELS[content["kind"]]
        for result in row["results"] if content["kind"] == "session" else ():
            result["call_stats"], result["pair_stats"] = result.pop("tallies"), result.pop("company")
    except MALFORMED as error:
        raise LinePart(number, row).wrong_format() from error
    return ArchiveLine(number, kind, row)
