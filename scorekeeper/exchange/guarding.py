"""Texts as a CSV and an XLSX file hold them: never a formula, never broken, and read back as they were.

A spreadsheet takes a cell of a CSV file for a formula by its first sign. Such a text gets an apostrophe in front, as
spreadsheets themselves mark a text, and so does one that looks as if it had been given one: then each text has one
form, and each form one text.
"""

from __future__ import annotations

import re

SIGNS = "=+\\-@\t\r\n＝＋－＠"
"""By what a formula begins; some spreadsheets take the wide signs of East Asian keyboards for the others."""

_TO_BE_GUARDED = re.compile(f"'*[{SIGNS}]")
_GUARDED = re.compile(f"'+[{SIGNS}]")


def guarded(text: str) -> str:
    """A text that no spreadsheet takes for a formula.

    >>> [guarded(text) for text in ("=1+1", "Anne", "'=1+1", "'Anne")]
    ["'=1+1", 'Anne', "''=1+1", "'Anne"]
    """
    return f"'{text}" if _TO_BE_GUARDED.match(text) else text


def unguarded(text: str) -> str:
    """The text that was guarded.

    >>> [unguarded(text) for text in ("'=1+1", "Anne", "''=1+1", "'Anne", "=1+1")]
    ['=1+1', 'Anne', "'=1+1", "'Anne", '=1+1']
    """
    return text[1:] if _GUARDED.match(text) else text


_NO_XML = re.compile("[\x00-\x1f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)")
_ESCAPED = re.compile("_x([0-9A-Fa-f]{4})_")


def escaped(text: str) -> str:
    """A text as the cell of a workbook holds it: what XML cannot hold by its number, and what looks like that, too.

    >>> escaped("Anne_x0041_"), escaped(chr(0xFFFF))
    ('Anne_x005F_x0041_', '_xFFFF_')
    """
    return _NO_XML.sub(lambda found: f"_x{ord(found[0]):04X}_", text)


def unescaped(text: str) -> str:
    """The text that was escaped, by us or by a spreadsheet.

    >>> unescaped("Anne_x005F_x0041_"), unescaped("Anne_x0041_")
    ('Anne_x0041_', 'AnneA')
    """
    return _ESCAPED.sub(lambda found: chr(int(found[1], 16)), text)
