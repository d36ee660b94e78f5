"""`manage.py collect_translations`: extract messages from code and templates into the translation catalogues.

Each game has catalogues in its own folder. Messages that games share are in `games/locale`, all others in
`scorekeeper/locale`. Nobody sees the words of `games/_example`, so they are left out. Catalogues contain no line
numbers or dates, so they change only when a message does.
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
    """Update the catalogues with gettext: translations are kept, messages that are no longer used are removed."""

    help = "Collect translatable texts into the catalogues of every language (needs gettext)."
    requires_system_checks = []  # it only works on files

    def handle(self, *args: Any, **options: Any) -> None:
        """Update every catalogue; new entries are empty, or fuzzy if they resemble an old one."""
        if shutil.which("xgettext") is None:
            raise CommandError("This needs gettext. On Debian: apt install gettext.")
        games = [game.with_name("locale") for game in (settings.BASE_DIR / "games").glob("[!_]*/game.py")]
        for folder in [*settings.LOCALE_PATHS, *games]:  # makemessages only uses folders that exist
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
    """Rewrite a catalogue in the same format for every version of gettext: a short header and unwrapped lines."""
    catalogue = polib.pofile(str(source), wrapwidth=0)
    catalogue.header = ""
    catalogue.metadata = {name: catalogue.metadata[name] for name in SAID_BY_HEADER if name in catalogue.metadata}
    catalogue.metadata["Language"] = source.parent.parent.name
    catalogue.metadata_is_fuzzy = 0
    catalogue.save(newline="\n")
