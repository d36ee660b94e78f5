"""Draw one page of a PDF in a separate process: `python -m scorekeeper.reading.photo.pdf_pages NUMBER`.

PDFium parses a whole page before it draws any of it, and neither can be interrupted; a PDF of a few kilobytes can keep
it busy for hours or fill the memory. A process can be ended at any time. `pictures` starts this one for each page and
ends it if it takes too long; the process itself limits its processor time and memory.

The PDF is read from standard input. The answer is a line of JSON, followed by the pixels of the page. This imports
neither Django nor OpenCV, so that it starts in a fraction of a second.
"""

from __future__ import annotations

import json
import sys
from contextlib import suppress

import pypdfium2

DPI = 250  # ten pixels per millimetre, as a photo has
MOST_PAGES = 20
MOST_PIXELS = 12_000_000  # of a drawn page, however large its paper
MOST_PIXELS_SHOWN = 50_000_000  # of all the pictures on a page
MOST_CPU_SECONDS = 5  # a scan takes a tenth of a second
MOST_MEMORY = 1_000_000_000


class PdfRefusedError(Exception):
    """The page isn't drawn; the code is one of those of a `PictureError`."""

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
    except (ArithmeticError, MemoryError, ValueError):  # or an impossible paper size
        answer, pixels = {"code": "large", "reason": "has a page that is too large to draw"}, b""
    sys.stdout.buffer.write(json.dumps(answer).encode() + b"\n" + pixels)


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


def _page(data: bytes, number: int) -> tuple[int, pypdfium2.PdfPage]:
    """Return the number of pages, and one of them."""
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
    width, height = page.get_size()  # in points: 72 to the inch
    scale = min(DPI / 72, (MOST_PIXELS / (width * height)) ** 0.5)
    return page.render(scale, grayscale=True)


if __name__ == "__main__":
    main()
