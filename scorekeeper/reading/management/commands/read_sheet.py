"""`scorekeeper read-sheet FILE…`: read the photos of a filled-in sheet and print the session as JSON."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.core.management.base import BaseCommand, CommandError

from games import registry
from games.scoring.errors import RuleError
from games.scoring.types import SeatNumber
from scorekeeper.play.ledger import SessionLedger, session_ledger
from scorekeeper.play.models import Session
from scorekeeper.reading import progress, questions, refusals
from scorekeeper.reading.decoder.hands import ReadHand
from scorekeeper.reading.photo.markers import NotASheetError
from scorekeeper.reading.sheet import document
from scorekeeper.reading.sheet.seen_sheet import SeenSheet, SheetError
from scorekeeper.web import camera

if TYPE_CHECKING:
    from scorekeeper.reading.sheet.photos import PhotoOfPage


NOT_INSTALLED = "Reading sheets needs more packages, the extra “camera”; docs/hosting.md says how to install them."


REFUSED = {
    "others": "Page %(page)s is of another sheet. Read the pages of one sheet at a time.",
    "twice": "Page %(page)s is included twice. Name each page once.",
    "missing": (
        "Page %(page)s is missing. A sheet is read from its first page on, unless it belongs to a session of this "
        "server that has the hands of the pages before."
    ),
    "printed": "Hands of a session are printed on this sheet, and that session isn't on this server.",
}
"""By the code of a `SheetError`."""


class Command(BaseCommand):
    help = (
        "Read photos, scans or a PDF of a sheet that was printed to be read. Prints the session document, and for each "
        "row how sure the hand is and what is in doubt. Nothing is recorded."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", type=Path, nargs="+", metavar="FILE", help="JPEG, PNG, WebP or PDF")
        of_list = parser.add_argument_group("lists that are printed elsewhere, which don't say what they are")
        of_list.add_argument("--list", metavar="NAME", help="which list it is, such as dskv")
        of_list.add_argument("--game", help="the game, such as skat")
        of_list.add_argument("--rules", help="the rule set (default: the first that the list is for)")
        of_list.add_argument("--players", nargs="+", metavar="NAME", help="the players in seat order")
        of_list.add_argument("--first-dealer", metavar="NAME", help="who deals first (default: the first player)")

    def handle(self, *args: Any, files: list[Path], **options: Any) -> None:
        if not camera.is_installed():
            raise CommandError(NOT_INSTALLED)
        if options["list"]:
            self.stdout.write(_read_list(files, options))
            return
        remarks: list[str] = []
        pages = _pages(files, remarks)
        try:
            ledger = _ledger_of(pages[0].code.session)
            sheet = SeenSheet.from_pages(pages, hands_before=len(ledger.counting) if ledger else 0)
            hands = _hands(sheet, ledger)
        except SheetError as error:
            raise CommandError(REFUSED[error.code] % {"page": error.page}) from error
        before = max(sheet.before, progress.hands_on_sheet(sheet.code, ledger) if ledger else 0)
        remarks += questions.blank_among(hands, before=before)
        self.stdout.write(_written(document.reading_document(sheet, hands, remarks)))


def _pages(files: list[Path], remarks: list[str]) -> list[PhotoOfPage]:
    """Return the pages in files without blank ones; `remarks` gets a sentence on each of those."""
    from scorekeeper.reading.photo import pictures  # noqa: PLC0415 - they need OpenCV
    from scorekeeper.reading.sheet import photos  # noqa: PLC0415 - as above

    pages: list[PhotoOfPage] = []
    blank: CommandError | None = None
    for file in files:

        def skipped(number: int, name: str = file.name) -> None:
            remarks.append(refusals.BLANK_SKIPPED % {"page": number, "file": name})

        try:
            pages += photos.pages_in(file.read_bytes(), file.name, photos.page_in, skipped=skipped)
        except OSError as error:
            raise CommandError(f"{file}: {error.strerror}") from error
        except (pictures.PictureError, NotASheetError) as error:
            refused = CommandError(f"{file}: {error} ({error.code})")
            if error.code != "blank":
                raise refused from error
            blank = blank or refused
    if blank and not pages:
        raise blank
    return pages


def _ledger_of(public_id: str | None) -> SessionLedger | None:
    """Return the ledger of the session that a sheet belongs to; None if this server has no such session."""
    session = public_id and Session.objects.filter(public_id=public_id).first()
    return session_ledger(session) if session else None


def _hands(sheet: SeenSheet, ledger: SessionLedger | None) -> list[ReadHand]:
    """Return the hands on a sheet; of a session's sheet, those below the rows that the session has."""
    if ledger is None:
        return sheet.hands()
    done = progress.hands_on_sheet(sheet.code, ledger)
    return sheet.hands(ledger.state, ledger.last.totals, [row for row in sheet.numbers if row > done])


def _read_list(files: list[Path], options: dict[str, Any]) -> str:
    """Return the document of a list printed elsewhere."""
    from scorekeeper.reading.lists import sheets, tables  # noqa: PLC0415 - as above
    from scorekeeper.reading.photo import pictures  # noqa: PLC0415 - as above

    if not options["game"] or not options["players"]:
        raise CommandError("--list needs --game and --players.")
    if options["game"] not in registry.slugs():
        raise CommandError(f"There is no game {options['game']}.")
    game = registry.get(options["game"])
    form = game.paper_lists.get(options["list"])
    if form is None:
        known = ", ".join(game.paper_lists) or "none"
        raise CommandError(f"There is no list {options['list']} of this game. Its lists: {known}.")
    players, dealer = options["players"], options["first_dealer"]
    if dealer and dealer not in players:
        raise CommandError(f"{dealer} is not one of the players.")
    first_dealer = players.index(dealer) if dealer else 0
    rules = options["rules"] or form.rules[0]
    try:
        table = game.rules.table(
            players, rules=rules, first_dealer=SeatNumber(first_dealer), options=dict(form.options)
        )
        seen = sheets.read_list(game, table, form, [(file.read_bytes(), file.name) for file in files])
    except OSError as error:
        raise CommandError(f"{error.filename}: {error.strerror}") from error
    except (RuleError, tables.ListError, pictures.PictureError, NotASheetError) as error:
        raise CommandError(f"{error} ({error.code})") from error
    hands = seen.hands()
    return _written(document.reading_document(seen, hands, questions.blank_among(hands, before=0)))


def _written(reading: Mapping[str, Any]) -> str:
    return json.dumps(reading, ensure_ascii=False, indent=2)
