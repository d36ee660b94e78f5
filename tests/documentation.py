"""Tables on the pages of the documentation."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tests.external_programs import ROOT


def table(page: str, heading: str) -> list[list[str]]:
    """Return the rows of the tables in a section of a page, down to the next heading of the same rank."""
    section = re.split(rf"^{re.escape(heading)}$", (ROOT / page).read_text(), flags=re.MULTILINE)[1]
    section = re.split(rf"^#{{1,{heading.count('#')}}} ", section, flags=re.MULTILINE)[0]
    rows = [line.strip("|").split("|") for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in row] for row in rows]


def first_cells(page: str, heading: str) -> Iterator[str]:
    """Yield the words in code of the first column."""
    for cell, *_more in table(page, heading):
        yield from re.findall(r"`([^`]+)`", cell)
