"""Typesetting with Typst: from words to pages.

An *order* is a list of sheets in one language. A *sheet* is a mapping with the words of one of the kinds in
`typst/print.typ`. Words are passed as data, so nothing anybody typed is ever markup. Each process has one `Press`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any, Literal

import typst

FORMS = Path(__file__).parent.parent / "typst"
IN_NO_FONT = "\U0010ffff"
OUTLINE = re.compile(rb'<symbol[^>]*><path d="([^"]*)"')

Sheet = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Order:
    """Sheets to print as one document, with its title and language."""

    title: str
    language: str
    sheets: Sequence[Sheet]

    def written(self) -> bytes:
        """Return the Typst source: an import of the templates, and the words as one ASCII string, never as markup.

        The words are not passed as compiler inputs, because changed inputs would invalidate Typst's cache.
        """
        # Encode sheet by sheet: encoding JSON holds the GIL, so other threads would wait.
        sheets = ", ".join([json.dumps(sheet) for sheet in self.sheets])
        title, language = json.dumps(self.title), json.dumps(self.language)
        order = _quoted(f'{{"title": {title}, "lang": {language}, "sheets": [{sheets}]}}')
        return f'#import "/print.typ": made\n#made({order})'.encode("ascii")


def _quoted(words: str) -> str:
    """Return JSON as a Typst string literal."""
    quoted = words.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{quoted}"'


class Press:
    """The Typst compiler with its fonts; a lock lets it compile one document at a time."""

    def __init__(self) -> None:
        # The body font, with its suit symbols, comes with Typst; names in other scripts use the system fonts.
        self._compiler = typst.Compiler(root=str(FORMS), font_paths=typst.Fonts(include_system_fonts=True))
        self._lock = Lock()
        (self._box,) = self._shapes(IN_NO_FONT)

    def print(self, order: Order, form: Literal["pdf", "svg", "png"], *, ppi: int = 110) -> list[bytes]:
        """Return the document as one PDF, or as an image of each page; `ppi` are the pixels of a PNG for each inch."""
        return self._compiled(order.written(), form, ppi=ppi)

    def draws(self, words: str) -> bool:
        """Return whether the fonts have a glyph for every character; a missing one is drawn as a box."""
        return self._box not in self._shapes(words)

    def _shapes(self, words: str) -> set[bytes]:
        """Return the outlines of the glyphs drawn for these words."""
        line = f'#import "/look.typ": look\n#show: look\n#json(bytes({_quoted(json.dumps(words))}))'
        (page,) = self._compiled(line.encode("ascii"), "svg")
        return set(OUTLINE.findall(page))

    def _compiled(self, source: bytes, form: Literal["pdf", "svg", "png"], *, ppi: int = 110) -> list[bytes]:
        with self._lock:
            output = self._compiler.compile(source, format=form, ppi=ppi, pdf_tags=False)
        assert output is not None  # None only with an output file
        return output if isinstance(output, list) else [output]


@cache
def press() -> Press:
    """Return the `Press` of this process, created on first use."""
    return Press()


def pdf(order: Order) -> bytes:
    """Return one PDF of all sheets."""
    (document,) = press().print(order, "pdf")
    return document


def pages(order: Order) -> list[bytes]:
    """Return an SVG of each page."""
    return press().print(order, "svg")


def picture(order: Order) -> bytes:
    """Return the first page as a PNG with one pixel for each point."""
    return press().print(order, "png", ppi=72)[0]
