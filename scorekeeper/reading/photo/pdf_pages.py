"""Draws one page of a PDF, as a program of its own: `python -m scorekeeper.reading.photo.pdf_pages NUMBER`.

PDFium parses a whole page before it draws any of it, and can't be stopped at either; a PDF of a few kilobytes can keep
it busy for hours or fill the memory. A process can be stopped at any time. `pictures` starts this one for each page
and ends it when it takes too long; what it uses of the processor and the memory, it limits itself.

The PDF comes through the standard input. The answer is a line of JSON, and the pixels of the page after it. This
imports neither Django nor OpenCV, so that it starts in a fraction of a second.
"""

from __future__ import annotations

import json
import sys
from contextlib import suppress

import pypdfium2

DPI = 250  # ten pixels per millimetre, as a photo has
MOST_PAGES = 20
MOST_PIXELS = 12_000_000  # of a page that is drawn, however large its paper is
MOST_PIXELS_SHOWN = 50_000_000  # of all the pictures on a page
MOST_CPU_SECONDS = 5  # a scan takes a tenth of a second
MOST_MEMORY = 1_000_000_000


class PdfRefusedError(Exception):
    """The page isn't drawn; its code is one of a `PictureError`."""

    def __init__(self, code: str, reason: str) -> None:
        self.code, self.reason = code, reason
        super().__init__(reason)


def main() -> None:
    """Draw the page that the argument asks for."""
    data = sys.stdin.buffer.read()
    _limit()
    answer: dict[str, object]
    try:
        pages, page = _page(data, int(sys.argv[1]))
        bitmap = _drawn(page)
        answer = {"pages": pages, "height": bitmap.height, "width": bitmap.width}
        pixels = bytes(bitmap.buffer)
    except PdfRefusedError as error:
        answer, pixels = {"code": error.code, "reason": error.reason}, b""
    except pypdfium2.PdfiumError:
        answer, pixels = {"code": "broken", "reason": "is damaged or incomplete"}, b""
    except (ArithmeticError, MemoryError, ValueError):  # paper of a size that no paper has, too
        answer, pixels = {"code": "large", "reason": "has a page that is too large to draw"}, b""
    sys.stdout.buffer.write(json.dumps(answer).encode() + b"\n" + pixels)


def _limit() -> None:
    """Let the system end this process when it takes too much, even if nobody waits for it any more."""
    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415 - Windows has none

    for kind, most in (
        (resource.RLIMIT_CPU, MOST_CPU_SECONDS),
        (resource.RLIMIT_AS, MOST_MEMORY),
        (resource.RLIMIT_CORE, 0),  # what is left of it is of no use
    ):
        with suppress(OSError, ValueError):  # macOS doesn't limit memory; and a limit may be narrower already
            resource.setrlimit(kind, (most, most))


def _page(data: bytes, number: int) -> tuple[int, pypdfium2.PdfPage]:
    """Return how many pages there are, and one of them."""
    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        if error.err_code == pypdfium2.raw.FPDF_ERR_PASSWORD:
            raise PdfRefusedError("locked", "is protected by a password") from None
        raise
    if len(document) > MOST_PAGES:
        raise PdfRefusedError("pages", f"has {len(document)} pages: more than {MOST_PAGES}")
    return len(document), document[number]


def _drawn(page: pypdfium2.PdfPage) -> pypdfium2.PdfBitmap:
    pictures = [picture.get_px_size() for picture in page.get_objects([pypdfium2.raw.FPDF_PAGEOBJ_IMAGE])]
    if sum(width * height for width, height in pictures) > MOST_PIXELS_SHOWN:
        raise PdfRefusedError("large", f"has more than {MOST_PIXELS_SHOWN // 1_000_000} million pixels on a page")
    width, height = page.get_size()  # in points, of which an inch has 72
    scale = min(DPI / 72, (MOST_PIXELS / (width * height)) ** 0.5)
    return page.render(scale, grayscale=True)


if __name__ == "__main__":
    main()
