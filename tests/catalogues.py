"""Check that every message is translated: `python -m tests.catalogues`, part of `make check`."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import polib

ROOT = Path(__file__).resolve().parent.parent
CATALOGUES = sorted(path for room in ("games", "scorekeeper") for path in (ROOT / room).glob("**/LC_MESSAGES/*.po"))


@cache
def read(catalogue: Path) -> polib.POFile:
    """Return a catalogue, which nothing may change: reading it takes long, so many checks share it."""
    return polib.pofile(str(catalogue))


def faults(catalogue: Path) -> Iterator[str]:
    """Yield the faults of a catalogue: entries that are obsolete, fuzzy, untranslated or with other placeholders."""
    for entry in read(catalogue):
        if entry.obsolete:
            yield f"{entry.msgid!r} is obsolete"
        elif entry.fuzzy:
            yield f"{entry.msgid!r} is fuzzy"
        elif not entry.translated():
            yield f"{entry.msgid!r} is not translated"
        else:
            expected = placeholders(entry.msgid) | placeholders(entry.msgid_plural)
            for translation in entry.msgstr_plural.values() or [entry.msgstr]:
                if wrong := expected ^ placeholders(translation):
                    yield f"{entry.msgid!r} and {translation!r} differ in {', '.join(sorted(wrong))}"


def placeholders(words: str) -> set[str]:
    """Return the placeholders and tags of a message.

    >>> sorted(placeholders("<b>{name}</b> gets %(amount)s"))
    ['%(amount)s', '</b>', '<b>', '{name}']
    """
    return set(re.findall(r"\{\w*\}|%\(\w+\)[a-z]|</?\w+>", words))


if __name__ == "__main__":
    problems = [f"{catalogue.relative_to(ROOT)}: {fault}" for catalogue in CATALOGUES for fault in faults(catalogue)]
    sys.exit("\n".join(problems) or 0)
