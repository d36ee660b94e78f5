"""`manage.py recount`: make the results that standings are read from, for sessions closed without them."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from scorekeeper.play import results


class Command(BaseCommand):
    """Make results from the recorded hands; totals stay as they were settled."""

    help = "Create missing results of closed sessions. If interrupted, it resumes where it left off."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--all", dest="everything", action="store_true", help="recreate the results of all closed sessions"
        )
        parser.add_argument(
            "--after", type=int, default=0, metavar="KEY", help="resume after this session, as printed by the last run"
        )

    def handle(self, *args: Any, everything: bool, after: int, verbosity: int, **options: Any) -> None:
        """Make the results; prints nothing if there is nothing to do."""
        counted = 0
        for batch in results.recount(everything=everything, after=after):
            counted += batch.counted
            for public_id in batch.refused:
                reason = "the rules as they are now refuse it, or its numbers are too large"
                self.stderr.write(f"Session {public_id} cannot be counted: {reason}.")
            if verbosity > 1:
                self.stdout.write(f"Counted {counted:,} sessions; to resume from here: --after {batch.last}")
        if counted:
            self.stdout.write(f"Created results for {counted:,} closed sessions.")
