"""The press: what is printed, from words to pages.

An *order* is some sheets in one language; a *sheet* is a mapping of words, of one of the kinds in `typst/print.typ`.
Words arrive as data, so that nothing that anybody typed is ever markup. Each process has one press.
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

FORMS = Path(__file__).parent / "typst"
IN_NO_FONT = "\U0010ffff"
OUTLINE = re.compile(rb'<symbol[^>]*><path d="([^"]*)"')

Sheet = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Order:
    """What is to be printed: sheets, in a language, as one document with a title."""

    title: str
    language: str
    sheets: Sequence[Sheet]

    def written(self) -> bytes:
        """The document that the press sets: the forms, and the words as one string of ASCII, which is never markup.

        Not as an input of the compiler: with each of those all that it has set before would be forgotten.
        """
        # One sheet after the other: while JSON is made of something, no other thread goes on.
        sheets = ", ".join([json.dumps(sheet) for sheet in self.sheets])
        title, language = json.dumps(self.title), json.dumps(self.language)
        return _document("print", f'{{"title": {title}, "lang": {language}, "sheets": [{sheets}]}}')


def _document(form: str, order: str) -> bytes:
    """What one of the forms makes of an order, which is JSON."""
    return f'#import "/{form}.typ": made\n#made({_quoted(order)})'.encode("ascii")


def _quoted(words: str) -> str:
    """JSON as a string of the press."""
    quoted = words.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{quoted}"'


class Press:
    """Typst with its fonts, one order at a time."""

    def __init__(self) -> None:
        # The book face and its suits come with Typst; names in other scripts take what the machine has.
        self._fonts = typst.Fonts(include_system_fonts=True)
        self._compiler = typst.Compiler(root=str(FORMS), font_paths=self._fonts)
        self._lock = Lock()
        (self._box,) = self._shapes(IN_NO_FONT)

    def print(self, order: Order, form: Literal["pdf", "svg", "png"]) -> list[bytes]:
        """The document as one PDF, or an image of each page."""
        return self._compiled(order.written(), form)

    def draws(self, words: str) -> bool:
        """Whether its fonts have all signs of some words; each that they lack would be a box."""
        return self._box not in self._shapes(words)

    def _shapes(self, words: str) -> set[bytes]:
        """The outlines of what is drawn for some words."""
        line = f'#import "/look.typ": look\n#show: look\n#json(bytes({_quoted(json.dumps(words))}))'
        (page,) = self._compiled(line.encode("ascii"), "svg")
        return set(OUTLINE.findall(page))

    def _compiled(self, written: bytes, form: Literal["pdf", "svg", "png"]) -> list[bytes]:
        with self._lock:
            made = self._compiler.compile(written, format=form, ppi=110, pdf_tags=False)
        assert made is not None  # only a file's name makes it answer nothing
        return made if isinstance(made, list) else [made]

    def widths(self, letters: Sequence[str], face: str) -> list[float]:
        """How wide each of the letters is in a face of `typst/look.typ`, in sizes of the type."""
        asked = _document("letters", json.dumps({"letters": list(letters), "face": face}))
        with self._lock:
            answer = typst.Compiler(asked, root=str(FORMS), font_paths=self._fonts).query("<widths>", "value", one=True)
        widths: list[float] = json.loads(answer)
        return widths


@cache
def press() -> Press:
    """The press of this process, set up when it is first needed."""
    return Press()


def pdf(order: Order) -> bytes:
    """One PDF of all sheets."""
    (document,) = press().print(order, "pdf")
    return document


def pages(order: Order) -> list[bytes]:
    """An SVG of each page."""
    return press().print(order, "svg")
