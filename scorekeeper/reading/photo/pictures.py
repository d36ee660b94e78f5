"""The pictures in an uploaded file: a photo, a scan, or a PDF of either.

A file is checked before it is opened: its size, and the width and height in its header. So a small file that claims to
be a huge picture costs nothing.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import cv2
import numpy as np

from scorekeeper.reading.photo.geometry import Grey

MOST_BYTES = 25_000_000
MOST_PIXELS = 50_000_000
MOST_SECONDS = 10  # for a page of a PDF: more than the processor time that `pdf_pages` allows itself, for busy machines


class PictureError(Exception):
    """A file that can't be read as pictures; `code` says why, for a sentence that says what to do.

    The codes: `empty`, `heavy` (too many bytes), `large` (too many pixels, or too much on a page of a PDF), `heic` (an
    iPhone's own format), `unknown` (neither a picture nor a PDF), `broken`, `locked` (a PDF with a password), and
    `pages` (too many in a PDF).
    """

    def __init__(self, code: str, message: str) -> None:
        self.code = code
        super().__init__(message)


def pages_of(data: bytes, name: str) -> Iterator[Grey]:
    """Return the pictures of a file, grey and upright: one of a photo, one for each page of a PDF.

    Its kind is recognised by its first bytes; `name` is for the message of a `PictureError`.
    """
    if not data:
        raise PictureError("empty", f"{name} is empty.")
    if len(data) > MOST_BYTES:
        raise PictureError("heavy", f"{name} has more than {MOST_BYTES // 1_000_000} MB.")
    if b"%PDF-" in data[:1024]:
        return _pdf(data, name)
    return iter([_picture(data, name)])


def _picture(data: bytes, name: str) -> Grey:
    size_in = next((size for starts, size in HEADERS if starts(data)), None)
    if size_in is None:
        raise PictureError("unknown", f"{name} is neither a picture (JPEG, PNG or WebP) nor a PDF.")
    try:
        width, height = size_in(data)
    except (IndexError, ValueError):  # the file ends within its header
        raise _broken(name) from None
    if not width or not height:
        raise _broken(name)
    if width * height > MOST_PIXELS:
        raise _large(name)
    try:
        image = cv2.imdecode(np.frombuffer(data, dtype=np.uint8), cv2.IMREAD_GRAYSCALE)  # rotated as its EXIF says
    except cv2.error:
        image = None
    if image is None:
        raise _broken(name)
    return image.astype(np.uint8, copy=False)


def _large(name: str) -> PictureError:
    return PictureError("large", f"{name} has more than {MOST_PIXELS // 1_000_000} million pixels.")


def _broken(name: str) -> PictureError:
    return PictureError("broken", f"{name} is damaged or incomplete.")


# Width and height from the header. Each raises ValueError or IndexError for a truncated file, since decoders silently
# fill the rest of the picture with grey.


def _jpeg_size(data: bytes) -> tuple[int, int]:
    at, size = 2, (0, 0)
    while True:
        if data[at] != 0xFF:
            raise ValueError("no marker")
        kind = data[at + 1]
        if kind == 0xFF:  # padding
            at += 1
            continue
        length = int.from_bytes(data[at + 2 : at + 4])
        if 0xC0 <= kind <= 0xCF and kind not in {0xC4, 0xC8, 0xCC}:  # start of frame
            size = int.from_bytes(data[at + 7 : at + 9]), int.from_bytes(data[at + 5 : at + 7])
        at += 2 + max(length, 2)
        if kind == 0xDA:  # start of scan: the picture itself, in which a byte FF is always followed by 00
            data.index(b"\xff\xd9", at)
            return size


def _png_size(data: bytes) -> tuple[int, int]:
    data.index(b"IEND", 24)
    return int.from_bytes(data[16:20]), int.from_bytes(data[20:24])


def _webp_size(data: bytes) -> tuple[int, int]:
    if len(data) < max(int.from_bytes(data[4:8], "little") + 8, 30):
        raise ValueError("cut off")
    kind = data[12:16]
    if kind == b"VP8 ":
        return int.from_bytes(data[26:28], "little") & 0x3FFF, int.from_bytes(data[28:30], "little") & 0x3FFF
    if kind == b"VP8L":
        bits = int.from_bytes(data[21:25], "little")
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    return int.from_bytes(data[24:27], "little") + 1, int.from_bytes(data[27:30], "little") + 1


def _heic_size(data: bytes) -> tuple[int, int]:
    raise PictureError("heic", "Pictures in HEIC, an iPhone's own format, can't be read; send a JPEG.")


HEADERS: tuple[tuple[Callable[[bytes], bool], Callable[[bytes], tuple[int, int]]], ...] = (
    (lambda data: data.startswith(b"\xff\xd8"), _jpeg_size),
    (lambda data: data.startswith(b"\x89PNG\r\n\x1a\n"), _png_size),
    (lambda data: data[:4] == b"RIFF" and data[8:12] == b"WEBP", _webp_size),
    (lambda data: data[4:8] == b"ftyp" and data[8:12] in {b"heic", b"heix", b"hevc", b"mif1", b"msf1"}, _heic_size),
)


def _pdf(data: bytes, name: str) -> Iterator[Grey]:
    """Return the pages of a PDF, each drawn only when it is asked for."""
    number, pages = 0, 1
    while number < pages:
        answer, pixels = _drawn(data, number, name)
        if code := answer.get("code"):
            raise PictureError(code, f"{name} {answer['reason']}.")
        pages, number = answer["pages"], number + 1
        yield np.frombuffer(pixels, dtype=np.uint8).reshape(answer["height"], answer["width"]).copy()


def _drawn(data: bytes, number: int, name: str) -> tuple[dict[str, Any], bytes]:
    """Return the answer of `pdf_pages`, a process that is ended if it takes too long, and the pixels of the page."""
    command = [sys.executable, "-P", "-m", "scorekeeper.reading.photo.pdf_pages", str(number)]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}  # the single file adds to it
    try:
        done = subprocess.run(  # noqa: S603 - our own program
            command, input=data, stdout=subprocess.PIPE, env=environment, timeout=MOST_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        raise _too_much(name) from None
    if done.returncode == 1:  # a traceback: a bug of ours, not a fault of the file
        done.check_returncode()
    if done.returncode:  # ended by a limit, or by a fault of the file
        raise _too_much(name)
    line, _end, pixels = done.stdout.partition(b"\n")
    return json.loads(line), pixels


def _too_much(name: str) -> PictureError:
    return PictureError("large", f"{name} has a page that takes too much time or memory to draw.")
