"""`scorekeeper read-sheet FILE…`: read the photos of a filled-in sheet and print the session as JSON."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.core.management.base import BaseCommand, CommandError

from games.scoring.types import Amounts, State
from scorekeeper.play.ledger import ledgers
from scorekeeper.play.models import Session

if TYPE_CHECKING:
    from scorekeeper.reading.photos import PhotoOfPage


class Command(BaseCommand):
    help = (
        "Read photos, scans or a PDF of a sheet that was printed to be read. Prints the session document, and for each "
        "row how sure the hand is and what is in doubt. Nothing is recorded."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", type=Path, nargs="+", metavar="FILE", help="JPEG, PNG, WebP or PDF")
        parser.add_argument("--debug", type=Path, metavar="DIR", help="a folder for pictures of what was seen")

    def handle(self, *args: Any, files: list[Path], debug: Path | None, **options: Any) -> None:
        try:
            # Only here, since they need OpenCV, which an installation can do without.
            from scorekeeper.reading import debugging, document, photos, pictures, registration, sheets  # noqa: PLC0415
        except ImportError as error:
            raise CommandError('Reading sheets needs more packages: pip install "scorekeeper[camera]"') from error
        pages: list[PhotoOfPage] = []
        for file in files:
            try:
                pages += photos.pages_in(file.read_bytes(), file.name)
            except OSError as error:
                raise CommandError(f"{file}: {error.strerror}") from error
            except (pictures.PictureError, registration.NotASheetError) as error:
                raise CommandError(f"{file}: {error} ({error.code})") from error
        if debug:
            debugging.draw(pages, debug)
        try:
            sheet = sheets.SeenSheet.of(pages)
            hands = sheet.hands(*_before(sheet.code.session))
        except sheets.SheetError as error:
            raise CommandError(f"These pages make no sheet: {error}.") from error
        self.stdout.write(json.dumps(document.reading_document(sheet, hands), ensure_ascii=False, indent=2))


def _before(public_id: str | None) -> tuple[State, Amounts, int] | tuple[()]:
    """Return the state and totals of a session, and how many rows of its sheet are in it; nothing if it isn't here."""
    session = public_id and Session.objects.filter(public_id=public_id).first()
    if not session:
        return ()
    ledger = ledgers.of(session)
    return ledger.state, ledger.totals, len(ledger.counting)
