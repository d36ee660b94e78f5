"""A browser's photos of a sheet, for the tests of pages: the test says what is seen in them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from scorekeeper.reading.kept_pages import NewPage
from scorekeeper.reading.sheet.seen_sheet import SeenPage
from tests.play.tables import Scorer

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


def page_of(scorer: Scorer) -> str:
    return reverse("session_sheet", args=[scorer.session.public_id])


def error_in(response: Any) -> list[str]:
    """Return the sentences at the field."""
    assert response.status_code == 422
    found = re.search(r'id="id_photos_error">(.*?)</div>', response.content.decode(), re.DOTALL)
    assert found
    return [
        " ".join(re.sub("<[^>]+>", "", paragraph).split())
        for paragraph in re.findall(r"<p.*?</p>", found[1], re.DOTALL)
    ]
