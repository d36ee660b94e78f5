"""What a browser calls the files that it saves."""

from __future__ import annotations

from django.utils.http import content_disposition_header
from django.utils.text import slugify

MOST = 80


def file_name(*parts: object) -> str:
    """Return a name made of these parts, with their own letters and nothing that a file system could refuse.

    If it is too long, the last part stays whole, which says what the file is.

    >>> file_name("Skat", "2026/27", "Jörg & Zoë")
    'skat-2026-27-jörg-zoë'
    """
    slugs = [slugify(str(part).replace("/", " "), allow_unicode=True)[:MOST] for part in parts]
    *first, last = [slug for slug in slugs if slug] or ["file"]
    start = "-".join(first)[: max(MOST - 1 - len(last), 0)]
    return "-".join(filter(None, [start.rstrip("-"), last])).rstrip("-")


def disposition(name: str, ending: str, *, inline: bool = False) -> dict[str, str]:
    """Return the header that names a file, to be shown if it is `inline` and saved otherwise."""
    return {"Content-Disposition": str(content_disposition_header(not inline, f"{file_name(name)}.{ending}"))}
