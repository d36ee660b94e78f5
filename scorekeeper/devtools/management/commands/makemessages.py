"""`manage.py makemessages`: Django's command, with the options of this project.

Each game has catalogues in its own folder. Messages that games share are in `games/locale`, all others in
`scorekeeper/locale`. Nobody sees the words of `games/_example`, so they are left out.
"""

from pathlib import Path
from typing import Any

import polib
from django.conf import settings
from django.core.management.commands import makemessages

OPTIONS = {
    "locale": [code for code, _name in settings.LANGUAGES if code != "en"],
    "extensions": ["html", "svg", "txt", "py"],
    "ignore_patterns": [".*", "tests/*", "*/tests/*", "games/_[!_]*"],
    "add_location": "never",
    "no_wrap": True,
    "no_obsolete": True,
}
HEADER = ("Language", "MIME-Version", "Content-Type", "Content-Transfer-Encoding", "Plural-Forms")


class Command(makemessages.Command):
    """Collects the messages; run it in the folder of `manage.py`."""

    # Django's, and those of `games/scoring/text.py`.
    xgettext_options = [*makemessages.Command.xgettext_options, "--keyword=message", "--keyword=plural_message:1,2"]

    def handle(self, *args: Any, **options: Any) -> None:
        for game in Path("games").glob("[!_]*/game.py"):
            game.with_name("locale").mkdir(exist_ok=True)  # Django only uses folders that exist
        super().handle(*args, **options | OPTIONS)

    def write_po_file(self, potfile: str, locale: str) -> None:
        """Write a catalogue without dates and wrapped lines, so that it changes only when a message does."""
        super().write_po_file(potfile, locale)
        path = Path(potfile).parent / locale / "LC_MESSAGES" / "django.po"
        catalogue = polib.pofile(str(path), wrapwidth=0)
        catalogue.header, catalogue.metadata_is_fuzzy = "", False
        catalogue.metadata = {name: catalogue.metadata[name] for name in HEADER} | {"Language": locale}
        catalogue.save(newline="\n")
