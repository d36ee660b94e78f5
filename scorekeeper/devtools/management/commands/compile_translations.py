"""`manage.py compile_translations`: compile .po files to .mo without gettext, which may not be installed."""

import os
import re
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polib
from django.apps import apps
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError


class Command(BaseCommand):
    """Compile the catalogues whose source has changed, or check them all."""

    help = "Compile the translations that have changed."
    requires_system_checks = []  # it runs before everything else, and only works on files

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add `--check`."""
        parser.add_argument(
            "--check", action="store_true", help="write nothing; fail if a translation is missing or wrong"
        )

    def handle(self, *args: Any, check: bool, verbosity: int, **options: Any) -> None:
        """Compile and print each file that is written; with `check`, raise `CommandError` with every fault instead."""
        if check:
            found = [f"{_shown(source)}: {fault}" for source in sources() for fault in faults(source)]
            if found:
                raise CommandError("\n".join(["Translations need work:", *found]))
            return
        for source in sources():
            compiled = compile_one(source)
            if compiled and verbosity:
                self.stdout.write(f"Compiled {_shown(compiled)}")


def sources() -> list[Path]:
    """Return the project's own .po files; installed packages come with theirs compiled."""
    return sorted(po for folder in _folders() for po in folder.glob("*/LC_MESSAGES/*.po"))


def faults(source: Path) -> Iterator[str]:
    """Yield the faults of a catalogue: entries that are obsolete, fuzzy, untranslated or with other placeholders."""
    for entry in polib.pofile(str(source)):
        if entry.obsolete:
            yield f"{entry.msgid!r} is obsolete"
        elif entry.fuzzy:
            yield f"{entry.msgid!r} is fuzzy"
        elif not entry.translated():
            yield f"{entry.msgid!r} is not translated"
        else:
            said = _places(entry.msgid) | _places(entry.msgid_plural)
            for translation in entry.msgstr_plural.values() or [entry.msgstr]:
                if wrong := said ^ _places(translation):
                    yield f"{entry.msgid!r} and {translation!r} differ in {', '.join(sorted(wrong))}"


def _places(words: str) -> set[str]:
    """Return the placeholders and tags of a message: `{name}`, `%(name)s`, `<b>`."""
    return set(re.findall(r"\{\w*\}|%\(\w+\)[a-z]|</?\w+>", words))


def compile_one(source: Path) -> Path | None:
    """Write the .mo file next to its source and return its path; return None if it was up to date.

    The file gets the modification time of its source, so that an older source, such as after a checkout, is noticed.
    """
    compiled, changed = source.with_suffix(".mo"), source.stat().st_mtime_ns
    if compiled.exists() and compiled.stat().st_mtime_ns == changed:
        return None
    draft = compiled.with_suffix(f".mo.{os.getpid()}")
    polib.pofile(str(source)).save_as_mofile(str(draft))
    os.utime(draft, ns=(changed, changed))
    draft.replace(compiled)
    return compiled


def _folders() -> Iterator[Path]:
    yield from (Path(folder) for folder in settings.LOCALE_PATHS)
    for app in apps.get_app_configs():
        if settings.BASE_DIR in Path(app.path).parents and ".venv" not in Path(app.path).parts:
            yield Path(app.path) / "locale"


def _shown(path: Path) -> str:
    return str(path.relative_to(settings.BASE_DIR))
