"""Typesetting with Typst: documents and pictures of them, paper sizes, and names as they can be printed.

An *order* is a list of sheets in one language. A *sheet* is a mapping with the words of one of the kinds in
`typst/print.typ`. Words are passed as data, so nothing anybody typed is ever markup. Each process has one `Press`.

A right-to-left name would reorder the figures and signs beside it, so it is *isolated*. A *pictograph* is an emoji or a
similar sign; several joined ones count as one. Very long words may be broken between letters.
"""

from __future__ import annotations

import json
import re
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from threading import Lock
from typing import Any, Literal
from unicodedata import name as name_of_sign

import typst

from games.scoring.text import isolated

FORMS = Path(__file__).with_name("typst")
IN_NO_FONT = "\U0010ffff"
OUTLINE = re.compile(rb'<symbol[^>]*><path d="([^"]*)"')

Sheet = Mapping[str, Any]


class CannotPrintError(Exception):
    """Nothing can be printed; the message says why, in the reader's language."""


@dataclass(frozen=True, kw_only=True)
class Order:
    """Sheets to print as one document, with its title, its language and the `name` of its file.

    `missing` are sentences on what is left out. `previewed` is the number of sheets in the preview.
    """

    title: str
    language: str
    sheets: Sequence[Sheet]
    name: str = "paper"
    missing: Sequence[str] = ()
    previewed: int = 2

    @property
    def preview(self) -> Order:
        return replace(self, sheets=self.sheets[: self.previewed])

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


PAPERS = {"a4": "A4", "a5": "A5", "letter": "US Letter"}


@dataclass(frozen=True)
class PageSetup:
    """Paper size and orientation; None for `landscape` means whatever suits the content.

    `camera` is whether score sheets get boxes that the camera reads, if their game has any and the paper has room.
    """

    paper: str = "a4"
    landscape: bool | None = None
    camera: bool = False

    def page(self, *, landscape: bool) -> dict[str, Any]:
        """Return the page for the Typst templates; `landscape` is the default orientation."""
        return {"paper": self.paper, "landscape": landscape if self.landscape is None else self.landscape}


_SIGN = "[\u2190-\u2bff\U0001f000-\U0001faff]"
_KEYCAP = "\u20e3"
_CHANGED = "[\ufe0e\ufe0f\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f]*"
_PICTOGRAPH = re.compile(f"{_SIGN}{_CHANGED}(?:\u200d{_SIGN}{_CHANGED})*")

MAY_BREAK = "\u200b"
_LONG_WORD = re.compile(r"[^\s-]{21,}")
_BETWEEN_LETTERS = re.compile(r"(?<=[^\W_])(?=[^\W_])")


def on_paper(words: str) -> str:
    """Return a name, or other text somebody typed, ready for printing beside other words.

    Pictographs that no font on this machine has are left out, or named in words if nothing else is left.
    """
    if not words.isascii():
        words = isolated(_without_boxes(words) or _with_signs_said(words))
    return _LONG_WORD.sub(lambda word: _BETWEEN_LETTERS.sub(MAY_BREAK, word[0]), words)


def names_on_paper(names: Iterable[str]) -> dict[str, str]:
    """Return each person's printed name; names that would be printed alike get their pictographs named in words."""
    printed = {name: on_paper(name) for name in names}
    times = Counter(printed.values())
    return {name: words if times[words] == 1 else on_paper(_with_signs_said(name)) for name, words in printed.items()}


def _without_boxes(words: str) -> str:
    return _with_boxes_as(lambda _signs: "", words)


def _with_signs_said(words: str) -> str:
    return _with_boxes_as(_said, words)


def _with_boxes_as(say: Callable[[str], str], words: str) -> str:
    words = words.replace(_KEYCAP, "")
    replaced = _PICTOGRAPH.sub(lambda match: match[0] if _drawn(match[0]) else f" {say(match[0])} ", words)
    return words if replaced == words else " ".join(replaced.split())


@lru_cache(maxsize=1000)
def _drawn(sign: str) -> bool:
    return press().draws(sign)


def _said(signs: str) -> str:
    """Return the names of signs.

    >>> _said("👩\u200d👧")
    'woman, girl'
    """
    return ", ".join(name_of_sign(sign, "sign").lower() for sign in re.findall(_SIGN, signs))


MOST_CACHED = 12
"""Number of cached orders, each of a few pages of about half a megabyte."""

_cache: OrderedDict[bytes, list[bytes]] = OrderedDict()
_lock = Lock()


def preview(order: Order, before: Callable[[], object]) -> list[bytes]:
    """Return an SVG of each page; if they are not cached, call `before`, then typeset them."""
    return _cached(order, before, pages)


def preview_picture(order: Order, before: Callable[[], object]) -> bytes:
    """Return the PNG of a picture; if it is not cached, call `before`, then draw it.

    It is cached by revision and language, since its words depend on nothing else.
    """
    return _cached(order, before, lambda sheet: [picture(sheet)])[0]


def _cached(order: Order, before: Callable[[], object], make: Callable[[Order], list[bytes]]) -> list[bytes]:
    source = order.written()
    with _lock:
        if source in _cache:
            _cache.move_to_end(source)
            return _cache[source]
    before()
    pages = make(order)
    with _lock:
        _cache[source] = pages
        while len(_cache) > MOST_CACHED:
            _cache.popitem(last=False)
    return pages


def forget_previews() -> None:
    """Empty the cache."""
    with _lock:
        _cache.clear()
