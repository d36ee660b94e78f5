"""What can be read back from a printed document: its words page by page, and its fonts."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable, Mapping
from functools import cached_property
from io import BytesIO
from math import floor
from typing import Any
from unicodedata import normalize

from pypdf import PageObject, PdfReader

from scorekeeper.printing import typesetter
from scorekeeper.printing.layout.letters import POINT
from scorekeeper.printing.layout.table import SIZE

UNSEEN = str.maketrans("", "", "\u2068\u2069\u200b")
BOX = "\0"
"""What is read of a sign that no font has."""


def plain(words: str) -> str:
    """Words without what shows nothing: it keeps names from turning others, and says where they may be broken.

    A letter and the accent on it are one, as they look.
    """
    return normalize("NFC", words.translate(UNSEEN))


class Printed:
    """A PDF as somebody reads it; what is not asked for is not read, for that takes longer than to set it."""

    def __init__(self, pdf: bytes) -> None:
        self.reader = PdfReader(BytesIO(pdf))

    @cached_property
    def pages(self) -> list[list[str]]:
        """The words of each page in the order in which they were set."""
        return [page.extract_text().split() for page in self.reader.pages]

    @classmethod
    def of(cls, *sheets: typesetter.Sheet, language: str = "en") -> Printed:
        return cls(typesetter.pdf(typesetter.Order(title="Scorekeeper", language=language, sheets=sheets)))

    @cached_property
    def letters(self) -> str:
        """All that is printed, without the spaces and line breaks that setting it adds or takes."""
        return plain("".join(word for page in self.pages for word in page))

    def has(self, words: str) -> bool:
        """Whether the words are printed, wherever their lines were broken."""
        return plain("".join(words.split())) in self.letters

    def rows(self, sheet: typesetter.Sheet) -> list[list[str]]:
        """The letters of each row of a score sheet, page by page, by where they stand on the paper."""
        return [
            _rows_of(page, made, sheet["page"]) for page, made in zip(self.reader.pages, sheet["pages"], strict=False)
        ]

    def fonts_outside(self) -> set[str]:
        """The fonts that the document has not within itself."""
        found = set()
        for page in self.reader.pages:
            resources: Any = page["/Resources"]
            for name, font in resources.get("/Font", {}).items():
                for one in _descendants(font.get_object()):
                    descriptor = one.get("/FontDescriptor", {})
                    if not {"/FontFile", "/FontFile2", "/FontFile3"} & set(descriptor):
                        found.add(name)
        return found


def _descendants(font: Any) -> Iterable[Any]:
    return [one.get_object() for one in font.get("/DescendantFonts", [font])]


def letters_of(words: str) -> str:
    """Words as they are compared: without spaces and without what shows where they may be broken, or were."""
    return plain("".join(words.split())).replace("-", "").replace("\u00ad", "")


def _rows_of(page: PageObject, made: Mapping[str, Any], paper: Mapping[str, Any]) -> list[str]:
    """All that stands between the upper and lower edge of a row, column by column, in each from above."""
    _head, top, *_between, bottom = sorted(y for _x, y, _to_x, to_y in made["strokes"]["rule"] if y == to_y)
    lines = made["strokes"]["rule"] + made["strokes"]["hairline"]
    edges = sorted({x for x, y, to_x, to_y in lines if x == to_x and y < top <= to_y <= bottom} | {0})
    pitch = next(one["pitch"] for one in made["columns"] if one["size"] == SIZE)
    count = round((bottom - top) / pitch)
    rows: list[list[tuple[int, float, float, str]]] = [[] for _row in range(count)]

    def seen(words: str, matrix: list[float], *_more: Any) -> None:
        x, y = matrix[4] * POINT - paper["side"], paper["height"] - matrix[5] * POINT - paper["side"]
        if words.strip() and 0 <= (row := floor((y - top) / pitch)) < count:
            rows[row].append((bisect(edges, x), y, x, letters_of(words)))

    page.extract_text(visitor_text=seen)
    return ["".join(words for *_place, words in sorted(row)) for row in rows]
