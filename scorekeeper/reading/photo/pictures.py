"""The pictures in an uploaded file: a photo, a scan, or a PDF of either.

Whatever the file holds, it is decoded in a process of its own with limits on time and memory (`decoding`).
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np

from scorekeeper.reading.photo.geometry import Grey

MOST_BYTES = 25_000_000
MOST_SECONDS = 20  # for a page: more than the processor time that `decoding` allows itself, for busy machines


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
    if data[4:8] == b"ftyp" and data[8:12] in {b"heic", b"heix", b"hevc", b"mif1", b"msf1"}:
        raise PictureError("heic", "Pictures in HEIC, an iPhone's own format, can't be read; send a JPEG.")
    if not (_is_picture(data) or b"%PDF-" in data[:1024]):
        raise PictureError("unknown", f"{name} is neither a picture (JPEG, PNG or WebP) nor a PDF.")
    return _decoded(data, name)


def _is_picture(data: bytes) -> bool:
    return data.startswith((b"\xff\xd8", b"\x89PNG\r\n\x1a\n")) or (data[:4] == b"RIFF" and data[8:12] == b"WEBP")


def _decoded(data: bytes, name: str) -> Iterator[Grey]:
    """Return the pages of a file, each decoded only when it is asked for."""
    number, pages = 0, 1
    while number < pages:
        answer, pixels = _page(data, number, name)
        if code := answer.get("code"):
            raise PictureError(code, f"{name} {answer['reason']}.")
        pages, number = answer["pages"], number + 1
        yield np.frombuffer(pixels, dtype=np.uint8).reshape(answer["height"], answer["width"]).copy()


def _page(data: bytes, number: int, name: str) -> tuple[dict[str, Any], bytes]:
    """Return the answer of `decoding`, a process that is ended if it takes too long, and the pixels of the page."""
    command = [sys.executable, "-P", "-m", "scorekeeper.reading.photo.decoding", str(number)]
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
    return PictureError("large", f"{name} takes too much time or memory to open.")
