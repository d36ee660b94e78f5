"""The page of a notice: a title, and sections that are tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from scorekeeper.printing.typesetting import PageSetup, Sheet

Section = dict[str, Any]
MOST_UPRIGHT = 8
"""Columns of a portrait page; notices with more are landscape by default."""


def section(
    title: str,
    head: Sequence[str],
    rows: Iterable[Sequence[str]],
    *,
    words: int = 1,
    wide: Sequence[int] = (0,),
    signed: bool = False,
) -> Section:
    """Return a table with a title. Its first `words` columns hold words; the `wide` ones share the remaining width.

    With `signed`, the last column leaves room for signatures.
    """
    return {
        "title": title,
        "head": list(head),
        "rows": [list(row) for row in rows],
        "words": words,
        "wide": list(wide),
        "signed": signed,
    }


def notice(
    page_setup: PageSetup, *, title: str, subtitle: str, sections: Iterable[Section], notes: Sequence[str] = ()
) -> Sheet:
    filled_sections = [section for section in sections if section["rows"]]
    columns = max(len(row) for section in filled_sections for row in section["rows"])
    return {
        "kind": "notice",
        "page": page_setup.page(landscape=columns > MOST_UPRIGHT),
        "title": title,
        "subtitle": subtitle,
        "sections": filled_sections,
        "notes": list(notes),
        "footer": f"{subtitle} · {title}",
    }
