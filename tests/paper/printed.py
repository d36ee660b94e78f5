"""What can be read back from a printed document: its words page by page, and its fonts."""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO
from typing import Any

from pypdf import PdfReader

from scorekeeper.paper import press

UNSEEN = str.maketrans("", "", "\u2068\u2069\u200b")
BOX = "\0"
"""What is read of a sign that no font has."""


def plain(words: str) -> str:
    """Words without what shows nothing: it keeps names from turning others, and says where they may be broken."""
    return words.translate(UNSEEN)


class Printed:
    """A PDF as somebody reads it: `pages` are the words of each page in the order in which they were set."""

    def __init__(self, pdf: bytes) -> None:
        self.reader = PdfReader(BytesIO(pdf))
        self.pages = [page.extract_text().split() for page in self.reader.pages]

    @classmethod
    def of(cls, *sheets: press.Sheet, language: str = "en") -> Printed:
        return cls(press.pdf(press.Order(title="Scorekeeper", language=language, sheets=sheets)))

    @property
    def letters(self) -> str:
        """All that is printed, without the spaces and line breaks that setting it adds or takes."""
        return plain("".join(word for page in self.pages for word in page))

    def has(self, words: str) -> bool:
        """Whether the words are printed, wherever their lines were broken."""
        return plain("".join(words.split())) in self.letters

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


def cells_of(rows: Iterable[Any]) -> list[str]:
    """What the cells of some rows say, row by row, without those that are empty."""
    return [cell for row in rows for cell in row["cells"] if cell]
