"""`manage.py compilemessages`: Django's command, for machines without gettext as well."""

import contextlib
import sys
from typing import Any

from django.conf import settings
from django.core.management.commands import compilemessages
from django.core.management.utils import find_command

MSGFMT = "import polib, sys; polib.pofile(sys.argv[3]).save_as_mofile(sys.argv[2])"
"""What `msgfmt -o compiled source` does, as far as it is needed here."""


class Command(compilemessages.Command):
    """Compiles the catalogues that have changed."""

    def handle(self, **options: Any) -> None:
        if find_command(self.program) is None:
            self.program, self.program_options = sys.executable, ["-P", "-c", MSGFMT]
        # Every catalogue is in LOCALE_PATHS or in the folder of a game. From the project's own folder, Django would
        # also look into the virtual environment.
        with contextlib.chdir(settings.BASE_DIR / "games"):
            super().handle(**options)
