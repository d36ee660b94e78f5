"""Read back a printed document: its words page by page, and its fonts."""

from __future__ import annotations

import json
from bisect import bisect
from collections.abc import Iterable
from functools import cache, cached_property
from io import BytesIO
from typing import Any
from unicodedata import normalize

import pypdfium2
import typst
from pypdf import PageObject, PdfReader

from scorekeeper.printing import typesetting

UNSEEN = str.maketrans("", "", "\u2068\u2069\u200b")
RING = "○"
MILLIMETRE = 72 / 25.4
BROKEN = str.maketrans("\ufffe", "-")
"""What Pdfium makes of a hyphen at the end of a line."""
BOX = "\0"
"""What a sign is read as if no font has it."""


def plain(words: str) -> str:
    """Return words without invisible characters, which isolate names and mark where they may be broken.

    A letter and its accent count as one character, as a reader sees them.
    """
    return normalize("NFC", words.translate(UNSEEN))


@cache
def fonts() -> typst.Fonts:
    return typst.Fonts(include_system_fonts=False)


def typeset(template: str, expression: str) -> Any:
    """Return what the functions of a Typst template make of something."""
    imports = f'#import "/look.typ": look\n#import "/{template}.typ": *\n#show: look\n'
    source = f"{imports}#context [#metadata({expression}) <it>]".encode()
    compiler = typst.Compiler(source, root=str(typesetting.FORMS), font_paths=fonts())
    return json.loads(compiler.query("<it>", field="value", one=True))


class Printed:
    """A PDF as a reader sees it; parts are read only when needed, since positions take longer than typesetting."""

    def __init__(self, pdf: bytes) -> None:
        self.pdf = pdf
        self.reader = PdfReader(BytesIO(pdf))

    @cached_property
    def texts(self) -> list[str]:
        """Return the text of each page; Pdfium turns names around that are read from right to left."""
        with pypdfium2.PdfDocument(self.pdf) as document:
            return [page.get_textpage().get_text_range().translate(BROKEN) for page in document]

    @cached_property
    def pages(self) -> list[list[str]]:
        """Return the words of each page."""
        return [text.split() for text in self.texts]

    @property
    def as_typeset(self) -> str:
        """Return all letters in the order in which they were typeset, and boxes, which takes pypdf long."""
        return letters_of("".join(page.extract_text() for page in self.reader.pages))

    @classmethod
    def of(cls, *sheets: typesetting.Sheet, language: str = "en") -> Printed:
        return cls(typesetting.pdf(typesetting.Order(title="Scorekeeper", language=language, sheets=sheets)))

    @cached_property
    def letters(self) -> str:
        """Return everything printed, without the spaces and line breaks that typesetting adds or removes."""
        return plain("".join(word for page in self.pages for word in page))

    def has(self, words: str) -> bool:
        """Return whether the words are printed, wherever their lines were broken."""
        return plain("".join(words.split())) in self.letters

    @cached_property
    def rows(self) -> list[list[str]]:
        """Return the letters of each row of a score sheet, page by page, by their positions on the paper."""
        return [page.rows() for page in self.drawn]

    @cached_property
    def drawn(self) -> list[DrawnPage]:
        return [DrawnPage(page) for page in self.reader.pages]

    @cached_property
    def dealt(self) -> int:
        """Return the number of rings, which mark the dealer."""
        return sum(text.count(RING) for text in self.texts)

    def outside(self) -> list[str]:
        """Return what is in the margins of a page or beyond its edges, except for the lines at its foot."""
        return [word for page in self.drawn for word in page.outside()]

    def fonts_outside(self) -> set[str]:
        """Return the fonts that are not embedded in the document."""
        fonts_found = set()
        for page in self.reader.pages:
            resources: Any = page["/Resources"]
            for name, font in resources.get("/Font", {}).items():
                for descendant in _descendants(font.get_object()):
                    descriptor = descendant.get("/FontDescriptor", {})
                    if not {"/FontFile", "/FontFile2", "/FontFile3"} & set(descriptor):
                        fonts_found.add(name)
        return fonts_found


def _descendants(font: Any) -> Iterable[Any]:
    return [descendant.get_object() for descendant in font.get("/DescendantFonts", [font])]


def letters_of(words: str) -> str:
    """Return words for comparison: without spaces and break marks."""
    return plain("".join(words.split())).replace("-", "").replace("\u00ad", "")


class DrawnPage:
    """A page with the positions of its words and lines, in points from the lower left corner.

    A line is given by its two ends, the left or lower one first.
    """

    def __init__(self, page: PageObject) -> None:
        self.width, self.height = float(page.mediabox.width), float(page.mediabox.height)
        self.words: list[tuple[float, float, str]] = []
        self.lines: list[tuple[float, float, float, float]] = []
        start = (0.0, 0.0)

        def drawn(operator: bytes, numbers: Any, matrix: list[float], _text_matrix: Any) -> None:
            nonlocal start
            if operator in (b"m", b"l"):
                x, y = (float(number) for number in numbers)
                at = (matrix[0] * x + matrix[2] * y + matrix[4], matrix[1] * x + matrix[3] * y + matrix[5])
                if operator == b"l" and abs(matrix[0]) <= 1:  # a QR code is enlarged
                    self.lines.append((*min(start, at), *max(start, at)))
                start = at

        def seen(words: str, matrix: list[float], *_more: Any) -> None:
            if words.strip():
                self.words.append((matrix[4], matrix[5], words))

        page.extract_text(visitor_operand_before=drawn, visitor_text=seen)

    def rows(self) -> list[str]:
        """Return everything between the upper and lower edge of a row, column by column, each from the top.

        The table takes the whole width between the page's margins, and so do the lines between its rows; the first two
        are above and below the headings.
        """
        left = min(x for x, *_more in self.lines)
        ruled = {
            round(y, 1)
            for x, y, to_x, to_y in self.lines
            if abs(to_y - y) < 0.1 and x < left + 1 and to_x > self.width - left - 1
        }
        _top, *edges = sorted(ruled, reverse=True)
        if len(edges) < 2:
            return []
        pitch = edges[0] - edges[1]
        edges = [edge for number, edge in enumerate(edges) if abs(edges[0] - number * pitch - edge) < 1 + number / 10]
        columns = sorted({x for x, y, to_x, to_y in self.lines if to_x - x < 0.1 and edges[-1] - 1 < y < to_y})
        rows: list[list[tuple[int, float, float, str]]] = [[] for _row in edges[1:]]
        for x, y, words in self.words:
            if edges[-1] < y < edges[0]:
                row = sum(edge > y for edge in edges) - 1
                rows[row].append((bisect(columns, x + 0.1), -y, x, letters_of(words).replace(RING, "")))
        return ["".join(words for *_place, words in sorted(row)) for row in rows]

    def outside(self) -> list[str]:
        """Return what begins or ends in a margin."""
        left = min(x for x, *_more in self.lines) - 0.5
        foot = 10 * MILLIMETRE - 0.5
        across = [(x, y, f"line at {x:.0f}, {y:.0f}") for *start, x, y in self.lines for x, y in (start, (x, y))]
        return [
            words
            for x, y, words in (*across, *((x, y, words) for x, y, words in self.words if y > foot))
            if not (left <= x <= self.width - left and foot <= y <= self.height - left)
        ]
