"""`manage.py erasedeleted`: erase sessions that were deleted or abandoned long ago, and what has expired."""

from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand

from scorekeeper.play.models import RECOVERABLE
from scorekeeper.play.recording.session import erase_expired


class Command(BaseCommand):
    """Erase such sessions for good; `prepare` runs this at every start, and every deletion does the same."""

    help = (
        f"Erase sessions that were deleted more than {RECOVERABLE.days} days ago, sessions without a "
        "club in which nothing was recorded for as long, and what has expired: photos of sheets and sign-ins."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        """Erase them; prints nothing if there are none."""
        call_command("clearsessions")  # of Django: the sign-ins of organisers
        erased = erase_expired()
        if erased:
            self.stdout.write(f"Erased {erased:,} deleted or abandoned sessions.")
