"""Decode one page of an uploaded file in a separate process: `python -m scorekeeper.reading.photo.decoding NUMBER`.

A file of a few kilobytes can keep a decoder busy for minutes or fill the memory: a picture that claims to be huge, one
that is refined a thousand times, a drawing in a PDF that draws itself. Decoders can't be interrupted, but a process can
be ended at any time. `pictures` starts this one for each page and ends it if it takes too long; the process itself
limits its processor time and memory.

The file is read from standard input. The answer is a line of JSON, followed by the pixels of the page. This imports no
Django, and only the library that it needs, so that it starts in a fraction of a second.
"""

from __future__ import annotations

import json
import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pypdfium2

    from scorekeeper.reading.photo.geometry import Grey

DPI = 250  # ten pixels per millimetre, as a photo has
MOST_PAGES = 20
MOST_PIXELS = 50_000_000  # of a picture, and of all the pictures on a page of a PDF
MOST_PIXELS_DRAWN = 12_000_000  # of a page of a PDF, however large its paper
MOST_CPU_SECONDS = 5  # a scan or a phone's photo takes a tenth of that
MOST_MEMORY = 2_000_000_000


class RefusedError(Exception):
    """The page isn't decoded; the code is one of those of a `PictureError`."""

    def __init__(self, code: str, reason: str) -> None:
        self.code, self.reason = code, reason
        super().__init__(reason)


def main() -> None:
    """Decode the page that the argument asks for."""
    data = sys.stdin.buffer.read()
    _limit()
    answer: dict[str, object]
    try:
        pages, height, width, pixels = page(data, int(sys.argv[1]))
        answer = {"pages": pages, "height": height, "width": width}
    except RefusedError as error:
        answer, pixels = {"code": error.code, "reason": error.reason}, b""
    sys.stdout.buffer.write(json.dumps(answer).encode() + b"\n" + pixels)


def page(data: bytes, number: int) -> tuple[int, int, int, bytes]:
    """Return the number of pages of a file, and the height, width and grey pixels of one of them."""
    if b"%PDF-" in data[:1024]:
        return _pdf_page(data, number)
    image = picture(data)
    return 1, *image.shape, image.tobytes()


def picture(data: bytes) -> Grey:
    """Return a photo in grey, turned upright as its EXIF says."""
    os.environ["OPENCV_IO_MAX_IMAGE_PIXELS"] = str(MOST_PIXELS)  # OpenCV reads it when it is imported
    import cv2  # noqa: PLC0415
    import numpy as np  # noqa: PLC0415

    try:
        image = cv2.imdecode(np.frombuffer(data, dtype=np.uint8), cv2.IMREAD_GRAYSCALE)  # None if the file is cut off
    except cv2.error as error:
        if "CV_IO_MAX_IMAGE_PIXELS" in str(error):
            raise RefusedError("large", f"has more than {MOST_PIXELS // 1_000_000} million pixels") from None
        image = None
    except MemoryError:
        raise RefusedError("large", "takes too much memory") from None
    if image is None:
        raise RefusedError("broken", "is damaged or incomplete")
    return image.astype(np.uint8, copy=False)


def _limit() -> None:
    """Let the system end this process when it uses too much, even if nobody is waiting for it any more."""
    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415 - Windows has none

    for kind, most in (
        (resource.RLIMIT_CPU, MOST_CPU_SECONDS),
        (resource.RLIMIT_AS, MOST_MEMORY),
        (resource.RLIMIT_CORE, 0),  # nobody needs its core dump
    ):
        with suppress(OSError, ValueError):  # macOS doesn't limit memory; and a limit may be narrower already
            resource.setrlimit(kind, (most, most))


def _pdf_page(data: bytes, number: int) -> tuple[int, int, int, bytes]:
    import pypdfium2  # noqa: PLC0415

    try:
        document = pypdfium2.PdfDocument(data)
        if len(document) > MOST_PAGES:
            raise RefusedError("pages", f"has {len(document)} pages: more than {MOST_PAGES}")
        bitmap = _drawn(document[number])
        return len(document), bitmap.height, bitmap.width, bytes(bitmap.buffer)
    except pypdfium2.PdfiumError as error:
        if error.err_code == pypdfium2.raw.FPDF_ERR_PASSWORD:
            raise RefusedError("locked", "is protected by a password") from None
        raise RefusedError("broken", "is damaged or incomplete") from None
    except (ArithmeticError, MemoryError, ValueError):  # or an impossible paper size
        raise RefusedError("large", "has a page that is too large to draw") from None


def _drawn(page: pypdfium2.PdfPage) -> pypdfium2.PdfBitmap:
    import pypdfium2  # noqa: PLC0415

    pictures = [shown.get_px_size() for shown in page.get_objects([pypdfium2.raw.FPDF_PAGEOBJ_IMAGE])]
    if sum(width * height for width, height in pictures) > MOST_PIXELS:
        raise RefusedError("large", f"has more than {MOST_PIXELS // 1_000_000} million pixels on a page")
    width, height = page.get_size()  # in points: 72 to the inch
    scale = min(DPI / 72, (MOST_PIXELS_DRAWN / (width * height)) ** 0.5)
    return page.render(scale, grayscale=True)


if __name__ == "__main__":
    main()
