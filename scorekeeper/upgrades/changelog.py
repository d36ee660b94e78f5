"""The changelog of this version, which is part of the package."""

from __future__ import annotations

import re
from collections.abc import Iterator

from django.conf import settings
from django.utils.version import get_version_tuple

HEADING = re.compile(r"^## (\d[\w.]*).*", re.MULTILINE)


def is_newer(version: str, than: str) -> bool:
    """Return whether a version comes after another.

    >>> is_newer("1.10.0", than="1.9.2"), is_newer("1.0.0", than="1.0.0")
    (True, False)
    """
    return get_version_tuple(version) > get_version_tuple(than)


def entries(*, since: str) -> str:
    """Return the sections of all versions after this one, as they are written."""
    text = (settings.BASE_DIR / "CHANGELOG.md").read_text(encoding="utf-8")
    return "\n\n".join(section for version, section in _sections(text) if is_newer(version, than=since))


def _sections(text: str) -> Iterator[tuple[str, str]]:
    headings = [*HEADING.finditer(text)]
    ends = [heading.start() for heading in headings[1:]] + [len(text)]
    for heading, end in zip(headings, ends, strict=True):
        yield heading[1], text[heading.start() : end].strip()
