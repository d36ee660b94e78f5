"""A file becomes pictures, or is refused with the reason before it costs much time or memory."""

from __future__ import annotations

import io
import struct
import subprocess
import sys
import zlib

import cv2
import numpy as np
import pypdf
import pytest

from scorekeeper.reading.photo import pictures
from scorekeeper.reading.photo.decoding import MOST_PAGES, MOST_PIXELS_DRAWN
from scorekeeper.reading.photo.pictures import MOST_BYTES, PictureError, pages_of

WIDTH, HEIGHT = 60, 40
FORMATS = [".jpg", ".png", ".webp"]


def encoded(ending: str, *, width: int = WIDTH, height: int = HEIGHT) -> bytes:
    """Return a picture that is black on its left half."""
    image = np.full((height, width), 255, dtype=np.uint8)
    image[:, : width // 2] = 0
    return cv2.imencode(ending, image)[1].tobytes()


def pdf(pages: int = 1, *, points: tuple[float, float] = (595, 842), password: str = "") -> bytes:
    writer = pypdf.PdfWriter()
    for _ in range(pages):
        writer.add_blank_page(*points)
    if password:
        writer.encrypt(password)
    file = io.BytesIO()
    writer.write(file)
    return file.getvalue()


def pdf_with_lines(number: int) -> bytes:
    """Return a PDF whose only page has this many curves on top of each other, in a few kilobytes."""
    writer = pypdf.PdfWriter()
    page = writer.add_blank_page(595, 842)
    drawing = pypdf.generic.StreamObject()
    drawing.set_data(b"0 0 m 500 700 l 300 20 500 100 700 900 c S\n" * number)
    page[pypdf.generic.NameObject("/Contents")] = writer._add_object(drawing.flate_encode(9))
    file = io.BytesIO()
    writer.write(file)
    return file.getvalue()


def nested_pdf(levels: int = 7) -> bytes:
    """Return a PDF whose only page draws a form ten times, which draws another one ten times, and so on."""
    writer = pypdf.PdfWriter()
    name = pypdf.generic.NameObject
    page = writer.add_blank_page(595, 842)
    drawn, resources = b"0 0 m 500 500 l S\n", pypdf.generic.DictionaryObject()
    for _ in range(levels):
        form = pypdf.generic.StreamObject()
        form.set_data(drawn)
        form.update(
            {
                name("/Type"): name("/XObject"),
                name("/Subtype"): name("/Form"),
                name("/BBox"): pypdf.generic.RectangleObject((0, 0, 595, 842)),
                name("/Resources"): resources,
            }
        )
        forms = pypdf.generic.DictionaryObject({name("/X"): writer._add_object(form)})
        drawn, resources = b"/X Do\n" * 10, pypdf.generic.DictionaryObject({name("/XObject"): forms})
    drawing = pypdf.generic.StreamObject()
    drawing.set_data(drawn)
    page[name("/Resources")] = resources
    page[name("/Contents")] = writer._add_object(drawing)
    file = io.BytesIO()
    writer.write(file)
    return file.getvalue()


def pdf_with_picture(width: int, height: int) -> bytes:
    """Return a PDF whose only page shows a picture of this size, which compresses to almost nothing."""
    writer = pypdf.PdfWriter()
    page = writer.add_blank_page(595, 842)
    name = pypdf.generic.NameObject
    number = pypdf.generic.NumberObject
    picture = pypdf.generic.StreamObject()
    picture.set_data(bytes(16))
    picture.update(
        {
            name("/Type"): name("/XObject"),
            name("/Subtype"): name("/Image"),
            name("/Width"): number(width),
            name("/Height"): number(height),
            name("/ColorSpace"): name("/DeviceGray"),
            name("/BitsPerComponent"): number(8),
        }
    )
    drawing = pypdf.generic.StreamObject()
    drawing.set_data(b"q 500 0 0 500 0 0 cm /I Do Q")
    pictures = pypdf.generic.DictionaryObject({name("/I"): writer._add_object(picture)})
    page[name("/Resources")] = pypdf.generic.DictionaryObject({name("/XObject"): pictures})
    page[name("/Contents")] = writer._add_object(drawing)
    file = io.BytesIO()
    writer.write(file)
    return file.getvalue()


def png_that_claims(width: int, height: int) -> bytes:
    def chunk(kind: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    packed = zlib.compress(bytes(1000))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", packed) + chunk(b"IEND", b"")


def jpeg_that_claims(width: int, height: int) -> bytes:
    data = encoded(".jpg")
    at = data.index(b"\xff\xc0") + 5
    return data[:at] + struct.pack(">HH", height, width) + data[at + 4 :]


def jpeg_with_a_forged_header() -> bytes:
    """Return a JPEG of 32,767 × 32,767 pixels which claims 10 × 10 to a reader who gives the marker FF 01 a length."""
    data = jpeg_that_claims(32_767, 32_767)
    at = data.index(b"\xff\xc0")
    frame = data[at : at + 2 + int.from_bytes(data[at + 2 : at + 4])]
    forged = b"\xff\xc0" + struct.pack(">HBHHB", 11, 8, 10, 10, 1) + b"\x01\x11\x00" + b"\xff\xda\x00\x02"
    # Such a reader takes FF C0 for the length and goes on there, within a comment.
    comment = bytes(0xFFC0 - len(frame) - 4) + forged
    return (
        data[:at]
        + b"\xff\x01"
        + frame
        + b"\xff\xfe"
        + struct.pack(">H", len(comment) + 2)
        + comment
        + data[at + len(frame) :]
    )


def jpeg_with_many_scans(number: int) -> bytes:
    """Return a progressive JPEG of 49 million pixels in a few hundred kilobytes, refined this many times."""
    white = np.full((7000, 7000), 255, dtype=np.uint8)
    data = cv2.imencode(".jpg", white, [cv2.IMWRITE_JPEG_PROGRESSIVE, 1])[1].tobytes()
    scan = data[data.rindex(b"\xff\xda") : -2]
    return data[:-2] + scan * number + data[-2:]


def webp_that_claims(width: int, height: int) -> bytes:
    size = struct.pack("<HH", width, height)
    content = b"WEBPVP8 " + struct.pack("<I", 1000) + b"\x30\x01\x00\x9d\x01\x2a" + size + bytes(990)
    return b"RIFF" + struct.pack("<I", len(content)) + content


def turned_by_exif(orientation: int) -> bytes:
    """Return a JPEG that says how the phone was held."""
    entry = struct.pack(">HHIHH", 0x0112, 3, 1, orientation, 0)
    exif = b"Exif\0\0MM\0*" + struct.pack(">IH", 8, 1) + entry + bytes(4)
    data = encoded(".jpg")
    return data[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + data[2:]


@pytest.mark.parametrize("ending", FORMATS)
def test_a_picture_is_one_page_in_grey(ending):
    (image,) = pages_of(encoded(ending), "photo")
    assert image.shape == (HEIGHT, WIDTH)
    assert image[20, 5] < 20
    assert image[20, -5] > 235


@pytest.mark.parametrize(("orientation", "dark"), [(1, "left"), (3, "right"), (6, "top"), (8, "bottom")])
def test_a_photo_is_turned_upright(orientation, dark):
    (image,) = pages_of(turned_by_exif(orientation), "photo.jpg")
    sides = {"left": image[:, :5], "right": image[:, -5:], "top": image[:5], "bottom": image[-5:]}
    assert [side for side, part in sides.items() if part.mean() < 20] == [dark]


def test_a_pdf_has_a_picture_for_each_page():
    pages = list(pages_of(pdf(3), "scan.pdf"))
    assert len(pages) == 3
    assert pages[0].shape == (2924, 2066)
    assert pages[0].min() == 255


def test_a_huge_page_of_a_pdf_is_drawn_smaller():
    (image,) = pages_of(pdf(points=(14400, 14400)), "poster.pdf")
    assert image.size < 1.01 * MOST_PIXELS_DRAWN


def test_drawings_in_a_pdf_are_seen():
    (image,) = pages_of(pdf_with_lines(1), "scan.pdf")
    assert image.shape == (2924, 2066)
    assert 0.9 < (image > 200).mean() < 1
    assert image.min() < 50


@pytest.mark.parametrize(
    "data", [nested_pdf(), pdf_with_lines(500_000), jpeg_with_many_scans(500)], ids=["drawn", "parsed", "refined"]
)
def test_a_page_that_takes_too_long_is_abandoned(data, monkeypatch):
    monkeypatch.setattr(pictures, "MOST_SECONDS", 1)
    assert refusal(data) == "large"


@pytest.mark.skipif(sys.platform == "win32", reason="only the time is limited there")
def test_a_page_of_a_pdf_that_nobody_waits_for_ends_by_itself(monkeypatch):
    monkeypatch.setattr(pictures, "MOST_SECONDS", None)
    assert refusal(nested_pdf()) == "large"


def test_a_failure_of_our_own_is_not_taken_for_a_bad_file(monkeypatch, tmp_path):
    (tmp_path / "scorekeeper").mkdir()
    (tmp_path / "scorekeeper" / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(subprocess.CalledProcessError):
        list(pages_of(pdf(), "scan.pdf"))


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "empty"),
        (b"Anne 12, Bertrand 7", "unknown"),
        (b"GIF89a" + bytes(100), "unknown"),
        (b"\0\0\0\x18ftypheic" + bytes(100), "heic"),
        (b"\0\0\0\x18ftypmif1" + bytes(100), "heic"),
        (jpeg_that_claims(60_000, 60_000), "large"),
        (png_that_claims(60_000, 60_000), "large"),
        (webp_that_claims(16_000, 16_000), "large"),
        (jpeg_with_a_forged_header(), "large"),
        (png_that_claims(0, 100), "broken"),
        (pdf_with_picture(30_000, 30_000), "large"),
        (pdf(MOST_PAGES + 1), "pages"),
        (pdf(password="secret"), "locked"),
        (pdf()[:200], "broken"),
    ],
    ids=lambda value: value if isinstance(value, str) else "file",
)
def test_unreadable_files_are_refused_with_the_reason(data, code):
    assert refusal(data) == code


def test_a_file_that_is_too_heavy_is_refused():
    assert refusal(bytes(MOST_BYTES + 1)) == "heavy"


@pytest.mark.parametrize("ending", FORMATS)
@pytest.mark.parametrize("share", [0.02, 0.3, 0.9, 0.99])
def test_a_truncated_file_is_refused(ending, share):
    data = encoded(ending, width=400, height=300)
    assert refusal(data[: max(12, int(len(data) * share))]) == "broken"


@pytest.mark.parametrize("ending", FORMATS)
def test_any_damage_gives_a_picture_or_a_refusal(ending):
    data, chance = encoded(ending), np.random.default_rng(7)
    for _ in range(6):
        damaged = bytearray(data)
        for at in chance.integers(0, len(data), size=3):
            damaged[at] = chance.integers(256)
        try:
            (image,) = pages_of(bytes(damaged), "photo")
        except PictureError as error:
            assert error.code in {"broken", "large", "unknown"}  # noqa: PT017 - both ways are right
        else:
            assert image.ndim == 2


def refusal(data: bytes) -> str:
    with pytest.raises(PictureError) as refused:
        list(pages_of(data, "file"))
    return refused.value.code
