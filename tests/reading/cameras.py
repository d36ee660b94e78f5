"""A browser's photos of a sheet, for the tests of pages: what is seen in them is given by the test."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from scorekeeper.reading.services import NewPage
from scorekeeper.reading.sheet.sheets import SeenPage

PICTURE = b"a picture"


@dataclass(frozen=True, kw_only=True)
class Photo(SeenPage):
    """A page as it is read from a photo."""

    def jpeg(self) -> bytes:
        return PICTURE


class Camera:
    """Stands in for reading pictures: the content of a file is the name of what is seen in it."""

    def __init__(self) -> None:
        self.seen: dict[bytes, Sequence[NewPage] | Exception] = {}

    def pages_in(self, data: bytes, name: str, _read: Any, *, before: Any, skipped: Any) -> Iterator[Photo]:
        seen = self.seen[data]
        if isinstance(seen, Exception):
            raise seen
        for page in seen:
            before()
            yield Photo(
                code=page.seen.code, first_row=page.seen.first_row, rows=page.seen.rows, carried=page.seen.carried
            )

    def file(self, name: str, seen: Sequence[NewPage] | Exception) -> SimpleUploadedFile:
        self.seen[name.encode()] = seen
        return SimpleUploadedFile(f"{name}.jpg", name.encode(), content_type="image/jpeg")


def send(client: Client, *files: SimpleUploadedFile, here: str = "/sheet/") -> Any:
    return client.post(here, {"photos": list(files)})
