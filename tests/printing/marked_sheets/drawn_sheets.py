"""Pictures of printed sheets, and the code that is on them."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
import pypdfium2

from games.game import Game
from games.scoring.types import Table
from scorekeeper.printing import typesetting
from scorekeeper.printing.marked_sheets.code import SheetCode
from scorekeeper.printing.marked_sheets.layout import Box
from scorekeeper.printing.score_sheets import PrintedSheet
from scorekeeper.printing.typesetting import Order, Sheet

Image = npt.NDArray[np.uint8]
PER_MM = 10


def sheet_of(game: Game, table: Table, **more: Any) -> PrintedSheet:
    """Return a sheet of a server that the camera finds by its QR code."""
    heading: dict[str, Any] = {"subtitle": "Federation", "facts": (("Date", ""),), "base": "https://cards.example"}
    return PrintedSheet(game=game, table=table, names=table.players, **heading, **more)


def drawn(sheet: Sheet, language: str = "en") -> list[Image]:
    """Return grey pictures of the pages, with ten pixels for each millimetre."""
    return drawn_pdf(typesetting.pdf(Order(title="Sheet", language=language, sheets=[sheet])))


def drawn_pdf(pdf: bytes) -> list[Image]:
    document = pypdfium2.PdfDocument(pdf)
    try:
        return [picture_of(document, number) for number in range(len(document))]
    finally:
        document.close()


def picture_of(document: pypdfium2.PdfDocument, number: int) -> Image:
    page = document[number]
    bitmap = page.render(scale=PER_MM * 25.4 / 72, grayscale=True)
    try:
        return np.array(bitmap.to_numpy(), dtype=np.uint8).reshape(bitmap.height, bitmap.width)
    finally:
        bitmap.close()
        page.close()


def part(picture: Image, box: Box, around: float = 0) -> Image:
    """Return the part of a picture that shows a box, with this many millimetres around it."""
    ends = (box.y - around, box.y + box.height + around, box.x - around, box.x + box.width + around)
    top, bottom, left, right = (round(end * PER_MM) for end in ends)
    return picture[top:bottom, left:right]


def darkest(picture: Image, box: Box) -> int:
    """Return the darkest pixel inside a box, from black (0) to white (255)."""
    return int(part(picture, box, around=-0.5).min())


LIGHTEST_INK, DARKEST_HINT = 120, 175


def code_on(picture: Image) -> SheetCode:
    """Return the code of a page. OpenCV's `QRCodeDetector` misses one code in twenty, wherever it is printed."""
    corner = picture[4 * PER_MM : 32 * PER_MM, -43 * PER_MM : -16 * PER_MM]
    text, _corners, _straight = cv2.QRCodeDetectorAruco().detectAndDecode(corner)
    return SheetCode.parse(text)
