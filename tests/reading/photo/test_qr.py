"""The QR code of a sheet is read, whatever its content."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
import segno

from scorekeeper.printing.marked_sheets.layout import QR
from scorekeeper.reading.photo import qr
from scorekeeper.reading.photo.geometry import Grey

AROUND = 3.0  # millimetres


def view(text: str) -> Grey:
    """Return a picture of a code as it is printed, with a white border."""
    black = np.array([list(line) for line in segno.make(text, error="m", micro=False).matrix], dtype=np.uint8)
    side = round(QR * qr.PIXELS_PER_MM)
    code = cv2.resize(
        255 - 255 * np.kron(black, np.ones((12, 12), np.uint8)), (side, side), interpolation=cv2.INTER_AREA
    )
    return np.pad(code, round(AROUND * qr.PIXELS_PER_MM), constant_values=255)


@pytest.mark.parametrize(
    "text",
    [
        "1.q0YxVQfV8TqIcHAEOUdHyamoNA8k7pyRk394pVIsspGoQWiEGfpgVxjXAgA",
        # OpenCV's reader doesn't find these two in a clean picture, although they are as good as any.
        "1.q0bXhexeHUQ4OIKco6PkVFSalw-knTNy8g-vBDJcEssyU4C0a1miUizcWAMdtAA1wYwLiJtqAQ",
        "1.Q3eBDtyNKanJmbmJOUAReGA4gtyko-RUVJqXD6SdM3LyD68EMlwSyzJTlGIRpuqghacxZlSgua0WAA",
    ],
)
def test_a_code_is_read_whatever_its_content(text):
    read, corners = next(qr.read_qr(view(text), AROUND, blur=0.05))
    assert read == text
    first, last = AROUND * qr.PIXELS_PER_MM - 0.5, (AROUND + QR) * qr.PIXELS_PER_MM - 0.5
    assert np.abs(corners - [(first, first), (last, first), (last, last), (first, last)]).max() < 2
