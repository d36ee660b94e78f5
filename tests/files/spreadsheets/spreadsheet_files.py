"""Helpers that write and read spreadsheet files without the code under test."""

from __future__ import annotations

import csv
import io
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from openpyxl import Workbook, load_workbook

from scorekeeper.clubs.models import Club

FILES = "/admin/spreadsheets/download/"
MEMBERS = "/admin/spreadsheets/import/"

Record = tuple[str, str, bool, bool]
"""Name, nickname, guest, retired."""


def fetched(client: Client, file: str, **params: Any) -> bytes:
    response: Any = client.get(FILES, {"file": file, **params})
    assert response.status_code == 200, response.content
    return b"".join(response.streaming_content)


def csv_rows(data: bytes, delimiter: str = ",") -> list[list[str]]:
    text = io.StringIO(data.decode("utf-8-sig"), newline="")
    return list(csv.reader(text, delimiter=delimiter, strict=True))


def xlsx_cells(data: bytes) -> list[list[Any]]:
    """Return the cells of a workbook, each with its type."""
    page: Any = load_workbook(io.BytesIO(data)).worksheets[0]
    return [list(row) for row in page.iter_rows()]


def xlsx_rows(data: bytes) -> list[list[Any]]:
    return [[cell.value for cell in row] for row in xlsx_cells(data)]


def workbook(rows: list[list[Any]]) -> bytes:
    book = Workbook()
    page: Any = book.active
    for row in rows:
        page.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def sent(client: Client, data: bytes | str, **more: Any) -> Any:
    """Return the answer to a file that an organiser chose."""
    content = data.encode() if isinstance(data, str) else data
    return client.post(MEMBERS, {"file": SimpleUploadedFile("members.txt", content), **more})


def confirmed(client: Client, preview: Any, **more: Any) -> Any:
    """Return the answer to confirming the preview."""
    return client.post(MEMBERS, {**hidden(preview), **more})


def hidden(preview: Any) -> dict[str, Any]:
    context = preview.context
    return {"club": context["club"].pk, "seen": context["plan"].digest, "sealed": context["sealed"]}


def preview_rows(preview: Any) -> dict[int, tuple[str, str]]:
    """Return what is said of each row: its kind, and the words."""
    return {line.row: (str(group.kind), line.details) for group in preview.context["groups"] for line in group.lines}


def records(club: Club) -> list[Record]:
    members = club.players.filter(merged_into=None).order_by("name", "nickname", "guest", "pk")
    return [(member.name, member.nickname, member.guest, member.retired_at is not None) for member in members]
