"""Escaping of text in CSV and XLSX files, so that it is never a formula, never broken, and is read back unchanged.

Spreadsheets recognise a formula in a CSV file by its first character. Such a text gets an apostrophe in front, which is
how spreadsheets mark text. So does a text that already looks escaped, which makes the escaping reversible.
"""

from __future__ import annotations

import re

SIGNS = "=+\\-@\t\r\n＝＋－＠"
"""The characters that start a formula; some spreadsheets accept the full-width ones of East Asian keyboards too."""

_TO_BE_GUARDED = re.compile(f"'*[{SIGNS}]")
_GUARDED = re.compile(f"'+[{SIGNS}]")


def guarded(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula.

    >>> [guarded(text) for text in ("=1+1", "Anne", "'=1+1", "'Anne")]
    ["'=1+1", 'Anne', "''=1+1", "'Anne"]
    """
    return f"'{text}" if _TO_BE_GUARDED.match(text) else text


def unguarded(text: str) -> str:
    """Reverse `guarded`.

    >>> [unguarded(text) for text in ("'=1+1", "Anne", "''=1+1", "'Anne", "=1+1")]
    ['=1+1', 'Anne', "'=1+1", "'Anne", '=1+1']
    """
    return text[1:] if _GUARDED.match(text) else text


_NO_XML = re.compile("[\x00-\x1f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)")
_ESCAPED = re.compile("_x([0-9A-Fa-f]{4})_")


def escaped(text: str) -> str:
    """Return a text for a workbook's cell: escapes what XML can't hold, and what looks like an escape.

    >>> escaped("Anne_x0041_"), escaped(chr(0xFFFF))
    ('Anne_x005F_x0041_', '_xFFFF_')
    """
    return _NO_XML.sub(lambda match: f"_x{ord(match[0]):04X}_", text)


def unescaped(text: str) -> str:
    """Reverse `escaped`; spreadsheets escape in the same way.

    >>> unescaped("Anne_x005F_x0041_"), unescaped("Anne_x0041_")
    ('Anne_x0041_', 'AnneA')
    """
    return _ESCAPED.sub(lambda match: chr(int(match[1], 16)), text)
