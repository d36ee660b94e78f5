"""`manage.py collect_translations`: what is to be translated, from the code and the templates into the catalogues.

Every game has its catalogues in its own folder, what all games share is in `games/locale`, and everything else in
`scorekeeper/locale`. Nobody sees the words of `games/_example`, so they are left out. A catalogue says no line numbers
and no dates, so that it changes only when the words do.
"""

import contextlib
import shutil
from pathlib import Path
from typing import Any

import polib
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from scorekeeper.devtools.management.commands.compile_translations import sources

EXTENSIONS = ["html", "svg", "txt", "py"]
NOT_SHOWN = [".*", "tests/*", "*/tests/*", "games/_[!_]*"]
SAID_BY_HEADER = ("Language", "MIME-Version", "Content-Type", "Content-Transfer-Encoding", "Plural-Forms")


class Command(BaseCommand):
    """Needs gettext's programs; what was translated stays, what is no longer said goes."""

    help = "Collects what is to be translated into the catalogues of every language (needs gettext)."
    requires_system_checks = []  # it looks at files only

    def handle(self, *args: Any, **options: Any) -> None:
        """New entries are left empty, or are marked as fuzzy where an old one is near."""
        if shutil.which("xgettext") is None:
            raise CommandError("gettext is needed for this: on Debian, apt install gettext.")
        games = [game.with_name("locale") for game in (settings.BASE_DIR / "games").glob("[!_]*/game.py")]
        for folder in [*settings.LOCALE_PATHS, *games]:  # catalogues are made where there is a folder for them
            folder.mkdir(exist_ok=True)
        languages = [code for code, _name in settings.LANGUAGES if code != "en"]
        with contextlib.chdir(settings.BASE_DIR):
            call_command(
                "makemessages",
                locale=languages,
                extensions=EXTENSIONS,
                ignore_patterns=NOT_SHOWN,
                add_location="file",
                no_wrap=True,
                no_obsolete=True,
                verbosity=0,
            )
        for source in sources():
            _tidy(source)


def _tidy(source: Path) -> None:
    """Writes a catalogue as every version of gettext would: a short header, long lines, an ending line break."""
    catalogue = polib.pofile(str(source), wrapwidth=0)
    catalogue.header = ""
    catalogue.metadata = {name: catalogue.metadata[name] for name in SAID_BY_HEADER if name in catalogue.metadata}
    catalogue.metadata["Language"] = source.parent.parent.name
    catalogue.metadata_is_fuzzy = 0
    catalogue.save(newline="\n")
